"""Single cards at a decision of a solved spot: the one that comes, one held, one removed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, floor, isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.reports.texture import texture_of
from ai.solver.runouts import BlockerReport, CardEffect, RunoutReport
from ai.solver.solver import SpotSolver
from engine.cards import NUM_CARDS, RANKS, SUITS, Card, card_name, card_rank, card_suit
from engine.game import Game
from engine.lines import action_text
from engine.player import Action, PublicState
from engine.tree import DECISION
from pokergui.formatting.notices import capital, go_on, sentence
from pokergui.formatting.players import player_names
from pokergui.formatting.sizing import MenuItem, menu_of
from pokergui.formatting.words import NOTHING, card_view, chips, ev_unit, percent, signed
from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases, sentences
from pokergui.pages.study.reports.scenes.aggregate import (
    EQUITY,
    EV,
    FIRST,
    OTHER,
    TEXTURE,
    WEIGHT,
    ReportLook,
    equity_text,
    known_first,
    texture_words,
    weight_text,
)
from pokergui.pages.study.reports.viewmodel import (
    HELD,
    REMOVED,
    RUNOUTS,
    AggregateColumn,
    AggregateRow,
    AggregateTable,
    RunoutScene,
)
from pokergui.ranges.grid_values import short
from pokergui.ranges.place import Place
from pokergui.viewmodel import Notice
from pokergui.viewmodel.chart import Axis, Chart, Line
from pokergui.viewmodel.grid import GridAction, GridCell, GridScale, GridScene

Numbers = NDArray[np.float64]
_FINE = 0.4
"""Largest range of shares whose axis has ticks of 10%."""
_POINTS = 1
"""Digits of changes of frequencies, in percentage points."""
_ORDER = tuple(sorted(range(NUM_CARDS), key=lambda card: (-card_suit(card), -card_rank(card))))
"""The cards of the grid: a row for each suit, spades first, aces first."""


@dataclass(frozen=True)
class SolvedSpot:
    """The spot that Study shows.

    Attributes:
        source: the spot and its accuracy in words.
        settled: whether it is not being solved.
    """

    solver: SpotSolver
    source: str
    settled: bool


@dataclass(frozen=True)
class RunoutRow:
    """One card, or all of them.

    Attributes:
        numbers: by the keys of columns; NaN where unknown.
        shares: frequencies of the actions.
    """

    card: Card | None
    numbers: dict[str, float]
    shares: tuple[float, ...]
    note: str = ""


@dataclass(frozen=True)
class CardReport:
    """A report over cards, of any of the three kinds.

    Attributes:
        menu: the actions of the player to act.
        rows: the cards, ascending.
        whole: all cards or hands together.
        texts: how numbers of columns are written.
    """

    kind: str
    game: Game
    seat: int
    menu: tuple[MenuItem, ...]
    columns: tuple[AggregateColumn, ...]
    rows: tuple[RunoutRow, ...]
    whole: RunoutRow
    about: str
    pot: float
    texts: dict[str, Callable[[float], str]]

    @property
    def changes(self) -> bool:
        """Whether the numbers of actions are changes."""
        return self.kind != RUNOUTS

    @cached_property
    def made(self) -> dict[Card | None, AggregateRow]:
        """The rows of the table."""
        return {row.card: _table_row(self, row) for row in (*self.rows, self.whole)}

    def text(self, key: str, number: float) -> str:
        """Return a number of a column as text."""
        if number != number:
            return NOTHING
        return self.texts[key](number)


def runout_report(game: Game, found: RunoutReport) -> CardReport:
    betting = PublicState(game, found.line, ())
    menu, names, unit = menu_of(betting, found.actions), player_names(game), ev_unit(game)
    own, other = found.to_act, 1 - found.to_act
    shares = _merged(found.frequencies, found.actions, menu)
    rows = []
    for at, card in enumerate(found.cards.tolist()):
        worth = float(found.ev[at, own]), float(found.equity[at, own]), float(found.ev[at, other])
        weight, note = float(found.probability[at]), texture_words(texture_of((*found.board, card)))
        rows.append(_row(card, weight, menu, shares[at], shares[at], worth, note))
    mean, ev, equity = found.mean
    taken = _merged(mean[None], found.actions, menu)[0]
    worth = float(ev[own]), float(equity[own]), float(ev[other])
    whole = _row(None, float(found.probability.sum()), menu, taken, taken, worth)
    worth_of = tr("EV of the range of {name} from here on")
    equity_of = tr("Equity of the range of {name} with no further betting")
    columns = (
        AggregateColumn(FIRST, tr("Card")),
        AggregateColumn(WEIGHT, tr("Weight"), tr("Share of all deals reaching this line")),
        *_action_columns(menu),
        AggregateColumn(EV, unit.caption, worth_of.format(name=names[own])),
        AggregateColumn(EQUITY, tr("Equity"), equity_of.format(name=names[own])),
        AggregateColumn(OTHER, tr("Other’s EV"), worth_of.format(name=names[other])),
        AggregateColumn(TEXTURE, tr("Texture")),
    )
    texts: dict[str, Callable[[float], str]] = {item.head.key: percent for item in menu}
    texts |= {WEIGHT: weight_text, EV: unit.number, EQUITY: equity_text, OTHER: unit.number}
    words = tr("{name} to act after each card. Click a card to go there.")
    return CardReport(
        RUNOUTS,
        game,
        own,
        menu,
        columns,
        tuple(rows),
        whole,
        words.format(name=names[own]),
        float(betting.pot),
        texts,
    )


def blocker_report(game: Game, found: BlockerReport, kind: str) -> CardReport:
    betting = PublicState(game, found.line, ())
    menu, names = menu_of(betting, found.actions), player_names(game)
    own, other = names[found.to_act], names[1 - found.to_act]
    effect = found.held if kind == HELD else found.removed
    shares = _merged(effect.frequencies, found.actions, menu)
    change = shares - _merged(effect.usual_frequencies, found.actions, menu)
    rows = []
    for at, card in enumerate(found.cards.tolist()):
        ev, usual = float(effect.ev[at]), float(effect.usual_ev[at])
        worth = ev, np.nan, ev - usual
        rows.append(_row(card, float(effect.share[at]), menu, change[at], shares[at], worth))
    columns, texts = _blocker_columns(game, menu, kind, (own, other))
    words = tr("{name}: hands with the card, against those without it")
    if kind == REMOVED:
        words = tr("{name}: if no hand of the other range has the card, against the whole range")
    about = words.format(name=own)
    if not np.isfinite(effect.ev).any():
        about = sentences((about, tr("EV is not known with rake")))
    return CardReport(
        kind,
        game,
        found.to_act,
        menu,
        columns,
        tuple(rows),
        _whole_range(found.removed, found.actions, menu),
        about,
        float(betting.pot),
        texts,
    )


def _blocker_columns(
    game: Game, menu: Sequence[MenuItem], kind: str, names: tuple[str, str]
) -> tuple[tuple[AggregateColumn, ...], dict[str, Callable[[float], str]]]:
    unit = ev_unit(game)
    held = tr("{name}: share of hands with the card").format(name=names[kind == REMOVED])
    worth = tr("{name}: EV with the card")
    if kind == REMOVED:
        worth = tr("{name}: EV if the other range lacks the card")
    columns = (
        AggregateColumn(FIRST, tr("Card")),
        AggregateColumn(WEIGHT, tr("Held"), held),
        *_action_columns(menu, tr("Change in percentage points")),
        AggregateColumn(EV, unit.caption, worth.format(name=names[0])),
        AggregateColumn(OTHER, tr("Change"), tr("Change of the EV")),
    )

    def points(change: float) -> str:
        return signed(100.0 * change, _POINTS)

    texts: dict[str, Callable[[float], str]] = {item.head.key: points for item in menu}
    texts |= {
        WEIGHT: weight_text,
        EV: unit.number,
        OTHER: lambda change: signed(change / unit.chips, unit.digits),
    }
    return columns, texts


def _whole_range(
    effect: CardEffect, actions: Sequence[Action], menu: Sequence[MenuItem]
) -> RunoutRow:
    shares = _merged(effect.usual_frequencies[:1], actions, menu)[0]
    return _row(None, np.nan, menu, shares, shares, (float(effect.usual_ev[0]), np.nan, np.nan))


def _action_columns(menu: Sequence[MenuItem], tip: str = "") -> tuple[AggregateColumn, ...]:
    return tuple(
        AggregateColumn(item.head.key, item.head.short or item.head.title, tip, item.head)
        for item in menu
    )


def _merged(frequencies: Numbers, actions: Sequence[Action], menu: Sequence[MenuItem]) -> Numbers:
    """Return frequencies (n, menu items) of those of all actions (n, actions)."""
    places = [[actions.index(action) for action in item.actions] for item in menu]
    return np.stack([frequencies[:, place].sum(axis=1) for place in places], axis=1)


def _row(
    card: Card | None,
    weight: float,
    menu: Sequence[MenuItem],
    numbers: Numbers,
    shares: Numbers,
    worth: tuple[float, float, float],
    note: str = "",
) -> RunoutRow:
    by_key = {item.head.key: number for item, number in zip(menu, numbers.tolist(), strict=True)}
    by_key |= {WEIGHT: weight, EV: worth[0], EQUITY: worth[1], OTHER: worth[2]}
    return RunoutRow(card, by_key, tuple(np.nan_to_num(shares).tolist()), note)


def drawn(
    scene: RunoutScene, found: RunoutReport | BlockerReport, look: ReportLook, place: Place
) -> RunoutScene:
    """Return a scene with a report: its grid, chart and table."""
    if isinstance(found, RunoutReport):
        report = runout_report(place.game, found)
    else:
        report = blocker_report(place.game, found, scene.kind)
    return replace(
        scene,
        grid=card_grid(report, look, place.chosen),
        chart=card_chart(report),
        table=card_table(report, look),
        about=report.about,
    )


# The table


def card_table(report: CardReport, look: ReportLook) -> AggregateTable:
    rows = sorted(report.rows, key=_sorter(look.sort), reverse=look.falling)
    way = -1 if look.falling else 1
    columns = tuple(
        replace(column, sorted=way) if column.key == look.sort else column
        for column in report.columns
    )
    made = tuple(report.made[row.card] for row in rows)
    return AggregateTable(columns=columns, rows=made, total=report.made[None])


def _sorter(key: str) -> Callable[[RunoutRow], Any]:
    if key == TEXTURE:
        return lambda row: row.note
    if key in ("", FIRST):
        return lambda row: row.card
    return lambda row: known_first(row.numbers.get(key, np.nan))


def _table_row(report: CardReport, row: RunoutRow) -> AggregateRow:
    texts = {
        column.key: report.text(column.key, row.numbers[column.key])
        for column in report.columns
        if column.key in row.numbers
    }
    if row.card is None and report.changes:  # what the changes are compared with
        texts |= {item.head.key: percent(row.numbers[item.head.key]) for item in report.menu}
        texts |= {WEIGHT: "", OTHER: ""}
    name = capital(tr("all")) if row.card is None else card_name(row.card)
    said = [
        f"{column.action.title if column.action else column.title} {texts[column.key]}"
        for column in report.columns
        if texts.get(column.key)
    ]
    return AggregateRow(
        key="" if row.card is None else name,
        title=name if row.card is None else "",
        cards=() if row.card is None else (card_view(report.game, row.card),),
        note=row.note,
        weight=texts[WEIGHT],
        shares=row.shares,
        percents=tuple(texts[item.head.key] for item in report.menu),
        ev=texts[EV],
        equity=texts.get(EQUITY, ""),
        other=texts[OTHER],
        faint=row.card is not None and not row.numbers[WEIGHT] > 0,
        spoken=phrases((name, *said, row.note)),
    )


# The grid


def card_grid(report: CardReport, look: ReportLook, board: Sequence[Card]) -> GridScene:
    """Return the cards, coloured by actions or by the column that the table is sorted by.

    Args:
        board: all cards on the board, the one in question among them.
    """
    rows = {row.card: row for row in report.rows}
    shown = measure(report, look.sort)
    scale = _scale(report, shown) if shown else None
    most = _most(report, shown) if shown else (0.0, 0.0)
    cells = tuple(_cell(report, rows.get(card), card, shown, most) for card in _ORDER)
    marked = [at for at, card in enumerate(_ORDER) if card in board and card in rows]
    return GridScene(
        len(SUITS),
        len(RANKS),
        cells,
        tuple(item.head for item in report.menu),
        row_labels=tuple(SUITS[::-1]),
        column_labels=tuple(RANKS[::-1]),
        marked=marked[0] if marked else -1,
        scale=scale,
    )


def measure(report: CardReport, key: str) -> str:
    """Return the key of the column that colours the cards; empty for their actions."""
    keys = [item.head.key for item in report.menu]
    if not report.changes:
        return key if key in (WEIGHT, EV, EQUITY, OTHER) else ""
    if key in (*keys, EV):
        return key
    known = any(isfinite(row.numbers[OTHER]) for row in report.rows)
    return OTHER if known else keys[-1]


def _most(report: CardReport, key: str) -> tuple[float, float]:
    """Return the ends of the scale of a column."""
    known = [row.numbers[key] for row in report.rows if isfinite(row.numbers[key])]
    low, high = min(known, default=0.0), max(known, default=0.0)
    if _changes(report, key):
        high = max(abs(low), abs(high))
        return -high, high
    return low, high


def _changes(report: CardReport, key: str) -> bool:
    return report.changes and key not in (WEIGHT, EV)


def _scale(report: CardReport, key: str) -> GridScale:
    low, high = _most(report, key)
    column = next(column for column in report.columns if column.key == key)
    caption = column.title
    if column.action is not None:
        caption = tr("{action}, percentage points").format(action=column.action.title)
    elif report.changes and key == OTHER:
        caption = tr("Change of {unit}").format(unit=ev_unit(report.game).caption)
    changes = _changes(report, key)
    return GridScale(
        "change" if changes else "amount",
        caption,
        report.text(key, low),
        report.text(key, high),
        "0" if changes else "",
    )


def _cell(
    report: CardReport,
    row: RunoutRow | None,
    card: Card,
    shown: str,
    ends: tuple[float, float],
) -> GridCell:
    name = card_name(card)
    if row is None:
        return GridCell(name, possible=False, spoken=tr("{card}, on the board").format(card=name))
    made = report.made[card]
    met = 1.0 if row.numbers[WEIGHT] > 0 else 0.0
    if not shown:
        return GridCell(name, row.shares, met, spoken=made.spoken)
    number = row.numbers[shown]
    if not isfinite(number):
        return GridCell(name, height=0.0, spoken=made.spoken)
    low, high = ends
    if _changes(report, shown):
        value = number / high if high else 0.0
    else:
        value = (number - low) / (high - low) if high > low else 1.0
    return GridCell(
        name,
        row.shares,
        met,
        spoken=made.spoken,
        value=value,
        figure=_cell_figure(report, shown, number),
    )


def _cell_figure(report: CardReport, key: str, number: float) -> str:
    """Return a number as text that fits into a cell."""
    unit = ev_unit(report.game)
    size, digits = (1.0 / unit.chips, unit.digits) if key in (EV, OTHER) else (100.0, _POINTS)
    shown = size * number
    return short(shown, digits if abs(shown) < 10 else 0, sign=_changes(report, key))


def card_at(index: int) -> Card:
    """Return the card of a cell of the grid."""
    return _ORDER[index]


# The chart


def card_chart(report: CardReport) -> Chart:
    """Return EV and equity along the cards, aces first as in the grid, or the change of the EV."""
    name = player_names(report.game)[report.seat]
    names = tuple(card_name(card) for card in reversed(range(NUM_CARDS)))
    ticks = ((len(SUITS) * (at + 0.5) - 0.5, rank) for at, rank in enumerate(reversed(RANKS)))
    across = Axis(ends=(-0.5, NUM_CARDS - 0.5), ticks=tuple(ticks), names=names)
    rows = [row for row in reversed(report.rows) if row.card is not None]
    x = tuple(float(NUM_CARDS - 1 - (row.card or 0)) for row in rows)

    def along(key: str, size: float) -> tuple[float, ...]:
        return tuple(row.numbers[key] / size for row in rows)

    if report.changes:
        unit = ev_unit(report.game)
        line = Line(unit.caption, "ser_a", x, along(OTHER, unit.chips), style="front")
        title = tr("Change of EV: {name}").format(name=name)
        return Chart(title, across, Axis(form="signed"), (line,))
    ev, equity = along(EV, report.pot), along(EQUITY, 1.0)
    return Chart(
        tr("EV and equity: {name}").format(name=name),
        across,
        _shares_axis((*ev, *equity)),
        (
            Line(tr("EV, share of the pot"), "ser_a", x, ev, style="front"),
            Line(tr("Equity"), "ser_b", x, equity),
        ),
    )


def _shares_axis(shares: Sequence[float]) -> Axis:
    """Return an axis around shares of the pot, in whole steps of 10 or 25%."""
    known = [share for share in shares if isfinite(share)]
    low, high = min(known, default=0.0), max(known, default=1.0)
    step = 0.1 if high - low <= _FINE else 0.25
    first, last = floor(low / step), ceil(high / step)
    last = max(last, first + 2)
    ticks = tuple((at * step, percent(at * step)) for at in range(first, last + 1))
    return Axis(form="percent", ends=(first * step, last * step), ticks=ticks)


# The line


def line_menu(solver: SpotSolver, place: Place) -> tuple[GridAction, ...]:
    """Return the actions of the solution that may follow; empty if the hand is over."""
    tree, betting = solver.spot.tree, place.betting
    node = tree.find(place.actions)
    if node < 0 or tree.kind[node] != DECISION:
        return ()
    return tuple(
        replace(item.head, key=action_text(betting, item.action))
        for item in menu_of(betting, tree.actions_at(node))
    )


def missing_words(solver: SpotSolver, place: Place, kind: str) -> str:
    """Return why there is no report at a node; empty if there is one."""
    betting = place.betting
    if not line_menu(solver, place):
        return tr("The hand is over here: click an earlier step above.")
    if kind != RUNOUTS:
        if place.missing:
            return tr("Choose the next card first: click it under Run-outs.")
        return ""
    if solver.spot.num_streets == 1:
        return tr("No card comes in a river spot.")
    if not betting.street:
        return tr("Follow actions above until the next card comes.")
    if before_last(place) is None:
        return tr("Choose the card before it in Study first.")
    return ""


def cards_of(place: Place, count: int) -> Place:
    """Return a node with the first cards of its board alone."""
    return replace(place, slots=place.slots[:count])


def before_last(place: Place) -> tuple[Card, ...] | None:
    """Return the board without the card that comes last; None if a card of it is missing."""
    slots = place.slots[: place.num_board - 1]
    cards = tuple(card for card in slots if card is not None)
    return cards if len(cards) == len(slots) else None


# Messages


def saved_cards(count: int, name: str) -> Notice:
    words = tr.plural("1 row saved as {file}", "{count} rows saved as {file}", count)
    title = words.format(count=chips(count), file=name)
    text = tr("Frequencies, weights and equities are 0 to 1, values in chips.")
    return Notice("plain", title, text, (go_on(),))


def cards_failed(error: Exception) -> Notice:
    title = tr("These cards could not be computed")
    return Notice("error", title, sentence(error), (go_on(),), repr(error))
