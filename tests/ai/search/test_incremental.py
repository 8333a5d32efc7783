from dataclasses import replace

import numpy as np
import pytest

from ai.abstraction.cards import rows_of_deals, shipped_abstraction
from ai.blueprint.agent import BlueprintAgent
from ai.networks.environment import environment
from ai.networks.nfsp.shipped import load_shipped
from ai.networks.record import Networks
from ai.opponent.belief import belief
from ai.registry import build, find_engine
from ai.search.holdem import HandAgent, HandDecision
from ai.search.incremental import HandSearch, HoldemSearchGame, root_of, unit_of
from ai.search.methods import METHODS
from ai.search.opponent_model import LearningSearcher
from ai.search.range_strategy import answer
from ai.search.rollouts import BlueprintGuide
from engine.cards import parse_cards
from engine.combos import combo_cards, parse_combo
from engine.errors import EngineError
from engine.game import get_game
from engine.lines import spot_of
from engine.match import play
from engine.player import CALL, PublicState, SeatView, raise_to
from tests.naive.blueprints import random_blueprint
from tests.naive.hand_uct import PlainHandUct
from tests.naive.learned import random_networks

pytestmark = pytest.mark.slow

UCT, SMOOTH, GUIDED = METHODS
LIMIT, NOLIMIT = get_game("holdem-limit"), get_game("holdem-nolimit@100")
OWN = parse_combo("AsQs")


def spot(game, line="", board=""):
    return spot_of(game, line, parse_cards(board))


SPOTS = [
    spot(LIMIT),
    spot(LIMIT, "rc/r", "Kh7d2c"),
    spot(NOLIMIT, "r300"),
    spot(NOLIMIT, "r310c/cr800", "Kh7d2c"),  # off-menu bets
    spot(NOLIMIT, "r300c/cc/", "Kh7d2c9d"),
    spot(NOLIMIT, "cc/cc/cc/r400", "Kh7d2c9d3c"),
    spot(get_game("holdem-nolimit-3"), "cr400"),
]


def made(place, method, networks=None, weights=None, seed=3, blueprint=None):
    menu = str(blueprint.menu) if blueprint else ""
    setting = environment(place.game, menu, dealing=False)
    guide = BlueprintGuide(blueprint, setting) if blueprint else None
    ground = HoldemSearchGame(setting, networks, blueprint=guide)
    return ground, HandSearch(ground, root_of(ground, place, weights), OWN, method, seed)


class Twins:
    """A search, and plain recursion on the hands that it deals."""

    def __init__(self, place, method, networks=None, blueprint=None, exact=True):
        self.ground, self.search = made(place, method, networks, blueprint=blueprint)
        _, self.dealer = made(place, method, networks, blueprint=blueprint)
        unit = unit_of(self.ground, place, method)
        model = BlueprintAgent("twin", blueprint) if blueprint else None
        setting, self.exact = self.ground.environment, exact
        self.twin = PlainHandUct(setting, place, method, unit, networks, model=model)

    def run(self, *counts):
        for count in counts:
            self.search.run(count)
            self.twin.run(self.dealer.deal(count))
            assert self.search.num_states == len(self.twin.states)
            pairs = zip(self.search.states()[1], self.twin.states.items(), strict=True)
            for found, (state, expected) in pairs:
                found = found[self.twin.slots[state[1]]]
                if self.exact:
                    assert found.tolist() == expected
                else:
                    assert found[:, 0].tolist() == [count for count, *_ in expected]
                    assert np.allclose(found, expected, rtol=1e-4, atol=1e-2)


@pytest.mark.parametrize("place", SPOTS, ids=str)
@pytest.mark.parametrize("method", [UCT, replace(SMOOTH, least_mix=0.5, decay=0.1)])
def test_search_tree_matches_plain_recursion_bit_for_bit(place, method):
    both = Twins(place, method)
    both.run(1, 60, 140)
    both.search.dropped, both.twin.dropped = 1, (0,)
    before = both.search.statistics()[0].tolist()
    both.run(100)
    found = both.search.statistics()
    assert found[0].tolist() == before and found[:, 0].sum() == both.search.simulations == 301


@pytest.mark.parametrize("place", [SPOTS[1], SPOTS[2], SPOTS[4], SPOTS[5]], ids=str)
@pytest.mark.parametrize("beyond", ["values", "prior"])
@pytest.mark.parametrize("other_learns", [True, False])
def test_network_guided_search_matches_plain_recursion(place, beyond, other_learns):
    """Networks compute in 32 bits: counts match exactly, sums nearly."""
    method = replace(GUIDED, exploration=0.5, beyond=beyond, other_learns=other_learns)
    Twins(place, method, random_networks(place.game).networks, exact=False).run(150)


