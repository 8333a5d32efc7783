"""Matches of tables at full speed: the hands that engines asked one by one play."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from ai.base import TableAgent
from engine import table_match
from engine.agent import PolicyTable
from engine.game import NO_CAP, Game, get_game
from engine.jobs import JobControl
from engine.match import Match, MatchChunk
from engine.match_chunk import joined
from engine.player import Action, ActionKind, PublicState
from engine.policy import all_rows, boards, node_offsets, one_row
from engine.rng import named_float
from engine.tree import BettingTree, build_tree
from tests.naive.strength_rows import StrengthRows, random_table

pytestmark = pytest.mark.plain

SMALL = Game(
    name="small",
    title="small",
    betting="nolimit",
    num_players=2,
    stacks=(8, 8),
    blinds=(2, 1),
    raise_sizes=(),
    max_raises=(NO_CAP,) * 4,
    first_player=(1, 0, 0, 0),
    num_suits=4,
    num_ranks=13,
    num_hole=2,
    num_board=(0, 3, 1, 1),
)
FEW = (1, 2, 3, 5, 60, 1, 300)


class Asked(TableAgent):
    """A table that matches ask hand by hand."""

    def table(self) -> None:  # type: ignore[override]
        return None


@cache
def small_tree() -> BettingTree:
    return build_tree(SMALL)


def pair(pure: bool) -> list[PolicyTable]:
    """Two strategies whose rows are numbered differently."""
    rows = [StrengthRows(SMALL, count) for count in (9, 5)]
    return [random_table(small_tree(), r, seed, pure) for seed, r in enumerate(rows)]


def played(
    tables: list[PolicyTable],
    hands: int,
    kind: type[TableAgent] = TableAgent,
    duplicate: bool = False,
) -> MatchChunk:
    game = tables[0].tree.game
    match = Match(game, [kind(f"P{i}", t, "") for i, t in enumerate(tables)], 4, duplicate)
    return run(match, hands)


def run(match: Match, hands: int) -> MatchChunk:
    chunks: list[MatchChunk] = []
    assert match.run(hands, JobControl(), chunks.append) == hands
    return joined(chunks)


def lines(chunk: MatchChunk) -> list[tuple[Action, ...]]:
    return [chunk.lines[line] for line in chunk.line_of]


def same(one: MatchChunk, two: MatchChunk) -> bool:
    return (
        np.array_equal(one.dealt, two.dealt)
        and np.array_equal(one.payoffs, two.payoffs)
        and np.array_equal(one.positions, two.positions)
        and lines(one) == lines(two)
    )


@pytest.mark.parametrize("duplicate", [False, True])
def test_pure_strategies_play_the_same_hands_at_any_speed(duplicate: bool) -> None:
    fast, slow = (played(pair(True), 400, kind, duplicate) for kind in (TableAgent, Asked))
    assert same(fast, slow)
    assert len(fast.lines) > 40
    streets = {PublicState(SMALL, line, ()).street for line in fast.lines}
    assert streets == {0, 1, 2, 3}


def test_mixed_strategies_play_alike_at_any_speed() -> None:
    def counts(chunk: MatchChunk) -> np.ndarray:
        """Return folds, calls and raises of a hand, and player 0's winnings: (hands, 3 + 1)."""
        by_line = [
            [sum(action.kind == kind for action in line) for kind in ActionKind]
            for line in chunk.lines
        ]
        return np.column_stack([np.array(by_line)[chunk.line_of], chunk.payoffs[:, 0]])

    fast, slow = counts(played(pair(False), 100_000)), counts(played(pair(False), 1_500, Asked))
    error = slow.std(axis=0) / np.sqrt(len(slow)) + fast.std(axis=0) / np.sqrt(len(fast))
    assert (np.abs(fast.mean(axis=0) - slow.mean(axis=0)) < 4 * error).all()


