from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

import numpy as np
import pytest

from ai.cfr.best_response import expected_value
from ai.cfr.exact_game import exact_game
from ai.cfr.profiles import LECTURE_PROFILE, kuhn_equilibrium, two_action_profile, uniform
from ai.evaluation.aivat import aivat
from ai.evaluation.enumeration import ends, list_hands
from ai.evaluation.estimators import MAPS, by_map, estimate, parts
from ai.evaluation.exact_strategies import Written
from ai.evaluation.exact_values import Continued
from ai.evaluation.luck import AllInEv, BetCall, CheckDown, value_of
from ai.evaluation.off_policy import HandJudge, Judge
from ai.evaluation.support import WEIGHTS, beyond, departures, unsupported
from ai.reading.line import PlayerLine
from ai.reading.reach import RangeReader
from ai.registry import build
from ai.values.payoffs import Chips, Once
from engine.cards import parse_cards
from engine.combos import combo_index
from engine.equity import equity
from engine.errors import CardError, EngineError, RecordMismatchError
from engine.game import get_game
from engine.lines import line_spot
from engine.match import play
from engine.player import PublicState
from engine.policy import blocked, policy_table
from scripts.interval_coverage import Count, coverage
from tests.ai.cfr.games import nolimit
from tests.ai.opponent.known import Known
from tests.naive.small_games import random_policy


def moments(game, behaviour, target, rival, estimator, seat):
    return list_hands(game, behaviour, target, rival, {"": estimator}, seat).moments("")


def possible(spot, other):
    return ~blocked(spot.game, (*spot.board, *other))


pytestmark = pytest.mark.slow

KUHN, LEDUC, F = get_game("kuhn"), get_game("leduc"), Fraction
EXACT = exact_game(KUHN)


def written(profile, kind=object):
    return Written(EXACT, profile, kind)


LECTURE = written(two_action_profile(EXACT, LECTURE_PROFILE))
EQUILIBRIUM = written(two_action_profile(EXACT, kuhn_equilibrium(F(1, 3))))
UNIFORM = written(uniform(EXACT))
FLOATS = written(two_action_profile(EXACT, LECTURE_PROFILE), float)


def all_moments(behaviour, target, rival, game=KUHN, seat=0):
    how = [partial(by_map, how, Chips()) for how in MAPS]
    return [moments(game, behaviour, target, rival, one, seat) for one in how]


@pytest.mark.parametrize(
    ("behaviour", "target", "deviations"),
    [
        (LECTURE, LECTURE, (1.4131, 1.3833, 1.2850, 1.1440)),
        (UNIFORM, EQUILIBRIUM, (1.9618, 1.7204, 1.3800, 1.2970)),
    ],
)
def test_kuhn_matches_the_published_figures(behaviour, target, deviations):
    for one, sd in zip(all_moments(behaviour, target, LECTURE), deviations, strict=True):
        assert one.mean == one.truth == F(-1, 18)
        assert isinstance(one.variance, F)
        assert one.sd == pytest.approx(sd, abs=5e-5)
    basic, *others = all_moments(LECTURE, UNIFORM, LECTURE)  # which lacks support
    assert (basic.mean, basic.truth) == (F(-5, 72), F(-1, 4))
    assert [one.mean for one in others] == [F(-1, 4)] * 3


@pytest.mark.parametrize(
    ("behaviour", "target", "rival", "seat"),
    [
        ("cfr", "cfr", "random", 0),
        ("random", "cfr", "nfsp", 1),
        pytest.param("cfr", "random", "call", 1, marks=pytest.mark.ci),
        pytest.param("random", "cfr", "nfsp", 0, marks=pytest.mark.ci),
    ],
)
def test_leduc_estimates_are_unbiased(behaviour, target, rival, seat):
    readers = (RangeReader(build(name, LEDUC)) for name in (behaviour, target, rival))
    found = all_moments(*readers, LEDUC, seat)
    assert all(abs(one.bias) <= 1e-12 for one in found)
    assert found[3].sd < found[0].sd


