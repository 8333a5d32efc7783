"""Kuhn poker's family of equilibria with the sheet: one slider, one field, one value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import copysign, sqrt

from ai.agents.entry import FAMILY
from ai.cfr.evaluation import Beside, WholeGame, family_beside
from ai.cfr.exact_game import exact_game, nash_conv, profile_value
from ai.cfr.kuhn_family import MOST, parse_alpha
from ai.cfr.profiles import kuhn_equilibrium, two_action_profile
from engine.errors import EngineError
from engine.game import Game
from pokergui.formatting.numbers import number_text, thousandths
from pokergui.formatting.players import short_names
from pokergui.formatting.words import MINUS, ev_unit, percent, signed
from pokergui.language import tr_study as tr
from pokergui.language.joins import enumerated, labelled, phrases, sentences
from pokergui.pages.study.whole.viewmodel import FamilyScene, SetCard, SetRow, SheetPart, SheetScene
from pokergui.ranges.grid_values import shape_of
from pokergui.ranges.sheet import SheetGame, SheetPlace, SheetSet
from pokergui.units import unit_of
from pokergui.viewmodel.controls import FieldScene
from pokergui.viewmodel.grid import GridAction, GridCell, GridScale, GridScene
from pokergui.viewmodel.strips import Figure

SPAN = 1_000
"""Positions of the slider."""
_STEP = Fraction(1, 100)
_FINE = 12
"""Denominators up to this are written as fractions."""
_SAME = 1e-12


@dataclass(frozen=True)
class Alpha:
    """The member compared with the engine.

    Attributes:
        value: its probability of betting the jack at once, 0 to 1/3.
    """

    value: Fraction
    typed: str
    error: str = ""

    @staticmethod
    def of(value: Fraction) -> Alpha:
        """Return a member, with its number as people write it."""
        inside = min(MOST, max(Fraction(0), value))
        simple = inside.denominator <= _FINE
        return Alpha(inside, str(inside) if simple else f"{float(inside):.4g}")

    @staticmethod
    def at(position: int) -> Alpha:
        return Alpha.of(MOST * Fraction(position, SPAN))

    def stepped(self, steps: int) -> Alpha:
        return Alpha.of(self.value + steps * _STEP)

    def typing(self, text: str) -> Alpha:
        """Return the member of a typed number; an invalid one leaves the member unchanged."""
        try:
            return Alpha(parse_alpha(text), text.strip())
        except EngineError:
            return Alpha(self.value, text, tr("A number from 0 to 1/3, such as 1/6 or 0.17"))

    @property
    def engine(self) -> str:
        return f"{FAMILY}{self.value}"


def member(whole: WholeGame, alpha: Alpha) -> Beside:
    return family_beside(whole.infosets, alpha.value)


def family_scene(whole: WholeGame, alpha: Alpha) -> FamilyScene:
    """Return the strip above Kuhn's sheet; value and exploitability are exact fractions."""
    exact = exact_game(whole.game)
    profile = two_action_profile(exact, kuhn_equilibrium(alpha.value))
    value, lost = profile_value(exact, profile), nash_conv(exact, profile) / 2
    beside = member(whole, alpha)
    shown = all(
        abs(p - q) <= _SAME
        for one in whole.infosets
        for p, q in zip(one.probabilities, beside[one.key], strict=True)
    )
    hint = tr("Alpha: how often the first player bets the jack, 0 to 1/3")
    per_hand = tr("{unit}/hand").format(unit=unit_of(whole.game))
    figures = (
        Figure(tr("Value"), f"{number_text(value, True)} = {signed(float(value), 4)}"),
        Figure(tr("Exploitability"), thousandths(1000 * float(lost)), per_hand),
    )
    position = round(alpha.value / MOST * SPAN)
    return FamilyScene(FieldScene(alpha.typed, hint, alpha.error), position, figures, shown)


RARE = 0.2
"""Own reach below which a bar is faded."""
_UNKNOWN = "–"
_ROUNDING = 1e-6
"""Thousandths at or below this are rounding error."""


def mills(game: Game, value: float) -> float:
    return 1000.0 * value / game.big_blind


def mills_text(value: float, *, sign: bool = False) -> str:
    """Return thousandths with three significant digits, at most two decimals: "−21.4"."""
    if abs(value) < _ROUNDING:
        return "0"
    digits = 2 if abs(value) < 9.995 else 1 if abs(value) < 99.95 else 0
    return signed(value, digits) if sign else f"{value:z,.{digits}f}".replace("-", MINUS)


