"""Range grids against plain loops, in hold'em and in the small games; names and colours."""

from __future__ import annotations

import numpy as np
import pytest

from ai.equity.agent import EquityAgent
from ai.reach import RangeReader
from ai.simple import RandomAgent
from engine.combos import combo_cards
from engine.game import get_game
from engine.lines import parse_action, spot_of
from engine.player import CALL, FOLD, PublicState, Strategy, raise_to
from engine.policy import blocked, boards
from engine.shown import parse_shown
from pokergui.formatting.menu import MOST_SIZES, legal_extras, menu_of
from pokergui.ranges.grid import RangeGrid
from pokergui.ranges.grid_cells import BoardRange
from tests.naive.grid import holdem_cells


@pytest.fixture
def game():
    return get_game("holdem-nolimit@100")


def random_answer(game, spot, actions, seed):
    rng = np.random.default_rng(seed)
    probabilities = rng.dirichlet(np.ones(len(actions)), size=1326)
    probabilities[blocked(game, spot.board)] = 0.0
    weights = rng.random(1326) * (rng.random(1326) < 0.8)
    weights[blocked(game, spot.board)] = 0.0
    return weights, Strategy(actions, probabilities)


@pytest.mark.parametrize("board", ["", "Kh8d3c", "AhAdAcAsKd"])
def test_cells_are_averages_by_reach(game, board):
    cards = parse_shown(game, board)
    line = {0: "", 3: "r300c/", 5: "r300c/cc/cc/"}[len(cards)]
    spot = spot_of(game, line, cards)
    actions = (CALL, raise_to(700), raise_to(9000))
    weights, answer = random_answer(game, spot, actions, seed=len(board))
    weights[np.isin(combo_cards() >> 2, [0]).any(axis=1)] = 0.0  # nobody comes with a deuce
    scene = RangeGrid(spot, [BoardRange(cards, weights, answer)]).scene(marked=7)
    assert (scene.rows, scene.columns, scene.marked) == (13, 13, 7)
    expected = holdem_cells(cards, weights, answer.probabilities)
    for cell, (label, height, shares) in zip(scene.cells, expected, strict=True):
        assert cell.label == label
        assert cell.possible == (height is not None)
        if height is None:
            assert cell.shares == () and "not possible" in cell.spoken
        else:
            assert cell.height == pytest.approx(height, abs=1e-12)
            assert cell.shares == pytest.approx(shares, abs=1e-12)
            assert sum(cell.shares) == pytest.approx(1.0)
            assert cell.spoken.startswith(f"{label}, reach {100 * height:.0f}%")


def test_details_list_combos_higher_first_and_say_what_the_board_blocks(game):
    spot = spot_of(game, "r300c/", parse_shown(game, "Kh8d3c"))
    reader = RangeReader(EquityAgent())
    answer, reach = reader.answer(spot), reader.reach(spot)
    grid = RangeGrid(spot, [BoardRange(spot.board, reach.weights[0], answer)])
    detail = grid.detail(grid.cell_with(parse_shown(game, "KsQs")), pinned=True)
    assert (detail.title, detail.note, detail.pinned) == ("KQs", "3 of 4 combos, top pair", True)
    assert [row.cards[0].name for row in detail.rows] == ["Ks", "Kh", "Kd", "Kc"]
    assert [bool(row.shares) for row in detail.rows] == [True, False, True, True]
    assert detail.value_caption == "EV, bb"
    first, blocked_row = detail.rows[:2]
    assert float(first.value.replace("−", "-")) > 0 and blocked_row.value == ""
    assert len(first.percents) == len(first.shares) == len(detail.actions)
    assert len(grid.detail(grid.cell_with(parse_shown(game, "7s7d"))).rows) == 6
    assert len(grid.detail(grid.cell_with(parse_shown(game, "7s6d"))).rows) == 12


def leduc_grid(line):
    game = get_game("leduc")
    reader = RangeReader(RandomAgent(game))
    spots = [
        PublicState(game, spot_of(game, line, ()).actions if not line.endswith("/") else (), ())
    ]
    if "/" in line:
        actions = (CALL, CALL)
        spots = [PublicState(game, actions, board) for _, board in boards(game, 1)]
    ranges = [
        BoardRange(spot.board, reader.reach(spot).weights[0], reader.answer(spot)) for spot in spots
    ]
    return game, RangeGrid(spots[0], ranges)


