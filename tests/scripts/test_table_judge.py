"""Hands evaluated from tables: the kernels against the estimators one by one."""

from functools import cached_property

import numpy as np
import pytest

from ai.abstraction.cards import shipped_abstraction
from ai.agents.base import TableAgent
from ai.equity.hand_equity import pair_equities
from ai.evaluation.estimators import MAPS, estimate
from ai.evaluation.luck import BetCall
from ai.reading.line import PlayerLine
from ai.reading.reach import RangeReader
from ai.registry import build
from ai.values.payoffs import Chips
from engine.agent import PolicyTable
from engine.combos import combo_cards, combo_index
from engine.game import get_game
from engine.match import Match
from engine.policy import node_block
from engine.rng import rng_state
from scripts.table_judge import FinishedHands, TableJudge, equities_of
from tests.engine.matches import played
from tests.naive.abstraction import tables_on

pytestmark = pytest.mark.slow

LIMIT = get_game("holdem-limit")
NAMES = ("behaviour", "rival")


class FakeTables:
    """The shipped rows of some rivers, zeros for all others."""

    def __init__(self, boards):
        self.num_rows, self._boards = shipped_abstraction().num_rows, boards

    @cached_property
    def arrays(self):
        """The arrays that kernels read."""
        return tables_on(np.array(self._boards).tolist()).arrays


@pytest.fixture(scope="module")
def behaviour():
    return build("cfr", LIMIT).table()


@pytest.fixture(scope="module")
def target(behaviour):
    tree, rows, offsets = behaviour.tree, behaviour.rows, behaviour.offsets
    drawn = np.random.default_rng(5).random(len(behaviour.probabilities))
    mixed = behaviour.probabilities + np.where(drawn > 0.7, drawn, 0.0)
    for node in np.flatnonzero(offsets >= 0).tolist():
        block = node_block(mixed, tree, offsets, rows.num_rows, node)
        block /= block.sum(axis=1, keepdims=True)
    return PolicyTable(tree, rows, offsets, mixed)


def exact(hands):
    found = np.zeros((len(hands.ends), 4, 1326))
    for hand, board in enumerate(hands.boards.tolist()):
        other = tuple(hands.holes[hand, 1 - hands.seats[hand]].tolist())
        for street in range(hands.streets[hand] + 1):
            found[hand, street] = pair_equities(LIMIT, other, board[: LIMIT.board_sizes[street]])
    return found


@pytest.mark.parametrize("count", [12, pytest.param(200, marks=pytest.mark.nightly)])
def test_kernels_match_the_estimators(behaviour, target, count):
    agents = [TableAgent(name, behaviour, "") for name in NAMES]
    chunk = played(Match(LIMIT, agents, 3), count)
    judge = TableJudge(behaviour, target, FakeTables(chunk.dealt[:, 4:9]))
    hands = judge.hands(chunk)
    found = judge.estimates_by(hands, exact(hands))
    readers = [RangeReader(TableAgent("", table, "")) for table in (behaviour, target)]
    for hand in range(chunk.hands):
        record = chunk.record(hand, NAMES)
        seat = record.players.index("behaviour")
        line, other = PlayerLine.of(record.spot, seat), record.holes[1 - seat]
        own = combo_index(record.holes[seat])
        plays, judged = (line.played(reader) for reader in readers)
        for number, value in enumerate((Chips(), BetCall())):
            for place, how in enumerate(MAPS):
                itself = estimate(line, plays, plays, how, value, other)[own]
                assert found[hand, 0, place, number] == pytest.approx(itself, abs=1e-9)
                others = estimate(line, plays, judged, how, value, other)[own]
                assert found[hand, 1, place, number] == pytest.approx(others, rel=1e-12, abs=1e-9)


def dealt(decks):
    count = len(decks)
    return FinishedHands(
        np.zeros(count, np.int32),
        np.zeros(count, np.int64),
        np.ascontiguousarray(decks[:, :4]).reshape(-1, 2, 2),
        np.ascontiguousarray(decks[:, 4:]),
        np.full(count, 3, np.int8),
    )


def test_equities_are_exact_except_flops_which_are_exact_in_the_mean():
    deck = np.random.default_rng(2).permutation(52)[:9].astype(np.uint8)
    wanted = exact(dealt(deck[None]))[0]
    found = equities_of(dealt(np.repeat(deck[None], 400, axis=0)), rng_state(4))
    free = ~np.isin(combo_cards(), deck[2:]).any(axis=1)
    for street in (0, 2, 3):
        np.testing.assert_allclose(found[7, street, free], wanted[street, free], atol=1e-12)
    flops = found[:, 1, free]
    error = flops.std(axis=0) / 20.0
    away = (flops.mean(axis=0) - wanted[1, free]) / np.maximum(error, 1e-9)
    assert flops.std(axis=0).max() > 0.02
    assert np.abs(away).max() < 5.0
    assert abs((away**2).mean() - 1.0) < 0.3
