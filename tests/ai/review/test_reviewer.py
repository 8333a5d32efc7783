from dataclasses import replace

import numpy as np
import pytest

from ai.base import RangeAgent
from ai.blueprint.agent import LEAST_SHARE
from ai.noise import Noise
from ai.reach import RangeReader
from ai.registry import build
from ai.review.classes import BEST, CORRECT, MISTAKES
from ai.review.decision import RARE, UNKNOWN, UNREAD, Reviewed
from ai.review.reviewer import Reviewer
from ai.review.totals import Tally
from ai.review.verdict import Verdict, decision_at
from ai.simple import CallAgent, RandomAgent
from engine.combos import NUM_HOLDEM_COMBOS, combo_cards
from engine.errors import CancelledError, EngineError, PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import line_spot, parse_line
from engine.match import Match, MatchChunk
from engine.player import CALL, FOLD, PublicState, Strategy, raise_to
from engine.shown import parse_shown
from tests.ai.opponent.known import Known
from tests.naive import responses

pytestmark = pytest.mark.slow

DEEP = get_game("holdem-nolimit@100")


def end_of(record):
    return PublicState(record.game, record.actions, record.board)


def hands_of(game, agents, hands, seed=1):
    chunks: list[MatchChunk] = []
    Match(game, list(agents), seed=seed).run(hands, JobControl(), chunks.append)
    names = "ABCDEF"[: game.num_players]
    return [chunk.record(hand, names) for chunk in chunks for hand in range(chunk.hands)]


def reviewed(game, judge, records, name=""):
    reviewer, tally, every = Reviewer(game, judge), Tally(), []
    for record in records:
        for seat, hole in enumerate(record.holes):
            if hole is not None and name in ("", record.players[seat]):
                found = reviewer.review(end_of(record), seat, hole)
                tally.add([Verdict.of(one, hole) for one in found])
                every += found
    return tally.totals, every


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_evs_are_those_of_plain_recursion(name):
    game = get_game(name)
    policy = responses.random_rank_policy(game, 5, zeros=0.2)
    reviewer, seen = Reviewer(game, Known(policy)), 0
    for record in hands_of(game, [RandomAgent(game)] * 2, 30):
        for seat, hole in enumerate(record.holes):
            assert hole is not None
            for one in reviewer.review(end_of(record), seat, hole):
                row = list(policy(one.spot, hole[0]).values())
                assert one.row.tolist() == pytest.approx(row, abs=1e-12)
                at = one.actions.index(one.action)
                assert one.frequency == pytest.approx(row[at], abs=1e-12)
                if np.isnan(one.evs).any():
                    continue  # the rival never comes here
                seen += 1
                evs = responses.action_values(one.spot, hole[0], policy, policy)
                assert one.evs.tolist() == pytest.approx(evs, abs=1e-9)
                kept = sum(share * ev for share, ev in zip(row, evs, strict=True))
                assert one.ev == pytest.approx(evs[at], abs=1e-9)
                assert one.skill == pytest.approx(evs[at] - kept, abs=1e-9)
                assert one.loss == pytest.approx(max(0.0, max(evs) - evs[at]), abs=1e-9)
    assert seen > 50


@pytest.mark.parametrize("name", ["kuhn", "leduc", "kuhn-3"])
def test_who_plays_as_the_judge_makes_no_mistake(name):
    game = get_game(name)
    judge = build("cfr", game)
    totals, _ = reviewed(game, judge, hands_of(game, [judge] * game.num_players, 300))
    assert totals.decisions > 300 and not totals.unjudged
    assert totals.error.mean <= totals.floor
    assert totals.accuracy > 0.99


@pytest.mark.parametrize("game", [get_game("leduc"), DEEP], ids=lambda game: game.name)
def test_nothing_that_loses_more_than_the_floor_is_best_or_correct(game):
    judge = build("cfr", game)
    records = hands_of(game, (RandomAgent(game), judge), 60)
    judged = [one for one in reviewed(game, judge, records)[1] if one.judged]
    seen = 0
    for one in judged:
        for place, action in enumerate(one.actions):  # whatever had been done there
            taken = np.eye(len(one.row))[place]
            other = replace(one, action=action, taken=taken)
            losing = other.loss > other.floor
            seen += losing
            assert (other.quality in MISTAKES) == (losing or np.isnan(other.loss)) or (
                np.isnan(other.loss) and other.quality in (BEST, CORRECT)
            )
            assert other.counted == (other.loss if losing else 0.0)
    assert seen > 50


def test_a_judge_that_often_takes_what_loses_by_its_own_evs_is_not_sound():
    spot, actions = PublicState(DEEP, (), ()), (FOLD, CALL)
    row, evs, taken = np.array([0.3, 0.7]), np.array([0.0, -9.0]), np.array([1.0, 0.0])
    told = Reviewed(spot, FOLD, actions, row, evs, taken, Noise(training=5.0))
    assert not told.sound
    assert replace(told, noise=Noise(training=9.0)).sound
    assert replace(told, row=np.array([0.81, 0.19])).sound  # not often
    assert not replace(told, row=np.array([0.79, 0.21])).sound
    unknown = replace(told, evs=np.array([0.0, np.nan]))
    assert unknown.sound and unknown.best == 0 and unknown.loss == 0.0


