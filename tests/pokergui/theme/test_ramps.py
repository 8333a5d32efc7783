"""Ramps of colours for numbers: read everywhere, in order for every eye."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from pokergui.theme.ramps import STEPS, amounts, changes, ink_on
from pokergui.theme.tokens import DARK, LIGHT, PALETTES, Tokens, contrast, lab

THEMES = [DARK, LIGHT]
ACTIONS = sorted({colour for palette in PALETTES.values() for colour in palette.values()})
# Linear RGB as seen without red, green and blue cones. Source: Machado, Oliveira and Fernandes,
# "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009, severity 1.
BLIND = {
    "protan": [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]],
    "deutan": [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]],
    "tritan": [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]],
}


def seen(colour: str, eye: str) -> str:
    channels = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    light = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    light = np.clip(np.array(BLIND[eye]) @ light, 0.0, 1.0)
    back = np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055)
    return "#" + "".join(f"{round(255 * c):02X}" for c in back.tolist())


def apart(one: str, other: str) -> float:
    return float(np.linalg.norm(np.subtract(lab(one), lab(other))))


@pytest.mark.parametrize("t", THEMES, ids=lambda t: t.name)
def test_text_is_read_on_every_colour(t: Tokens) -> None:
    ramps = [amounts(t), changes(t), *(amounts(t, colour) for colour in ACTIONS)]
    for ramp in ramps:
        assert len(ramp) == STEPS
        assert min(contrast(ink_on(colour), colour) for colour in ramp) >= 4.5
    assert contrast(ink_on(t.bg4), t.bg4) >= 4.5  # a cell whose number is not known


@pytest.mark.parametrize("t", THEMES, ids=lambda t: t.name)
@pytest.mark.parametrize("eye", ["", *BLIND])
def test_more_is_lighter_or_darker_for_every_eye(t: Tokens, eye: str) -> None:
    ramp = [seen(colour, eye) if eye else colour for colour in amounts(t)]
    lightness = [lab(colour)[0] for colour in ramp]
    steps = np.diff(lightness)
    away = 1 if t.name == "dark" else -1
    assert (away * steps > -0.4).all()
    assert away * (lightness[-1] - lightness[0]) > 50
    tenths = ramp[:: STEPS // 8]
    assert all(apart(one, other) > 4 for one, other in pairwise(tenths))


@pytest.mark.parametrize("t", THEMES, ids=lambda t: t.name)
@pytest.mark.parametrize("eye", ["", *BLIND])
def test_less_and_more_are_told_apart_by_every_eye(t: Tokens, eye: str) -> None:
    ramp = [seen(colour, eye) if eye else colour for colour in changes(t)]
    for step in range(12, STEPS // 2 + 1):
        at = STEPS // 2 - step
        assert apart(ramp[max(0, at)], ramp[min(STEPS - 1, STEPS // 2 + step)]) > 15
    assert apart(ramp[0], ramp[STEPS // 2]) > 25 and apart(ramp[-1], ramp[STEPS // 2]) > 25


@pytest.mark.parametrize("t", THEMES, ids=lambda t: t.name)
def test_no_cell_of_a_range_looks_empty(t: Tokens) -> None:
    pale = PALETTES["alternate"]["allin"]  # a grey: its figures and inks tell it from nothing
    ramps = [amounts(t), changes(t), *(amounts(t, colour) for colour in ACTIONS if colour != pale)]
    for ramp in ramps:
        assert min(apart(colour, t.cell) for colour in ramp) > 4
