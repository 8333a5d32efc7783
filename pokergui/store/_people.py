"""Hero names in imported hands that do not mark the hero, kept across files.

A row is replaced when a name is learned again, so it is outside the chain of checksums and has its
own; a damaged one counts as missing, and ``verify`` names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from sqlite_utils import Database

from pokergui.store._chain import GENESIS, PEOPLE_COLUMNS, checksum
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

    SQL: ClassVar = "SELECT name, hero, checksum FROM people"

    @classmethod
    def read(cls, db: Database) -> People:
        return cls.of_rows(db.execute(cls.SQL))

    @classmethod
    def of_rows(cls, rows: Iterable[Sequence[Any]]) -> People:
        """Return all names in the rows of ``SQL``."""
        names: dict[bool, set[str]] = {True: set(), False: set()}
        damaged = []
        for name, hero, own in rows:
            if checksum(GENESIS, [name, hero]) == own:
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


def learn(db: Database, heroes: Iterable[str], others: Iterable[str] = ()) -> None:
    """Remember names, in the open transaction; a hero name is never also an opponent's."""
    rows = dict.fromkeys(others, 0) | dict.fromkeys(heroes, 1)
    db.conn.executemany(
        f"INSERT OR REPLACE INTO people ({', '.join(PEOPLE_COLUMNS)}, checksum) VALUES (?, ?, ?)",
        ((name, hero, checksum(GENESIS, [name, hero])) for name, hero in rows.items()),
    )