def alike(counts, expected):
    gap, degrees = ((counts - expected) ** 2 / expected).sum(), len(counts) - 1
    assert gap < degrees + 4.0 * np.sqrt(2 * degrees) + 1.0


def test_hidden_cards_are_sampled_from_the_belief():
    rng, place = np.random.default_rng(1), SPOTS[4]
    weights = rng.integers(0, 4, 1326) * (rng.random(1326) < 0.05)
    hands = made(place, UCT, weights=weights.astype(float))[1].deal(30_000)
    known = [*place.board, *combo_cards()[OWN]]
    expected = np.where(np.isin(combo_cards(), known).any(axis=1), 0.0, weights)
    expected *= 30_000 / expected.sum()
    found = np.bincount(hands.combos[:, 1 - place.to_act], minlength=1326)
    assert (hands.combos[:, place.to_act] == OWN).all()
    assert not found[expected == 0.0].any()
    alike(found[expected > 0.0], expected[expected > 0.0])
    assert len(np.unique(hands.boards[:, 4])) == 52 - 4 - 2  # any card but the known ones
    for weights in (np.zeros(1326), np.eye(1326)[OWN]):  # an empty belief means every hand
        hands = made(SPOTS[1], UCT, weights=weights)[1].deal(2000)
        assert len(np.unique(hands.combos[:, 1 - SPOTS[1].to_act])) > 500


@pytest.mark.parametrize("place", [SPOTS[1], SPOTS[6]], ids=str)
def test_cards_are_dealt_uniformly_without_repeats(place):
    hands = made(place, UCT)[1].deal(20_000)
    held, shown = combo_cards()[hands.combos], len(place.board)
    dealt = np.hstack([held.reshape(len(hands.keys), -1), hands.boards])
    assert (np.diff(np.sort(dealt, axis=1).astype(int), axis=1) > 0).all()
    assert (hands.boards[:, :shown] == place.board).all()
    others = np.delete(held, place.to_act, axis=1)
    drawn = np.concatenate([others.ravel(), hands.boards[:, shown:].ravel()])
    known = [*place.board, *combo_cards()[OWN]]
    counts = np.bincount(drawn, minlength=52)
    assert not counts[known].any()
    alike(np.delete(counts, known), len(drawn) / (52 - len(known)))


def test_bad_input_gives_one_sentence_and_memory_stays_bounded():
    ground, search = made(SPOTS[0], UCT)
    with pytest.raises(EngineError, match=r"can take 31\.2 GB of memory; the limit is 2 GB"):
        ground.check(UCT, 50_000_000)
    with pytest.raises(EngineError, match="searches with networks"):
        made(SPOTS[0], GUIDED)
    without = Networks(random_networks(LIMIT).networks.averages, ())
    with pytest.raises(EngineError, match="which were not learned"):
        made(SPOTS[0], GUIDED, networks=without)
    search.run(5000)
    assert search.num_bytes < ground.bytes_of(UCT, 5000)
    _, parts = made(SPOTS[0], UCT)
    for count in (0, 1, 299, 4700):
        parts.run(count)
    assert search.num_states > 1024  # more than there is room for at first
    for one, other in zip(search.states(), parts.states(), strict=True):
        assert one.tobytes() == other.tobytes()
    _, parts = made(SPOTS[0], UCT, seed=4)
    parts.run(5000)
    assert parts.statistics().tobytes() != search.statistics().tobytes()


ROLLED = replace(UCT, beyond="prior")
MENU = "50,100,a/100,a/a;50,100,a/100,a"
LINES = [
    ("holdem-limit", "", ""),
    ("holdem-limit", "rc/r", "Kh7d2c"),
    ("holdem-nolimit@20", "r300", ""),
    ("holdem-nolimit@20", "cc/", "Kh7d2c"),
    ("holdem-nolimit@20", "cc/cc/cr200", "Kh7d2c9d"),
    # A bet below the menu's minimum is raised: one tree line stands for it, with another pot.
    ("holdem-nolimit@20", "r200c/r300r900", "Kh7d2c"),
    ("holdem-nolimit@3", "r210c/", "Kh7d2c"),
    # The menu's third raise is all-in: any raise is mapped to it, and the hand continues.
    ("holdem-nolimit@20", "r200r600r1000r1500c/", "Kh7d2c"),
]


@pytest.mark.parametrize(("game", "line", "board"), LINES)
@pytest.mark.parametrize("other_learns", [True, False])
def test_blueprint_rollout_search_matches_plain_recursion(game, line, board, other_learns):
    place = spot(get_game(game), line, board)
    blueprint = random_blueprint(game, "all" if place.game.is_limit else MENU)
    both = Twins(place, replace(ROLLED, other_learns=other_learns), blueprint=blueprint)
    both.run(1, 150)
    if len(line) > 15:
        assert both.search.prior().tolist() == [1.0, *[0.0] * (len(both.search.prior()) - 1)]
    with pytest.raises(EngineError, match="searches with values, which were not learned"):
        Twins(place, GUIDED, blueprint=blueprint)


