"""Answers of trained networks: small games, hold'em on and off the menu, three and more seats."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from ai.cfr.best_response import agent_table
from ai.networks.agent import NetworkAgent
from ai.networks.hands import public_inputs
from ai.networks.lines import Row, lines, slots_at
from ai.networks.plays import PLAYS
from ai.networks.record import Trained
from ai.reach import RangeReader
from engine.combos import combo_cards, num_combos
from engine.errors import EngineError
from engine.game import Game, get_game
from engine.match import play
from engine.player import (
    CALL,
    FOLD,
    Action,
    PublicState,
    SeatView,
    Strategy,
    raise_to,
    verify,
)
from engine.policy import blocked
from tests.naive import networks as naive
from tests.naive.learned import random_networks

BOARD = (0, 17, 33, 50, 6)
MENU = "50,100,a/100,a/a;50,100,a/100,a"
NOLIMIT, LIMIT = "holdem-nolimit@20", "holdem-limit"
TRAINED: dict[str, Trained] = {
    "leduc": random_networks("leduc"),
    "leduc-3": random_networks("leduc-3"),
    LIMIT: random_networks(LIMIT),
    NOLIMIT: random_networks(NOLIMIT, MENU),
    "holdem-nolimit-3@20": random_networks("holdem-nolimit-3@20"),
    "holdem-nolimit-6@30": random_networks("holdem-nolimit-6@30"),
}
AGENTS = {
    (name, how): NetworkAgent(f"{name}:{how}", trained.environment, trained.networks, how, 0.3)
    for name, trained in TRAINED.items()
    for how in PLAYS
}


def _spot(game: Game, *actions: Action) -> PublicState:
    """A spot on a board of the game's own cards."""
    street = PublicState(game, actions, ()).street
    board = BOARD if len(game.deck) == 52 else game.deck[5:6]
    return PublicState(game, actions, tuple(board[: game.board_sizes[street]]))


def _random_line(game: Game, data: st.DataObject, length: int) -> PublicState:
    """Return a decision after random actions of any size, often the least or all-in."""
    spot = _spot(game)
    for _ in range(length):
        legal = spot.legal
        choices = [CALL, *([FOLD] if legal.fold and game.num_players > 2 else [])]
        if legal.max_raise:
            amounts = st.sampled_from((legal.min_raise, legal.max_raise))
            amounts |= st.integers(legal.min_raise, legal.max_raise)
            small = min(legal.max_raise, 3 * legal.min_raise)
            amounts |= st.integers(legal.min_raise, small)
            choices += [raise_to(data.draw(amounts))] * 2
        after = spot.after(data.draw(st.sampled_from(choices)))
        if after.finished:
            break
        spot = _spot(game, *after.actions)
    return spot


def _check(spot: PublicState, answer: Strategy) -> None:
    """Only legal actions, each once, and rows that sum to 1 where the board leaves the combo."""
    game = spot.game
    assert len(set(answer.actions)) == len(answer.actions)
    for action in answer.actions:
        verify(spot.legal, spot.betting, action)
    assert list(answer.actions) == sorted(answer.actions, key=lambda a: (a.kind, a.raise_to))
    shape = (num_combos(len(game.deck), game.num_hole), len(answer.actions))
    assert answer.probabilities.shape == shape
    assert (answer.probabilities >= 0).all()
    free = ~blocked(game, spot.board)
    sums = answer.probabilities.sum(axis=1)
    assert np.abs(sums[free] - 1.0).max() < 1e-12
    assert (sums[~free] == 0.0).all()
    assert answer.values is not None
    assert answer.values.shape == shape
    assert np.isfinite(answer.values).all()
    assert (answer.values[~free] == 0.0).all()
    if answer.actions[0] == FOLD:
        assert (answer.values[:, 0] == 0.0).all()


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(sorted(TRAINED)), st.sampled_from(PLAYS), st.data())
def test_every_legal_line_has_an_answer_and_each_row_alone_its_bits(
    name: str, how: str, data: st.DataObject
) -> None:
    game, agent = TRAINED[name].environment.game, AGENTS[name, how]
    spot = _random_line(game, data, data.draw(st.integers(0, 10)))
    answer = agent.strategy(spot)
    _check(spot, answer)
    again = NetworkAgent("fresh", agent.environment, TRAINED[name].networks, how, 0.3).strategy(
        spot
    )
    assert (again.probabilities == answer.probabilities).all()  # whatever was asked before
    holes = combo_cards(game.deck, game.num_hole)
    for combo in data.draw(st.lists(st.integers(0, len(holes) - 1), min_size=2, max_size=2)):
        hole = tuple(holes[combo].tolist())
        if set(hole) & set(spot.board):
            continue
        view = SeatView(spot, spot.to_act, hole)
        row = agent.row(view)
        assert row.actions == answer.actions
        assert (row.probabilities[0] == answer.probabilities[combo]).all()
        action = agent.act(view, np.random.default_rng(1))
        assert answer.probabilities[combo, answer.actions.index(action)] > 0


@pytest.mark.parametrize("how", PLAYS)
def test_small_games_have_the_same_strategy_as_a_table(how: str) -> None:
    agent = AGENTS["leduc", how]
    table = agent.table()
    assert table is not None
    asked = agent_table(get_game("leduc"), agent)  # spot by spot, combo by combo
    for street, rows in enumerate(table.rows.row_of):
        for node in np.flatnonzero((asked.tree.kind == 0) & (asked.tree.street == street)).tolist():
            one, two = (
                each.probabilities[each.offsets[node] :]
                .reshape(-1)[: each.rows.num_rows[street] * int(each.tree.num_actions[node])]
                .reshape(each.rows.num_rows[street], -1)
                for each in (table, asked)
            )
            other = asked.rows.row_of[street]
            free = other >= 0
            assert np.abs(one[rows[free]] - two[other[free]]).max() < 1e-15
    assert AGENTS[NOLIMIT, how].table() is None