def cell_text(value: float, *, sign: bool = False) -> str:
    """Return thousandths as short as a cell needs them: "−21", "+4.5"."""
    text = signed(value, 1 if abs(value) < 9.95 else 0)
    if text == "0.0":
        return "0"
    return text if sign else text.removeprefix("+")


def set_row(game: Game, one: SheetSet, part: str, beside: Beside) -> SetRow:
    here, other = one.figures, one.difference(beside)
    texts = (
        percent(other, sign=False) if other is not None else _UNKNOWN,
        mills_text(mills(game, here.value), sign=True),
        mills_text(mills(game, max(here.regrets))),
        mills_text(mills(game, here.cost)),
    )
    heads = (tr("differs by {figure}%"), tr("value {figure}"), tr("regret {figure}"))
    said = [head.format(figure=text) for head, text in zip(heads, texts[:3], strict=True)]
    parts = [
        f"{head.title} {percent(share)}"
        for head, share in zip(one.heads, here.probabilities, strict=True)
    ]
    unit = unit_of(game)
    cost = tr("costs {figure} {unit} a hand").format(figure=texts[3], unit=unit)
    words = [one.title, one.line, one.player, *parts, cost, *said]
    return SetRow(
        key=one.key,
        part=part,
        cards=one.title,
        line=one.line,
        actions=one.heads,
        shares=here.probabilities,
        ticks=one.ticks(beside),
        faded=here.reach < RARE,
        figures=texts,
        spoken=phrases(words),
    )


def set_card(game: Game, one: SheetSet, beside: Beside, name: str = "") -> SetCard:
    """Return all figures of an information set; ``name`` is the one compared, if no equilibrium."""
    here, unit = one.figures, unit_of(game)
    rows = [(tr("Plays"), tuple(f"{p:.3f}" for p in here.probabilities))]
    other = beside.get(here.key)
    if other is not None:
        rows.append((name or tr("Equilibrium"), tuple(f"{p:.3f}" for p in other)))
        pairs = zip(here.probabilities, other, strict=True)
        rows.append((tr("Difference"), tuple(signed(p - q, 3) for p, q in pairs)))
    evs = here.evs or (None,) * len(here.actions)
    ev = ev_unit(game)
    rows.append((ev.caption, tuple(_chips(game, value) for value in evs)))
    for caption, numbers in (
        (tr("CF value, {unit}"), here.values),
        (tr("CF regret, {unit}"), here.regrets),
    ):
        texts = tuple(mills_text(mills(game, number), sign=True) for number in numbers)
        rows.append((caption.format(unit=unit), texts))
    value = mills_text(mills(game, here.value), sign=True)
    figures = (
        Figure(tr("Own reach"), f"{here.reach:.4f}"),
        Figure(tr("Reach of chance and others"), f"{here.cf_reach:.4f}"),
        Figure(ev.caption, _chips(game, here.ev)),
        Figure(tr("Counterfactual value"), value, unit),
        Figure(tr("Cost a hand"), mills_text(mills(game, here.cost)), unit),
    )
    told = [labelled(caption, enumerated(texts)) for caption, texts in rows]
    told += [figure.spoken for figure in figures]
    heads = enumerated(head.title for head in one.heads)
    spoken = [one.title, one.note, one.line, one.player, heads, *told]
    return SetCard(
        title=one.title,
        note=one.note,
        line=one.line,
        player=one.player,
        actions=one.heads,
        shares=here.probabilities,
        ticks=one.ticks(beside),
        rows=tuple(rows),
        figures=figures,
        spoken=sentences(spoken),
    )


def _chips(game: Game, value: float | None) -> str:
    unit = ev_unit(game)
    return _UNKNOWN if value is None else signed(value / unit.chips, unit.digits + 1)


VIEWS = ("strategy", "difference", "values", "regrets", "cost")
STRATEGY, DIFFERENCE, VALUES, REGRETS, COST = VIEWS
LINE = "line"
ORDERS = (LINE, DIFFERENCE, VALUES, REGRETS, COST)
"""Possible orders of the list."""
_SPOKEN_FROM = 0.005
_SHEET_ROUNDING = 1e-12
"""Chips at or below this are rounding error."""


@dataclass(frozen=True)
class SheetChoice:
    """The view of the sheet."""

    view: str = STRATEGY
    order: str = COST


