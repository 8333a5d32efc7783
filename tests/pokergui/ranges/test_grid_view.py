"""Cells of a range that show one number, against plain loops over their combos."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from engine.combos import combo_cards
from engine.game import get_game
from engine.lines import spot_of
from engine.player import CALL, FOLD, Strategy, raise_to
from engine.policy import blocked
from engine.shown import parse_shown
from pokergui.ranges.grid import RangeGrid
from pokergui.ranges.grid_cells import BoardRange
from pokergui.ranges.grid_values import short
from pokergui.ranges.grid_view import GridView, refused
from tests.naive.grid import holdem_cells

GAME = get_game("holdem-nolimit@100")
SPOT = spot_of(GAME, "r300c/", parse_shown(GAME, "Kh8d3c"))
ACTIONS = (CALL, raise_to(700), raise_to(9700))
CHECK, BET, ALL_IN = "c", "r1000", "r10000"


def made(*, values=True, equity=True, answer=True, error=False, shown=None):
    """Return a range with all figures known, or not."""
    rng = np.random.default_rng(3)
    free = ~blocked(GAME, SPOT.board)
    weights = rng.random(1326) * (rng.random(1326) < 0.7) * free
    worth = rng.normal(200.0, 500.0, (1326, 3))
    worth[~free] = np.nan
    acts = Strategy(
        ACTIONS,
        rng.dirichlet(np.ones(3), size=1326) * free[:, None],
        worth if values else None,
        np.abs(worth) / 10 if error else None,
    )
    equities = np.where(free, rng.random(1326), np.nan)
    return BoardRange(
        SPOT.board,
        weights,
        acts if answer else None,
        equity=equities if equity else None,
        shown=shown,
    )


def by_cell(one):
    """Members of each cell, by label, with their weights."""
    labels = [label for label, _, _ in holdem_cells(SPOT.board, one.weights, one.weights[:, None])]
    place = {label: [] for label in labels}
    names = "23456789TJQKA"
    for combo, (first, second) in enumerate(combo_cards().tolist()):
        high, low = max(first, second), min(first, second)
        label = names[high >> 2] + names[low >> 2]
        if high >> 2 != low >> 2:
            label += "s" if high & 3 == low & 3 else "o"
        if one.weights[combo] > 0:
            place[label].append(combo)
    return place


def mean(one, members, numbers):
    weight = sum(one.weights[m] for m in members)
    return sum(one.weights[m] * numbers[m] for m in members) / weight


def number(text):
    return float(text.replace("−", "-").replace(",", ""))


def scene(one, kind, **more):
    return RangeGrid(SPOT, [one]).scene(view=GridView(kind, **more))


def expected(one, kind):
    """The number of every cell that somebody comes with, from one combo after another."""
    answer = one.answer
    mixed = [
        sum(p * v for p, v in zip(row, worth, strict=True)) / 100
        for row, worth in zip(answer.probabilities, answer.values, strict=True)
    ]
    found = {}
    for label, members in by_cell(one).items():
        if not members:
            continue
        ev = mean(one, members, mixed)
        equity = mean(one, members, one.equity)
        found[label] = {
            "ev": ev,
            "equity": 100 * equity,
            "eqr": 100 * ev / (equity * SPOT.pot / 100),
            "action": 100 * mean(one, members, answer.probabilities[:, 1]),
            "difference": mean(one, members, answer.values[:, 1] - answer.values[:, 0]) / 100,
        }[kind]
    return found


@pytest.mark.parametrize(
    ("kind", "digits"), [("ev", 2), ("equity", 1), ("eqr", 0), ("action", 0), ("difference", 2)]
)
def test_numbers_are_means_by_reach(kind, digits):
    one = made()
    told = scene(one, kind, action=BET)
    known = expected(one, kind)
    assert len(known) > 100
    for cell in told.cells:
        if cell.label not in known:
            assert (cell.value, cell.figure) == (None, "")
            continue
        value = known[cell.label]
        coarse = 10.0 ** max(-digits, math.floor(math.log10(max(abs(value), 1e-9))) - 2)
        assert number(cell.figure) == pytest.approx(value, abs=0.51 * max(coarse, 10.0**-digits))
        assert f"{told.scale.caption} {cell.figure}" in cell.spoken


def test_places_lie_between_the_ends_of_the_scale():
    one = made()
    ev, known = scene(one, "ev"), expected(one, "ev")
    values = {cell.label: cell.value for cell in ev.cells if cell.value is not None}
    least, most = min(known, key=known.get), max(known, key=known.get)
    assert values[least] == 0.0 and values[most] == 1.0
    middle = (known[least] + known[most]) / 2
    assert all((known[label] > middle) == (place > 0.5) for label, place in values.items())
    change = scene(one, "difference", action=BET)
    places = [cell.value for cell in change.cells if cell.value is not None]
    assert max(abs(place) for place in places) == 1.0 and min(places) < 0 < max(places)
    weights, plain = scene(one, "weight"), scene(one, "strategy")
    for cell, other in zip(weights.cells, plain.cells, strict=True):
        assert cell.value == (other.height or None)


def test_combos_that_are_not_shown_or_have_no_value_count_for_nothing():
    shown = np.zeros(1326, np.bool_)
    shown[::7] = True
    one = made(shown=shown)
    known = expected(replace(one, weights=np.where(shown, one.weights, 0.0)), "ev")
    figures = {cell.label: cell.figure for cell in scene(one, "ev").cells if cell.figure}
    assert figures.keys() == known.keys()
    one, ev = made(), np.full(1326, np.nan)
    assert "ev" in refused(RangeGrid(SPOT, [replace(one, ev=ev)]).cells, "")
    kings = [combo for combo in by_cell(one)["KK"] if one.weights[combo] > 0]
    ev[kings[0]] = 123.0
    cells = scene(replace(one, ev=ev), "ev").cells
    assert [(cell.label, cell.figure) for cell in cells if cell.figure] == [("KK", "1.23")]


def test_a_strategy_with_ev_keeps_its_segments():
    one = made()
    told = scene(one, "strategy-ev")
    assert told.scale is None
    for cell, plain in zip(told.cells, scene(one, "strategy").cells, strict=True):
        assert (cell.shares, cell.height) == (plain.shares, plain.height)
        assert cell.value is None
        assert plain.figure == ""
        if cell.height:
            assert cell.figure and cell.spoken.startswith(plain.spoken)


def test_heights_by_reach_full_and_normalised():
    one = made()
    reach = [cell.height for cell in scene(one, "strategy").cells]
    full = [cell.height for cell in scene(one, "ev", heights="full").cells]
    assert full == [float(height > 0) for height in reach]
    most = max(reach)
    assert 0 < most < 1
    normal = [cell.height for cell in scene(one, "ev", heights="normalised").cells]
    assert normal == pytest.approx([height / most for height in reach])
    spoken = scene(one, "ev", heights="full").cells[0].spoken
    assert f"reach {100 * reach[0]:.0f}%" in spoken


def test_a_difference_of_frequencies_where_no_values_are_known():
    one = made(values=False)
    told = scene(one, "difference", action=BET, other=ALL_IN)
    assert told.scale.caption == "Bet 700 less All-in 9,700, %"
    assert (told.scale.low, told.scale.high) == ("−100%", "+100%")
    for cell in told.cells:
        if cell.figure:
            assert cell.value == pytest.approx(cell.shares[1] - cell.shares[2])
            assert number(cell.figure) == pytest.approx(100 * cell.value, abs=0.51)


def test_what_cannot_be_shown_is_said_and_falls_back():
    grid = RangeGrid(SPOT, [made(values=False, equity=False)])
    told = GridView("ev").scene(grid.cells, "Slate")
    assert told.kind == "strategy"
    reasons = dict(told.refused)
    assert set(reasons) == {"strategy-ev", "ev", "eqr", "equity"}
    assert reasons["ev"] == "Slate gives no values here"
    assert reasons["equity"] == "Slate gives no equities here"
    assert grid.scene(view=GridView("ev")) == grid.scene()
    alone = RangeGrid(SPOT, [made(answer=False)])
    assert {"action", "difference"} <= set(refused(alone.cells, "Slate"))
    assert not refused(RangeGrid(SPOT, [made()]).cells, "Slate")


def test_an_action_that_is_not_there_falls_back_to_the_first():
    cells = RangeGrid(SPOT, [made()]).cells
    assert GridView("action", action="r77").at(cells).action == CHECK
    both = GridView("difference", action=BET, other=BET).at(cells)
    assert (both.action, both.other) == (BET, CHECK)
    first = GridView("difference").at(cells)
    assert (first.action, first.other) == (CHECK, BET)
    assert [head.key for head in first.scene(cells, "").actions] == [CHECK, BET, ALL_IN]


def test_small_games_have_no_heights_and_values_in_antes():
    game = get_game("leduc")
    spot = spot_of(game, "r")
    values = np.arange(18.0).reshape(6, 3)
    answer = Strategy((FOLD, CALL, raise_to(4)), np.full((6, 3), 1 / 3), values)
    grid = RangeGrid(spot, [BoardRange((), np.linspace(0.1, 0.6, 6), answer)])
    view = GridView("ev", heights="full")
    assert not view.scene(grid.cells, "").has_heights
    told = grid.scene(view=view)
    assert told.scale.caption == "EV, antes"
    mixed = values.mean(axis=1)
    kings = (0.5 * mixed[4] + 0.6 * mixed[5]) / 1.1
    assert number(told.cells[0].figure) == pytest.approx(kings, abs=0.06)
    assert told.cells[0].height == pytest.approx(0.55)


def test_rows_tell_how_sure_an_engine_is_of_its_values():
    one = made(error=True)
    grid = RangeGrid(SPOT, [one])
    cell = grid.cell_with(parse_shown(GAME, "QsJs"))
    combo = next(c for c in by_cell(one)["QJs"] if one.answer is not None)
    rows = grid.detail(cell).rows
    spread = math.sqrt(
        sum(
            (p * e) ** 2
            for p, e in zip(one.answer.probabilities[combo], one.answer.error[combo], strict=True)
        )
    )
    assert f"±{spread / 100:.2f}" in [row.error for row in rows]
    assert all(row.error == "" for row in RangeGrid(SPOT, [made()]).detail(cell).rows)


@pytest.mark.parametrize(
    ("value", "digits", "sign", "words"),
    [
        (0.0, 2, False, "0.00"),
        (-0.001, 2, True, "0.00"),
        (3.847, 2, False, "3.85"),
        (12.34, 2, False, "12.3"),
        (-123.4, 2, False, "−123"),
        (1234.0, 1, False, "1,234"),
        (12345.0, 1, True, "+12.3k"),
        (0.254, 2, True, "+0.25"),
        (38.0, 0, True, "+38"),
    ],
)
def test_numbers_for_cells_are_short(value, digits, sign, words):
    assert short(value, digits, sign) == words


def test_what_is_being_counted_keeps_its_place():
    one = made(values=False, equity=False)
    grid = RangeGrid(SPOT, [one], waiting=True)
    assert not refused(grid.cells, "")
    for kind in ("ev", "equity", "eqr"):
        told = grid.scene(view=GridView(kind))
        assert told.scale is not None
        assert all(cell.value is None and cell.figure == "" for cell in told.cells)
        assert [cell.height for cell in told.cells] == [c.height for c in grid.scene().cells]
    assert grid.scene(view=GridView("ev")).scale.low == "…"
    assert grid.scene(view=GridView("strategy-ev")) == grid.scene()


@pytest.mark.parametrize("kind", ["ev", "difference"])
def test_grids_beside_each_other_take_one_scale(kind):
    one = made()
    dear = replace(one, answer=replace(one.answer, values=3 * one.answer.values))
    grids = [RangeGrid(SPOT, [each]) for each in (one, dear)]
    view = GridView(kind, action=BET)
    first, second = (grids[at].scene(view=view, beside=grids[1 - at]) for at in (0, 1))
    assert first.scale == second.scale != grids[0].scene(view=view).scale
    same = [(cell.figure, cell.value) for grid in (first, second) for cell in grid.cells]
    told = {}
    for figure, value in same:
        if figure:
            told.setdefault(figure, []).append(value)
    assert any(len(values) > 1 for values in told.values())
    assert all(max(values) - min(values) < 0.01 for values in told.values())
    alone = RangeGrid(SPOT, [made(answer=False)])
    assert grids[0].scene(view=view, beside=alone) == grids[0].scene(view=view)
