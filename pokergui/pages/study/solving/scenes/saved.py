"""Saved spots: the rows of their list, and those that can be compared with the one shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path

import numpy as np

from ai.reading.reach import RangeReader
from ai.solver.agent import SpotAgent
from ai.solver.record import KeptSpot, SpotFile
from ai.solver.run import SpotRun
from ai.solver.solver import SpotSolver
from ai.solver.spot import FIXED, LINE, Spot
from engine.cards import Card, card_name
from pokergui.formatting.notices import capital, go_on, sentence
from pokergui.formatting.numbers import memory, time_title
from pokergui.formatting.words import chips
from pokergui.language import tr_study as tr
from pokergui.language.joins import clauses, enumerated, phrases
from pokergui.pages.study.solving.scenes.form import card_views, title
from pokergui.pages.study.solving.scenes.locks import Locks, PaintedAgent
from pokergui.pages.study.solving.viewmodel import SpotRow
from pokergui.ranges.reading import Subject
from pokergui.viewmodel import Notice
from pokergui.viewmodel.controls import Choice


@dataclass(frozen=True)
class Shown:
    """The spot that Study shows."""

    path: Path | None = None
    running: bool = False


def rows(files: Sequence[SpotFile], shown: Shown, now: datetime) -> tuple[SpotRow, ...]:
    return tuple(
        _row(file, file.path == shown.path, file.path == shown.path and shown.running, now)
        for file in files
    )


def _row(file: SpotFile, shown: bool, running: bool, now: datetime) -> SpotRow:
    kept = file.kept
    written, _ = time_title(file.date.isoformat(), now)
    if kept is None:
        return SpotRow(
            str(file.path),
            file.path.name,
            capital(file.problem),
            tr("cannot be read"),
            written,
            shown,
            running,
            usable=False,
        )
    return SpotRow(
        str(file.path),
        " ".join(map(card_name, kept.board)),
        title(kept.board, kept.pot, kept.stack),
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
    return phrases((tr("16 bit") if kept.half else "", told))


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


def subject_of(run: SpotRun) -> Subject:
    note = tr("Solved to {percent} of the pot so far")
    if run.percent <= run.target:
        note = tr("Solved to {percent} of the pot")
    return solved(run.trainer, tr("The solution"), note.format(percent=of_pot(run.percent)))


def solved(solver: SpotSolver, title: str, note: str) -> Subject:
    """Return a solver's strategy as a subject, which caches its answers."""
    # EVs are computed once, for the decision shown, and not on the way there.
    agent = SpotAgent(solver, note, values=False)
    reader = RangeReader(agent, np.stack(solver.spot.ranges))
    return Subject(title, reader, closed=True, look=lru_cache(maxsize=_MOST)(agent.view))


def painted(subject: Subject, spot: Spot, locks: Locks) -> Subject:
    agent = PaintedAgent(subject.reader, locks)
    return replace(subject, reader=RangeReader(agent, np.stack(spot.ranges)))


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
        return (self.titles or {}).get(path, "")


def rivals_of(own: Own, files: Sequence[SpotFile], now: datetime) -> Rivals:
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


def _misfit(own: Own, kept: KeptSpot) -> str:
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
    assert kept.exploitability is not None
    written, _ = time_title(kept.date.isoformat(), now)
    share = tr("{share} of the pot").format(share=of_pot(kept.exploitability))
    return phrases((share, written))
