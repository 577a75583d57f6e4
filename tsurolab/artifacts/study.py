"""The simulations behind figures and reports: each run is played once, and all that look at it share it.

What it is for: `Study`, which says how many games, from which seed, and keeps the runs. What it is not for: what the
runs mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil
from typing import Any

from tsurolab.artifacts.registry import FamilyArtifacts, artifacts_of
from tsurolab.errors import BadArgument
from tsurolab.games.catalogue import edition as find_edition
from tsurolab.games.catalogue import family as find_family
from tsurolab.games.catalogue import game as find_game
from tsurolab.simulate import Experiment, Ladder, Run, Tournament
from tsurolab.simulate.ladder import rung_names
from tsurolab.simulate.run import run_experiment
from tsurolab.simulate.schedule import Schedule
from tsurolab.simulate.tournament import play_schedule

Agents = str | tuple[str, ...]
UNIFORM = "uniform"
"""Who plays unless others are asked for."""
SIDE_SHARE = 4
"""Runs beside the main one (other player counts) have this many times fewer games."""
LEAST_DEALS = 20
"""Agents meet on no fewer deals than this, however small a report is."""
REPORT_SEED = 1
"""The seed of a report unless another is asked for."""


class Study:
    """Runs of some editions that share a size and a seed.

    Parameters: `editions` by name; `games` of each edition's main run; `seed`; `workers`; `shares` names editions
    whose runs are smaller, by how many times; `progress` is called with a line for each run that is played.

    Raises UnknownName for an edition that does not exist, BadArgument for a number out of range (when a run is played)
    or without editions.

    >>> study = Study(["tsuro/classic"], games=100, seed=1)
    >>> study.main("tsuro/classic") is study.run("tsuro/classic", study.main_players("tsuro/classic"))
    True
    """

    def __init__(
        self,
        editions: Sequence[str],
        *,
        games: int,
        seed: int = 1,
        workers: int = 1,
        shares: Mapping[str, int] | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        if not editions:
            raise BadArgument("a study needs at least one edition")
        self.editions = tuple(find_edition(name).name for name in editions)
        self.games, self.seed, self.workers = games, seed, workers
        self._shares = dict(shares or {})
        self._progress = progress
        self._runs: dict[tuple[Any, ...], Run] = {}
        self._contests: dict[Schedule, Tournament] = {}

    @classmethod
    def of_report(
        cls,
        offer: FamilyArtifacts,
        editions: Sequence[str] | None = None,
        *,
        games: int | None = None,
        seed: int = REPORT_SEED,
        workers: int = 1,
        progress: Callable[[str], None] | None = None,
    ) -> Study:
        """The study behind a family's report: unless told, of all its editions in the family's own size.

        >>> from tsurolab.artifacts.registry import artifacts_of
        >>> study = Study.of_report(artifacts_of("tsuro"))
        >>> print(study.main_experiment("tsuro/classic"))
        tsuro/classic, 4 players (uniform), 200,000 games, seed 1
        """
        names = [each.name for each in find_family(offer.family).editions] if editions is None else editions
        size = offer.report_games if games is None else games
        return cls(names, games=size, seed=seed, workers=workers, shares=offer.run_shares, progress=progress)

    def size(self, edition: str) -> int:
        """How many games the main run of an edition has.

        >>> Study(["tsuro/classic"], games=100, shares={"tsuro/classic": 3}).size("tsuro/classic")
        34
        """
        return ceil(self.games / self._shares.get(edition, 1))

    def side_size(self, edition: str) -> int:
        """How many games the runs beside the main one have."""
        return ceil(self.size(edition) / SIDE_SHARE)

    def run(
        self, edition: str, players: int, games: int | None = None, *, agents: Agents = UNIFORM, **options: object
    ) -> Run:
        """The run of an edition with so many players, played on first use.

        Parameters: `games` is the size of the edition's main run unless given; `agents` is one policy for all seats, or
        one a seat; `options` are the edition's.
        """
        experiment = self._experiment(edition, players, games, agents, options)
        key = (edition, players, experiment.games, agents, tuple(sorted(options.items())))
        if key not in self._runs:
            if self._progress:
                chosen = "".join(f", {name}={value}" for name, value in options.items())
                if agents != UNIFORM:
                    chosen += f", {agents if isinstance(agents, str) else ' and '.join(agents)}"
                self._progress(f"{edition}, {players} players{chosen}: {experiment.games:,} games")
            self._runs[key] = run_experiment(experiment, workers=self.workers, progress=False)
        return self._runs[key]

    def _experiment(
        self, edition: str, players: int, games: int | None, agents: Agents, options: Mapping[str, object]
    ) -> Experiment:
        seats = agents if isinstance(agents, str) else list(agents)
        size = self.size(edition) if games is None else games
        return Experiment(edition, options, players, seats, size, self.seed)

    def main_experiment(self, edition: str, *, agents: Agents = UNIFORM) -> Experiment:
        """What the main run of an edition plays."""
        return self._experiment(edition, self.main_players(edition), None, agents, {})

    def main_players(self, edition: str) -> int:
        """The player count of the main run: four, or the nearest that the edition seats."""
        seats = find_game(edition).players
        return min(max(4, seats[0]), seats[-1])

    def main(self, edition: str, *, agents: Agents = UNIFORM) -> Run:
        """The main run of an edition."""
        return self.run(edition, self.main_players(edition), agents=agents)

    def by_players(self, edition: str, *, agents: Agents = UNIFORM) -> Iterator[tuple[int, Run]]:
        """A run for each player count: the main one, and smaller ones for the others."""
        main = self.main_players(edition)
        for players in find_game(edition).players:
            games = self.size(edition) if players == main else self.side_size(edition)
            yield players, self.run(edition, players, games, agents=agents)

    def tournament(self, edition: str) -> Tournament:
        """The family's agents against each other, everybody against everybody.

        >>> result = Study(["sorry/classic"], games=40).tournament("sorry/classic")
        >>> len(result.meetings), result.meetings[0].deals
        (6, 20)
        """
        contests = artifacts_of(find_edition(edition).family).contests
        deals = self._deals(edition, contests.deals)
        return self._contest(
            Schedule(edition, contests.agents, games=deals, seed=self.seed, equal=contests.equal), "a tournament"
        )

    def ladder(self, edition: str) -> Ladder:
        """Agents that think ever longer, each against the one below."""
        contests = artifacts_of(find_edition(edition).family).contests
        deals = self._deals(edition, contests.rung_deals)
        rungs = rung_names(contests.rungs)
        return Ladder(
            self._contest(Schedule(edition, rungs, games=deals, seed=self.seed, pairs="neighbours"), "a ladder")
        )

    def _deals(self, edition: str, deals: int) -> int:
        whole = artifacts_of(find_edition(edition).family).report_games
        return max(LEAST_DEALS, ceil(deals * self.size(edition) / whole))

    def _contest(self, schedule: Schedule, kind: str) -> Tournament:
        if schedule not in self._contests:
            if self._progress:
                agents = ", ".join(schedule.agents)
                self._progress(f"{schedule.edition}, {kind} of {agents}: {schedule.games:,} deals a pair")
            self._contests[schedule] = play_schedule(schedule, workers=self.workers, progress=False)
        return self._contests[schedule]

    @property
    def contests(self) -> tuple[Tournament, ...]:
        """The tournaments and ladders played so far, in order."""
        return tuple(self._contests.values())

    @property
    def played(self) -> tuple[Run, ...]:
        """The runs played so far, in order."""
        return tuple(self._runs.values())
