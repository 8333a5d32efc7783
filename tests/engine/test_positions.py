"""Names of seats, and the order in which they act before the flop."""

from __future__ import annotations

import pytest

from engine.game import Game, built_in_games
from engine.player import CALL, PublicState
from engine.positions import position_names


def order_of_play(players: int) -> tuple[int, ...]:
    """Positions as they act before the flop, the big blind last."""
    return (1, 0) if players == 2 else (*range(2, players), 0, 1)


@pytest.mark.parametrize(
    ("players", "names"),
    [
        (2, "BTN BB"),
        (3, "BTN SB BB"),
        (4, "CO BTN SB BB"),
        (5, "UTG CO BTN SB BB"),
        (6, "UTG HJ CO BTN SB BB"),
        (9, "UTG UTG+1 UTG+2 LJ HJ CO BTN SB BB"),
        (10, "UTG UTG+1 UTG+2 UTG+3 LJ HJ CO BTN SB BB"),
    ],
)
def test_seats_are_named_from_the_first_to_act(players: int, names: str) -> None:
    found = position_names(players)
    assert [found[place] for place in order_of_play(players)] == names.split()


@pytest.mark.parametrize("game", [game for game in built_in_games() if not game.ante])
def test_the_order_is_that_of_the_rulebook(game: Game) -> None:
    here, order = PublicState(game, (), ()), []
    for _ in range(game.num_players):
        order.append(here.to_act)
        here = here.after(CALL)
    assert tuple(order) == order_of_play(game.num_players)
    assert position_names(game.num_players)[game.dealer] == "BTN"
