"""Runs commands of the command line in the tests' own process."""

from __future__ import annotations

import json
import signal
from typing import Any

import pytest

from engine.jobs import JobControl
from pokergui.cli import main


class Cli:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def run(self, *args: str) -> tuple[int, str, str]:
        """Exit status, stdout, stderr."""
        with pytest.raises(SystemExit) as leaving:
            main(args)
        out, err = self._capsys.readouterr()
        code = leaving.value.code
        return code if isinstance(code, int) else 0, out, err

    def json(self, *args: str) -> Any:
        """The one object that a command prints."""
        status, out, err = self.run(*args, "--json")
        assert (status, err) == (0, "")
        assert out.count("\n") == 1
        return json.loads(out)

    def refused(self, *args: str) -> str:
        """The one line about a mistake."""
        status, out, err = self.run(*args)
        assert (status, out) == (2, "")
        assert err.startswith("pokergui: ")
        assert err.count("\n") == 1
        return err


def interrupt_once_it_goes_on(patch: pytest.MonkeyPatch, number: int = signal.SIGINT) -> None:
    """Press Ctrl-C once, when a command first reports progress: no rehearsal of two deals."""
    progress, pressed = JobControl.progress, []

    def told(control: JobControl, fraction: float, text: str = "") -> None:
        progress(control, fraction, text)
        if fraction < 0.4 and control._listener is not None and not pressed:
            pressed.append(fraction)
            signal.raise_signal(number)

    patch.setattr(JobControl, "progress", told)
