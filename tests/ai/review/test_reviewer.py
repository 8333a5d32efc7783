import math
from dataclasses import replace
from functools import cache
from itertools import permutations

import numpy as np
import pytest

from ai.agents.base import RangeAgent
from ai.agents.baselines import CallAgent, RandomAgent
from ai.files.quantised import LEAST_SHARE
from ai.reading.capabilities import Capabilities
from ai.reading.line import Decision
from ai.reading.noise import OTHERS, Noise, measured_noise
from ai.reading.reach import RangeReader
from ai.resolving.agent import ResolveAgent
from ai.review.classes import BEST, BLUNDER, INACCURACY, MISTAKES
from ai.review.decision import RARE, UNKNOWN, UNREAD, Reviewed
from ai.review.hands import HandReviewer
from ai.review.judges import build_judge, usual_judge, usual_name
from ai.review.ledger import LuckLedger
from ai.review.multiway import SEVERAL, can_judge, why_unread
from ai.review.reviewer import Reviewer
from ai.review.totals import DecisionTally
from ai.review.verdict import HandReview, Verdict, decision_at
from engine.card_display import parse_shown
from engine.cards import parse_cards
from engine.combos import NUM_HOLDEM_COMBOS
from engine.errors import CancelledError, EngineError, GameError, PokerError
from engine.game import get_game
from engine.hand import HandState
from engine.lines import line_spot, parse_line
from engine.match import Match
from engine.player import CALL, FOLD, PublicState, Strategy, raise_to
from engine.records.record import HandRecord
from scripts import review_noise
from tests.ai.cfr.games import solved
from tests.ai.opponent.known import Known
from tests.controls import cancelled
from tests.engine import matches
from tests.naive import responses
from tests.naive.small_games import missing

pytestmark = pytest.mark.slow

DEEP = get_game("holdem-nolimit@100")


def hands_of(game, agents, hands):
    chunk = matches.played(Match(game, list(agents), 1), hands)
    return [chunk.record(hand, "ABCDEF"[: game.num_players]) for hand in range(hands)]


def end_of(record):
    return PublicState(record.game, record.actions, record.board)


def reviewed(game, judge, records):
    """All players' decisions and their figures."""
    reviewer, tally, every = Reviewer(game, judge), DecisionTally(), []
    for record in records:
        for seat, hole in enumerate(record.holes):
            if hole is not None:
                found = reviewer.review(end_of(record), seat, hole)
                tally.add([Verdict.of(one, hole) for one in found])
                every += found
    return tally.totals, every


@pytest.mark.ci
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_evs_match_plain_recursion(name):
    game, seen = get_game(name), 0
    policy = responses.random_rank_policy(game, 5, zeros=0.2)
    reviewer = Reviewer(game, Known(policy))
    for record in hands_of(game, [RandomAgent(game)] * 2, 30):
        for seat, hole in enumerate(record.holes):
            for one in reviewer.review(end_of(record), seat, hole):
                row, at = list(policy(one.spot, hole[0]).values()), one.actions.index(one.action)
                assert one.row.tolist() == pytest.approx(row, abs=1e-12)
                assert one.frequency == pytest.approx(row[at], abs=1e-12)
                if np.isnan(one.evs).any():
                    continue  # the rival never reaches this decision
                seen += 1
                evs = responses.action_values(one.spot, hole[0], policy, policy)
                assert one.evs.tolist() == pytest.approx(evs, abs=1e-9)
                kept = sum(share * ev for share, ev in zip(row, evs, strict=True))
                assert one.ev == pytest.approx(evs[at], abs=1e-9)
                assert one.skill == pytest.approx(evs[at] - kept, abs=1e-9)
                assert one.loss == pytest.approx(max(0.0, max(evs) - evs[at]), abs=1e-9)
    assert seen > 50


@pytest.mark.parametrize("name", ["kuhn", "leduc", "kuhn-3"])
def test_playing_the_judges_strategy_is_never_a_mistake(name):
    game = get_game(name)
    judge = solved(game)
    totals, _ = reviewed(game, judge, hands_of(game, [judge] * game.num_players, 300))
    assert totals.decisions > 300 and not totals.unjudged
    assert totals.error.mean <= totals.floor
    assert totals.accuracy > 0.99


@pytest.mark.ci
@pytest.mark.parametrize("game", [get_game("leduc"), DEEP], ids=lambda game: game.name)
def test_actions_losing_more_than_the_floor_are_mistakes(game):
    judge, seen = solved(game), 0
    records = hands_of(game, (RandomAgent(game), judge), 60)
    for one in reviewed(game, judge, records)[1]:
        for place, action in enumerate(one.actions if one.judged else ()):  # whatever was played
            other = replace(one, action=action, taken=np.eye(len(one.row))[place])
            losing = other.loss > other.floor
            seen += losing
            assert np.isnan(other.loss) or (other.quality in MISTAKES) == losing
            assert other.counted == (other.loss if losing else 0.0)
    assert seen > 50


