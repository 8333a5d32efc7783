import functools
from dataclasses import fields, replace

import numpy as np
import pytest

from ai.cfr.best_response import exploitability
from ai.lbr import training_curve as sampled
from ai.networks import hands as g
from ai.networks.environment import environment
from ai.networks.learners import NfspRecipe, NfspRun
from ai.networks.nfsp.parameters import NfspParameters
from ai.networks.nfsp.solver import NfspSolver
from ai.networks.record import Networks, load_network, networks_hash, save_network
from ai.training.run import Bounds
from engine.errors import EngineError
from engine.game import get_game
from engine.rng import rng_state
from engine.rules import TO_ACT
from tests.naive.learned import SMALL, random_networks
from tests.states import same_state

pytestmark = pytest.mark.slow

# Columns of ``counts`` in a state: own decisions, samples each memory has received, updates.
_, RL_SEEN, SL_SEEN, RL_UPDATES, SL_UPDATES = range(5)


@functools.cache
def place(name):
    return environment(get_game(name))


def solver(game="leduc", seed=1, **settings):
    """A run that trains from the first hundred hands onwards."""
    given = {each.name: SMALL[each.name] for each in fields(NfspParameters) if each.name in SMALL}
    return NfspSolver(place(game), NfspParameters(**{**given, **settings}), seed)


def possible(env, seat):
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


def transitions_of(env, rows):
    """Decode the rows of a memory: counts, action, legal next actions, chips, then both ids."""
    found = set()
    for count, action, following, mask, low, high, *ids in rows.tolist():
        chips = ((high << 16 | low) ^ 2**31) - 2**31
        first, second = ids[:count], ids[env.max_active :][:following]
        found.add((tuple(first), action, chips, mask, tuple(second)))
    return found


@pytest.mark.parametrize("game", ["kuhn", "kuhn-3"])
def test_replay_memories_hold_exactly_the_transitions_played(game):
    env = place(game)
    run = solver(game, epsilon=0.5, explore=0.0, rl_memory=5000, sl_memory=3000)
    run.step(3000)
    state, decisions = run.save_state(), 0
    for seat in range(env.game.num_players):
        transitions, chosen = possible(env, seat)
        own, seen, kept = state["counts"][seat, : SL_SEEN + 1].tolist()
        decisions += own
        # A transition is complete at the next decision or at the end of the hand.
        assert own == seen + int(state["table.waits"][:, seat].sum())
        assert transitions_of(env, state["rl_memory"][seat, :seen]) == transitions
        assert 0 < kept < own / 2
        rows = state["sl_memory"][seat, :kept].tolist()
        found = {(tuple(ids[:count]), action, mask) for count, action, mask, *ids in rows}
        assert found == chosen
    assert decisions == run.nodes
    without = solver(game, eta=0.0)  # no best responses and no reservoir
    without.step(500)
    assert without.fills()[1] == without.updates()[1] == 0


@pytest.mark.parametrize("game", ["kuhn", "kuhn-3"])
def test_exploring_hands_train_values_of_one_seat_only(game):
    env, hands = place(game), 3000
    seats = range(env.game.num_players)
    run = solver(game, explore=1.0, games=1, rl_memory=100, sl_memory=100)
    learners, before = [], np.zeros(len(seats), np.int64)
    for _ in range(hands):
        run.step(1)
        seen = run.save_state()["counts"][:, RL_SEEN]
        learners.append(tuple(np.flatnonzero(seen > before)))
        before = seen
    assert max(map(len, learners)) == 1
    shares = [learners.count((seat,)) / hands for seat in seats]
    assert min(shares) > 0.8 / len(seats)  # the last player may never get to act
    run = solver(game, explore=1.0, games=1, rl_memory=16_000)
    run.step(8000)
    assert run.fills()[1] == 0.0
    state = run.save_state()
    for seat in seats:
        seen = int(state["counts"][seat, RL_SEEN])
        assert transitions_of(env, state["rl_memory"][seat, :seen]) == possible(env, seat)[0]


