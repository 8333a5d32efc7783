"""The engines that search in hold'em."""

import numpy as np
import pytest

from ai.networks.environment import environment
from ai.nfsp.shipped import load_shipped
from ai.registry import build, engines
from ai.search.answers import answer
from ai.search.grow import Ground, HandSearch, root_of
from ai.search.holdem import HandAgent, HandDecision
from ai.search.methods import METHODS
from engine.cards import parse_cards
from engine.combos import parse_combo
from engine.errors import EngineError
from engine.game import get_game
from engine.lines import spot_of
from engine.match import play
from engine.player import CALL, FOLD, SeatView, raise_to

pytestmark = pytest.mark.slow

NOLIMIT = get_game("holdem-nolimit@100")
OWN = parse_combo("AsQs")
GAMES = ("holdem-limit", "holdem-nolimit@100", "holdem-nolimit", "holdem-nolimit-3")
HOLE = tuple(sorted(parse_cards("AsQs")))


def spot(line="", board="", game=NOLIMIT):
    return spot_of(game, line, parse_cards(board))


def agent_answer(agent, place, control=None):
    return answer(agent.decision(place), agent.effort, control, OWN)


@pytest.mark.parametrize("name", ["holdem-limit", "holdem-nolimit@20", "holdem-nolimit-3"])
@pytest.mark.parametrize("engine", ["uct:simulations=300", "smooth-uct:simulations=300"])
def test_every_game_of_hold_em_is_searched(name, engine):
    game = get_game(name)
    agent = build(engine, game)
    found = play(game, [agent] * game.num_players, 12, seed=1)
    assert found.hands == 12
    again = play(game, [build(engine, game)] * game.num_players, 12, seed=1)
    assert found.payoffs.tolist() == again.payoffs.tolist()


def test_nfsp_uct_plays_hold_em_of_which_networks_are_shipped():
    names = [[engine.name for engine in engines(get_game(game))] for game in GAMES]
    assert ["nfsp-uct" in listed for listed in names] == [True, True, False, True]


def test_one_hand_is_searched_as_in_the_whole_range():
    place = spot("r300c/cr500", "Kh7d2c")
    agent = build("uct:simulations=20", NOLIMIT)
    whole, one = agent.strategy(place), agent_answer(agent, place)
    assert whole.probabilities[OWN].tolist() == one.probabilities[OWN].tolist()
    assert whole.values[OWN].tolist() == one.values[OWN].tolist()
    assert not np.delete(one.probabilities, OWN, axis=0).any()
    agent_answer(agent, spot("r300c/cc/", "Kh7d2c9d"))  # what was asked before does not matter
    assert agent_answer(agent, place).probabilities.tolist() == one.probabilities.tolist()
    view = SeatView(place, place.to_act, HOLE)
    drawn = {agent.act(view, np.random.default_rng(seed)) for seed in range(40)}
    pairs = zip(one.actions, one.probabilities[OWN], strict=True)
    likely = [action for action, part in pairs if part > 0.2]
    assert set(likely) <= drawn <= set(one.actions)
    assert whole.note == "20 simulations for each hand"


def test_searches_find_what_is_clear():
    """Aces go on before the flop, the nuts raise or call, and nothing calls with nothing."""
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
    ground = Ground(trained.environment, trained.networks)
    place = spot("r300c/cc/", "Kh7d2c9d")
    agent = HandAgent("x", ground, METHODS[2], build("nfsp-uct:simulations=1", NOLIMIT).effort)
    values = agent_answer(agent, place).values[OWN]
    networks = build("nfsp", NOLIMIT).strategy(place).values[OWN]
    assert values == pytest.approx(networks, abs=0.05)


def test_bets_that_are_not_on_the_menu_are_answered_from_the_real_pot():
    place = spot("r310c/cr777", "Kh7d2c")
    for name in ("uct:simulations=200", "nfsp-uct:simulations=200"):
        found = agent_answer(build(name, NOLIMIT), place)
        assert found.actions[:2] == (FOLD, CALL)
        for action in found.actions:
            place.after(action)  # the rulebook allows it
        assert found.probabilities[OWN].sum() == pytest.approx(1.0)


def test_bad_input_is_one_sentence():
    with pytest.raises(EngineError, match="GB of memory"):
        build("uct:simulations=10000000", NOLIMIT)
    with pytest.raises(EngineError, match="other rules"):
        build("uct", NOLIMIT).strategy(spot(game=get_game("holdem-limit")))
    with pytest.raises(EngineError, match="nothing to decide"):
        build("uct", NOLIMIT).strategy(spot("r300f"))
    with pytest.raises(EngineError, match="no engine has ranges"):
        build("uct:ranges", get_game("holdem-nolimit-3"))
    ground = Ground(environment(NOLIMIT, dealing=False))
    with pytest.raises(EngineError, match="searches with networks"):
        HandDecision(ground, spot(), METHODS[2])
    search = HandSearch(ground, root_of(ground, spot(), None), OWN, METHODS[0])
    assert search.statistics().tolist() == np.zeros((5, 3)).tolist()  # nothing is known yet
    assert raise_to(200) in HandDecision(ground, spot("c"), METHODS[0]).actions
