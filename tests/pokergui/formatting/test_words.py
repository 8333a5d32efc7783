"""Words and figures as every page writes them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pokergui
from ai.cfr.algorithms import ALGORITHMS
from engine.game import get_game
from engine.player import CALL, PublicState, Strategy, raise_to
from pokergui.formatting.menu import size_words
from pokergui.formatting.words import Money, combos_text, ev_text, phrase
from pokergui.pages.train.scenes.solver import Solvers
from pokergui.ranges.answers import answer_note, taken_words


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Discounts early regrets", "discounts early regrets"),
        ("DCFR with exponents", "DCFR with exponents"),
        ("PCFR+ that soon forgets", "PCFR+ that soon forgets"),
        ("All-in 9,700", "all-in 9,700"),
        ("Hand 7", "hand 7"),
        ("A pair", "a pair"),
        ("", ""),
    ],
)
def test_names_keep_their_letters_in_a_sentence(words: str, told: str) -> None:
    assert phrase(words) == told


def test_notes_of_algorithms_keep_names() -> None:
    notes = {choice.key: choice.note for choice in Solvers().methods(get_game("leduc"))}
    assert set(notes) == {one.name for one in ALGORITHMS}
    assert notes["hs-dcfr"].startswith("DCFR ") and notes["hs-pcfr+"].startswith("PCFR+ ")
    assert notes["cfr"].startswith("the original")


def test_one_function_writes_words_on_in_a_sentence() -> None:
    """Lower-casing a first letter by hand breaks the names that begin with a capital."""
    folder = Path(pokergui.__file__).parent
    found = [path.name for path in folder.rglob("*.py") if "[:1].lower()" in path.read_text()]
    assert found == ["words.py"]


def test_values_have_the_unit_of_their_game() -> None:
    assert ev_text(get_game("holdem-nolimit"), 361.0) == "3.61 bb"
    assert ev_text(get_game("leduc"), -0.5) == "−0.50 antes"


@pytest.mark.parametrize(
    ("amount", "words"),
    [
        (999, "9.99 bb"),
        (250, "2.5 bb"),
        (225, "2.25 bb"),
        (300, "3 bb"),
        (1050, "10.5 bb"),
        (1837, "18.37 bb"),
    ],
)
def test_a_size_has_one_number_of_big_blinds(amount: int, words: str) -> None:
    game = get_game("holdem-nolimit@100")
    assert Money(game).other(amount) == words
    assert size_words(PublicState(game, (), ()), raise_to(amount)) == words


def test_a_few_hundredths_of_a_combo_are_not_none() -> None:
    told = [combos_text(count) for count in (0.0, 0.02, 0.4, 1.0, 853.2)]
    assert told == ["0 combos", "<0.1 combos", "0.4 combos", "1 combo", "853 combos"]


@pytest.mark.parametrize(("note", "told"), [("es-mccfr", "External sampling"), ("dcfr", "DCFR")])
def test_a_method_is_named_where_an_answer_comes_from(note: str, told: str) -> None:
    answer = Strategy((), np.empty((0, 0)), note=note)
    assert answer_note(answer) == told


def test_a_small_bet_is_read_as_a_bet_or_none() -> None:
    others = ((raise_to(300), 0.62), (CALL, 0.38))
    assert taken_words(raise_to(120), others) == "120 is read as 300 (62%) or no raise (38%)"
    assert taken_words(raise_to(120), ((raise_to(300), 1.0),)) == "120 is read as 300"
