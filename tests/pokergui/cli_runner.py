"""Runs commands of the command line in the test process."""

import csv
import json
import shlex
import signal
from pathlib import Path
from typing import Any

import pytest

from engine.jobs import JobControl
from pokergui.cli import main
from pokergui.commands import common


def _no_number(text: str) -> float:
    raise AssertionError(f"JSON has no {text}")


class Cli:
    """Runs commands in this process.

    The first argument of each method is split into words, as a shell does; the others are words.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def run(self, *args: str) -> tuple[int, str, str]:
        words = [*shlex.split(args[0]), *args[1:]] if args else []
        with pytest.raises(SystemExit) as leaving:
            main(words)
        out, err = self._capsys.readouterr()
        code = leaving.value.code
        return code if isinstance(code, int) else 0, out, err

    def text(self, *args: str) -> str:
        status, out, err = self.run(*args)
        assert status == 0, err
        return out

    def json(self, *args: str, status: int = 0, err: str | None = "") -> Any:
        """The single object a command prints; ``err`` is the expected stderr, None for any."""
        code, out, told = self.run(*args, "--json")
        assert code == status, told
        assert err is None or told == err
        assert out.count("\n") == 1
        return json.loads(out, parse_constant=_no_number)

    def refused(self, *args: str) -> str:
        status, out, err = self.run(*args)
        assert (status, out) == (2, "")
        assert err.startswith("pokergui: ")
        assert err.count("\n") == 1
        return err


def csv_rows(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(file.read_text("utf-8").splitlines()))


def interrupt_once_it_goes_on(patch: pytest.MonkeyPatch, number: int = signal.SIGINT) -> None:
    """Press Ctrl-C once, when a command first reports progress of its own work."""
    pressed: list[float] = []

    class Watched(JobControl):
        def progress(self, fraction: float, text: str = "") -> None:
            super().progress(fraction, text)
            if fraction < 0.4 and not pressed:
                pressed.append(fraction)
                signal.raise_signal(number)

    patch.setattr(common, "JobControl", Watched)
