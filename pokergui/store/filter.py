"""Hand filters as SQL conditions on the index table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal

from sqlite_utils import Database

from engine.card_display import shown_cards
from engine.cards import card_names, parse_cards
from engine.combos import combo_cards
from engine.errors import CardError, PokerError, RangeError, RecordError
from engine.positions import POSITIONS, position_names
from engine.ranges import parse_range
from pokergui.localtime import check_stored
from pokergui.store._chain import HAND_COLUMNS, Rows, append_hands, row_checksum, seal_rows, sealed
from pokergui.store.hands import IMPORTED, StoredHand, packed, unpacked


@dataclass(frozen=True)
class People:
    """Known player names.

    Attributes:
        others: other players, not to be asked about again.
    """

    heroes: frozenset[str] = frozenset()
    others: frozenset[str] = frozenset()
    damaged: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def read(cls, rows: Rows) -> People:
        names: dict[bool, set[str]] = {True: set(), False: set()}
        damaged = []
        for (name, hero), sound in sealed(rows, "people"):
            if sound:
                names[bool(hero)].add(name)
            else:
                damaged.append(str(name))
        return cls(frozenset(names[True]), frozenset(names[False]), tuple(damaged))

    def resolved(self, hand: StoredHand) -> StoredHand:
        """Return the hand with its hero: the only player in it with a known hero name."""
        if hand.mode != IMPORTED or hand.hero >= 0:
            return hand
        seats = [seat for seat, name in enumerate(hand.players) if name in self.heroes]
        return replace(hand, hero=seats[0]) if len(seats) == 1 else hand


@dataclass(frozen=True)
class HandNote:
    """Tags and a note that the user gave a hand."""

    tags: tuple[str, ...] = ()
    text: str = ""

    @classmethod
    def of_row(cls, row: Sequence[Any]) -> tuple[int, HandNote]:
        """Return the number of the hand and its note from the columns of ``hand_notes``.

        Raises:
            RecordError: if they are invalid, though their checksum may be right.
        """
        hand, updated, tags, note = row
        try:
            check_stored(updated)
            return hand, cls(unpacked(tags, str), note)
        except (ValueError, TypeError, OverflowError, RecursionError):
            raise RecordError("the note on hand {hand} is invalid", hand=hand) from None


def read_notes(rows: Rows, rest: str = "", hands: Sequence[int] = ()) -> dict[int, HandNote]:
    """Return all sound notes by the numbers of their hands."""
    notes: dict[int, HandNote] = {}
    for values, sound in sealed(rows, "hand_notes", rest, hands):
        with suppress(RecordError):
            notes |= [HandNote.of_row(values)] if sound else []
    return notes


NO_NOTE = HandNote()
Result = Literal["", "won", "lost", "even"]
LIMPED, RAISED, THREE_BET, FOUR_BET, MULTIWAY = POTS = (
    *("limped", "single-raised", "3-bet", "4-bet+"),
    "multiway",
)
"""Types of pots by the raises before the flop; and those that three or more players see."""
STREETS = ("preflop", "flop", "turn", "river")
_CLASSES = re.compile(r"(?:[2-9TJQKA]{2}[so]?\+?(?:-[2-9TJQKA]{2}[so]?)?,?)+")

_RESULTS = {"won": "result > 0", "lost": "result < 0", "even": "result = 0"}
_MOST_WORDS = 16


@dataclass(frozen=True)
class HandSelection:
    """A filter of hands; an empty field matches all.

    Attributes:
        opponent: name of an engine, or of another human in an imported hand.
        since: earliest time, ISO 8601, such as ``2026-05-01``.
        result: the user's result; hands without one have none.
        text: words that all occur in names, engines, notes or the cards seen (``Kh``, ``cfr``), or
            that name hole cards (``99+``), a position (``BTN``), a pot (``3-bet``), a street that
            was reached (``river``) or a tag (``#bluff``).
        hole: the user's hole cards, as a range.
        position: the user's, one of ``POSITIONS``.
        pot: one of ``POTS``.
        street: the one that was reached, of ``STREETS``.
        with_hero: only hands with the user in them, or only those without.
    """

    game: str = ""
    opponent: str = ""
    session: str = ""
    modes: tuple[str, ...] = ()
    since: str = ""
    until: str = ""
    result: Result = ""
    least_bb: float = 0.0
    text: str = ""
    hole: str = ""
    position: str = ""
    pot: str = ""
    street: str = ""
    tag: str = ""
    with_hero: bool | None = None
    newest: int | None = None

    def where(self, before: int | None = None) -> tuple[str, list[object]]:
        """Return the condition on ``hand_index``, and its parameters."""
        used: list[tuple[str, tuple[object, ...]]] = []
        if before is not None:
            used.append(("number < ?", (before,)))
        for condition, value in (
            ("game = ?", self.game),
            ("instr(opponents, char(10) || ? || char(10))", self.opponent),
            ("session = ?", self.session),
            ("time >= ?", self.since),
            ("time < ?", self.until),
        ):
            if value:
                used.append((condition, (value,)))
        if self.modes:
            used.append((f"mode IN ({', '.join('?' * len(self.modes))})", self.modes))
        if self.result:
            used.append((f"hero >= 0 AND {_RESULTS[self.result]}", ()))
        if self.least_bb > 0:
            used.append(("hero >= 0 AND abs(result) >= ? * big_blind", (self.least_bb,)))
        if self.with_hero is not None:
            used.append(("hero >= 0" if self.with_hero else "hero < 0", ()))
        used += _trait_conditions(self.hole, self.position, self.pot, self.street, self.tag)
        for word in self.text.split()[:_MOST_WORDS]:
            used += _word_conditions(word)
        if not used:
            return "", []
        sql = " AND ".join(f"({condition})" for condition, _ in used)
        return f" WHERE {sql}", [value for _, values in used for value in values]

    @property
    def by_traits(self) -> bool:
        """Whether it needs what is found out about older hands only when a search first does."""
        named = any(map(traits_named, self.text.split()))
        return named or any((self.hole, self.position, self.pot, self.street))


_Conditions = list[tuple[str, tuple[object, ...]]]


def _trait_conditions(hole: str, position: str, pot: str, street: str, tag: str) -> _Conditions:
    """Return the conditions that need the traits of hands; an empty value makes none.

    Raises:
        RangeError: if the hole cards are not a range.
    """
    used: _Conditions = []
    if hole:
        names = [name for name, weight in zip(_combos(), parse_range(hole), strict=True) if weight]
        used.append((f"hole IN ({', '.join('?' * len(names))})", tuple(names)))
    if position:
        used.append(("position = ?", (position,)))
    if pot:
        used.append(("seen > 2", ()) if pot == MULTIWAY else ("pot = ?", (pot,)))
    if street:
        used.append(("street >= ?", (STREETS.index(street),)))
    if tag:
        used.append(("tags <> '' AND instr(tags, char(10) || ? || char(10))", (tag.casefold(),)))
    return used


@lru_cache(1)
def _combos() -> tuple[str, ...]:
    return tuple(card_names(sorted(cards, reverse=True)) for cards in combo_cards().tolist())


def _word_conditions(word: str) -> _Conditions:
    """Return the conditions of a word of a search; ``KhTd`` is two cards."""
    if traits := traits_named(word):
        return _trait_conditions(*traits)
    try:
        cards = parse_cards(word)
    except CardError:
        return [("instr(text, ?)", (word.casefold(),))]
    words = (word[i : i + 2].casefold() for i in range(0, 2 * len(cards), 2))
    return [("instr(text, ?)", (one,)) for one in words]


def traits_named(word: str) -> tuple[str, str, str, str, str] | None:
    """Return hole cards, position, pot, street and tag of which a word names one; or None."""
    plain = word.casefold()
    if word.startswith("#") and len(word) > 1:
        return "", "", "", "", word[1:]
    if word in POSITIONS:
        return "", word, "", "", ""
    if plain in POTS or f"{plain}+" in POTS:
        return "", "", plain if plain in POTS else f"{plain}+", "", ""
    if plain in STREETS:
        return "", "", "", plain, ""
    if _CLASSES.fullmatch(word):
        with suppress(RangeError):
            parse_range(word)
            return word, "", "", "", ""
    return None


ALL = HandSelection()


COLUMNS = (
    "number",
    "game",
    "session",
    "mode",
    "time",
    "opponents",
    "hero",
    "result",
    "big_blind",
    "text",
    "content",
    "tags",
    *("hole", "position", "pot", "street", "seen"),
)
_TRAITS = COLUMNS.index("hole")
"""Place of the first trait: they are found when a search first needs them in older rows."""
_NUMBERS = {"number", "hero", "result", "big_blind", "street", "seen"}
_UNREAD = -1
"""The street of a row whose traits are not known yet."""
INDEXED = ("game", "opponents", "mode")
"""Columns with an SQLite index over all rows."""
_BATCH = 1000


BEFORE_TRAITS = 8
"""The last version of the database whose index has no traits, but is as now otherwise."""


def renew(db: Database, before: int) -> None:
    """Make the table that of this version, in the open transaction.

    Args:
        before: the version that it was written by.
    """
    if before == BEFORE_TRAITS:
        for name in COLUMNS[_TRAITS - 1 :]:
            kind, usual = ("INTEGER", _UNREAD) if name in _NUMBERS else ("TEXT", "''")
            db.execute(f"ALTER TABLE hand_index ADD COLUMN {name} {kind} NOT NULL DEFAULT {usual}")
        _index_traits(db)
        return
    db.execute("DROP TABLE IF EXISTS hand_index")
    kinds = {name: int if name in _NUMBERS else str for name in COLUMNS}
    db.table("hand_index").create(kinds, pk="number", not_null=COLUMNS, strict=True)
    for column in INDEXED:
        db.table("hand_index").create_index([column])
    db.execute("CREATE INDEX idx_hand_index_content ON hand_index (content) WHERE content <> ''")
    _index_traits(db)
    rebuild(db)


def _index_traits(db: Database) -> None:
    """Add the indexes for rows without traits, for hole cards, tags, and sums by traits."""
    for name, where in (("unread", f"street = {_UNREAD}"), ("tags", "tags <> ''")):
        db.execute(f"CREATE INDEX idx_hand_index_{name} ON hand_index (number) WHERE {where}")
    db.execute("CREATE INDEX idx_hand_index_hole ON hand_index (hole)")
    traits = ", ".join(COLUMNS[_TRAITS:])
    columns = f"game, big_blind, mode, hero, result, {traits}"
    db.execute(f"CREATE INDEX idx_hand_index_sums ON hand_index ({columns})")


def unread(rows: Rows) -> bool:
    """Return whether the traits of any hand are not known yet."""
    sql = f"SELECT 1 FROM hand_index WHERE street = {_UNREAD} LIMIT 1"
    return bool(list(rows(sql, ())))


def read_traits(db: Database) -> bool:
    """Find the traits of some hands, in the open transaction; return whether any were left."""
    columns = ", ".join(f"hands.{name}" for name in (*HAND_COLUMNS, "previous", "checksum"))
    sql = (
        f"SELECT {columns} FROM hand_index JOIN hands USING (number)"
        f" WHERE hand_index.street = {_UNREAD} LIMIT {_BATCH}"
    )
    people, rows = People.read(db.execute), db.execute(sql).fetchall()
    found = [_facts_of_row(row, people, {})[_TRAITS:] for row in rows]
    names = ", ".join(f"{name} = ?" for name in COLUMNS[_TRAITS:])
    db.conn.executemany(
        f"UPDATE hand_index SET {names} WHERE number = ?",
        [(*one, row[0]) for one, row in zip(found, rows, strict=True)],
    )
    return bool(rows)


def save_hands(db: Database, rows: Sequence[dict[str, Any]]) -> int:
    """Add finished hands, with all columns but the number, in the open transaction.

    A row may also hold the hand that it was made of, as ``played``, so as not to be read again.

    Returns:
        The number of the last one.
    """
    hands = append_hands(db, rows)
    played = (row.get("played") for row in rows)
    add(db, [StoredHand.of_row(*both) for both in zip(hands, played, strict=True)])
    return int(hands[-1][0])


def add(
    db: Database, hands: Iterable[StoredHand], notes: Mapping[int, HandNote] = MappingProxyType({})
) -> None:
    """Index intact hands of the database, in the open transaction."""
    people = People.read(db.execute)
    _insert(db, (facts(people.resolved(one), notes.get(one.number, NO_NOTE)) for one in hands))


def note(db: Database, hand: StoredHand, words: HandNote, time: str) -> None:
    """Keep the tags and the note on a hand, or drop them if empty, in the open transaction."""
    if words == NO_NOTE:
        db.execute("DELETE FROM hand_notes WHERE hand = ?", [hand.number])
    else:
        row = (hand.number, time, packed(words.tags), words.text)
        seal_rows(db, "hand_notes", [row])
    db.execute("DELETE FROM hand_index WHERE number = ?", [hand.number])
    _insert(db, [facts(People.read(db.execute).resolved(hand), words)])


def save_new(db: Database, rows: Sequence[dict[str, Any]]) -> int:
    """Add imported hands that are not there yet, in the open transaction.

    Returns:
        The number of hands added.
    """
    fresh: dict[str, dict[str, Any]] = {}
    for row in rows:
        fresh.setdefault(row["salt"], row)
    sql = (
        "SELECT content FROM hand_index"
        " WHERE content IN (SELECT value FROM json_each(?)) AND content <> ''"
    )
    for (key,) in db.execute(sql, [packed([*fresh])]).fetchall():
        del fresh[key]
    if fresh:
        save_hands(db, list(fresh.values()))
    return len(fresh)


def number_of(db: Database, content: str) -> int:
    """Return the number of the imported hand with a content key; 0 if there is none."""
    sql = "SELECT number FROM hand_index WHERE content = ? AND content <> ''"
    row = db.execute(sql, [content]).fetchone()
    return 0 if row is None else int(row[0])


def learn(db: Database, heroes: Iterable[str], others: Iterable[str] = ()) -> int:
    """Remember names and correct the heroes of imported hands, in the open transaction.

    A hero name is never also an opponent's.

    Returns:
        The number of hands in which the user has changed.
    """
    before = People.read(db.execute)
    rows = dict.fromkeys(others, 0) | dict.fromkeys(heroes, 1)
    seal_rows(db, "people", list(rows.items()))
    return _identify(db, before)


def forget(db: Database) -> int:
    before = People.read(db.execute)
    db.execute("DELETE FROM people")
    return _identify(db, before)


def _identify(db: Database, before: People) -> int:
    """Update the rows of hands affected by a hero name learned or forgotten."""
    people, notes, changed = People.read(db.execute), read_notes(db.execute), 0
    names = people.heroes ^ before.heroes
    columns = ", ".join(f"hands.{name}" for name in (*HAND_COLUMNS, "previous", "checksum"))
    sql = (
        f"SELECT {columns} FROM hands JOIN hand_index USING (number)"
        " WHERE hand_index.mode = ? AND hands.hero < 0 AND hands.number > ?"
        " ORDER BY number LIMIT ?"
    )
    last = 0
    while names and (rows := db.execute(sql, [IMPORTED, last, _BATCH]).fetchall()):
        last = rows[-1][0]
        touched = [row for row in rows if any(name in str(row[7]) for name in names)]
        for row in touched:
            db.execute("DELETE FROM hand_index WHERE number = ?", [row[0]])
        _insert(db, (_facts_of_row(row, people, notes) for row in touched))
        changed += len(touched)
    return changed


def differs(db: Database, hand: StoredHand, words: HandNote) -> bool:
    sql = f"SELECT {', '.join(COLUMNS)} FROM hand_index WHERE number = ?"
    row, right = db.execute(sql, [hand.number]).fetchone(), facts(hand, words)
    known = _TRAITS if row and row[COLUMNS.index("street")] == _UNREAD else None
    return bool(not row or row[:known] != right[:known])


def rebuild(db: Database) -> None:
    """Rebuild the index from the hands, in the open transaction."""
    db.execute("DELETE FROM hand_index")
    columns = ", ".join((*HAND_COLUMNS, "previous", "checksum"))
    rows = db.execute(f"SELECT {columns} FROM hands ORDER BY number")
    people, notes = People.read(db.execute), read_notes(db.execute)
    while batch := rows.fetchmany(_BATCH):
        _insert(db, (_facts_of_row(row, people, notes) for row in batch))


def is_whole(db: Database) -> bool:
    """Return whether each hand has a row, judging by the row numbers."""

    def value(sql: str) -> int:
        return int(db.execute(f"SELECT {sql}").fetchone()[0] or 0)

    rows, last = value("count(*) FROM hand_index"), value("max(number) FROM hands")
    if last != value("max(number) FROM hand_index"):
        return False
    # Counting the hands means reading all of them; it is skipped if none has been lost.
    return rows == last or rows == value("count(*) FROM hands")


def facts(hand: StoredHand, words: HandNote = NO_NOTE) -> tuple[Any, ...]:
    """Return the row of an intact hand, its hero resolved as far as possible."""
    return (
        hand.number,
        hand.listed_game,
        hand.session,
        hand.mode,
        hand.time,
        "\n".join(("", *hand.opponents, "")),
        hand.hero,
        hand.result,
        hand.big_blind,
        _text(hand, words),
        hand.salt if hand.mode == IMPORTED else "",
        "\n".join(("", *words.tags, "")).casefold() if words.tags else "",
        *_traits(hand),
    )


def _traits(hand: StoredHand) -> tuple[str, str, str, int, int]:
    """Return the user's hole cards and position, the pot, the last street, who saw the flop."""
    board, hole, game = len(hand.board) // 2, hand.holes[hand.hero] or "", hand.deck_game
    street = sum(board >= size > 0 for size in game.board_sizes)
    if not game.has_holdem_cards:
        return "", "", "", street, 0
    before = hand.line.partition("/")[0]
    raises, seen = before.count("r"), len(hand.players) - before.count("f")
    pot = POTS[min(raises, 3)] if raises or "c" in before else ""
    if hand.hero < 0:
        return "", "", pot, street, seen if street else 0
    names = position_names(len(hand.players)) if 2 <= len(hand.players) <= 10 else ()
    cards = card_names(sorted(parse_cards(hole), reverse=True))
    return cards, names[hand.hero] if names else "", pot, street, seen if street else 0


def _facts_of_row(
    row: Sequence[Any], people: People, notes: dict[int, HandNote]
) -> tuple[Any, ...]:
    """Return the row of a stored hand; a damaged one stays in the list, marked as such."""
    *values, previous, own = row
    if row_checksum("hands", previous, values) == own:
        try:
            hand = people.resolved(StoredHand.of_row(values))
            return facts(hand, notes.get(hand.number, NO_NOTE))
        except (PokerError, ValueError, LookupError, TypeError):  # written by another program
            pass
    return (row[0], "", "", "", "", "\n\n", -1, 0, 1, *[""] * 6, 0, 0)


def _text(hand: StoredHand, said: HandNote) -> str:
    """Return the searchable text of a hand: only cards seen at the table."""
    words = [*hand.players, *hand.engines, *hand.notes, *said.tags, said.text]
    for seat, hole in enumerate(hand.holes):
        seen = hand.hero in (-1, seat)
        if hole is not None and (seen or (hand.showdown and not hand.folded(seat))):
            words += _letters(hand, hole)
    words += _letters(hand, hand.board)
    return "\n".join(word for word in words if word).casefold()


def _letters(hand: StoredHand, cards: str) -> list[str]:
    """Return each of some cards in the letters that the hand's game shows."""
    if hand.deck_game.shown_ranks:
        cards = shown_cards(hand.deck_game, parse_cards(cards))
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]


def _insert(db: Database, rows: Iterable[Sequence[Any]]) -> None:
    places = ", ".join("?" * len(COLUMNS))
    db.conn.executemany(f"INSERT INTO hand_index VALUES ({places})", rows)
