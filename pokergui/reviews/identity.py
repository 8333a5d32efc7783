"""Cache keys of judges and rivals: a review is recomputed when one changes."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

from ai.files.watched import stamp_of
from ai.registry import FILE, find_engine, reference
from engine.agent import Agent, PolicyTable
from engine.game import Game
from engine.jobs import JobControl
from engine.named_file import path_after

_VERSION = 2
"""Version of the review algorithm: increment it when the same judge would give other verdicts."""


def judge_identity(
    name: str, judge: Agent, game: Game, home: Path | None, control: JobControl | None = None
) -> str:
    """Return 16 hex digits that change when the judge would answer differently.

    They depend on its name with options, its file, its table or else the table of the blueprint on
    top of which it may play, and the game.

    Raises:
        CancelledError: if stopped.
        PokerError: if the blueprint cannot be read.
    """
    row = find_engine(name, home, game)
    stamp = row.stamp if row is not None else ()
    digest = hashlib.sha256(repr((_VERSION, name, stamp, game.to_acpc())).encode())
    table = judge.table() or _blueprint(game, control)
    if table is not None:
        digest.update(table.probabilities.data)
    return digest.hexdigest()[:16]


def rival_identity(name: str, game: Game, home: Path | None) -> str:
    """Return 8 hex digits that change when a rival's file changes, appears or disappears."""
    row = find_engine(name, home, game)
    stamp = None if row is None else row.stamp
    if name.startswith(FILE):
        with suppress(OSError, ValueError):
            stamp = stamp_of(path_after(FILE, name).stat())
    return hashlib.sha256(repr((name, stamp)).encode()).hexdigest()[:8]


def _blueprint(game: Game, control: JobControl | None) -> PolicyTable | None:
    row = reference(game)
    return row.make(game, None, control or JobControl()).table() if row else None
