"""Runs of fictitious self-play: their memories; they can be split and saved."""

from __future__ import annotations

import functools
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from ai.cfr.best_response import exploitability
from ai.networks import hands as g
from ai.networks.agent import NetworkAgent
from ai.networks.environment import environment
from ai.networks.network import answers
from ai.networks.record import Networks
from ai.networks.table import network_table
from ai.nfsp import _memories as m
from ai.nfsp import _updates as u
from ai.nfsp._learning import _keep
from ai.nfsp.parameters import Parameters
from ai.nfsp.solver import NfspSolver, state_bytes
from engine.errors import EngineError
from engine.game import UNLIMITED, get_game
from engine.jit import kernel
from engine.lines import spot_of
from engine.rng import rng_state
from engine.rules import TO_ACT

METHODS = ("nfsp", "nfsp-per", "nfsp-plt")


@functools.cache
def place(name):
    """The environment of a game, or of ``GAME-SEATS``: one rank for each seat, and one more."""
    base, _, seats = name.partition("-")
    game = get_game(base)
    if seats:
        number = int(seats)
        game = replace(
            game,
            name=name,
            num_players=number,
            stacks=(UNLIMITED,) * number,
            blinds=game.blinds[:1] * number,
            num_ranks=number + 1,
            shown_ranks="",
        )
    return environment(game)


def small(**settings):
    """Settings of runs that learn from the first hundred hands on."""
    defaults = {
        "hidden": (16,),
        "rl_memory": 700,
        "sl_memory": 500,
        "batch": 16,
        "games": 10,
        "learn_every": 8,
        "target_every": 20,
        "least_memory": 50,
        "sl_rate": 0.01,
        "warm_up": 0,
        "rate_decay": 0.0,
        "eta": 0.3,
    }
    return Parameters(**{**defaults, **settings})


def solver(game="leduc", seed=1, **settings):
    return NfspSolver(place(game), small(**settings), seed)


def same(first, second):
    return set(first) == set(second) and all(np.array_equal(first[k], second[k]) for k in first)


@pytest.mark.parametrize("method", METHODS)
def test_cut_and_kept_runs_are_the_same_bit_for_bit(method):
    whole, cut, other = solver(method=method), solver(method=method), solver(method=method, seed=2)
    whole.step(3000)
    other.step(3000)
    for count in (1, 2, 0, 700, 297):
        cut.step(count)
    kept = cut.save_state()
    loaded = solver(method=method, seed=9)
    loaded.load_state(kept)
    assert same(loaded.save_state(), kept)
    for run in (cut, loaded):
        for _ in range(20):
            run.step(100)
        assert run.iteration == 3000
        assert same(run.save_state(), whole.save_state())
    assert not np.array_equal(other.averages[0].weights, whole.averages[0].weights)


def test_no_best_responses_no_reservoir():
    run = solver(eta=0.0)
    run.step(500)
    assert run.fills() == (1.0, 0.0)
    assert run.updates()[1] == 0


def test_refuses_a_state_of_another_run():
    state = solver().save_state()
    with pytest.raises(EngineError, match="wrong size"):
        solver(rl_memory=701).load_state(state)
    with pytest.raises(EngineError, match="other arrays"):
        solver(method="nfsp-per").load_state(state)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("values", lambda a: a.fill(np.nan)),
        ("averages", lambda a: a.fill(1e30)),
        ("targets", lambda a: a.fill(-np.inf)),
        ("counts", lambda a: a.fill(-1)),
        ("sums", lambda a: a.fill(np.nan)),
        ("rng", lambda a: a.fill(0)),
        ("clock", lambda a: a.fill(3)),
        ("clock", lambda a: a.fill(2**53)),
        ("rl_memory", lambda a: a[0, 0].fill(65_535)),
        ("rl_memory", lambda a: a[1, 2, 4:6].fill(0x7FFF)),
        ("sl_memory", lambda a: a[0, 0].fill(65_535)),
        ("sl_memory", lambda a: a[0, :, 2].fill(0)),
        ("priorities", lambda a: a.fill(0.0)),
        ("priorities", lambda a: a.fill(np.inf)),
        ("table.hands", lambda a: a.fill(99)),
        ("table.hands", lambda a: a[:, -20:].fill(7)),
        ("table.hands", lambda a: a[:, 0].fill(-5)),
        ("table.playing", lambda a: a.fill(2)),
        ("table.playing", lambda a: a.fill(0)),
        ("table.choices", lambda a: a.fill(-1)),
        ("table.masks", lambda a: a.fill(0)),
        ("table.counts", lambda a: a.fill(1000)),
        ("table.ids", lambda a: a.fill(60_000)),
        ("table.cards", lambda a: a.fill(60_000)),
        ("table.dealt_cards", lambda a: a.fill(60_000)),
        ("table.waiting", lambda a: a.fill(60_000)),
    ],
)
def test_refuses_a_state_that_makes_no_sense(name, change):
    run = solver(method="nfsp-per")
    run.step(1000)  # in the middle of carrying out decisions: less than all hands end at once
    state = run.save_state()
    before = run.save_state()
    change(state[name])
    with pytest.raises(EngineError, match="make no sense"):
        run.load_state(state)
    assert same(run.save_state(), before)
    del state[name]
    with pytest.raises(EngineError, match="other arrays"):
        run.load_state(state)


