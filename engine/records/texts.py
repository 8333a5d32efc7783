"""Files of poker sites: text of any mixture of sites, XML of iPoker, logs and JSON of PokerNow.

A hand ends where the next one of any site begins: one that cannot be read costs no other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from engine.errors import RecordError
from engine.records.hand_files import RecordedHand, TextLines, read_file
from engine.records.playing import keep, play
from engine.records.record import HandRecord
from engine.records.sites import ipoker, pokernow
from engine.records.sites.bovada import BOVADA
from engine.records.sites.full_tilt import FULL_TILT
from engine.records.sites.pacific import PACIFIC
from engine.records.sites.party import PARTY
from engine.records.sites.pokernow import POKERNOW
from engine.records.sites.pokerstars import GGPOKER, POKERSTARS
from engine.records.sites.site import MOST_HEAD, Lines, Site, check_not_another
from engine.records.sites.winamax import WINAMAX
from engine.records.sites.winning import OLD_WINNING, WINNING
from engine.records.sites.words import lacks_zone
from engine.records.source import SourceHand
from engine.records.wide import WideHand
from engine.wording import Wording

SITES = (
    *(POKERSTARS, GGPOKER, PACIFIC, WINAMAX, PARTY),
    *(FULL_TILT, WINNING, OLD_WINNING, BOVADA, POKERNOW),
)
"""The sites whose hands are lines of text."""
MOST_LINES = 1_000
"""Lines of a hand."""
MOST_BYTES = 64 * 2**20
"""Bytes of a file that is read at once."""
_HEAD = 400
"""Characters of a hand that may hold its time."""
_SAMPLE = 4_000
"""Characters of a text by which its format is known."""
_BY_NAME = {site.name: site for site in SITES}
_HEADS = re.compile("|".join(f"(?P<s{at}>{site.begins})" for at, site in enumerate(SITES)))
_BEFORE = re.compile("#Game No ?:|Game #[0-9]{1,18} starts")
"""A line before the first line of a hand."""
_OTHER_SITE = re.compile(
    r"[#*<\s-]{0,8}(?:[\w.&'-]{1,20} {1,4}){0,5}"
    r"(?:(?:Hand|Game|Stage|HAND|GAME|hand)(?: No ?:| ?#) ?[A-Z]{0,4}[0-9]"
    r"|Hand History for|HandId)"
)
_IN_A_HAND = re.compile(r"Seat [0-9]{1,2}: (.{1,100}) \(|(?:Table|Dealt to|-- ending hand) ")


def read_source(name: str, lines: Lines) -> SourceHand:
    """Return a hand as its text states it.

    Args:
        name: of the site; empty if it is not known.
        lines: its numbered lines.

    Raises:
        RecordError: naming the line that cannot be read.
    """
    if not name:
        check_not_another(lines[0][1][:MOST_HEAD])
        raise RecordError(
            "line {number}: {line!r} does not begin a hand of a known site",
            number=lines[0][0],
            line=lines[0][1][:60],
        )
    if len(lines) > MOST_LINES:
        raise RecordError(
            "line {number}: the hand has more than {most} lines",
            number=lines[-1][0],
            most=MOST_LINES,
        )
    return _BY_NAME[name].read(lines)


def read_texts(text: str) -> tuple[HandRecord, ...]:
    """Return the hands of a text of sites.

    Raises:
        RecordError: naming the line that cannot be read.
        IllegalActionError: if the rulebook does not allow an action.
        RecordMismatchError: if players act out of turn or amounts are inconsistent.
        NotPlayedError: if the rulebook does not play the hand.
    """
    hands = _hands(enumerate(text.split("\n"), 1))
    return tuple(_read(read_source, name, lines) for name, lines in hands)


def keep_text(text: str) -> WideHand:
    """Read one hand that the rulebook does not play; errors as ``read_texts``."""
    ((name, lines),) = _hands(enumerate(text.split("\n"), 1))
    return _keep(read_source, "\n".join(line for _, line in lines), name, lines)


def begins(site: Site, text: str) -> bool:
    """Return whether a hand of a site begins a text."""
    first = _HEADS.match(text)
    if first is None:
        lines = text[:_SAMPLE].split("\n")
        first = next(
            filter(None, (_HEADS.match(line.strip("\ufeff \t\r")) for line in lines)), None
        )
    return first is not None and first.lastgroup == f"s{SITES.index(site)}"


def text_hands(path: Path) -> Iterator[RecordedHand]:
    """Yield the hands of a file of sites. Raises RecordError naming it, if it has none."""
    lines = TextLines(path)
    sample = lines.sample(_SAMPLE).lstrip("\ufeff \t\r\n")
    if ipoker.is_session(sample):
        yield from _sessions(path)
    elif pokernow.is_export(sample):
        yield from _exports(path)
    elif pokernow.is_log(sample):
        yield from _recorded(path, pokernow.log_lines(lines), lines)
    else:
        yield from _recorded(path, lines, lines)


def _recorded(
    path: Path, numbered: Iterable[tuple[int, str]], lines: TextLines
) -> Iterator[RecordedHand]:
    zone = Wording("the times of {file} name no zone; they count as UTC", file=path.name)
    lacks = False
    for name, hand in _hands(numbered, f"{path.name}: "):
        text = "\n".join([line for _, line in hand])
        lacks = lacks or bool(name and lacks_zone(text[:_HEAD]))
        yield RecordedHand(
            hand[0][0],
            "line",
            text,
            partial(_read, read_source, name, hand),
            partial(_keep, read_source, text, name, hand),
            (*lines.remarks, zone) if lacks else lines.remarks,
        )


def _sessions(path: Path) -> Iterator[RecordedHand]:
    text, remarks = read_file(path, MOST_BYTES)
    place = 0
    for place, hand in ipoker.hand_texts(text):
        yield _of_text(place, hand, ipoker.read_session_hand, remarks)
    if not place:
        raise RecordError("{file}: there is no hand", file=path.name)


def _exports(path: Path) -> Iterator[RecordedHand]:
    text, remarks = read_file(path, MOST_BYTES)
    try:
        hands = pokernow.export_hands(text)
    except RecordError as error:
        raise RecordError("{file}: {error}", file=path.name, error=error) from None
    for place, hand in enumerate(hands, 1):
        yield _of_text(place, hand, pokernow.read_export_hand, remarks, "hand")


def _of_text(
    place: int,
    text: str,
    read: Callable[[str], SourceHand],
    remarks: tuple[Wording, ...],
    where: str = "line",
) -> RecordedHand:
    played, kept = partial(_read, read, text), partial(_keep, read, text, text)
    return RecordedHand(place, where, text, played, kept, remarks)


def _read(read: Callable[..., SourceHand], *of: object) -> HandRecord:
    return play(read(*of))


def _keep(read: Callable[..., SourceHand], text: str, *of: object) -> WideHand:
    return keep(read(*of), text)


def keep_session_hand(text: str) -> WideHand:
    """Read a hand of iPoker that the rulebook does not play; errors as ``read_texts``."""
    return _keep(ipoker.read_session_hand, text, text)


def keep_export_hand(text: str) -> WideHand:
    """Read a hand of PokerNow that the rulebook does not play; errors as ``read_texts``."""
    return _keep(pokernow.read_export_hand, text, text)


def _hands(lines: Iterable[tuple[int, str]], file: str = "") -> Iterator[tuple[str, Lines]]:
    """Yield the site and the numbered lines of each hand, without blank ones.

    A hand of an unknown site ends the one before and yields its first line, so that the error
    names its own line.
    """
    hand: list[tuple[int, str]] = []
    name = ""
    for number, line in lines:
        text = line.strip("\ufeff \t\r")
        if not text:
            continue
        head = None
        marked = "#" in text or "History" in text or "Game started" in text or "No :" in text
        if marked:  # as each first line of a hand
            if _BEFORE.match(text):
                continue
            head = _HEADS.match(text)
        if not marked or (
            head is None and not (_begins_other(text, hand) and (name or len(hand) != 1))
        ):
            if hand and len(hand) <= MOST_LINES and (name or len(hand) == 1):
                hand.append((number, text))
            continue
        if hand:
            yield name, hand
        hand = [(number, text)]
        name = "" if head is None else SITES[int(str(head.lastgroup)[1:])].name
    if not hand:
        raise RecordError("{file}there is no hand of a known site", file=file)
    yield name, hand


def _begins_other(text: str, hand: Lines) -> bool:
    """Return whether a later line is the header of a hand of another site."""
    if not _OTHER_SITE.match(text) or _IN_A_HAND.match(text):
        return False
    seats = (_IN_A_HAND.match(line) for _, line in hand)
    return not any(seat and seat[1] and text.startswith(seat[1]) for seat in seats)
