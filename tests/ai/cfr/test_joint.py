"""The deals of any number of players, and their games beside OpenSpiel's."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

from ai.cfr.agent import is_small, is_solvable
from ai.cfr.best_response import agent_table, evaluate
from ai.cfr.deals import deals_of
from ai.cfr.joint import joint_deals_of, listed_deals
from ai.registry import build
from engine.errors import GameError
from engine.game import get_game
from engine.player import CALL, FOLD, PublicState, raise_to
from tests.ai.cfr.test_best_response import FOUR, SIDE_POTS, THEIRS
from tests.naive import small_games as naive

# Winnings when all play uniformly, and NashConv; by OpenSpiel 2.0.2.
UNIFORM = [
    ("kuhn-3", (0.234375, -0.046875, -0.1875), 2.0625),
    ("leduc-3", (-0.158613040124, -0.019097222222, 0.177710262346), 12.611221340388),
]


@pytest.mark.parametrize(("name", "values", "nash_conv"), UNIFORM)
@pytest.mark.scorecard("S1")
def test_the_uniform_profile_is_judged_as_by_openspiel(name, values, nash_conv):
    game = get_game(name)
    assert is_solvable(game) and not is_small(game)
    found = evaluate(agent_table(game, build("random", game)))
    assert found.values == pytest.approx(values, abs=1e-9)
    assert found.nash_conv == pytest.approx(nash_conv, abs=1e-9)


def walk_both(state, spot, cards, counts):
    """Go through one deal and board with OpenSpiel's game and ours: the same, move by move."""
    game = spot.game
    if state.is_terminal():
        assert spot.finished
        counts["ends"] += 1
        assert state.returns() == pytest.approx(naive.payoffs(spot, cards, spot.board), abs=1e-12)
        return
    if state.is_chance_node():
        if not spot.board:
            left = [card for card in game.deck if card not in cards]
            assert [game.deck[outcome] for outcome in state.legal_actions()] == left
            board = left[counts["ends"] % len(left)]
            longer = PublicState(game, spot.actions, (board,))
            walk_both(state.child(game.deck.index(board)), longer, cards, counts)
        return
    assert state.current_player() == spot.to_act
    counts["decisions"] += 1
    actions = naive.legal_actions(spot)
    if game.num_rounds == 1:  # Kuhn: pass and bet, where a call is a bet
        ours = actions if spot.legal.fold else [CALL, raise_to(1)]
        theirs = [0, 1]
    else:
        ours = actions
        theirs = [{FOLD: 0, CALL: 1}.get(action, 2) for action in actions]
    assert state.legal_actions() == theirs
    for action, their_action in zip(ours, theirs, strict=True):
        walk_both(state.child(their_action), spot.after(action), cards, counts)


@pytest.mark.parametrize(("name", "decisions", "ends"), [("kuhn-3", 12, 13), ("leduc-3", 489, 631)])
def test_the_rules_are_openspiel_s(name, decisions, ends):
    pyspiel = pytest.importorskip("pyspiel")
    game, theirs = get_game(name), pyspiel.load_game(THEIRS[name])
    every = list(permutations(game.deck, 3))
    for cards in every[:: max(1, len(every) // 8)]:
        state = theirs.new_initial_state()
        for card in cards:
            state.apply_action(game.deck.index(card))
        counts = {"decisions": 0, "ends": 0}
        walk_both(state, PublicState(game, (), ()), cards, counts)
        assert counts == {"decisions": decisions, "ends": ends}


@pytest.mark.parametrize("merge", [True, False])
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_for_two_players_they_are_the_matrices(name, merge):
    game = get_game(name)
    deals, joint = deals_of(game, merge), joint_deals_of(game, merge)
    for street, part in enumerate(joint.streets):
        fold, showdown = np.zeros_like(deals.fold[street]), np.zeros_like(deals.fold[street])
        boards = np.repeat(np.arange(len(part.first) - 1), np.diff(part.first))
        place = boards, part.hands[:, 0], part.hands[:, 1]
        fold[place] = part.weight
        showdown[place] = part.won[3, :, 0] - part.won[3, :, 1]
        assert fold == pytest.approx(deals.fold[street], abs=1e-15)
        assert showdown == pytest.approx(deals.showdown[street], abs=1e-15)


@pytest.mark.parametrize("game", [get_game("leduc-3"), FOUR, SIDE_POTS], ids=lambda g: g.name)
@pytest.mark.parametrize("merge", [True, False])
def test_somebody_wins_every_pot(game, merge):
    joint = listed_deals(game, merge)
    seats = np.arange(game.num_players)
    for part in joint.streets:
        assert part.weight.sum() == pytest.approx(1.0, abs=1e-12)
        for contenders in range(1, 2**game.num_players):
            won = part.won[contenders]
            assert won.sum(axis=1) == pytest.approx(part.weight, abs=1e-15)
            assert not won[:, (contenders >> seats) & 1 == 0].any()


@pytest.mark.parametrize("name", ["kuhn", "kuhn-3"])
def test_dead_chips_are_refused(name):
    game = replace(get_game(name), dead=1)
    assert not is_solvable(game)
    with pytest.raises(GameError, match="dead chips"):
        listed_deals(game, merge_suits=True)