@pytest.mark.parametrize("method", METHODS)
def test_says_when_networks_diverge(method):
    run = solver(method=method, rl_memory=701)
    run.step(500)
    for weights in (run._learned.values, run._learned.averages):
        weights[::3] = np.nan
    with pytest.raises(EngineError, match="lower rl_rate"):
        run.step(500)
    assert (run._learned.trees.sums <= 1e6).all()


def test_memory_is_told_before():
    settings = small(rl_memory=20_000, sl_memory=50_000, method="nfsp-per", hidden=(64, 32))
    told = state_bytes(place("leduc"), settings)
    run = NfspSolver(place("leduc"), settings)
    assert run.num_bytes == told
    kept = sum(array.nbytes for array in run.save_state().values())
    assert kept < told < 1.3 * kept


def possible(env, seat):
    """Every row of a transition, and of a decision, that a seat can come by in a small game."""
    deals = env.deals(600)
    env.deal(rng_state(8), deals)
    different = {(c.tobytes(), s.tobytes()): (c, s) for c, s in zip(*deals, strict=True)}
    transitions, decisions = set(), set()

    def walk(hand, cards, strengths, waiting):
        if hand[TO_ACT] < 0:
            payoffs = np.zeros(env.game.num_players, np.int64)
            g.pay(env.arrays, hand, strengths, payoffs)
            if waiting:
                transitions.add((*waiting, int(payoffs[seat]), 0, ()))
            return
        totals = np.zeros(env.num_actions, np.int64)
        mask = g.legal(env.arrays, hand, totals)
        ids = np.zeros(env.max_active, np.uint16)
        own = hand[TO_ACT] == seat
        count = g.inputs(env.arrays, hand, cards[hand[TO_ACT]], ids)
        seen = tuple(ids[:count].tolist())
        if own and waiting:
            transitions.add((*waiting, 0, mask, seen))
        for slot in range(env.num_actions):
            if mask >> slot & 1:
                after = hand.copy()
                g.act(env.arrays, after, slot, totals)
                if own:
                    decisions.add((seen, slot, mask))
                walk(after, cards, strengths, (seen, slot) if own else waiting)

    for cards, strengths in different.values():
        hand = np.zeros(env.row_size, np.int64)
        g.begin(env.arrays, hand)
        walk(hand, cards, strengths, None)
    return transitions, decisions


@pytest.mark.parametrize("game", ["kuhn", "kuhn-3"])
def test_remembers_all_that_happens_and_nothing_else(game):
    env = place(game)
    run = solver(game, epsilon=0.5, explore=0.0, rl_memory=5000, sl_memory=3000)
    run.step(3000)
    state, active = run.save_state(), env.max_active
    decisions = 0
    for seat in range(env.game.num_players):
        transitions, chosen = possible(env, seat)
        own, seen, kept = state["counts"][seat, :3].tolist()
        decisions += own
        # Each decision is completed by the next, or the end; those of hands that go on wait.
        assert own == seen + int(state["table.waits"][:, seat].sum())
        found = set()
        for row in state["rl_memory"][seat, :seen].tolist():
            count, action, following, mask, low, high = row[: m.BEGIN]
            chips = ((high << 16 | low) ^ 2**31) - 2**31
            first, second = row[m.BEGIN :][:count], row[m.BEGIN + active :][:following]
            found.add((tuple(first), action, chips, mask, tuple(second)))
        assert found == transitions
        assert 0 < kept < own / 2
        found = set()
        for count, action, mask, *ids in state["sl_memory"][seat, :kept].tolist():
            found.add((tuple(ids[:count]), action, mask))
        assert found == chosen
    assert decisions == run.nodes


