"""Fixtures of the program's tests."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from tests.pokergui.cli_runner import Cli


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Cli:
    """The command line, run in this process."""
    return Cli(capsys)


@pytest.fixture(autouse=True, scope="session")
def _collect_on_this_thread_only() -> Iterator[None]:
    """As in the program: a collection on a worker would destroy Qt objects there."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(autouse=True, scope="module")
def _collect_after_each_module() -> Iterator[None]:
    yield
    gc.collect()
