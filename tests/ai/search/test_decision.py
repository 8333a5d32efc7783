from itertools import permutations
from statistics import NormalDist
from zlib import crc32

import numpy as np
import pytest

from ai.agents.base import RangeAgent
from ai.reading.reach import RangeReader
from ai.search.adaptive import LEAST_VISITS, AdaptiveSearch, Stop, search_adaptively, z_score
from ai.search.belief import deal_weights, ranges_of, uniform_ranges
from ai.search.decision import DecisionAgent, DecisionSearch
from ai.search.effort import SearchEffort
from ai.search.engine import decision_of, methods_for
from ai.search.methods import METHODS
from ai.search.publictree import LiveSearch
from ai.search.range_strategy import answer
from ai.search.search import arena_of
from engine.cards import parse_cards
from engine.combos import parse_combo
from engine.errors import EngineError, PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import line_text, spot_of
from engine.player import PublicState, SeatView, Strategy

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
UCT, SMOOTH, GUIDED = METHODS
SPOTS = [
    spot_of(KUHN, ""),
    spot_of(KUHN, "c"),
    spot_of(KUHN, "cr"),
    spot_of(LEDUC, "r"),
    spot_of(LEDUC, "rc/", LEDUC.deck[2:3]),
    spot_of(LEDUC, "crrc/c", LEDUC.deck[5:6]),
]
ids = [f"{spot.game.name} {line_text(spot.game, spot.actions)}" for spot in SPOTS]


class Odd(RangeAgent):
    name = "odd"

    def strategy(self, spot, control=None):
        tree = arena_of(spot.game).tree
        actions = tree.actions_at(tree.find(spot.actions))
        rng = np.random.default_rng(crc32(f"{spot.actions} {spot.board}".encode()))
        weights = rng.integers(1, 8, (len(spot.game.deck), len(actions)))
        return Strategy(actions, weights / weights.sum(axis=1, keepdims=True))


