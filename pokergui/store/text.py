"""Stored hands as text that other programs read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import RecordError
from engine.jobs import JobControl
from engine.records.acpc import write_log
from engine.records.phh import write_phh, write_phhs
from engine.records.pokerstars import write_pokerstars
from pokergui.files import FolderError, replacing
from pokergui.store.errors import StoreError
from pokergui.store.hands import StoredHand

_CHECK_EVERY = 20
FORMATS = ("phh", "acpc", "pokerstars")


@dataclass(frozen=True)
class Exported:
    """How many hands were written, and the numbers of those that the format has no words for."""

    hands: int
    left_out: tuple[int, ...]


def export(
    hands: Sequence[StoredHand], form: str, path: Path, control: JobControl | None = None
) -> Exported:
    """Write hands to a file, wholly or not at all.

    Args:
        hands: in the order in which they are written.
        form: ``phh``: hold'em hands, one in a ``.phh`` file, else many; ``acpc``: a log of one
            game of any kind, compressed where the name ends in ``.xz``; ``pokerstars``: text of
            no-limit hold'em hands.
        path: takes the place of what is there.
        control: to report progress and to stop, which leaves the old file.

    Raises:
        StoreError: if there is nothing to write, the file cannot hold it, or cannot be written.
        CancelledError: if the control says so.
    """
    if form not in FORMATS:
        raise StoreError(f"there is no format '{form[:20]}'; choose one of {', '.join(FORMATS)}")
    if not hands:
        raise StoreError("there are no hands to export")
    try:
        with replacing(path) as temporary:
            return _WRITERS[form](hands, temporary, control or JobControl())
    except (FolderError, RecordError) as error:
        raise StoreError(str(error)) from None


def _each(hands: Sequence[StoredHand], control: JobControl) -> Iterator[StoredHand]:
    for done, hand in enumerate(hands):
        if done % _CHECK_EVERY == 0:
            control.check()
            control.progress(done / len(hands))
        yield hand


def _acpc(hands: Sequence[StoredHand], path: Path, control: JobControl) -> Exported:
    if any(hand.is_wide for hand in hands):
        raise StoreError("hands of more players than the rulebook plays are kept as text alone")
    games = sorted({hand.game_name for hand in hands})
    if len(games) > 1:
        raise StoreError(f"an ACPC log holds one game; choose one of {', '.join(games)}")
    if len({hand.game for hand in hands}) > 1:
        raise StoreError(f"an ACPC log holds one game; the stacks of these {games[0]} hands differ")
    write_log(path, (hand.record for hand in _each(hands, control)))
    return Exported(len(hands), ())


def _phh(hands: Sequence[StoredHand], path: Path, control: JobControl) -> Exported:
    held = [hand for hand in hands if not hand.is_wide and hand.game.num_hole == 2]
    left_out = tuple(hand.number for hand in hands if hand.is_wide or hand.game.num_hole != 2)
    if not held:
        raise StoreError("PHH is for hold'em hands; export the others as acpc")
    if path.suffix == ".phh" and len(held) > 1:
        raise StoreError(f"a .phh file holds one hand, not {len(held)}; name the file .phhs")
    if path.suffix == ".phh":
        text = write_phh(held[0].record)
    else:
        text = write_phhs(hand.record for hand in _each(held, control))
    path.write_text(text, "utf-8", newline="\n")
    return Exported(len(held), left_out)


def _pokerstars(hands: Sequence[StoredHand], path: Path, control: JobControl) -> Exported:
    texts: list[str] = []
    left_out: list[int] = []
    for hand in _each(hands, control):
        try:
            texts.append(write_pokerstars([hand.record]))
        except RecordError:
            left_out.append(hand.number)
    if not texts:
        raise StoreError("PokerStars text is for no-limit hold'em; export the others as acpc")
    path.write_text("".join(texts), "utf-8", newline="\n")
    return Exported(len(texts), tuple(left_out))


_WRITERS = {"phh": _phh, "acpc": _acpc, "pokerstars": _pokerstars}
