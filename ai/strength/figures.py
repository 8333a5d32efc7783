"""Measurements of engines: shipped ones, and local ones.

``measured.json`` has for each game (by identifier in commands) and each engine one ``Measured`` as
an object without empty keys; ``python -m scripts.measure_engines`` writes it.
Those of other engines and depths, by ``pokergui engines measure``, are in a file of the same name
in the folder of strategies, where records of trained engines also name their file by its ``stamp``.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from dataclasses import MISSING, asdict, fields, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from ai.agents.entry import REFERENCE, Engine, Measured, TableResult
from ai.blueprint.shipped import NAME as BLUEPRINTS
from ai.blueprint.shipped import shipped_blueprints
from ai.files.atomic import replacing
from ai.networks.nfsp.shipped import find_shipped
from ai.registry import reference
from ai.trained import stated_strength
from engine.errors import EngineError
from engine.game import Game
from engine.named_file import read_named

DEALS = 20_000
"""Deals of a match, each played from both positions."""
TABLE_DEALS = 200_000
"""Deals of a match between two tables, which a kernel plays."""
SEATED_DEALS = 200
"""Deals at each table of three or more, each played from all positions."""
LBR_HANDS = 1000
"""Hands of local best response; each deal is played from all positions."""
SEED = 1
FILE = "measured.json"
_MOST_BYTES = 2**24
SHIPPED = Path(__file__).with_name(FILE)
_STAMP, _TABLES = "stamp", "tables"
_KINDS: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "str | None": (str,),
    "float": (float, int),
    "float | None": (float, int),
    "int | None": (int,),
    "tuple[TableResult, ...]": (list,),
}
GAMES = (
    "kuhn",
    "leduc",
    "holdem-limit",
    "holdem-nolimit@20",
    "holdem-nolimit@50",
    "holdem-nolimit@100",
    "holdem-nolimit",
)
"""Games of two players measured by default."""
TABLE_GAMES = (
    "holdem-nolimit-3@100",
    "holdem-nolimit-3",
    "holdem-nolimit-6@20",
    "holdem-nolimit-6@100",
    "holdem-nolimit-6",
)
"""Games of three and more measured by default."""

Records = dict[str, dict[str, dict[str, Any]]]
"""Records by game and engine."""

_log = logging.getLogger(__name__)


def strength(engine: Engine, game: Game, home: Path | None = None) -> Measured | None:
    """Return one engine's known strength in a game, as in ``strengths``."""
    return strengths((engine,), game, home)[0]


def strengths(
    listed: Iterable[Engine], game: Game, home: Path | None = None
) -> list[Measured | None]:
    """Return engines' known strengths in a game; None if unknown.

    A measurement on the ladder takes precedence; missing figures come from the engine's own file.
    ``home``: the folder of strategies, which has the local measurements.
    """
    own = {} if home is None else _own(home).get(game.name, {})
    rival = reference(game)
    known: list[Measured | None] = []
    for engine in listed:
        if engine.learns:
            known.append(None)
            continue
        measured, stated, record = None, _stated(engine, game), own.get(engine.name)
        if is_shipped(engine, game):
            measured = _measured(_shipped()[game.name][engine.name])
        elif record is not None and tuple(record.get(_STAMP, ())) == engine.stamp:
            measured = _measured(record)
        if measured is None and rival and (engine.path, engine.name) == (None, rival.name):
            measured = Measured(REFERENCE, mbb=0.0, against=rival.name)
        if measured and stated and measured.exploitability is None and measured.lbr is None:
            measured = replace(measured, **_best_response(stated))
        if measured and stated and measured.tables:
            measured = replace(stated, tables=measured.tables, **_best_response(measured))
        known.append(measured or stated)
    return known


def _best_response(measured: Measured) -> dict[str, Any]:
    names = "exploitability", "lbr", "lbr_ci95", "lbr_hands"
    return {name: getattr(measured, name) for name in names}


def _measured(record: dict[str, Any]) -> Measured:
    """Return the ``Measured`` of a sound record."""
    known = {key: one for key, one in record.items() if key not in (_STAMP, _TABLES)}
    return Measured(**known, tables=tuple(TableResult(**one) for one in record.get(_TABLES, ())))


