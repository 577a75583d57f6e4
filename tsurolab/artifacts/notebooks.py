"""Notebooks executed by programs: each in a Jupyter kernel of its own, several at once, and Ctrl-C ends them all.

What it is for: the machinery under `tsurolab.artifacts.reports.run_templates`. What it is not for: what notebooks
show, or pages. It loads Jupyter's programs, which takes a moment: import it where it is used.
"""

from __future__ import annotations

import asyncio
import atexit
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, DeadKernelError
from papermill.iorw import load_notebook_node
from papermill.parameterize import parameterize_notebook

from tsurolab.errors import OutputError, TsurolabError

Progress = Callable[[str], None]


class TemplateClient(NotebookClient):  # type: ignore[misc]
    """A notebook with its kernel. Made by `notebook_client`."""

    path: Path
    report: Progress
    stop: Callable[[], None]
    """What Ctrl-C does: it ends every notebook that is executed together with this one."""
    interrupted = False
    """Whether Ctrl-C ended it."""
    ended = False
    """Whether it was ended before its time: whatever it raises then says nothing."""

    async def async_start_new_kernel(self, **arguments: Any) -> None:
        """Start the kernel; nbclient has just set a handler of its own, which ends it and then waits for it."""
        self.take_interrupts()
        await super().async_start_new_kernel(**arguments)

    def take_interrupts(self) -> None:
        """Let Ctrl-C call `stop`. Only the main thread can have a handler, and not on every system."""
        with suppress(RuntimeError, ValueError, NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, self.stop)

    def process_message(self, message: Any, cell: Any, cell_index: int) -> Any:
        """Pass on what a cell prints."""
        if message["msg_type"] == "stream":
            for line in message["content"]["text"].splitlines():
                self.report(line)
        return super().process_message(message, cell, cell_index)

    def end(self) -> None:
        """Shut down a kernel that was interrupted."""
        if self.km is not None and self.km.has_kernel:
            self._cleanup_kernel()
        atexit.unregister(self._cleanup_kernel)


def notebook_client(
    path: Path, parameters: dict[str, Any], progress: Progress | None = None, *, seconds: int
) -> TemplateClient:
    """A notebook ready to be executed.

    Parameters: `parameters` replace those of the cell tagged ``parameters``; `progress` is called with the heading of
    each section, and with each line that a cell prints; a cell may take so many `seconds`.

    Raises OutputError for a notebook that cannot be read.
    """
    try:
        path.open("rb").close()
        notebook = load_notebook_node(str(path))
    except OSError as error:
        raise OutputError(f"cannot read {path}: {error.strerror or error}") from None
    notebook = parameterize_notebook(notebook, parameters, kernel_name="python3", language="python")
    sections = list(_sections(notebook))
    report = progress or (lambda _: None)
    told: set[str] = set()

    def started(cell: Any, cell_index: int) -> None:
        section = sections[cell_index]
        if cell.cell_type == "code" and section not in told:
            told.add(section)
            report(section)

    client = TemplateClient(
        notebook,
        timeout=seconds,
        kernel_name="python3",
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
        resources={"metadata": {"path": str(Path.cwd())}},
        on_cell_start=started,
    )
    client.path, client.report = path, report
    return client


async def execute_all(clients: Sequence[TemplateClient], at_once: int) -> None:
    """Execute notebooks, so many at once; each client's ``nb`` has the outputs then.

    Raises TsurolabError when a cell fails or a kernel dies, with the section of the cell; the other notebooks are ended
    first. After Ctrl-C nothing is raised, but clients are ``interrupted``.
    """
    turns = asyncio.Semaphore(at_once)

    async def execute(client: TemplateClient) -> None:
        async with turns:
            try:
                await client.async_execute()
            except CellExecutionError as error:
                where = _failed_section(client.nb)
                raise TsurolabError(f"{client.path.name} failed in {where!r}: {error.ename}: {error.evalue}") from None
            except DeadKernelError:
                raise TsurolabError(f"{client.path.name}: the process that ran it has died") from None
            client.take_interrupts()  # nbclient takes the handler away with each notebook that is done

    tasks = [asyncio.ensure_future(execute(client)) for client in clients]

    def stop(interrupted: bool = True) -> None:
        for client, task in zip(clients, tasks):
            if not task.done() and not client.ended:
                client.ended, client.interrupted, client.shutdown_kernel = True, interrupted, "immediate"
                task.cancel()

    for client in clients:
        client.stop = stop
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
        stop(interrupted=False)
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        with suppress(RuntimeError, ValueError, NotImplementedError):
            asyncio.get_running_loop().remove_signal_handler(signal.SIGINT)
    for client, end in zip(clients, ends):
        if isinstance(end, BaseException) and not client.ended:
            raise end


def _failed_section(notebook: Any) -> str:
    """The heading above the cell that raised an error."""
    for section, cell in zip(_sections(notebook), notebook.cells):
        if any(output.output_type == "error" for output in cell.get("outputs", ())):
            return section
    return "the notebook"


def _sections(notebook: Any) -> Iterator[str]:
    """The heading above each cell."""
    section = "start"
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            heading = re.search(r"^#+\s+(.*)$", cell.source, flags=re.M)
            section = heading[1] if heading else section
        yield section
