"""The folder of a tournament: a manifest, and beside it the folder of each run.

What it is for: a tournament that was stopped goes on with the same call, and no other is mixed into it. What it is not
for: the runs' own folders (:mod:`tsurolab.simulate.store`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tsurolab.errors import BadArgument, BadRecord, OutputError, TsurolabError
from tsurolab.simulate.experiment import Experiment
from tsurolab.simulate.files import write_file
from tsurolab.simulate.schedule import Schedule
from tsurolab.simulate.store import Store, versions

FORMAT: Final = "tsurolab-tournament"
FORMAT_VERSION: Final = 1
MANIFEST: Final = "tournament.json"


def begin_folder(folder: Path, schedule: Schedule) -> Path:
    """The folder of a tournament: new, or one that has the same tournament already, perhaps with fewer games.

    Raises:
        BadArgument: the folder has another tournament, or files that are none; nothing is overwritten.
        OutputError: it cannot be written.
    """
    manifest = folder / MANIFEST
    if manifest.exists():
        kept, asked = read_manifest(folder).to_dict(), json.loads(json.dumps(schedule.to_dict()))
        if kept["games"] < asked["games"]:
            kept["games"] = asked["games"]
        differ = [f"{key} {kept[key]!r}, not {asked[key]!r}" for key in kept if kept[key] != asked[key]]
        if differ:
            raise BadArgument(f"{folder} has another tournament ({'; '.join(differ)}): give another folder")
    elif folder.is_dir() and any(not each.name.endswith(".part") for each in folder.iterdir()):
        raise BadArgument(f"{folder} has files but no {MANIFEST}: give a new or an empty folder for the tournament")
    write_file(manifest, json.dumps(_manifest(schedule), indent=2) + "\n", flush=True)
    return folder


def _manifest(schedule: Schedule) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "digest": schedule.digest,
        "schedule": schedule.to_dict(),
        "edition_version": schedule.equal_run.edition_data.version,
        "runs": [
            {"folder": name, "digest": experiment.digest, "agents": list(experiment.seats)}
            for name, experiment in schedule.experiments
        ],
        "versions": versions(),
    }


def read_manifest(folder: Path) -> Schedule:
    """The schedule of the tournament in a folder.

    Raises:
        OutputError: the folder or its manifest cannot be read.
        BadRecord: the manifest is damaged, or of another version of the edition.
    """
    manifest = folder / MANIFEST
    try:
        data = json.loads(manifest.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise OutputError(f"{folder} is not the folder of a tournament: it has no {MANIFEST}") from None
    except OSError as error:
        raise OutputError(f"cannot read {manifest}: {error.strerror or error}") from None
    except ValueError:
        raise BadRecord(f"{manifest} is damaged: it is not JSON") from None
    return read_schedule(data, str(manifest))


def read_schedule(data: Any, where: str) -> Schedule:
    """The schedule in what a tournament wrote; ``where`` names it in messages.

    Raises:
        BadRecord: it is damaged, or of another version of the edition.
    """
    if not isinstance(data, Mapping) or (data.get("format"), data.get("format_version")) != (FORMAT, FORMAT_VERSION):
        raise BadRecord(
            f'{where} is not that of a tournament: it must have "format": "{FORMAT}", version {FORMAT_VERSION}'
        )
    try:
        schedule = Schedule.from_dict(data["schedule"])
        digest = data["digest"]
    except KeyError as error:
        raise BadRecord(f"{where} is damaged: {error} is missing or unknown") from None
    except (TsurolabError, TypeError) as error:
        raise BadRecord(f"{where} is damaged: {error}") from None
    if digest != schedule.digest:
        raise BadRecord(
            f"{where} is damaged, or of another version of {schedule.edition}: its digest is {digest!r}, "
            f"its schedule's {schedule.digest!r}"
        )
    return schedule


def games_there(folder: Path, experiment: Experiment) -> int:
    """How many games of a run its folder has already."""
    if not folder.is_dir() or not any(folder.iterdir()):
        return 0
    return sum(min(each.stop, experiment.games) - each.start for each in Store.open(folder).done)
