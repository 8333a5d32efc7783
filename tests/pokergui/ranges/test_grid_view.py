import math
from collections import defaultdict
from dataclasses import replace

import numpy as np
import pytest

from engine.card_display import parse_shown
from engine.game import get_game
from engine.lines import spot_of
from engine.player import CALL, FOLD, Strategy, raise_to
from engine.policy import blocked
from pokergui.ranges.grid import RangeMatrix
from pokergui.ranges.grid_values import BoardRange, GridView, cell_detail, refused, short
from tests.naive.grid import class_of
from tests.pokergui.heard import number_in

GAME = get_game("holdem-nolimit@100")
SPOT = spot_of(GAME, "r300c/", parse_shown(GAME, "Kh8d3c"))
CHECK, BET, ALL_IN = "c", "r1000", "r10000"


def made(*, values=True, equity=True, answer=True, error=False):
    rng, free = np.random.default_rng(3), ~blocked(GAME, SPOT.board)
    weights = rng.random(1326) * (rng.random(1326) < 0.7) * free
    worth = rng.normal(200.0, 500.0, (1326, 3))
    worth[~free] = np.nan
    acts = Strategy(
        (CALL, raise_to(700), raise_to(9700)),
        rng.dirichlet(np.ones(3), size=1326) * free[:, None],
        worth if values else None,
        np.abs(worth) / 10 if error else None,
    )
    equities = np.where(free, rng.random(1326), np.nan)
    return BoardRange(
        SPOT.board, weights, acts if answer else None, equity=equities if equity else None
    )


def grid_of(one, **more):
    return RangeMatrix(SPOT, [one], **more)


def scene(one, kind, **more):
    return grid_of(one).scene(view=GridView(kind, **more))


def by_cell(one):
    place = defaultdict(list)
    for combo in one.weights.nonzero()[0].tolist():
        place[class_of(combo)].append(combo)
    return place


def expected(one, kind):
    shares, worth, found = one.answer.probabilities, one.answer.values, {}
    mixed = (shares * worth).sum(axis=1) / 100
    for label, members in by_cell(one).items():

        def mean(numbers, members=members):
            weight = sum(one.weights[m] for m in members)
            return sum(one.weights[m] * numbers[m] for m in members) / weight

        ev, equity = mean(mixed), mean(one.equity)
        found[label] = {
            "ev": ev,
            "equity": 100 * equity,
            "eqr": 100 * ev / (equity * SPOT.pot / 100),
            "action": 100 * mean(shares[:, 1]),
            "difference": mean(worth[:, 1] - worth[:, 0]) / 100,
        }[kind]
    return found


@pytest.mark.parametrize(
    ("kind", "digits"), [("ev", 2), ("equity", 1), ("eqr", 0), ("action", 0), ("difference", 2)]
)
def test_cell_figures_are_reach_weighted_means(kind, digits):
    one = made()
    told, known = scene(one, kind, action=BET), expected(one, kind)
    assert len(known) > 100
    for cell in told.cells:
        if cell.label not in known:
            assert (cell.value, cell.figure) == (None, "")
            continue
        value = known[cell.label]
        coarse = 10.0 ** max(-digits, math.floor(math.log10(max(abs(value), 1e-9))) - 2)
        assert number_in(cell.figure) == pytest.approx(value, abs=0.51 * max(coarse, 10.0**-digits))
        assert f"{told.scale.caption} {cell.figure}" in cell.spoken


def test_cell_values_are_scaled_between_the_extremes():
    one = made()
    ev, known = scene(one, "ev"), expected(one, "ev")
    values = {cell.label: cell.value for cell in ev.cells if cell.value is not None}
    least, most = min(known, key=known.get), max(known, key=known.get)
    assert (values[least], values[most]) == (0.0, 1.0)
    middle = (known[least] + known[most]) / 2
    assert all((known[label] > middle) == (place > 0.5) for label, place in values.items())
    change = scene(one, "difference", action=BET)
    places = [cell.value for cell in change.cells if cell.value is not None]
    assert max(abs(place) for place in places) == 1.0 and min(places) < 0 < max(places)
    weights, plain = scene(one, "weight"), scene(one, "strategy")
    for cell, other in zip(weights.cells, plain.cells, strict=True):
        assert cell.value == (other.height or None)


def test_hidden_or_valueless_combos_do_not_count():
    one, shown, ev = made(), np.arange(1326) % 7 == 0, np.full(1326, np.nan)
    known = expected(replace(one, weights=np.where(shown, one.weights, 0.0)), "ev")
    cells = scene(replace(one, shown=shown), "ev").cells
    assert {cell.label for cell in cells if cell.figure} == known.keys()
    assert "ev" in refused(grid_of(replace(one, ev=ev)).cells, "")
    ev[by_cell(one)["KK"][0]] = 123.0
    cells = scene(replace(one, ev=ev), "ev").cells
    assert [(cell.label, cell.figure) for cell in cells if cell.figure] == [("KK", "1.23")]


def test_evs_that_an_engine_states_have_their_error_whoever_adds_them_up():
    one = made(error=True)
    held, squares = one.weights > 0.0, (one.answer.probabilities * one.answer.error) ** 2
    for each in (one, replace(one, ev=one.worth)):
        cells = grid_of(each).cells
        assert cells.error[held] == pytest.approx(np.sqrt(squares.sum(axis=1))[held])
        rows = cell_detail(cells, 0).rows
        assert any(row.value for row in rows)
        assert all(row.error.startswith("±") for row in rows if row.value)
    assert grid_of(made()).cells.error is None


