"""The picture of the EV that each of a rival's hands gives away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.solver.exploit import Exploit, ExploitPoint, GivenAway
from ai.solver.record import KeptSpot, SpotFile
from ai.solver.spot import FIXED, LINE
from engine.cards import Card, card_name
from engine.combos import combo_cards
from engine.game import Game
from engine.policy import blocked
from pokergui.formatting.dates import time_title
from pokergui.formatting.notices import capital
from pokergui.formatting.players import player_names
from pokergui.formatting.words import card_view, chips, percent, signed
from pokergui.language import tr_study as tr
from pokergui.language.joins import clauses, enumerated, phrases
from pokergui.pages.study.solving.scenes.exploit import trust_text
from pokergui.pages.study.solving.scenes.saved import of_pot
from pokergui.pages.study.solving.viewmodel import GivenRow, GivenScene
from pokergui.ranges.grid_values import shape_of, short
from pokergui.units import value_unit
from pokergui.viewmodel.controls import Choice
from pokergui.viewmodel.grid import GridCell, GridScale, GridScene
from pokergui.viewmodel.table import CardView

Numbers = NDArray[np.float64]


class _Figures(NamedTuple):
    """Figures of hands or combos: shares of the range, 0 to 1, and losses, in the unit."""

    shares: Numbers
    alone: Numbers
    lost: Numbers


def _row(
    game: Game, key: int, title: str, cards: Sequence[CardView], figures: _Figures, at: int
) -> GivenRow:
    chips, name, digits = value_unit(game)
    share, by_itself, given = (float(numbers[at]) for numbers in figures)
    part, alone, lost = percent(share), signed(by_itself, digits), signed(given, digits)
    words = tr("{hand}, {share} of the range, by itself {alone}, given away {lost} {unit}")
    spoken = words.format(hand=title, share=part, alone=alone, lost=lost, unit=name)
    in_chips = share, chips * by_itself, chips * given
    return GivenRow(key, title, tuple(cards), part, alone, lost, spoken, in_chips)


def given_scene(exploit: Exploit, point: ExploitPoint, away: GivenAway) -> GivenScene:
    """Return the picture of what each of the rival's hands gives away against a point."""
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


NONE, UNLOCKED = "", "unlocked"
"""Keys: no comparison; the spot without its locks, to be solved and compared."""
_RANGES = ("oop", "ip")


@dataclass(frozen=True)
class Own:
    """The spot shown."""

    texts: Mapping[str, str]
    board: tuple[Card, ...]
    locks: int
    path: Path


@dataclass(frozen=True)
class Rivals:
    """The spots to compare with.

    Attributes:
        files: saved spots that fit, the newest first.
        twin: the same spot without any locks; None if there is none.
        choices: the choices, and the impossible ones with the reason.
    """

    files: tuple[KeptSpot, ...] = ()
    twin: KeptSpot | None = None
    choices: tuple[Choice, ...] = ()
    titles: Mapping[Path, str] | None = None

    def title(self, path: Path) -> str:
        """Return the title of a saved spot, made of its differences."""
        return (self.titles or {}).get(path, "")


def rivals_of(own: Own, files: Sequence[SpotFile], now: datetime) -> Rivals:
    """Return the saved spots to compare with the one shown."""
    fitting: list[KeptSpot] = []
    misfits: list[Choice] = []
    elsewhere = 0
    for file in files:
        kept = file.kept
        if kept is None or file.path == own.path:
            continue
        if set(kept.board) != set(own.board):
            elsewhere += 1
            continue
        reason = _misfit(own, kept)
        if not reason:
            fitting.append(kept)
        else:
            title = capital(_unlike(own, kept)) or tr("The same spot")
            misfits.append(Choice(str(kept.path), title, reason, usable=False))
    titles = {kept.path: capital(_unlike(own, kept)) or tr("The same spot") for kept in fitting}
    rivals = [
        Choice(str(kept.path), titles[kept.path], _note(kept, now), detail=str(kept.path.name))
        for kept in fitting
    ]
    twins = [kept for kept in fitting if own.locks and _is_twin(own, kept)]
    twin = min(twins, key=lambda kept: kept.exploitability or 0.0, default=None)
    if own.locks and twin is None:
        rivals.insert(0, unlocked_choice())
    if elsewhere:
        words = tr.plural("1 more saved spot", "{count} more saved spots", elsewhere)
        reason = tr("on another board: cannot be compared")
        misfits.append(Choice("elsewhere", words.format(count=elsewhere), reason, usable=False))
    return Rivals(tuple(fitting), twin, (*rivals, *misfits), titles)


def unlocked_choice() -> Choice:
    return Choice(UNLOCKED, tr("Without locks"), tr("not solved yet: choose it to solve it"))


def _misfit(own: Own, kept: KeptSpot) -> str:
    """Explain why a saved spot on the same board cannot be compared; empty if it can."""
    for field, amount, words in (
        ("pot", kept.pot, tr("another pot, {chips}: cannot be compared")),
        ("stack", kept.stack, tr("other stacks, {chips}: cannot be compared")),
    ):
        if str(amount) != own.texts[field]:
            return words.format(chips=chips(amount))
    return tr("not solved yet") if kept.exploitability is None else ""


def _is_twin(own: Own, kept: KeptSpot) -> bool:
    """Return whether a spot with the same board and chips is the same one without locks."""
    fields = (*_RANGES, "bets", "raises", "bets-ip", "raises-ip", FIXED, LINE)
    alike = all(kept.texts.get(field) == own.texts.get(field) for field in fields)
    return alike and not kept.places


def _unlike(own: Own, kept: KeptSpot) -> str:
    """Return a saved spot's differences: "bets 33%, 75%", "other ranges, without locks"."""
    return phrases(_differences(own.texts, kept.texts, own.locks, len(kept.places)))


def _differences(
    own: Mapping[str, str], texts: Mapping[str, str], own_locks: int, locks: int
) -> Iterator[str]:
    sizes = (
        ("bets", tr("bets {sizes}"), tr("no bets")),
        ("raises", tr("raises {sizes}"), tr("no raises")),
    )
    for field, words, none in sizes:
        apart = f"{field}-ip"
        if all(own[key] == texts[key] for key in (field, apart)):
            continue
        both = dict.fromkeys((texts[field], texts[apart]))
        yield words.format(sizes=" / ".join(map(_sizes, both))) if any(both) else none
    if own.get(LINE) != texts.get(LINE):
        yield tr("bets of another line")
    ranges = [field for field in _RANGES if own[field] != texts[field]]
    if len(ranges) == 2:
        yield tr("other ranges")
    elif ranges:
        yield (
            tr("other range in position") if ranges == ["ip"] else tr("other range out of position")
        )
    if locks:
        yield tr.plural("1 lock", "{count} locks", locks).format(count=locks)
    elif own_locks:
        yield tr("without locks")


def _sizes(menu: str) -> str:
    """Return sizes as text: "33%, all-in; 75%" for turn and river."""
    streets = [
        enumerated(
            tr("all-in") if size == "a" else f"{size}%" for size in street.split(",") if size
        )
        for street in menu.split(";")
    ]
    return clauses(street or "–" for street in streets)


def _note(kept: KeptSpot, now: datetime) -> str:
    """Return the time it was written, and how exactly it is solved."""
    assert kept.exploitability is not None
    written, _ = time_title(kept.date.isoformat(), now)
    share = tr("{share} of the pot").format(share=of_pot(kept.exploitability))
    return phrases((share, written))
