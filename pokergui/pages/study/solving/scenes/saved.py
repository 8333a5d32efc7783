"""Locks of a spot; saved spots and their comparison; an exploit and what hands give away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.agents.base import RangeAgent
from ai.reading.reach import RangeReader
from ai.solver.agent import SpotAgent, SpotSolution
from ai.solver.exploit import MOST_POINTS, TARGET, Exploit, ExploitPoint, GivenAway
from ai.solver.locks import Lock
from ai.solver.record import KeptSpot, SpotFile
from ai.solver.spot import (
    ABOVE,
    BELOW,
    DONKS,
    FIXED,
    LINE,
    MAX_RAISES,
    MERGE,
    OPTIONS,
    RAKE,
    RAKE_CAP,
    THREE_WAY,
    Spot,
)
from ai.three_way.spot import ThreeWaySpot
from engine.cards import Card, card_name
from engine.combos import combo_cards
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, PublicState, Strategy
from engine.policy import blocked
from pokergui.formatting.notices import capital, go_on, sentence
from pokergui.formatting.numbers import memory, time_title
from pokergui.formatting.players import player_names
from pokergui.formatting.words import card_view, percent, signed
from pokergui.language import tr_study as tr
from pokergui.language.joins import clauses, enumerated, phrases
from pokergui.pages.study.solving.scenes.form import card_views, grouped, title
from pokergui.pages.study.solving.viewmodel import GivenRow, GivenScene, SavedSpotRow
from pokergui.pages.study.solving.work import AnyRun
from pokergui.ranges.grid import RangeMatrix
from pokergui.ranges.grid_values import shape_of, short
from pokergui.ranges.reading import Subject
from pokergui.units import Unit, value_unit
from pokergui.viewmodel import Notice
from pokergui.viewmodel.actions import Sizing
from pokergui.viewmodel.chart import Axis, Chart, Dot, Line
from pokergui.viewmodel.controls import Choice
from pokergui.viewmodel.grid import CellDetail, GridCell, GridScale, GridScene
from pokergui.viewmodel.strips import Figure
from pokergui.viewmodel.table import CardView

Mask = NDArray[np.bool_]
_Key = tuple[tuple[Action, ...], tuple[Card, ...]]


@dataclass(frozen=True, eq=False)
class SpotLocks:
    """All locks of a spot; painting gives a new instance."""

    locks: tuple[Lock, ...] = ()

    def paint(
        self, state: PublicState, actions: Sequence[Action], combos: Mask, action: Action | None
    ) -> SpotLocks:
        """Lock hands at a decision to one of its actions, or free them."""
        painted, cards = self, cards_since(state)
        # A hand that is locked on all cards cannot also be locked on a single one.
        for count in range(len(cards)):
            wider = self._find((state.actions, cards[:count]))
            if wider is not None:
                key = state.actions, cards[:count]
                painted = painted._paint(key, actions, combos & wider.combos, action)
                combos = combos & ~wider.combos
        return painted._paint((state.actions, cards), actions, combos, action)

    def _find(self, key: _Key) -> Lock | None:
        return next((lock for lock in self.locks if _key(lock) == key), None)

    def _paint(
        self, key: _Key, actions: Sequence[Action], combos: Mask, action: Action | None
    ) -> SpotLocks:
        entry = self._find(key)
        rest = tuple(lock for lock in self.locks if _key(lock) != key)
        size = len(combos)
        held = entry.combos if entry is not None else np.zeros(size, bool)
        rows = entry.probabilities if entry is not None else np.zeros((size, len(actions)))
        if action is None:
            held = held & ~combos
        else:
            held = held | combos
            row = np.array([float(one == action) for one in actions])
            rows = np.where(combos[:, None], row, rows)
        if not held.any():
            return SpotLocks(rest)
        return SpotLocks((*rest, Lock(*key, held, np.where(held[:, None], rows, 0.0))))

    def at(self, state: PublicState) -> tuple[Lock, ...]:
        """Return the locks at a decision: first those for every card, then for the cards there."""
        cards = cards_since(state)
        locks = [
            lock
            for lock in self.locks
            if lock.line == state.actions and cards[: len(lock.cards)] == lock.cards
        ]
        return tuple(sorted(locks, key=lambda lock: len(lock.cards)))

    def held(self, state: PublicState) -> Mask | None:
        """Return (num_combos,) the hands locked at a decision; None if there are none."""
        locks = self.at(state)
        return np.logical_or.reduce([lock.combos for lock in locks]) if locks else None

    def over(self, state: PublicState, answer: Strategy) -> Strategy:
        rows = answer.probabilities
        for lock in self.at(state):
            locked = lock.combos & (rows.sum(axis=1) > 0)  # hands on the board have no strategy
            rows = np.where(locked[:, None], lock.probabilities, rows)
        return answer if rows is answer.probabilities else replace(answer, probabilities=rows)

    def same(self, other: SpotLocks) -> bool:
        return _plain(self.locks) == _plain(other.locks)


class PaintedAgent(RangeAgent):
    """A solution with hands locked, as it will be before it is solved again."""

    name = "painted"

    def __init__(self, solution: RangeReader, locks: SpotLocks) -> None:
        self._solution, self._locks = solution, locks

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """Return the solution's answer with the locks over it.

        Raises:
            CancelledError: if stopped.
            PokerError: any error of the solution.
        """
        return self._locks.over(spot, self._solution.answer(spot, control))


@dataclass(frozen=True, eq=False)
class Locked:
    """The locks at one decision.

    Attributes:
        held: (num_combos,) the locked hands; None if there are none.
    """

    held: Mask | None
    painting: bool

    def grid(self, scene: GridScene, grid: RangeMatrix) -> GridScene:
        if self.held is None:
            return scene
        cells = tuple(
            replace(cell, locked=share) if share > 0 and cell.possible else cell
            for cell, share in zip(scene.cells, grid.share_of(self.held), strict=True)
        )
        return replace(scene, cells=cells)

    def combos(self, detail: CellDetail) -> CellDetail:
        held, rows = self.held, detail.rows
        if held is not None:
            rows = tuple(
                replace(row, locked=bool(held[row.combo])) if row.combo >= 0 else row
                for row in rows
            )
        return replace(detail, rows=rows, paintable=self.painting)


def cards_since(state: PublicState) -> tuple[Card, ...]:
    """Return the cards that have come since a spot's root."""
    return state.board[state.game.board_sizes[0] :]