def test_judge_that_often_plays_losing_actions_is_unsound():
    spot, actions = PublicState(DEEP, (), ()), (FOLD, CALL)
    row, evs, taken = np.array([0.3, 0.7]), np.array([0.0, -9.0]), np.array([1.0, 0.0])
    told = Reviewed(spot, FOLD, actions, row, evs, taken, Noise(training=5.0))
    assert not told.sound
    assert replace(told, noise=Noise(training=9.0)).sound
    assert replace(told, row=np.array([0.81, 0.19])).sound  # not often
    assert not replace(told, row=np.array([0.79, 0.21])).sound
    unknown = replace(told, evs=np.array([0.0, np.nan]))
    assert unknown.sound and unknown.best == 0 and unknown.loss == 0.0


@pytest.mark.ci
def test_actions_with_undertrained_replies_have_no_ev_and_are_never_best():
    judge, seen = solved(DEEP), 0
    for one in reviewed(DEEP, judge, hands_of(DEEP, (judge, judge), 80))[1]:
        if not one.judged or not np.isfinite(one.top):
            continue
        reach = RangeReader(judge).reach(one.spot).weights[one.spot.to_act]
        shares = reach @ judge.strategy(one.spot).probabilities / reach.sum()
        for place, action in enumerate(one.actions):
            ends = one.spot.after(action).finished
            if shares[place] < LEAST_SHARE and action.raise_to and not ends:
                seen += 1
                assert np.isnan(one.evs[place]) and one.best != place
    assert seen > 20


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_net_ev_of_each_hand_is_its_ev_less_its_chips_in(name):
    game, seen = get_game(name), 0
    reviewer = Reviewer(game, solved(game))
    for record in hands_of(game, [RandomAgent(game)] * 2, 12):
        for place, action in enumerate(record.actions):
            spot, _ = decision_at(record, place)
            for card, earned in zip(game.deck, reviewer.earnings(spot, action), strict=True):
                if card in spot.board:
                    assert np.isnan(earned)
                    continue
                every = reviewer.review(end_of(record), spot.to_act, (card,))
                (one,) = (each for each in every if len(each.spot.actions) == place)
                if not np.isnan(one.ev):
                    seen += 1
                    assert earned == pytest.approx(one.ev - spot.spent(spot.to_act))
    assert seen > 40


class _Dreamer(CallAgent):
    def strategy(self, spot, control=None):
        answer = super().strategy(spot, control)
        return replace(answer, values=np.full(answer.probabilities.shape, 30_000.0))


def test_impossible_losses_are_rejected():
    board, start = tuple(parse_shown(DEEP, "7s4d7d")), PublicState(DEEP, (), ())
    spot = PublicState(DEEP, parse_line(DEEP, "r9000c/"), board)
    for judge, place, words in (
        (CallAgent(DEEP), start, "does not give the value of each hand"),
        (_Dreamer(DEEP), spot, "as one with different stacks"),
    ):
        with pytest.raises(PokerError, match=words):
            Reviewer(DEEP, judge).earnings(place, CALL)
    # Where the call closes the betting its EV is exact, whatever the judge states.
    ends = PublicState(DEEP, parse_line(DEEP, "cc/r8317r10000"), board)
    for judge in (solved(DEEP), _Dreamer(DEEP)):
        assert np.nanmax(np.abs(Reviewer(DEEP, judge).earnings(ends, CALL))) <= 10_000


def test_off_menu_size_is_translated_to_adjacent_sizes():
    judge, end = solved(DEEP), line_spot(DEEP, "r317f")
    (one,) = Reviewer(DEEP, judge).review(end, 1, tuple(parse_shown(DEEP, "AsAh")))
    assert raise_to(317) not in one.actions and one.judged
    shares = dict(judge.taken_for(one.spot, raise_to(317), judge.strategy(one.spot)))
    assert one.taken.sum() == pytest.approx(1.0) and len(shares) == 2
    for found, numbers in ((one.ev, one.evs), (one.frequency, one.row)):
        shown = dict(zip(one.actions, numbers.tolist(), strict=True))
        assert found == pytest.approx(sum(shares[action] * shown[action] for action in shares))


class _Told(RangeAgent):
    """An engine that calls with every hand and states the given values."""

    name = "told"

    def __init__(self, rare=None, fails=False):
        self.rare, self.fails = rare, fails

    def strategy(self, spot, control=None):
        if self.fails:
            raise EngineError("no")
        if control is not None:
            control.check()
        rows = np.tile([0.0, 1.0], (NUM_HOLDEM_COMBOS, 1))
        rare = None if self.rare is None else np.full(NUM_HOLDEM_COMBOS, self.rare)
        return Strategy((FOLD, CALL), rows, rare=rare)


