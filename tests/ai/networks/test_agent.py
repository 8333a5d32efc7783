import numpy as np
import pytest

from ai.networks.agent import NetworkAgent
from ai.networks.hands import public_inputs
from ai.networks.lines import lines, slots_at
from ai.networks.play_modes import PLAYS
from ai.reading.reach import RangeReader
from engine.errors import EngineError
from engine.game import get_game
from engine.player import CALL, FOLD, PublicState, raise_to
from engine.policy import blocked
from tests.naive.learned import float_answers, random_networks

pytestmark = pytest.mark.slow

MENU = "50,100,a/100,a/a;50,100,a/100,a"
NOLIMIT, LIMIT = "holdem-nolimit@20", "holdem-limit"
TRAINED = {
    name: random_networks(name, MENU if name == NOLIMIT else "")
    for name in (LIMIT, NOLIMIT, "holdem-nolimit-6@30")
}
AGENTS = {
    (name, how): NetworkAgent(f"{name}:{how}", trained.environment, trained.networks, how, 0.3)
    for name, trained in TRAINED.items()
    for how in PLAYS
}


def _spot(game, *actions):
    street = PublicState(game, actions, ()).street
    return PublicState(game, actions, (0, 17, 33, 50, 6)[: game.board_sizes[street]])


def _said(trained, row, spot, combo):
    place, seat = trained.environment, spot.to_act
    out = np.zeros(place.max_active, np.uint16)
    count = public_inputs(place.arrays, row, out)
    ids = [*place.card_inputs(spot.board)[combo].tolist(), *out[:count].tolist()]
    slots = [slot for slot, _ in slots_at(place, row)]
    chances, values = float_answers(trained, seat, ids, sum(1 << slot for slot in slots))
    values = values * place.scale + spot.spent(seat)
    return chances, np.where(np.array(slots) == 0, 0.0, values)


@pytest.mark.parametrize("name", TRAINED)
def test_on_the_menu_answers_are_the_networks(name):
    """With values from here on: what they say of the whole hand plus what is in already."""
    trained, agent, best = TRAINED[name], *(AGENTS[name, how] for how in PLAYS[:2])
    game = trained.environment.game
    spot = _spot(game)
    while spot.street < 2:  # the least bet of the menu, and calls
        actions = agent.strategy(spot).actions
        spot = _spot(game, *spot.actions, actions[-2] if spot.max_bet == 0 else CALL)
    spot = _spot(game, *spot.actions, agent.strategy(spot).actions[1])
    answer, other = agent.strategy(spot), best.strategy(spot)
    assert answer.note == "network" and (other.values == answer.values).all()
    ((weight, row),) = lines(trained.environment, spot)
    assert weight == 1.0
    for combo in (5, 700, 1200):  # none of them on the board
        probabilities, values = _said(trained, row, spot, combo)
        assert np.abs(answer.probabilities[combo] - probabilities).max() < 1e-4
        assert np.abs(answer.values[combo] - values).max() < 1e-4 * trained.environment.scale
    free = ~blocked(game, spot.board)
    assert (other.probabilities[free].argmax(axis=1) == answer.values[free].argmax(axis=1)).all()


@pytest.mark.parametrize("how", PLAYS)
def test_an_answer_off_the_menu_is_the_mixture_by_weight_and_own_reach(how):
    """Written out for a few combos: the button raised off the menu and faces a bet on the flop."""
    trained, agent = TRAINED[NOLIMIT], AGENTS[NOLIMIT, how]
    place = trained.environment
    small, off, large = raise_to(200), raise_to(250), raise_to(300)
    opening = _spot(place.game)
    first = agent.strategy(opening)
    menu, taken = first.actions, dict(agent.taken_for(opening, off, first))
    assert off not in menu and set(taken) == {small, large}
    # Pseudo-harmonic, in parts of the pot after calling: 0.5, 0.75 and 1 of 200.
    assert taken[small] == pytest.approx((1 - 0.75) * 1.5 / (0.5 * 1.75))
    assert taken[large] == pytest.approx(1 - taken[small])
    assert agent.taken_for(opening, CALL, first) == ()
    spot = _spot(place.game, off, CALL, raise_to(500))
    answer = agent.strategy(spot)
    assert answer.note == "translated" and spot.to_act == opening.to_act
    modes = {"average": (1.0, 0.0), "best": (0.0, 1.0), "mixed": (0.7, 0.3)}[how]
    ((_, start),) = lines(place, opening)
    for combo in (5, 700, 1200):
        whole, expected, worth = 0.0, np.zeros(len(answer.actions)), np.zeros(len(answer.actions))
        likely, chips = _said(trained, start, opening, combo)
        for weight, row in lines(place, spot):
            opened = menu.index(large if abs(weight - taken[large]) < 1e-12 else small)
            probabilities, values = _said(trained, row, spot, combo)
            for mode, share in enumerate(modes):
                greedy = (values == values.max()).astype(float)
                reach = [likely[opened], float(chips.argmax() == opened)][mode]
                count = weight * share * reach
                whole += count
                expected += count * [probabilities, greedy][mode]
                worth += count * values
        if whole:  # else no line brings it here: any answer will do
            assert np.abs(answer.probabilities[combo] - expected / whole).max() < 1e-3
            assert np.abs(answer.values[combo] - worth / whole).max() < 1e-3 * place.scale
    reach = RangeReader(agent).reach(spot).weights[spot.to_act]
    raised = sum(
        share * first.probabilities[:, menu.index(action)] for action, share in taken.items()
    )
    assert np.abs((reach - raised)[(~blocked(place.game, spot.board))]).max() < 1e-12


def test_other_rules_and_final_states_are_reported():
    agent, game = AGENTS[NOLIMIT, "average"], TRAINED[NOLIMIT].environment.game
    for spot, words in (
        (PublicState(get_game("holdem-nolimit@50"), (), ()), "was made for rules other than"),
        (PublicState(game, (FOLD,), ()), "no answer where the betting is over"),
    ):
        with pytest.raises(EngineError, match=words):
            agent.strategy(spot)
