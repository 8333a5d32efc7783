"""Shipped figures of engines, measured again: ``python -m scripts.measure_engines [GAME...]``.

Each is measured as its record in ``ai/strength/measured.json`` states, and rewritten there.
"""

from __future__ import annotations

import argparse
import json

from ai.agents.entry import AIVAT, DUPLICATE
from ai.registry import engines, find_engine
from ai.strength.figures import (
    DEALS,
    GAMES,
    LBR_HANDS,
    SEATED_DEALS,
    SHIPPED,
    TABLE_GAMES,
    num_deals,
    plain,
)
from ai.strength.measurement import measure
from engine.errors import PokerError
from engine.game import get_game


def main() -> None:
    """Measure the named engines and update the file."""
    parser = argparse.ArgumentParser(description="Measure engines and keep the result.")
    parser.add_argument("games", nargs="*", default=GAMES + TABLE_GAMES)
    parser.add_argument("--engine", action="append", help="only this one; may be repeated")
    parser.add_argument(
        "--deals",
        type=int,
        help=f"if not as recorded, or {DEALS}, or {SEATED_DEALS} at tables of three and more",
    )
    parser.add_argument("--lbr-deals", type=int, help=f"if not as recorded or of {LBR_HANDS} hands")
    parser.add_argument(
        "--aivat", action="store_true", help="reduce the variance of the match by AIVAT"
    )
    chosen = parser.parse_args()
    try:
        games = [get_game(name) for name in chosen.games]
    except PokerError as error:
        parser.error(str(error))
    for game in games:
        named = [find_engine(name, None, game) for name in chosen.engine or ()]
        for engine in named if chosen.engine else engines(game):
            if engine is None or engine.learns or not engine.fits(game):
                continue
            known = json.loads(SHIPPED.read_text("utf-8")).get(game.name, {})
            deals, lbr_deals = num_deals(engine, game)
            aivat = chosen.aivat or known.get(engine.name, {}).get("method") == AIVAT
            found = measure(
                engine.name,
                game,
                deals=deals if chosen.deals is None else chosen.deals,
                lbr_deals=lbr_deals if chosen.lbr_deals is None else chosen.lbr_deals,
                method=AIVAT if aivat else DUPLICATE,
            )
            print(game.name, engine.name, plain(found), flush=True)
            records = json.loads(SHIPPED.read_text("utf-8"))  # others may be measured meanwhile
            records.setdefault(game.name, {})[engine.name] = plain(found)
            SHIPPED.write_text(json.dumps(records, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    main()