def test_decisions_unknown_to_the_judge_are_not_judged():
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
    with pytest.raises(CancelledError):
        Reviewer(DEEP, _Told()).review(end, 0, hole, cancelled())


@pytest.mark.ci
def test_luck_parts_are_differences_of_exact_values():
    game = get_game("leduc")
    policy = Known(responses.random_rank_policy(game, 3))
    ledger, reviewer = LuckLedger(game, policy, policy), Reviewer(game, policy)
    start = PublicState(game, (), ())

    def value(spot, pair):
        return responses.whole_value(spot, 0, *pair, policy.policy, policy.policy)

    seats = np.mean([value(start, pair) for pair in permutations(game.deck, 2)])
    for record in hands_of(game, (policy, policy), 25):
        cards, end = tuple(int(hole[0]) for hole in record.holes), end_of(record)
        decisions = reviewer.review(end, 0, record.holes[0])
        parts = ledger.parts(end, 0, record.holes, record.payoffs[0], decisions)
        here, board, rival = start, 0.0, 0.0
        now = dealt = value(here, cards)
        for action in record.actions:
            if missing(here):
                here, before = here.on(record.board), now
                now = value(here, cards)
                board += now - before
            acts, here, before = here.to_act, here.after(action), now
            now = value(here, cards)
            rival += (now - before) * (acts == 1)
        found = parts.seat, parts.cards, parts.board, parts.rival
        assert found == pytest.approx((seats, dealt - seats, board, rival), abs=1e-9)
        skill = np.nansum([Verdict.of(one, record.holes[0]).skill_mbb for one in decisions])
        assert parts.skill == pytest.approx(skill * game.big_blind / 1000, abs=1e-9)
        assert parts.result == pytest.approx(record.payoffs[0], abs=1e-9)


def test_luck_needs_a_known_rival_and_its_parts_need_two_players():
    game, three = get_game("kuhn"), get_game("kuhn-3")
    judge = solved(game)
    reviewer = HandReviewer(game, judge, None)
    assert not LuckLedger(game, judge, None).knows_rival
    records = hands_of(game, (judge, judge), 20)
    for record in records:
        review = reviewer.review(record, 0)
        assert not review.knows_rival and review.parts.rival == 0.0
    with pytest.raises(CancelledError):
        HandReviewer(game, judge, judge).review(records[0], 0, cancelled())
    judge = solved(three)
    with pytest.raises(GameError, match="not split into parts"):
        LuckLedger(three, judge, None)
    (record,) = hands_of(three, [judge] * 3, 1)
    assert HandReviewer(three, judge, None).review(record, 0).parts is None


THREE = get_game("holdem-nolimit-3@100")
SHOWN = "7d3cKh2sQs"


def played(line):
    holes = tuple(parse_cards(hole) for hole in ("AsAh", "KdQd", "9c8c"))
    deck = (*(card for hole in holes for card in hole), *parse_cards(SHOWN))
    rest = tuple(card for card in THREE.deck if card not in deck)
    hand = HandState.deal(THREE, (*deck, *rest))
    for action in parse_line(THREE, line):
        hand.apply(action)
    return HandRecord.of(hand, 1, ("0", "1", "2"))


def three(line, board=""):
    return PublicState(THREE, parse_line(THREE, line), parse_cards(board))


def test_the_flop_is_judged_only_with_two_players_left():
    many, two = three("r300cc/", "7d3cKh"), three("r300fc/", "7d3cKh")
    leduc = get_game("leduc-3")
    small = PublicState(leduc, parse_line(leduc, "ccc"), (leduc.deck[0],))
    judged = three("r300"), three("r300c"), two, three("r300cc/cr900fc/", SHOWN[:8]), small
    assert all(map(can_judge, judged)) and not can_judge(many)
    told = why_unread(UNREAD, many), why_unread(UNREAD, two), why_unread("", many)
    assert told == (SEVERAL, UNREAD, "")


class Stating(RangeAgent):
    name = "stating"

    def __init__(self, values=(9e9, 9e9, 9e9), error=None):
        self.asked, self.values, self.error = [], values, error

    def strategy(self, spot, control=None):
        self.asked.append(spot.actions)
        legal = spot.legal
        actions = ((FOLD,) if legal.fold else ()) + (CALL,)
        actions += (raise_to(legal.min_raise),) if legal.max_raise else ()
        shares = np.array([0.5, 0.49, 0.01] if legal.fold else [0.99, 0.01])[: len(actions)]
        rows = np.tile(shares / shares.sum(), (1326, 1))
        values = np.tile(self.values[-len(actions) :], (1326, 1))
        error = None if self.error is None else np.full(rows.shape, self.error)
        return Strategy(actions, rows, values, error)


