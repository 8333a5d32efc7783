from ai.drill.kinds import card_of
from engine.game import get_game
from engine.lines import spot_of
from engine.shown import parse_shown
from pokergui.store.drills import DrillAnswer


def drill_answer(
    number: int = 0, quality: str = "best", rating: str = "good", time: str = "", card: str = "J"
) -> DrillAnswer:
    game = get_game("leduc")
    spot, hole = spot_of(game, ""), parse_shown(game, f"{card}h")
    key = card_of(spot, hole)
    numbers = (250.0 if quality == "blunder" else 0.0, 1.5)
    source = f"hand {number + 1}"
    return DrillAnswer(
        key, spot, hole, "c", "cfr", source, quality, rating, *numbers, number % 101, True, time
    )
