import sys

import pytest

from ai import registry
from ai.cfr.vector import layout_of
from ai.small_games import deals
from engine.errors import CancelledError
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.background.pace import Pace
from pokergui.window.loading import load, load_others


def test_engines_of_the_first_game_are_listed_before_the_window_asks():
    deals.deals_of.cache_clear()
    layout_of.cache_clear()
    load(JobControl(), "holdem-nolimit").store.close()
    assert layout_of.cache_info().currsize == 0  # hold'em waits for no small game
    load(JobControl(), "kuhn").store.close()
    listed = deals.deals_of.cache_info().misses
    registry.engines(get_game("kuhn"))
    assert deals.deals_of.cache_info().misses == listed > 0


def test_closing_the_window_waits_for_no_import(monkeypatch):
    name = "pokergui.pages.lab.scenes.matrix"
    monkeypatch.delitem(sys.modules, name, raising=False)
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        load_others(control, Pace())
    assert name not in sys.modules
