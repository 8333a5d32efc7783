"""Typed sizes: chips, big blinds, parts of the pot, multiples; points and decimal commas."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pokergui.betsize import BetSize, preset_texts, presets_problem, read_size


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("2,5bb", BetSize("bb", Fraction(5, 2))),
        ("2.5 BB", BetSize("bb", Fraction(5, 2))),
        ("2,5x", BetSize("times", Fraction(5, 2))),
        ("33,5%", BetSize("pot", Fraction(335, 1000))),
        ("0,125%", BetSize("pot", Fraction(1, 800))),
        ("1,500", BetSize("chips", Fraction(1500))),
        ("1,500bb", BetSize("bb", Fraction(1500))),
        ("1.500,5bb", BetSize("bb", Fraction(3001, 2))),
        ("1,500.5bb", BetSize("bb", Fraction(3001, 2))),
        ("12 000", BetSize("chips", Fraction(12_000))),
        ("2,5", None),  # chips are whole
        ("2,5,6bb", None),
        ("1,50,000", None),
        ("2,bb", None),
        ("2,5 x 3", None),
        ("pot", BetSize("pot", Fraction(1))),
        ("All-in", BetSize("all-in")),
        ("", None),
    ],
)
def test_sizes(text: str, size: BetSize | None) -> None:
    assert read_size(text) == size


def test_a_number_alone_counts_the_unit() -> None:
    assert read_size("2,5", "bb") == read_size("2.5", "bb") == BetSize("bb", Fraction(5, 2))
    assert read_size("1,500", "bb") == BetSize("bb", Fraction(1500))


@pytest.mark.parametrize(
    ("text", "sizes", "problem"),
    [
        ("2,5x", ("2.5x",), ""),
        ("2,5x, 3x", ("2.5x", "3x"), ""),
        ("33%,50%;67% pot,All-in", ("33%", "50%", "67%", "pot", "all-in"), ""),
        ("33,5% 2,25bb", ("33.5%", "2.25bb"), ""),
        ("2x,2.5x,3bb", ("2x", "2.5x", "3bb"), ""),
        ("600 1200", ("600", "1200"), ""),
        ("600,1200", ("600,1200",), "600,1200"),
        ("100,200", ("100,200",), "100,200"),
        ("2,3,4x", ("2,3,4x",), "2,3,4x"),
        ("2x 3x 4x 5x 6x 7x", ("2x", "3x", "4x", "5x", "6x", "7x"), "many"),
        ("", (), ""),
    ],
)
def test_lists_of_sizes(text: str, sizes: tuple[str, ...], problem: str) -> None:
    assert preset_texts(text) == sizes
    assert presets_problem(sizes) == problem
