from dataclasses import replace
from functools import cache
from math import inf, nan

import numpy as np
import pytest

from ai.betting.menus import MenuError, default_menu
from ai.cfr.best_response import agent_table, exploitability
from ai.files.strategy import read_info
from ai.lbr import training_curve as sampled
from ai.networks.learners import METHODS, learner_of
from ai.networks.parameters import parse_hidden
from ai.networks.run import measure_of
from ai.registry import build
from ai.training.checkpoint import is_checkpoint
from ai.training.recipe import range_of
from ai.training.run import Bounds
from engine.errors import EngineError, GameError, PokerError, StrategyFileError
from engine.game import UNLIMITED, get_game
from engine.jobs import JobControl
from tests.naive.learned import SMALL, full_deck
from tests.states import same_state
from tests.tamper import tamper

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
SEATS = {"num_players": 6, "stacks": (UNLIMITED,) * 6, "blinds": LEDUC.blinds[:1] * 6}
SIX = replace(LEDUC, name="leduc-6", num_ranks=7, shown_ranks="", **SEATS)
each = pytest.mark.parametrize("method", METHODS)


def recipe(method, game=KUHN, seed=1, **changes):
    learner = learner_of(method)
    given = {name: value for name, value in SMALL.items() if name in learner.settings}
    settings = learner.parameters(method=method, **{**given, **changes})
    return learner.recipe(game, settings, seed=seed)


def run_of(method, **changes):
    return learner_of(method).run(recipe(method, **changes))


def steps(method):
    return {"episodes": (1000, 3000), "iterations": (5, 12)}[learner_of(method).counted]


def same(first, second):
    return same_state(first.save_state(), second.save_state())


@each
def test_checkpoint_resumes_bit_for_bit_and_kept_networks_are_an_engine(method, tmp_path):
    path, file = tmp_path / "run.safetensors", tmp_path / "out.safetensors"
    (some, many), learner = steps(method), learner_of(method)
    whole, first = run_of(method), run_of(method)
    whole.run(Bounds(iterations=some))
    whole.run(Bounds(iterations=many))
    first.run(Bounds(iterations=some), path=path)
    again = learner.run.load(path)
    kept = learner.run.read(path)
    assert is_checkpoint(path, learner.run.kind)
    assert again.recipe == first.recipe == kept.recipe
    assert (again.curve, again.losses, again.seconds) == (first.curve, first.losses, first.seconds)
    assert (kept.curve, kept.series["losses"]) == (tuple(first.curve), tuple(first.losses))
    again.run(Bounds(iterations=many))
    assert same(again.trainer, whole.trainer)
    assert again.exploitability == whole.exploitability == exploitability(whole.table())
    assert [row.rl for row in again.losses] == [row.rl for row in whole.losses]
    assert [row.iteration for row in again.losses] == [one.iteration for one in again.curve]
    last, fills = again.losses[-1], [row.rl_fill for row in again.losses]
    assert last.rl > 0.0 and fills == sorted(fills) and last.rl_fill > 0.8
    assert again.info().measured == {"method": "exact", "exploitability": again.exploitability}
    again.keep(file, "Small")
    assert read_info(file).title == "Small" and read_info(file).iterations == many
    table = agent_table(KUHN, build(f"file:{file}", KUHN))
    assert exploitability(table) == pytest.approx(again.exploitability, abs=1e-6)


@cache
def checkpoint(method, folder):
    path = folder / f"{method}.safetensors"
    run_of(method).run(Bounds(iterations=steps(method)[0]), path=path)
    return path.read_bytes()


TAMPERED = {
    "another kind": {"kind": "strategy"},
    "another game": {"game": LEDUC.to_acpc()},
    "an unknown method": {"algorithm": "dqn"},
    "a seed below 0": {"seed": -1},
    "layers that are none": {"hidden": "16,x"},
    "layers that are no text": {"hidden": 16},
    "a setting without a value": {"batch": None},
    "a setting out of its bounds": {"batch": 0},
    "a setting of another version": {"another": 1},
    "a menu that is none": {"menu": 5},
    "no losses": lambda arrays: arrays.pop("series.losses"),
    "narrow losses": lambda arrays: arrays.update({"series.losses": np.zeros((1, 4))}),
    "losses that do not grow": lambda arrays: arrays["series.losses"][1:, 0].fill(1.0),
    "losses without numbers": lambda arrays: arrays["series.losses"][0].fill(nan),
    "losses ahead": lambda arrays: arrays["series.losses"][-1:, 0].fill(1e9),
}


@pytest.mark.parametrize("change", TAMPERED.values(), ids=TAMPERED)
def test_tampered_checkpoint_is_rejected_naming_the_file(change, tmp_path, tmp_path_factory):
    def record(kept):
        for name, value in change.items():
            (kept if name in kept and name != "menu" else kept["parameters"])[name] = value

    path = tmp_path / "run.safetensors"
    for method in METHODS:
        path.write_bytes(checkpoint(method, tmp_path_factory.getbasetemp()))
        tamper(path, *((None, change) if callable(change) else (record,)))
        with pytest.raises(StrategyFileError, match=str(path)):
            learner_of(method).run.load(path)


