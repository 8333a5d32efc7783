"""Strategies judged by recorded hands of others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ai.cfr.best_response import expected_value
from ai.evaluation.estimators import MAPS
from ai.evaluation.judge import Judge
from ai.reach import RangeReader
from ai.registry import build
from engine.agent import PolicyTable
from engine.errors import EngineError, RecordMismatchError
from engine.game import get_game
from engine.match import play
from engine.policy import policy_table
from engine.records.record import HandRecord

LEDUC = get_game("leduc")
AGENTS = {name: build(name, LEDUC) for name in ("cfr", "random", "call", "nfsp")}


def hands(first: str, second: str, count: int, *, duplicate: bool = False) -> list[HandRecord]:
    found: list[HandRecord] = []
    agents = [AGENTS[first], AGENTS[second]]
    play(LEDUC, agents, count, 5, duplicate, on_record=found.append)
    return found


def judge(behaviour: str, target: str, records: list[HandRecord]) -> Judge:
    made = Judge(LEDUC, RangeReader(AGENTS[behaviour]), RangeReader(AGENTS[target]))
    for record in records:
        made.add(record, record.players.index(behaviour))
    return made


def table(name: str) -> PolicyTable:
    found = AGENTS[name].table()
    assert found is not None
    return found


def truth_against_nfsp(target: str) -> float:
    one, rival = table(target), policy_table(LEDUC, AGENTS["nfsp"].strategy)
    return (expected_value(one, rival) - expected_value(rival, one)) / 2


@pytest.mark.parametrize(("behaviour", "target"), [("cfr", "cfr"), ("random", "cfr")])
def test_the_interval_holds_what_the_target_wins(behaviour: str, target: str) -> None:
    made = judge(behaviour, target, hands(behaviour, "nfsp", 3000, duplicate=True))
    exact = truth_against_nfsp(target)
    spreads = []
    for how in MAPS:
        found = made.verdict(how)
        assert abs(found.interval.mean - exact) <= 1.7 * found.interval.half_width
        assert (found.hands, found.unsupported, found.warnings) == (made.hands, 0.0, ())
        spreads.append(found.sd)
    assert spreads[3] < 0.9 * spreads[0]


def test_on_policy_the_plain_estimate_is_the_result() -> None:
    records = hands("cfr", "random", 500, duplicate=True)
    made = judge("cfr", "cfr", records)
    won = sum(record.payoffs[record.players.index("cfr")] for record in records)
    found = made.verdict(MAPS[0])
    assert found.interval.mean == pytest.approx(won / len(records))
    assert found.effective_samples == pytest.approx(len(records))


def test_a_deal_played_from_both_positions_is_one_unit() -> None:
    pairs = judge("cfr", "cfr", hands("cfr", "call", 400, duplicate=True)).verdict(MAPS[0])
    single = judge("cfr", "cfr", hands("cfr", "call", 800)).verdict(MAPS[0])
    plain = 1.96 * single.sd / single.hands**0.5
    assert single.interval.half_width == pytest.approx(plain, rel=1e-3)
    assert pairs.interval.half_width < 0.95 * 1.96 * pairs.sd / pairs.hands**0.5


def test_what_the_behaviour_never_does_is_warned_of() -> None:
    made = judge("call", "random", hands("call", "cfr", 300))
    basic, both = made.verdict(MAPS[0]), made.verdict(MAPS[3])
    assert basic.unsupported > both.unsupported > 0.3
    assert "never does" in basic.warnings[0]


def test_hands_of_another_strategy_are_refused() -> None:
    records = hands("random", "cfr", 50)
    made = Judge(LEDUC, RangeReader(AGENTS["call"]), RangeReader(AGENTS["cfr"]))
    with pytest.raises(EngineError, match=r"hand \d+ was not played by the behaviour: "):
        for record in records:
            made.add(record, record.players.index("random"))


def test_hidden_cards_and_other_games_are_refused() -> None:
    record = hands("cfr", "call", 1)[0]
    made = judge("cfr", "cfr", [])
    with pytest.raises(RecordMismatchError, match="does not show both hands"):
        made.add(replace(record, holes=(record.holes[0], None)), 0)
    with pytest.raises(RecordMismatchError, match="is not of Leduc"):
        made.add(replace(record, game=get_game("kuhn")), 0)


def test_nothing_was_judged_yet() -> None:
    found: Any = judge("cfr", "cfr", []).verdict(MAPS[0])
    assert (found.hands, found.effective_samples) == (0, 0.0)
    assert found.interval.half_width == float("inf")