def test_small_games_merge_suits_and_show_all_boards():
    game, grid = leduc_grid("")
    scene = grid.scene()
    assert (scene.rows, scene.columns) == (3, 1)
    assert [cell.label for cell in scene.cells] == ["K", "Q", "J"]
    assert scene.row_labels == ("Hand K", "Hand Q", "Hand J") and scene.column_labels == ()
    assert [action.title for action in scene.actions] == ["Check", "Bet 2"]
    assert len(grid.detail(0).rows) == 2

    game, grid = leduc_grid("cc/")
    scene = grid.scene()
    assert (scene.rows, scene.columns) == (3, 3)
    cell = scene.cells[1]
    assert (cell.label, cell.ranks, cell.note) == ("K on Q", ("K", "Q"), "King high")
    assert scene.cells[4].note == "Pair of queens" and cell.values == ()
    assert scene.column_labels == ("Board K", "Board Q", "Board J")
    assert all(cell.shares == pytest.approx((0.5, 0.5)) for cell in scene.cells)
    assert all(cell.height == pytest.approx(0.5) for cell in scene.cells)
    assert grid.cell_with(parse_shown(game, "Kh"), parse_shown(game, "Qs")) == 1
    mixed, paired = grid.detail(1), grid.detail(0)
    assert len(mixed.rows) == 4 and mixed.note == "King high"
    assert len(paired.rows) == 2 and paired.note == "Pair of kings"
    assert [card.name for card in paired.rows[0].cards] == ["Ks", "Kh"]


def test_actions_are_named_and_coloured_by_their_size(game):
    spot = spot_of(game, "r300c/", parse_shown(game, "Kh8d3c"))
    actions = (CALL, raise_to(200), raise_to(400), raise_to(600), raise_to(9700))
    heads = [item.head for item in menu_of(spot, actions)]
    assert [head.title for head in heads] == [
        "Check",
        "Bet 200",
        "Bet 400",
        "Bet 600",
        "All-in 9,700",
    ]
    assert [head.tone for head in heads] == ["call", "small", "middle", "large", "allin"]
    assert [head.rank for head in heads] == [None] * 5
    assert [head.key for head in heads] == ["c", "r500", "r700", "r900", "r10000"]
    for head, action in zip(heads, actions, strict=True):
        assert parse_action(spot, head.key) == action


def test_sizes_are_told_as_players_name_them(game):
    def sizes(line, board, *totals):
        spot = spot_of(game, line, parse_shown(game, board))
        actions = (CALL, *map(raise_to, totals))
        return [item.head.size for item in menu_of(spot, actions)]

    assert sizes("", "", 250, 300, 10000) == ["", "2.5 bb", "3 bb", "100 bb"]
    assert sizes("r300c/", "Kh8d3c", 198, 600, 9700) == ["", "33% pot", "pot", "16x pot"]
    # A raise is measured against the pot once the bet is called.
    assert sizes("r300c/r500", "Kh8d3c", 700) == ["", "50% pot"]
    limit = PublicState(get_game("holdem-limit"), (), ())
    assert not any(item.head.size for item in menu_of(limit, (CALL, raise_to(20))))


def test_sizes_of_one_class_get_colours_in_between(game):
    spot = spot_of(game, "r300c/", parse_shown(game, "Kh8d3c"))
    actions = [CALL, *(raise_to(size) for size in (100, 300, 400, 500, 600, 900))]
    heads = [item.head for item in menu_of(spot, actions)][1:]
    assert [head.tone for head in heads] == [
        "small",
        "middle",
        "middle",
        "middle",
        "large",
        "large",
    ]
    assert [head.rank for head in heads] == [0.0, 0.35, 0.5, 0.65, 0.75, 1.0]


def test_very_many_sizes_become_one_for_each_class(game):
    spot = PublicState(game, (), ())
    answer = RandomAgent(game).strategy(spot)
    assert len(answer.actions) > MOST_SIZES
    grid = RangeGrid(spot, [BoardRange((), np.ones(1326), answer)])
    heads = [item.head for item in grid.menu]
    assert [head.tone for head in heads] == ["fold", "call", "middle", "large", "allin"]
    assert "–" in heads[3].title
    third, one = 1 / 3, 1 / 3 / 64
    expected = (third, third, one, 62 * one, one)
    assert grid.scene().cells[0].shares == pytest.approx(expected)
    assert grid.menu[3].action in answer.actions


def test_what_the_rules_allow_beside_a_menu(game):
    spot = spot_of(game, "r300")
    extras = legal_extras(spot, (CALL,))
    assert extras == (FOLD, raise_to(500), raise_to(10000))
    assert legal_extras(spot, (FOLD, CALL, raise_to(500), raise_to(10000))) == ()
    kuhn = get_game("kuhn")
    assert legal_extras(spot_of(kuhn, "r"), (CALL,)) == (FOLD,)
