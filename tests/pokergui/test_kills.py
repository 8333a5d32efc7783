"""Killed at any step, what is written is whole; all victims are killed in ``tests/nightly``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pokergui.steps import kill_at_steps


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "stride"), [("restore", 25), ("move", 20)])
def test_a_kill_at_any_step_loses_tears_and_leaves_nothing(
    kind: str, stride: int, tmp_path: Path
) -> None:
    assert kill_at_steps(kind, tmp_path, stride) > 5
