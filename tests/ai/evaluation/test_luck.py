import zlib
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

from ai.evaluation.enumeration import list_hands
from ai.evaluation.estimators import MAPS, by_map
from ai.evaluation.luck import AllInEv, BetCall, CheckDown, value_of
from engine.cards import parse_cards
from engine.combos import combo_index
from engine.equity import equity
from engine.game import NO_CAP, get_game
from engine.lines import line_spot
from engine.player import CALL, FOLD, PublicState, Strategy, raise_to

pytestmark = pytest.mark.slow

LIMIT = get_game("holdem-limit")
ONE_RAISE = replace(get_game("leduc"), num_ranks=2, max_raises=(1, 1))
ALL_IN = replace(
    get_game("leduc"),
    betting="nolimit",
    num_ranks=2,
    stacks=(3, 3),
    raise_sizes=(),
    max_raises=(NO_CAP, NO_CAP),
)


class Drawn:
    def __init__(self, seed):
        self._seed = seed
        self._known = {}

    def answer(self, spot, control=None):
        key = (spot.game.betting, spot.actions, spot.board)
        if key not in self._known:
            rng = np.random.default_rng([self._seed, zlib.crc32(repr(key).encode())])
            legal = spot.legal
            actions = [CALL, *([FOLD] if legal.fold else [])]
            actions += [raise_to(legal.max_raise)] if legal.max_raise else []
            rows = rng.dirichlet(np.ones(len(actions)), len(spot.game.deck))
            self._known[key] = Strategy(tuple(actions), rows)
        return self._known[key]


VALUES = (BetCall(), AllInEv(), CheckDown())
BEHAVIOUR, OTHER, RIVAL = Drawn(1), Drawn(2), Drawn(3)


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("target", [BEHAVIOUR, OTHER], ids=["on policy", "off policy"])
@pytest.mark.parametrize("game", [ONE_RAISE, ALL_IN], ids=["limit", "no-limit"])
def test_no_variance_reduction_map_is_biased(game, target, seat):
    pairs = {f"{how.name} {value.title}": (how, value) for how in MAPS for value in VALUES}
    estimators = {name: partial(by_map, *one) for name, one in pairs.items()}
    found = list_hands(game, BEHAVIOUR, target, RIVAL, estimators, seat)
    for name in pairs:
        assert abs(found.moments(name).bias) <= 1e-12
    plain, better = (found.moments(f"pi+gea {one.title}").sd for one in VALUES[1:])
    assert better < 0.9 * plain


def pair(own, other, board):
    combos = [combo_index(parse_cards(hand)) for hand in (own, other)]
    return equity(*np.eye(1326)[combos], parse_cards(board)).equity


@pytest.mark.parametrize(
    ("line", "board", "pots", "chips"),
    [
        # A bet by each in every round: 10, 10, 20, 20 chips beside the blind of 10.
        ("rc/crf", "2c7dTh", (140, 140), -20),
        ("cc/rc/cc/cc", "2c7dTh3s4s", (140, 120, 120, 80), 20),
        ("f", "", (140,), 5),
    ],
)
def test_bet_call_by_hand(line, board, pots, chips):
    """Position 0 has aces, position 1 kings."""
    own, other = "AsAh", "KsKh"
    spot = PublicState(LIMIT, line_spot(LIMIT, line).actions, parse_cards(board))
    expected, before = float(chips), 0.5
    for pot, size in zip(pots, LIMIT.board_sizes, strict=False):
        now = pair(own, other, board[: 2 * size])
        expected -= pot * (now - before)
        before = now
    found = value_of("divat", LIMIT).of(spot, 0, parse_cards(other))
    assert found[combo_index(parse_cards(own))] == pytest.approx(expected, abs=1e-9)


def test_all_in_ev_is_the_equity_of_the_pot():
    game = get_game("holdem-nolimit@100")
    own, other, flop = "AsAh", "KsKh", "2c7dTh"
    spot = PublicState(game, line_spot(game, "r300c/r10000c").actions, parse_cards(flop + "KdKc"))
    found = AllInEv().of(spot, 0, parse_cards(other))[combo_index(parse_cards(own))]
    assert found == pytest.approx(20_000 * pair(own, other, flop) - 10_000, abs=1e-9)
    down = CheckDown().of(spot, 0, parse_cards(other))[combo_index(parse_cards(own))]
    before = pair(own, other, "")
    assert down == pytest.approx(
        found - 200 * (before - 0.5) - 600 * (pair(own, other, flop) - before), abs=1e-9
    )