def test_stated_evs_are_ignored_and_multiway_flops_are_never_queried():
    record, judge = played("r300cc/cr900fc/cr1800f"), Stating()
    reviewer = HandReviewer(THREE, judge, None)
    found = reviewer.decisions(record, 0)
    assert [one.judged for one in found] == [can_judge(one.spot) for one in found]
    judged, crowded = ([one for one in found if one.judged is known] for known in (True, False))
    assert crowded and {one.unread for one in crowded} == {UNREAD}
    assert not {one.spot.actions for one in crowded} & set(judge.asked)
    assert judged and all(np.isnan(one.evs).all() and math.isnan(one.loss) for one in judged)
    review = reviewer.review(record, 0)
    kept = HandReview.from_json(review.to_json())
    assert [one.unread for one in kept.verdicts] == [one.unread for one in found]
    assert review.parts is None
    # A rare action is an inaccuracy of unknown cost.
    (rare,) = reviewer.decisions(played("r200ff"), 2)
    assert (rare.quality, rare.counted) == (INACCURACY, 0.0)
    assert reviewer.decisions(played("fcr300f"), 2)[0].quality == BEST


class Estimating(Capabilities, Stating):
    several = True


def test_stated_evs_with_an_error_decide_unless_the_judge_contradicts_them():
    hand = played("r200ff")
    (one,) = HandReviewer(THREE, Estimating((0.0, -10.0, -500.0), 5.0), None).decisions(hand, 2)
    assert (one.quality, one.loss, one.noise.estimate) == (BLUNDER, 500.0, 10.0)
    (one,) = HandReviewer(THREE, Estimating((0.0, -400.0, -500.0), 5.0), None).decisions(hand, 2)
    assert one.quality == INACCURACY and math.isnan(one.loss)


@cache
def reviewer():
    return Reviewer(DEEP, build_judge("cfr-resolve:from=river", DEEP))


def judged(line, board, action, hole):
    spot = PublicState(DEEP, parse_line(DEEP, line), tuple(parse_shown(DEEP, board)))
    cards = tuple(sorted(parse_shown(DEEP, hole)))
    return reviewer().decide(Decision(spot, action), cards)


@pytest.mark.ci
def test_rivers_and_turns_are_judged_by_their_solutions():
    assert usual_name(DEEP) == usual_name(get_game("holdem-limit")) == "cfr-resolve"
    assert usual_name(get_game("leduc")) == "cfr"
    assert usual_name(get_game("holdem-nolimit-3@100")) == "cfr-resolve"
    assert usual_judge(get_game("holdem-nolimit-3@20")) is None
    for name, game in (("cfr", DEEP), ("cfr-resolve", DEEP), ("cfr", get_game("leduc"))):
        assert isinstance(build_judge(name, game), ResolveAgent) == (game is DEEP)


def test_off_menu_size_is_added_to_the_solved_tree():
    odd, usual = (judged("r250c/cc/cc/c", "Qh8c3d5s2c", raise_to(to), "QsQd") for to in (617, 500))
    assert raise_to(617) in odd.actions and odd.taken.tolist().count(1.0) == 1
    assert raise_to(617) not in usual.actions
    assert usual.noise.translation == 0.0 < odd.noise.translation


def test_noise_parts_make_the_floor_and_include_translation():
    noise = Noise(translation=3.0, training=4.0)
    assert noise.total == 5.0 and noise.parts == {"translation": 3.0, "training": 4.0}
    assert noise.times(2.0).total == 10.0
    assert noise.joined(Noise(training=1.0, estimate=2.0)) == Noise(3.0, 0.0, 4.0, 0.0, 2.0)
    preflop = measured_noise("cfr", PublicState(DEEP, (), ()), translated=False)
    assert preflop.total == pytest.approx(np.hypot(preflop.bucketing, preflop.training))
    one = judged("r310c/cr720c/r1370c/r3740r10000", "Qh8c3d5s2c", FOLD, "AsQd")
    assert one.judged and one.noise.translation > 0.0  # the river bet is off the menu
    assert one.floor >= one.noise.total >= 0.02 * one.spot.pot
    by_blueprint = measured_noise("cfr", one.spot, translated=True)
    assert by_blueprint.translation > by_blueprint.bucketing > 0.0
    assert by_blueprint.total > 5 * one.floor  # a blueprint's EVs there say next to nothing
    other = measured_noise("other", one.spot, translated=False)
    assert other == measured_noise(OTHERS, one.spot, False)


@pytest.mark.ci
def test_river_losses_match_an_exact_solution_within_the_floor():
    game = get_game("holdem-nolimit@100")
    rows = [*review_noise.measure(game, 3, 12, 3, "cfr-resolve:from=river")]
    known = [row for row in rows if "unread" not in row]
    outside = sum(abs(row["judged"] - row["exact"]) > row["floor"] for row in known)
    assert len(known) >= 10 and outside <= 2
