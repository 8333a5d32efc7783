"""The shipped networks: their stated strength and making are true."""

from __future__ import annotations

import csv

import pytest

from ai.cfr.best_response import exploitability
from ai.networks.record import load_network
from ai.networks.table import network_table
from ai.nfsp.parameters import METHODS
from ai.nfsp.recipe import NfspRecipe
from ai.nfsp.run import NfspRun
from ai.nfsp.shipped import shipped_networks, shipped_path
from ai.registry import build
from ai.run import Bounds
from engine.game import get_game
from engine.match import play
from scripts.ship_network import command_of

_FOLLOWED = 6_200_000


@pytest.mark.parametrize(("name", "most"), [("kuhn", 0.015), ("leduc", 0.03)])
def test_shipped_networks_of_small_games_are_near_an_equilibrium(name, most):
    trained = load_network(shipped_path("nfsp", get_game(name)))
    found = exploitability(network_table(trained.environment, trained.networks))
    assert found == pytest.approx(trained.info.measured["exploitability"], abs=1e-6)
    assert found <= most


STRONG = {"holdem-nolimit-3@100": 1_300, "holdem-nolimit-6@20": 600}
"""Games of several players with strong networks, and deals that are enough to show it."""
MANY = ("holdem-nolimit-3", "holdem-nolimit-6", *STRONG)
TWO = ("kuhn", "leduc", "holdem-limit", "holdem-nolimit@100")


def test_all_methods_are_shipped_for_several_players():
    found = {(info.algorithm, info.game.name) for _, info in shipped_networks()}
    wanted = {("nfsp", name) for name in TWO} | {(m, name) for m in METHODS for name in MANY}
    assert found == wanted
    assert all(path.stat().st_size < 3_000_000 for path, _ in shipped_networks())


@pytest.mark.long
@pytest.mark.parametrize("rival", ["random", "call", "equity"])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", STRONG)
def test_networks_of_several_players_beat_simple_engines(name, method, rival):
    game = get_game(name)
    others = [build(rival, game)] * (game.num_players - 1)
    won = play(game, [build(method, game), *others], STRONG[name], 3, duplicate=True).mbb()
    assert won.mean > won.half_width


@pytest.mark.parametrize("path", [path for path, _ in shipped_networks()], ids=lambda p: p.stem)
def test_shipped_networks_say_how_they_were_made(path):
    info = load_network(path).info
    settings = {name: value for name, value in info.parameters.items() if name != "seconds"}
    recipe = NfspRecipe.of(info.game, info.algorithm, settings)
    command = str(info.provenance["command"])
    episodes = int(command.partition("--episodes ")[2].split()[0])
    assert command == command_of(recipe, episodes)
    if not recipe.start:  # else those of its start count, too
        assert episodes == info.iterations
    with path.with_suffix(".csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    # A run that is stopped by hand has its last look before its end.
    assert 0.9 * episodes < int(rows[-1]["episodes"]) <= episodes


@pytest.mark.long
def test_training_of_the_shipped_network_follows_its_published_curve():
    path = shipped_path("nfsp", get_game("leduc"))
    with path.with_suffix(".csv").open(encoding="utf-8") as file:
        published = {int(row["episodes"]): float(row["exact"]) for row in csv.DictReader(file)}
    info = load_network(path).info
    settings = {name: value for name, value in info.parameters.items() if name != "seconds"}
    run = NfspRun(NfspRecipe.of(info.game, info.algorithm, settings))
    run.run(Bounds(iterations=_FOLLOWED))
    found = {point.iteration: point.exploitability for point in run.curve}
    common = [episodes for episodes in published if 1 < episodes < _FOLLOWED]
    assert len(common) > 50
    assert [found[episodes] for episodes in common] == pytest.approx(
        [published[episodes] for episodes in common], rel=1e-5
    )
