"""Saved spots as Study offers them for comparison, or the reasons why it does not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from ai.solver.record import KeptSpot, SpotFile
from ai.solver.spot import FIXED, LINE
from engine.cards import Card
from pokergui.formatting.dates import time_title
from pokergui.formatting.notices import capital
from pokergui.formatting.words import chips
from pokergui.language import tr_study as tr
from pokergui.language.joins import clauses, enumerated, phrases
from pokergui.pages.study.solving.scenes.saved import of_pot
from pokergui.viewmodel.topbar import Choice

NONE, UNLOCKED = "", "unlocked"
"""Keys: no comparison; the spot without its locks, to be solved and compared."""
_RANGES = ("oop", "ip")


@dataclass(frozen=True)
class Own:
    """The spot shown.

    Attributes:
        texts: of its fields, as in its file.
        board: its cards.
        locks: number of locked decisions.
        path: its file.
    """

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
        titles: the title of each of ``files``.
    """

    files: tuple[KeptSpot, ...] = ()
    twin: KeptSpot | None = None
    choices: tuple[Choice, ...] = ()
    titles: Mapping[Path, str] | None = None

    def title(self, path: Path) -> str:
        """Return the title of a saved spot, made of its differences."""
        return (self.titles or {}).get(path, "")


def rivals_of(own: Own, files: Sequence[SpotFile], now: datetime) -> Rivals:
    """Return the saved spots to compare with the one shown.

    Args:
        own: the spot shown.
        files: all saved spots, the newest first.
        now: in the user's time zone.
    """
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
    """Return the choice of the spot without its locks, which is yet to be solved."""
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
