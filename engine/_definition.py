"""Parse and write lines of ACPC game definitions; ``game.py`` builds games from the fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from engine.errors import GameError
from engine.rules import MAX_PLAYERS, MAX_ROUNDS

_KEYS = {
    "num_players": "numPlayers",
    "num_rounds": "numRounds",
    "stacks": "stack",
    "blinds": "blind",
    "raise_sizes": "raiseSize",
    "first_player": "firstPlayer",
    "max_raises": "maxRaises",
    "num_suits": "numSuits",
    "num_ranks": "numRanks",
    "num_hole": "numHoleCards",
    "num_board": "numBoardCards",
}
"""ACPC's keys in the order of a definition, by the names of a game's fields."""
UNLIMITED = 2**31 - 1
"""ACPC's stack for games in which nobody runs out of chips."""
NO_CAP = 255
"""ACPC's raise cap for games without one."""
_FIELDS = {key.lower(): name for name, key in _KEYS.items()}


def write_definition(betting: str, rows: Mapping[str, tuple[int, ...]]) -> str:
    """Return the ACPC definition of a game's numeric fields; empty rows are left out."""
    filled = [(key, rows[name]) for name, key in _KEYS.items() if rows[name]]
    lines = [f"{key} = {' '.join(map(str, values))}" for key, values in filled]
    return "\n".join(["GAMEDEF", betting, *lines, "END GAMEDEF", ""])


def read_fields(text: str) -> dict[str, Any]:
    """Return the fields of a game, except name and title, from an ACPC definition."""
    betting, rows = _read_rows(text)
    players, rounds = rows["num_players"][0], rows["num_rounds"][0]
    return {
        "betting": betting,
        "num_players": players,
        "stacks": rows.get("stacks", (UNLIMITED,) * players),
        "blinds": rows["blinds"],
        "raise_sizes": rows.get("raise_sizes", ()) if betting == "limit" else (),
        "max_raises": rows.get("max_raises", (NO_CAP,) * rounds),
        "first_player": tuple(p - 1 for p in rows.get("first_player", (1,) * rounds)),
        "num_suits": rows["num_suits"][0],
        "num_ranks": rows["num_ranks"][0],
        "num_hole": rows["num_hole"][0],
        "num_board": rows.get("num_board", (0,) * rounds),
    }


def _read_rows(text: str) -> tuple[str, dict[str, tuple[int, ...]]]:
    """Return the betting type and the numeric fields of a game."""
    rows: dict[str, tuple[int, ...]] = {}
    betting = ""
    lines = [line.split("#")[0].strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    if not lines or lines[0].lower() != "gamedef" or lines[-1].lower() != "end gamedef":
        raise GameError("a game definition begins with GAMEDEF and ends with END GAMEDEF")
    for line in lines[1:-1]:
        key, equals, values = (part.strip() for part in line.partition("="))
        if not equals and key.lower() in ("limit", "nolimit"):
            betting = key.lower()
        elif (
            equals
            and key.lower() in _FIELDS
            and re.fullmatch(r"[0-9]{1,10}(\s+[0-9]{1,10}){0,9}", values)
        ):
            rows[_FIELDS[key.lower()]] = tuple(int(value) for value in values.split())
        else:
            raise GameError("the game definition has an unknown line: {line!r}", line=line[:60])
    missing = {"num_players", "num_rounds", "blinds", "num_suits", "num_ranks", "num_hole"} - set(
        rows
    )
    if missing:
        raise GameError("the game definition lacks: {what}", what=", ".join(sorted(missing)))
    if not betting:
        raise GameError("the game definition lacks: limit or nolimit")
    players, rounds = rows["num_players"][0], rows["num_rounds"][0]
    if not (2 <= players <= MAX_PLAYERS and 1 <= rounds <= MAX_ROUNDS):
        raise GameError(
            "2 to {most_players} players and 1 to {most_rounds} rounds are played here",
            most_players=MAX_PLAYERS,
            most_rounds=MAX_ROUNDS,
        )
    return betting, rows
