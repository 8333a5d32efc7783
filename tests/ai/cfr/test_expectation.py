from fractions import Fraction
from itertools import islice

import pytest

from ai.cfr.exact import exact_game
from ai.cfr.expectation import Mixture, expectation
from ai.cfr.lecture import initial_state, iterations
from ai.cfr.profiles import LECTURE_PROFILE, two_action_profile, uniform
from engine.game import get_game

pytestmark = pytest.mark.slow

F = Fraction
KUHN = exact_game(get_game("kuhn"))


def test_the_lecture_s_calculation_is_taken_apart():
    """1/2 (1/2 2 + 1/2 1) + 1/2 (0 2 + 1 1) = 5/4: the king bets against queen and jack."""
    profile = two_action_profile(KUHN, LECTURE_PROFILE)
    king = KUHN.of_player(0)[0]
    half = F(1, 2)
    queen, jack = Mixture(((half, F(2)), (half, F(1)))), Mixture(((F(0), F(2)), (F(1), F(1))))
    found = expectation(KUHN, profile, king, 1)
    assert found == Mixture(((half, queen), (half, jack)))
    assert found.value == F(5, 4)


@pytest.mark.parametrize("simultaneous", [True, False])
@pytest.mark.parametrize(("name", "count"), [("kuhn", 4), ("leduc", 1)])
def test_every_value_of_a_run_is_its_expectation(name, count, simultaneous):
    game = exact_game(get_game(name))
    start = uniform(game) if name == "leduc" else two_action_profile(game, LECTURE_PROFILE)
    for done in islice(iterations(game, initial_state(start), simultaneous), count):
        for player, table in enumerate(done.tables):
            for row in table:
                if row.values is None:
                    continue
                found = [
                    expectation(game, done.played[player], row.infoset, action).value
                    for action in range(len(row.values))
                ]
                assert tuple(found) == row.values
