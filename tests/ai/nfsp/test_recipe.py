from __future__ import annotations

from dataclasses import replace

import pytest

from ai.abstraction.menus import MenuError, default_menu
from ai.networks.recipe import parse_hidden
from ai.nfsp.parameters import Parameters
from ai.nfsp.recipe import NfspRecipe
from engine.errors import EngineError, PokerError
from engine.game import get_game

LEDUC = get_game("leduc")
OTHER = NfspRecipe(
    get_game("holdem-nolimit@20"),
    Parameters(method="nfsp-plt", hidden=(64, 32), rl_rate=0.05, games=16),
    menu="100,a/a",
    seed=7,
    start="0123456789abcdef" * 4,
)


@pytest.mark.parametrize("recipe", [NfspRecipe(LEDUC), OTHER])
def test_plain_parameters_make_the_same_recipe(recipe: NfspRecipe) -> None:
    kept = recipe.parameters
    assert all(type(value) in (str, int, float, bool) for value in kept.values())
    assert NfspRecipe.of(recipe.game, recipe.algorithm, kept) == recipe


def test_defaults_are_stated_not_implied() -> None:
    recipe = NfspRecipe(get_game("holdem-nolimit@100"))
    assert recipe.menu == str(default_menu(recipe.game))
    assert recipe.parameters["hidden"] == ",".join(map(str, recipe.learning.hidden))
    assert recipe.algorithm == recipe.learning.method


@pytest.mark.parametrize(
    ("game", "changes", "error", "text"),
    [
        ("leduc", {"seed": -1}, EngineError, "seed"),
        ("leduc", {"seed": 2**63}, EngineError, "seed"),
        ("leduc", {"start": "nfsp"}, EngineError, "hash"),
        ("holdem-nolimit", {"menu": "50,100"}, MenuError, "all-in"),
        ("holdem-nolimit", {"menu": "all"}, EngineError, "too many"),
    ],
)
def test_what_makes_no_sense_is_refused(game, changes, error, text) -> None:
    with pytest.raises(error, match=text):
        NfspRecipe(get_game(game), **changes)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("seed", 1.0),
        ("seed", None),
        ("hidden", "128,x"),
        ("hidden", 128),
        ("hidden", "0"),
        ("batch", 0),
        ("eta", 2.0),
        ("eta", "0.1"),
        ("menu", 5),
        ("start", "no hash"),
        ("another", 1),
    ],
)
def test_parameters_of_files_are_checked(name, value) -> None:
    with pytest.raises(PokerError):
        NfspRecipe.of(LEDUC, "nfsp", {**NfspRecipe(LEDUC).parameters, name: value})


def test_missing_parameters_and_unknown_methods_are_refused() -> None:
    kept = NfspRecipe(LEDUC).parameters
    del kept["eta"]
    with pytest.raises(EngineError, match="version of the program: 'eta'"):
        NfspRecipe.of(LEDUC, "nfsp", kept)
    with pytest.raises(EngineError, match="method"):
        NfspRecipe.of(LEDUC, "dqn", NfspRecipe(LEDUC).parameters)


def test_memory_is_told_before_anything_is_built() -> None:
    small = Parameters(rl_memory=10_000, sl_memory=20_000)
    recipe = NfspRecipe(LEDUC, small)
    built = recipe.build()
    assert built.num_bytes <= recipe.num_bytes
    assert replace(recipe, learning=Parameters()).num_bytes > 10 * recipe.num_bytes


@pytest.mark.parametrize(("text", "sizes"), [("128", (128,)), (" 256, 128", (256, 128))])
def test_layers_as_typed(text: str, sizes: tuple[int, ...]) -> None:
    assert parse_hidden(text) == sizes


@pytest.mark.parametrize("text", ["", "128,", "1.5", "-16", "999999"])
def test_layers_that_are_none(text: str) -> None:
    with pytest.raises(EngineError, match="hidden layers"):
        parse_hidden(text)
