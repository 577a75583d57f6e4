"""A real Dask scheduler with two worker processes on loopback: the same games, whoever dies."""

import signal
import subprocess
import sys
import textwrap
import time

import numpy as np
import pytest

import tsurolab
from tsurolab.agents import agent
from tsurolab.agents.user import name_of
from tsurolab.errors import BadAgent, BadArgument, NoWorkers
from tsurolab.simulate import Experiment, Run, simulate, tournament
from tsurolab.simulate.cluster import connect
from tsurolab.simulate.executors import play_chunks
from tsurolab.simulate.tallies import add_up
from tsurolab.simulate.work import Work

distributed = pytest.importorskip("distributed", reason="needs distributed: pip install 'tsurolab[cluster]'")

GAMES = 3000
FAMILIES = ("tsuro/classic", "qwirkle/classic", "sorry/classic")


def tsuro(**changes):
    return simulate("tsuro/classic", **{"players": 4, "games": GAMES, "seed": 3, "progress": False} | changes)


def in_pieces(experiment, size=100):
    return [(first, min(size, experiment.games - first)) for first in range(0, experiment.games, size)]


def put_together(parts, experiment):
    """The rows of parts as bytes, those between the fields as well; each game has to be there once."""
    rows = np.zeros(-(-experiment.games // experiment.every), experiment.row_type)
    counted = np.zeros(experiment.games, int)
    for part in parts:
        counted[part.first : part.first + part.count] += 1
        begin = -(-part.first // experiment.every)
        rows[begin : begin + len(part.rows)] = part.rows
    assert (counted == 1).all()
    return rows.tobytes()


@agent
def last(rules, state, moves, count):
    """Plays the last of the legal moves; the workers do not have this file."""
    return count - 1


# ------------------------------------------------------------------------------------------------------- the same games


@pytest.mark.parametrize("keep", ["rows", "rows/7", "tallies"])
def test_a_cluster_gives_what_one_thread_gives(dask, keep):
    alone, there = tsuro(keep=keep, workers=1), tsuro(keep=keep, scheduler=dask.address)
    assert there.complete
    assert there.tallies == alone.tallies
    assert there.estimates() == alone.estimates()
    if keep != "tallies":
        assert there.results.tobytes() == alone.results.tobytes()


def test_folders_from_a_cluster_are_the_same_bytes(dask, tmp_path, monkeypatch):
    monkeypatch.setattr("tsurolab.simulate.run.chunk_size", lambda *_: 500)
    tsuro(out=tmp_path / "alone", workers=1)
    tsuro(out=tmp_path / "there", scheduler=dask.address)
    files = [
        {path.name: path.read_bytes() for path in (tmp_path / each).glob("games-*")} for each in ("alone", "there")
    ]
    assert len(files[0]) == GAMES // 500
    assert files[0] == files[1]


def test_a_precision_is_reached_at_the_same_game(dask):
    wanted = {"games": 20_000, "precision": 0.05, "keep": "tallies"}
    alone, there = tsuro(**wanted, workers=1), tsuro(**wanted, scheduler=dask.address)
    assert alone.reached_precision
    assert (there.done, there.tallies) == (alone.done, alone.tallies)
    assert there.estimates() == alone.estimates()


def test_a_tournament_on_a_cluster(dask):
    how = {"games": 60, "players": 2, "seed": 3, "progress": False}
    alone = tournament("tsuro/classic", ["uniform", "greedy"], workers=1, **how)
    there = tournament("tsuro/classic", ["uniform", "greedy"], scheduler=dask.address, **how)
    assert there.to_dict() == alone.to_dict()


def test_a_client_that_is_there_already_stays_open(dask):
    with distributed.Client(dask.address, set_as_default=False) as client:
        assert tsuro(games=200, scheduler=client, workers=1).tallies == tsuro(games=200).tallies
        assert client.status == "running"
        assert len(client.nthreads()) == 2


# ---------------------------------------------------------------------------------------------------------------- seeds


@pytest.mark.parametrize("edition", FAMILIES)
def test_seeds_that_other_projects_got_wrong(dask, edition):
    """Every game its own stream, whoever plays it, in chunks of any size, whatever the global generators are."""
    experiment = Experiment(edition, players=2, games=120, seed=11)
    [part] = play_chunks(experiment, [(0, 120)])
    assert len({row.tobytes() for row in part.rows}) > 110  # no stream is dealt out twice
    one = part.rows.tobytes()

    def rows(size, **how):
        return put_together(play_chunks(experiment, in_pieces(experiment, size), **how), experiment)

    for size, workers in [(1, 2), (7, 3), (50, 2), (120, 1)]:
        assert rows(size, workers=workers) == one
    assert rows(17, workers=2, executor="processes") == one
    with connect(dask.address) as cluster:
        for size, workers in [(1, None), (13, 3), (120, 1)]:
            assert rows(size, workers=workers, executor="dask", cluster=cluster) == one


_pollute = """
def pollute(seed):
    import random
    import numba
    import numpy

    @numba.njit
    def inside(seed):
        numpy.random.seed(seed)
        return numpy.random.random()

    random.seed(seed)
    numpy.random.seed(seed)
    inside(seed)
"""


@pytest.mark.parametrize("edition", FAMILIES)
def test_a_polluted_global_generator_changes_nothing(dask, edition):
    space = {}
    exec(_pollute, space)
    pollute = space["pollute"]
    experiment = Experiment(edition, players=2, games=60, seed=5)
    clean = next(play_chunks(experiment, [(0, 60)])).rows.tobytes()

    def polluted():
        for first, count in in_pieces(experiment, 6):
            pollute(7)  # the same seed before every chunk: what drew from it would play the same games again
            yield first, count

    def rows(**how):
        return put_together(play_chunks(experiment, polluted(), **how), experiment)

    assert rows(workers=1) == clean
    assert rows(workers=2) == clean
    with connect(dask.address) as cluster:
        cluster.client.run(pollute, 7)
        assert rows(workers=None, executor="dask", cluster=cluster) == clean


# --------------------------------------------------------------------------------------------------------------- agents


@pytest.fixture
def from_file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(
        textwrap.dedent("""
        import numba

        @numba.njit
        def middle(count):
            return count // 2

        def central(rules, state, moves, count):
            return middle(count)
        """)
    )
    name = name_of(f"{path}:central")
    path.unlink()  # nobody else can read it
    return name


@pytest.mark.parametrize("executor", ["processes", "dask"])
def test_users_agents_play_elsewhere(dask, from_file, executor):
    scheduler = dask.address if executor == "dask" else None
    for agents in (last, [from_file, "uniform"], [last, from_file], last.plain):
        how = {"players": 2, "games": 40, "agents": agents, "keep": "rows"}
        there = tsuro(**how, executor=executor, scheduler=scheduler, workers=2)
        assert there.results.tobytes() == tsuro(**how, workers=1).results.tobytes()
    assert tsuro(players=2, games=40, agents=last).tallies != tsuro(players=2, games=40).tallies


def test_an_agent_that_fails_there_says_so_here(dask):
    @agent(compiled=False)
    def beyond(rules, state, moves, count):
        return count

    with pytest.raises(BadAgent, match=r"the agent beyond@\w+:plain answered"):
        list(play_all(dask, Experiment("tsuro/classic", players=2, agents=[beyond], games=9)))


def play_all(dask, experiment):
    with connect(dask.address) as cluster:
        yield from play_chunks(experiment, in_pieces(experiment, 3), executor="dask", cluster=cluster, workers=None)


def test_a_name_that_nobody_defines_is_refused_before_anything_is_sent():
    with pytest.raises(BadAgent, match="is a user's agent that is not defined here"):
        Work.of(Experiment("tsuro/classic", players=2, agents=["gone@0123456789ab"]))


# ------------------------------------------------------------------------------------------------------ deaths and ends


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.parametrize("keep", ["rows", "rows/7", "tallies"])
def test_a_worker_is_killed_in_the_middle(fragile, keep):
    experiment = Experiment("tsuro/classic", players=4, games=GAMES, seed=3, keep=keep)
    fragile.add_worker()
    fragile.add_worker()
    fragile.wait_for_workers(2)
    alone = list(play_chunks(experiment, in_pieces(experiment)))
    parts = []
    with connect(fragile.address) as cluster:
        for part in play_chunks(experiment, in_pieces(experiment), workers=8, executor="dask", cluster=cluster):
            parts.append(part)
            if len(parts) == 5:
                fragile.workers[0].kill()
                fragile.workers[0].wait(timeout=30)
    fragile.wait_for_workers(1)
    assert sorted((part.first, part.count) for part in parts) == in_pieces(experiment)  # each of them once
    assert add_up((part.tallies for part in parts), experiment.layout) == add_up(
        (part.tallies for part in alone), experiment.layout
    )
    if keep != "tallies":
        assert put_together(parts, experiment) == put_together(alone, experiment)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_the_scheduler_is_lost_and_what_is_finished_is_kept(fragile, tmp_path, monkeypatch):
    monkeypatch.setattr("tsurolab.simulate.run.chunk_size", lambda *_: 100)
    monkeypatch.setattr("tsurolab.simulate.cluster.CONNECT_SECONDS", 2.0)
    fragile.add_worker()
    fragile.wait_for_workers(1)

    def kill(done, total):
        if done >= 500:
            fragile.scheduler.kill()
            fragile.scheduler.wait(timeout=30)

    with pytest.raises(NoWorkers, match=r"was lost.*games are finished and kept in .*run: the same call") as caught:
        tsuro(scheduler=fragile.address, out=tmp_path / "run", workers=2, progress=kill)
    finished = caught.value.finished
    assert 500 <= len(finished) < GAMES
    assert len(Run.load(tmp_path / "run")) == len(finished)
    resumed = tsuro(out=tmp_path / "run")
    assert resumed.played == GAMES - len(finished)
    assert resumed.results.tobytes() == tsuro().results.tobytes()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_without_any_worker_left_a_run_ends(fragile, monkeypatch):
    monkeypatch.setattr("tsurolab.simulate.run.chunk_size", lambda *_: 100)
    monkeypatch.setattr("tsurolab.simulate.cluster.PATIENCE", 1.0)
    fragile.add_worker()
    fragile.wait_for_workers(1)

    def kill(done, total):
        if done >= 500:
            fragile.workers[0].kill()

    with pytest.raises(NoWorkers, match=r"has had no workers for 1 seconds; [\d,]+ games are finished") as caught:
        tsuro(scheduler=fragile.address, workers=2, progress=kill)
    finished = caught.value.finished
    assert finished.interrupted
    assert (finished.results == tsuro().results[finished.numbers]).all()


def test_an_interrupt_cancels_what_is_handed_out(dask, monkeypatch):
    monkeypatch.setattr("tsurolab.simulate.run.chunk_size", lambda *_: 100)

    def stop(done, total):
        if done >= 500:
            raise KeyboardInterrupt

    with distributed.Client(dask.address, set_as_default=False) as client:
        run = tsuro(scheduler=client, workers=8, progress=stop)
        assert run.interrupted
        assert 500 <= len(run) < GAMES
        assert (run.results == tsuro().results[run.numbers]).all()
        end = time.monotonic() + 20
        while client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)) and time.monotonic() < end:
            time.sleep(0.05)
        assert client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)) == 0