def _key(lock: Lock) -> _Key:
    return (lock.line, lock.cards)


def _plain(locks: Iterable[Lock]) -> dict[_Key, tuple[bytes, bytes]]:
    return {
        _key(lock): (lock.combos.tobytes(), lock.probabilities[lock.combos].tobytes())
        for lock in locks
        if lock.combos.any()
    }


@dataclass(frozen=True)
class ShownSpot:
    """The spot that Study shows."""

    path: Path | None = None
    running: bool = False


def rows(files: Sequence[SpotFile], shown: ShownSpot, now: datetime) -> tuple[SavedSpotRow, ...]:
    return tuple(
        _row(file, file.path == shown.path, file.path == shown.path and shown.running, now)
        for file in files
    )


def _row(file: SpotFile, shown: bool, running: bool, now: datetime) -> SavedSpotRow:
    kept = file.kept
    written, _ = time_title(file.date.isoformat(), now)
    if kept is None:
        return SavedSpotRow(
            str(file.path),
            file.path.name,
            capital(file.problem),
            tr("cannot be read"),
            written,
            shown,
            running,
            usable=False,
        )
    return SavedSpotRow(
        str(file.path),
        " ".join(map(card_name, kept.board)),
        title(kept.board, kept.pot, kept.stack, kept.is_three_way),
        tr("solving") if running else _state(kept),
        phrases((written, memory(file.num_bytes), _extras(kept))),
        shown,
        running,
        cards=card_views(kept.board),
    )


