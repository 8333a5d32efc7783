"""Preparations before the first hand."""

from __future__ import annotations

import sys

import pytest

from ai import registry
from ai.cfr import deals
from ai.cfr.vector import layout_of
from engine.errors import CancelledError
from engine.game import built_in_games, get_game
from engine.jobs import JobControl
from pokergui.background.pace import Pace
from pokergui.window.loading import load, load_others


@pytest.fixture(autouse=True)
def _nothing_listed(tmp_path, monkeypatch):
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    deals.deals_of.cache_clear()
    layout_of.cache_clear()


def test_engines_of_the_first_game_are_listed_before_the_window_asks():
    load(JobControl(), "kuhn").store.close()
    listed = deals.deals_of.cache_info().misses
    registry.engines(get_game("kuhn"))
    assert deals.deals_of.cache_info().misses == listed > 0


def test_hold_em_waits_for_no_small_game():
    load(JobControl(), "holdem-nolimit").store.close()
    assert layout_of.cache_info().currsize == 0


def test_engines_of_all_games_are_listed_before_their_pages_ask():
    pace = Pace()
    pace.hurry()
    load_others(JobControl(), pace)
    listed = deals.deals_of.cache_info().misses
    for game in built_in_games():
        registry.engines(game)
    assert deals.deals_of.cache_info().misses == listed + _too_large()


def test_who_closes_the_window_waits_for_no_import(monkeypatch):
    name = "pokergui.pages.lab.scenes.matrix"
    monkeypatch.delitem(sys.modules, name, raising=False)
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        load_others(control, Pace())
    assert name not in sys.modules


def _too_large() -> int:
    """Games with too many deals to list: refused each time, and at once."""
    before = deals.deals_of.cache_info().misses
    for game in built_in_games():
        registry.engines(game)
    return deals.deals_of.cache_info().misses - before
