from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.betting.menus import Menu
from ai.betting.translation import MAX_LINES, Translator
from ai.networks import hands
from ai.networks import lines as module
from ai.networks.environment import environment
from ai.networks.lines import actions_at, lines, row_before, slot_of, slots_at
from engine.game import NO_CAP, get_game
from engine.player import PublicState, raise_to
from engine.rules import STATE_SIZE
from tests.naive.pokerkit_hands import random_game

pytestmark = pytest.mark.slow

MENU = "50,100,a/100,a/a;33,100,a/100,a"
SHORT = replace(get_game("leduc@20"), betting="nolimit", raise_sizes=(), max_raises=(NO_CAP,) * 2)
SMALL = [*(get_game(name) for name in ("kuhn", "leduc", "leduc@3")), SHORT]


def told(env, row):
    out = np.zeros(len(row) + 20, np.uint16)
    count = hands.inputs(env.arrays, row, np.zeros_like(env.deals(1).cards[0, 0]), out)
    return out[:count].tolist()


def same(env, spot, row):
    ((weight, found),) = lines(env, spot)
    assert weight == 1.0
    length = hands.IDS + len(spot.actions)
    for part in (
        slice(STATE_SIZE),
        slice(hands.NUM_IDS, hands.NUM_IDS + 1),
        slice(hands.IDS, length),
    ):
        assert np.array_equal(found[part], row[part])
    assert told(env, found) == told(env, row)


@settings(max_examples=60, deadline=None)
@given(st.randoms(use_true_random=False))
def test_random_hands_are_those_of_training(rng):
    game = random_game(rng) if rng.random() < 0.6 else rng.choice(SMALL)
    env = environment(game, "" if game.is_limit else MENU, dealing=False)
    row, totals = np.zeros(env.row_size, np.int64), np.zeros(env.num_actions, np.int64)
    hands.begin(env.arrays, row)
    spot, taken, before = PublicState(game, (), ()), [], []
    while not spot.finished:
        same(env, spot, row)
        before.append((spot, row.copy()))
        mask = hands.legal(env.arrays, row, totals)
        slots = [slot for slot in range(env.num_actions) if mask >> slot & 1]
        assert [slot for slot, _ in slots_at(env, row)] == slots
        place = rng.randrange(len(actions_at(env, row)))
        spot = spot.after(actions_at(env, row)[place])
        taken.append(slots[place])
        hands.act(env.arrays, row, taken[-1], totals)
    ((_, last),) = lines(env, before[-1][0]) if before else ((1.0, row),)
    for place, (earlier, there) in enumerate(before[:-1]):
        assert told(env, row_before(last, earlier)) == told(env, there)
        assert slot_of(env, last, place) == taken[place]


@given(st.integers(200, 5_000))
def test_a_bet_off_the_menu_is_two_by_the_weights_of_translation(total):
    game, menu = get_game("holdem-nolimit@50"), Menu.parse(MENU)
    env, tree = environment(game, MENU, dealing=False), menu.tree(game)
    spot = PublicState(game, (raise_to(total),), ())
    found, root = lines(env, spot), lines(env, PublicState(game, (), ()))[0][1]
    slots = dict(zip([slot for slot, _ in slots_at(env, root)], actions_at(env, root), strict=True))
    wanted = Translator(menu, tree).translate(spot).lines
    by_action = {tree.line_to(node)[0]: weight for node, weight in wanted}
    assert {slots[slot_of(env, row, 0)]: weight for weight, row in found} == pytest.approx(
        by_action
    )
    assert all(np.array_equal(row[:STATE_SIZE], spot.betting) for _, row in found)


def test_likely_lines_are_kept(monkeypatch):
    game = get_game("holdem-nolimit@200")
    env = environment(game, "50,100,a", dealing=False)
    spot = PublicState(game, tuple(raise_to(total) for total in (270, 900, 2_300, 5_800)), ())
    found = [weight for weight, _ in lines(env, spot)]
    monkeypatch.setattr(module, "MAX_LINES", 100)
    whole = sorted((weight for weight, _ in lines(env, spot)), reverse=True)
    assert len(whole) == 16 and len(found) == MAX_LINES
    likely = np.array(whole[:MAX_LINES])
    assert found == pytest.approx(likely / likely.sum())
