"""The assumptions of verdicts on strategies beside the hands, as far as engines state them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from ai.registry import FILE, PYTHON, find_engine
from engine.game import Game

_RIVAL_LEARNS = "{engine} learns, so it would have played otherwise against another rival"
_TARGET_LEARNS = "{engine} is judged as it plays before it has learned anything"
_CHANGED = (
    "the file of {engine} was written after the match began: it may not be the strategy that played"
)


def learns(name: str, game: Game, strategies: Path) -> bool:
    """Return whether an engine learns as it plays."""
    engine = find_engine(name, strategies, game)
    return engine is not None and engine.learns


def cautions_of(
    behaviour: str, rival: str, targets: Sequence[str], game: Game, began: str, strategies: Path
) -> list[str]:
    """Sentences on engines that are not, or may not be, what the verdicts take them for.

    Args:
        behaviour: name of the engine that played the hands.
        rival: of the one on the other side; empty for a person or where it is not known.
        targets: of those that are judged.
        game: of the hands.
        began: when their match began, ISO 8601; empty where that is not known.
        strategies: the folder of strategies.
    """
    found = []
    if began and _written(behaviour, game, strategies) > datetime.fromisoformat(began).timestamp():
        found.append(_CHANGED.format(engine=behaviour))
    if rival and learns(rival, game, strategies):
        found.append(_RIVAL_LEARNS.format(engine=rival))
    found += [
        _TARGET_LEARNS.format(engine=name) for name in targets if learns(name, game, strategies)
    ]
    return found


def _written(name: str, game: Game, strategies: Path) -> float:
    """Return when a person's file of an engine was written last; 0 where there is none."""
    for kind in (FILE, PYTHON):
        if name.startswith(kind):
            path: Path | None = Path(name.removeprefix(kind))
            break
    else:
        engine = find_engine(name, strategies, game)
        path = None if engine is None else engine.path
    try:
        return 0.0 if path is None else path.stat().st_mtime
    except OSError:
        return 0.0  # whoever builds the engine says so
