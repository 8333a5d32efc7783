import pytest

from engine.game import get_game
from engine.rake import Rake

GAME = get_game("holdem-nolimit-3")


@pytest.mark.parametrize(
    ("rake", "won", "taken"),
    [
        (Rake(5, 3), (0, 1_000, 0), (0, 50, 0)),
        (Rake(5, 3), (0, 1_019, 0), (0, 50, 0)),  # rounded down
        (Rake(5, 3), (60_000, 0, 0), (300, 0, 0)),  # the cap
        (Rake(10, 5), (1_500, 500, 0), (150, 50, 0)),
        (Rake(5, 1), (1, 509, 509), (1, 25, 24)),  # odd chips from the first winners
        (Rake(5, 1), (19, 0, 0), (0, 0, 0)),
        (Rake(), (1_000, 0, 0), (0, 0, 0)),
    ],
)
def test_rake_is_a_part_of_the_winnings(rake, won, taken):
    assert rake.taken(GAME, won, flop=True) == taken
    assert rake.taken(GAME, won, flop=False) == (0, 0, 0)  # no flop, no drop
