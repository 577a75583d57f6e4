"""How the program ends when a signal comes in the middle of somebody else's code."""

import signal

import pytest

from tsurolab.cli import main

PERFT = ["perft", "tsuro/classic", "--players", "2", "--depth", "1"]


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_an_interrupt_that_a_library_turns_into_its_own_error(name, monkeypatch, capsys):
    number = getattr(signal, name, None)
    if number is None:
        pytest.skip(f"there is no {name} here")

    def compile_for_long(*_):
        try:
            signal.raise_signal(number)
        except KeyboardInterrupt:
            raise RuntimeError("no compiled object yet") from None

    before = signal.getsignal(number)
    monkeypatch.setattr("tsurolab.games.perft.perft", compile_for_long)
    assert main(PERFT) == 128 + number
    assert capsys.readouterr().err == "tsurolab: interrupted\n"
    assert signal.getsignal(number) is before


def test_an_error_without_a_signal_is_not_hidden(monkeypatch):
    def fail(*_):
        raise RuntimeError("a fault of the program")

    monkeypatch.setattr("tsurolab.games.perft.perft", fail)
    with pytest.raises(RuntimeError, match="a fault of the program"):
        main(PERFT)
