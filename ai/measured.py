"""Measured strength of engines, and the one command that measures it.

``measured.json`` holds for each game (by the name commands take) and each engine one record:

* small games: ``{"method": "exact", "exploitability": chips per hand}``;
* hold'em: ``{"method": "duplicate", "against": "call", "mbb": mean in mbb per hand, "ci95": half
  width of its 95% interval, "hands": hands played, "seed": of the match}``.

``python -m ai.measured [GAME...] [--engine NAME]`` measures again and rewrites the file.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from ai.blueprint.shipped import NAME as BLUEPRINTS
from ai.blueprint.shipped import shipped_blueprints
from ai.cfr.agent import is_small
from ai.cfr.best_response import agent_table, exploitability
from ai.entry import Engine, Measured
from ai.nfsp.shipped import find_shipped
from ai.registry import build, engines
from ai.trained import stated_strength
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.match import play

_PATH = Path(__file__).with_name("measured.json")
GAMES = (
    "kuhn",
    "leduc",
    "holdem-limit",
    "holdem-nolimit@20",
    "holdem-nolimit@50",
    "holdem-nolimit@100",
    "holdem-nolimit",
)
"""Games that are measured unless others are named."""
REFERENCE = "call"
"""The engine that hold'em engines are measured against."""
DEALS = 20_000
SEED = 1


@cache
def _records() -> dict[str, dict[str, dict[str, Any]]]:
    records: dict[str, dict[str, dict[str, Any]]] = json.loads(_PATH.read_text("utf-8"))
    return records


def measured(engine: str, game: Game) -> Measured | None:
    """The shipped measurement of an engine in a game, if there is one."""
    record = _records().get(game.name, {}).get(engine)
    return None if record is None else Measured(**record)


def strength(engine: Engine, game: Game) -> Measured | None:
    """What is known of an engine's strength in a game: shipped, or stated by its own file."""
    if engine.path is not None:
        return engine.strength
    found = measured(engine.name, game)
    if found is None and engine.name == BLUEPRINTS:
        stated = [stated_strength(info) for _, info in shipped_blueprints() if info.game == game]
        found = stated[0] if stated else None
    network = find_shipped(engine.name, game) if found is None else None
    if network is not None:
        found = stated_strength(network[1])
    return found


def measure(
    engine: str, game: Game, home: Path | None = None, deals: int = DEALS, seed: int = SEED
) -> Measured:
    """Measure an engine now: exactly in small games, else by duplicate deals against ``call``.

    Args:
        engine: its name.
        game: a two-player game.
        home: folder of costly strategies.
        deals: deals of the match, each played from both positions.
        seed: of the match.

    Raises:
        EngineError: if there is no such engine, or it does not play the game.
    """
    agent = build(engine, game, home)
    if is_small(game):
        return Measured("exact", exploitability=exploitability(agent_table(game, agent)))
    result = play(game, [agent, build(REFERENCE, game, home)], deals, seed, duplicate=True)
    interval = result.mbb()
    return Measured(
        method="duplicate",
        mbb=interval.mean,
        ci95=interval.half_width,
        against=REFERENCE,
        hands=result.hands,
        seed=seed,
    )


def main() -> None:
    """Measure the engines asked for and rewrite the file; the rest of it stays."""
    parser = argparse.ArgumentParser(description="Measure engines and keep the result.")
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--engine", action="append", help="only this one; may be repeated")
    parser.add_argument("--deals", type=int, default=DEALS)
    chosen = parser.parse_args()
    try:
        games = [get_game(name) for name in chosen.games]
    except PokerError as error:
        parser.error(str(error))
    records = json.loads(_PATH.read_text("utf-8")) if _PATH.exists() else {}
    for game in games:
        for engine in engines(game):
            if engine.learns or (chosen.engine and engine.name not in chosen.engine):
                continue
            found = measure(engine.name, game, deals=chosen.deals)
            shown = {key: value for key, value in asdict(found).items() if value is not None}
            print(game.name, engine.name, shown)
            records.setdefault(game.name, {})[engine.name] = shown
            _PATH.write_text(json.dumps(records, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
