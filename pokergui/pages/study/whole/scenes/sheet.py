"""The sheet of a small game: its cells, and the list beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import copysign, sqrt
from typing import NamedTuple

from ai.cfr.evaluation import Beside
from pokergui.formatting.figures import thousandths
from pokergui.formatting.players import short_names
from pokergui.formatting.words import percent
from pokergui.language import tr_study as tr
from pokergui.language.joins import labelled, phrases, sentences
from pokergui.pages.study.whole.scenes.texts import cell_text, mills, mills_text, set_row
from pokergui.pages.study.whole.viewmodel.sheet import FamilyScene, SheetPart, SheetScene
from pokergui.ranges.grid_shape import shape_of
from pokergui.ranges.sheet import SheetGame, SheetPlace, SheetSet
from pokergui.units import unit_of
from pokergui.viewmodel.grid import GridAction, GridCell, GridScale, GridScene
from pokergui.viewmodel.strips import Figure

STRATEGY, DIFFERENCE, VALUES, REGRETS, COST = (
    "strategy",
    "difference",
    "values",
    "regrets",
    "cost",
)
LINE = "line"
ORDERS = (LINE, DIFFERENCE, VALUES, REGRETS, COST)
"""Possible orders of the list."""
_SPOKEN_FROM = 0.005
_ROUNDING = 1e-12
"""Chips at or below this are rounding error."""


@dataclass(frozen=True)
class SheetChoice:
    """The view of the sheet.

    Attributes:
        view: the contents of the cells.
        order: the sort key of the list.
    """

    view: str = STRATEGY
    order: str = COST


class _Told(NamedTuple):
    """A view of cells by one number.

    Attributes:
        number: of an information set; None if unknown.
        words: a number as text in a cell.
        kind, caption: of the scale.
        root: whether colours follow the number's square root, so that small ones differ, too.
    """

    number: Callable[[SheetSet], float | None]
    words: Callable[[float], str]
    kind: str
    caption: str
    root: bool = True


def sheet_scene(
    game: SheetGame,
    choice: SheetChoice,
    beside: Beside,
    family: FamilyScene | None,
    name: str = "",
) -> SheetScene:
    """Build the whole sheet.

    Args:
        game: the information sets read.
        choice: the view.
        beside: the strategy to compare with; empty for none.
        family: of Kuhn poker.
        name: of the engine compared; empty for an equilibrium.
    """
    known = bool(beside) or bool(name)  # the other is still being read
    view = choice.view if known or choice.view != DIFFERENCE else STRATEGY
    told = _told(game, view, beside)
    painter = _strategy if told is None else _numbers(game, told)
    parts = tuple(
        SheetPart(
            key=place.key,
            title=place.title,
            note=place.note,
            grid=_grid(game, place, painter),
            row=place.row,
            column=place.column,
            sets=tuple(game.sets[at].key if at >= 0 else "" for at in place.cells),
            ticks=_ticks(game, place, beside) if told is None else (),
        )
        for place in game.places
    )
    if told is not None:
        scale = _scale(game, told)
        parts = tuple(replace(part, grid=replace(part.grid, scale=scale)) for part in parts)
    part_of = {at: place.key for place in game.places for at in place.cells}
    numbers = sorted(range(len(game.sets)), key=_order(game, choice.order, beside))
    rules = game.whole.game
    rows = tuple(set_row(rules, game.sets[at], part_of[at], beside) for at in numbers)
    views = (STRATEGY, *((DIFFERENCE,) if known else ()), VALUES, REGRETS, COST)
    note = tr("{count} information sets, suits merged").format(count=f"{len(game.sets):,}")
    if not rules.is_heads_up:
        told_of_many = tr(
            "With three or more players CFR's average need not be an equilibrium:"
            " NashConv adds up what each could gain by deviating alone"
        )
        note = sentences((note, told_of_many))
    return SheetScene(
        parts=parts,
        column_titles=game.column_titles,
        actions=_legend(parts) if told is None else (),
        note=note,
        view=view,
        views=views,
        caption=_caption(view, (name or tr("an equilibrium")) if beside else ""),
        sets=rows,
        order=choice.order,
        figures=_figures(game),
        family=family,
    )


def _caption(view: str, other: str) -> str:
    """Explain the cells in one or two sentences; ``other`` is the strategy compared."""
    ticks = tr("Ticks: where {other} differs.").format(other=other) if other else ""
    root = tr("Colours go by its square root.")
    sentences = {
        STRATEGY: (tr("Height: reach of a hand. Width: frequency."), ticks),
        DIFFERENCE: (
            tr("How much of the play would have to change to match {other}.").format(
                other=other or "…"
            ),
        ),
        VALUES: (
            tr("Chips won over the hand, times the reach of chance and of all others."),
            root,
        ),
        REGRETS: (
            tr("Counterfactual regret of the best action: its value less the set’s."),
            root,
        ),
        COST: (
            tr("What the best action alone would win: the player’s reach times its regret."),
            root,
        ),
    }[view]
    return " ".join(filter(None, sentences))


def _figures(game: SheetGame) -> tuple[Figure, ...]:
    rules, whole = game.whole.game, game.whole
    exploited = mills(rules, whole.exploitability if rules.is_heads_up else whole.nash_conv)
    per_hand = tr("{unit}/hand").format(unit=unit_of(rules))
    lost = thousandths(exploited) if exploited >= _ROUNDING * 1e6 else "0"
    if rules.is_heads_up:
        value = mills_text(mills(rules, whole.values[0]), sign=True)
        return (
            Figure(tr("Exploitability"), lost, per_hand),
            Figure(tr("First player wins"), value, per_hand),
        )
    won = zip(short_names(rules), whole.values, strict=True)
    return (
        Figure(tr("NashConv"), lost, per_hand),
        *(Figure(name, mills_text(mills(rules, value), sign=True)) for name, value in won),
    )


def _number(one: SheetSet, kind: str, beside: Beside) -> float | None:
    """Return the number for cells and sorting; money in chips. None if unknown."""
    here = one.figures
    if kind == DIFFERENCE:
        return one.difference(beside)
    return {VALUES: here.value, REGRETS: max(here.regrets), COST: here.cost, LINE: 0.0}[kind]


def _told(game: SheetGame, view: str, beside: Beside) -> _Told | None:
    """Return how a view shows one number; None for the strategy."""
    rules = game.whole.game
    captions = {
        DIFFERENCE: tr("Difference, %"),
        VALUES: tr("CF value, {unit}"),
        REGRETS: tr("Best action’s regret, {unit}"),
        COST: tr("Cost, {unit} a hand"),
    }
    if view not in captions:
        return None
    money, signed = view != DIFFERENCE, view == VALUES

    def number(one: SheetSet) -> float | None:
        figure = _number(one, view, beside)
        return mills(rules, figure) if money and figure is not None else figure

    def words(x: float) -> str:
        return cell_text(x, sign=signed) if money else f"{100 * x:.0f}"

    caption = captions[view].format(unit=unit_of(rules))
    return _Told(number, words, "change" if signed else "amount", caption, root=money)


def _most(game: SheetGame, told: _Told) -> float:
    """Return the largest absolute number; 0 if it is only rounding error."""
    numbers = [told.number(one) for one in game.sets]
    most = max((abs(number) for number in numbers if number is not None), default=0.0)
    return most if most > 1e-6 else 0.0


def _scale(game: SheetGame, told: _Told) -> GridScale:
    most = _most(game, told)
    if told.kind == "change":
        return GridScale(told.kind, told.caption, told.words(-most), told.words(most), "0")
    return GridScale(told.kind, told.caption, "0", told.words(most))


Filled = Callable[[SheetSet, str, tuple[str, ...]], GridCell]
"""A cell of an information set, from its label and ranks."""


def _strategy(one: SheetSet, label: str, ranks: tuple[str, ...]) -> GridCell:
    here = one.figures
    words = [label, tr("reach {percent}").format(percent=percent(here.reach))]
    words += [
        f"{head.title} {percent(share)}"
        for head, share in zip(one.heads, here.probabilities, strict=True)
        if share >= _SPOKEN_FROM
    ]
    spoken = phrases(words)
    return GridCell(label, here.probabilities, min(1.0, here.reach), spoken=spoken, ranks=ranks)


def _numbers(game: SheetGame, told: _Told) -> Filled:
    most = _most(game, told) or 1.0

    def cell(one: SheetSet, label: str, ranks: tuple[str, ...]) -> GridCell:
        number = told.number(one)
        figure = told.words(number) if number is not None else ""
        spoken = phrases((label, labelled(told.caption, figure)))
        value = number / most if number is not None else None
        if value is not None and told.root:
            value = copysign(sqrt(abs(value)), value)
        return GridCell(label, (), 1.0, spoken=spoken, ranks=ranks, value=value, figure=figure)

    return cell


def _grid(game: SheetGame, place: SheetPlace, filled: Filled) -> GridScene:
    shape = shape_of(game.whole.game, place.place.spots[0].board)
    cells: list[GridCell] = []
    heads: tuple[GridAction, ...] = ()
    for at, label, ranks in zip(place.cells, shape.labels, shape.ranks, strict=True):
        if at < 0:
            spoken = tr("{cards}, not possible").format(cards=label)
            cells.append(GridCell(label, possible=False, spoken=spoken, ranks=ranks))
        else:
            heads = game.sets[at].heads
            cells.append(filled(game.sets[at], label, ranks))
    return GridScene(
        shape.rows, shape.columns, tuple(cells), heads, shape.row_labels, shape.column_labels
    )


def _ticks(game: SheetGame, place: SheetPlace, beside: Beside) -> tuple[tuple[float, ...], ...]:
    if not beside:
        return ()
    return tuple(game.sets[at].ticks(beside) if at >= 0 else () for at in place.cells)


def _order(game: SheetGame, order: str, beside: Beside) -> Callable[[int], tuple[float, int]]:
    """Return the sort key: the largest first, ties in the order of the betting tree."""

    def key(at: int) -> tuple[float, int]:
        return -round(_number(game.sets[at], order, beside) or 0.0, 12), at

    return key


def _legend(parts: Sequence[SheetPart]) -> tuple[GridAction, ...]:
    """Return one entry for each colour, as sizes differ between decisions."""
    texts = {
        "fold": tr("Fold"),
        "call": tr("Check or call"),
        "small": tr("up to 40%"),
        "middle": tr("up to 90%"),
        "large": tr("above 90%"),
        "allin": tr("All-in"),
    }
    used = {action.tone for part in parts for action in part.grid.actions}
    first = next((tone for tone in ("small", "middle", "large") if tone in used), None)
    if first is not None:
        texts[first] = tr("Bet or raise, {size} of the pot").format(size=texts[first])
    return tuple(GridAction(tone, text, tone) for tone, text in texts.items() if tone in used)
