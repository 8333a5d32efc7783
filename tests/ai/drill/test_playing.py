"""Hands played on: the players' actions, their cards, and the boards."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import numpy as np
import pytest

from ai.drill.deals import Dealt
from ai.drill.playing import PlayedOn
from ai.reach import RangeReader, visible
from ai.registry import build
from engine.combos import combo_cards
from engine.game import get_game
from engine.lines import line_text, parse_line, spot_of
from engine.player import CALL, FOLD
from engine.shown import parse_shown

pytestmark = pytest.mark.slow

LEDUC = get_game("leduc")


@pytest.fixture
def reader() -> RangeReader:
    return RangeReader(build("cfr", LEDUC))


def test_the_rival_acts_as_the_engine_with_what_it_comes_with(reader: RangeReader) -> None:
    """The first player calls a raise and checks the board: how often the second bets then."""
    spot, hole = spot_of(LEDUC, "cr"), parse_shown(LEDUC, "Kh")
    after_call = parse_line(LEDUC, "crc/")
    weights = visible([reader.reach(spot)])[0][1]
    combos = combo_cards(LEDUC.deck, 1)[:, 0]
    expected = Counter[str]()
    own = np.flatnonzero(combos == hole[0])[0]
    for rival, board in permutations(range(6), 2):
        if own in (rival, board):
            continue
        here = spot.after(CALL).on((int(combos[board]),))
        assert here.actions == after_call
        answer = reader.answer(here.after(CALL))
        for action, share in zip(answer.actions, answer.probabilities[rival], strict=True):
            expected[action.kind.name] += weights[rival] * share
    total, rng = sum(expected.values()), np.random.default_rng(2)
    found = Counter[str]()
    for _ in range(3000):
        played = PlayedOn(Dealt(spot, hole), reader, rng)
        second = played.after(Dealt(spot, hole), CALL)
        assert second is not None
        third = played.after(second, CALL)
        found["RAISE" if third is not None else "CALL"] += 1
    bets = expected["RAISE"] / total
    assert found["RAISE"] / 3000 == pytest.approx(bets, abs=4 * np.sqrt(bets * (1 - bets) / 3000))


def test_nobody_changes_cards_and_boards_only_grow(reader: RangeReader) -> None:
    game = get_game("leduc-3")
    engine = RangeReader(build("random", game))
    rng, decisions = np.random.default_rng(3), 0
    for _ in range(60):
        now: Dealt | None = Dealt(spot_of(game, ""), (game.deck[0],))
        assert now is not None
        played = PlayedOn(now, engine, rng)
        while now is not None:
            after = played.after(now, CALL)
            if after is not None:
                decisions += 1
                assert after.hole == now.hole
                assert after.spot.to_act == now.spot.to_act
                assert after.spot.board[: len(now.spot.board)] == now.spot.board
                assert not {*after.hole} & {*after.spot.board}
                assert line_text(game, after.spot.actions).startswith(
                    line_text(game, now.spot.actions)
                )
            now = after
    assert decisions > 60


def test_a_hand_ends_with_a_fold(reader: RangeReader) -> None:
    first = Dealt(spot_of(LEDUC, "cr"), parse_shown(LEDUC, "Kh"))
    assert PlayedOn(first, reader, np.random.default_rng(1)).after(first, FOLD) is None
