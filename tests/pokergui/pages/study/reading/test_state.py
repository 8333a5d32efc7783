"""The state of Study as one value; only what a new state needs is asked again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from ai.base import RangeAgent
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.lines import parse_line
from engine.player import CALL, FOLD, PublicState, Strategy, raise_to
from engine.policy import blocked
from engine.shown import parse_shown
from pokergui.links import StudyLink
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.reading.scenes.state import NONE, Rival, StudyState
from pokergui.ranges.place import Place
from tests.pokergui.pages.study.test_study import Studied, plant


def state_of(name: str) -> StudyState:
    game = get_game(name)
    return StudyState(StudyChoice(game, "call", Path()), Place.root(game))


def test_a_place_keeps_the_look_and_lets_go_of_a_side() -> None:
    state = replace(state_of("leduc"), side=0, pinned=2, both=True, measure="c")
    there = state.followed("c")
    assert there.place.actions == (CALL,) and (there.side, there.pinned) == (None, 2)
    assert (there.both, there.measure, there.visit) == (True, "c", state.visit)
    assert state.at(there.place, keep_side=True).side == 0


def test_cells_are_let_go_where_the_grid_has_others() -> None:
    state = replace(state_of("leduc"), pinned=2, hovered=1)
    there = state.followed("line:cc/")
    assert (there.pinned, there.hovered) == (NONE, NONE)


def test_a_key_may_pin_a_cell_and_leaves_the_sheet() -> None:
    state = replace(state_of("leduc"), sheet=True)
    assert (state.followed("pin:1:").pinned, state.followed("pin:1:").sheet) == (1, False)
    assert state.followed("pin:1:").place is state.place
    there = state.followed("pin:7:line:cc/")
    assert there.pinned == 7 and len(there.place.actions) == 2
    assert state.followed("pin:7:c").pinned == NONE  # three cells, numbered from 0
    with pytest.raises(PokerError):
        state.followed("pin:1:r999")


def test_a_link_pins_its_cards_and_begins_a_visit() -> None:
    state = state_of("leduc")
    game = state.place.game
    link = StudyLink(
        game, parse_line(game, "rc/"), parse_shown(game, "Kh"), parse_shown(game, "Qs")
    )
    there = state.entered(Place.at(game, link.actions, link.board), link)
    assert there.pinned == there.marked == 3 and there.visit == state.visit + 1
    assert there.entered(Place.root(game)).marked == NONE


def test_what_is_compared_ends_what_was_compared_before() -> None:
    rival = Rival(("a", "b"), lambda: None, str)
    state = replace(state_of("leduc"), both=True, listed=True)
    assert state.against(rival, "both").both is False
    assert state.against(rival).both is True and state.against(rival).listed is False
    assert state.against(rival, "second").against(None).which == "first"


def test_a_look_asks_no_engine_and_the_same_picture_is_shown_once(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[PublicState] = []

    class Counting(RangeAgent):
        name = "counting"

        def __init__(self, game: Game) -> None:
            self.game = game

        def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
            asked.append(spot)
            actions = (FOLD, CALL) if spot.legal.fold else (CALL, raise_to(spot.legal.max_raise))
            rows = np.full((1326, 2), 0.5)
            rows[blocked(spot.game, spot.board)] = 0.0
            return Strategy(actions, rows)

    plant(monkeypatch, Counting)
    studied = Studied(tmp_path, StudyChoice.of("holdem-limit", 100, "call", tmp_path))
    walk, filters = studied.presenter.walk, studied.presenter.filter
    before, shown, reading = len(asked), len(studied.scenes), walk.reading
    for intent, value in (
        *((walk.choose_view, "weight"), (walk.choose_heights, "full")),
        *((filters.choose_suit, 2), (filters.choose_action, "c")),
        *((walk.choose_side, "0"), (walk.choose_side, "1"), (walk.pin_cell, 3)),
        *((walk.hover_cell, 5), (studied.presenter.versus.choose_side, "both")),
    ):
        studied.do(intent, value)
    assert len(asked) == before and walk.reading is reading
    changed = len(studied.scenes) - shown
    assert changed == 7  # pointing and pinning are no other picture
    totals = studied.scene.totals
    for _ in range(2):
        studied.do(walk.choose_heights, "full")
        studied.do(filters.choose_action, "c")
    assert len(studied.scenes) - shown == changed
    studied.do(walk.choose_heights, "reach")
    assert studied.scene.totals is totals  # not touched, not made again
