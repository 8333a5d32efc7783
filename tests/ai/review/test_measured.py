import pytest

from ai.review.judges import usual_name
from engine.game import get_game
from scripts import review_noise, review_praise

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("name", "judge", "count"),
    [("leduc", "", 240), ("holdem-nolimit@100", "cfr-resolve:from=river", 16)],
)
def test_no_losing_action_is_praised(name, judge, count):
    game = get_game(name)
    found = review_praise.measure(game, judge or usual_name(game), count, 5)
    assert found["praised"] == 0 and found["losing"] > 5 and found["decisions"] == count


def test_losses_on_rivers_are_those_of_an_exact_solution_within_the_floor():
    game = get_game("holdem-nolimit@100")
    rows = [*review_noise.measure(game, 3, 12, 3, "cfr-resolve:from=river")]
    known = [row for row in rows if "unread" not in row]
    outside = sum(abs(row["judged"] - row["exact"]) > row["floor"] for row in known)
    assert len(known) >= 10 and outside <= 2
