from dataclasses import replace
from functools import cache
from typing import Any

from ai.registry import build
from engine.game import get_game

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")


def nolimit(*stacks, game=LEDUC, name="no-limit", raises=255):
    most = (raises,) * game.num_rounds
    betting = {"betting": "nolimit", "raise_sizes": (), "max_raises": most, "stacks": stacks}
    return replace(game, name=name, **betting)


TWO_HOLE = replace(LEDUC, name="two hole cards", num_hole=2)
STREETS: dict[str, Any] = {"raise_sizes": (2, 2, 4), "first_player": (0, 1, 0)}
TWO_BOARDS = replace(LEDUC, name="two boards", max_raises=(1,) * 3, num_board=(0, 1, 1), **STREETS)
BLINDS = replace(
    LEDUC, name="blinds", blinds=(2, 1), first_player=(1, 0), stacks=(7, 4), num_suits=3
)
FEW_RANKS = replace(get_game("leduc-3"), num_ranks=3)
SHORT_LEDUC = replace(FEW_RANKS, name="short-leduc-3", max_raises=(1, 1))
SIDE_POTS = nolimit(2, 3, 4, game=FEW_RANKS, name="side-pots", raises=1)
SEATS: dict[str, Any] = {"num_players": 4, "stacks": (3, 9, 2, 9), "blinds": (1,) * 4}
FOUR = replace(get_game("kuhn-3"), name="kuhn-4", num_ranks=5, **SEATS)


@cache
def solved(game):
    return build("cfr", game)
