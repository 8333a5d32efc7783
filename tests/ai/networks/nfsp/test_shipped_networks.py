import csv

import pytest

from ai.cfr.best_response import exploitability
from ai.networks.learners import NfspRecipe, NfspRun
from ai.networks.nfsp.parameters import METHODS
from ai.networks.nfsp.shipped import shipped_networks, shipped_path
from ai.networks.record import load_network
from ai.networks.table import network_table
from ai.registry import build
from ai.training.run import Bounds
from engine.game import get_game
from engine.match import play
from scripts.ship_network import command_of

pytestmark = pytest.mark.slow

FOLLOWED = 6_200_000
STRONG = {"holdem-nolimit-3@100": 1_300, "holdem-nolimit-6@20": 600}
TWO = ("kuhn", "leduc", "holdem-limit", "holdem-nolimit@100")


def recipe_of(info):
    settings = {name: value for name, value in info.parameters.items() if name != "seconds"}
    return NfspRecipe.of(info.game, info.algorithm, settings)


def curve_of(path):
    with path.with_suffix(".csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize(("name", "most"), [("kuhn", 0.015), ("leduc", 0.03)])
def test_shipped_small_game_networks_are_near_equilibrium(name, most):
    trained = load_network(shipped_path("nfsp", get_game(name)))
    found = exploitability(network_table(trained.environment, trained.networks))
    assert found == pytest.approx(trained.info.measured["exploitability"], abs=1e-6)
    assert found <= most


def test_all_methods_are_shipped_for_several_players():
    found = {(info.algorithm, info.game.name) for _, info in shipped_networks()}
    many = {(method, name) for method in METHODS for name in STRONG}
    assert found == {("nfsp", name) for name in TWO} | many


@pytest.mark.nightly
@pytest.mark.parametrize("rival", ["random", "call", "equity"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", STRONG)
def test_multiplayer_networks_beat_simple_engines(name, method, rival):
    game = get_game(name)
    others = [build(rival, game)] * (game.num_players - 1)
    won = play(game, [build(method, game), *others], STRONG[name], 3, duplicate=True).mbb()
    assert won.mean > won.half_width


@pytest.mark.parametrize("path", [path for path, _ in shipped_networks()], ids=lambda p: p.stem)
def test_shipped_networks_record_how_they_were_trained(path):
    info = load_network(path).info
    recipe, command = recipe_of(info), str(info.provenance["command"])
    episodes = int(command.partition("--episodes ")[2].split()[0])
    assert command == command_of(recipe, episodes)
    if not recipe.start:  # otherwise those it started from count too
        assert episodes == info.iterations
    # A run stopped by hand has its last evaluation before its end.
    assert 0.9 * episodes < int(curve_of(path)[-1]["episodes"]) <= episodes


@pytest.mark.nightly
def test_retraining_reproduces_the_published_curve():
    path = shipped_path("nfsp", get_game("leduc"))
    published = {int(row["episodes"]): float(row["exact"]) for row in curve_of(path)}
    run = NfspRun(recipe_of(load_network(path).info))
    run.run(Bounds(iterations=FOLLOWED))
    found = {point.iteration: point.exploitability for point in run.curve}
    common = [episodes for episodes in published if 1 < episodes < FOLLOWED]
    assert len(common) > 50
    assert [found[episodes] for episodes in common] == pytest.approx(
        [published[episodes] for episodes in common], rel=1e-5
    )
