import pytest

from ai.blueprint.recipe import BlueprintRecipe
from engine.errors import EngineError
from engine.game import get_game
from engine.jobs import JobControl

pytestmark = pytest.mark.slow

MENU = "50,100,a/100,a/100,a/a"
MORE = f"{MENU};33,100,a/100,a/100,a/a;{MENU}"


@pytest.mark.parametrize(
    ("game", "menu", "buckets", "measured"),
    [
        # The most that runs grew by in a fresh process, tables included, in MB, with looks,
        # checkpoints, and values taken.
        ("holdem-limit", "all", 200, 312),
        ("holdem-nolimit@200", MENU, 200, 397),
        ("holdem-nolimit@100", MORE, 1000, 853),
    ],
)
def test_memory_is_announced_within_a_tenth(game, menu, buckets, measured):
    recipe = BlueprintRecipe(get_game(game), menu, str(buckets))
    assert recipe.num_bytes / 1e6 == pytest.approx(measured, rel=0.1)


def test_buckets_are_shipped_or_those_of_old_and_all_bets_are_for_limit_alone():
    recipe = BlueprintRecipe(get_game("holdem-nolimit@100"))
    assert recipe.buckets == "1000,30x32,60x16"
    assert recipe.cards(None, JobControl()).num_rows == (169, 1000, 960, 960)
    parameters = {**recipe.parameters, "buckets": ""}  # of a time when others were the default
    assert BlueprintRecipe.of(recipe.game, recipe.algorithm, parameters).buckets == "1000,400,220"
    assert BlueprintRecipe(get_game("holdem-limit"), "all").menu == "all"
    with pytest.raises(EngineError, match="needs a list of bet sizes"):
        BlueprintRecipe(recipe.game, "all")
