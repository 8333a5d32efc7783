from dataclasses import replace

import pytest

from ai.cfr.best_response import expected_value
from ai.evaluation.estimators import MAPS
from ai.evaluation.judge import HandJudge, Judge
from ai.evaluation.luck import AllInEv
from ai.reading.reach import RangeReader
from ai.registry import build
from engine.errors import EngineError, RecordMismatchError
from engine.game import get_game
from engine.match import play
from engine.policy import policy_table

pytestmark = pytest.mark.slow

LEDUC = get_game("leduc")
AGENTS = {name: build(name, LEDUC) for name in ("cfr", "random", "call", "nfsp")}


def hands(first, second, count, duplicate=False):
    found = []
    play(LEDUC, [AGENTS[first], AGENTS[second]], count, 5, duplicate, on_record=found.append)
    return found


def hand_judge(behaviour, target, *value):
    return HandJudge(LEDUC, *(RangeReader(AGENTS[name]) for name in (behaviour, target)), *value)


def judge(behaviour, target, records):
    made, asked = Judge(), hand_judge(behaviour, target)
    for record in records:
        made.take(record, asked.estimates(record, record.players.index(behaviour)))
    return made


def verdict(made, how=MAPS[0]):
    return next(one for one in made.verdicts() if one.how.name == how.name)


def truth_against_nfsp(target):
    one, rival = AGENTS[target].table(), policy_table(LEDUC, AGENTS["nfsp"].strategy)
    return (expected_value(one, rival) - expected_value(rival, one)) / 2


@pytest.mark.parametrize(("behaviour", "target"), [("cfr", "cfr"), ("random", "cfr")])
def test_the_interval_holds_what_the_target_wins(behaviour, target):
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


def test_a_deal_played_from_both_positions_is_one_unit():
    pairs = verdict(judge("cfr", "cfr", hands("cfr", "call", 400, duplicate=True)))
    single = verdict(judge("cfr", "cfr", hands("cfr", "call", 800)))
    plain = 1.96 * single.sd / single.hands**0.5
    assert single.interval.half_width == pytest.approx(plain, rel=1e-3)
    assert pairs.interval.half_width < 0.95 * 1.96 * pairs.sd / pairs.hands**0.5


def hidden(record, seat):
    holes = tuple(hole if at == seat else None for at, hole in enumerate(record.holes))
    return replace(record, holes=holes)


def test_hidden_cards_of_the_rival_leave_no_hand_out():
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


def test_hands_that_do_not_fit_are_refused():
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
