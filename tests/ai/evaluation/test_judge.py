"""Strategies judged by recorded hands of others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ai.cfr.best_response import expected_value
from ai.evaluation.estimators import MAPS, Map
from ai.evaluation.judge import HandJudge, Judge, Verdict
from ai.evaluation.luck import AllInEv
from ai.reach import RangeReader
from ai.registry import build
from engine.agent import PolicyTable
from engine.errors import EngineError, RecordMismatchError
from engine.game import get_game
from engine.match import play
from engine.policy import policy_table
from engine.records.record import HandRecord

pytestmark = pytest.mark.slow

LEDUC = get_game("leduc")
AGENTS = {name: build(name, LEDUC) for name in ("cfr", "random", "call", "nfsp")}


def hands(first: str, second: str, count: int, *, duplicate: bool = False) -> list[HandRecord]:
    found: list[HandRecord] = []
    agents = [AGENTS[first], AGENTS[second]]
    play(LEDUC, agents, count, 5, duplicate, on_record=found.append)
    return found


def hand_judge(behaviour: str, target: str) -> HandJudge:
    return HandJudge(LEDUC, RangeReader(AGENTS[behaviour]), RangeReader(AGENTS[target]))


def judge(behaviour: str, target: str, records: list[HandRecord]) -> Judge:
    made, asked = Judge(), hand_judge(behaviour, target)
    for record in records:
        made.take(record, asked.estimates(record, record.players.index(behaviour)))
    return made


def verdict(made: Judge, how: Map = MAPS[0]) -> Verdict:
    return next(one for one in made.verdicts() if one.how.name == how.name)


def table(name: str) -> PolicyTable:
    found = AGENTS[name].table()
    assert found is not None
    return found


def truth_against_nfsp(target: str) -> float:
    one, rival = table(target), policy_table(LEDUC, AGENTS["nfsp"].strategy)
    return (expected_value(one, rival) - expected_value(rival, one)) / 2


@pytest.mark.parametrize(("behaviour", "target"), [("cfr", "cfr"), ("random", "cfr")])
def test_the_interval_holds_what_the_target_wins(behaviour: str, target: str) -> None:
    made = judge(behaviour, target, hands(behaviour, "nfsp", 1500, duplicate=True))
    exact = truth_against_nfsp(target)
    spreads = []
    for how in MAPS:
        found = verdict(made, how)
        assert abs(found.interval.mean - exact) <= 1.7 * found.interval.half_width
        assert (found.hands, found.warnings) == (made.hands, ())
        assert found.unsupported < 0.01
        spreads.append(found.sd)
    assert spreads[3] < 0.9 * spreads[0]


def test_on_policy_the_plain_estimate_is_the_result() -> None:
    records = hands("cfr", "random", 500, duplicate=True)
    made = judge("cfr", "cfr", records)
    won = sum(record.payoffs[record.players.index("cfr")] for record in records)
    found = verdict(made)
    assert found.interval.mean == pytest.approx(won / len(records))
    assert found.effective_samples == pytest.approx(len(records))


def test_a_deal_played_from_both_positions_is_one_unit() -> None:
    pairs = verdict(judge("cfr", "cfr", hands("cfr", "call", 400, duplicate=True)))
    single = verdict(judge("cfr", "cfr", hands("cfr", "call", 800)))
    plain = 1.96 * single.sd / single.hands**0.5
    assert single.interval.half_width == pytest.approx(plain, rel=1e-3)
    assert pairs.interval.half_width < 0.95 * 1.96 * pairs.sd / pairs.hands**0.5


def test_hands_that_do_not_fit_are_refused() -> None:
    asked = hand_judge("call", "cfr")
    with pytest.raises(EngineError, match=r"hand \d+ was not played by the behaviour: "):
        for record in hands("random", "cfr", 50):
            asked.estimates(record, record.players.index("random"))
    record, asked = hands("cfr", "call", 1)[0], hand_judge("cfr", "cfr")
    with pytest.raises(RecordMismatchError, match="hides the cards that are judged by"):
        asked.estimates(replace(record, holes=(record.holes[0], None)), 1)
    with pytest.raises(RecordMismatchError, match="is not of Leduc"):
        asked.estimates(replace(record, game=get_game("kuhn")), 0)


def hidden(record: HandRecord, seat: int) -> HandRecord:
    """Return the hand as a site records it for a player who saw no card of the other's."""
    holes = tuple(hole if at == seat else None for at, hole in enumerate(record.holes))
    return replace(record, holes=holes)


def test_hidden_cards_of_the_rival_leave_no_hand_out() -> None:
    records = hands("random", "nfsp", 1500, duplicate=True)
    seen, asked = judge("random", "cfr", records), hand_judge("random", "cfr")
    made = Judge()
    for number, record in enumerate(records):
        seat = record.players.index("random")
        # Now and then cards are shown after a fold, too.
        shown = number % 5 == 0 or (record.spot.showdown and record.payoffs[seat] < 0)
        made.take(record, asked.estimates(record if shown else hidden(record, seat), seat))
    plain, folds = made.verdicts()
    assert 0 < made.hidden < made.hands == len(records)
    assert plain == verdict(seen) and folds.how.title.endswith("folds alone")
    exact = truth_against_nfsp("cfr")
    assert abs(folds.interval.mean - exact) <= 1.7 * folds.interval.half_width
    assert folds.sd != plain.sd and folds.unsupported < 0.01


def test_what_hidden_cards_cannot_have_come_to_is_refused() -> None:
    records = hands("random", "cfr", 60)
    record = next(one for one in records if one.spot.showdown and one.payoffs[0] != 0)
    asked = hand_judge("random", "cfr")
    seat = record.players.index("random")
    wrong = replace(hidden(record, seat), payoffs=tuple(3 * chips for chips in record.payoffs))
    with pytest.raises(RecordMismatchError, match="cannot have ended as recorded"):
        asked.estimates(wrong, seat)
    readers = (RangeReader(AGENTS["random"]), RangeReader(AGENTS["cfr"]))
    with pytest.raises(RecordMismatchError, match="which all values but chips need"):
        HandJudge(LEDUC, *readers, AllInEv()).estimates(hidden(record, seat), seat)
