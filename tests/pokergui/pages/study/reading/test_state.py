"""The state of Study as one value; only what a new state needs is asked again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from ai.base import RangeAgent
from engine.errors import PokerError
from engine.game import get_game
from engine.player import CALL, FOLD, Strategy, raise_to
from engine.policy import blocked
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.reading.scenes.state import NONE, Rival, StudyState
from pokergui.ranges.place import Place
from tests.pokergui.pages.study.studied import Studied, link_of, plant

LEDUC = get_game("leduc")


def state(**parts):
    return replace(StudyState(StudyChoice(LEDUC, "call", Path()), Place.root(LEDUC)), **parts)


def test_a_place_keeps_the_look_and_lets_go_of_a_side_and_of_cells_it_has_not():
    before = state(side=0, pinned=2, hovered=1, both=True, measure="c")
    there = before.followed("c")
    assert there.place.actions == (CALL,) and (there.side, there.pinned) == (None, 2)
    assert (there.both, there.measure, there.visit) == (True, "c", before.visit)
    assert before.at(there.place, keep_side=True).side == 0
    other = before.followed("line:cc/")
    assert (other.pinned, other.hovered) == (NONE, NONE)


def test_a_key_may_pin_a_cell_and_leaves_the_sheet():
    sheet = state(sheet=True)
    there = sheet.followed("pin:1:")
    assert (there.pinned, there.sheet) == (1, False) and there.place is sheet.place
    there = sheet.followed("pin:7:line:cc/")
    assert there.pinned == 7 and len(there.place.actions) == 2
    assert sheet.followed("pin:7:c").pinned == NONE  # three cells, numbered from 0
    with pytest.raises(PokerError):
        sheet.followed("pin:1:r999")


def test_a_link_pins_its_cards_and_begins_a_visit():
    link, before = link_of("leduc", "rc/", "Kh", "Qs"), state()
    there = before.entered(Place.at(LEDUC, link.actions, link.board), link)
    assert there.pinned == there.marked == 3 and there.visit == before.visit + 1
    assert there.entered(Place.root(LEDUC)).marked == NONE


def test_what_is_compared_ends_what_was_compared_before():
    rival, before = Rival(("a", "b"), lambda: None, str), state(both=True, listed=True)
    assert before.against(rival, "both").both is False
    assert before.against(rival).both is True and before.against(rival).listed is False
    assert before.against(rival, "second").against(None).which == "first"


@pytest.mark.slow
def test_a_look_asks_no_engine_and_the_same_picture_is_shown_once(tmp_path, monkeypatch):
    asked = []

    class Counting(RangeAgent):
        name = "counting"

        def __init__(self, game):
            self.game = game

        def strategy(self, spot, control=None):
            asked.append(spot)
            actions = (FOLD, CALL) if spot.legal.fold else (CALL, raise_to(spot.legal.max_raise))
            rows = np.full((1326, 2), 0.5)
            rows[blocked(spot.game, spot.board)] = 0.0
            return Strategy(actions, rows)

    plant(monkeypatch, Counting)
    studied = Studied(tmp_path, "holdem-limit", "call")
    walk, filters = studied.walk, studied.presenter.filter
    shown, reading = len(studied.scenes), walk.reading
    for intent, value in (
        *((walk.choose_view, "weight"), (walk.choose_heights, "full")),
        *((filters.choose_suit, 2), (filters.choose_action, "c")),
        *((walk.choose_side, "0"), (walk.choose_side, "1"), (walk.pin_cell, 3)),
        *((walk.hover_cell, 5), (studied.presenter.versus.choose_side, "both")),
    ):
        studied.do(intent, value)
    assert len(asked) == 1 and walk.reading is reading
    assert len(studied.scenes) - shown == 7  # pointing and pinning are no other picture
    totals = studied.scene.totals
    for _ in range(2):
        studied.do(walk.choose_heights, "full")
        studied.do(filters.choose_action, "c")
    assert len(studied.scenes) - shown == 7
    studied.do(walk.choose_heights, "reach")
    assert studied.scene.totals is totals  # not touched, not made again
    studied.rows("c")
    assert len(asked) == 2  # one step on costs one answer
    studied.rows("at:0", "c")
    assert len(asked) == 2
