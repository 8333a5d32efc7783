from statistics import NormalDist

import numpy as np
import pytest

from ai.search.adaptive import LEAST_VISITS, AdaptiveSearch, Stop, search_adaptively, z_score
from ai.search.begin import decision_of, methods_for
from ai.search.decision import DecisionSearch
from ai.search.live import LiveSearch
from ai.search.methods import METHODS
from engine.cards import parse_cards
from engine.combos import parse_combo
from engine.errors import EngineError, PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import spot_of

pytestmark = pytest.mark.slow

UCT = METHODS[0]
KUHN, LEDUC = get_game("kuhn"), get_game("leduc")


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
        ("every", 0, "every 1 simulation"),
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
    # The king tries to fold four times in 3,000 hands: too few to drop it.
    found = search_adaptively(decision, 2, stop)
    assert (found.action, found.simulations, found.dropped) == (1, 3000, {})
    assert found.statistics[0, 0] < LEAST_VISITS
    # The literal form looks after every simulation, at one bound.
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


@pytest.mark.parametrize(
    ("game", "line", "method", "simulations", "words"),
    [
        ("holdem-nolimit-3", "", "uct", 10, "games for two players"),
        ("kuhn", "rc", "uct", 10, "nothing to decide"),
        ("holdem-nolimit", "", "nfsp-uct", 10, "no networks"),
        ("holdem-limit", "", "uct", 10**8, "GB of memory"),
        ("kuhn", "", "puct", 10, "there is no search"),
    ],
)
def test_what_cannot_be_searched_is_one_sentence(game, line, method, simulations, words):
    with pytest.raises(PokerError, match=words):
        decision_of(spot_of(get_game(game), line), method, simulations)
    assert methods_for(NOLIMIT) == ("uct", "smooth-uct", "nfsp-uct")
    assert methods_for(get_game("holdem-nolimit")) == ("uct", "smooth-uct")
