"""Imports hands from other programs' files: each is replayed first, duplicates are skipped.

Also stores the hero's names in them, through the single writer.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from engine.errors import NotPlayedError, OtherGameError, PokerError, RecordError
from engine.game import Game
from engine.jobs import JobControl
from engine.records.formats import recorded_hands
from engine.records.hand_files import RecordedHand
from engine.records.record import HandRecord
from engine.records.wide import WideHand
from engine.wording import Wording
from pokergui.localtime import now
from pokergui.processes import in_order
from pokergui.store import filter
from pokergui.store._connect import transaction
from pokergui.store.errors import StoreError
from pokergui.store.filter import People
from pokergui.store.hands import MOST_TEXT, imported_row, read_text
from pokergui.store.statistics import PERSON
from pokergui.store.writer import Store

BATCH = 500
"""Hands of one transaction: a hand played meanwhile waits for no more than these."""
LARGE = 8 * 2**20
"""Bytes of a file from which other processes help; each takes a second to start."""
MOST_REASONS = 1_000
_MOST_GAMES = 6
"""Games that a remark names."""
MOST_NAME = 200
"""Most letters of a player's name."""
_NOT_IN_TEXT = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True)
class Refusal:
    """A rejected hand, or with ``place`` 0 a whole file.

    Attributes:
        where: the unit of ``place``: ``line`` or ``hand``.
    """

    file: str
    where: str
    place: int
    reason: str


@dataclass
class Imported:
    """The outcome of importing files.

    Attributes:
        heroes: names of the user, given by files or the importer.
        other_games: hands of other games that were passed over.
        remarks: how files were read, if not in the usual way.
        only: number of the hand in the database, if a single one was read; 0 for several.
    """

    imported: int = 0
    skipped: int = 0
    refused: int = 0
    refusals: list[Refusal] = field(default_factory=list)
    heroes: set[str] = field(default_factory=set)
    unclear: int = 0
    other_games: int = 0
    remarks: list[str] = field(default_factory=list)
    only: int = 0

    def add(self, other: Imported) -> None:
        """Add the outcome of a further import."""
        self.imported += other.imported
        self.skipped += other.skipped
        self.refused += other.refused
        self.refusals += other.refusals[: MOST_REASONS - len(self.refusals)]
        self.heroes |= other.heroes
        self.unclear += other.unclear
        self.other_games += other.other_games
        self.remarks += other.remarks
        self.only = 0

    def remark(self, *remarks: str) -> None:
        self.remarks += [remark for remark in remarks if remark not in self.remarks]

    def refuse(self, refusal: Refusal) -> None:
        self.refused += 1
        if len(self.refusals) < MOST_REASONS:
            self.refusals.append(refusal)


def import_hands(
    store: Store,
    paths: Sequence[Path],
    *,
    game: Game | None = None,
    definition: Path | None = None,
    hero: str = "",
    control: JobControl | None = None,
) -> Imported:
    """Import the hands of files into the database, with mode ``imported``.

    Every hand is first played through the rulebook; one that does not fit is refused, the rest is
    kept. Hands that it does not play are kept as text. Hands that were imported before are
    skipped. The hero of a hand is the player named by ``hero``, else by its file, else one known
    from other files; names given in this way are remembered.

    Args:
        paths: files in ``engine.records.formats``.
        hero: name of the user in the hands; if empty, the files' names, or else ``You``.
        control: once cancelled, what was done until then is kept and returned.

    Raises:
        StoreError: if the hands cannot be written; those written before are kept.
    """
    control = control or JobControl()
    done = Imported()
    people = known_people(store).result()
    keys: list[str] = []  # the first two: whether there is only one
    for index, path in enumerate(paths):
        part = FileProgress(control, index, len(paths), path)
        rows: list[dict[str, Any]] = []
        for row in _rows(path, game, definition, hero, people, done, part):
            rows.append(row)
            keys = [*keys, row["salt"]][:2]
            if len(rows) == BATCH:
                _write(store, rows, done)
                rows = []
        _write(store, rows, done)
        if control.cancelled:
            break
        control.progress((index + 1) / len(paths))
    if done.heroes:
        learn_people(store, sorted(done.heroes)).result()
    if len(keys) == 1:
        done.only = store.submit(lambda db: filter.number_of(db, keys[0])).result()
    return done


def _write(store: Store, rows: list[dict[str, Any]], done: Imported) -> None:
    if not rows:
        return
    try:
        added = store.add_imported(rows).result()
    except StoreError as error:
        raise StoreError(
            "{error}; {imported:,} hands were imported before that",
            error=error,
            imported=done.imported,
        ) from None
    done.imported += added
    done.skipped += len(rows) - added


class FileProgress:
    """Progress in reading a file, and whether to continue.

    Attributes:
        size: of the file in bytes, at least 1.
    """

    def __init__(self, control: JobControl, index: int, files: int, path: Path) -> None:
        self._control, self._index, self._files = control, index, files
        try:
            self.size = max(path.stat().st_size, 1)
        except OSError:
            self.size = 1
        self._read = 0.0

    def goes_on(self, size: float) -> bool:
        """Note the size of one more hand in bytes; return False once the work was cancelled."""
        self._read += size
        fraction = min(self._read / self.size, 1.0)
        self._control.progress((self._index + fraction) / self._files)
        return not self._control.cancelled


