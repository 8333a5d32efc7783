"""Exports stored hands and matches in text formats of other programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from engine.errors import RecordError
from engine.jobs import JobControl
from engine.records.formats import WRITTEN, Format, format_of
from engine.records.record import HandRecord
from engine.wording import Wording
from pokergui.files import FolderError, replacing
from pokergui.store._marks import Spans, gaps, joined
from pokergui.store.errors import StoreError
from pokergui.store.hands import StoredHand
from pokergui.store.matches import StoredMatch
from pokergui.store.reader import HandReader

_CHECK_EVERY = 20


@dataclass(frozen=True)
class Exported:
    """The number of hands written, and the numbers of those that the format cannot express."""

    hands: int
    left_out: tuple[int, ...]


def export(
    hands: Sequence[StoredHand], form: str, path: Path, control: JobControl | None = None
) -> Exported:
    """Write hands to a file, atomically.

    Args:
        control: to report progress and to stop, which leaves the old file.

    Raises:
        StoreError: if there is nothing to write, the file cannot hold it, or cannot be written.
    """
    names = {one.name: one for one in WRITTEN}
    if form not in names:
        raise StoreError(
            "there is no format '{form}'; choose one of {names}",
            form=form[:20],
            names=", ".join(names),
        )
    if not hands:
        raise StoreError("there are no hands to export")
    held = _writable(hands, names[form])
    records = (replace(hand.record, number=hand.own_number) for hand in held)
    skipped = write_hands(names[form], path, records, len(held), control or JobControl())
    written = {hand.number for hand in held} - {held[place].number for place in skipped}
    left_out = tuple(hand.number for hand in hands if hand.number not in written)
    return Exported(len(written), left_out)


def write_hands(
    form: Format, path: Path, records: Iterable[HandRecord], count: int, control: JobControl
) -> tuple[int, ...]:
    """Write hands to a file, atomically; return the places of those left out.

    Raises:
        StoreError: if all are left out, or the file cannot be written.
    """
    done = -1

    def each() -> Iterator[HandRecord]:
        nonlocal done
        for done, record in enumerate(records):
            if done % _CHECK_EVERY == 0:
                control.check()
                control.progress(done / count)
            yield record

    assert form.write is not None  # one of WRITTEN
    try:
        with replacing(path) as temporary:
            left_out = form.write(temporary, each())
            if done < 0:
                raise StoreError("all of these hands are damaged")
            if len(left_out) == done + 1:
                raise StoreError(
                    "{title} cannot express any of these hands", title=Wording(form.title)
                )
            return left_out
    except (FolderError, RecordError) as error:
        raise StoreError("{error}", error=error) from None


def _writable(hands: Sequence[StoredHand], form: Format) -> list[StoredHand]:
    """Return the hands representable in a format.

    Raises:
        StoreError: if it can express none, or takes one game and there are several.
    """
    if form.one_game:
        games = sorted({hand.game_name for hand in hands})
        if len(games) > 1:
            raise StoreError(
                "{title}: a file holds one game; choose one of {games}",
                title=Wording(form.title),
                games=", ".join(games),
            )
        if len({hand.game for hand in hands if not hand.is_wide}) > 1:
            raise StoreError(
                "{title}: a file holds one game; the stacks of these {games} hands differ",
                title=Wording(form.title),
                games=games[0],
            )
    played = [hand for hand in hands if not hand.is_wide]
    if not played:
        raise StoreError("hands that the rulebook does not play are kept only as text")
    refusals = {game: form.refusal(game) for game in {hand.game for hand in played}}
    if all(refusals.values()):
        raise StoreError("{refusal}", refusal=refusals[played[0].game])
    return [hand for hand in played if not refusals[hand.game]]


def export_match(database: Path, number: int, path: Path, control: JobControl) -> tuple[int, Spans]:
    """Write all hands of a match to a file, atomically.

    Args:
        path: replaces the file there; its name sets the format, which else is the first.

    Returns:
        The number of hands written, and the damaged ones as first and last numbers.

    Raises:
        StoreError: if there is no such match, the format cannot express it, or the file cannot be
            written.
    """
    with HandReader(database) as reader:
        match = next((match for match in reader.matches() if match.number == number), None)
        if match is None:
            raise StoreError("there is no match {number}", number=number)
        if not match.hands:
            raise StoreError("there are no hands to export")
        form = format_of(path) or WRITTEN[0]
        if refusal := form.refusal(match.game):
            raise StoreError("{refusal}", refusal=refusal)
        there: list[tuple[int, int]] = []
        records = _records(reader, match, there)
        left_out = write_hands(form, path, records, match.hands, control)
        damaged = gaps(joined(there), match.hands)
        return sum(last - first + 1 for first, last in there) - len(left_out), damaged


def export_tournament(
    reader: HandReader, number: int, form: Format, path: Path, control: JobControl
) -> int:
    """Write the hands of all tables of a tournament, table by table, atomically.

    Returns:
        The number of hands written.

    Raises:
        StoreError: if there is no such tournament, the format cannot express its game, or the file
            cannot be written.
    """
    tournament = reader.tournament(number)
    if refusal := form.refusal(tournament.game):
        raise StoreError("{refusal}", refusal=refusal)
    begun = {state.match for state in tournament.states.values()}
    matches = sorted(
        (match for match in reader.matches() if match.number in begun), key=lambda one: one.number
    )
    there: list[tuple[int, int]] = []
    records = chain.from_iterable(_records(reader, match, there) for match in matches)
    left_out = write_hands(form, path, records, sum(one.hands for one in matches), control)
    return sum(last - first + 1 for first, last in there) - len(left_out)


def _records(
    reader: HandReader, match: StoredMatch, there: list[tuple[int, int]]
) -> Iterator[HandRecord]:
    """Yield the hands of a match; ``there`` gets the numbers of those that are sound, from 1."""
    for chunk in reader.match_hands(match):
        there.append((chunk.first + 1, chunk.first + chunk.hands))
        for hand in range(chunk.hands):
            yield chunk.record(hand, match.players)
