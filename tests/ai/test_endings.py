"""EVs after calls that end the betting: the part of each pot that the hand wins, less the price."""

from __future__ import annotations

import numpy as np
import pytest

from ai.equities import live_equities
from ai.evs import full_worth, prompt_worth, valued
from ai.reach import RangeReader, visible
from ai.registry import build
from ai.worth import EXACT, STATED, Worth
from engine.game import Game, get_game
from engine.lines import parse_line
from engine.player import CALL, ActionKind, PublicState, Strategy
from engine.policy import blocked
from engine.pots import pots_of
from engine.shown import parse_shown

SIX = get_game("holdem-nolimit-6").with_stacks((3_000, 20_000, 5_000, 20_000, 20_000, 20_000))
THREE = get_game("holdem-nolimit-3@100")
UNEVEN = get_game("holdem-nolimit-3").with_stacks((10_000, 4_000, 10_000))
DEEP = get_game("holdem-nolimit@100")


def at(game: Game, line: str, board: str = "") -> PublicState:
    return PublicState(game, parse_line(game, line), tuple(parse_shown(game, board)))


def counted(name: str, spot: PublicState) -> tuple[Strategy, Worth, np.ndarray]:
    """Return the answer with its EVs, their source, and the ranges."""
    reader = RangeReader(build(name, spot.game))
    answers, ranges = [reader.answer(spot)], visible([reader.reach(spot)])
    worth = full_worth(reader, [spot], ranges, answers)
    assert worth is not None
    return valued(answers, worth)[0], worth, ranges[0]


def of_pots(spot: PublicState, ranges: np.ndarray) -> np.ndarray:
    """Return what each hand wins of each pot after a call, less the price."""
    end, seats, me = spot.after(CALL), range(spot.game.num_players), spot.to_act
    spent = [end.spent(seat) for seat in seats]
    pots = pots_of(spot.game, spent, [end.folded(seat) for seat in seats])
    won = sum(pot.amount * live_equities(spot, ranges, None, pot.seats)[me] for pot in pots)
    return np.asarray(won - spot.legal.call)


pytestmark = pytest.mark.slow
ENDS = [
    ("equity", THREE, "r10000c", ""),
    ("nfsp", THREE, "r300cc/cr2000cr10000c", "7d3cKh"),
    pytest.param("equity", UNEVEN, "r300cc/cr4000r10000", "7d3cKh", marks=pytest.mark.ci),
    pytest.param("equity", SIX, "r5000r20000ffc", "", marks=pytest.mark.ci),
    ("equity", DEEP, "r10000", ""),
    ("equity", DEEP, "r300c/r10000", "7d3cKh"),
    ("cfr", DEEP, "r300c/cc/r10000", "7d3cKh2s"),
    ("cfr", DEEP, "r300c/cc/cc/r1200", "7d3cKh2sQs"),
]


@pytest.mark.parametrize(("name", "game", "line", "board"), ENDS)
def test_the_ev_of_a_call_that_ends_the_betting_is_what_its_pots_pay(
    name: str, game: Game, line: str, board: str
) -> None:
    spot = at(game, line, board)
    assert spot.after(CALL).showdown
    answer, worth, ranges = counted(name, spot)
    assert answer.values is not None
    expected = of_pots(spot, ranges)
    found = answer.values[:, answer.actions.index(CALL)]
    known = ~np.isnan(found) & ~np.isnan(expected)
    assert known.sum() > 500 and found[known] == pytest.approx(expected[known], abs=1e-6)
    folds = answer.values[known, 0]
    assert answer.actions[0].kind is ActionKind.FOLD and folds == pytest.approx(0.0, abs=1e-9)
    if not spot.legal.max_raise:
        mean = worth.ev[0, spot.to_act]
        assert mean[known] == pytest.approx(answer.probabilities[known, 1] * expected[known])


@pytest.mark.parametrize("name", ["nfsp", "equity"])
def test_with_three_players_what_engines_state_is_no_ev(name: str) -> None:
    spot = at(THREE, "r300")
    reader = RangeReader(build(name, THREE))
    answers, ranges = [reader.answer(spot)], visible([reader.reach(spot)])
    worth = prompt_worth(reader, [spot], ranges, answers)
    assert worth is not None and worth.basis == ("", "", "")
    assert np.isnan(worth.ev).all()
    (answer,) = valued(answers, worth)
    assert answer.values is not None and np.isnan(answer.values).all()


def test_with_two_players_the_engine_states_evs_until_the_betting_ends() -> None:
    reader = RangeReader(build("cfr", DEEP))
    for line, basis in (("r300", STATED), ("r10000", EXACT)):
        spot = at(DEEP, line)
        answers, ranges = [reader.answer(spot)], visible([reader.reach(spot)])
        worth = prompt_worth(reader, [spot], ranges, answers)
        assert worth is not None and worth.basis[spot.to_act] == basis
        assert not worth.is_exact  # the other's follow from more questions


@pytest.mark.parametrize(("name", "line"), [("kuhn-3", "rc"), ("leduc-3", "rcc/rc")])
def test_small_games_of_three_agree_with_their_pots(name: str, line: str) -> None:
    game = get_game(name)
    board = "" if game.num_rounds == 1 else "Qh"
    spot = at(game, line, board)
    answer, worth, ranges = counted("cfr", spot)
    assert spot.after(CALL).showdown and worth.is_exact and answer.values is not None
    found, expected = answer.values[:, answer.actions.index(CALL)], of_pots(spot, ranges)
    known = ~blocked(game, spot.board) & ~np.isnan(found) & ~np.isnan(expected)
    assert known.sum() >= 2 and found[known] == pytest.approx(expected[known], abs=1e-6)