@pytest.mark.parametrize("game", ["kuhn", "kuhn-3"])
def test_of_an_exploring_hand_only_one_seat_learns_and_only_values(game):
    env = place(game)
    hands = 8000
    run = solver(game, explore=1.0, games=1, rl_memory=16_000)
    learners, before = [], np.zeros(env.game.num_players, np.int64)
    for _ in range(hands):
        run.step(1)
        seen = run._learned.counts[:, u.RL_SEEN].copy()
        learners.append(tuple(np.flatnonzero(seen > before)))
        before = seen
    assert max(map(len, learners)) == 1
    shares = [learners.count((seat,)) / hands for seat in range(env.game.num_players)]
    assert min(shares) > 0.8 / env.game.num_players  # 3 deviations; the last may not get to act
    assert run.fills()[1] == 0.0
    state = run.save_state()
    for seat, seen in enumerate(before.tolist()):
        found = set()
        for row in state["rl_memory"][seat, :seen].tolist():
            count, action, following, mask, low, high = row[: m.BEGIN]
            chips = ((high << 16 | low) ^ 2**31) - 2**31
            first = tuple(row[m.BEGIN :][:count])
            second = tuple(row[m.BEGIN + env.max_active :][:following])
            found.add((first, action, chips, mask, second))
        assert found == possible(env, seat)[0]


def test_the_oldest_goes_first():
    run = solver(rl_memory=200, sl_memory=200)
    before = None
    while run.iteration < 400:
        state = run.save_state()
        if before is not None:
            for seat in range(2):
                was, seen = before["counts"][seat, 1], state["counts"][seat, 1]
                changed = (state["rl_memory"][seat] != before["rl_memory"][seat]).any(axis=1)
                assert set(np.flatnonzero(changed)) <= {n % 200 for n in range(was, seen)}
        before = state
        run.step(7)
    assert run.fills()[0] == 1.0


@kernel
def offer(settings, learned, table, number, rng):
    """Offer a number of decisions, distinguished by their first id."""
    for index in range(number):
        table.ids[0, 0] = index
        _keep(settings, learned, 0, table, 0, rng)


def test_reservoir_is_uniform():
    run, number, rounds = solver(sl_memory=100), 600, 600
    run._table.counts[0] = 1
    rng, counts = rng_state(4), np.zeros(number)
    for _ in range(rounds):
        run._learned.counts[:] = 0
        offer(run._settings, run._learned, run._table, number, rng)
        rows = run.save_state()["sl_memory"][0]
        assert len(set(rows[:, m.DECISION].tolist())) == 100
        counts[rows[:, m.DECISION]] += 1
    share = 100 / number
    expected = rounds * share
    square = ((counts - expected) ** 2).sum() / (expected * (1 - share))
    assert abs(square - number) < 4 * (2 * number) ** 0.5
    thirds = counts.reshape(3, -1).mean(axis=1)
    assert np.abs(thirds - expected).max() < 4 * (expected / (number / 3)) ** 0.5


def test_targets_are_copied_as_stated():
    run = solver(learn_every=1, target_every=30, games=1)
    copies = 0
    while run.iteration < 150:
        before = run.save_state()
        run.step(1)
        state = run.save_state()
        for seat in range(2):
            was, now = before["counts"][seat, 3] // 30, state["counts"][seat, 3] // 30
            changed = not np.array_equal(before["targets"][seat], state["targets"][seat])
            assert changed == (now > was)
            copies += changed
            if state["counts"][seat, 3] % 30 == 0:
                assert np.array_equal(state["targets"][seat], state["values"][seat])
    assert copies > 5


def test_learning_times_differ_and_keep_their_bounds():
    run = NfspSolver(
        place("leduc"),
        Parameters(
            method="nfsp-plt",
            hidden=(64,),
            batch=128,
            learn_every=8,
            games=1,
            rl_memory=20_000,
            sl_memory=5000,
            target_every=300,
            rate_decay=0.0,
        ),
        3,
    )
    times = [0] * 6
    before = run.save_state()
    while run.iteration < 6000:
        run.step(1)
        sums = run._learned.sums - before["sums"]
        for seat in np.flatnonzero(sums[:, u.BATCHES] == 1.0):
            times[int(sums[seat, u.TIMES])] += 1
        before["sums"] = run._learned.sums.copy()
    assert times[0] == times[5] == 0
    assert sum(count > 0.05 * sum(times) for count in times) >= 2
    sums = run.save_state()["sums"]
    assert run.updates()[0] == sums[:, u.TIMES].sum()
    assert run.times() == pytest.approx(sums[:, u.TIMES].sum() / sums[:, u.BATCHES].sum())
    assert run.times() == 0.0

    within = NfspSolver(
        place("leduc"), small(method="nfsp-plt", least_times=3, most_times=3), seed=3
    )
    within.step(500)
    assert within.times() == 3.0


def test_importance_weights_grow_with_the_episodes():
    run = solver(method="nfsp-per", beta=0.4, beta_episodes=1000.0, sl_memory=50_000)
    run.step(600)
    learned, batch = run._learned, run._batch
    learned.counts[0, u.SL_SEEN] = 0  # the average learns nothing, and leaves the batch as it is
    for episodes, beta in ((0, 0.4), (500, 0.7), (1000, 1.0), (10**9, 1.0)):
        before = run.save_state()["priorities"][0]
        u.learn(run._settings, learned, 0, episodes, rng_state(7), batch, run._scratch)
        drawn = before[batch.leaves]
        assert batch.weights == pytest.approx((drawn / before[before > 0.0].min()) ** -beta)
        assert batch.weights.max() <= 1.0