def _said(
    trained: Trained, row: Row, spot: PublicState, combo: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Probabilities, and chips from here on, of one combo on one line, in float64."""
    place, seat = trained.environment, spot.to_act
    out = np.zeros(place.max_active, np.uint16)
    count = public_inputs(place.arrays, row, out)
    ids = [*place.card_inputs(spot.board)[combo].tolist(), *out[:count].tolist()]
    slots = [slot for slot, _ in slots_at(place, row)]
    found = []
    for each in trained.networks:
        ones = naive.dense(each[seat].sizes[0], [ids])
        found.append(naive.outputs(each[seat].sizes, each[seat].weights, ones))
    values = found[1][0, slots] * place.scale + spot.spent(seat)
    if slots[0] == 0:
        values[0] = 0.0
    return naive.softmax(found[0], [sum(1 << slot for slot in slots)])[0, slots], values


@pytest.mark.parametrize("name", [LIMIT, NOLIMIT, "holdem-nolimit-6@30"])
def test_on_the_menu_answers_are_the_networks(name: str) -> None:
    """With values from here on: what they say of the whole hand plus what is in already."""
    trained, agent, best = TRAINED[name], *(AGENTS[name, how] for how in PLAYS[:2])
    game = trained.environment.game
    spot = _spot(game)
    while spot.street < 2:  # the least bet of the menu, and calls
        actions = agent.strategy(spot).actions
        spot = _spot(game, *spot.actions, actions[-2] if spot.max_bet == 0 else CALL)
    spot = _spot(game, *spot.actions, agent.strategy(spot).actions[1])
    answer, other = agent.strategy(spot), best.strategy(spot)
    assert answer.note == "network"
    assert answer.values is not None
    assert other.values is not None
    assert (other.values == answer.values).all()
    ((weight, row),) = lines(trained.environment, spot)
    assert weight == 1.0
    for combo in (5, 700, 1200):  # none of them on the board
        probabilities, values = _said(trained, row, spot, combo)
        assert np.abs(answer.probabilities[combo] - probabilities).max() < 1e-4
        assert np.abs(answer.values[combo] - values).max() < 1e-4 * trained.environment.scale
    free = ~blocked(game, spot.board)
    assert (other.probabilities[free].argmax(axis=1) == answer.values[free].argmax(axis=1)).all()


@pytest.mark.parametrize("how", PLAYS)
def test_an_answer_off_the_menu_is_the_mixture_by_weight_and_own_reach(how: str) -> None:
    """Written out for a few combos: the button raised off the menu and faces a bet on the flop."""
    trained, agent = TRAINED[NOLIMIT], AGENTS[NOLIMIT, how]
    place = trained.environment
    small, off, large = raise_to(200), raise_to(250), raise_to(300)
    opening = _spot(place.game)
    first = agent.strategy(opening)
    menu = first.actions
    assert {small, large} <= set(menu)
    assert off not in menu
    taken = dict(agent.taken_for(opening, off, first))
    assert set(taken) == {small, large}
    # Pseudo-harmonic, in parts of the pot after calling: 0.5, 0.75 and 1 of 200.
    assert taken[small] == pytest.approx((1 - 0.75) * 1.5 / (0.5 * 1.75))
    assert taken[large] == pytest.approx(1 - taken[small])
    assert agent.taken_for(opening, CALL, first) == ()
    spot = _spot(place.game, off, CALL, raise_to(500))
    assert spot.to_act == opening.to_act
    answer = agent.strategy(spot)
    assert answer.note == "translated"
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
        if whole == 0.0:
            continue  # no line brings it here: any answer will do
        assert np.abs(answer.probabilities[combo] - expected / whole).max() < 1e-3
        assert answer.values is not None
        assert np.abs(answer.values[combo] - worth / whole).max() < 1e-3 * place.scale
    reach = RangeReader(agent).reach(spot).weights[spot.to_act]
    before = agent.strategy(opening).probabilities
    raised = sum(share * before[:, menu.index(action)] for action, share in taken.items())
    free = ~blocked(place.game, spot.board)
    assert np.abs(reach[free] - np.asarray(raised)[free]).max() < 1e-12


def test_other_rules_and_ends_are_said() -> None:
    agent = AGENTS[NOLIMIT, "average"]
    other = PublicState(get_game("holdem-nolimit@50"), (), ())
    with pytest.raises(EngineError, match="was made for other rules than"):
        agent.strategy(other)
    ended = PublicState(TRAINED[NOLIMIT].environment.game, (FOLD,), ())
    with pytest.raises(EngineError, match="no answer where the betting is over"):
        agent.strategy(ended)
    with pytest.raises(EngineError, match="learns nothing"):
        agent.load_state({"x": 1})


@pytest.mark.parametrize(
    ("name", "hands"), [("leduc-3", 60), ("holdem-nolimit-3@20", 20), ("holdem-nolimit-6@30", 10)]
)
def test_three_and_more_play_matches(name: str, hands: int) -> None:
    game = TRAINED[name].environment.game
    agents = [AGENTS[name, PLAYS[seat % 3]] for seat in range(game.num_players)]
    result = play(game, agents, hands, seed=1)
    assert result.hands == hands
    again = play(game, agents, hands, seed=1)
    assert result.chips() == again.chips()
