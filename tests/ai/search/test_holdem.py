import numpy as np
import pytest

from ai.networks.environment import environment
from ai.networks.nfsp.shipped import load_shipped
from ai.opponent.belief import belief
from ai.registry import build, find_engine
from ai.search.holdem import HandAgent, HandDecision
from ai.search.incremental import HandSearch, HoldemSearchGame, root_of
from ai.search.methods import METHODS
from ai.search.opponent_model import LearningSearcher
from ai.search.range_strategy import answer
from engine.cards import parse_cards
from engine.combos import parse_combo
from engine.errors import EngineError
from engine.game import get_game
from engine.lines import spot_of
from engine.match import play
from engine.player import CALL, FOLD, PublicState, SeatView, raise_to

pytestmark = pytest.mark.slow

NOLIMIT = get_game("holdem-nolimit@100")
OWN = parse_combo("AsQs")


def spot(line="", board="", game=NOLIMIT):
    return spot_of(game, line, parse_cards(board))


def agent_answer(agent, place, control=None):
    return answer(agent.decision(place), agent.effort, control, OWN)


def test_one_hand_is_searched_as_in_the_whole_range():
    place = spot("r300c/cr500", "Kh7d2c")
    agent = build("uct:simulations=20", NOLIMIT)
    whole, one = agent.strategy(place), agent_answer(agent, place)
    assert whole.probabilities[OWN].tolist() == one.probabilities[OWN].tolist()
    assert whole.values[OWN].tolist() == one.values[OWN].tolist()
    assert not np.delete(one.probabilities, OWN, axis=0).any()
    agent_answer(agent, spot("r300c/cc/", "Kh7d2c9d"))  # what was asked before does not matter
    assert agent_answer(agent, place).probabilities.tolist() == one.probabilities.tolist()
    view = SeatView(place, place.to_act, tuple(sorted(parse_cards("AsQs"))))
    drawn = {agent.act(view, np.random.default_rng(seed)) for seed in range(40)}
    pairs = zip(one.actions, one.probabilities[OWN], strict=True)
    likely = [action for action, part in pairs if part > 0.2]
    assert set(likely) <= drawn <= set(one.actions)
    assert whole.note == "20 simulations for each hand"


def test_searches_find_what_is_clear():
    place = spot("cc/cc/cc/r10000", "KsJsTs9d3c")
    for name in ("uct:final=most", "smooth-uct:final=most", "nfsp-uct:final=value"):
        agent = build(name, NOLIMIT)
        found = agent_answer(agent, place)
        assert found.actions == (FOLD, CALL)
        assert found.probabilities[OWN, 1] == 1.0
        # From here on a call wins the chips in the middle, 100 of each and the bet of 9,900.
        assert found.values[OWN].tolist() == [0.0, pytest.approx(10_100, abs=5)]


def test_values_from_here_on_of_what_was_never_tried_are_the_networks():
    trained = load_shipped("nfsp", NOLIMIT)
    ground = HoldemSearchGame(trained.environment, trained.networks)
    place = spot("r300c/cc/", "Kh7d2c9d")
    agent = HandAgent("x", ground, METHODS[2], build("nfsp-uct:simulations=1", NOLIMIT).effort)
    values = agent_answer(agent, place).values[OWN]
    networks = build("nfsp", NOLIMIT).strategy(place).values[OWN]
    assert values == pytest.approx(networks, abs=0.05)


def test_bad_input_is_one_sentence():
    limit, ground = get_game("holdem-limit"), HoldemSearchGame(environment(NOLIMIT, dealing=False))
    with pytest.raises(EngineError, match="rules other"):
        build("uct", NOLIMIT).strategy(spot(game=limit))
    with pytest.raises(EngineError, match="nothing to decide"):
        build("uct", NOLIMIT).strategy(spot("r300f"))
    with pytest.raises(EngineError, match="searches with networks"):
        HandDecision(ground, spot(), METHODS[2])
    search = HandSearch(ground, root_of(ground, spot(), None), OWN, METHODS[0])
    assert search.statistics().tolist() == np.zeros((5, 3)).tolist()  # nothing is known yet
    assert raise_to(200) in HandDecision(ground, spot("c"), METHODS[0]).actions


LEDUC = get_game("leduc")
RAISED = PublicState(LEDUC, (raise_to(LEDUC.raise_sizes[0]),), ())


def searcher(name="uct:belief=learned,simulations=200", game=LEDUC):
    return build(name, game)


def believed(agent):
    """What the second player believes after a raise with the first combo."""
    return agent.decision(RAISED).believed(0)


def test_what_was_learned_is_believed_and_the_prior_at_first():
    agent, usual = searcher(), build("uct:belief=ranges,simulations=200", LEDUC)
    before = believed(agent)
    assert before == pytest.approx(believed(usual), abs=0.02)
    play(LEDUC, [agent, build("raise", LEDUC)], 150, seed=1)
    after = believed(agent)
    # A player who raises with every hand reveals nothing by a raise.
    assert after.std() < 0.8 * before.std()
    learned = belief(agent.model, RAISED, 0).weights
    assert after == pytest.approx(np.where(after > 0.0, learned, 0.0) / learned[1:].sum())


def test_it_learns_and_is_copied():
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
def test_hold_em_is_played(name):
    agent = searcher(f"{name}:belief=learned,simulations=50", NOLIMIT)
    view = SeatView(PublicState(NOLIMIT, (CALL,), ()), 1, (0, 13))
    action = agent.act(view, np.random.default_rng(1))
    assert action in agent.decision(view.spot).actions
    assert play(NOLIMIT, [agent, build("call", NOLIMIT)], 4, seed=1).hands == 4