def bayes(spot, agent, seat, rank):
    """Return chances of (board rank, both ranks) for the holder of a rank, over every deal."""
    game, size, found = spot.game, spot.game.board_sizes[-1], {}
    for first, second, *board in permutations(game.deck, 2 + size):
        if tuple(board[: len(spot.board)]) != spot.board or (first, second)[seat] // 4 != rank:
            continue
        chance, here = 1.0, PublicState(game, (), ())
        for action in spot.actions:
            here = PublicState(game, here.actions, tuple(board[: game.board_sizes[here.street]]))
            answer = agent.strategy(here)
            combo = game.deck.index((first, second)[here.to_act])
            if here.to_act != seat:  # the own hand is known, its suit apart
                chance *= answer.probabilities[combo, answer.actions.index(action)]
            here = here.after(action)
        key = (*(card // 4 for card in board), first // 4, second // 4)
        found[key] = found.get(key, 0.0) + chance
    total = sum(found.values())
    return {key: chance / total for key, chance in found.items()}


@pytest.mark.parametrize("spot", SPOTS, ids=ids)
def test_beliefs_are_those_of_bayes_by_enumeration(spot):
    game, agent, arena = spot.game, Odd(), arena_of(spot.game)
    decision = DecisionSearch(spot, UCT, ranges_of(RangeReader(agent), spot))
    ranks = sorted({card // 4 for card in game.deck})
    lanes = arena.cells.lanes.astype(int)
    classes, last = len(ranks), game.num_rounds - 1
    checked = 0
    for row in decision.rows:
        expected = bayes(spot, agent, spot.to_act, ranks[row % classes])
        found = {}
        for cell, chance in enumerate(decision.belief(row)):
            key = (ranks[lanes[cell, last] % classes], ranks[lanes[cell, -1] % classes])
            if last:
                key = (ranks[lanes[cell, last] // classes], *key)
            if chance > 0.0:
                found[key] = chance
        assert found == pytest.approx(expected, abs=1e-12)
        checked += len(found)
    assert checked >= 6


def test_a_belief_that_leaves_nothing_is_every_hand():
    weights = deal_weights(PublicState(LEDUC, (), ()), uniform_ranges(LEDUC))
    assert weights.tolist() == arena_of(LEDUC).chances.tolist()
    ranges = np.zeros((2, len(KUHN.deck)))
    ranges[:, 1] = 1.0
    decision = DecisionSearch(spot_of(KUHN, ""), UCT, ranges)
    assert sorted(decision.belief(1)[decision.belief(1) > 0.0].tolist()) == [0.5, 0.5]
    assert decision.belief(0).max() == 1.0
    with pytest.raises(EngineError, match="is impossible here"):
        decision.belief(7)
    with pytest.raises(EngineError, match="1 to 10,000,000 simulations"):
        answer(decision, SearchEffort(0))
    with pytest.raises(EngineError, match="nothing to decide"):
        DecisionSearch(spot_of(KUHN, "cc"), UCT)
    with pytest.raises(EngineError, match="rules other"):
        DecisionAgent("uct", KUHN, UCT, SearchEffort(10)).strategy(SPOTS[3])


def test_one_hand_is_searched_as_in_the_whole_range():
    whole = answer(DecisionSearch(SPOTS[4], UCT), SearchEffort(200))
    held = whole.probabilities.sum(axis=1)
    assert held.tolist() == [1.0, 1.0, 0.0, 1.0, 1.0, 1.0]  # one card is on the board
    assert whole.probabilities[0].tolist() == whole.probabilities[1].tolist()  # suits are alike
    agent = DecisionAgent("uct", LEDUC, UCT, SearchEffort(200))
    for combo in (0, 5):
        one = answer(DecisionSearch(SPOTS[4], UCT), SearchEffort(200), None, combo).probabilities
        assert one[combo].tolist() == whole.probabilities[combo].tolist()
        assert not one[2 - combo // 2].any()
        view = SeatView(SPOTS[4], SPOTS[4].to_act, (LEDUC.deck[combo],))
        drawn = [agent.act(view, np.random.default_rng(seed)) for seed in range(40)]
        shares = [drawn.count(action) / 40 for action in whole.actions]
        assert shares == pytest.approx(whole.probabilities[combo].tolist(), abs=0.25)


def numbers(results):
    return np.array([len(results), sum(results), sum(x * x for x in results)], float)


def test_z_is_the_difference_in_standard_errors():
    first, second = [3.0, 1.0, 1.0, 3.0], [1.0, -1.0, 0.0]
    error = np.sqrt(np.var(first, ddof=1) / 4 + np.var(second, ddof=1) / 3)
    assert z_score(numbers(first), numbers(second)) == pytest.approx(2.0 / error)
    assert z_score(numbers([1.0, 1.0]), numbers([0.0, 0.0])) == np.inf
    assert z_score(numbers([1.0, 1.0]), numbers([1.0, 1.0])) == 0.0


def test_alpha_is_spent_over_looks_and_comparisons():
    spent = 0.02 / (1 + 200 // 50) / 2
    assert Stop().bound(3) == pytest.approx(NormalDist().inv_cdf(1 - spent / 2))
    assert Stop(literal=True).bound(3) == pytest.approx(NormalDist().inv_cdf(0.99))
    assert Stop(every=100).bound(3) < Stop().bound(3)
    assert Stop().bound(2) < Stop().bound(3)
    for name, value, words in (
        *(("confidence", share, "above 0 and below 1") for share in (0.0, 1.0)),
        *(("threshold", count, "threshold") for count in (0, 3001)),
        ("every", 0, "every 1 or more simulations"),
    ):
        with pytest.raises(EngineError, match=words):
            Stop(**{name: value})


def test_a_clear_decision_stops_early_with_the_same_action():
    decision = DecisionSearch(spot_of(KUHN, "r"), UCT)
    stop = Stop(threshold=200, most=3000)
    found = search_adaptively(decision, 0, stop)  # the jack folds to a bet
    full = search_adaptively(decision, 0, Stop(threshold=3000, confidence=0.98, most=3000))
    assert found.action == full.action == 0
    assert found.simulations < full.simulations == 3000
    assert list(found.dropped) == [1]
    assert (found.simulations - stop.threshold) % stop.every == 0
    # The king folds four times in 3,000 simulations: too few to drop the action.
    found = search_adaptively(decision, 2, stop)
    assert (found.action, found.simulations, found.dropped) == (1, 3000, {})
    assert found.statistics[0, 0] < LEAST_VISITS
    # The literal form tests after every simulation, against one bound.
    literal, careful = (
        search_adaptively(decision, 2, Stop(threshold=20, most=3000, **more))
        for more in ({"literal": True}, {"every": 1})
    )
    assert literal.action == 1 and literal.simulations < careful.simulations


def test_what_is_dropped_is_not_simulated_any_more():
    decision = DecisionSearch(spot_of(LEDUC, "r"), UCT)
    stop, seen = Stop(threshold=400, confidence=0.9, most=4000), 0
    for row in decision.rows:
        found = search_adaptively(decision, row, stop)
        assert found.action not in found.dropped
        assert found.statistics[:, 0].sum() == found.simulations
        for action, simulations in found.dropped.items():
            if simulations == 400:
                search = decision.search(row)
                search.run(400)
                before = decision.statistics(search, row)[action]
                assert found.statistics[action].tolist() == before.tolist()
                assert before[0] >= LEAST_VISITS
                seen += found.simulations > 400
    assert seen


@pytest.mark.parametrize("literal", [False, True])
def test_steps_of_any_size_drop_the_same_at_the_same_time(literal):
    decision = DecisionSearch(spot_of(LEDUC, "r"), UCT)
    stop = Stop(threshold=300, confidence=0.9, most=1500, literal=literal)
    for row in decision.rows:
        whole = search_adaptively(decision, row, stop)
        parts = AdaptiveSearch(decision, row, stop)
        while not parts.finished:
            parts.run(37)
        found = parts.result()
        assert found.dropped == whole.dropped and found.action == whole.action
        assert found.statistics.tolist() == whole.statistics.tolist()


@pytest.mark.parametrize("end", ["cancel", "hasten"])
def test_a_search_that_is_stopped_answers_by_what_it_has(end):
    control = JobControl()
    getattr(control, end)()
    found = search_adaptively(DecisionSearch(spot_of(LEDUC, ""), UCT), 1, Stop(), control)
    assert found.simulations == found.statistics[:, 0].sum() == 500


NOLIMIT = get_game("holdem-nolimit@100")
FLOP = spot_of(NOLIMIT, "r310c/cr800", parse_cards("Kh7d2c"))
OWN = parse_combo("AsQs")
CASES = [
    (spot_of(LEDUC, "r"), 4, "uct"),  # a king
    (spot_of(LEDUC, "r"), 4, "nfsp-uct"),
    (FLOP, OWN, "smooth-uct"),
    (FLOP, OWN, "nfsp-uct"),
]


@pytest.mark.parametrize(("spot", "combo", "method"), CASES, ids=str)
def test_steps_are_the_search_of_the_decision(spot, combo, method):
    found = LiveSearch(decision_of(spot, method, 1000, seed=3), combo)
    for count in (1, 99, 300):
        found.run(count)
    decision = decision_of(spot, method, 1000, seed=3)
    row = int(decision.row_of[combo])
    search = decision.search(row)
    search.run(400)
    assert found.simulations == 400 and not found.finished and not found.dropped
    snapshot = found.snapshot()
    tree = snapshot.tree
    visits = [tree.visits[child] for child in tree.children(0)]
    assert visits == decision.statistics(search, row)[:, 0].tolist()
    assert sum(visits) == 400 and snapshot.paid == spot.spent(spot.to_act)
    if method == "nfsp-uct":
        assert snapshot.prior.sum() == pytest.approx(1.0) and len(snapshot.prior) == len(visits)
    else:
        assert snapshot.prior is None


def test_an_adaptive_search_stops_by_itself_and_says_what_it_dropped():
    spot, stop = spot_of(KUHN, "r"), Stop(threshold=200, most=3000)
    found = LiveSearch(decision_of(spot, "uct", 3000), 0, stop)
    while not found.finished:
        found.run(64)
    whole = search_adaptively(decision_of(spot, "uct", 3000), 0, stop)
    snapshot = found.snapshot()
    assert snapshot.simulations == whole.simulations < 3000
    assert snapshot.dropped == whole.dropped == {1: whole.simulations}
    found.run(64)
    assert found.simulations == whole.simulations


def test_what_cannot_be_searched_is_one_sentence():
    for game, line, method, simulations, words in (
        ("holdem-nolimit-3", "", "uct", 10, "games for two players"),
        ("kuhn", "rc", "uct", 10, "nothing to decide"),
        ("holdem-nolimit", "", "nfsp-uct", 10, "no networks"),
        ("holdem-limit", "", "uct", 10**8, "GB of memory"),
        ("kuhn", "", "puct", 10, "there is no search"),
    ):
        with pytest.raises(PokerError, match=words):
            decision_of(spot_of(get_game(game), line), method, simulations)
        assert methods_for(NOLIMIT) == ("uct", "smooth-uct", "nfsp-uct")
        assert methods_for(get_game("holdem-nolimit")) == ("uct", "smooth-uct")
