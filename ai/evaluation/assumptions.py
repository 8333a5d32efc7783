"""Check the assumptions of strategy evaluation, as far as engines reveal them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from ai.registry import FILE, PYTHON, find_engine
from engine.game import Game
from engine.named_file import path_after
from engine.wording import Wording


def learns(name: str, game: Game, strategies: Path) -> bool:
    """Return whether an engine adapts during play."""
    engine = find_engine(name, strategies, game)
    return engine is not None and engine.learns


def cautions_of(
    behaviour: str, rival: str, targets: Sequence[str], game: Game, began: str, strategies: Path
) -> list[Wording]:
    """Return warnings about engines that may violate the assumptions of the evaluation.

    Args:
        behaviour: name of the engine that played the hands.
        rival: name of its opponent; empty for a person or where unknown.
        targets: names of the judged engines.
        game: of the hands.
        began: start of their match, ISO 8601; empty where unknown.
        strategies: the folder of strategies.
    """
    warnings = []
    if began and _written(behaviour, game, strategies) > datetime.fromisoformat(began).timestamp():
        changed = Wording(
            "the file of {engine} was written after the match began: it may not be the strategy"
            " that played",
            engine=behaviour,
        )
        warnings.append(changed)
    if rival and learns(rival, game, strategies):
        learning = Wording(
            "{engine} learns, so it would have played differently against another rival",
            engine=rival,
        )
        warnings.append(learning)
    warnings += [
        Wording("{engine} is evaluated as it plays before learning anything", engine=name)
        for name in targets
        if learns(name, game, strategies)
    ]
    return warnings


def _written(name: str, game: Game, strategies: Path) -> float:
    """Return the modification time of a user's engine file; 0 if there is none."""
    for kind in (FILE, PYTHON):
        if name.startswith(kind):
            path: Path | None = path_after(kind, name)
            break
    else:
        engine = find_engine(name, strategies, game)
        path = None if engine is None else engine.path
    try:
        return 0.0 if path is None else path.stat().st_mtime
    except OSError:
        return 0.0  # building the engine reports it