def test_nobody_is_kept_waiting_by_what_must_come_first(dask):
    """``None`` among the chunks: everything handed out before is back when the next is asked for."""
    experiment = Experiment("tsuro/classic", players=2, games=300, seed=1, keep="tallies")
    back = []

    def chunks():
        for first in range(0, 300, 100):
            yield from [(first, 50), (first + 50, 50)]
            while len(back) < first // 50 + 2:
                yield None
            asked.append(len(back))

    asked = []
    with connect(dask.address) as cluster:
        for part in play_chunks(experiment, chunks(), workers=8, executor="dask", cluster=cluster):
            back.append(part.first)
    assert asked == [2, 4, 6]
    assert sorted(back) == list(range(0, 300, 50))


def test_workers_that_join_late_are_used_and_checked(fragile, tmp_path):
    (tmp_path / "other.py").write_text("import tsurolab\ntsurolab.__version__ = '0.0.9'\n")
    fragile.add_worker()
    fragile.wait_for_workers(1)
    experiment = Experiment("tsuro/classic", players=2, games=400, keep="tallies")
    begun = []

    def chunks():
        for each in in_pieces(experiment, 2):
            begun.append(each)
            if len(begun) == 10:
                fragile.add_worker("--preload", str(tmp_path / "other.py"))
                fragile.wait_for_workers(2)
            yield each

    with (
        connect(fragile.address) as cluster,
        pytest.raises(NoWorkers, match=r"a worker on .* has tsurolab 0\.0\.9 instead of"),
    ):
        list(play_chunks(experiment, chunks(), workers=8, executor="dask", cluster=cluster))


