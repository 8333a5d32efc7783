from dataclasses import replace
from itertools import permutations
from statistics import NormalDist

import numpy as np
import pytest

from ai.cfr.best_response import agent_table
from ai.networks.nfsp.shipped import load_shipped
from ai.networks.record import Networks
from ai.reading.reach import RangeReader
from ai.registry import build, check_engine, find_engine
from ai.search import decision as subject
from ai.search.adaptive import LEAST_VISITS, Stop, search_adaptively, z_score
from ai.search.belief import deal_weights, ranges_of, uniform_ranges
from ai.search.decision import DecisionAgent, DecisionSearch
from ai.search.effort import SearchEffort, read_effort
from ai.search.engine import EFFORT, decision_of, make_network_searcher, methods_for
from ai.search.methods import METHODS, get_method
from ai.search.publictree import LiveSearch
from ai.search.range_strategy import answer
from ai.search.search import NO_GUIDE, Search, arena_of, network_guide, table_guide
from engine.cards import parse_cards
from engine.combos import parse_combo
from engine.errors import CancelledError, EngineError, PokerError
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import line_text, spot_of
from engine.player import PublicState, SeatView
from tests.ai.cfr.games import solved
from tests.ai.opponent.known import Known
from tests.controls import cancelled
from tests.naive.learned import random_networks
from tests.naive.small_games import random_policy

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
UCT = METHODS[0]
SPOTS = [
    spot_of(KUHN, ""),
    spot_of(KUHN, "c"),
    spot_of(KUHN, "cr"),
    spot_of(LEDUC, "r"),
    spot_of(LEDUC, "rc/", LEDUC.deck[2:3]),
    spot_of(LEDUC, "crrc/c", LEDUC.deck[5:6]),
]
ids = [f"{spot.game.name} {line_text(spot.game, spot.actions)}" for spot in SPOTS]