def test_figures_of_a_run():
    run = solver()
    assert run.losses() == (0.0, 0.0)
    run.step(300)
    rl, sl = run.losses()
    assert 0.0 < rl < 1.0 and 0.0 < sl < 1.2
    assert run.losses() == (0.0, 0.0)
    assert run.nodes > 600
    assert all(network.sizes == run.values[0].sizes for network in run.averages)


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("method", METHODS)
def test_more_seats(seats, method):
    run = solver(f"leduc-{seats}", method=method)
    run.step(600)
    assert run.iteration == 600
    assert len(run.averages) == len(run.values) == seats
    assert all(np.isfinite(each.weights).all() for each in (*run.averages, *run.values))
    assert min(run.save_state()["counts"][:, u.SL_UPDATES]) > 0


def test_goes_on_from_networks():
    first = solver()
    first.step(2000)
    networks = Networks(first.averages, first.values)
    run = solver(seed=5, eta=0.0)
    run.start_from(networks, 10**7)
    kept = []
    while run.updates() == (0, 0):
        kept.append(run.fills()[1])
        run.step(10)
    assert kept[0] == 0.0 and kept == sorted(kept)
    assert run.fills()[1] == 1.0  # with eta 0 nothing else fills it
    counts = run.save_state()["counts"]
    # As after ten million hands of so many decisions as these had.
    updates = 10**7 * run.nodes / run.iteration / run.parameters.learn_every
    for column in (u.RL_UPDATES, u.SL_UPDATES):
        assert counts[:, column].sum() == pytest.approx(updates, rel=0.05)
    run.step(1000)
    assert (run.save_state()["counts"][:, u.SL_SEEN] == counts[:, u.SL_SEEN]).all()
    inputs = np.zeros((1, 0), np.uint16), np.array([0], np.uint16)
    old, new = (
        answers(each.averages[0], inputs[1], inputs[0], 0b11, softmax=True) for each in (first, run)
    )
    assert np.abs(old - new).max() < 0.2
    with pytest.raises(EngineError, match="other sizes"):
        solver(hidden=(32,)).start_from(networks)


def gone_on(episodes, **settings):
    """Return a run from networks that had learned from some hands, reservoirs just filled."""
    first = solver()
    first.step(100)
    run = solver(seed=5, **settings)
    run.start_from(Networks(first.averages, first.values), episodes)
    while run.fills()[1] < 1.0:
        assert run.learned_from == episodes
        run.step(1)
    return run


@pytest.mark.parametrize(
    ("growing", "grown"),
    [
        ({"method": "nfsp-per", "beta": 0.25, "beta_episodes": 1e10}, {"beta": 1.0}),
        ({"method": "nfsp-plt", "beta": 0.25, "beta_episodes": 1e10}, {"beta": 1.0}),
        ({"epsilon": 1.0, "epsilon_decay": 0.01}, {"epsilon": 0.0}),
    ],
)
def test_beta_and_epsilon_go_on_from_the_hands_of_networks(growing, grown):
    for episodes, goes_on in ((10**10, True), (0, False)):
        runs = gone_on(episodes, **growing), gone_on(episodes, **{**growing, **grown})
        for run in runs:
            run.step(500)
        assert same(*(run.save_state() for run in runs)) == goes_on


def test_hands_that_fill_reservoirs_teach_nothing():
    for episodes in (7, 10**7):
        run = gone_on(episodes)
        filled = run.iteration
        run.step(300)
        assert run.learned_from == pytest.approx(episodes + run.iteration - filled, abs=1)
        loaded = solver(seed=9)
        loaded.load_state(run.save_state())
        assert loaded.learned_from == run.learned_from


def test_networks_tell_all_hands_apart_from_the_beginning():
    kuhn = get_game("kuhn")
    for seed in range(3):
        run = NfspSolver(place("kuhn"), Parameters(), seed)
        run.step(200_000)
        agent = NetworkAgent("nfsp", place("kuhn"), Networks(run.averages, run.values))
        for line in ("", "c", "r", "cr"):
            values = agent.strategy(spot_of(kuhn, line)).values[:, -1]
            # Without a warm-up jack and queen are one after check, bet in the first run: 0.0.
            assert min(abs(a - b) for a, b in combinations(values, 2)) > 0.1


def test_learns_what_to_do_in_kuhn():
    run = NfspSolver(
        place("kuhn"), small(rl_memory=5000, sl_memory=20_000, batch=32, learn_every=16), 1
    )
    run.step(30_000)
    table = network_table(place("kuhn"), Networks(run.averages, run.values))
    assert exploitability(table) < 0.15  # 0.458 for a random player