def filled(name, value, *place):
    return lambda state: state[name][place or ...].fill(value)


ROWS = slice(None)
STATES = {
    "nfsp-per": [
        *(filled(name, nan) for name in ("values", "sums")),
        *(filled("averages", 1e30), filled("targets", -inf), filled("counts", -1)),
        *(filled("rng", 0), filled("clock", 3), filled("clock", 2**53)),
        *(filled("rl_memory", 65_535, 0, 0), filled("rl_memory", 0x7FFF, 1, 2, slice(4, 6))),
        *(filled("sl_memory", 65_535, 0, 0), filled("sl_memory", 0, 0, ROWS, 2)),
        *(filled("priorities", 0.0), filled("priorities", inf)),
        *(filled("table.hands", 99), filled("table.hands", 7, ROWS, slice(-20, None))),
        *(filled("table.hands", -5, ROWS, 0), filled("table.choices", -1)),
        *(filled("table.playing", 2), filled("table.playing", 0), filled("table.masks", 0)),
        filled("table.counts", 1000),
        *(filled(f"table.{name}", 60_000) for name in ("ids", "cards", "dealt_cards", "waiting")),
    ],
    "deep-cfr": [
        *(filled("networks", nan), filled("networks", 1e30), filled("losses", inf)),
        *(filled("counts", -1), filled("counts", 2), filled("rng", 0)),
        *(filled("advantages.rows", 65_535, ROWS, 0), filled("advantages.rows", 0, ROWS, 3, 1)),
        *(filled("advantages.numbers", nan, 0, 0), filled("advantages.seen", -1)),
        *(filled("strategies.numbers", 99, 0, 5), filled("strategies.rows", 40, 1, 0)),
    ],
    "sd-cfr": [filled("mixture", -1.0)],
    "ppo": [
        *(filled("policies", nan), filled("values", 1e30), filled("counts", -1)),
        *(filled("losses", inf), filled("rng", 0)),
    ],
}


@pytest.mark.parametrize("method", STATES)
def test_invalid_state_is_rejected_and_changes_nothing(method):
    game = LEDUC if method.startswith("nfsp") else KUHN
    run = recipe(method, game).build()
    run.step(4 if game is KUHN else 1000)  # in mid-hand: fewer than it takes for all to end at once
    before = run.save_state()
    for change in STATES[method]:
        state = run.save_state()
        change(state)
        with pytest.raises(EngineError, match="are invalid"):
            run.load_state(state)
    for name in before:
        state = {key: array for key, array in before.items() if key != name}
        with pytest.raises(EngineError, match="arrays differ"):
            run.load_state(state)
    with pytest.raises(EngineError, match="wrong size"):
        recipe(method, game, hidden=(32,)).build().load_state(before)
    assert same_state(before, run.save_state())


@pytest.mark.parametrize(
    ("method", "settings", "count", "rate"),
    [
        ("nfsp", {"rl_rate": 10.0}, 3000, "rl_rate"),
        ("nfsp-per", {"rl_rate": 10.0, "beta": 0.0}, 9000, "rl_rate"),
        ("nfsp-plt", {"rl_rate": 10.0}, 3000, "rl_rate"),
        ("deep-cfr", {"advantage_rate": 10.0, "advantage_updates": 2000}, 3, "advantage_rate"),
        ("ppo", {"value_rate": 10.0, "rate_fall": 0.0, "epochs": 50}, 20, "policy_rate"),
    ],
)
def test_diverging_networks_stop_the_run_and_name_the_learning_rate(method, settings, count, rate):
    run = recipe(method, **settings).build()
    with pytest.raises(EngineError, match=f"lower {rate}"):
        run.step(count)
    assert (run.save_state().get("priorities", np.zeros(1)) <= 1e6).all()


@each
def test_memory_is_estimated_before_allocation(method):
    made = recipe(method, get_game("leduc-3"))
    run = made.build()
    run.step(2)
    kept = sum(array.nbytes for array in run.save_state().values())
    assert run.num_bytes == made.bytes_in(run.environment) < made.num_bytes
    assert kept < run.num_bytes and (method == "ppo" or run.num_bytes < 1.3 * kept + 200_000)


@each
def test_three_and_six_player_games_can_be_trained(method):
    run = run_of(method, game=get_game("kuhn-3"))
    run.run(Bounds(iterations=min(600, steps(method)[1])))
    assert 0.0 < run.exploitability < 2.0
    if method == "sd-cfr":  # the mixture as a table
        for game in (SIX, full_deck()):
            with pytest.raises(GameError):
                recipe(method, game).build()
        return
    trainer = recipe(method, SIX).build()
    trainer.step(min(600, steps(method)[0]))
    assert len(trainer.averages) == 6
    assert all(np.isfinite(network.weights).all() for network in trainer.averages)
    assert len({network.weights.tobytes() for network in trainer.averages}) == 6