def bayes(spot, agent, seat, rank):
    """Return {(board rank, both ranks): probability} for the holder of a rank, over every deal."""
    game, size, found = spot.game, spot.game.board_sizes[-1], {}
    for first, second, *board in permutations(game.deck, 2 + size):
        if tuple(board[: len(spot.board)]) != spot.board or (first, second)[seat] // 4 != rank:
            continue
        chance, here = 1.0, PublicState(game, (), ())
        for action in spot.actions:
            here = PublicState(game, here.actions, tuple(board[: game.board_sizes[here.street]]))
            answer = agent.strategy(here)
            combo = game.deck.index((first, second)[here.to_act])
            if here.to_act != seat:  # our own hand is known, suits aside
                chance *= answer.probabilities[combo, answer.actions.index(action)]
            here = here.after(action)
        key = (*(card // 4 for card in board), first // 4, second // 4)
        found[key] = found.get(key, 0.0) + chance
    total = sum(found.values())
    return {key: chance / total for key, chance in found.items()}


@pytest.mark.parametrize("spot", SPOTS, ids=ids)
def test_beliefs_match_bayes_rule_by_enumeration(spot):
    game, arena = spot.game, arena_of(spot.game)
    agent = Known(random_policy(game, 4))
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


def test_empty_belief_falls_back_to_all_hands():
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


def numbers(results):
    return np.array([len(results), sum(results), sum(x * x for x in results)], float)


def test_z_counts_standard_errors_and_alpha_is_split_over_comparisons():
    first, second = [3.0, 1.0, 1.0, 3.0], [1.0, -1.0, 0.0]
    error = np.sqrt(np.var(first, ddof=1) / 4 + np.var(second, ddof=1) / 3)
    assert z_score(numbers(first), numbers(second)) == pytest.approx(2.0 / error)
    assert z_score(numbers([1.0, 1.0]), numbers([0.0, 0.0])) == np.inf
    assert z_score(numbers([1.0, 1.0]), numbers([1.0, 1.0])) == 0.0
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


def test_clear_decisions_stop_early_with_the_same_action():
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


def test_dropped_actions_are_no_longer_simulated():
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


@pytest.mark.parametrize("end", ["cancel", "hasten"])
def test_cancelled_search_answers_from_its_results_so_far(end):
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
def test_stepwise_search_matches_the_decision_search(spot, combo, method):
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


def test_adaptive_search_stops_early_and_reports_dropped_actions():
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


@pytest.mark.ci
def test_engine_names_select_beliefs_guides_and_rollouts():
    kuhn, leduc = spot_of(KUHN, "r"), spot_of(LEDUC, "rc/r", LEDUC.deck[2:3])
    trained, found = load_shipped("nfsp", LEDUC), set()
    guide = network_guide(trained.environment, trained.networks)
    average, model = build("nfsp", LEDUC), table_guide(solved(LEDUC).table())
    guided, rolled = get_method("nfsp-uct"), replace(UCT, beyond="prior")
    for name, spot, method, believed, guided_by, effort in (
        ("nfsp-uct", leduc, guided, average, guide, SearchEffort(2800)),
        ("nfsp-uct:belief=any", leduc, guided, None, guide, SearchEffort(2800)),
        ("uct:simulations=300", leduc, UCT, None, NO_GUIDE, SearchEffort(300)),
        ("uct:simulations=300,rollouts=model", leduc, rolled, None, model, SearchEffort(300)),
        ("uct:decision", kuhn, UCT, None, NO_GUIDE, subject.AT_DECISION),
        ("uct:ranges", kuhn, UCT, solved(KUHN), NO_GUIDE, subject.AT_DECISION),
    ):
        ranges = believed and ranges_of(RangeReader(believed), spot)
        expected = answer(DecisionSearch(spot, method, ranges, guide=guided_by), effort)
        rows = build(name, spot.game).strategy(spot).probabilities.tobytes()
        assert rows == expected.probabilities.tobytes(), name
        found.add(rows)
    assert len(found) == 6


def test_values_are_chips_from_the_current_node():
    spot = spot_of(LEDUC, "rc/r", LEDUC.deck[2:3])
    found = build("uct:simulations=4000,final=value", LEDUC).strategy(spot)
    held = found.probabilities.any(axis=1)
    assert found.values is not None and (found.values[held, 0] == 0.0).all()
    assert (found.values.argmax(axis=1)[held] == found.probabilities.argmax(axis=1)[held]).all()
    # Paired with the board it never loses: it wins the pot plus any bet, or more.
    pair = [combo for combo, card in enumerate(LEDUC.deck) if card // 4 == LEDUC.deck[2] // 4]
    (own,) = (combo for combo in pair if held[combo])
    assert found.values[own, 1] == pytest.approx(spot.pot)
    assert found.values[~held].any() == 0


def test_hurried_search_answers_early_and_single_hand_reports_progress():
    agent, spot, seen = build("uct:simulations=100000", LEDUC), spot_of(LEDUC, "r"), []
    control = JobControl(lambda fraction, text: (seen.append(fraction), control.hasten()))
    agent.act(SeatView(spot, spot.to_act, (LEDUC.deck[0],)), np.random.default_rng(1), control)
    assert seen[0] == 0.0 and seen[-1] == 1.0
    answer = agent.strategy(spot, control)
    assert answer.note == "500 simulations for each hand"
    assert np.allclose(answer.probabilities.sum(axis=1), 1.0)
    with pytest.raises(CancelledError):
        agent.strategy(spot, cancelled())


def test_whole_strategy_is_listed_only_when_fast_enough():
    agent = build("nfsp-uct:simulations=50", KUHN)
    table = agent.table()
    assert table is agent.table()
    assert table.probabilities.tolist() == agent_table(KUHN, agent).probabilities.tolist()
    assert build("nfsp-uct:simulations=1000000", KUHN).table() is None


def test_unsearchable_games_and_bad_options_give_one_sentence():
    stop = Stop(500, 0.98, 1000)
    for text, effort in (
        ("simulations=1_000", replace(EFFORT, simulations=1000)),
        ("level=.9", replace(EFFORT, stop=Stop(560, 0.9, 2800))),
        ("final=most,belief=any", SearchEffort(2800, "most")),
        ("simulations=1000,level=0.98,threshold=500", replace(EFFORT, simulations=1000, stop=stop)),
    ):
        assert read_effort(text, EFFORT) == effort
    assert find_engine("nfsp-uct:final=value") is not None
    assert find_engine("nfsp-uct:final=luck") is None
    assert build("smooth-uct:simulations=10", KUHN).name == "smooth-uct:simulations=10"
    for options, words in (
        *((f"simulations={count}", "needs 1 to 10,000,000 simulations") for count in (0, 99999999)),
        *((f"simulations={text}", "not a whole number") for text in ("-1", "²")),
        *((f"level={level}", "above 0 and below 1") for level in ("1", "0", "nan")),
        ("level=high", "not a level"),
        ("threshold=5", "threshold needs level"),
        ("level=.9,threshold=9000", "threshold"),
        ("final=luck", "choose one of visits, most, value"),
        ("belief=nobody", "must be any, ranges"),
        *((text, "a search takes simulations=N") for text in ("speed=9", "much")),
        ("level=.9,level=.8", "given twice"),
    ):
        with pytest.raises(EngineError, match=words) as error:
            check_engine(f"nfsp-uct:{options}", LEDUC)
        assert "\n" not in str(error.value)
    three = get_game("holdem-nolimit-3")
    for name, game, words in (
        ("uct:rollouts=model", three, "no engine has a table for rollouts"),
        ("uct:ranges", three, "no engine gives ranges"),
        ("nfsp-uct:rollouts=model", LEDUC, "values in place of rollouts"),
        ("uct:rollouts=luck", LEDUC, "random or model"),
        ("uct:luck", LEDUC, "'uct' is played as uct, uct:decision, uct:ranges"),
        ("uct", get_game("leduc-3"), "does not play .* it plays hold'em, and two-player"),
        ("nfsp-uct", get_game("holdem-nolimit@37"), "'nfsp-uct' does not play"),
        ("uct:simulations=10000000", get_game("holdem-nolimit@100"), "GB of memory"),
    ):
        with pytest.raises(EngineError, match=words):
            build(name, game)
    trained = random_networks("leduc")
    without = replace(trained, networks=Networks(trained.networks.averages, ()))
    with pytest.raises(EngineError, match="have not learned"):
        make_network_searcher("nfsp-uct", without)
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


def test_cancelled_build_resumes_bit_for_bit(monkeypatch):
    monkeypatch.setattr(subject, "SIMULATIONS", 200_000)
    game = replace(KUHN, name="never searched before")
    control = JobControl(lambda *_: control.cancel())
    with pytest.raises(CancelledError):
        subject.make_agent("uct", game, None, control)
    found = subject.make_agent("uct", game, None, JobControl()).table()
    search = Search(game, UCT)
    search.run(200_000)
    assert found.probabilities.tobytes() == search.table().probabilities.tobytes()
