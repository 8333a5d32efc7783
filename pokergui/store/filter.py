"""Hand filters as SQL conditions on the index table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from sqlite_utils import Database

from engine.card_display import shown_cards
from engine.cards import parse_cards
from engine.errors import CardError, PokerError
from pokergui.store._chain import HAND_COLUMNS, Rows, append_hands, row_checksum, seal_rows, sealed
from pokergui.store.hands import IMPORTED, StoredHand


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


Result = Literal["", "won", "lost", "even"]

_RESULTS = {"won": "result > 0", "lost": "result < 0", "even": "result = 0"}
_MOST_WORDS = 16


@dataclass(frozen=True)
class HandSelection:
    """A filter of hands; an empty field matches all.

    Attributes:
        opponent: name of an engine, or of another human in an imported hand.
        since: earliest time, ISO 8601, such as ``2026-05-01``.
        result: the user's result; hands without one have none.
        text: words that all occur in names, engines, notes or the cards seen (``Kh``, ``cfr``).
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
        used += [("instr(text, ?)", (word,)) for word in search_words(self.text)]
        if not used:
            return "", []
        sql = " AND ".join(f"({condition})" for condition, _ in used)
        return f" WHERE {sql}", [value for _, values in used for value in values]


ALL = HandSelection()


def search_words(text: str) -> list[str]:
    """Return a search's words, normalised as in the index; ``KhTd`` is two cards."""
    words: list[str] = []
    for word in text.split()[:_MOST_WORDS]:
        try:
            cards = parse_cards(word)
        except CardError:
            words.append(word.casefold())
        else:
            words += [word[i : i + 2].casefold() for i in range(0, 2 * len(cards), 2)]
    return words


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
)
_NUMBERS = {"number", "hero", "result", "big_blind"}
INDEXED = ("game", "opponents", "mode")
"""Columns with an SQLite index over all rows."""
_BATCH = 1000


def renew(db: Database) -> None:
    """Recreate the empty table, whatever columns it had, in the open transaction."""
    db.execute("DROP TABLE IF EXISTS hand_index")
    kinds = {name: int if name in _NUMBERS else str for name in COLUMNS}
    db.table("hand_index").create(kinds, pk="number", not_null=COLUMNS, strict=True)
    for column in INDEXED:
        db.table("hand_index").create_index([column])
    db.execute("CREATE INDEX idx_hand_index_content ON hand_index (content) WHERE content <> ''")
    rebuild(db)


def save_hands(db: Database, rows: Sequence[dict[str, Any]]) -> int:
    """Add finished hands, with all columns but the number, in the open transaction.

    Returns:
        The number of the last one.
    """
    hands = append_hands(db, rows)
    add(db, [StoredHand.of_row(values) for values in hands])
    return int(hands[-1][0])


def add(db: Database, hands: Iterable[StoredHand]) -> None:
    """Index intact hands of the database, in the open transaction."""
    people = People.read(db.execute)
    _insert(db, (facts(people.resolved(hand)) for hand in hands))


def save_new(db: Database, rows: Sequence[dict[str, Any]]) -> int:
    """Add imported hands that are not there yet, in the open transaction.

    Returns:
        The number of hands added.
    """
    fresh: dict[str, dict[str, Any]] = {}
    for row in rows:
        key = row["salt"]
        known = db.execute("SELECT 1 FROM hand_index WHERE content = ? AND content <> ''", [key])
        if known.fetchone() is None:
            fresh.setdefault(key, row)
    if fresh:
        save_hands(db, list(fresh.values()))
    return len(fresh)


def number_of(db: Database, content: str) -> int:
    """Return the number of the imported hand with a content key; 0 if there is none."""
    row = db.execute("SELECT number FROM hand_index WHERE content = ?", [content]).fetchone()
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
    """Forget all names; return the same count as ``learn``."""
    before = People.read(db.execute)
    db.execute("DELETE FROM people")
    return _identify(db, before)


def _identify(db: Database, before: People) -> int:
    """Update the rows of hands affected by a hero name learned or forgotten."""
    people, changed = People.read(db.execute), 0
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
        _insert(db, (_facts_of_row(row, people) for row in touched))
        changed += len(touched)
    return changed


def differs(db: Database, hand: StoredHand) -> bool:
    sql = f"SELECT {', '.join(COLUMNS)} FROM hand_index WHERE number = ?"
    return bool(db.execute(sql, [hand.number]).fetchone() != facts(hand))


def rebuild(db: Database) -> None:
    """Rebuild the index from the hands, in the open transaction."""
    db.execute("DELETE FROM hand_index")
    columns = ", ".join((*HAND_COLUMNS, "previous", "checksum"))
    rows = db.execute(f"SELECT {columns} FROM hands ORDER BY number")
    people = People.read(db.execute)
    while batch := rows.fetchmany(_BATCH):
        _insert(db, (_facts_of_row(row, people) for row in batch))


def is_whole(db: Database) -> bool:
    """Return whether each hand has a row, judging by the row numbers."""

    def value(sql: str) -> int:
        return int(db.execute(f"SELECT {sql}").fetchone()[0] or 0)

    rows, last = value("count(*) FROM hand_index"), value("max(number) FROM hands")
    if last != value("max(number) FROM hand_index"):
        return False
    # Counting the hands means reading all of them; it is skipped if none has been lost.
    return rows == last or rows == value("count(*) FROM hands")


def facts(hand: StoredHand) -> tuple[Any, ...]:
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
        _text(hand),
        hand.salt if hand.mode == IMPORTED else "",
    )


def _facts_of_row(row: Sequence[Any], people: People) -> tuple[Any, ...]:
    """Return the row of a stored hand; a damaged one stays in the list, marked as such."""
    *values, previous, own = row
    if row_checksum("hands", previous, values) == own:
        try:
            return facts(people.resolved(StoredHand.of_row(values)))
        except (PokerError, ValueError, LookupError, TypeError):  # written by another program
            pass
    return (row[0], "", "", "", "", "\n\n", -1, 0, 1, "", "")


def _text(hand: StoredHand) -> str:
    """Return the searchable text of a hand: only cards seen at the table."""
    game = hand.deck_game
    words = [*hand.players, *hand.engines, *hand.notes]
    for seat, hole in enumerate(hand.holes):
        shown = hand.showdown and not hand.folded(seat)
        if hole is not None and (shown or hand.hero in (-1, seat)):
            words += (shown_cards(game, (card,)) for card in parse_cards(hole))
    words += (shown_cards(game, (card,)) for card in parse_cards(hand.board))
    return "\n".join(word for word in words if word).casefold()


def _insert(db: Database, rows: Iterable[Sequence[Any]]) -> None:
    places = ", ".join("?" * len(COLUMNS))
    db.conn.executemany(f"INSERT INTO hand_index VALUES ({places})", rows)