@pytest.mark.parametrize("target", [LECTURE, UNIFORM])
def test_unsupported_mass_equals_the_missing_value(target):
    """The weights omit the part of the target that the behaviour never plays."""
    for how in MAPS:
        lost = weight = F(0)
        for end, deals in ends(KUHN):
            line = PlayerLine.of(end, 0)
            plays, judged = line.played(LECTURE), line.played(target)
            against = PlayerLine.of(end, 1).played(LECTURE).reach[-1]
            for combo, card in enumerate(KUHN.deck):
                played = plays.reach[-1] * against[combo] / F(deals)
                held = np.where(possible(end, (card,)), played, 0)
                missed = beyond(departures(line, plays, judged, how, (card,)))[0, -1]
                lost += (held * missed).sum()
                ones = estimate(line, plays, judged, how, Once(), (card,))
                weight += (held * ones).sum()
        assert lost + weight == 1
        assert (lost > 0) == (target is UNIFORM and how.name == "basic")


@pytest.mark.parametrize(
    ("behaviour", "target"),
    [(LECTURE, UNIFORM), (FLOATS, RangeReader(build("call", KUHN)))],
    ids=["uniform", "never folds"],
)
@pytest.mark.parametrize("value", [Chips(), BetCall()], ids=["chips", "divat"])
@pytest.mark.parametrize("how", MAPS, ids=lambda how: how.name)
def test_estimate_is_the_sum_of_its_parts(how, value, behaviour, target):
    for end, _ in ends(KUHN):
        line = PlayerLine.of(end, 0)
        plays, judged = line.played(behaviour), line.played(target)
        for other in ((card,) for card in KUHN.deck):
            found = estimate(line, plays, judged, how, value, other)
            for combo in np.flatnonzero(possible(end, other) & (plays.reach[-1] > 0)).tolist():
                told = parts(line, plays, judged, how, value, other, combo)
                assert sum(one.weight * one.value for one in told) == pytest.approx(found[combo])
                assert (end, combo) in [(one.end, one.combo) for one in told]


class Ahead(Continued):
    def of(self, spot, seat, other):
        if spot.finished:
            return Chips().of(spot, seat, other)
        return np.sign(np.array(KUHN.deck) - other[0]).astype(float)


def by_aivat(heuristic, known=None):
    def one(line, plays, judged, other):
        said = line.played(known) if known else plays
        return np.full_like(plays.reach[-1], aivat(line, said, heuristic, other))

    return one


@pytest.mark.parametrize(("heuristic", "sd"), [(Continued, 0.0951), (Ahead, 0.4515)])
def test_aivat_in_kuhn(heuristic, sd):
    found = moments(KUHN, FLOATS, FLOATS, FLOATS, by_aivat(heuristic(KUHN, FLOATS, FLOATS)), 0)
    assert found.mean == pytest.approx(-1 / 18, abs=1e-14)
    assert found.sd == pytest.approx(sd, abs=5e-5)


def test_wrong_behaviour_row_biases_and_showdowns_need_both_hands():
    """Swapping two hands of the known strategy changes the mean."""
    other_way = {"J": "K", "Q": "Q", "K": "J"}
    rows = {(line, hand): LECTURE_PROFILE[line, other_way[hand]] for line, hand in LECTURE_PROFILE}
    swapped = written(two_action_profile(EXACT, rows), float)
    wrong = by_aivat(Continued(KUHN, swapped, FLOATS), swapped)
    with np.errstate(invalid="ignore"):
        found = moments(KUHN, FLOATS, FLOATS, FLOATS, wrong, 0)
    assert not abs(found.bias) <= 0.01
    spot = next(end for end, _ in ends(KUHN) if end.showdown)
    with pytest.raises(CardError, match="the other player's cards"):
        Chips().of(spot, 0, ())


LIMIT = get_game("holdem-limit")
ONE_RAISE = replace(LEDUC, num_ranks=2, max_raises=(1, 1))
ALL_IN = nolimit(3, 3, game=replace(LEDUC, num_ranks=2))


@cache
def drawn(game, seed):
    return RangeReader(Known(random_policy(game, seed)))


VALUES = (BetCall(), AllInEv(), CheckDown())


@pytest.mark.ci
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("target", [1, 2], ids=["on policy", "off policy"])
@pytest.mark.parametrize("game", [ONE_RAISE, ALL_IN], ids=["limit", "no-limit"])
def test_variance_reduction_maps_are_unbiased(game, target, seat):
    pairs = {f"{how.name} {value.title}": (how, value) for how in MAPS for value in VALUES}
    estimators = {name: partial(by_map, *one) for name, one in pairs.items()}
    players = [drawn(game, seed) for seed in (1, target, 3)]
    found = list_hands(game, *players, estimators, seat)
    for name in pairs:
        assert abs(found.moments(name).bias) <= 1e-12
    plain, better = (found.moments(f"pi+gea {one.title}").sd for one in VALUES[1:])
    assert better < 0.95 * plain


