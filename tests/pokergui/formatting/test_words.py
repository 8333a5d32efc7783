from dataclasses import replace
from pathlib import Path

import pytest

import pokergui
from ai.cfr.algorithms import ALGORITHMS
from engine.game import get_game
from pokergui.formatting.words import combos_text, ev_text, percent, phrase, stakes
from pokergui.pages.train.scenes.blueprint import Solvers


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Discounts early regrets", "discounts early regrets"),
        *((words, words) for words in ("DCFR whose exponents", "PCFR+ that discounts", "")),
        *(("All-in 9,700", "all-in 9,700"), ("A pair", "a pair")),
    ],
)
def test_names_keep_their_capitals_in_a_sentence(words, told):
    assert phrase(words) == told


def test_lower_casing_in_a_sentence_has_one_function():
    """Lower-casing a first letter by hand breaks names that begin with a capital."""
    folder = Path(pokergui.__file__).parent
    found = [path.name for path in folder.rglob("*.py") if "[:1].lower()" in path.read_text()]
    assert found == ["words.py"]
    notes = {choice.key: choice.note for choice in Solvers().methods(get_game("leduc"))}
    assert set(notes) == {one.name for one in ALGORITHMS}
    assert notes["hs-dcfr"].startswith("DCFR ") and notes["cfr"].startswith("the original")


def test_figures_are_short_and_have_their_unit():
    assert ev_text(get_game("holdem-nolimit"), 361.0) == "3.61 bb"
    assert ev_text(get_game("leduc"), -0.5) == "−0.50 antes"
    combos = [combos_text(count) for count in (0.0, 0.02, 0.4, 1.0, 853.2)]
    assert combos == ["0 combos", "<0.1 combos", "0.4 combos", "1 combo", "853 combos"]
    shares = (0.0, 2e-17, 0.0003, 0.0842, 0.5678, 0.9999, 1.0, float("nan"))
    texts = ["0%", "0%", "<0.1%", "8.4%", "57%", "100%", "100%", "–"]
    assert [percent(share) for share in shares] == texts


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("holdem-nolimit-6:ante=0.1,straddle=utg", "50/100/200, ante 10"),
        ("holdem-nolimit-6:bb-ante=1", "50/100, big-blind ante 100"),
        ("holdem-nolimit-6", "50/100"),
    ],
)
def test_forced_bets_name_antes_and_straddles(name, words):
    assert stakes(get_game(name)) == words


def test_dead_blind_is_no_ante():
    game = replace(get_game("holdem-nolimit-6"), antes=(0, 0, 0, 50, 0, 0))
    assert stakes(game) == "50/100, dead blind 50"
