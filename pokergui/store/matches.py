"""A stored match as plain data, and its row and tallies in the tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np
from sqlite_utils import Database

from engine.errors import PokerError, RecordError
from engine.game import Game
from engine.running_result import Interval, Tally
from engine.stats import NUM_COUNTS, PlayerStats
from pokergui.localtime import check_stored
from pokergui.store._chain import BLOCK_COLUMNS, MOST_NUMBER, checksum
from pokergui.store.hands import game_of, packed, unpacked

BLOCK_ROW = (*BLOCK_COLUMNS, "previous", "checksum")
"""Columns read of a block, without its hands."""
Rows = Callable[[str, Sequence[object]], Sequence[Any]]
"""Gives the rows of a query."""


@dataclass(frozen=True)
class StoredMatch:
    """A match as stored in the database; its rows' checksums were right.

    Attributes:
        number: from 1.
        time: when it began, UTC, ISO 8601 with milliseconds.
        session: the session it was played in.
        mode: how it was played, such as ``watch``.
        game_name: name of the game with its depth.
        definition: the game as ACPC text.
        engines: engine names in the match's order, empty for a human.
        players: names in the match's order.
        seed: of cards and draws.
        duplicate: whether each deal was played from every position.
        wanted: hands it was to have; 0 if that was left open.
        hands: hands that are stored.
        tally: sums over them; in duplicate only over deals played from all positions.
    """

    number: int
    time: str
    session: str
    mode: str
    game_name: str
    definition: str
    engines: tuple[str, ...]
    players: tuple[str, ...]
    seed: int
    duplicate: bool
    wanted: int
    hands: int
    tally: Tally = field(compare=False)

    @property
    def done(self) -> bool:
        """True if it was played to its end."""
        return self.hands >= self.wanted

    @property
    def game(self) -> Game:
        """The game."""
        return game_of(self.definition, self.game_name)

    @property
    def stats(self) -> tuple[PlayerStats, ...]:
        """The statistics of each player."""
        return self.tally.stats

    def interval(self, position: int | None = None, player: int = 0) -> Interval:
        """Return a player's mean result in mbb per hand, in one position or over all."""
        chips = self.tally.chips_per_hand(position, player)
        unit = 1000.0 / self.game.big_blind
        return Interval(chips.mean * unit, chips.half_width * unit)

    @classmethod
    def of_row(cls, row: Sequence[Any]) -> StoredMatch:
        """Return a match from the columns of ``_chain.MATCH_COLUMNS``; no hands are counted yet.

        Raises:
            RecordError: if they are not a valid match, though their checksums may be right.
        """
        try:
            match = cls._of_row(row)
            check_stored(match.time)
            seats = {len(match.players), len(match.engines), match.game.num_players}
            if len(seats) > 1 or match.number < 1:
                raise ValueError("other seats or numbers")
        except (PokerError, ValueError, TypeError, LookupError, ArithmeticError, RecursionError):
            raise RecordError("its columns are invalid") from None
        return match

    @classmethod
    def _of_row(cls, row: Sequence[Any]) -> StoredMatch:
        (number, time, session, mode, game, definition, engines, players) = row[:8]
        seed, duplicate, wanted = row[8:]
        names = unpacked(players, str)
        return cls(
            number=number,
            time=time,
            session=session,
            mode=mode,
            game_name=game,
            definition=definition,
            engines=unpacked(engines, str),
            players=names,
            seed=int(seed),
            duplicate=bool(duplicate),
            wanted=wanted,
            hands=0,
            tally=Tally.zero(len(names)),
        )


def row_of_match(
    game: Game,
    *,
    session: str,
    mode: str,
    engines: Sequence[str],
    players: Sequence[str],
    seed: int,
    duplicate: bool,
    hands: int,
) -> dict[str, Any]:
    """Return the row of a match that begins, without its number and the time.

    Raises:
        ValueError: if the names do not fit the players.
    """
    if not len(engines) == len(players) == game.num_players:
        raise ValueError(f"{game.num_players} names and engines are needed")
    return {
        "session": session,
        "mode": mode,
        "game": game.name,
        "definition": game.to_acpc(),
        "engines": packed(engines),
        "players": packed(players),
        "seed": str(seed),  # up to 256 bits
        "duplicate": int(duplicate),
        "hands": hands,
    }


def rows_of(db: Database) -> Rows:
    """Return a function that gives the rows of queries to a database."""
    return lambda sql, parameters: db.execute(sql, parameters).fetchall()


def stored_sums(rows: Rows, match: int, players: int) -> tuple[int, Tally]:
    """Return the end of a match's last sound block, and its sums; no hands if there is none."""
    sql = (
        f"SELECT {', '.join(BLOCK_ROW)} FROM match_blocks WHERE match = ? AND first < ?"
        " ORDER BY first DESC LIMIT 1"
    )
    before = MOST_NUMBER
    while blocks := rows(sql, [match, before]):
        _, _, before, hands, tally, *_ = blocks[0]
        if is_sound(blocks[0]) and 0 <= hands <= MOST_NUMBER:
            with suppress(ValueError):
                return before + hands, parse_tally(tally, players)
    return 0, Tally.zero(players)


def is_sound(block: Sequence[Any]) -> bool:
    """Return whether the columns ``BLOCK_ROW`` of a block are intact."""
    *values, previous, own = block
    return bool(checksum(previous, values) == own)


def tally_text(tally: Tally) -> str:
    """Return a tally in the form of a column; the inverse of ``parse_tally``."""
    values = {name.name: getattr(tally, name.name) for name in fields(tally)}
    plain = {
        name: value if name == "units" else value.tolist()
        for name, value in values.items()
        if value is not None
    }
    return json.dumps(plain, separators=(",", ":"))


def parse_tally(text: str, players: int) -> Tally:
    """Read a tally.

    Raises:
        ValueError: if it is not a tally of this number of players.
    """
    try:
        values = json.loads(text)
        shapes = {"chips": (players,), "squares": (players,), "counts": (players, NUM_COUNTS)}
        names = ["chips", "squares", "hands_in", "chips_in", "squares_in", "counts"]
        for name in [*names, *(["products"] if "products" in values else [])]:
            kind = np.float64 if name.startswith(("squares", "products")) else np.int64
            values[name] = np.array(values[name], kind)
            if values[name].shape != shapes.get(name, (players, players)):
                raise ValueError(f"{name} of another shape")
        values["units"] = int(values["units"])
        tally = Tally(**values)
        finite = np.isfinite(tally.squares).all()
        if tally.products is not None:
            finite &= np.isfinite(tally.products).all()
        if tally.units < 0 or not finite:
            raise ValueError("impossible sums")
        return tally
    except (TypeError, LookupError, ArithmeticError, RecursionError) as error:
        raise ValueError(f"no tally: {error}") from None
