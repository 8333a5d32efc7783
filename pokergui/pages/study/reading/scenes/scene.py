"""The Study page's picture: a node, the line to it and its reading, as view models."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ai.reading.reach import matchups, total_shares
from ai.values.equities import can_count
from engine.card_display import shown_cards
from engine.cards import Card, card_suit
from engine.game import Game
from engine.lines import action_text
from engine.player import PublicState
from engine.policy import blocked
from pokergui.formatting.line import action_crumb
from pokergui.formatting.notices import good
from pokergui.formatting.players import live_sides, player_names, short_names, side_order
from pokergui.formatting.sizing import MenuItem, menu_of, shares_of
from pokergui.formatting.words import (
    NOTHING,
    UNKNOWN,
    card_view,
    chips,
    combos_text,
    percent,
    street_name,
)
from pokergui.language import tr_study as tr
from pokergui.language.joins import clauses, full_sentences
from pokergui.pages.study.reading.scenes.narrow import Narrowing, guess_words, mask_of
from pokergui.pages.study.reading.scenes.state import StudyState
from pokergui.pages.study.reading.viewmodel import ActionTotal, LineRow, RangeScene, StudySide
from pokergui.ranges.grid import RangeMatrix
from pokergui.ranges.grid_values import BoardRange, GridView, shows_all_boards
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Decision, Reading
from pokergui.ranges.worth import (
    action_worth,
    answer_note,
    drawn_words,
    known_worth,
    quality_note,
    range_size,
    range_worth,
    taken_words,
    training_note,
    untrained_words,
)
from pokergui.viewmodel import CardView, Crumb, Figure, LineScene, Notice
from pokergui.viewmodel.chart import SERIES, Line
from pokergui.viewmodel.grid import GridScene
from pokergui.viewmodel.table import BoardCard, BoardPicker

_KEPT_LINES = 4


def ending(place: Place) -> str:
    betting = place.betting
    if not betting.finished:
        return ""
    if betting.showdown:
        return tr("Showdown")
    names = player_names(place.game)
    if len(names) > 2:
        left = next(seat for seat in range(len(names)) if not betting.folded(seat))
        return tr("All but {name} have folded").format(name=names[left])
    folded = next(seat for seat in range(len(names)) if betting.folded(seat))
    return tr("{name} has folded").format(name=names[folded])


@lru_cache(maxsize=_KEPT_LINES)
def crumbs(place: Place) -> tuple[LineScene, tuple[int, ...]]:
    """Return the line of play, and the number of actions before each crumb."""
    names = player_names(place.game)
    parts, counts = [], []
    street = -1
    for count in range(len(place.actions) + 1):
        here = place.decisions[count]
        for new in range(street + 1, here.street + 1):
            cards = street_cards(place, new)
            parts.append(Crumb(street_name(place.game, new), kind="street", cards=cards))
            counts.append(count)
        street = here.street
        if count < len(place.actions):
            parts.append(action_crumb(here, place.actions[count], names, -1))
        else:
            text = ending(place) or tr("{name} to act").format(name=names[here.to_act])
            parts.append(Crumb(text, kind="present"))
        counts.append(count)
    return LineScene(tuple(parts)), tuple(counts)


def street_cards(place: Place, street: int) -> tuple[CardView, ...]:
    cards = place.slots_of(street)
    return tuple(card_view(place.game, card) for card in cards if card is not None)


@lru_cache(maxsize=_KEPT_LINES)
def rows(place: Place, reading: Reading | None, unknown: str = UNKNOWN) -> tuple[LineRow, ...]:
    """Return the streets, and the decisions of the line with their actions and total frequencies.

    Frequencies are those of the whole range, each combo weighted by its own reach and by how
    often the ranges of the others leave it possible, as in ``matchups``. Unknown frequencies are
    shown as ``unknown``.
    """
    names = player_names(place.game)
    lines: list[LineRow] = []
    street = -1
    for count in range(len(place.actions) + 1):
        here = place.decisions[count]
        lines += [_street_row(place, new, count) for new in range(street + 1, here.street + 1)]
        street = here.street
        current = count == len(place.actions)
        if here.finished:
            lines.append(LineRow(f"at:{count}", ending(place), "decision", depth=1, current=True))
            break
        name = names[here.to_act]
        title = tr("{name} to act").format(name=name) if current else name
        lines.append(LineRow(f"at:{count}", title, "decision", depth=1, current=current))
        lines += _action_rows(place, here, count, _decision_at(reading, place, count), unknown)
    return tuple(lines)


def _street_row(place: Place, street: int, count: int) -> LineRow:
    title = street_name(place.game, street)
    if place.game.num_board[street] and shows_all_boards(place.game):
        title = tr("{street}, every board").format(street=title)
    return LineRow(f"at:{count}", title, "street", cards=street_cards(place, street))


def _decision_at(reading: Reading | None, place: Place, count: int) -> Decision | None:
    if reading is None:
        return None
    if count < len(reading.past):
        same = reading.place.actions[:count] == place.actions[:count]
        return reading.past[count] if same else None
    return reading.present if reading.place == place and count == len(place.actions) else None


def _action_rows(
    place: Place, spot: PublicState, count: int, decision: Decision | None, unknown: str
) -> list[LineRow]:
    done = place.actions[count] if count < len(place.actions) else None
    menu: Sequence[MenuItem] = decision.menu if decision else ()
    if done is not None and not any(done in item.actions for item in menu):
        menu = (*menu, *menu_of(spot, (done,)))
    shares = decision.shares if decision else ()
    rows = []
    for at, item in enumerate(menu):
        share = shares[at] if at < len(shares) else None
        known = share is not None and share == share
        here = done is not None and done in item.actions
        action = done if done is not None and here else item.action
        rows.append(
            LineRow(
                f"do:{count}:{action_text(spot, action)}",
                item.head.title,
                "action",
                item.head.tone,
                2,
                share if known else None,
                percent(share) if share is not None else unknown,
                here,
                rank=item.head.rank,
                size=item.head.size,
            )
        )
    return rows


_STEPS = 201
_SPOKEN = (0.1, 0.5, 0.9)
_NAMED = 3
"""Most curves that are labelled with full names."""


@lru_cache(maxsize=4)
def equity_lines(reading: Reading | None) -> tuple[Line, ...]:
    """Return the equity distributions of the players still in; empty if unknown."""
    if reading is None or reading.worth is None:
        return ()
    game, worth, live = reading.place.game, reading.worth, live_sides(reading.place.betting)
    names, order = (short_names if len(live) > _NAMED else player_names)(game), side_order(game)
    lines, shares = [], tuple(i / (_STEPS - 1) for i in range(_STEPS))
    for seat in live:
        equities = worth.distribution(seat, _STEPS)
        if not len(equities):
            return ()
        ten, half, ninety = (f"{100 * equities[round(s * (_STEPS - 1))]:.0f}%" for s in _SPOKEN)
        words = tr("10th percentile {ten}, median {half}, 90th percentile {ninety}")
        spoken = words.format(ten=ten, half=half, ninety=ninety)
        y = tuple(equities.tolist())
        colour = SERIES[order.index(seat)]
        lines.append(Line(names[seat], colour, shares, y, spoken=spoken))
    return tuple(lines)


def cannot_drill() -> Notice:
    text = tr("Drills need a decision with a complete board and, in a spot, its solution.")
    return Notice("plain", tr("This cannot be practised"), text, (good(),))


@lru_cache(maxsize=4)
def board_picker(place: Place) -> BoardPicker | None:
    game = place.game
    if place.fixed >= game.board_sizes[-1] or shows_all_boards(game):
        return None
    chosen, fixed = set(place.chosen), place.slots[: place.fixed]
    rows = tuple(
        tuple(
            BoardCard(
                card_key(game, card),
                card_view(game, card),
                card in chosen,
                place.open_cards > 0 and card not in fixed,
            )
            for card in sorted(game.deck, reverse=True)
            if card_suit(card) == suit
        )
        for suit in range(3, 3 - game.num_suits, -1)
    )
    street = street_name(place.game, place.open_street) if place.open_cards else ""
    deal = tr("Random {street}").format(street=street.lower()) if street else ""
    return BoardPicker(rows, _title(place), deal, missing=place.missing > 0)


def card_key(game: Game, card: Card) -> str:
    return shown_cards(game, (card,))


def card_of(game: Game, key: str) -> Card | None:
    return next((card for card in game.deck if card_key(game, card) == key), None)


def _title(place: Place) -> str:
    if not place.missing:
        return tr("Board")
    slots = place.slots_of(place.open_street)
    missing = slots.count(None)
    text = tr.plural("{street}: choose 1 more card", "{street}: choose {count} more cards", missing)
    if missing == len(slots):
        text = tr.plural("{street}: choose a card", "{street}: choose {count} cards", missing)
    return text.format(street=street_name(place.game, place.open_street), count=missing)


Wider = TypeVar("Wider", bound=RangeScene)
_KEPT = 8
"""Number of cached versions of each part, so that unchanged parts stay the same objects."""
_OF_RANGE = ("grid", "view", "sides", "note", "warning", "curve", "filter", "hands")
"""The parts of a picture that depend on the range shown; its totals do, too."""


def range_grid(
    reading: Reading, side: int, shown: NDArray[np.bool_] | None = None
) -> RangeMatrix | None:
    """Return the range of one side; None if nothing is known.

    Args:
        shown: (num_combos,) bool, the combos shown; None for all of them.
    """
    spot = reading.spots[0]
    acts = bool(reading.answers) and spot.to_act == side
    if not acts and not reading.reaches:
        return None
    ranges = []
    for at, here in enumerate(reading.spots):
        if reading.reaches:
            weights = reading.ranges[at][side]
        else:  # until it is known which hands reach the node, all do
            weights = np.where(blocked(here.game, here.board), 0.0, 1.0)
        answer, worth = reading.valued[at] if acts else None, reading.worth
        ev, equity = (None, None) if worth is None else known_worth(worth, at, side)
        if ev is not None and answer is not None and answer.rare is not None:
            ev = np.where(answer.rare, np.nan, ev)
        ranges.append(BoardRange(here.board, weights, answer, (), ev, equity, shown))
    waiting = not reading.counted and can_count(spot.game)
    return RangeMatrix(spot, ranges, waiting=waiting)


@lru_cache(maxsize=_KEPT)
def narrowed_grid(reading: Reading, side: int, narrow: Narrowing) -> RangeMatrix | None:
    return range_grid(reading, side, mask_of(narrow, reading, side))


@lru_cache(maxsize=_KEPT)
def grid_scene(
    grid: RangeMatrix, view: GridView, marked: int = -1, beside: RangeMatrix | None = None
) -> GridScene:
    return grid.scene(marked, view, beside)


def study_scene(
    state: StudyState, path: Reading | None, engine: str, *, thinking: bool = False
) -> RangeScene:
    """Return the picture of one subject's range at a node.

    Args:
        path: the subject's last reading, here or elsewhere on the way; None if there is none.
    """
    place, side = state.place, state.seat
    here = path if path is not None and path.place == place else None
    grid = None if here is None else narrowed_grid(here, side, state.narrow)
    unanswered = here is None and not thinking
    return RangeScene(
        line=crumbs(place)[0],
        figures=_figures(place.betting),
        rows=rows(place, path, NOTHING if unanswered else UNKNOWN),
        board=board_picker(place),
        sides=study_sides(place, here, side, silent=unanswered),
        grid=grid_scene(grid, state.view, state.marked) if grid is not None else None,
        totals=study_totals(here, side, state.narrow),
        note="" if unanswered else _note(place, here),
        warning=_warning(place, here, engine),
        thinking=thinking,
        sheet_available=shows_all_boards(place.game),
        pinned=state.pinned,
        curve=equity_lines(here),
        view=state.view.scene(grid.cells, engine) if grid is not None else None,
    )


def widened(kind: type[Wider], scene: RangeScene, **parts: Any) -> Wider:
    return kind(**{one.name: getattr(scene, one.name) for one in fields(scene)}, **parts)


def over_last(scene: Wider, last: RangeScene) -> Wider:
    kept = {part: getattr(last, part) for part in _OF_RANGE}
    return replace(scene, totals=tuple(replace(one, enabled=False) for one in last.totals), **kept)


def silent(scene: Wider, place: Place, side: int) -> Wider:
    acts = (row for row in scene.rows if row.kind == "action")
    told = {row.key: replace(row, share=None, percent=NOTHING) for row in acts}
    return replace(
        scene,
        rows=tuple(told.get(row.key, row) for row in scene.rows),
        sides=study_sides(place, None, side, silent=True),
        totals=(),
        curve=(),
        view=None,
    )


def _figures(betting: PublicState) -> tuple[Figure, ...]:
    shown = betting.game.shown_chip
    pot = Figure(tr("Pot"), chips(betting.pot, shown))
    if betting.game.has_stacks:
        behind = min(betting.stack(seat) for seat in live_sides(betting))
        return (pot, Figure(tr("Behind"), chips(behind, shown)))
    return (pot, Figure(tr("Bets"), chips(betting.game.raise_sizes[betting.street])))


@lru_cache(maxsize=_KEPT)
def study_sides(
    place: Place, reading: Reading | None, side: int, *, silent: bool = False
) -> tuple[StudySide, ...]:
    """Return the players still in, with their ranges; without figures if ``silent``."""
    order, drawn = side_order(place.game), drawn_words(place.betting)
    names, short = player_names(place.game), short_names(place.game)
    no_worth = ("", "", tr("There is no answer here"))
    return tuple(
        StudySide(
            str(seat),
            names[seat],
            tr("to act") if seat == place.betting.to_act else "",
            NOTHING if silent else _size_of(reading, seat),
            seat == side,
            *(no_worth if silent else _worth_of(place, reading, seat, drawn)),
            short=short[seat],
            series=order.index(seat),
        )
        for seat in live_sides(place.betting)
    )


def _worth_of(place: Place, reading: Reading | None, seat: int, drawn: str) -> tuple[str, str, str]:
    """Return a side's equity, its EV, and a note on the EV; ``drawn`` is the equity's accuracy."""
    share, value, why = range_worth(place.game, reading, seat)
    return share, value, " ".join(filter(None, (why, drawn if share else "")))


def _size_of(reading: Reading | None, seat: int) -> str:
    if reading is None or not reading.reaches:
        return UNKNOWN
    return range_size(reading.spots, [weights[seat] for weights in reading.ranges])


@lru_cache(maxsize=_KEPT)
def study_totals(reading: Reading | None, side: int, narrow: Narrowing) -> tuple[ActionTotal, ...]:
    if reading is None or reading.present is None or side != reading.place.betting.to_act:
        return ()
    shown, menu, known = (
        mask_of(narrow, reading, side),
        reading.present.menu,
        reading.present.shares,
    )
    shares = known if shown is None else menu_shares(reading, side, menu, shown)
    counts = _combo_counts(reading, side, shown)
    worth = action_worth(reading, side, menu, shown)
    totals = []
    for at, item in enumerate(menu):
        if known and known[at] != known[at]:
            continue  # the engine never considers it
        share, text = (shares[at], percent(shares[at])) if known else (0.0, UNKNOWN)
        combos = counts[at] if counts else ""
        why = untrained_words() if worth[at] == NOTHING else ""
        totals.append(ActionTotal(item.head, text, combos, share, value=worth[at], why=why))
    return tuple(totals)


def menu_shares(
    reading: Reading, side: int, menu: Sequence[MenuItem], shown: NDArray[np.bool_] | float
) -> list[float]:
    """Return how often a side takes each action of a menu; NaN without any combo.

    ``shown``: (num_combos,) of the combos that count, or 1.0 for all.
    """
    game = reading.place.game
    parts = [
        (matchups(game, weights, side) * shown, shares_of(answer, menu))
        for answer, weights in zip(reading.answers, reading.ranges, strict=True)
    ]
    shares: list[float] = total_shares(parts).tolist()
    return shares


def _combo_counts(reading: Reading, side: int, shown: NDArray[np.bool_] | None) -> Sequence[str]:
    """Return the combos that take each action of the present menu; empty in small games."""
    assert reading.present is not None
    if not reading.reaches or reading.place.game.num_hole == 1:
        return ()
    counted = 1.0 if shown is None else shown
    done = sum(
        (weights[side] * counted) @ shares_of(answer, reading.present.menu)
        for answer, weights in zip(reading.answers, reading.ranges, strict=True)
    )
    return [combos_text(count) for count in np.atleast_1d(done).tolist()]


def _note(place: Place, reading: Reading | None) -> str:
    if place.missing:
        words = tr("Ranges that reach the {street}; choose its cards to see how they act.")
        return words.format(street=street_name(place.game, place.open_street).lower())
    if place.betting.finished:
        return tr("{ending}: the ranges at the end.").format(ending=ending(place))
    if reading is None or not reading.answers:
        return ""
    answer = reading.answers[0]
    taken = [taken_words(place.actions[one.place], one.others) for one in reading.taken]
    weights = reading.ranges[0][place.betting.to_act] if reading.ranges else None
    if taken:
        words = tr("Translated: {sizes}.").format(sizes=clauses(taken))
        return " ".join(filter(None, (training_note(answer, weights), words)))
    return full_sentences((answer_note(answer, weights), quality_note(reading)))


def _warning(place: Place, reading: Reading | None, engine: str) -> str:
    """Name the actions that make the ranges a guess: never considered, or never taken.

    With several boards shown, only actions never taken on any of them count.
    """
    if reading is None or not reading.reaches:
        return ""
    never = set.intersection(*({*reach.misses, *reach.ends} for reach in reading.reaches))
    if not never:
        return ""
    first = min(never)
    missed = first in reading.reaches[0].misses
    return guess_words(place.decisions[first], place.actions[first], engine, missed=missed)