def test_oldest_transition_is_replaced_first_and_targets_sync_on_schedule():
    run = solver(rl_memory=200, sl_memory=200, learn_every=1, target_every=30, games=1)
    state, copies = run.save_state(), 0
    while run.iteration < 400:
        before = state
        run.step(1)
        state = run.save_state()
        for seat in range(2):
            was, seen = before["counts"][seat, RL_SEEN], state["counts"][seat, RL_SEEN]
            changed = (state["rl_memory"][seat] != before["rl_memory"][seat]).any(axis=1)
            assert set(np.flatnonzero(changed)) <= {n % 200 for n in range(was, seen)}
            was, now = (one["counts"][seat, RL_UPDATES] // 30 for one in (before, state))
            changed = not np.array_equal(before["targets"][seat], state["targets"][seat])
            assert changed == (now > was)
            copies += changed
            if state["counts"][seat, RL_UPDATES] % 30 == 0:
                assert np.array_equal(state["targets"][seat], state["values"][seat])
    assert run.fills()[0] == 1.0 and copies > 5


def test_batch_learning_times_stay_within_bounds():
    run = solver(
        method="nfsp-plt", hidden=(64,), batch=128, games=1, rl_memory=20_000, target_every=300
    )
    times = []
    while run.iteration < 6000:
        run.step(1)
        times.append(run.times())
    times = [time for time in times if time]
    assert min(times) >= 1.0 and max(times) <= 4.0
    shares = [times.count(time) / len(times) for time in (1.0, 2.0, 3.0, 4.0)]
    assert sum(share > 0.05 for share in shares) >= 2
    within = solver(method="nfsp-plt", least_times=3, most_times=3)
    within.step(500)
    assert within.times() == 3.0 and within.times() == 0.0
    assert within.updates()[0] % 3 == 0


def test_training_resumes_once_network_play_has_filled_the_reservoirs():
    first = solver()
    first.step(2000)
    run = solver(seed=5, eta=0.0)
    run.start_from(Networks(first.averages, first.values), 10**7)
    kept = []
    while run.updates() == (0, 0):
        kept.append(run.fills()[1])
        run.step(10)
    assert kept[0] == 0.0 and kept == sorted(kept)
    assert run.fills()[1] == 1.0  # with eta 0 nothing else fills it
    counts = run.save_state()["counts"]
    # As if after ten million hands with as many decisions.
    updates = 10**7 * run.nodes / run.iteration / run.parameters.learn_every
    for column in (RL_UPDATES, SL_UPDATES):
        assert counts[:, column].sum() == pytest.approx(updates, rel=0.05)
    run.step(1000)
    assert (run.save_state()["counts"][:, SL_SEEN] == counts[:, SL_SEEN]).all()


def gone_on(episodes, **settings):
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
def test_beta_and_epsilon_schedules_continue_from_the_network_episodes(growing, grown):
    for episodes, goes_on in ((10**10, True), (0, False)):
        runs = gone_on(episodes, **growing), gone_on(episodes, **{**growing, **grown})
        for run in runs:
            run.step(500)
        assert same_state(*(run.save_state() for run in runs)) == goes_on


def test_beta_grows_linearly():
    def values(**settings):
        run = gone_on(5 * 10**9, method="nfsp-per", learn_every=1, **settings)
        run.step(10)
        return run.save_state()["values"]

    found, flat = values(beta=0.25, beta_episodes=1e10), {"beta_episodes": 1e15}
    assert np.allclose(found, values(beta=0.625, **flat), atol=1e-5)
    assert not np.allclose(found, values(beta=0.25, **flat), atol=1e-3)


def test_reservoir_filling_hands_do_not_train():
    for episodes in (7, 10**7):
        run = gone_on(episodes)
        filled = run.iteration
        run.step(300)
        assert run.learned_from == pytest.approx(episodes + run.iteration - filled, abs=1)
        loaded = solver(seed=9)
        loaded.load_state(run.save_state())
        assert loaded.learned_from == run.learned_from


FEW = NfspParameters(hidden=(16,), rl_memory=2_000, sl_memory=4_000, games=16, least_memory=200)
RECIPE = NfspRecipe(get_game("kuhn"), FEW, seed=1)


def test_training_resumes_from_a_network_file(tmp_path):
    path, kept = tmp_path / "net.safetensors", tmp_path / "run.safetensors"
    run = NfspRun(RECIPE)
    run.run(Bounds(iterations=4_000))
    save_network(path, run.trained("Small"))
    found = load_network(path)
    assert found.info.iterations == 4_000
    more = NfspRun(RECIPE, start=found)
    assert more.recipe.start == networks_hash(found.networks)
    assert exploitability(more.table()) == pytest.approx(run.exploitability, abs=1e-6)
    more.run(Bounds(iterations=more.trainer.iteration + 500), path=kept)
    again = NfspRun.load(kept)
    assert again.recipe == more.recipe
    assert same_state(again.trainer.save_state(), more.trainer.save_state())
    assert again.info().iterations == 4_000  # so far it has only filled its reservoirs
    with pytest.raises(EngineError, match="missing"):
        NfspRun(more.recipe)


def test_networks_with_other_sizes_or_inputs_cannot_be_resumed():
    kuhn = random_networks("kuhn")
    wider = replace(FEW, hidden=(32,))
    with pytest.raises(EngineError, match="different sizes: layers 32"):
        NfspRun(RECIPE, start=kuhn)
    with pytest.raises(EngineError, match="know Kuhn poker only with the bets all"):
        NfspRun(NfspRecipe(get_game("leduc"), wider), start=kuhn)
    bare = replace(kuhn, networks=kuhn.networks._replace(values=()))
    with pytest.raises(EngineError, match="no action values"):
        NfspRun(NfspRecipe(get_game("kuhn"), wider), start=bare)
    # Menus with equally many bets give networks of the same sizes.
    start = random_networks("holdem-nolimit@20", "50,a")
    with pytest.raises(EngineError, match="only with the bets 50,a"):
        NfspRun(NfspRecipe(start.info.game, wider, "100,a"), start=start)


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["holdem-limit", "holdem-nolimit-3@20", "holdem-nolimit-6@20"])
def test_holdem_trains_with_any_number_of_players(name, tmp_path, monkeypatch):
    monkeypatch.setattr(sampled, "LOOK_DEALS", 10)
    monkeypatch.setattr(sampled, "FIRST_DEALS", 5)
    path, tables = tmp_path / "run.safetensors", tmp_path.parent / "tables"  # built once
    tables.mkdir(exist_ok=True)
    learning = replace(NfspParameters(), hidden=(32,), rl_memory=20_000, sl_memory=40_000)
    run = NfspRun(NfspRecipe(get_game(name), learning), tables)
    fresh = run.trainer.averages
    run.run(Bounds(iterations=30_000), path=path)
    assert run.last.ci95 > 0.0 and run.losses[-1].rl > 0.0 and run.losses[-1].sl > 0.0
    for before, after in zip(fresh, run.trainer.averages, strict=True):
        assert np.isfinite(after.weights).all() and (before.weights != after.weights).any()
    assert run.info().measured["hands"] == 10 * run.recipe.game.num_players
    NfspRun.load(path, tables).trainer.step(2_000)
