from dataclasses import replace

import numpy as np
import pytest

from ai.agents.base import RangeAgent
from ai.review.classes import MISTAKES
from ai.review.decision import NOT_SOLVED, PREFLOP, RARE, UNREAD
from ai.review.judges import SOLVER, build_judge, reviewer_of, solves_hands
from ai.review.solved import FLOOR, SolvedHandReviewer, judged
from ai.review.verdict import HandReview, Verdict
from ai.solver import whole_hand
from ai.solver.whole_hand import WholeHand
from engine.cards import parse_cards
from engine.combos import combo_index
from engine.errors import EngineError, PokerError
from engine.game import get_game
from engine.lines import parse_line
from engine.player import CALL, FOLD, PublicState, Strategy, raise_to
from engine.records.record import HandRecord
from tests.ai.solver.test_whole_hand import BOARD, GAME, IP, OOP

pytestmark = pytest.mark.slow

HOLES = parse_cards("AhKh"), parse_cards("AdQd")


class Ranges(RangeAgent):
    """Raises to 300 with one range, calls with the other, and then checks and calls."""

    name = "ranges"

    def strategy(self, spot, control=None):
        if spot.street:
            return Strategy((CALL,), np.ones((len(IP), 1)))
        mine = IP if spot.to_act else OOP
        action = raise_to(300) if spot.to_act else CALL
        return Strategy((FOLD, action), np.stack((1.0 - mine, mine), 1))


def record_of(line, holes=HOLES, game=GAME):
    actions = parse_line(game, line)
    board = BOARD[: game.board_sizes[min(line.count("/"), 3)]]
    payoffs = (0,) * game.num_players
    return HandRecord(game, 1, tuple("AB"), holes, board, actions, payoffs)


@pytest.fixture(scope="module")
def reviewer():
    return SolvedHandReviewer(GAME, Ranges(), None, target=1.0)


@pytest.fixture(scope="module")
def streets():
    record = record_of("r300c/cr500c/r700c/cc")
    end = PublicState(GAME, record.actions, record.board)
    return record, tuple(WholeHand(end, HOLES).solve((OOP, IP), 1.0))


@pytest.mark.ci
def test_losses_are_differences_of_evs_above_the_distance(reviewer, streets):
    record, solved = streets
    counts = []
    for seat, hole in enumerate(HOLES):
        found = reviewer.decisions(record, seat)
        counts.append([one.unread for one in found])
        for one in found:
            if one.unread == PREFLOP:
                assert not one.spot.street and not one.actions
                continue
            street = next(each for each in solved if len(one.spot.actions) in each.street.places)
            at = len(one.spot.actions) - street.street.first
            view, combo = street.views[at], combo_index(hole)
            evs = view.action_ev[combo]
            taken = view.actions.index(street.street.line[at])
            assert one.loss == pytest.approx(evs.max() - evs[taken], abs=1e-9)
            assert one.frequency == view.strategy[combo, taken]
            assert one.floor >= FLOOR * street.exploitability > 0.0
            assert (one.quality in MISTAKES) == (not one.unread and one.loss > one.floor)
            assert one.spot.board == BOARD[: len(one.spot.board)]
            assert one.action == record.actions[len(one.spot.actions)]
    assert [one[0] for one in counts] == [PREFLOP, PREFLOP]
    review = reviewer.review(record, 0)
    assert HandReview.from_json(review.to_json()) == review


@pytest.mark.ci
def test_a_bet_of_more_than_the_other_has_is_the_all_in_of_the_spot():
    game = GAME.with_stacks((900, 700))
    record = record_of("r300c/r900f", game=game)
    reviewer = SolvedHandReviewer(game, Ranges(), None, target=3.0)
    (_, one) = reviewer.decisions(record, 0)
    assert one.action == raise_to(600) and one.action in one.actions
    assert one.taken.sum() == one.taken[one.actions.index(one.action)] == 1.0
    assert Verdict.of(one, HOLES[0]).options


def test_no_verdict_within_the_distance_or_on_a_line_that_hardly_comes(streets):
    record, (flop, *_) = streets
    spot = WholeHand(PublicState(GAME, record.actions, BOARD)).decision(2)
    sure = judged(spot, CALL, HOLES[0], flop)
    far = replace(flop, exploitability=sure.loss + 1.0)
    assert judged(spot, CALL, HOLES[0], far).quality not in MISTAKES
    rare = replace(flop, street=replace(flop.street, rare=True))
    assert judged(spot, CALL, HOLES[0], rare).unread == RARE
    # A hand that neither range has.
    assert judged(spot, CALL, parse_cards("3c2c"), flop).unread == RARE


def test_hands_that_are_not_solved(reviewer, monkeypatch):
    folded = record_of("r300f")
    assert [one.unread for one in reviewer.decisions(folded, 1)] == [PREFLOP]
    with pytest.raises(PokerError, match="not known"):
        reviewer.decisions(record_of("r300c/cc/cc/cc", (None, HOLES[1])), 0)
    monkeypatch.setattr(whole_hand, "free_bytes", lambda: 1000)
    short = record_of("r300c/cr500f")
    assert [one.unread for one in reviewer.decisions(short, 1)] == [PREFLOP, UNREAD]
    with pytest.raises(EngineError, match="not solved"):
        reviewer.earnings(short, 3)
    limit = get_game("holdem-limit")
    fixed = SolvedHandReviewer(limit, Ranges(), None)
    record = record_of("rc/rc/cc/cc", game=limit)
    assert [one.unread for one in fixed.decisions(record, 1)] == [PREFLOP, *[NOT_SOLVED] * 3]


@pytest.mark.ci
def test_earnings_are_those_of_the_solution(reviewer, streets):
    record, (flop, *_) = streets
    earned = reviewer.earnings(record, 3)
    view = flop.views[1]
    column = view.action_ev[:, view.actions.index(flop.street.line[1])]
    combo = combo_index(HOLES[1])
    # 300 were put in before the flop.
    assert earned[combo] == pytest.approx(column[combo] - 300)
    assert np.isnan(earned[combo_index(BOARD[:2])])


def test_the_hand_solved_last_is_not_solved_again(reviewer, monkeypatch):
    record = record_of("r300c/cr500c/r700c/cc")
    first = reviewer.decisions(record, 0)
    asked = []
    monkeypatch.setattr(WholeHand, "solve", lambda *rest: asked.append(rest) or iter(()))
    again = SolvedHandReviewer(GAME, Ranges(), None, target=1.0)
    same = record_of("r300c/cr500c/r700c/cc")
    for one, other in zip(again.decisions(same, 0), first, strict=True):
        assert one.evs.tolist() == other.evs.tolist()
    assert again.earnings(same, 3).any() and asked == []
    again.decisions(record_of("r300c/cr500c/r800c/cc"), 0)
    SolvedHandReviewer(GAME, Ranges(), None, target=2.0).decisions(same, 0)
    assert len(asked) == 2


def test_the_judge_is_built_for_games_with_ranges():
    assert solves_hands(get_game("holdem-nolimit"))
    assert not any(map(solves_hands, map(get_game, ("holdem-limit", "leduc", "holdem-nolimit-6"))))
    with pytest.raises(EngineError, match="not solved from the flop on"):
        build_judge(SOLVER, get_game("leduc"))
    ranges = build_judge(SOLVER, GAME)
    assert ranges.has_ranges
    assert isinstance(reviewer_of(SOLVER, GAME, ranges, None), SolvedHandReviewer)
