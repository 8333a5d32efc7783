"""Digests of an engine's files: a tournament resumes only with the same files."""

from __future__ import annotations

import hashlib
import os
import shutil
from functools import lru_cache
from pathlib import Path

from ai.blueprint.shipped import NAME as BLUEPRINT
from ai.blueprint.shipped import find_shipped as find_blueprint
from ai.external.added import find_added
from ai.external.program import ADDED, PYTHON, unparsed, words_of
from ai.networks.nfsp.shipped import find_shipped as find_networks
from ai.registry import FILE, PROCESS, find_engine, reference
from engine.errors import EngineError, PokerError
from engine.game import Game
from engine.named_file import open_named, path_after
from engine.wording import Wording

_INVERSE = "inverse"
_CHUNK = 1 << 20


def digest_of(name: str, game: Game, home: Path | None) -> str:
    """Return the SHA-256 of the files that an engine plays from; empty if it has none.

    Args:
        name: name of the engine, as for commands.
        game: the game that it plays.
        home: the folder of strategies.

    Raises:
        EngineError: if a file cannot be read.
    """
    files, settings = _parts(name, game, home)
    if not files and not settings:
        return ""
    digest = hashlib.sha256(settings.encode())
    for file in files:
        try:
            stamp = file.stat()
            digest.update(_file_digest(file, stamp.st_mtime_ns, stamp.st_size, stamp.st_ino))
        except OSError as error:
            raise EngineError(
                "{name}: {file} cannot be read: {reason}",
                name=name[:60],
                file=file,
                reason=error.strerror,
            ) from None
    return digest.hexdigest()


@lru_cache(256)
def _file_digest(file: Path, *stamp: int) -> bytes:
    """Return a file's digest, cached by its stamp."""
    del stamp
    digest = hashlib.sha256()
    with open_named(file, None, EngineError) as data:
        while part := data.read(_CHUNK):
            digest.update(part)
    return digest.digest()


def _parts(name: str, game: Game, home: Path | None) -> tuple[list[Path], str]:
    """Return an engine's files, and anything else that determines its play."""
    if name.startswith(FILE):
        return [path_after(FILE, name)], ""
    if name.startswith(PYTHON):
        return [path_after(PYTHON, name)], ""
    if name.startswith(PROCESS):
        return _programs(name.removeprefix(PROCESS)), ""
    if name.startswith(ADDED) and home is not None:
        entry = find_added(home, name.removeprefix(ADDED))
        files = [Path(entry.words[0])] if entry.is_python else _programs(entry.command)
        return files, repr((entry.command, entry.seconds, entry.options))
    engine = find_engine(name, home, game)
    if engine is not None and engine.path is not None:
        return [engine.path], ""
    if name == _INVERSE:
        model = reference(game)
        return ([], "") if model is None else _parts(model.name, game, home)
    base = name.partition(":")[0]
    blueprint = find_blueprint(game) if base == BLUEPRINT else None
    networks = find_networks(base, game)
    shipped = [blueprint, networks[0] if networks is not None else None]
    return [file for file in shipped if file is not None], ""


def _programs(command: str) -> list[Path]:
    """Return the files that a command names: its program, and arguments that are files."""
    try:
        words = words_of(command)
    except ValueError as error:
        raise EngineError("no command: {error}", error=unparsed(error)) from None
    program = shutil.which(words[0]) if words else None
    files = [word for word in words[1:] if os.path.isfile(word)]  # noqa: PTH113  any text
    return [Path(file) for file in ([program] if program else []) + files]


def changed(name: str, digest: str, game: Game, home: Path | None) -> Wording | None:
    """Return why an engine is not the same as before, as a sentence; None if it is."""
    try:
        now = digest_of(name, game, home)
    except PokerError as error:
        return Wording(
            "the engine '{name}' is no longer available as it was: {error}",
            name=name[:60],
            error=error,
        )
    if now != digest:
        return Wording(
            "the files of the engine '{name}' have changed since it began", name=name[:60]
        )
    return None
