import numpy as np
import pytest

from ai.agents.baselines import RandomAgent
from ai.equity.agent import EquityAgent
from ai.reading.reach import RangeReader
from engine.card_display import parse_shown
from engine.combos import combo_cards
from engine.game import get_game
from engine.lines import parse_action, spot_of
from engine.player import CALL, FOLD, PublicState, Strategy, raise_to
from engine.policy import blocked, boards
from pokergui.formatting.sizing import MOST_SIZES, legal_extras, menu_of
from pokergui.ranges.grid import RangeMatrix
from pokergui.ranges.grid_values import BoardRange
from tests.naive.grid import holdem_cells

GAME, LEDUC = get_game("holdem-nolimit@100"), get_game("leduc")


def flop(line="r300c/"):
    return spot_of(GAME, line, parse_shown(GAME, "Kh8d3c"))


def heads(spot, *sizes):
    return [item.head for item in menu_of(spot, (CALL, *map(raise_to, sizes)))]


@pytest.mark.parametrize(
    ("line", "board"), [("", ""), ("r300c/", "Kh8d3c"), ("r300c/cc/cc/", "AhAdAcAsKd")]
)
def test_cells_are_reach_weighted_averages(line, board):
    cards, rng = parse_shown(GAME, board), np.random.default_rng(len(board))
    spot, gone = spot_of(GAME, line, cards), blocked(GAME, cards)
    rows = rng.dirichlet(np.ones(3), size=1326)
    weights = rng.random(1326) * (rng.random(1326) < 0.8)
    rows[gone] = weights[gone] = 0.0
    weights[np.isin(combo_cards() >> 2, [0]).any(axis=1)] = 0.0  # no deuces in the range
    answer = Strategy((CALL, raise_to(700), raise_to(9000)), rows)
    scene = RangeMatrix(spot, [BoardRange(cards, weights, answer)]).scene(marked=7)
    assert (scene.rows, scene.columns, scene.marked) == (13, 13, 7)
    expected = holdem_cells(cards, weights, rows)
    for cell, (label, height, shares) in zip(scene.cells, expected, strict=True):
        assert (cell.label, cell.possible) == (label, height is not None)
        if height is None:
            assert cell.shares == () and "not possible" in cell.spoken
        else:
            assert cell.height == pytest.approx(height, abs=1e-12)
            assert cell.shares == pytest.approx(shares, abs=1e-12)
            assert cell.spoken.startswith(f"{label}, reach {100 * height:.0f}%")


def test_details_list_higher_combos_first_and_mark_blocked_ones():
    spot, reader = flop(), RangeReader(EquityAgent())
    weights = reader.reach(spot).weights[0]
    grid = RangeMatrix(spot, [BoardRange(spot.board, weights, reader.answer(spot))])

    def at(hand):
        return grid.detail(grid.cell_with(parse_shown(GAME, hand)), pinned=True)

    detail = at("KsQs")
    assert (detail.title, detail.note, detail.pinned) == ("KQs", "3 of 4 combos, top pair", True)
    assert [row.cards[0].name for row in detail.rows] == ["Ks", "Kh", "Kd", "Kc"]
    assert [bool(row.shares) for row in detail.rows] == [True, False, True, True]
    assert detail.value_caption == "EV, bb"
    first, blocked_row = detail.rows[:2]
    assert float(first.value.replace("−", "-")) > 0 and blocked_row.value == ""
    assert len(first.percents) == len(first.shares) == len(detail.actions)
    assert (len(at("7s7d").rows), len(at("7s6d").rows)) == (6, 12)


def leduc_grid(*spots):
    reader = RangeReader(RandomAgent(LEDUC))
    weights = [reader.reach(spot).weights[0] for spot in spots]
    shown = zip((spot.board for spot in spots), weights, map(reader.answer, spots), strict=True)
    return RangeMatrix(spots[0], [BoardRange(*parts) for parts in shown])


