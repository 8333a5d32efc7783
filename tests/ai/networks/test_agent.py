import numpy as np
import pytest

from ai.agents.baselines import RandomAgent
from ai.cfr.best_response import expected_value
from ai.networks.agent import NetworkAgent
from ai.networks.hands import public_inputs
from ai.networks.lines import lines, slots_at
from ai.networks.parameters import PLAYS
from ai.networks.table import network_table
from ai.reading.reach import RangeReader
from engine.errors import EngineError, GameError
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.match_chunk import joined
from engine.player import CALL, FOLD, PublicState, raise_to
from engine.policy import blocked, policy_table, row_at
from tests.ai.test_engine_contract import hands_of
from tests.naive.learned import every_decision, float_answers, full_deck, random_networks

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
def test_on_menu_answers_match_the_networks(name):
    """With values from the current node: the networks' whole-hand values plus chips already in."""
    trained, agent, best = TRAINED[name], *(AGENTS[name, how] for how in PLAYS[:2])
    game = trained.environment.game
    spot = _spot(game)
    while spot.street < 2:  # the menu's smallest bet, and calls
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
def test_off_menu_answer_mixes_by_weight_and_own_reach(how):
    """By hand for a few combos: the button raised off the menu and faces a flop bet."""
    trained, agent = TRAINED[NOLIMIT], AGENTS[NOLIMIT, how]
    place = trained.environment
    small, off, large = raise_to(200), raise_to(250), raise_to(300)
    opening = _spot(place.game)
    first = agent.strategy(opening)
    menu, taken = first.actions, dict(agent.taken_for(opening, off, first))
    assert off not in menu and set(taken) == {small, large}
    # Pseudo-harmonic, in fractions of the pot after calling: 0.5, 0.75 and 1 of 200.
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
        if whole:  # otherwise no line reaches it: any answer will do
            assert np.abs(answer.probabilities[combo] - expected / whole).max() < 1e-3
            assert np.abs(answer.values[combo] - worth / whole).max() < 1e-3 * place.scale
    reach = RangeReader(agent).reach(spot).weights[spot.to_act]
    raised = sum(
        share * first.probabilities[:, menu.index(action)] for action, share in taken.items()
    )
    assert np.abs((reach - raised)[(~blocked(place.game, spot.board))]).max() < 1e-12


def test_foreign_rules_and_terminal_states_are_rejected():
    agent, game = AGENTS[NOLIMIT, "average"], TRAINED[NOLIMIT].environment.game
    for spot, words in (
        (PublicState(get_game("holdem-nolimit@50"), (), ()), "was made for rules other than"),
        (PublicState(game, (FOLD,), ()), "no answer where the betting is over"),
    ):
        with pytest.raises(EngineError, match=words):
            agent.strategy(spot)


SMALL = {name: random_networks(name) for name in ("kuhn", "leduc", "kuhn-3")}


def table_of(name, play, *eta):
    return network_table(SMALL[name].environment, SMALL[name].networks, play, *eta)


@pytest.mark.parametrize("game", SMALL)
def test_every_table_row_matches_the_networks(game):
    trained, average, best = SMALL[game], table_of(game, "average"), table_of(game, "best")
    count = 0
    for node, board, combo, ids, mask in every_decision(trained.environment):
        seat = int(average.tree.actor[node])
        expected, values = float_answers(trained, seat, ids, mask)
        assert np.abs(row_at(average, node, board, combo) - expected).max() < 1e-5
        found = row_at(best, node, board, combo)
        if mask & 1:  # the cost of a fold is known
            values[0] = -float(average.tree.spent[node, seat]) / trained.environment.scale
        apart = np.sort(values)
        if apart[-1] - apart[-2] > 1e-5:
            assert found.tolist() == (values == values.max()).astype(float).tolist()
        assert sorted(found.tolist()) == [0.0] * (len(found) - 1) + [1.0]
        count += 1
    assert count == {"kuhn": 12, "leduc": 6 * 6 + 30 * 6 * 5, "kuhn-3": 48}[game]


@pytest.mark.parametrize("game", SMALL)
@pytest.mark.parametrize("eta", [0.1, 0.6])
def test_mixture_payoff_is_the_mean_of_its_parts(game, eta):
    """One strategy is drawn before each hand, so the value is the weighted mean of its parts."""
    rules, parts = get_game(game), [table_of(game, play, eta) for play in PLAYS]
    others = rules.num_players - 1
    for rival in (policy_table(rules, RandomAgent(rules).strategy), *parts[:2]):
        for at in range(rules.num_players):
            won = [expected_value(*[rival] * at, part, *[rival] * (others - at)) for part in parts]
            assert won[2] == pytest.approx((1 - eta) * won[0] + eta * won[1], abs=1e-12)
    for all_or_nothing, part in ((0.0, parts[0]), (1.0, parts[1])):
        assert (table_of(game, "mixed", all_or_nothing).probabilities == part.probabilities).all()


def test_impossible_requests_are_rejected():
    many = random_networks(full_deck())
    with pytest.raises(EngineError, match="played as average, best, mixed, not 'worst'"):
        table_of("kuhn", "worst")
    with pytest.raises(EngineError, match="eta must be from 0 to 1"):
        table_of("kuhn", "mixed", 1.5)
    with pytest.raises(GameError, match="too many cards and boards"):
        network_table(many.environment, many.networks)


HOLDEM = ("holdem-limit", "holdem-nolimit@20", "holdem-nolimit-3@20", "holdem-nolimit-6@30")


def seated(name, hidden=(32,)):
    trained = (random_networks(name, hidden=hidden, seed=seed) for seed in (1, 50))
    made = [NetworkAgent("nfsp", each.environment, each.networks) for each in trained]
    return [made[seat % 2] for seat in range(get_game(name).num_players)]


@pytest.mark.parametrize("name", HOLDEM)
def test_batched_hands_match_decision_by_decision_play(name):
    batch, single = (Match(get_game(name), seated(name), 3, True) for _ in range(2))
    chunks = []
    batch.run(60, JobControl(), chunks.append)
    found = joined(chunks)
    lines = [found.lines[line] for line in found.line_of]
    arrays = [array.tolist() for array in (found.dealt, found.payoffs, found.positions)]
    assert (*arrays, lines) == hands_of(single, ["live"] * 60)


def test_mixed_play_modes_and_network_sizes_cannot_be_batched():
    name = "holdem-nolimit-3@20"
    game, (first, second, third) = get_game(name), seated(name)
    best = NetworkAgent("best", first.environment, random_networks(name).networks, "best")
    large = seated(name, hidden=(64,))[1]
    assert first.match(game, [first, second, third], 1, 3) is not None
    for other in (best, large, RandomAgent(game)):
        assert first.match(game, [first, other, third], 1, 3) is None
