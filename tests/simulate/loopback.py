"""A real Dask scheduler and its workers, each a process on the loopback address, that tests start, kill and end."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parents[2]
SECONDS = 60
"""How long a process may take to be there."""


class Loopback:
    """A scheduler on a free port."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.processes = []
        self.workers = []
        self._file = self.folder / "scheduler.json"
        words = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(self._file)]
        self.scheduler = self._start("dask_scheduler", words)
        self.address = self._wait_for(self._read_address, "the scheduler")

    def _start(self, program, words):
        environment = os.environ | {"PYTHONPATH": str(HERE), "DASK_DISTRIBUTED__DIAGNOSTICS__NVML": "False"}
        output = (self.folder / f"{len(self.processes)}-{program}.log").open("wb")
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{program}", *words],
            cwd=self.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        output.close()
        self.processes.append(process)
        return process

    def _read_address(self):
        import json

        with suppress(OSError, ValueError):
            return json.loads(self._file.read_text())["address"]
        return None

    def _wait_for(self, question, what):
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            answer = question()
            if answer:
                return answer
            time.sleep(0.05)
        logs = "\n".join(path.read_text(errors="replace")[-2000:] for path in sorted(self.folder.glob("*.log")))
        raise AssertionError(f"{what} did not come:\n{logs}")

    def add_worker(self, *words, threads=1):
        """Start a worker process and return it, without waiting for it."""
        name = f"worker-{len(self.workers)}"
        words = ["--nthreads", str(threads), "--no-nanny", "--no-dashboard", "--name", name, *words]
        words += ["--host", "127.0.0.1", "--local-directory", str(self.folder / name), "--death-timeout", str(SECONDS)]
        process = self._start("dask_worker", [self.address, *words])
        self.workers.append(process)
        return process

    def wait_for_workers(self, count):
        """Wait until exactly so many workers are there."""
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            self._wait_for(lambda: len(client.nthreads()) == count, f"{count} workers")

    def close(self):
        """End every process."""
        for process in reversed(self.processes):
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
        for process in self.processes:
            process.wait(timeout=SECONDS)


@pytest.fixture(scope="module")
def dask(tmp_path_factory):
    """A scheduler with two workers that no test harms."""
    cluster = Loopback(tmp_path_factory.mktemp("dask"))
    try:
        cluster.add_worker()
        cluster.add_worker()
        cluster.wait_for_workers(2)
        yield cluster
    finally:
        cluster.close()


@pytest.fixture
def fragile(tmp_path):
    """A scheduler without workers, for a test that kills."""
    (tmp_path / "dask").mkdir()
    cluster = Loopback(tmp_path / "dask")
    try:
        yield cluster
    finally:
        cluster.close()