def test_small_games_merge_suits_and_show_all_boards():
    grid = leduc_grid(PublicState(LEDUC, (), ()))
    scene = grid.scene()
    assert (scene.rows, scene.columns) == (3, 1)
    assert [cell.label for cell in scene.cells] == ["K", "Q", "J"]
    assert scene.row_labels == ("Hand K", "Hand Q", "Hand J") and scene.column_labels == ()
    assert [action.title for action in scene.actions] == ["Check", "Bet 2"]
    assert len(grid.detail(0).rows) == 2

    grid = leduc_grid(*(PublicState(LEDUC, (CALL, CALL), board) for _, board in boards(LEDUC, 1)))
    scene = grid.scene()
    assert (scene.rows, scene.columns) == (3, 3)
    cell = scene.cells[1]
    assert (cell.label, cell.ranks, cell.note) == ("K on Q", ("K", "Q"), "King high")
    assert scene.cells[4].note == "Pair of queens" and cell.values == ()
    assert scene.column_labels == ("Board K", "Board Q", "Board J")
    assert all(cell.shares == pytest.approx((0.5, 0.5)) for cell in scene.cells)
    assert all(cell.height == pytest.approx(0.5) for cell in scene.cells)
    assert grid.cell_with(parse_shown(LEDUC, "Kh"), parse_shown(LEDUC, "Qs")) == 1
    mixed, paired = grid.detail(1), grid.detail(0)
    assert (len(mixed.rows), mixed.note) == (4, "King high")
    assert (len(paired.rows), paired.note) == (2, "Pair of kings")
    assert [card.name for card in paired.rows[0].cards] == ["Ks", "Kh"]


def test_actions_are_named_and_coloured_by_their_size():
    sizes, spot = (200, 400, 600, 9700), flop()
    found = heads(spot, *sizes)
    titles = ["Check", "Bet 200", "Bet 400", "Bet 600", "All-in 9,700"]
    assert [head.title for head in found] == titles
    assert [head.tone for head in found] == ["call", "small", "middle", "large", "allin"]
    assert [head.rank for head in found] == [None] * 5
    assert [head.key for head in found] == ["c", "r500", "r700", "r900", "r10000"]
    assert [parse_action(spot, head.key) for head in found] == [CALL, *map(raise_to, sizes)]
    several = heads(spot, 100, 300, 400, 500, 600, 900)[1:]  # of one class: colours in between
    assert [head.tone for head in several] == ["small", *["middle"] * 3, *["large"] * 2]
    assert [head.rank for head in several] == [0.0, 0.35, 0.5, 0.65, 0.75, 1.0]


@pytest.mark.parametrize(
    ("spot", "sizes", "words"),
    [
        (spot_of(GAME, "", ()), (250, 300, 10000), ["2.5 bb", "3 bb", "100 bb"]),
        (flop(), (198, 600, 9700), ["33% pot", "pot", "16x pot"]),
        (flop("r300c/r500"), (700,), ["50% pot"]),  # of the pot once the bet is called
        (PublicState(get_game("holdem-limit"), (), ()), (20,), [""]),
    ],
)
def test_sizes_use_standard_poker_names(spot, sizes, words):
    assert [head.size for head in heads(spot, *sizes)] == ["", *words]


def test_many_sizes_are_grouped_by_size_class():
    spot = PublicState(GAME, (), ())
    answer = RandomAgent(GAME).strategy(spot)
    assert len(answer.actions) > MOST_SIZES
    grid = RangeMatrix(spot, [BoardRange((), np.ones(1326), answer)])
    found = [item.head for item in grid.menu]
    assert [head.tone for head in found] == ["fold", "call", "middle", "large", "allin"]
    assert "–" in found[3].title and grid.menu[3].action in answer.actions
    third, one = 1 / 3, 1 / 3 / 64
    expected = (third, third, one, 62 * one, one)
    assert grid.scene().cells[0].shares == pytest.approx(expected)


def test_legal_actions_beyond_the_menu():
    spot, every = spot_of(GAME, "r300"), (FOLD, CALL, raise_to(500), raise_to(10000))
    assert legal_extras(spot, (CALL,)) == (FOLD, *every[2:])
    assert legal_extras(spot, every) == ()
    assert legal_extras(spot_of(get_game("kuhn"), "r"), (CALL,)) == (FOLD,)