def pair(own, other, board):
    combos = [combo_index(parse_cards(hand)) for hand in (own, other)]
    return equity(*np.eye(1326)[combos], parse_cards(board)).equity


@pytest.mark.parametrize(
    ("line", "board", "pots", "chips"),
    [
        # Each bets in every round: 10, 10, 20, 20 chips on top of the blind of 10.
        ("rc/crf", "2c7dTh", (140, 140), -20),
        ("cc/rc/cc/cc", "2c7dTh3s4s", (140, 120, 120, 80), 20),
        ("f", "", (140,), 5),
    ],
)
def test_bet_call_matches_the_hand_calculation(line, board, pots, chips):
    """Position 0 has aces, position 1 kings."""
    own, other = "AsAh", "KsKh"
    spot = PublicState(LIMIT, line_spot(LIMIT, line).actions, parse_cards(board))
    expected, before = float(chips), 0.5
    for pot, size in zip(pots, LIMIT.board_sizes, strict=False):
        now = pair(own, other, board[: 2 * size])
        expected -= pot * (now - before)
        before = now
    found = value_of("divat", LIMIT).of(spot, 0, parse_cards(other))
    assert found[combo_index(parse_cards(own))] == pytest.approx(expected, abs=1e-9)


def test_all_in_ev_is_the_equity_of_the_pot():
    game = get_game("holdem-nolimit@100")
    own, other, flop = "AsAh", "KsKh", "2c7dTh"
    spot = PublicState(game, line_spot(game, "r300c/r10000c").actions, parse_cards(flop + "KdKc"))
    found = AllInEv().of(spot, 0, parse_cards(other))[combo_index(parse_cards(own))]
    assert found == pytest.approx(20_000 * pair(own, other, flop) - 10_000, abs=1e-9)
    down = CheckDown().of(spot, 0, parse_cards(other))[combo_index(parse_cards(own))]
    before = pair(own, other, "")
    assert down == pytest.approx(
        found - 200 * (before - 0.5) - 600 * (pair(own, other, flop) - before), abs=1e-9
    )


engine = cache(partial(build, game=LEDUC))


def hands(first, second, count, duplicate=False):
    found = []
    play(LEDUC, [engine(first), engine(second)], count, 5, duplicate, on_record=found.append)
    return found


def hand_judge(behaviour, target, *value):
    return HandJudge(LEDUC, *(RangeReader(engine(name)) for name in (behaviour, target)), *value)


def judge(behaviour, target, records):
    made, asked = Judge(), hand_judge(behaviour, target)
    for record in records:
        made.take(record, asked.estimates(record, record.players.index(behaviour)))
    return made


def verdict(made, how=MAPS[0]):
    return next(one for one in made.verdicts() if one.how.name == how.name)


def truth_against_nfsp(target):
    one, rival = engine(target).table(), policy_table(LEDUC, engine("nfsp").strategy)
    return (expected_value(one, rival) - expected_value(rival, one)) / 2


@pytest.mark.ci
@pytest.mark.parametrize(("behaviour", "target"), [("cfr", "cfr"), ("random", "cfr")])
def test_interval_covers_the_target_payoff(behaviour, target):
    records = hands(behaviour, "nfsp", 1500, duplicate=True)
    made, exact, spreads = judge(behaviour, target, records), truth_against_nfsp(target), []
    for how in MAPS:
        found = verdict(made, how)
        assert abs(found.interval.mean - exact) <= 1.7 * found.interval.half_width
        assert (found.hands, found.warnings) == (made.hands, ())
        assert found.unsupported < 0.01
        spreads.append(found.sd)
    assert spreads[3] < 0.9 * spreads[0]
    if behaviour == target:  # then the plain estimate is the result
        won = sum(record.payoffs[record.players.index(target)] for record in records)
        assert verdict(made).interval.mean == pytest.approx(won / len(records))
        assert verdict(made).effective_samples == pytest.approx(len(records))