def _stated(engine: Engine, game: Game) -> Measured | None:
    if engine.path is not None:
        return engine.strength
    if engine.name == BLUEPRINTS:
        stated = [stated_strength(info) for _, info in shipped_blueprints() if info.game == game]
        return stated[0] if stated else None
    network = find_shipped(engine.name, game)
    return None if network is None else stated_strength(network[1])


def is_shipped(engine: Engine, game: Game) -> bool:
    """Return whether an engine's figures in a game are shipped."""
    return engine.path is None and engine.name in _shipped().get(game.name, {})


def keep(engine: Engine, game: Game, measured: Measured, home: Path) -> None:
    """Store a measurement; it is listed as long as the engine's file is unchanged.

    Raises EngineError if it cannot be written.
    """
    records = {name: dict(known) for name, known in _own(home).items()}
    stamp = {_STAMP: list(engine.stamp)} if engine.stamp else {}
    records.setdefault(game.name, {})[engine.name] = plain(measured) | stamp
    try:
        home.mkdir(parents=True, exist_ok=True)
        with replacing(home / FILE) as fresh:
            fresh.write_text(json.dumps(records, indent=1, sort_keys=True) + "\n", "utf-8")
    except OSError as error:
        raise EngineError(
            "{home} cannot be written: {reason}", home=home / FILE, reason=error.strerror
        ) from error


def plain(measured: Measured) -> dict[str, Any]:
    """Return a measurement as a JSON object without empty keys."""
    known = _without_none(asdict(measured))
    tables = [_without_none(one) for one in known.pop(_TABLES)]
    return known | ({_TABLES: tables} if tables else {})


def _without_none(record: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if value is not None}


@cache
def _shipped() -> Records:
    records: Records = json.loads(SHIPPED.read_text("utf-8"))
    return records


def _own(home: Path) -> Records:
    """Return the local measurements; unreadable ones are skipped and logged."""
    path = home / FILE
    try:
        status = path.stat()
    except OSError:
        return {}
    return _read_own(path, (status.st_mtime_ns, status.st_size, status.st_ino))


@lru_cache(8)
def _read_own(path: Path, stamp: tuple[int, int, int]) -> Records:
    try:
        read = json.loads(read_named(path, _MOST_BYTES, EngineError))
    except (EngineError, ValueError, RecursionError) as error:
        _log.warning("measurements of engines are skipped: %s: %s", path, error)
        return {}
    games = read.items() if isinstance(read, dict) else ()
    return {
        game: {name: record for name, record in known.items() if _is_sound(record)}
        for game, known in games
        if isinstance(known, dict)
    }


def _is_sound(record: object) -> bool:
    """Return whether an object is a valid ``Measured``, with an optional stamp."""
    if not isinstance(record, dict) or not isinstance(record.get(_STAMP, []), list):
        return False
    own = {key: one for key, one in record.items() if key != _STAMP}
    return _fits(own, Measured) and all(_fits(one, TableResult) for one in own.get(_TABLES, ()))


def _fits(record: object, kind: type[Measured | TableResult]) -> bool:
    """Return whether an object has a dataclass's fields, in their types, and all it needs."""
    kinds = {field.name: _KINDS[str(field.type)] for field in fields(kind)}
    needed = {field.name for field in fields(kind) if field.default is MISSING}
    return (
        isinstance(record, dict)
        and needed <= record.keys() <= kinds.keys()
        and all(type(value) in kinds[key] for key, value in record.items())
    )


def num_deals(engine: Engine, game: Game) -> tuple[int | None, int]:
    """Return the deals of the match and of local best response for measuring an engine.

    They are those of the shipped record (at tables of three or more, of the shortest match); else
    the default, and no local best response if the engine's own file states its figure.
    """
    stated, record = _stated(engine, game), _shipped().get(game.name, {}).get(engine.name, {})
    played = [one["hands"] for one in (record, *record.get(_TABLES, ())) if "hands" in one]
    usual = LBR_HANDS if stated is None or stated.lbr is None else 0
    deals = min(played) // game.num_players if played else None
    return deals, record.get("lbr_hands", usual) // game.num_players
