import pytest

from ai.review.traits import Traits, traits_of
from engine.game import get_game
from engine.lines import parse_action, spot_of
from engine.shown import parse_shown

DEEP = get_game("holdem-nolimit@100")


@pytest.mark.parametrize(
    ("line", "board", "action", "hole", "expected"),
    [
        ("", "", "r300", "AsAh", Traits(0, 1, "raise", "large", "pair")),
        ("", "", "c", "AsKs", Traits(0, 1, "call", "", "suited")),
        ("c", "", "c", "As7d", Traits(0, 0, "check", "", "offsuit")),
        ("r300", "", "f", "As7d", Traits(0, 0, "fold", "large", "offsuit")),
        ("r300c/", "7d3cKh", "r400", "Ks2s", Traits(1, 0, "bet", "small", "top_pair")),
        ("r300c/r400", "7d3cKh", "c", "7s7c", Traits(1, 1, "call", "small", "set")),
        ("cc/r400", "7d3cKh", "r10000", "7s2c", Traits(1, 1, "raise", "all-in", "second_pair")),
        ("cc/cc/cc/r500", "7d3cKh2sQs", "f", "8s9s", Traits(3, 1, "fold", "large", "no_made_hand")),
    ],
)
def test_a_decision_has_street_position_deed_size_and_hand(line, board, action, hole, expected):
    spot = spot_of(DEEP, line, parse_shown(DEEP, board))
    found = traits_of(spot, parse_action(spot, action), parse_shown(DEEP, hole))
    assert found == expected


def test_bets_of_one_size_have_none_and_small_games_no_classes():
    game = get_game("leduc")
    spot = spot_of(game, "r", ())
    found = traits_of(spot, parse_action(spot, "c"), (game.deck[0],))
    assert found == Traits(0, 1, "call")