@pytest.mark.ci
def test_duplicate_deals_count_as_one_unit():
    pairs = verdict(judge("cfr", "cfr", hands("cfr", "call", 400, duplicate=True)))
    single = verdict(judge("cfr", "cfr", hands("cfr", "call", 800)))
    plain = 1.96 * single.sd / single.hands**0.5
    assert single.interval.half_width == pytest.approx(plain, rel=1e-3)
    assert pairs.interval.half_width < 0.95 * 1.96 * pairs.sd / pairs.hands**0.5


def hidden(record, seat):
    holes = tuple(hole if at == seat else None for at, hole in enumerate(record.holes))
    return replace(record, holes=holes)


@pytest.mark.ci
def test_hands_with_hidden_rival_cards_still_count():
    records = hands("random", "nfsp", 1500, duplicate=True)
    seen, asked, made = judge("random", "cfr", records), hand_judge("random", "cfr"), Judge()
    for number, record in enumerate(records):
        seat = record.players.index("random")
        # Sometimes cards are shown after a fold.
        shown = number % 5 == 0 or (record.spot.showdown and record.payoffs[seat] < 0)
        made.take(record, asked.estimates(record if shown else hidden(record, seat), seat))
    plain, folds = made.verdicts()
    assert 0 < made.hidden < made.hands == len(records)
    assert plain == verdict(seen) and folds.how.title.endswith("folds alone")
    exact = truth_against_nfsp("cfr")
    assert abs(folds.interval.mean - exact) <= 1.7 * folds.interval.half_width
    assert folds.sd != plain.sd and folds.unsupported < 0.01


def test_mismatched_hands_are_rejected():
    asked = hand_judge("call", "cfr")
    with pytest.raises(EngineError, match=r"hand \d+ was not played by the behaviour: "):
        for record in hands("random", "cfr", 50):
            asked.estimates(record, record.players.index("random"))
    own = hands("cfr", "call", 1)[0]
    records = hands("random", "cfr", 60)
    shown = next(one for one in records if one.spot.showdown and one.payoffs[0] != 0)
    seat = shown.players.index("random")
    blind = hidden(shown, seat)
    tripled = tuple(3 * chips for chips in shown.payoffs)
    for judged, record, at, words in (
        (("cfr", "cfr"), replace(own, holes=(own.holes[0], None)), 1, "hides cards that"),
        (("cfr", "cfr"), replace(own, game=get_game("kuhn")), 0, "is not of Leduc"),
        (("random", "cfr"), replace(blind, payoffs=tripled), seat, "cannot have ended as recorded"),
        (("random", "cfr", AllInEv()), blind, seat, "which all values but chips need"),
    ):
        with pytest.raises(RecordMismatchError, match=words):
            hand_judge(*judged).estimates(record, at)


@pytest.mark.ci
@pytest.mark.parametrize("target", ["raise", "bluffer"])
def test_near_zero_probabilities_are_not_support(target):
    """The rows of ``cfr`` contain no 0, but many probabilities too small to show in any match."""
    basic, *others = judge("cfr", target, hands("cfr", "nfsp", 600)).verdicts()
    assert basic.missing and basic.unsupported > 0.1
    assert "do not cover" in basic.warnings[0]
    assert all(one.unsupported > 0.0 for one in others)
    # The strategy that actually played is evaluated without a warning.
    told = judge("cfr", "cfr", hands("cfr", "nfsp", 100)).verdicts()
    assert [(one.unsupported, one.warnings) for one in told] == [(0.0, ())] * len(MAPS)


@pytest.mark.parametrize(
    ("game", "targets"),
    [
        ("kuhn", ("nfsp", "random", "inverse", "bluffer")),
        pytest.param("leduc", ("spar:1", "call"), marks=pytest.mark.nightly),
    ],
)
def test_intervals_without_a_warning_cover_the_true_value(game, targets):
    every = Count()
    for target in targets:
        (found,) = coverage(get_game(game), "cfr", "nfsp", target, (1000,), 40, 1)
        every = sum(found.values(), every)
    assert every.true_of_all / every.all < 0.9
    assert every.true / every.unwarned >= 0.93
    assert every.unwarned / every.all > 0.25


def test_more_hands_show_more_support():
    """A tenth of the target has weight 100: the behaviour plays it once in 1,000 hands."""
    parts = np.zeros((2, len(WEIGHTS)))
    parts[:, WEIGHTS < 100] = [[0.1], [0.001]]
    assert unsupported(parts, 2000) == (0.1, 1.0)
    assert unsupported(parts, 3000) == (0.0, 128.0)
