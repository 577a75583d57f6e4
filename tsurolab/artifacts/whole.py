"""The main job: tables, experiments, figures, and a page for each family.

What it is for: `build_all`, the command ``tsurolab report`` without editions and ``make report``. What it is not for:
any of its parts; it only decides what is done at the same time.

Most of the time goes to three things that each keep one core busy: compiling a family's kernels, playing, and drawing.
So pages are made side by side, exact tables beside them in a process of their own, and figures when all kernels are
compiled, a family a process, while the pages are written.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tsurolab.artifacts.experiments import write_experiments
from tsurolab.artifacts.figures import family_figures, write_figures
from tsurolab.artifacts.registry import families
from tsurolab.artifacts.reports import Progress, build_report
from tsurolab.artifacts.study import REPORT_SEED
from tsurolab.artifacts.tables import write_tables
from tsurolab.errors import TsurolabError
from tsurolab.simulate.executors import interrupts_held_back, process_pool

DATA: Final = Path("data")
FIGURES: Final = Path("figures")


def build_all(
    editions: Sequence[str] | None = None,
    games: int | None = None,
    out: Path = Path("reports"),
    seed: int = REPORT_SEED,
    workers: int = 1,
    progress: Progress | None = None,
) -> list[Path]:
    """Bring ``data`` and ``figures`` up to date and write the pages; parameters, result and errors as `build_report`.

    With more than one worker a script that calls this needs the guard ``if __name__ == "__main__":``.
    """
    report = progress or (lambda _: None)
    if workers == 1:
        report("tables")
        write_tables(DATA, False)
        write_experiments(DATA, False)
        report("figures")
        write_figures(FIGURES, False)
        return build_report(editions, games, out, seed, workers, progress)
    with _processes(workers) as pool:
        report("tables")
        with interrupts_held_back():
            tables = pool.submit(write_tables, DATA, False)
        write_experiments(DATA, False)
        figures: list[Iterator[dict[str, str]]] = []

        def draw() -> None:
            report("figures")
            with interrupts_held_back():
                figures.append(pool.map(family_figures, families()))

        pages = build_report(editions, games, out, seed, workers, progress, played=draw)
        tables.result()
        write_figures(FIGURES, False, each=lambda *_: figures[0])
    return pages


@contextmanager
def _processes(workers: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes. If the block ends before its time, so do they, whatever they are at."""
    others = set(multiprocessing.active_children())
    pool = process_pool(workers)
    try:
        yield pool
    except BrokenExecutor as error:
        raise TsurolabError(f"a process that made tables or figures died (out of memory?) [{error}]") from error
    except BaseException:
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
