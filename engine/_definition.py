"""Reading and writing the lines of an ACPC game definition; ``game.py`` makes a game of them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine._rules import MAX_PLAYERS, MAX_ROUNDS
from engine.errors import GameError

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
_FIELDS = {key.lower(): name for name, key in _KEYS.items()}


def write_definition(betting: str, rows: Mapping[str, tuple[int, ...]]) -> str:
    """Return an ACPC definition of numbers by names of a game's fields; empty rows are left out."""
    filled = [(key, rows[name]) for name, key in _KEYS.items() if rows[name]]
    lines = [f"{key} = {' '.join(map(str, values))}" for key, values in filled]
    return "\n".join(["GAMEDEF", betting, *lines, "END GAMEDEF", ""])


def read_definition(text: str) -> tuple[str, dict[str, tuple[int, ...]]]:
    """Return the kind of betting of an ACPC definition, and its numbers by names of game fields.

    Raises:
        GameError: naming what is missing, unknown or out of bounds.
    """
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
            raise GameError(f"the game definition has a line that is not understood: {line[:60]!r}")
    missing = {"num_players", "num_rounds", "blinds", "num_suits", "num_ranks", "num_hole"} - set(
        rows
    )
    if missing or not betting:
        what = ", ".join(sorted(missing)) or "limit or nolimit"
        raise GameError(f"the game definition lacks: {what}")
    players, rounds = rows["num_players"][0], rows["num_rounds"][0]
    if not (2 <= players <= MAX_PLAYERS and 1 <= rounds <= MAX_ROUNDS):
        raise GameError(f"2 to {MAX_PLAYERS} players and 1 to {MAX_ROUNDS} rounds are played here")
    return betting, rows