def _state(kept: KeptSpot) -> str:
    if kept.exploitability is None:
        return tr("not solved yet")
    share = of_pot(kept.exploitability)
    if kept.exploitability <= kept.target:
        return tr("{share} of the pot").format(share=share)
    return tr("stopped at {share}").format(share=share)


def _extras(kept: KeptSpot) -> str:
    locks = len(kept.places)
    told = tr.plural("1 lock", "{count} locks", locks).format(count=locks) if locks else ""
    rivers = tr("with rivers") if kept.keeps else ""
    return phrases((tr("16 bit") if kept.half else "", rivers, told))


def of_pot(share: float) -> str:
    """Return a share of the pot in percent to two significant digits: "0.27%", "1.4%", "12%"."""
    digits = 0 if share >= 9.95 else 1 if share >= 0.995 else 2
    return f"{share:.{digits}f}%"


def not_removed(error: Exception) -> Notice:
    text = tr("{reason}. The spot is still on the list.").format(reason=sentence(error))
    return Notice("error", tr("The spot could not be removed"), text, (go_on(),), repr(error))


def still_solving() -> Notice:
    text = tr("Stop it in Study first (X), then remove it here.")
    return Notice("warning", tr("This spot is being solved"), text, (go_on(),))


def still_busy() -> Notice:
    text = tr("It is being read or written. Remove the spot in a moment.")
    return Notice("warning", tr("The file of this spot is in use"), text, (go_on(),))


_MOST = 64
"""Maximum number of cached decisions."""


def subject_of(run: AnyRun) -> Subject:
    note = tr("Solved to {percent} of the pot so far")
    if run.percent <= run.target:
        note = tr("Solved to {percent} of the pot")
    return solved(run.trainer, tr("The solution"), note.format(percent=of_pot(run.percent)))


def solved(solver: SpotSolution, title: str, note: str) -> Subject:
    """Return a solver's strategy as a subject, which caches its answers."""
    # EVs are computed once, for the decision shown, and not on the way there.
    agent = SpotAgent(solver, note, values=False)
    reader = RangeReader(agent, np.stack(solver.spot.ranges))
    return Subject(title, reader, closed=True, look=lru_cache(maxsize=_MOST)(agent.view))


def painted(subject: Subject, spot: Spot | ThreeWaySpot, locks: SpotLocks) -> Subject:
    agent = PaintedAgent(subject.reader, locks)
    return replace(subject, reader=RangeReader(agent, np.stack(spot.ranges)))


NONE, UNLOCKED = "", "unlocked"
"""Keys: no comparison; the spot without its locks, to be solved and compared."""
_RANGES = ("oop", THREE_WAY, "ip")


