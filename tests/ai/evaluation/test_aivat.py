"""AIVAT where both strategies are known, and its value functions at hold'em."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from ai.base import RangeAgent
from ai.entry import AIVAT
from ai.evaluation.aivat import Rival, aivat
from ai.evaluation.continued import Continued
from ai.evaluation.corrected import Aivat
from ai.evaluation.enumeration import Moments, moments
from ai.evaluation.estimators import MAPS, by_map
from ai.evaluation.events import Place
from ai.evaluation.heuristics import StreetValue
from ai.evaluation.line import Line, possible
from ai.evaluation.values import Chips
from ai.evaluation.verdicts import RAW, Verdicts
from ai.reach import RangeReader
from ai.registry import build
from engine.agent import Agent
from engine.combos import combo_index
from engine.errors import EngineError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.player import CALL, Action, PublicState, Strategy, raise_to
from engine.policy import strategy_at
from engine.tree import DECISION

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
HOLDEM = get_game("holdem-nolimit@100")


class Guess(Continued):
    """A value function: the higher card has the pot, and a bit for every action."""

    def of(self, spot: PublicState, seat: int, other: tuple[int, ...]) -> Any:
        ahead = np.sign(np.array(spot.game.deck) - other[0])
        return ahead * spot.pot + 0.1 * len(spot.actions)


def known_both(game: Game, own: Any, rival: Any, heuristic: Any, seat: int) -> Moments:
    def one(line: Any, plays: Any, judged: Any, other: Any) -> Any:
        plays_on = Line.of(line.spot, 1 - seat).played(rival)
        against = {1 - seat: Rival(combo_index(other, game.deck), plays_on)}
        return np.full_like(plays.reach[-1], aivat(line, plays, heuristic, other, against))

    return moments(game, own, own, rival, one, seat)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game", [KUHN, pytest.param(LEDUC, marks=pytest.mark.nightly)])
def test_nothing_is_left_with_both_known_and_a_wrong_value_has_no_bias(game, seat):
    own, rival = (RangeReader(build(name, game)) for name in ("cfr", "nfsp"))
    plain = moments(game, own, own, rival, partial(by_map, MAPS[0], Chips()), seat)
    found = known_both(game, own, rival, Continued(game, own, rival), seat)
    assert abs(found.bias) <= 1e-12
    assert found.variance <= 1e-12 < 0.01 * plain.variance
    found = known_both(game, own, rival, Guess(game, own, rival), seat)
    assert abs(found.bias) <= 1e-12 and found.variance > 1e-3


@pytest.mark.parametrize("game", [KUHN, LEDUC])
def test_the_seat_is_luck_too(game: Game) -> None:
    agent = build("cfr", game)
    found = Verdicts(game, False, Aivat(game, [agent, agent], (0, 1)))
    Match(game, [agent, agent], 2).run(60, JobControl(), found.add, 60)
    corrected = found.reading(AIVAT)
    assert found.reading(RAW).sd > 1000.0
    assert corrected.sd <= 1e-9
    assert corrected.interval.mean == pytest.approx(0.0, abs=1e-9)


def spot_of(board: tuple[int, ...], *line: Action) -> PublicState:
    spot = PublicState(HOLDEM, line, ())
    return PublicState(HOLDEM, line, board, spot.betting)


def only(combo: int) -> np.ndarray:
    return np.eye(1, 1326, combo)[0]


def test_a_place_is_worth_what_the_next_card_makes_of_it() -> None:
    value = StreetValue(HOLDEM, None)
    line = (raise_to(300), CALL, CALL, CALL, CALL, CALL)
    turn, other, own = (0, 5, 22, 35), (40, 49), (44, 45)
    weights = only(combo_index(own))
    before = value.dealt(spot_of(turn, *line), 0, other, weights)[1]
    rivers = [card for card in range(52) if card not in (*turn, *other, *own)]
    after = [value.dealt(spot_of((*turn, card), *line), 0, other, weights)[1] for card in rivers]
    assert np.mean(after) == pytest.approx(before, abs=1e-9)
    assert np.std(after) > 10


def test_the_rest_of_a_street_is_played_by_the_tables() -> None:
    table = build("cfr", HOLDEM).table()
    assert table is not None
    tree, board, other = table.tree, (0, 5, 22), (40, 49)
    value = StreetValue(HOLDEM, (table, table))
    held = np.flatnonzero(possible(spot_of(board), other))[[5, 400, 900]].tolist()
    line = (tree.actions_at(0)[2], CALL)
    root = tree.find(line)
    weights = only(held[0]) + 2 * only(held[1]) + 0.5 * only(held[2])

    def worth(node: int, spot: PublicState, combo: int, seat: int) -> float:
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

    spot = spot_of(board, *line)
    here = Place(spot_of((), *line))
    actions = tree.actions_at(root)
    ranges = np.outer(range(1, len(actions) + 1), weights)
    for seat in (0, 1):
        found = value.decided(here, actions, range(len(actions)), board, seat, other, ranges)
        for place, action in enumerate(actions):
            after, node = spot.after(action), int(tree.first_child[root]) + place
            each = [worth(node, after, combo, seat) for combo in held]
            whole, mean = found[place]
            assert whole == 3.5 * (place + 1)
            # Lines that hardly any of the range takes are left out.
            assert mean == pytest.approx(np.average(each, weights=(1, 2, 0.5)), abs=1.0)
        one = value.decided(here, actions, [1], board, seat, other, ranges[:1])
        assert one == [(3.5, found[1][1])]


class Swapped(RangeAgent):
    """Says of each class that it plays like another: not what is played."""

    name = "swapped"

    def __init__(self, agent: Agent) -> None:
        self._agent = agent

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        answer = self._agent.strategy(spot)
        rows = answer.probabilities[::-1] * 0.98 + 0.02 / len(answer.actions)
        return replace(answer, probabilities=rows)


def verdicts_of(game: Game, agents: list[Agent], known: list[Agent], hands: int) -> Verdicts:
    found = Verdicts(game, False, Aivat(game, known, (0,)))
    Match(game, agents, 7).run(hands, JobControl(), found.add, 500)
    return found


@pytest.mark.parametrize("game", [KUHN, pytest.param(HOLDEM, marks=pytest.mark.nightly)])
def test_a_against_itself_is_even_unless_its_rows_are_others(game: Game) -> None:
    hands = 4000 if game is KUHN else 1500
    agent = build("cfr", game)
    true = verdicts_of(game, [agent, agent], [agent, agent], hands).reading(AIVAT)
    assert abs(true.interval.mean) <= 1.5 * true.interval.half_width
    # In equilibrium a rival of Kuhn does at random only what is worth the same to it.
    assert true.sd > 0.0 or game is KUHN
    other = Swapped(agent)
    false = verdicts_of(game, [agent, agent], [other, other], hands).reading(AIVAT)
    assert abs(false.interval.mean) > 2 * false.interval.half_width


def test_luck_goes_out_at_holdem() -> None:
    agent = build("cfr", HOLDEM)
    found = Verdicts(HOLDEM, True, Aivat(HOLDEM, [agent, agent], (0, 1)))
    Match(HOLDEM, [agent, agent], 3, True).run(200, JobControl(), found.add)
    assert found.reading(AIVAT).cut(found.reading(RAW)) > 0.5
    assert found.reading(AIVAT).units == 100


def test_a_game_or_an_engine_that_does_not_fit_is_named() -> None:
    agents = [build(name, HOLDEM) for name in ("opponent-model", "cfr")]
    with pytest.raises(EngineError, match="learns while it plays"):
        Aivat(HOLDEM, agents, (0, 1))
    assert Aivat(HOLDEM, agents, (1,)).known == (1,)
