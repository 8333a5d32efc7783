import numpy as np
import pytest

from engine.game import get_game
from engine.running_result import Interval
from pokergui.felt.amounts import amount_text, net_text, winner_text
from pokergui.formatting.words import Money, signed
from pokergui.pages.play.scenes.results import session_scene
from pokergui.pages.play.work.results import SessionResults


def test_amounts_come_with_their_big_blinds_where_these_differ():
    for game, net, text in (
        ("kuhn", 1, "You win 1 ante"),
        ("leduc", -13, "You lose 13 antes"),
        ("leduc", 0, "You break even"),
        ("holdem-limit", -5, "You lose 5 (0.5 bb)"),
        ("holdem-nolimit", 1250, "You win 1,250 (12.5 bb)"),
        ("holdem-nolimit", -20_000, "You lose 20,000 (200 bb)"),
    ):
        assert net_text(Money(get_game(game)), net) == text
    money = Money(get_game("holdem-nolimit"))
    assert winner_text(money, "Granite", 150) == "Granite wins 150 (1.5 bb)"
    assert winner_text(money, "Granite", 0) == "The pot is split"
    assert amount_text(Money(get_game("kuhn")), 2) == "2 antes"


@pytest.mark.parametrize("hands", [0, 1, 2, 399, 400, 1_000, 30_001])
def test_a_session_of_any_length_has_few_points(hands):
    won = np.random.default_rng(hands).integers(-20_000, 20_001, hands)
    results = SessionResults()
    for chips in won.tolist():
        results.add(chips)
    series = results.series
    assert (results.hands, series[0], series[-1]) == (hands, 0, won.sum())
    assert min(hands, 199) < len(series) <= 401
    assert set(series) <= {0.0, *map(float, won.cumsum())}
    if hands == 1:  # it has no interval
        figure = session_scene(get_game("holdem-nolimit"), results, 1).result
        assert (figure.value, figure.rest) == (signed(won[0], 1), "bb/100")
    if hands > 1:
        exact, found = Interval.of(won * 0.5), results.interval(0.5)
        assert found.mean == pytest.approx(exact.mean)
        assert found.half_width == pytest.approx(exact.half_width)
