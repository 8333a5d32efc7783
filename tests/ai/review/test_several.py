import math

import numpy as np
import pytest

from ai.base import RangeAgent
from ai.review.classes import BEST, INACCURACY
from ai.review.decision import UNREAD
from ai.review.hands import HandReviewer
from ai.review.several import SEVERAL, can_judge, why_unread
from ai.review.verdict import HandReview
from engine.cards import parse_cards
from engine.game import get_game
from engine.hand import HandState
from engine.lines import parse_line
from engine.player import CALL, FOLD, PublicState, Strategy, raise_to
from engine.records.record import HandRecord

pytestmark = pytest.mark.slow

THREE = get_game("holdem-nolimit-3@100")
BOARD = "7d3cKh2sQs"
HOLES = ("AsAh", "KdQd", "9c8c")


def played(line):
    holes = tuple(parse_cards(hole) for hole in HOLES)
    deck = (*(card for hole in holes for card in hole), *parse_cards(BOARD))
    rest = tuple(card for card in THREE.deck if card not in deck)
    hand = HandState.deal(THREE, (*deck, *rest))
    for action in parse_line(THREE, line):
        hand.apply(action)
    return HandRecord.of(hand, 1, ("0", "1", "2"))


def spot(line, board=""):
    return PublicState(THREE, parse_line(THREE, line), parse_cards(board))


def test_the_flop_is_judged_only_with_two_players_left():
    many, two = spot("r300cc/", "7d3cKh"), spot("r300fc/", "7d3cKh")
    leduc = get_game("leduc-3")
    small = PublicState(leduc, parse_line(leduc, "ccc"), (leduc.deck[0],))
    judged = spot("r300cc"[:4]), spot("r300c"), two, spot("r300cc/cr900fc/", BOARD[:8]), small
    assert all(map(can_judge, judged)) and not can_judge(many)
    told = why_unread(UNREAD, many), why_unread(UNREAD, two), why_unread("", many)
    assert told == (SEVERAL, UNREAD, "")


class Stating(RangeAgent):
    name = "stating"

    def __init__(self):
        self.asked: list[PublicState] = []

    def strategy(self, spot, control=None):
        self.asked.append(spot)
        legal = spot.legal
        actions = ((FOLD,) if legal.fold else ()) + (CALL,)
        actions += (raise_to(legal.min_raise),) if legal.max_raise else ()
        shares = np.array([0.5, 0.49, 0.01] if legal.fold else [0.99, 0.01])[: len(actions)]
        rows = np.tile(shares / shares.sum(), (1326, 1))
        return Strategy(actions, rows, np.full(rows.shape, 9e9))


def test_stated_evs_do_not_count_and_crowded_flops_are_not_asked_about():
    record, judge = played("r300cc/cr900fc/cr1800f"), Stating()
    reviewer = HandReviewer(THREE, judge, None)
    found = reviewer.decisions(record, 0)
    assert [one.judged for one in found] == [can_judge(one.spot) for one in found]
    judged, crowded = ([one for one in found if one.judged is known] for known in (True, False))
    assert crowded and {one.unread for one in crowded} == {UNREAD}
    assert not {one.spot.actions for one in crowded} & {one.actions for one in judge.asked}
    assert judged and all(np.isnan(one.evs).all() and math.isnan(one.loss) for one in judged)
    review = reviewer.review(record, 0)
    kept = HandReview.from_json(review.to_json())
    assert [one.unread for one in kept.verdicts] == [one.unread for one in found]
    assert review.parts is None
    # A rare action is an inaccuracy of unknown cost.
    (rare,) = reviewer.decisions(played("r200ff"), 2)
    assert (rare.quality, rare.counted) == (INACCURACY, 0.0)
    assert reviewer.decisions(played("fcr300f"), 2)[0].quality == BEST