def test_cell_heights_by_reach_full_and_normalised():
    by = {
        heights: scene(made(), "ev", heights=heights).cells
        for heights in ("reach", "full", "normalised")
    }
    reach = [cell.height for cell in by["reach"]]
    assert [cell.height for cell in by["full"]] == [float(height > 0) for height in reach]
    assert 0 < max(reach) < 1
    normal = [height / max(reach) for height in reach]
    assert [cell.height for cell in by["normalised"]] == pytest.approx(normal)
    assert f"reach {100 * reach[0]:.0f}%" in by["full"][0].spoken


def test_frequency_difference_is_shown_when_values_are_unknown():
    told = scene(made(values=False), "difference", action=BET, other=ALL_IN)
    assert told.scale.caption == "Bet 700 less All-in 9,700, %"
    assert (told.scale.low, told.scale.high) == ("−100%", "+100%")
    for cell in told.cells:
        if cell.figure:
            assert cell.value == pytest.approx(cell.shares[1] - cell.shares[2])
            assert number_in(cell.figure) == pytest.approx(100 * cell.value, abs=0.51)


def test_unavailable_views_are_reported_and_fall_back():
    grid = grid_of(made(values=False, equity=False))
    told = GridView("ev").scene(grid.cells, "Slate")
    assert told.kind == "strategy"
    values, equities = (f"Slate gives no {what} here" for what in ("EVs", "equities"))
    assert dict(told.refused) == {
        **dict.fromkeys(("strategy-ev", "ev", "eqr"), values),
        "equity": equities,
    }
    assert grid.scene(view=GridView("ev")) == grid.scene()
    assert {"action", "difference"} <= set(refused(grid_of(made(answer=False)).cells, "Slate"))
    assert not refused(grid_of(made()).cells, "Slate")


@pytest.mark.parametrize(
    ("view", "action", "other"),
    [
        (GridView("action", action="r77"), CHECK, BET),
        (GridView("difference", action=BET, other=BET), BET, CHECK),
        (GridView("difference"), CHECK, BET),
    ],
)
def test_missing_action_falls_back_to_the_first(view, action, other):
    cells = grid_of(made()).cells
    found = view.at(cells)
    assert (found.action, found.other) == (action, other)
    assert [head.key for head in found.scene(cells, "").actions] == [CHECK, BET, ALL_IN]


def test_small_games_offer_no_heights_and_show_antes():
    spot, values = spot_of(get_game("leduc"), "r"), np.arange(18.0).reshape(6, 3)
    answer = Strategy((FOLD, CALL, raise_to(4)), np.full((6, 3), 1 / 3), values)
    grid = RangeMatrix(spot, [BoardRange((), np.linspace(0.1, 0.6, 6), answer)])
    view = GridView("ev", heights="full")
    told = grid.scene(view=view)
    assert not view.scene(grid.cells, "").has_heights and told.scale.caption == "EV, antes"
    mixed = values.mean(axis=1)
    kings = (0.5 * mixed[4] + 0.6 * mixed[5]) / 1.1
    assert number_in(told.cells[0].figure) == pytest.approx(kings, abs=0.06)
    assert told.cells[0].height == pytest.approx(0.55)


@pytest.mark.parametrize(
    ("value", "digits", "sign", "words"),
    [
        *((0.0, 2, False, "0.00"), (-0.001, 2, True, "0.00"), (3.847, 2, False, "3.85")),
        *((12.34, 2, False, "12.3"), (-123.4, 2, False, "−123"), (1234.0, 1, False, "1,234")),
        *((12345.0, 1, True, "+12.3k"), (0.254, 2, True, "+0.25"), (38.0, 0, True, "+38")),
    ],
)
def test_cell_figures_are_short(value, digits, sign, words):
    assert short(value, digits, sign) == words


def test_pending_figures_keep_their_place():
    grid = grid_of(made(values=False, equity=False), waiting=True)
    assert not refused(grid.cells, "")
    for kind in ("ev", "equity", "eqr"):
        told = grid.scene(view=GridView(kind))
        assert told.scale is not None
        assert {(cell.value, cell.figure) for cell in told.cells} == {(None, "")}
        assert [cell.height for cell in told.cells] == [c.height for c in grid.scene().cells]
    assert grid.scene(view=GridView("ev")).scale.low == "…"
    assert grid.scene(view=GridView("strategy-ev")) == grid.scene()


@pytest.mark.parametrize("kind", ["ev", "difference"])
def test_side_by_side_grids_share_a_scale(kind):
    one, view = made(), GridView(kind, action=BET)
    dear = replace(one, answer=replace(one.answer, values=3 * one.answer.values))
    first, second = grids = [grid_of(each) for each in (one, dear)]
    shown = [first.scene(view=view, beside=second), second.scene(view=view, beside=first)]
    assert shown[0].scale == shown[1].scale != first.scene(view=view).scale
    told = defaultdict(list)
    for cell in (*shown[0].cells, *shown[1].cells):
        if cell.figure:
            told[cell.figure].append(cell.value)
    assert any(len(values) > 1 for values in told.values())
    assert all(max(values) - min(values) < 0.01 for values in told.values())
    assert grids[0].scene(view=view, beside=grid_of(made(answer=False))) == first.scene(view=view)
