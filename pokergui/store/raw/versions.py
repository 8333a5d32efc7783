"""The database schema in each of its versions.

An entry never changes, because databases of its version exist: a new table or column is one more
entry, and a file that ``tests/pokergui/store/make_version.py`` writes. The index table (``_index``)
is not part of it: it is rebuilt when the version changes.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Version:
    """The changes of one version.

    Attributes:
        tables: the columns of each new table, in their order, the key first; of a table that was
            there, all its columns, of which the new ones are the last (``seal`` is rebuilt).
    """

    name: str
    tables: dict[str, tuple[str, ...]] = field(default_factory=dict)


_ENDS = ("previous", "checksum")
_HANDS = (
    *("number", "deck", "time", "session", "mode", "game", "definition", "players", "engines"),
    *("hero", "cards", "salt", "holes", "board", "line", "payoffs", "notes"),
    *_ENDS,
)
_MATCHES = (
    *("number", "time", "session", "mode", "game", "definition", "engines", "players"),
    *("seed", "duplicate", "hands"),
    *_ENDS,
)
_SEAL = ("id", "decks", "decks_checksum", "hands", "hands_checksum")
VERSIONS: tuple[Version, ...] = (
    Version(
        "001_hands",
        {
            "decks": ("number", "time", "game", "hash", *_ENDS),
            "hands": _HANDS,
            "seal": (*_SEAL, "schema", "checksum"),
        },
    ),
    Version("002_hand_index"),
    Version(
        "003_matches",
        {
            "matches": _MATCHES,
            # The blob comes last, so that the columns before it are read without it.
            "match_blocks": (
                "number",
                "match",
                "first",
                "hands",
                "tally",
                "digest",
                *_ENDS,
                "data",
            ),
            "seal": (
                *_SEAL,
                *("matches", "matches_checksum", "match_blocks", "match_blocks_checksum"),
                *("schema", "checksum"),
            ),
        },
    ),
    Version(
        "004_opponents",
        {"opponents": ("name", "family", "hands", "updated", "digest", "checksum", "data")},
    ),
    Version(
        "005_open_hands",
        {
            "open_hands": (
                *("deck", "time", "game", "definition", "engines", "hero", "cards", "salt"),
                *("line", "notes", "checksum"),
            )
        },
    ),
    Version("006_facts", {"hands": (*_HANDS, "facts"), "people": ("name", "hero", "checksum")}),
    Version(
        "007_tournaments",
        {
            "tournaments": (
                *("number", "time", "updated", "game", "definition", "plan", "state", "checksum"),
            )
        },
    ),
    Version(
        "008_drill_answers",
        {
            "drill_answers": (
                *("number", "time", "game", "definition", "judge", "source", "card", "line"),
                *("board", "hole", "action", "verdict", "checksum"),
            )
        },
    ),
    Version("009_hand_notes", {"hand_notes": ("hand", "updated", "tags", "note", "checksum")}),
    Version("010_match_rake", {"matches": (*_MATCHES, "rake")}),
)


def tables_of(version: int) -> dict[str, tuple[str, ...]]:
    """Return the tables of a version with their columns, in the order of their rows."""
    tables: dict[str, tuple[str, ...]] = {}
    for one in VERSIONS[:version]:
        tables |= one.tables
    return tables


def shapes_of(table: str) -> list[tuple[str, ...]]:
    return [one.tables[table] for one in VERSIONS if table in one.tables]


def covered(columns: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in columns if name not in ("id", *_ENDS, "data"))