def _rows(
    path: Path,
    game: Game | None,
    definition: Path | None,
    hero: str,
    people: People,
    done: Imported,
    progress: FileProgress,
) -> Iterator[dict[str, Any]]:
    """Yield the rows of a file's hands; those that do not fit are noted in ``done``."""
    time, before = now(), ""
    others: Counter[str] = Counter()
    try:
        hands = recorded_hands(path, game, definition)
        for hand, record in in_order(_read, hands, progress.size >= LARGE):
            if not progress.goes_on(len(hand.text)):
                return
            done.remark(*map(str, hand.remarks))
            if isinstance(record, _OtherGame):
                others[record] += 1
                continue
            if isinstance(record, str):
                done.refuse(Refusal(path.name, hand.where, hand.place, record))
                continue
            before = content_key(record, before)
            seat = _hero(record, hero)
            known = people.heroes | done.heroes
            done.unclear += seat < 0 and not known.intersection(record.players)
            if seat >= 0 and record.players[seat] != PERSON and len(done.heroes) < MOST_REASONS:
                done.heroes.add(record.players[seat])
            yield imported_row(
                record,
                session=path.name[:MOST_NAME],
                hero=seat,
                key=before,
                time=record.time or time,
            )
    except PokerError as error:
        done.refuse(Refusal(path.name, "line", 0, str(error)))
    if others:
        done.other_games += others.total()
        done.remark(str(_passed_over(path, others)))


class _OtherGame(str):
    """The game of a hand that is passed over."""

    __slots__ = ()


def _passed_over(path: Path, games: Counter[str]) -> Wording:
    """Return what a file holds besides the hands that are read."""
    return Wording(
        "{file}: hands of other games, passed over: {count:,} ({games})",
        file=path.name,
        count=games.total(),
        games=", ".join(name for name, _ in games.most_common(_MOST_GAMES)),
    )


def _read(hand: RecordedHand) -> HandRecord | WideHand | str:
    """Return a hand, verified as far as the rulebook goes, or why it cannot be taken."""
    try:
        return _proved(hand)
    except OtherGameError as error:
        return _OtherGame(error.game)
    except PokerError as error:
        return str(error).removeprefix(f"{hand.where} {hand.place}: ")


def _proved(hand: RecordedHand) -> HandRecord | WideHand:
    try:
        record = cleaned(hand.read())
    except NotPlayedError:
        if hand.read_wide is None:
            raise
        text = _NOT_IN_TEXT.sub("_", hand.read_wide().text)
        if len(text) > MOST_TEXT:
            raise RecordError(
                "its text is longer than {most:,} characters", most=MOST_TEXT
            ) from None
        wide = read_text(text)
        holes = tuple(None if hole is None else tuple(sorted(hole)) for hole in wide.holes)
        return replace(wide, players=tuple(map(cleaned_name, wide.players)), holes=holes)
    record.verify_payoffs()
    return record


def _hero(record: HandRecord | WideHand, hero: str) -> int:
    """Return the position of the user in a hand, -1 if unclear."""
    if hero and record.players.count(hero) == 1:
        return record.players.index(hero)
    if record.hero >= 0:
        return record.hero
    return record.players.index(PERSON) if record.players.count(PERSON) == 1 else -1


def content_key(record: HandRecord | WideHand, before: str) -> str:
    """Return a hand's identity, 64 hex digits: game, number, names, cards, betting, result.

    In games of one private card different hands look alike, so there the key ``before`` of the hand
    before it in the file counts as well: a longer copy of a log is recognised as far as it goes.
    """
    if isinstance(record, WideHand):
        return hashlib.sha256(record.text.encode()).hexdigest()
    parts = (
        record.game.to_acpc(),
        record.number,
        record.players,
        record.holes,
        record.board,
        [(int(action.kind), action.raise_to) for action in record.actions],
        record.payoffs,
        before if record.game.num_hole == 1 else "",
    )
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def cleaned_name(name: str) -> str:
    return _CONTROL.sub("_", name)[:MOST_NAME]


def cleaned(record: HandRecord) -> HandRecord:
    names = tuple(map(cleaned_name, record.players))
    holes = tuple(None if hole is None else tuple(sorted(hole)) for hole in record.holes)
    if (names, holes) == (record.players, record.holes):
        return record
    return replace(record, players=names, holes=holes)


def known_people(store: Store) -> Future[People]:
    return store.submit(lambda db: People.read(db.execute))


def learn_people(store: Store, heroes: Sequence[str], others: Sequence[str] = ()) -> Future[int]:
    """Remember names that are the user's own in imported hands, and names that are not.

    Returns:
        The number of hands in which the user may have changed.
    """

    def learn(db: Database) -> int:
        with transaction(db):
            return filter.learn(db, heroes, others)

    return store.submit(learn)


def forget_people(store: Store) -> Future[int]:
    """Forget these names; hands whose file or importer names the user keep it."""

    def forget(db: Database) -> int:
        with transaction(db):
            return filter.forget(db)

    return store.submit(forget)
