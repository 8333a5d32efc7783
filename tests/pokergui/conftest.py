"""Fixtures of the program's tests."""

from __future__ import annotations

import pytest

from tests.pokergui.cli_runner import Cli


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Cli:
    """The command line, run in this process."""
    return Cli(capsys)