@pytest.mark.parametrize("duplicate", [False, True])
def test_draws_do_not_depend_on_how_a_match_is_cut(
    duplicate: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = played(pair(False), sum(FEW), duplicate=duplicate)
    monkeypatch.setattr(table_match, "MOST_HANDS", 7)
    monkeypatch.setattr(table_match, "_FIRST_HANDS", 7)
    agents = [TableAgent("", table, "") for table in pair(False)]
    match = Match(SMALL, agents, 4, duplicate)
    assert same(joined([run(match, hands) for hands in FEW]), whole)


def test_a_row_is_asked_for_once_and_only_where_betting_goes_on() -> None:
    rows = StrengthRows(SMALL)
    tables = [random_table(small_tree(), rows, seed) for seed in range(2)]
    chunk = played(tables, 600, duplicate=True)
    reached = [[] for _ in range(4)]
    for hand, line in enumerate(lines(chunk)):
        spots = [PublicState(SMALL, line[:end], ()) for end in range(len(line))]
        for street in {spot.street for spot in spots}:
            reached[street].append(hand)
    for street in range(1, 4):
        asked = [row for at, *what in rows.asked if at == street for row in zip(*what, strict=True)]
        names = [(*board.tolist(), int(combo)) for board, combo in asked]
        assert len(set(names)) == len(names) == 2 * len({hand // 2 for hand in reached[street]})
        # Both combos of a board come one after the other.
        assert [name[:-1] for name in names[0::2]] == [name[:-1] for name in names[1::2]]


def test_no_rows_after_all_in() -> None:
    rows = StrengthRows(SMALL)
    offsets, total = node_offsets(small_tree(), rows.num_rows)
    # Where nothing has a probability the last action is taken: all-in, and a call.
    shove = PolicyTable(small_tree(), rows, offsets, np.zeros(total))
    assert len(played([shove, shove], 50).lines) == 1
    assert {street for street, *_ in rows.asked} == {0}


def test_tables_of_many_kinds_of_rows_meet() -> None:
    blind = random_table(small_tree(), one_row(SMALL), 5, pure=True)
    seeing = random_table(small_tree(), StrengthRows(SMALL), 6, pure=True)
    tables = [blind, seeing]
    assert same(played(tables, 200), played(tables, 200, Asked))


def test_tables_on_other_trees_do_not_meet() -> None:
    rows = one_row(SMALL)
    passive = build_tree(SMALL, lambda spot: ())
    tables = [random_table(tree, rows, 1) for tree in (small_tree(), passive)]
    assert table_match.fit_for_kernel(tables) is None
    assert table_match.fit_for_kernel([tables[0], None]) is None
    assert table_match.fit_for_kernel([tables[0], tables[0]]) is not None


TWO_OF_EIGHT = Game(
    name="tiny",
    title="tiny",
    betting="limit",
    num_players=2,
    stacks=(100, 100),
    blinds=(1, 1),
    raise_sizes=(2, 2, 2),
    max_raises=(1, 1, 1),
    first_player=(0, 0, 0),
    num_suits=2,
    num_ranks=4,
    num_hole=2,
    num_board=(0, 2, 1),
)


@pytest.mark.parametrize("game", [get_game("leduc"), TWO_OF_EIGHT], ids=lambda game: game.name)
def test_dense_rows_by_board_and_combo(game: Game) -> None:
    rows = all_rows(game)
    for street in range(game.num_rounds):
        for _, board in boards(game, street):
            expected = rows.rows_on(board)
            free = np.flatnonzero(expected >= 0).astype(np.int32)
            flop = game.num_board[1]
            shown = np.array([*board[:flop][::-1], *board[flop:]], np.uint8)
            many = np.tile(shown, (len(free), 1))
            assert rows.rows_of(street, many, free).tolist() == expected[free].tolist()


def test_named_numbers_are_splitmix64() -> None:
    # The published generator's first outputs from 1234567.
    published = (6457827717110365317, 3203168211198807973, 9817491932198370423)
    for name, bits in enumerate(published, 1):
        assert named_float(np.uint64(1234567), np.uint64(name)) == (bits >> 11) / 2**53
