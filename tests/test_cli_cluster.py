"""The command line on a Dask cluster: a real scheduler and workers on loopback."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from tsurolab.cli import main
from tsurolab.simulate import Run
from tsurolab.simulate.cluster import Cluster

pytest.importorskip("distributed", reason="needs distributed: pip install 'tsurolab[cluster]'")

GAMES = 3000
SIMULATE = ["simulate", "tsuro/classic", "--players", "4", "--games", str(GAMES), "--seed", "3", "--quiet"]


def test_the_command_line_plays_on_a_cluster(dask, capsys):
    assert main([*SIMULATE, "--json", "--scheduler", dask.address]) == 0
    there = capsys.readouterr()
    assert main([*SIMULATE, "--json", "--workers", "1"]) == 0
    assert there.out == capsys.readouterr().out
    assert there.err == ""
    duel = ["tournament", "tsuro/classic", "--agents", "uniform,greedy", "--games", "20", "--quiet", "--json"]
    assert main([*duel, "--executor", "dask", "--scheduler", dask.address]) == 0
    there = capsys.readouterr().out
    assert main(duel) == 0
    assert there == capsys.readouterr().out


@pytest.mark.parametrize("command", [SIMULATE, ["ladder", "tsuro/classic", "--rungs", "1,4", "--games", "2"]])
def test_a_wrong_address_is_one_line(command, capfd, monkeypatch):
    monkeypatch.setattr("tsurolab.simulate.cluster.CONNECT_SECONDS", 1.0)
    assert main([*command, "--quiet", "--scheduler", "tcp://127.0.0.1:9"]) == 2
    said = capfd.readouterr()
    assert said.out == ""
    assert said.err.startswith("tsurolab: no scheduler answers at tcp://127.0.0.1:9: ")
    assert said.err.count("\n") == 1


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_lost_scheduler_is_one_line_after_what_was_finished(fragile, capfd, monkeypatch):
    monkeypatch.setattr("tsurolab.simulate.run.chunk_size", lambda *_: 100)
    monkeypatch.setattr("tsurolab.simulate.cluster.CONNECT_SECONDS", 2.0)
    fragile.add_worker()
    fragile.wait_for_workers(1)
    take, taken = Cluster.threads.fget, []

    def threads(cluster):
        taken.append(1)
        if len(taken) == 8:
            fragile.scheduler.kill()
            fragile.scheduler.wait(timeout=30)
        return take(cluster)

    monkeypatch.setattr(Cluster, "threads", property(threads))
    assert main([*SIMULATE, "--scheduler", fragile.address]) == 2
    said = capfd.readouterr()
    assert "win share" in said.out
    assert said.err.startswith(f"tsurolab: the scheduler at {fragile.address} was lost")
    assert f"of {GAMES:,} games are finished" in said.err
    assert said.err.endswith("nothing is kept without --out\n")
    assert said.err.count("\n") == 1


@pytest.mark.skipif(not hasattr(signal, "SIGINT") or os.name == "nt", reason="needs signals")
def test_ctrl_c_on_the_command_line_keeps_what_is_finished(dask, tmp_path):
    folder = tmp_path / "run"
    words = ["simulate", "tsuro/classic", "--players", "4", "--games", "50000000", "--keep", "tallies", "--quiet"]
    command = [sys.executable, "-m", "tsurolab", *words, "--scheduler", dask.address, "--out", str(folder)]
    program = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    stop = threading.Timer(60, program.kill)
    stop.start()
    try:
        while program.poll() is None and not list(folder.glob("tallies-*.parquet")):
            time.sleep(0.05)
        program.send_signal(signal.SIGINT)
        _, said = program.communicate(timeout=60)
    finally:
        stop.cancel()
    assert program.returncode == 130, said
    assert said.startswith("tsurolab: interrupted: ")
    assert said.count("\n") == 1
    assert len(Run.load(folder)) > 0
