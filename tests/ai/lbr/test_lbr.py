from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from ai.agents.baselines import CallAgent, RandomAgent
from ai.blueprint.agent import BlueprintAgent
from ai.equity.matchups import combo_matrix
from ai.lbr.breakdown import PARTS, Breakdown
from ai.lbr.menu import LbrMenuError, parse_lbr_menu
from ai.lbr.response import LbrDeal, local_best_response, split
from ai.reading.line import BettingNode
from ai.reading.reach import answers_of
from engine.combos import combo_cards, combo_index
from engine.equity import equity
from engine.errors import EngineError, GameError
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import PublicState
from engine.rng import rng_state
from engine.table import shuffled_deck
from tests.ai.opponent.known import Known
from tests.naive.blueprints import random_blueprint
from tests.naive.lbr import local_best_response as naive_response
from tests.naive.small_games import expected, random_policy

pytestmark = pytest.mark.slow

LIMIT, NO_LIMIT = get_game("holdem-limit"), get_game("holdem-nolimit")


def test_seed_determines_the_hands_and_cancellation_keeps_whole_deals():
    first, second, other, fewer = (
        local_best_response(LIMIT, RandomAgent(LIMIT), deals, seed=seed).chips
        for deals, seed in ((6, 4), (6, 4), (6, 5), (3, 4))
    )
    assert np.array_equal(first, second) and not np.array_equal(first, other)
    assert np.array_equal(fewer, first[:3])
    control, agent = JobControl(), CallAgent(LIMIT)

    def stop(sofar):
        if sofar.deals == 3:
            control.cancel()

    found = local_best_response(LIMIT, agent, 10, seed=0, control=control, on_progress=stop)
    assert (found.deals, found.hands) == (3, 6)


def test_lbr_shoves_the_river_against_a_caller_when_ahead():
    """Minus the luck of the board: the pot times the change in its equity."""
    found = local_best_response(NO_LIMIT, CallAgent(NO_LIMIT), 20, seed=9, rounds=(4, 4))
    cards, everything = rng_state(9), np.ones(1326)
    for chips in found.chips:
        deck = shuffled_deck(NO_LIMIT, cards)
        for seat in (0, 1):
            hole, board = deck[2 * seat : 2 * seat + 2], deck[4:9]
            combo = combo_index(tuple(sorted(hole)))
            chance = equity(np.eye(1326)[combo], everything, tuple(board)).equity
            apart = ~np.isin(combo_cards(), (*hole, *board)).any(axis=1)
            luck = 200 * (chance - combo_matrix()[combo, apart].mean())
            bet = 20_000 if chance > 0.5 else 100
            assert chips[seat] == pytest.approx((2 * chance - 1) * bet - luck, abs=0.5)


def test_unmeasurable_games_are_rejected_and_menus_apply_from_their_street():
    agent = CallAgent(LIMIT)
    for game, more, error, words in (
        (LIMIT, {"rounds": (3, 5)}, GameError, "rounds 1-4, not 3-5"),
        (LIMIT, {"menu": "all"}, LbrMenuError, "no menu 'all'"),
        (get_game("holdem-nolimit-3"), {}, GameError, "two-player"),
    ):
        with pytest.raises(error, match=words):
            local_best_response(game, agent, 1, seed=0, **more)
    agent.has_ranges = False
    with pytest.raises(EngineError, match="can only act"):
        local_best_response(LIMIT, agent, 1, seed=0)
    spot = PublicState(NO_LIMIT, (), ())
    first, *_, last = (moves for moves in parse_lbr_menu("56", NO_LIMIT, (1, 4)))
    assert first == last
    # From 5% of the pot to 95 pots; too small becomes the minimum raise, too large all-in.
    pot, faced, least, most = 200, 100, 200, 20_000
    sizes = [faced + int(0.05 * 1.15**k * pot + 0.5) for k in range(55)]
    assert first.raises(spot) == sorted({min(max(size, least), most) for size in sizes} | {most})
    assert len(first.raises(spot)) > 30
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
def test_parts_sum_to_the_payoff(game):
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
def test_always_call_at_200_big_blinds_matches_the_published_lbr(menu, won):
    found = local_best_response(NO_LIMIT, CallAgent(NO_LIMIT), 1000, seed=1, menu=menu)
    unit = NO_LIMIT.big_blind
    assert abs(found.mean / unit - won) < found.ci95 / unit * 1.5 + 0.5


LEDUC = get_game("leduc")
SMALL = replace(
    LEDUC, name="small", betting="nolimit", stacks=(9, 9), raise_sizes=(), max_raises=(255, 255)
)
UNEVEN = replace(SMALL, stacks=(7, 12))


def mean_over_deals(game, agent, seat, menu, rounds):
    answers = answers_of(agent, game)
    start = BettingNode.start(game, answers.tree)
    values = [
        LbrDeal(answers, start, seat, (own,), board, parse_lbr_menu(menu, game, rounds)).value(None)
        for own, *board in permutations(game.deck, 1 + game.board_sizes[-1])
    ]
    return float(np.mean(values))


CASES = {
    "limit": (LEDUC, "fcpa", (1, 2)),
    "fold and call": (LEDUC, "fc", (1, 2)),
    "last round": (LEDUC, "fcpa", (2, 2)),
    "no-limit": (SMALL, "fcpa", (1, 2)),
    "no-limit, first round": (SMALL, "fcpa", (1, 1)),
    "any sizes": (SMALL, "25,50,100,a", (1, 2)),
    "uneven stacks": (UNEVEN, "fcpa", (1, 2)),
}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("game", "menu", "rounds"), CASES.values(), ids=CASES.keys())
def test_vectorised_sums_match_loops_over_hands(game, menu, rounds, seat):
    policy = random_policy(game, seed=seat, zeros=0.4)
    naive = naive_response(game, policy, seat, menu, rounds)
    wins = expected(game, [naive, policy] if seat == 0 else [policy, naive])
    found = mean_over_deals(game, Known(policy), seat, menu, rounds)
    assert found == pytest.approx(wins if seat == 0 else -wins, abs=1e-12)


@pytest.mark.parametrize("paths", [1, 3])
def test_sampled_actions_have_the_weighted_mean(paths):
    answers = answers_of(Known(random_policy(SMALL, seed=3)), SMALL)
    start = BettingNode.start(SMALL, answers.tree)
    moves = parse_lbr_menu("fcpa", SMALL, (1, 2))
    walk = LbrDeal(answers, start, 1, (LEDUC.deck[2],), (LEDUC.deck[5],), moves)
    rng = np.random.default_rng(0)
    drawn = [walk.value(rng.random, paths) for _ in range(2000)]
    error = np.std(drawn) / len(drawn) ** 0.5
    assert error > 0.0
    assert split([0.0, 0.0], 3, 0.5) == [0, 0]
    assert abs(np.mean(drawn) - walk.value(None)) < 5.0 * error


class Asked(BlueprintAgent):
    translated = False

    def strategy(self, spot, control=None):
        found = super().strategy(spot, control)
        self.translated = self.translated or found.note == "translated"
        return found

    def table(self):
        return None


def test_off_tree_answers_match_direct_queries():
    blueprint = random_blueprint("holdem-nolimit@20", "60,a/a/a")
    asked, known = (kind("blueprint", blueprint) for kind in (Asked, BlueprintAgent))
    found, expected = (
        local_best_response(blueprint.game, agent, 2, seed=1).chips for agent in (known, asked)
    )
    assert found == pytest.approx(expected, abs=1e-9) and asked.translated
