import numpy as np
import pytest

from ai.reading.reach import RangeReader, visible
from ai.registry import build
from ai.values.equities import live_equities
from ai.values.node_values import EXACT, STATED, full_worth, prompt_worth, valued
from engine.card_display import parse_shown
from engine.game import get_game
from engine.lines import parse_line
from engine.player import CALL, ActionKind, PublicState
from engine.policy import blocked
from engine.pots import pots_of

pytestmark = pytest.mark.slow

SIX = get_game("holdem-nolimit-6").with_stacks((3_000, 20_000, 5_000, 20_000, 20_000, 20_000))
THREE = get_game("holdem-nolimit-3@100")
UNEVEN = get_game("holdem-nolimit-3").with_stacks((10_000, 4_000, 10_000))
DEEP = get_game("holdem-nolimit@100")


def at(game, line, board=""):
    return PublicState(game, parse_line(game, line), tuple(parse_shown(game, board)))


def counted(name, spot, worth_of=full_worth):
    reader = RangeReader(build(name, spot.game))
    answers, ranges = [reader.answer(spot)], visible([reader.reach(spot)])
    worth = worth_of(reader, [spot], ranges, answers)
    return valued(answers, worth)[0], worth, ranges[0]


def of_pots(spot, ranges):
    """Return what each hand wins of each pot after a call, less the price."""
    end, seats, me = spot.after(CALL), range(spot.game.num_players), spot.to_act
    spent = [end.spent(seat) for seat in seats]
    pots = pots_of(spot.game, spent, [end.folded(seat) for seat in seats])
    won = sum(pot.amount * live_equities(spot, ranges, None, pot.seats)[me] for pot in pots)
    return np.asarray(won - spot.legal.call)


@pytest.mark.parametrize(
    ("name", "game", "line", "board"),
    [
        ("cfr", get_game("kuhn-3"), "rc", ""),
        pytest.param("cfr", get_game("leduc-3"), "rcc/rc", "Qh", marks=pytest.mark.ci),
        ("nfsp", THREE, "r300cc/cr2000cr10000c", "7d3cKh"),
        pytest.param("equity", THREE, "r10000c", "", marks=pytest.mark.ci),
        pytest.param("equity", UNEVEN, "r300cc/cr4000r10000", "7d3cKh", marks=pytest.mark.ci),
        pytest.param("equity", SIX, "r5000r20000ffc", "", marks=pytest.mark.ci),
        ("equity", DEEP, "r10000", ""),
        ("equity", DEEP, "r300c/r10000", "7d3cKh"),
        ("cfr", DEEP, "r300c/cc/r10000", "7d3cKh2s"),
        ("cfr", DEEP, "r300c/cc/cc/r1200", "7d3cKh2sQs"),
    ],
)
def test_the_ev_of_a_call_that_ends_the_betting_is_what_its_pots_pay(name, game, line, board):
    spot = at(game, line, board)
    assert spot.after(CALL).showdown
    answer, worth, ranges = counted(name, spot)
    found, expected = answer.values[:, answer.actions.index(CALL)], of_pots(spot, ranges)
    known = ~blocked(game, spot.board) & ~np.isnan(found) & ~np.isnan(expected)
    assert known.sum() >= (2 if len(known) < 1326 else 500)
    assert found[known] == pytest.approx(expected[known], abs=1e-6)
    assert worth.is_exact or game.is_holdem
    assert answer.actions[0].kind is ActionKind.FOLD
    assert answer.values[known, 0] == pytest.approx(0.0, abs=1e-9)
    if not spot.legal.max_raise:
        mean = worth.ev[0, spot.to_act]
        assert mean[known] == pytest.approx(answer.probabilities[known, 1] * expected[known])


@pytest.mark.parametrize(
    ("name", "game", "line", "basis"),
    [
        *((name, THREE, "r300", "") for name in ("nfsp", "equity")),
        *(("cfr", DEEP, line, basis) for line, basis in (("r300", STATED), ("r10000", EXACT))),
    ],
)
def test_what_engines_state_is_an_ev_between_two_until_the_betting_ends(name, game, line, basis):
    spot = at(game, line)
    answer, worth, _ = counted(name, spot, prompt_worth)
    assert worth.basis[spot.to_act] == basis
    assert not worth.is_exact  # the other's follow from more questions
    if game is THREE:
        assert not any(worth.basis) and np.isnan(worth.ev).all() and np.isnan(answer.values).all()