def test_batched_rows_match_single_deals():
    rng, cards = np.random.default_rng(1), shipped_abstraction()
    dealt = np.array([rng.permutation(52)[:7] for _ in range(80)], np.uint8)
    high, low = dealt[:, 5:].max(axis=1).astype(int), dealt[:, 5:].min(axis=1).astype(int)
    combos = high * (high - 1) // 2 + low
    found = rows_of_deals(cards, dealt[:, :5], combos)
    board = parse_cards("Kh7d2c9d3c")
    free = np.flatnonzero(cards.rows_on(board) >= 0)
    alike = rows_of_deals(cards, np.repeat([board], len(free), axis=0).astype(np.uint8), free)
    for street, size in enumerate((0, 3, 4, 5)):
        for one in range(80):
            assert found[one, street] == cards.rows_on(dealt[one, :size].tolist())[combos[one]]
        assert alike[:, street].tolist() == cards.rows_on(board[:size])[free].tolist()


def test_untried_actions_take_their_values_from_the_networks():
    trained = load_shipped("nfsp", NOLIMIT)
    ground = HoldemSearchGame(trained.environment, trained.networks)
    place = spot(NOLIMIT, "r300c/cc/", "Kh7d2c9d")
    agent = HandAgent("x", ground, METHODS[2], build("nfsp-uct:simulations=1", NOLIMIT).effort)
    values = answer(agent.decision(place), agent.effort, None, OWN).values[OWN]
    networks = build("nfsp", NOLIMIT).strategy(place).values[OWN]
    assert values == pytest.approx(networks, abs=0.05)


def test_impossible_decisions_are_rejected_and_nothing_is_known_before_a_search():
    ground = HoldemSearchGame(environment(NOLIMIT, dealing=False))
    for place, words in ((spot(LIMIT), "rules other"), (spot(NOLIMIT, "r300f"), "nothing to")):
        with pytest.raises(EngineError, match=words):
            build("uct", NOLIMIT).strategy(place)
    with pytest.raises(EngineError, match="searches with networks"):
        HandDecision(ground, spot(NOLIMIT), METHODS[2])
    search = HandSearch(ground, root_of(ground, spot(NOLIMIT), None), OWN, METHODS[0])
    assert search.statistics().tolist() == np.zeros((5, 3)).tolist()  # nothing is known yet
    assert raise_to(200) in HandDecision(ground, spot(NOLIMIT, "c"), METHODS[0]).actions


LEDUC = get_game("leduc")
RAISED = PublicState(LEDUC, (raise_to(LEDUC.raise_sizes[0]),), ())


def searcher(name="uct:belief=learned,simulations=200", game=LEDUC):
    return build(name, game)


def believed(agent):
    """The second player's belief after a raise with the first combo."""
    return agent.decision(RAISED).believed(0)


@pytest.mark.ci
def test_beliefs_start_at_the_prior_and_follow_learning():
    agent, usual = searcher(), build("uct:belief=ranges,simulations=200", LEDUC)
    before = believed(agent)
    assert before == pytest.approx(believed(usual), abs=0.02)
    play(LEDUC, [agent, build("raise", LEDUC)], 150, seed=1)
    after = believed(agent)
    # A player who raises with every hand reveals nothing by a raise.
    assert after.std() < 0.8 * before.std()
    learned = belief(agent.model, RAISED, 0).weights
    assert after == pytest.approx(np.where(after > 0.0, learned, 0.0) / learned[1:].sum())


@pytest.mark.ci
def test_search_engine_learns_and_copies_its_state():
    agent = searcher()
    assert isinstance(agent, LearningSearcher) and agent.learns
    names = agent.name, "uct:belief=ranges"
    assert [find_engine(name).learns for name in names] == [True, False]
    play(LEDUC, [agent, build("raise", LEDUC)], 20, seed=1)
    other = agent.copy()
    play(LEDUC, [agent, build("raise", LEDUC)], 10, seed=2)
    assert (agent.model.hands, other.model.hands) == (30, 20)
    other.load_state(agent.save_state())
    assert other.model.hands == 30
    with pytest.raises(EngineError):
        other.load_state({"format": 9})


@pytest.mark.parametrize("name", ["uct", "nfsp-uct"])
def test_holdem_hands_are_played(name):
    agent = searcher(f"{name}:belief=learned,simulations=50", NOLIMIT)
    view = SeatView(PublicState(NOLIMIT, (CALL,), ()), 1, (0, 13))
    action = agent.act(view, np.random.default_rng(1))
    assert action in agent.decision(view.spot).actions
    assert play(NOLIMIT, [agent, build("call", NOLIMIT)], 4, seed=1).hands == 4