def test_what_the_answers_to_are_hardly_trained_has_no_ev_and_is_never_best():
    judge = build("cfr", DEEP)
    records = hands_of(DEEP, (judge, judge), 80)
    seen = 0
    for one in reviewed(DEEP, judge, records)[1]:
        if not one.judged or not np.isfinite(one.top):
            continue
        reach = RangeReader(judge).reach(one.spot).weights[one.spot.to_act]
        answer = judge.strategy(one.spot)
        shares = reach @ answer.probabilities / reach.sum()
        for place, action in enumerate(one.actions):
            after = one.spot.after(action)
            if shares[place] < LEAST_SHARE and not after.finished and action.raise_to:
                seen += 1
                assert np.isnan(one.evs[place]) and one.best != place
    assert seen > 20


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_what_each_hand_earns_is_its_ev_less_what_it_put_in(name):
    game, seen = get_game(name), 0
    reviewer = Reviewer(game, build("cfr", game))
    holes = combo_cards(game.deck, game.num_hole).tolist()
    for record in hands_of(game, [RandomAgent(game)] * 2, 12):
        end = end_of(record)
        for place, action in enumerate(record.actions):
            spot, _ = decision_at(record, place)
            earned = reviewer.earnings(spot, action)
            for combo, hole in enumerate(holes):
                if set(hole) & set(spot.board):
                    assert np.isnan(earned[combo])
                    continue
                every = reviewer.review(end, spot.to_act, tuple(hole))
                (one,) = (each for each in every if len(each.spot.actions) == place)
                if not np.isnan(one.ev):
                    seen += 1
                    assert earned[combo] == pytest.approx(one.ev - spot.spent(spot.to_act))
    assert seen > 40


class _Dreamer(CallAgent):
    def strategy(self, spot, control=None):
        answer = super().strategy(spot, control)
        return replace(answer, values=np.full(answer.probabilities.shape, 30_000.0))


def test_hands_that_would_lose_more_than_there_is_are_not_shown():
    board = tuple(parse_shown(DEEP, "7s4d7d"))
    spot = PublicState(DEEP, parse_line(DEEP, "r9000c/"), board)
    with pytest.raises(PokerError, match="does not give the value of each hand"):
        Reviewer(DEEP, CallAgent(DEEP)).earnings(PublicState(DEEP, (), ()), CALL)
    with pytest.raises(PokerError, match="as one with different stacks"):
        Reviewer(DEEP, _Dreamer(DEEP)).earnings(spot, CALL)
    # Where the call ends the betting its EV is known exactly, whatever the judge takes it for.
    ends = PublicState(DEEP, parse_line(DEEP, "cc/r8317r10000"), board)
    for judge in (build("cfr", DEEP), _Dreamer(DEEP)):
        earned = Reviewer(DEEP, judge).earnings(ends, CALL)
        assert np.nanmin(earned) >= -10_000
        assert np.nanmax(earned) <= 10_000


def test_a_weak_player_is_found_out():
    judge = build("cfr", DEEP)
    totals, every = reviewed(DEEP, judge, hands_of(DEEP, (CallAgent(DEEP), judge), 150), "A")
    assert totals.error.mean - totals.error.half_width > 0.0
    assert totals.accuracy < 0.97 and totals.score < 90
    mistakes = [one for one in every if one.judged and one.quality in MISTAKES]
    assert mistakes and all(one.loss > one.floor for one in mistakes if one.counted)


def test_an_odd_size_counts_as_the_sizes_around_it():
    judge = build("cfr", DEEP)
    end = line_spot(DEEP, "r317f")
    (one,) = Reviewer(DEEP, judge).review(end, 1, tuple(parse_shown(DEEP, "AsAh")))
    assert raise_to(317) not in one.actions and one.judged
    shares = dict(judge.taken_for(one.spot, raise_to(317), judge.strategy(one.spot)))
    assert one.taken.sum() == pytest.approx(1.0) and len(shares) == 2
    evs = dict(zip(one.actions, one.evs.tolist(), strict=True))
    assert one.ev == pytest.approx(sum(share * evs[action] for action, share in shares.items()))
    shown = dict(zip(one.actions, one.row.tolist(), strict=True))
    expected = sum(share * shown[action] for action, share in shares.items())
    assert one.frequency == pytest.approx(expected)


class _Told(RangeAgent):
    name = "told"

    def __init__(self, **more):
        self.more = more

    def strategy(self, spot, control=None):
        if self.more.get("fails"):
            raise EngineError("no")
        if control is not None:
            control.check()
        rows = np.zeros((NUM_HOLDEM_COMBOS, 2))
        rows[:, 1] = 1.0
        rare = self.more.get("rare")
        known = None if rare is None else np.full(NUM_HOLDEM_COMBOS, bool(rare))
        return Strategy((FOLD, CALL), rows, rare=known)


def test_what_a_judge_does_not_know_is_not_judged():
    end, hole = line_spot(DEEP, "r300f"), tuple(parse_shown(DEEP, "7c2d"))
    for more, reason in (({"rare": True}, RARE), ({"fails": True}, UNREAD), ({}, UNKNOWN)):
        (one,) = Reviewer(DEEP, _Told(**more)).review(end, 1, hole)
        assert one.unread == reason and not one.judged
    blind = _Told()
    blind.has_ranges = False
    with pytest.raises(EngineError, match="no answer for a whole range"):
        Reviewer(DEEP, blind)
    (folded,) = Reviewer(DEEP, _Told()).review(end, 0, hole)
    assert folded.judged and np.isnan(folded.loss) and folded.quality in MISTAKES
    assert folded.counted == 0.0 and folded.frequency == 0.0
    stopped = JobControl()
    stopped.cancel()
    with pytest.raises(CancelledError):
        Reviewer(DEEP, _Told()).review(end, 0, hole, stopped)
