"""Colours: text is readable on every background."""

import math
from itertools import combinations

import pytest

from pokergui.theme.tokens import (
    ACTIONS,
    CARD_FACE,
    CHIPS,
    DARK,
    DECKS,
    LIGHT,
    PALETTES,
    Tokens,
    contrast,
    from_lab,
    interpolate,
    lab,
    mix,
)

THEMES = pytest.mark.parametrize("t", [DARK, LIGHT], ids=lambda t: t.name)


def test_contrast_of_known_pairs() -> None:
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21.0)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1.0


def test_mix_is_linear_in_srgb() -> None:
    assert mix("#FFFFFF", 0.5, "#000000") == "#808080"
    assert mix("#102030", 0.0, "#AABBCC") == "#AABBCC"
    assert mix("#102030", 1.0, "#AABBCC") == "#102030"


@THEMES
def test_text_on_surfaces(t: Tokens) -> None:
    for surface in (t.bg0, t.bg1, t.bg2, t.bg3, t.bg4, t.accbg, t.button, t.rail_selected):
        for text in (t.t1, t.t2, t.t3):
            assert contrast(text, surface) >= 4.5, (text, surface)
    for surface in (t.bg1, t.bg2):
        for text in (t.acc, t.pos, t.neg, t.unc):
            assert contrast(text, surface) >= 4.5, (text, surface)


@THEMES
def test_text_on_felt(t: Tokens) -> None:
    for text in (t.feltt, t.feltt2):
        assert contrast(text, t.felt1) >= 4.5
        assert contrast(text, t.felt2) >= 4.5


@THEMES
def test_white_on_accent(t: Tokens) -> None:
    for fill in (t.accf, t.accf_hover, t.accf_pressed):
        assert contrast("#FFFFFF", fill) >= 4.5


@THEMES
@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("tone", ACTIONS)
def test_text_on_action_buttons(t: Tokens, palette: str, tone: str) -> None:
    colour = PALETTES[palette][tone]
    share = 0.10 if tone in ("fold", "small") else 0.16
    rest, hover = mix(colour, share, t.bg3), mix(colour, 0.28, t.bg3)
    assert contrast(t.t1, rest) >= 4.5
    assert contrast(t.t2, rest) >= 4.5
    assert contrast(t.t1, hover) >= 4.5


def test_suits_on_cards() -> None:
    for deck in ("four", "two"):
        for colour in DECKS[deck]:
            assert contrast(colour, CARD_FACE) >= 4.5
    for colour in DECKS["solid"]:
        assert contrast("#FFFFFF", colour) >= 4.5


def test_chips_have_marks_that_differ() -> None:
    for coin, mark in CHIPS.values():
        assert contrast(mark, coin) >= 1.9


# Machado, Oliveira and Fernandes 2009, severity 1, on linear light.
BLINDNESS = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen(colour: str, kind: str) -> str:
    """A colour as eyes of a kind see it."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    mixed = [sum(a * b for a, b in zip(row, light, strict=True)) for row in BLINDNESS[kind]]
    clipped = [min(1.0, max(0.0, c)) for c in mixed]
    gamma = [12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055 for c in clipped]
    return "#" + "".join(f"{round(255 * c):02X}" for c in gamma)


@THEMES
@pytest.mark.parametrize("kind", BLINDNESS)
def test_series_differ_for_every_eye(t: Tokens, kind: str) -> None:
    labs = [lab(seen(colour, kind)) for colour in t.series]
    least = min(math.dist(a, b) for a, b in combinations(labs, 2))
    assert least >= (30 if kind == "normal" else 15)


def test_lab_of_known_colours() -> None:
    assert lab("#FFFFFF") == pytest.approx((100, 0, 0), abs=0.02)
    assert lab("#FF0000") == pytest.approx((53.24, 80.09, 67.20), abs=0.05)
    assert lab("#000000") == pytest.approx((0, 0, 0), abs=1e-9)


@pytest.mark.parametrize("colour", [*ACTIONS.values(), "#000000", "#FFFFFF"])
def test_lab_and_back(colour: str) -> None:
    assert from_lab(lab(colour)) == colour


def test_a_colour_between_two() -> None:
    small, middle = ACTIONS["small"], ACTIONS["middle"]
    assert interpolate(small, middle, 0) == small
    assert interpolate(small, middle, 1) == middle
    between = lab(interpolate(small, middle, 0.5))
    ends = zip(lab(small), lab(middle), strict=True)
    assert between == pytest.approx([(a + b) / 2 for a, b in ends], abs=0.6)
