from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from ai.agents.base import TableAgent
from engine import table_match
from engine.agent import PolicyTable
from engine.game import get_game
from engine.match import Match
from engine.match_chunk import joined
from engine.player import ActionKind, PublicState
from engine.policy import all_rows, boards, node_block, node_offsets, one_row
from engine.rng import named_float
from engine.tree import DECISION, build_tree
from tests.engine.matches import lines, played, same
from tests.naive.blueprints import SumRows
from tests.naive.holdem import no_limit

pytestmark = pytest.mark.plain

SMALL = no_limit(8, 8)
TREE = build_tree(SMALL)
FEW = (1, 2, 3, 5, 60, 1, 300)


@dataclass(frozen=True, eq=False)
class Rows(SumRows):
    asked: list = field(default_factory=list)

    def rows_of(self, street, boards, combos):
        self.asked.append((street, boards.copy(), combos.copy()))
        return super().rows_of(street, boards, combos)


def random_table(tree, rows, seed, pure=False):
    rng = np.random.default_rng(seed)
    offsets, total = node_offsets(tree, rows.num_rows)
    probabilities = np.zeros(total)
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        block = node_block(probabilities, tree, offsets, rows.num_rows, node)
        weights = rng.exponential(size=block.shape)
        if tree.actions_at(node)[0].kind == ActionKind.FOLD:
            weights[:, 0] *= 0.3  # fewer folds, so that more hands see later streets
        if pure:
            weights = weights == weights.max(axis=1, keepdims=True)
        block[:] = weights / weights.sum(axis=1, keepdims=True)
    return PolicyTable(tree, rows, offsets, probabilities)


class Asked(TableAgent):
    def table(self):
        return None


def pair(pure):
    rows = [Rows((169, count, count, count)) for count in (9, 5)]
    return [random_table(TREE, r, seed, pure) for seed, r in enumerate(rows)]


def match_of(tables, kind=TableAgent, duplicate=False):
    return Match(SMALL, [kind(f"P{i}", t, "") for i, t in enumerate(tables)], 4, duplicate)


@pytest.mark.parametrize("duplicate", [False, True])
def test_pure_strategies_play_the_same_hands_by_table_or_live(duplicate):
    blind = random_table(TREE, one_row(SMALL), 5, pure=True)
    for tables in (pair(True), [blind, pair(True)[0]]):  # one kind of rows, and two kinds
        fast, slow = (
            played(match_of(tables, kind, duplicate), 400) for kind in (TableAgent, Asked)
        )
        assert same(fast, slow)
    fast = played(match_of(pair(True)), 400)
    assert len(fast.lines) > 40
    assert {PublicState(SMALL, line, ()).street for line in fast.lines} == {0, 1, 2, 3}


@pytest.mark.ci
def test_mixed_strategies_play_alike_by_table_or_live():
    def counts(kind, hands):
        """Return folds, calls and raises of a hand, and player 0's winnings: (hands, 3 + 1)."""
        chunk = played(match_of(pair(False), kind), hands)
        by_line = [[[a.kind for a in line].count(k) for k in ActionKind] for line in chunk.lines]
        return np.column_stack([np.array(by_line)[chunk.line_of], chunk.payoffs[:, 0]])

    fast, slow = counts(TableAgent, 100_000), counts(Asked, 1_500)
    error = slow.std(axis=0) / np.sqrt(len(slow)) + fast.std(axis=0) / np.sqrt(len(fast))
    assert (np.abs(fast.mean(axis=0) - slow.mean(axis=0)) < 4 * error).all()


@pytest.mark.parametrize("duplicate", [False, True])
def test_draws_do_not_depend_on_chunking(duplicate, monkeypatch):
    whole = played(match_of(pair(False), duplicate=duplicate), sum(FEW))
    monkeypatch.setattr(table_match, "FIRST_HANDS", 7)
    monkeypatch.setattr(table_match, "MOST_HANDS", 7)
    match = match_of(pair(False), duplicate=duplicate)
    assert same(joined([played(match, hands) for hands in FEW]), whole)


def test_rows_are_queried_once_and_only_while_betting_continues():
    rows = Rows()
    tables = [random_table(TREE, rows, seed) for seed in range(2)]
    chunk = played(match_of(tables, duplicate=True), 600)
    reached = [[] for _ in range(4)]
    for hand, line in enumerate(lines(chunk)):
        for street in {PublicState(SMALL, line[:end], ()).street for end in range(len(line))}:
            reached[street].append(hand)
    for street in range(1, 4):
        asked = [row for at, *what in rows.asked if at == street for row in zip(*what, strict=True)]
        names = [(*board.tolist(), int(combo)) for board, combo in asked]
        assert len(set(names)) == len(names) == 2 * len({hand // 2 for hand in reached[street]})
        # Both combos of a board are consecutive.
        assert [name[:-1] for name in names[0::2]] == [name[:-1] for name in names[1::2]]


def test_no_rows_after_all_in_and_tables_on_different_trees_are_rejected():
    rows = Rows()
    offsets, total = node_offsets(TREE, rows.num_rows)
    # Where nothing has a probability the last action is played: all-in, or a call.
    shove = PolicyTable(TREE, rows, offsets, np.zeros(total))
    assert len(played(match_of([shove, shove]), 50).lines) == 1
    assert {street for street, *_ in rows.asked} == {0}
    passive = build_tree(SMALL, lambda spot: ())
    tables = [random_table(tree, one_row(SMALL), 1) for tree in (TREE, passive)]
    for others, fit in ((tables, False), ([tables[0], None], False), ([tables[0]] * 2, True)):
        assert (table_match.fit_for_kernel(others) is not None) == fit


STREETS = {"num_board": (0, 2, 1), "raise_sizes": (2,) * 3, "max_raises": (1,) * 3}
TWO_OF_EIGHT = replace(get_game("leduc"), num_ranks=4, num_hole=2, first_player=(0,) * 3, **STREETS)


@pytest.mark.parametrize("game", [get_game("leduc"), TWO_OF_EIGHT], ids=["leduc", "two of eight"])
def test_dense_rows_by_board_and_combo(game):
    rows = all_rows(game)
    for street in range(game.num_rounds):
        for _, board in boards(game, street):
            expected = rows.rows_on(board)
            free = np.flatnonzero(expected >= 0).astype(np.int32)
            flop = game.num_board[1]
            shown = np.array([*board[:flop][::-1], *board[flop:]], np.uint8)
            many = np.tile(shown, (len(free), 1))
            assert rows.rows_of(street, many, free).tolist() == expected[free].tolist()


def test_named_numbers_are_splitmix64():
    # The published generator's first outputs from 1234567.
    published = (6457827717110365317, 3203168211198807973, 9817491932198370423)
    for name, bits in enumerate(published, 1):
        assert named_float(np.uint64(1234567), np.uint64(name)) == (bits >> 11) / 2**53
