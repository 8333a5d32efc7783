"""The picture of the EV that each of a rival's hands gives away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.solver.exploit import Exploit, ExploitPoint, GivenAway
from engine.cards import card_name
from engine.combos import combo_cards
from engine.game import Game
from engine.policy import blocked
from pokergui.formatting.players import player_names
from pokergui.formatting.words import card_view, percent, signed
from pokergui.language import tr_study as tr
from pokergui.pages.study.solving.scenes.exploit import trust_text
from pokergui.pages.study.solving.viewmodel.given import GivenRow, GivenScene
from pokergui.ranges.grid_shape import shape_of
from pokergui.ranges.grid_values import short
from pokergui.units import value_unit
from pokergui.viewmodel.cards import CardView
from pokergui.viewmodel.grid import GridCell, GridScale, GridScene

Numbers = NDArray[np.float64]


class _Figures(NamedTuple):
    """Figures of hands or combos: shares of the range, 0 to 1, and losses, in the unit."""

    shares: Numbers
    alone: Numbers
    lost: Numbers


def _row(
    game: Game, key: int, title: str, cards: Sequence[CardView], figures: _Figures, at: int
) -> GivenRow:
    """Return one row, from the figures at an index."""
    chips, name, digits = value_unit(game)
    share, by_itself, given = (float(numbers[at]) for numbers in figures)
    part, alone, lost = percent(share), signed(by_itself, digits), signed(given, digits)
    words = tr("{hand}, {share} of the range, by itself {alone}, given away {lost} {unit}")
    spoken = words.format(hand=title, share=part, alone=alone, lost=lost, unit=name)
    in_chips = share, chips * by_itself, chips * given
    return GivenRow(key, title, tuple(cards), part, alone, lost, spoken, in_chips)


def given_scene(exploit: Exploit, point: ExploitPoint, away: GivenAway) -> GivenScene:
    """Return the picture of what each of the rival's hands gives away against a point.

    Args:
        exploit: the profile in its spot.
        point: the hero's strategy.
        away: the cost for each combo.
    """
    spot, game = exploit.base.spot, exploit.base.game
    unit, shape = value_unit(game), shape_of(game, ())
    count, of, weights = len(shape.labels), shape.cell_of, away.weights
    whole = max(float(weights.sum()), np.finfo(np.float64).tiny)
    alone, lost = away.alone / unit.chips, away.lost / unit.chips
    cells = _Figures(
        np.bincount(of, weights, count) / whole,
        *(away.by_groups(each, of, count) for each in (alone, lost)),
    )
    combos = _Figures(weights / whole, alone, lost)
    possible = np.bincount(of, ~blocked(game, spot.board), count)
    heights = np.bincount(of, away.reach, count) / np.maximum(possible, 1.0)
    most = float(np.nanmax(np.abs(cells.lost), initial=0.0)) or 1.0
    rows = [
        _row(game, at, label, (), cells, at) if cells.shares[at] > 0.0 else None
        for at, label in enumerate(shape.labels)
    ]
    grid = tuple(
        GridCell(label, spoken=tr("{hand}, never here").format(hand=label))
        if row is None
        else GridCell(
            label,
            height=min(1.0, float(height)),
            spoken=row.spoken,
            value=float(value / most),
            figure=short(float(value), unit.digits, sign=True),
        )
        for label, height, value, row in zip(shape.labels, heights, cells.lost, rows, strict=True)
    )
    name = player_names(game)[exploit.rival]
    note = tr(
        "Trust {trust}. The mean over the range, {mean} {unit}, is the gain. Hands that cost most"
        " come first."
    )
    low, high = (short(sign * most, unit.digits, sign=True) for sign in (-1, 1))
    caption = tr("Given away, {unit}").format(unit=unit.name)
    mean = signed(away.mean / unit.chips, unit.digits)
    return GivenScene(
        tr("{player} gives away").format(player=name),
        name,
        note.format(trust=trust_text(point), mean=mean, unit=unit.name),
        unit.name,
        GridScene(
            shape.rows,
            shape.columns,
            grid,
            scale=GridScale("change", caption, low, high, "0"),
        ),
        tuple(row for at in _order(cells) if (row := rows[at]) is not None),
        _combos(game, combos, of, count),
    )


def _order(figures: _Figures) -> list[int]:
    """Return the order: most costly over the range first, as in the command."""
    order: list[int] = np.argsort(-figures.shares * np.nan_to_num(figures.lost)).tolist()
    return order


def _combos(
    game: Game, figures: _Figures, of: NDArray[np.signedinteger], count: int
) -> tuple[tuple[GivenRow, ...], ...]:
    """Return the combos of each cell that are in the range."""
    rows = [list[GivenRow]() for _ in range(count)]
    cards = np.sort(combo_cards(game.deck, game.num_hole))[:, ::-1]
    for combo in _order(figures):
        if figures.shares[combo] > 0.0:
            held = cards[combo].tolist()
            title = " ".join(map(card_name, held))
            shown = [card_view(game, card) for card in held]
            rows[of[combo]].append(_row(game, combo, title, shown, figures, combo))
    return tuple(map(tuple, rows))
