"""What is prepared before the first hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai import registry
from ai.cfr import deals
from ai.cfr.vector import layout_of
from engine.game import built_in_games
from engine.jobs import JobControl
from pokergui.window.loading import load


def test_the_list_of_engines_is_ready_before_the_window_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    deals.deals_of.cache_clear()
    layout_of.cache_clear()
    load(JobControl()).store.close()
    listed = deals.deals_of.cache_info().misses
    for game in built_in_games():
        registry.engines(game)
    assert deals.deals_of.cache_info().misses == listed + _too_large()


def _too_large() -> int:
    """Games whose deals are too many to list: that is said anew each time, and at once."""
    before = deals.deals_of.cache_info().misses
    for game in built_in_games():
        registry.engines(game)
    return deals.deals_of.cache_info().misses - before