class _CellFigures:
    """A view of cells by one number.

    Attributes:
        numbers: of each information set, money in thousandths; None if unknown.
        most: the largest absolute number; 0 if it is only rounding error.
    """

    def __init__(self, game: SheetGame, view: str, beside: Beside) -> None:
        captions = {
            DIFFERENCE: tr("Difference, %"),
            VALUES: tr("CF value, {unit}"),
            REGRETS: tr("Best action’s regret, {unit}"),
            COST: tr("Cost, {unit} a hand"),
        }
        rules = game.whole.game
        self.money, self.signed = view != DIFFERENCE, view == VALUES
        self.caption = captions[view].format(unit=unit_of(rules))
        self.numbers: dict[str, float | None] = {}
        for one in game.sets:
            figure = _number(one, view, beside)
            if figure is not None and self.money:
                figure = mills(rules, figure)
            self.numbers[one.key] = figure
        most = max((abs(each) for each in self.numbers.values() if each is not None), default=0.0)
        self.most = most if most > 1e-6 else 0.0

    def words(self, number: float) -> str:
        return cell_text(number, sign=self.signed) if self.money else f"{100 * number:.0f}"

    def scale(self) -> GridScale:
        if self.signed:
            ends = self.words(-self.most), self.words(self.most)
            return GridScale("change", self.caption, *ends, "0")
        return GridScale("amount", self.caption, "0", self.words(self.most))

    def cell(self, one: SheetSet, label: str, ranks: tuple[str, ...]) -> GridCell:
        """Return a cell; colours of money go by the square root, so that small sums differ too."""
        number = self.numbers[one.key]
        figure = self.words(number) if number is not None else ""
        spoken = phrases((label, labelled(self.caption, figure)))
        value = number / (self.most or 1.0) if number is not None else None
        if value is not None and self.money:
            value = copysign(sqrt(abs(value)), value)
        return GridCell(label, (), 1.0, spoken=spoken, ranks=ranks, value=value, figure=figure)


def sheet_scene(
    game: SheetGame, choice: SheetChoice, beside: Beside, family: FamilyScene | None, name: str = ""
) -> SheetScene:
    """Build the whole sheet.

    Args:
        beside: the strategy to compare with; empty for none.
        name: of the engine compared; empty for an equilibrium.
    """
    known = bool(beside) or bool(name)  # the other is still being read
    view = choice.view if known or choice.view != DIFFERENCE else STRATEGY
    told = _CellFigures(game, view, beside) if view != STRATEGY else None
    painter = _strategy if told is None else told.cell
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
        scale = told.scale()
        parts = tuple(replace(part, grid=replace(part.grid, scale=scale)) for part in parts)
    part_of = {at: place.key for place in game.places for at in place.cells}
    numbers = sorted(range(len(game.sets)), key=_order(game, choice.order, beside))
    rules = game.whole.game
    rows = tuple(set_row(rules, game.sets[at], part_of[at], beside) for at in numbers)
    views = tuple(each for each in VIEWS if known or each != DIFFERENCE)
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
    match = tr("How much of the play would have to change to match {other}.")
    root = tr("Colours go by its square root.")
    words = {
        STRATEGY: tr("Height: reach of a hand. Width: frequency."),
        DIFFERENCE: match.format(other=other or "…"),
        VALUES: tr("Chips won over the hand, times the reach of chance and of all others."),
        REGRETS: tr("Counterfactual regret of the best action: its value less the set’s."),
        COST: tr("What the best action alone would win: the player’s reach times its regret."),
    }[view]
    rest = {STRATEGY: ticks, DIFFERENCE: ""}.get(view, root)
    return f"{words} {rest}".rstrip()


def _figures(game: SheetGame) -> tuple[Figure, ...]:
    rules, whole = game.whole.game, game.whole
    exploited = mills(rules, whole.exploitability if rules.is_heads_up else whole.nash_conv)
    per_hand = tr("{unit}/hand").format(unit=unit_of(rules))
    lost = thousandths(exploited) if exploited >= _SHEET_ROUNDING * 1e6 else "0"
    won = [mills_text(mills(rules, value), sign=True) for value in whole.values]
    if rules.is_heads_up:
        first = Figure(tr("First player wins"), won[0], per_hand)
        return Figure(tr("Exploitability"), lost, per_hand), first
    each = map(Figure, short_names(rules), won)
    return Figure(tr("NashConv"), lost, per_hand), *each


def _number(one: SheetSet, kind: str, beside: Beside) -> float | None:
    """Return the number for cells and sorting; money in chips. None if unknown."""
    here = one.figures
    if kind == DIFFERENCE:
        return one.difference(beside)
    return {VALUES: here.value, REGRETS: max(here.regrets), COST: here.cost, LINE: 0.0}[kind]


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
