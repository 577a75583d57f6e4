"""Ctrl-C while a report is made: one line, exit status 130, and nothing goes on running."""

import os
import signal
import subprocess
import sys
import time

import pytest

COMMAND = "import sys; from tsurolab.cli import main; sys.exit(main(sys.argv[1:]))"


@pytest.mark.skipif(os.name != "posix", reason="signals are sent the POSIX way")
def test_ctrl_c_in_a_running_notebook_is_one_line_and_no_traceback(tmp_path):
    arguments = ["report", "tsuro/classic", "--games", "5000000", "--workers", "1", "--out", str(tmp_path / "out")]
    process = subprocess.Popen(
        [sys.executable, "-c", COMMAND, *arguments], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stderr is not None
    lines = []
    for line in process.stderr:
        lines.append(line)
        if "deals" in line:  # the kernel plays now, very many deals
            break
    started = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, rest = process.communicate(timeout=60)
    assert process.returncode == 130, rest
    assert rest == "tsurolab: interrupted\n"
    assert time.monotonic() - started < 20
    assert not (tmp_path / "out" / "tsuro.html").exists()


@pytest.mark.skipif(os.name != "posix", reason="signals are sent the POSIX way")
@pytest.mark.parametrize("method", ["async_start_new_kernel", "async_start_new_kernel_client"])
def test_ctrl_c_while_the_kernel_starts(tmp_path, method):
    program = f"""
import os, signal, sys
from nbclient import NotebookClient
from tsurolab.cli import main
ours = NotebookClient.{method}
async def interrupted(self, **arguments):
    import asyncio
    task = asyncio.ensure_future(ours(self, **arguments))
    await asyncio.sleep(0.05)
    os.kill(os.getpid(), signal.SIGINT)
    return await task
NotebookClient.{method} = interrupted
sys.exit(main(sys.argv[1:]))
"""
    arguments = ["report", "tsuro/classic", "--games", "50", "--workers", "1", "--out", str(tmp_path / "out")]
    done = subprocess.run([sys.executable, "-c", program, *arguments], stderr=subprocess.PIPE, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (130, "tsurolab: interrupted\n")


@pytest.mark.skipif(os.name != "posix", reason="signals are sent the POSIX way")
def test_ctrl_c_ends_the_kernel(tmp_path):
    import threading

    import nbformat

    from tsurolab.artifacts.reports import run_template

    source = "import os, time\nprint(os.getpid(), flush=True)\ntime.sleep(60)"
    cell = nbformat.v4.new_code_cell(source, metadata={"tags": ["parameters"]})
    path = tmp_path / "slow.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    kernels: list[int] = []

    def heard(line):
        if line.isdigit():
            kernels.append(int(line))
            threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()

    with pytest.raises(KeyboardInterrupt):
        run_template(path, {}, heard)
    assert len(kernels) == 1
    with pytest.raises(ProcessLookupError):
        os.kill(kernels[0], 0)


@pytest.mark.skipif(os.name != "posix", reason="signals are sent the POSIX way")
def test_ctrl_c_ends_all_kernels_also_when_one_notebook_is_done(tmp_path):
    import threading

    import nbformat

    from tsurolab.artifacts.reports import Template, run_templates

    cells = [
        nbformat.v4.new_code_cell("seconds = 0", metadata={"tags": ["parameters"]}),
        nbformat.v4.new_code_cell(
            "import os, time\nprint('kernel', os.getpid(), flush=True)\ntime.sleep(seconds)\nprint('done')"
        ),
    ]
    path = tmp_path / "some.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    heard: list[str] = []

    def hear(line):
        heard.append(line)
        if sum(each.startswith("kernel") for each in heard) == 3 and "done" in heard:
            threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()

    with pytest.raises(KeyboardInterrupt):
        run_templates([Template(path, {"seconds": each}, hear) for each in (0, 60, 60)], at_once=2)
    kernels = [int(each.split()[1]) for each in heard if each.startswith("kernel")]
    assert len(kernels) == 3
    for each in kernels:
        with pytest.raises(ProcessLookupError):
            os.kill(each, 0)
