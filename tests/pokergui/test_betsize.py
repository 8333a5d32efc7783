"""Typed sizes: chips, big blinds, parts of the pot, multiples; points and decimal commas."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pokergui.betsize import BetSize, preset_texts, presets_problem, read_size


@pytest.mark.parametrize(
    ("text", "kind", "number"),
    [
        ("2,5bb", "bb", "5/2"),
        ("2.5 BB", "bb", "5/2"),
        ("2,5x", "times", "5/2"),
        ("33,5%", "pot", "335/1000"),
        ("0,125%", "pot", "1/800"),
        ("1,500", "chips", "1500"),
        ("1.500,5bb", "bb", "3001/2"),
        ("1,500.5bb", "bb", "3001/2"),
        ("12 000", "chips", "12000"),
        ("pot", "pot", "1"),
    ],
)
def test_sizes(text: str, kind: str, number: str) -> None:
    assert read_size(text) == BetSize(kind, Fraction(number))


@pytest.mark.parametrize("text", ["2,5", "2,5,6bb", "1,50,000", "2,bb", "2,5 x 3", ""])
def test_no_sizes(text: str) -> None:
    assert read_size(text) is None  # chips are whole


def test_a_number_alone_counts_the_unit() -> None:
    assert read_size("2,5", "bb") == read_size("2.5", "bb") == BetSize("bb", Fraction(5, 2))
    assert read_size("1,500", "bb") == BetSize("bb", Fraction(1500))
    assert read_size("All-in") == BetSize("all-in")


@pytest.mark.parametrize(
    ("text", "sizes", "problem"),
    [
        ("2,5x, 3x", ("2.5x", "3x"), ""),
        ("33%,50%;67% pot,All-in", ("33%", "50%", "67%", "pot", "all-in"), ""),
        ("33,5% 2,25bb", ("33.5%", "2.25bb"), ""),
        ("600 1200", ("600", "1200"), ""),
        ("600,1200", ("600,1200",), "600,1200"),
        ("2,3,4x", ("2,3,4x",), "2,3,4x"),
        ("2x 3x 4x 5x 6x 7x", ("2x", "3x", "4x", "5x", "6x", "7x"), "many"),
        ("", (), ""),
    ],
)
def test_lists_of_sizes(text: str, sizes: tuple[str, ...], problem: str) -> None:
    assert preset_texts(text) == sizes
    assert presets_problem(sizes) == problem