# ------------------------------------------------------------------------------------------------------------- mistakes


def test_a_worker_with_another_version_is_named(fragile, tmp_path):
    (tmp_path / "other.py").write_text("import tsurolab\ntsurolab.__version__ = '0.0.9'\n")
    fragile.add_worker()
    fragile.add_worker("--preload", str(tmp_path / "other.py"))
    fragile.wait_for_workers(2)
    needed = tsurolab.__version__.replace(".", r"\.")
    with pytest.raises(
        NoWorkers,
        match=rf"^1 of 2 workers cannot play the same games: tcp://127\S+ has tsurolab 0\.0\.9 instead of {needed}\.",
    ):
        tsuro(scheduler=fragile.address)


def test_no_workers_at_all(fragile, monkeypatch):
    monkeypatch.setattr("tsurolab.simulate.cluster.CONNECT_SECONDS", 1.0)
    with pytest.raises(NoWorkers, match=f"{fragile.address} has no workers; start some with: dask worker tcp"):
        tsuro(scheduler=fragile.address)


@pytest.mark.parametrize(
    ("scheduler", "error", "message"),
    [
        ("tcp://127.0.0.1:9", NoWorkers, "no scheduler answers at tcp://127.0.0.1:9: "),
        ("nonsense://x:1", BadArgument, "'nonsense://x:1' is no address of a scheduler, such as tcp://"),
        ("tcp://127.0.0.1", BadArgument, "is no address of a scheduler"),
        ("tcp://127.0.0.1:port", BadArgument, "is no address of a scheduler"),
        ("", BadArgument, "a scheduler is given by its address"),
        (8786, BadArgument, "a scheduler is given by its address"),
    ],
)
def test_wrong_addresses(scheduler, error, message, monkeypatch, tmp_path):
    monkeypatch.setattr("tsurolab.simulate.cluster.CONNECT_SECONDS", 1.0)
    with pytest.raises(error, match=message):
        tsuro(scheduler=scheduler, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_executor_and_scheduler_must_agree():
    with pytest.raises(BadArgument, match='executor "dask" needs the address of a scheduler'):
        tsuro(executor="dask")
    with pytest.raises(BadArgument, match='a scheduler is for the executor "dask"'):
        tsuro(executor="processes", scheduler="tcp://127.0.0.1:8786")


def test_without_distributed_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoWorkers, match=r"pip install 'tsurolab\[cluster\]'"):
        tsuro(scheduler="tcp://127.0.0.1:8786")


def test_it_is_loaded_only_when_it_is_used():
    code = "import sys, tsurolab; tsurolab.simulate('tsuro/classic', players=2, games=3); "
    code += "print([name for name in ('distributed', 'dask', 'tornado') if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert found.stdout == "[]\n"
