"""Compare a shipped blueprint with an earlier training: python -m scripts.compare_trainings.

Git's history has earlier ones: ``git show COMMIT:assets/blueprints/GAME.safetensors > FILE``. Their
groups of hands must be shipped, or in the folder ``--home``. Updates
``ai/strength/trainings.json``, which Study, Preflop and ``pokergui strategy`` show.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from ai.blueprint.record import load_blueprint
from ai.blueprint.shipped import NAME, agent_of, shipped_path
from ai.reading.reach import RangeReader
from ai.strength.trainings import SHIPPED, changes
from engine.errors import PokerError
from engine.game import get_game

_DIGITS = 3


def main() -> None:
    """Compare, print and write."""
    parser = argparse.ArgumentParser(description="Compare two trainings of a blueprint.")
    parser.add_argument("game")
    parser.add_argument("earlier", type=Path, help="the file of the earlier training")
    parser.add_argument("--home", type=Path, help="folder with its groups of hands")
    chosen = parser.parse_args()
    try:
        game = get_game(chosen.game)
        newer = load_blueprint(shipped_path(game), game)
        older = load_blueprint(chosen.earlier, game, home=chosen.home)
    except PokerError as error:
        parser.error(str(error))
    readers = [RangeReader(agent_of(NAME, one)) for one in (newer, older)]
    lines = {}
    for line, change in changes(game, *readers):
        lines[line] = [round(part, _DIGITS) for part in change]
        points, hands = (100 * part for part in change)
        print(f"{line or 'first decision'}: {points:.1f} points, {hands:.1f}% of hands", flush=True)
    if not lines:
        parser.error("their sizes differ at the first decision, so there is nothing to compare")
    records = json.loads(SHIPPED.read_text("utf-8")) if SHIPPED.exists() else {}
    records[game.name] = {
        "deals": newer.info.iterations,
        "earlier_deals": older.info.iterations,
        "lines": lines,
    }
    SHIPPED.write_text(json.dumps(records, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