LARGE = {"hidden": (32,), "traversals": 200, "batch": 32, "average_updates": 4000}
LARGE |= {"advantage_memory": 100_000, "strategy_memory": 100_000, "advantage_updates": 600}
MEMORIES = {"rl_memory": 5000, "sl_memory": 20_000, "batch": 32, "learn_every": 16}
HANDS = {"hidden": (32,), "hands": 1000, "batch": 64, "epochs": 4, "entropy": 0.2}


@pytest.mark.parametrize(
    ("method", "settings", "count", "most"),
    [
        ("nfsp", MEMORIES, 30_000, 0.15),
        *((method, LARGE, 60, 0.04) for method in ("deep-cfr", "sd-cfr")),
        ("ppo", HANDS, 120, 0.17),
    ],
)
def test_kuhn_converges(method, settings, count, most):
    run = run_of(method, **settings)
    run.trainer.step(count)
    assert exploitability(run.table()) < most  # 0.46 for a random player


@pytest.mark.parametrize("method", ["nfsp", "deep-cfr", "ppo"])
def test_cancellation_does_not_wait_for_an_evaluation(method, monkeypatch):
    monkeypatch.setattr(sampled, "FIRST_DEALS", 2)
    run, control = run_of(method, game=full_deck()), JobControl()
    control.cancel()
    run.run(Bounds(iterations=10_000), control)
    assert (run.measure, len(run.curve)) == ("random", 1)
    run.trainer.step(2)
    run.run(Bounds(iterations=10_000), control)
    assert len(run.curve) == len(run.losses) == 1
    measured, at = run.info().measured, run.curve[0].iteration
    assert (measured["method"], measured["hands"], measured["iteration"]) == ("random", 6, at)
    with pytest.raises(EngineError, match="not measured"):
        run.run(Bounds(exploitability=0.1, iterations=10))
    games = {"leduc-3": "exact", "holdem-nolimit@20": "lbr", "holdem-nolimit-6": "random"}
    assert {name: measure_of(get_game(name)) for name in games} == games


@each
def test_seed_determines_the_run_and_unused_settings_change_nothing(method):
    learner, changes = learner_of(method), {}
    for name, usual in learner.settings.items():
        if not learner.parameters.applies(name, method):
            changes[name] = max(type(usual)(usual / 2), int(name.endswith("times")))
    first, second, other = run_of(method), run_of(method, **changes), run_of(method, seed=2)
    for run in (first, second, other):
        run.trainer.step(steps(method)[0])
    assert same(first.trainer, second.trainer) and not same(first.trainer, other.trainer)
    assert exploitability(first.table()) == exploitability(second.table())


@each
def test_settings_outside_their_bounds_are_rejected(method):
    learner = learner_of(method)
    for name, usual in learner.settings.items():
        if name == "hidden":
            wrong = [(), (100,), (16,) * 5, (4096,)]
        else:
            low, high = range_of(learner.parameters, name)
            wrong = [low - 1, high * 2, nan, inf, True, None, str(usual)]
            wrong += [usual + 0.5] if isinstance(usual, int) else []
        for value in wrong:
            with pytest.raises(EngineError, match=name):
                learner.parameters(method=method, **{name: value})


@pytest.mark.parametrize("method", METHODS)
def test_recipe_round_trips_through_plain_parameters(method):
    learner, deep = learner_of(method), get_game("holdem-nolimit@100")
    for menu in ("", "100,a/a"):
        made = learner.recipe(deep, learner.parameters(method=method, hidden=(64, 32)), menu=menu)
        kept = made.parameters
        assert all(type(value) in (str, int, float, bool) for value in kept.values())
        assert learner.recipe.of(deep, method, kept) == made
        assert (made.menu, kept["hidden"]) == (menu or str(default_menu(deep)), "64,32")


@pytest.mark.parametrize(
    ("game", "changes", "error", "text"),
    [
        *(("leduc", {"seed": odd}, EngineError, "seed") for odd in (-1, 2**63)),
        ("leduc", {"start": "nfsp"}, EngineError, "hash"),
        ("holdem-nolimit", {"menu": "50,100"}, MenuError, "all-in"),
        ("holdem-nolimit", {"menu": "all"}, EngineError, "too many"),
    ],
)
def test_invalid_recipes_are_rejected(game, changes, error, text):
    with pytest.raises(error, match=text):
        learner_of("nfsp").recipe(get_game(game), **changes)
    for given in ({"least_times": 5}, {"least_memory": 300_000}):  # they contradict other settings
        with pytest.raises(EngineError, match=next(iter(given))):
            learner_of("nfsp").parameters(**given)
    with pytest.raises(EngineError, match="no method 'dqn'; choose one of nfsp, "):
        learner_of("dqn")
    for text in ("", "128,", "1.5", "-16", "999999"):
        with pytest.raises(PokerError, match="hidden layers"):
            parse_hidden(text)
