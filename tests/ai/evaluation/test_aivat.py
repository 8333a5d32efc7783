from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from ai.agents.base import RangeAgent
from ai.agents.entry import AIVAT
from ai.evaluation.aivat import Rival, aivat
from ai.evaluation.enumeration import list_hands
from ai.evaluation.estimators import MAPS, by_map
from ai.evaluation.exact_values import Continued
from ai.evaluation.heuristics import StreetValue
from ai.evaluation.match_aivat import Aivat
from ai.evaluation.match_estimates import RAW, Verdicts
from ai.reading.line import BettingNode, PlayerLine
from ai.reading.reach import RangeReader
from ai.registry import build
from ai.values.payoffs import Chips
from engine.combos import combo_index
from engine.errors import EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.player import CALL, PublicState, raise_to
from engine.policy import blocked, strategy_at
from engine.tree import DECISION


def moments(game, behaviour, target, rival, estimator, seat):
    return list_hands(game, behaviour, target, rival, {"": estimator}, seat).moments("")


def possible(spot, other):
    return ~blocked(spot.game, (*spot.board, *other))


pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
HOLDEM = get_game("holdem-nolimit@100")


class Guess(Continued):
    """A value function: the higher card wins the pot, plus a small term for each action."""

    def of(self, spot, seat, other):
        return np.sign(np.array(spot.game.deck) - other[0]) * spot.pot + 0.1 * len(spot.actions)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game", [KUHN, pytest.param(LEDUC, marks=pytest.mark.nightly)])
def test_no_variance_is_left_with_both_known_and_a_wrong_value_function_has_no_bias(game, seat):
    own, rival = (RangeReader(build(name, game)) for name in ("cfr", "nfsp"))

    def known_both(heuristic):
        def one(line, plays, judged, other):
            plays_on = PlayerLine.of(line.spot, 1 - seat).played(rival)
            against = {1 - seat: Rival(combo_index(other, game.deck), plays_on)}
            return np.full_like(plays.reach[-1], aivat(line, plays, heuristic, other, against))

        return moments(game, own, own, rival, one, seat)

    plain = moments(game, own, own, rival, partial(by_map, MAPS[0], Chips()), seat)
    found, wrong = (known_both(kind(game, own, rival)) for kind in (Continued, Guess))
    assert abs(found.bias) <= 1e-12 and abs(wrong.bias) <= 1e-12
    assert found.variance <= 1e-12 < 0.01 * plain.variance and wrong.variance > 1e-3


@pytest.mark.parametrize("game", [KUHN, LEDUC])
def test_seat_luck_is_removed_too(game):
    agent = build("cfr", game)
    found = Verdicts(game, False, Aivat(game, [agent, agent], (0, 1)))
    Match(game, [agent, agent], 2).run(60, JobControl(), found.add, 60)
    corrected = found.reading(AIVAT)
    assert corrected.sd <= 1e-9 < 1000.0 < found.reading(RAW).sd
    assert corrected.interval.mean == pytest.approx(0.0, abs=1e-9)


def spot_of(board, *line):
    return PublicState(HOLDEM, line, board, PublicState(HOLDEM, line, ()).betting)


def only(combo):
    return np.eye(1, 1326, combo)[0]


def test_a_place_is_worth_what_the_next_card_makes_of_it():
    value, line = StreetValue(HOLDEM, None), (raise_to(300), *[CALL] * 5)
    turn, other, own = (0, 5, 22, 35), (40, 49), (44, 45)
    weights = only(combo_index(own))
    before = value.dealt(spot_of(turn, *line), 0, other, weights)[1]
    rivers = [card for card in range(52) if card not in (*turn, *other, *own)]
    after = [value.dealt(spot_of((*turn, card), *line), 0, other, weights)[1] for card in rivers]
    assert np.mean(after) == pytest.approx(before, abs=1e-9)
    assert np.std(after) > 10


def test_the_rest_of_a_street_is_played_by_the_tables():
    table = build("cfr", HOLDEM).table()
    tree, board, other = table.tree, (0, 5, 22), (40, 49)
    value, line = StreetValue(HOLDEM, (table, table)), (tree.actions_at(0)[2], CALL)
    held = np.flatnonzero(possible(spot_of(board), other))[[5, 400, 900]].tolist()
    root, spot = tree.find(line), spot_of(board, *line)
    weights = only(held[0]) + 2 * only(held[1]) + 0.5 * only(held[2])

    def worth(node, spot, combo, seat):
        if tree.kind[node] != DECISION or tree.street[node] != tree.street[root]:
            return value.dealt(spot, seat, other, only(combo))[1]
        answer = strategy_at(table, node, board)
        row = answer.probabilities[combo if tree.actor[node] == seat else combo_index(other)]
        first = int(tree.first_child[node])
        return sum(
            chance * worth(first + place, spot.after(action), combo, seat)
            for place, (action, chance) in enumerate(zip(answer.actions, row, strict=True))
            if chance > 0
        )

    here, actions = BettingNode(spot_of((), *line)), tree.actions_at(root)
    ranges = np.outer(range(1, len(actions) + 1), weights)
    for seat in (0, 1):
        found = value.decided(here, actions, range(len(actions)), board, seat, other, ranges)
        for place, (action, (whole, mean)) in enumerate(zip(actions, found, strict=True)):
            after, node = spot.after(action), int(tree.first_child[root]) + place
            each = [worth(node, after, combo, seat) for combo in held]
            assert whole == 3.5 * (place + 1)
            # Lines with little reach are left out.
            assert mean == pytest.approx(np.average(each, weights=(1, 2, 0.5)), abs=1.0)
        one = value.decided(here, actions, [1], board, seat, other, ranges[:1])
        assert one == [(3.5, found[1][1])]


class Swapped(RangeAgent):
    """States another class's row for each class."""

    name = "swapped"

    def __init__(self, agent):
        self.agent = agent

    def strategy(self, spot, control=None):
        answer = self.agent.strategy(spot)
        rows = answer.probabilities[::-1] * 0.98 + 0.02 / len(answer.actions)
        return replace(answer, probabilities=rows)


@pytest.mark.parametrize("game", [KUHN, pytest.param(HOLDEM, marks=pytest.mark.nightly)])
def test_a_against_itself_is_even_unless_its_rows_are_others(game):
    agent, readings = build("cfr", game), []
    for known in (agent, Swapped(agent)):
        found = Verdicts(game, False, Aivat(game, [known, known], (0,)))
        hands = 4000 if game is KUHN else 1500
        Match(game, [agent, agent], 7).run(hands, JobControl(), found.add, 500)
        readings.append(found.reading(AIVAT))
    true, false = readings
    assert abs(true.interval.mean) <= 1.5 * true.interval.half_width
    # In equilibrium a player mixes only actions of equal value.
    assert true.sd > 0.0 or game is KUHN
    assert abs(false.interval.mean) > 2 * false.interval.half_width


def test_luck_is_removed_in_holdem_and_unknown_engines_are_named():
    learner, agent = (build(name, HOLDEM) for name in ("opponent-model", "cfr"))
    with pytest.raises(EngineError, match="learns while it plays"):
        Aivat(HOLDEM, [learner, agent], (0, 1))
    assert Aivat(HOLDEM, [learner, agent], (1,)).known == (1,)
    found = Verdicts(HOLDEM, True, Aivat(HOLDEM, [agent, agent], (0, 1)))
    Match(HOLDEM, [agent, agent], 3, True).run(200, JobControl(), found.add)
    assert found.reading(AIVAT).cut(found.reading(RAW)) > 0.5
    assert found.reading(AIVAT).units == 100
