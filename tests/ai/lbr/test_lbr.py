import numpy as np
import pytest

from ai.base import RangeAgent
from ai.equity.matchups import combo_matrix
from ai.lbr import PARTS, Breakdown, local_best_response
from ai.lbr.menu import LbrMenuError, parse_lbr_menu
from ai.simple import CallAgent, RandomAgent
from engine.combos import combo_cards, combo_index
from engine.errors import EngineError, GameError
from engine.evaluator import strength, strengths
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import CALL, FOLD, PublicState, Strategy
from engine.rng import rng_state
from engine.table import shuffled_deck

pytestmark = pytest.mark.slow

LIMIT, NO_LIMIT = get_game("holdem-limit"), get_game("holdem-nolimit")


class FoldAgent(RangeAgent):
    name = "fold"

    def strategy(self, spot, control=None):
        return Strategy((FOLD if spot.legal.fold else CALL,), np.ones((1326, 1)))


def test_who_always_folds_loses_three_quarters_of_a_big_blind():
    found = local_best_response(NO_LIMIT, FoldAgent(), 5, seed=0)
    assert (found.mean, found.ci95, found.hands) == (75.0, 0.0, 10)
    assert (found.in_position(0).mean, found.in_position(1).mean) == (50.0, 100.0)


@pytest.mark.parametrize("game", [LIMIT, NO_LIMIT], ids=["limit", "no-limit"])
def test_the_same_seed_gives_the_same_hands(game):
    first, second = (local_best_response(game, RandomAgent(game), 6, seed=4) for _ in range(2))
    assert np.array_equal(first.chips, second.chips)
    other = local_best_response(game, RandomAgent(game), 6, seed=5)
    assert not np.array_equal(first.chips, other.chips)
    # Fewer deals are the first of more.
    fewer = local_best_response(game, RandomAgent(game), 3, seed=4)
    assert np.array_equal(fewer.chips, first.chips[:3])


def test_against_a_caller_it_bets_all_it_has_on_the_river_when_ahead():
    """Less the luck of the board: the pot times the change of its chance."""
    found = local_best_response(NO_LIMIT, CallAgent(NO_LIMIT), 20, seed=9, rounds=(4, 4))
    cards = rng_state(9)
    for chips in found.chips:
        deck = shuffled_deck(NO_LIMIT, cards)
        board = deck[4:9]
        for seat in (0, 1):
            hole = deck[2 * seat : 2 * seat + 2]
            apart = ~np.isin(combo_cards(), (*hole, *board)).any(axis=1)
            others = combo_cards()[apart]
            boards = np.tile(np.array(board, np.uint8), (len(others), 1))
            theirs = strengths(np.hstack([others, boards]))
            edge = float(np.sign(strength((*hole, *board)) - theirs).mean())
            before = float(combo_matrix()[combo_index(hole), apart].mean())
            luck = 200 * ((edge + 1) / 2 - before)
            assert chips[seat] == pytest.approx(
                edge * (20_000 if edge > 0.0 else 100) - luck, abs=0.5
            )


def test_cancelling_keeps_whole_deals():
    control, agent = JobControl(), CallAgent(LIMIT)

    def stop(sofar):
        if sofar.deals == 3:
            control.cancel()

    found = local_best_response(LIMIT, agent, 10, seed=0, control=control, on_progress=stop)
    assert (found.deals, found.hands) == (3, 6)


def test_what_it_cannot_measure_is_refused():
    agent = CallAgent(LIMIT)
    for game, more, error, words in (
        (LIMIT, {"rounds": (3, 5)}, GameError, "rounds 1-4, not 3-5"),
        (LIMIT, {"menu": "all"}, LbrMenuError, "no menu 'all'"),
        (get_game("holdem-nolimit-3"), {}, GameError, "two players"),
    ):
        with pytest.raises(error, match=words):
            local_best_response(game, agent, 1, seed=0, **more)
    agent.has_ranges = False
    with pytest.raises(EngineError, match="can only act"):
        local_best_response(LIMIT, agent, 1, seed=0)


def test_the_56_sizes_are_those_of_the_source():
    spot = PublicState(NO_LIMIT, (), ())
    first, *_, last = (moves for moves in parse_lbr_menu("56", NO_LIMIT, (1, 4)))
    assert first == last
    # From 5% of the pot to 95 pots; what is too small is the least raise, too large all-in.
    pot, faced, least, most = 200, 100, 200, 20_000
    sizes = [faced + int(0.05 * 1.15**k * pot + 0.5) for k in range(55)]
    assert first.raises(spot) == sorted({min(max(size, least), most) for size in sizes} | {most})
    assert len(first.raises(spot)) > 30


def test_a_menu_holds_from_its_round_on():
    menu = parse_lbr_menu("c; fc;56", NO_LIMIT, (1, 4))
    assert [one.fold for one in menu] == [False, True, True, True]
    assert menu[2] == menu[3] != menu[1]
    late = parse_lbr_menu("fc", NO_LIMIT, (3, 3))
    assert [one.fold for one in late] == [False, False, True, False]
    assert parse_lbr_menu("33, 75,a", LIMIT, (1, 4))[0].raises(PublicState(LIMIT, (), ())) == [20]
    for text in ("", "x", "fc;", "fc;fc;fc;fc;fc", "0", "fcpa,50", "1e9"):
        with pytest.raises(LbrMenuError):
            parse_lbr_menu(text, NO_LIMIT, (1, 4))


@pytest.mark.parametrize("game", [LIMIT, NO_LIMIT], ids=["limit", "no-limit"])
def test_parts_add_up_to_what_was_won(game):
    parts = Breakdown(game)
    found = local_best_response(game, RandomAgent(game), 8, seed=3, breakdown=parts)
    for by in PARTS:
        rows = parts.parts(by)
        assert sum(row.chips.mean for row in rows) == pytest.approx(found.mean, abs=1e-9)
        assert sum(row.share for row in rows) == pytest.approx(1.0, abs=0.35)
        assert len({row.name for row in rows}) == len(rows)
    names = {row.name for row in parts.parts("raise")}
    assert "no raise" in names
    assert any(name.endswith("all-in") for name in names) == (game is NO_LIMIT)


@pytest.mark.ci
@pytest.mark.parametrize(("menu", "won"), [("fc", 0), ("fcpa", 34), ("c;c;fcpa", 49)])
def test_what_was_published_of_always_calling_at_200_big_blinds(menu, won):
    found = local_best_response(NO_LIMIT, CallAgent(NO_LIMIT), 1000, seed=1, menu=menu)
    unit = NO_LIMIT.big_blind
    assert abs(found.mean / unit - won) < found.ci95 / unit * 1.5 + 0.5
