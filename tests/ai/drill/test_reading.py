"""The judge's range of a rival, and the overlap of a guess with it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from ai.drill.deals import Dealt
from ai.drill.reading import normalised, overlap, possible, posterior
from ai.reach import RangeReader
from ai.registry import build
from engine.combos import combo_cards
from engine.game import get_game
from engine.lines import spot_of
from engine.shown import parse_shown, shown_rank

pytestmark = pytest.mark.slow

LEDUC = get_game("leduc")


def test_the_posterior_is_by_bayes() -> None:
    """Deal by deal: the chance that the other, who raised and bet, holds each card."""
    reader = RangeReader(build("cfr", LEDUC))
    hole, board = parse_shown(LEDUC, "Qh"), parse_shown(LEDUC, "Kh")
    spot = spot_of(LEDUC, "crc/cr", board)
    found = posterior(Dealt(spot, hole), reader)
    assert found is not None
    cards = combo_cards(LEDUC.deck, 1)[:, 0].tolist()
    expected = {}
    for at, card in enumerate(cards):
        if card in (*hole, *board):
            continue
        chance, here = 1.0, spot_of(LEDUC, "")
        for action in spot.actions:
            here = here.on(board[: LEDUC.board_sizes[here.street]])
            if here.to_act != spot.to_act:
                answer = reader.answer(here)
                chance *= answer.probabilities[at, answer.actions.index(action)]
            here = here.after(action)
        expected[at] = chance
    total = sum(expected.values())
    for at in range(len(cards)):
        assert found[at] == pytest.approx(expected.get(at, 0.0) / total, abs=1e-12)


def test_an_engine_that_never_does_it_has_no_range() -> None:
    reader = RangeReader(build("call", LEDUC))
    dealt = Dealt(spot_of(LEDUC, "cr"), parse_shown(LEDUC, "Qh"))
    assert posterior(dealt, reader) is None


def test_overlap_is_one_less_the_variation_distance() -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        one, other = rng.dirichlet(np.ones(6)), rng.dirichlet(np.ones(6))
        assert overlap(one, other) == pytest.approx(1 - np.abs(one - other).sum() / 2)
        assert overlap(one, one) == pytest.approx(1.0)
    assert overlap(np.array([1.0, 0.0]), np.array([0.0, 1.0])) == 0.0


def test_what_cannot_be_held_does_not_count() -> None:
    can_be = possible(LEDUC, parse_shown(LEDUC, "Kh"), parse_shown(LEDUC, "Qh"))
    assert can_be.sum() == 4
    shares = normalised(np.ones(6), can_be)
    by_rank = {"J": Fraction(1, 2), "Q": Fraction(1, 4), "K": Fraction(1, 4)}
    cards = combo_cards(LEDUC.deck, 1)[:, 0].tolist()
    for rank, share in by_rank.items():
        held = [at for at, card in enumerate(cards) if shown_rank(LEDUC, card >> 2) == rank]
        assert shares[held].sum() == pytest.approx(float(share))
    assert not normalised(np.zeros(6), can_be).any()