@dataclass(frozen=True)
class OwnSpot:
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
    """

    files: tuple[KeptSpot, ...] = ()
    twin: KeptSpot | None = None
    choices: tuple[Choice, ...] = ()
    titles: Mapping[Path, str] | None = None

    def title(self, path: Path) -> str:
        return (self.titles or {}).get(path, "")


def rivals_of(own: OwnSpot, files: Sequence[SpotFile], now: datetime) -> Rivals:
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
        note = tr("not solved yet: choose it to solve it")
        rivals.insert(0, Choice(UNLOCKED, tr("Without locks"), note))
    if elsewhere:
        words = tr.plural("1 more saved spot", "{count} more saved spots", elsewhere)
        reason = tr("on another board: cannot be compared")
        misfits.append(Choice("elsewhere", words.format(count=elsewhere), reason, usable=False))
    return Rivals(tuple(fitting), twin, (*rivals, *misfits), titles)


def _misfit(own: OwnSpot, kept: KeptSpot) -> str:
    if (THREE_WAY in own.texts) != kept.is_three_way:
        return tr("with another number of players: cannot be compared")
    for field, amount, words in (
        ("pot", kept.pot, tr("another pot, {chips}: cannot be compared")),
        ("stack", kept.stack, tr("other stacks, {chips}: cannot be compared")),
    ):
        if amount != own.texts[field]:
            return words.format(chips=grouped(amount))
    return tr("not solved yet") if kept.exploitability is None else ""


def _is_twin(own: OwnSpot, kept: KeptSpot) -> bool:
    """Return whether a spot with the same board and chips is the same one without locks."""
    fields = (*_RANGES, "bets", "raises", "bets-ip", "raises-ip", *OPTIONS[1:], FIXED, LINE)
    alike = all(kept.texts.get(field) == own.texts.get(field) for field in fields)
    return alike and not kept.places


def _unlike(own: OwnSpot, kept: KeptSpot) -> str:
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
        if all(own.get(key) == texts.get(key) for key in (field, apart)):
            continue
        both = dict.fromkeys((texts[field], texts.get(apart, texts[field])))
        yield words.format(sizes=" / ".join(map(_sizes, both))) if any(both) else none
    if any(own.get(key) != texts.get(key) for key in (DONKS, BELOW, ABOVE, MAX_RAISES, MERGE)):
        yield tr("other rules of sizes")
    if any(own.get(key) != texts.get(key) for key in (RAKE, RAKE_CAP)):
        rake = texts.get(RAKE)
        yield tr("rake {percent}%").format(percent=rake) if rake else tr("no rake")
    if own.get(LINE) != texts.get(LINE):
        yield tr("bets of another line")
    ranges = [field for field in _RANGES if own.get(field) != texts.get(field)]
    if len(ranges) >= 2:
        yield tr("other ranges")
    elif ranges:
        other = {
            "oop": tr("other range out of position"),
            THREE_WAY: tr("other range in the middle"),
            "ip": tr("other range in position"),
        }
        yield other[ranges[0]]
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
    assert kept.exploitability is not None
    written, _ = time_title(kept.date.isoformat(), now)
    share = tr("{share} of the pot").format(share=of_pot(kept.exploitability))
    return phrases((share, written))


SPAN = 1000
"""Number of slider positions."""


def nearest(points: Sequence[ExploitPoint], trust: float) -> ExploitPoint | None:
    return min(points, key=lambda point: abs(point.trust - trust), default=None)


def curve(
    points: Sequence[ExploitPoint], shown: ExploitPoint | None, game: Game, pot: int
) -> Chart:
    """Return the chart of the gain from the profile against the worst case, from the solution.

    Risks range from under a chip to whole stacks: their axis is logarithmic, and begins at
    the target of points.
    """
    unit = value_unit(game)
    if not points:
        return Chart()
    least = TARGET / 100.0 * pot
    rising = sorted(points, key=lambda point: point.risk)
    line = Line(
        tr("Gain"),
        "ser_a",
        tuple(max(least, point.risk) / unit.chips for point in rising),
        tuple(point.gain / unit.chips for point in rising),
        style="front",
    )
    dots: tuple[Dot, ...] = ()
    if shown is not None:
        dots = (Dot(max(least, shown.risk) / unit.chips, shown.gain / unit.chips, "acc"),)
    return Chart(
        tr("Gain against worst case"),
        Axis(tr("{unit} at risk").format(unit=unit.name), log=True),
        Axis(unit.name, form="signed"),
        (line,),
        dots=dots,
    )


def slider(points: Sequence[ExploitPoint], shown: ExploitPoint | None) -> Sizing:
    return Sizing(
        least=tr("safe"),
        most=tr("exploit"),
        amount=trust_text(shown) if shown is not None else "",
        position=round(SPAN * shown.trust) if shown is not None else 0,
        ticks=tuple(round(SPAN * point.trust) for point in points),
        enabled=shown is not None,
    )


def figures(exploit: Exploit | None, shown: ExploitPoint | None) -> tuple[Figure, ...]:
    if exploit is None or shown is None:
        return ()
    unit = value_unit(exploit.base.game)
    return (
        Figure(tr("Gain"), _signed(shown.gain, unit), unit.name),
        Figure(tr("Worst case"), _signed(-shown.risk, unit), unit.name),
        Figure(tr("Best response"), _signed(exploit.best, unit), unit.name),
    )


def trust_text(point: ExploitPoint) -> str:
    return f"{100 * point.trust:.3g}%"


def state_text(exploit: Exploit | None, count: int, *, running: bool) -> str:
    if running and exploit is None:
        return tr("Fitting the rival’s strategy")
    if exploit is None:
        return tr("How does the rival play?")
    if running:
        words = tr("{found} of at most {all} points")
        return words.format(found=count, all=MOST_POINTS)
    return tr("{count} decisions fitted").format(count=len(exploit.bent))


def _signed(chips: float, unit: Unit) -> str:
    return signed(chips / unit.chips, unit.digits)


Numbers = NDArray[np.float64]


class _HandLosses(NamedTuple):
    """Figures of hands or combos: shares of the range, 0 to 1, and losses, in the unit."""

    shares: Numbers
    alone: Numbers
    lost: Numbers


def _given_row(
    game: Game, key: int, title: str, cards: Sequence[CardView], figures: _HandLosses, at: int
) -> GivenRow:
    chips, name, digits = value_unit(game)
    share, by_itself, given = (float(numbers[at]) for numbers in figures)
    part, alone, lost = percent(share), signed(by_itself, digits), signed(given, digits)
    words = tr("{hand}, {share} of the range, EV lost when held {alone}, in all {lost} {unit}")
    spoken = words.format(hand=title, share=part, alone=alone, lost=lost, unit=name)
    in_chips = share, chips * by_itself, chips * given
    return GivenRow(key, title, tuple(cards), part, alone, lost, spoken, in_chips)


def given_scene(exploit: Exploit, point: ExploitPoint, away: GivenAway) -> GivenScene:
    spot, game = exploit.base.spot, exploit.base.game
    unit, shape = value_unit(game), shape_of(game, ())
    count, of, weights = len(shape.labels), shape.cell_of, away.weights
    whole = max(float(weights.sum()), np.finfo(np.float64).tiny)
    alone, lost = away.alone / unit.chips, away.lost / unit.chips
    cells = _HandLosses(
        np.bincount(of, weights, count) / whole,
        *(away.by_groups(each, of, count) for each in (alone, lost)),
    )
    combos = _HandLosses(weights / whole, alone, lost)
    possible = np.bincount(of, ~blocked(game, spot.board), count)
    heights = np.bincount(of, away.reach, count) / np.maximum(possible, 1.0)
    most = float(np.nanmax(np.abs(cells.lost), initial=0.0)) or 1.0
    rows = [
        _given_row(game, at, label, (), cells, at) if cells.shares[at] > 0.0 else None
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
            shape.rows, shape.columns, grid, scale=GridScale("change", caption, low, high, "0")
        ),
        tuple(row for at in _order(cells) if (row := rows[at]) is not None),
        _combos(game, combos, of, count),
    )


def _order(figures: _HandLosses) -> list[int]:
    """Return the order: most costly over the range first, as in the command."""
    order: list[int] = np.argsort(-figures.shares * np.nan_to_num(figures.lost)).tolist()
    return order


def _combos(
    game: Game, figures: _HandLosses, of: NDArray[np.signedinteger], count: int
) -> tuple[tuple[GivenRow, ...], ...]:
    rows = [list[GivenRow]() for _ in range(count)]
    cards = np.sort(combo_cards(game.deck, game.num_hole))[:, ::-1]
    for combo in _order(figures):
        if figures.shares[combo] > 0.0:
            held = cards[combo].tolist()
            title = " ".join(map(card_name, held))
            shown = [card_view(game, card) for card in held]
            rows[of[combo]].append(_given_row(game, combo, title, shown, figures, combo))
    return tuple(map(tuple, rows))
