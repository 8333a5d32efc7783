import math
from itertools import combinations, pairwise

import numpy as np
import pytest

from pokergui.theme.colours import INK, STEPS, action_colour, amounts, changes, ink_on
from pokergui.theme.tokens import (
    ACTIONS,
    CARD_FACE,
    CHIPS,
    DARK,
    DECKS,
    LIGHT,
    PALETTES,
    contrast,
    from_lab,
    interpolate,
    lab,
    mix,
)

THEMES = pytest.mark.parametrize("t", [DARK, LIGHT], ids=lambda t: t.name)
TONES = sorted({colour for palette in PALETTES.values() for colour in palette.values()})
# Linear RGB as seen without red, green and blue cones. Source: Machado, Oliveira and Fernandes,
# "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, severity 1.
EYES = {
    "normal": [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    "protan": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deutan": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "tritan": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}


def seen(colour, eye):
    channels = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    light = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    light = np.clip(np.array(EYES[eye]) @ light, 0.0, 1.0)
    back = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return "#" + "".join(f"{round(255 * c):02X}" for c in back.tolist())


def apart(one, other):
    """CIE76."""
    return math.dist(lab(one), lab(other))


def test_known_colours():
    assert contrast("#FFFFFF", "#000000") == pytest.approx(21.0)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)
    assert lab("#FFFFFF") == pytest.approx((100, 0, 0), abs=0.02)
    assert lab("#FF0000") == pytest.approx((53.24, 80.09, 67.20), abs=0.05)
    assert [from_lab(lab(colour)) for colour in TONES] == TONES
    assert mix("#FFFFFF", 0.5, "#000000") == "#808080"
    assert mix("#102030", 0.0, "#AABBCC") == "#AABBCC"
    small, middle = ACTIONS["small"], ACTIONS["middle"]
    assert [interpolate(small, middle, share) for share in (0, 1)] == [small, middle]
    between = np.mean([lab(small), lab(middle)], axis=0)
    assert lab(interpolate(small, middle, 0.5)) == pytest.approx(between, abs=0.6)


@THEMES
def test_text_contrast_is_sufficient_on_every_surface(t):
    surfaces = (t.bg0, t.bg1, t.bg2, t.bg3, t.bg4, t.accbg, t.button, t.rail_selected)
    pairs = [(text, on) for on in surfaces for text in (t.t1, t.t2, t.t3)]
    pairs += [(text, on) for on in (t.bg1, t.bg2) for text in (t.acc, t.pos, t.neg, t.unc)]
    pairs += [(text, on) for on in (t.felt1, t.felt2) for text in (t.feltt, t.feltt2)]
    pairs += [("#FFFFFF", fill) for fill in (t.accf, t.accf_hover, t.accf_pressed)]
    pairs += [(colour, CARD_FACE) for deck in ("four", "two") for colour in DECKS[deck]]
    pairs += [("#FFFFFF", colour) for colour in DECKS["solid"]]
    for palette in PALETTES.values():
        for tone, colour in palette.items():
            rest = mix(colour, 0.10 if tone in ("fold", "small") else 0.16, t.bg3)
            pairs += [(t.t1, rest), (t.t2, rest), (t.t1, mix(colour, 0.28, t.bg3)), (INK, colour)]
    ramps = [amounts(t), changes(t), *(amounts(t, colour) for colour in TONES)]
    pairs += [(ink_on(colour), colour) for ramp in (*ramps, (t.bg4,)) for colour in ramp]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []
    assert min(contrast(mark, coin) for coin, mark in CHIPS.values()) >= 1.9


@pytest.mark.parametrize(("palette", "least"), [("standard", 29), ("alternate", 23)])
def test_action_colours_are_distinguishable(palette, least):
    assert min(apart(a, b) for a, b in combinations(PALETTES[palette].values(), 2)) >= least


def test_sizes_get_graded_colours():
    three = [ACTIONS[name] for name in ("small", "middle", "large")]
    assert [action_colour("small", rank) for rank in (0, 0.5, 1)] == three
    scale = [action_colour("middle", i / 5) for i in range(6)]
    assert len(set(scale)) == 6 and all(contrast(INK, colour) >= 4.5 for colour in scale)


@THEMES
@pytest.mark.parametrize("eye", EYES)
def test_series_and_ramps_suit_colour_blind_readers(t, eye):
    series = [seen(colour, eye) for colour in t.series]
    assert min(apart(a, b) for a, b in combinations(series, 2)) >= (30 if eye == "normal" else 15)
    ramp = [seen(colour, eye) for colour in amounts(t)]
    lightness = [lab(colour)[0] for colour in ramp]
    away = 1 if t.name == "dark" else -1  # more is lighter, or darker
    assert (away * np.diff(lightness) > -0.4).all()
    assert away * (lightness[-1] - lightness[0]) > 50
    assert all(apart(one, other) > 4 for one, other in pairwise(ramp[:: STEPS // 8]))
    ramp = [seen(colour, eye) for colour in changes(t)]
    for step in range(12, STEPS // 2 + 1):
        less, more = max(0, STEPS // 2 - step), min(STEPS - 1, STEPS // 2 + step)
        assert apart(ramp[less], ramp[more]) > 15
    assert min(apart(ramp[end], ramp[STEPS // 2]) for end in (0, -1)) > 25


@THEMES
def test_no_cell_of_a_range_looks_empty(t):
    pale = PALETTES["alternate"]["allin"]  # a grey: figures and inks distinguish it from nothing
    ramps = [amounts(t), changes(t), *(amounts(t, colour) for colour in TONES if colour != pale)]
    assert min(apart(colour, t.cell) for ramp in ramps for colour in ramp) > 4
