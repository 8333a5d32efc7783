"""Real decisions as rows: on the menu those of training bit for bit, off it near ones by weight."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ai.abstraction.menus import Menu
from ai.abstraction.translation import MAX_LINES, Translator
from ai.networks import hands
from ai.networks import lines as nfsp_lines
from ai.networks.environment import Environment, environment
from ai.networks.lines import Row, actions_at, lines, row_before, slot_of, slots_at
from engine.game import NO_CAP, get_game
from engine.player import PublicState, raise_to
from engine.rules import STATE_SIZE
from engine.tree import DECISION
from tests.naive.pokerkit_hands import random_game

pytestmark = pytest.mark.slow

MENU = "50,100,a/100,a/a;33,100,a/100,a"
SMALL = {
    "kuhn": environment(get_game("kuhn")),
    "leduc": environment(get_game("leduc")),
    "leduc@3": environment(get_game("leduc@3")),
    "no-limit": environment(
        replace(get_game("leduc@20"), betting="nolimit", raise_sizes=(), max_raises=(NO_CAP,) * 2),
        MENU,
    ),
}


def told(env: Environment, row: Row) -> list[int]:
    """Return what kernels list at a row, with cards that are all zeros."""
    out = np.zeros(len(row) + 20, np.uint16)
    count = hands.inputs(env.arrays, row, np.zeros_like(env.deals(1).cards[0, 0]), out)
    return out[:count].tolist()


def same(env: Environment, spot: PublicState, row: Row) -> None:
    """Compare a spot with its row of the kernels."""
    ((weight, found),) = lines(env, spot)
    ids = slice(hands.NUM_IDS, hands.NUM_IDS + 1)
    length = hands.IDS + len(spot.actions)
    assert weight == 1.0
    assert np.array_equal(found[:STATE_SIZE], row[:STATE_SIZE])
    assert np.array_equal(found[ids], row[ids])
    assert np.array_equal(found[hands.IDS : length], row[hands.IDS : length])
    assert told(env, found) == told(env, row)


@pytest.mark.parametrize("name", SMALL)
def test_every_line_of_small_games_is_that_of_training(name: str) -> None:
    env = SMALL[name]
    tree = env.menu.tree(env.game)
    totals = np.zeros(env.num_actions, np.int64)
    rows = {0: np.zeros(env.row_size, np.int64)}
    hands.begin(env.arrays, rows[0])
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        row, actions = rows[node], tree.actions_at(node)
        spot = PublicState(env.game, tree.line_to(node), ())
        same(env, spot, row)
        assert actions_at(env, row) == actions
        mask = hands.legal(env.arrays, row, totals)
        slots = [slot for slot in range(env.num_actions) if mask >> slot & 1]
        assert [slot for slot, _ in slots_at(env, row)] == slots
        for child, slot in enumerate(slots, int(tree.first_child[node])):
            rows[child] = row.copy()
            hands.act(env.arrays, rows[child], slot, totals)


@settings(max_examples=40, deadline=None)
@given(st.randoms(use_true_random=False))
def test_random_hands_are_those_of_training(rng: random.Random) -> None:
    game = random_game(rng)
    env = environment(game, "" if game.is_limit else MENU, dealing=False)
    row, totals = np.zeros(env.row_size, np.int64), np.zeros(env.num_actions, np.int64)
    hands.begin(env.arrays, row)
    spot, taken, before = PublicState(game, (), ()), [], []
    while not spot.finished:
        same(env, spot, row)
        before.append((spot, row.copy()))
        actions = actions_at(env, row)
        hands.legal(env.arrays, row, totals)
        place = rng.randrange(len(actions))
        slot = slots_at(env, row)[place][0]
        hands.act(env.arrays, row, slot, totals)
        spot = spot.after(actions[place])
        taken.append(slot)
    ((_, last),) = lines(env, before[-1][0]) if before else ((1.0, row),)
    for place, (earlier, there) in enumerate(before[:-1]):
        assert told(env, row_before(last, earlier)) == told(env, there)
        assert slot_of(env, last, place) == taken[place]


@given(st.integers(200, 5_000))
def test_a_bet_off_the_menu_is_two_by_the_weights_of_translation(total: int) -> None:
    game, menu = get_game("holdem-nolimit@50"), Menu.parse(MENU)
    env, tree = environment(game, MENU, dealing=False), menu.tree(game)
    spot = PublicState(game, (raise_to(total),), ())
    found = lines(env, spot)
    wanted = Translator(menu, tree).translate(spot).lines
    root = lines(env, PublicState(game, (), ()))[0][1]
    slots = dict(zip([slot for slot, _ in slots_at(env, root)], actions_at(env, root), strict=True))
    by_action = {tree.line_to(node)[0]: weight for node, weight in wanted}
    assert {slots[slot_of(env, row, 0)]: weight for weight, row in found} == pytest.approx(
        by_action
    )
    for _, row in found:
        assert np.array_equal(row[:STATE_SIZE], spot.betting)


def test_what_is_likely_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    game = get_game("holdem-nolimit@200")
    env = environment(game, "50,100,a", dealing=False)
    bets = [raise_to(total) for total in (270, 900, 2_300, 5_800)]
    spot = PublicState(game, tuple(bets), ())
    found = lines(env, spot)
    monkeypatch.setattr(nfsp_lines, "MAX_LINES", 100)
    whole = sorted((weight for weight, _ in lines(env, spot)), reverse=True)
    assert len(whole) == 16 and len(found) == MAX_LINES
    likely = np.array(whole[:MAX_LINES])
    assert [weight for weight, _ in found] == pytest.approx(likely / likely.sum())
