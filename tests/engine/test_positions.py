import pytest

from engine.game import built_in_games
from engine.player import CALL, PublicState
from engine.positions import position_names


def order_of_play(players):
    return (1, 0) if players == 2 else (*range(2, players), 0, 1)


@pytest.mark.parametrize(
    "names",
    [
        *("BTN BB", "BTN SB BB", "CO BTN SB BB", "UTG CO BTN SB BB", "UTG HJ CO BTN SB BB"),
        "UTG UTG+1 UTG+2 LJ HJ CO BTN SB BB",
        "UTG UTG+1 UTG+2 UTG+3 LJ HJ CO BTN SB BB",
    ],
)
def test_seats_are_named_from_the_first_to_act(names):
    players = len(names.split())
    assert [position_names(players)[place] for place in order_of_play(players)] == names.split()


@pytest.mark.parametrize("game", [game for game in built_in_games() if not game.ante])
def test_the_order_is_that_of_the_rulebook(game):
    here, order = PublicState(game, (), ()), []
    for _ in range(game.num_players):
        order.append(here.to_act)
        here = here.after(CALL)
    assert tuple(order) == order_of_play(game.num_players)
    assert position_names(game.num_players)[game.dealer] == "BTN"
