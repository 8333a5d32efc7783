"""Colours and glyphs of actions."""

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pokergui.theme.actions import INK, action_colour, paint_swatch
from pokergui.theme.look import apply_look
from pokergui.theme.tokens import ACTIONS, PALETTES, contrast, lab
from pokergui.viewmodel import SettingsScene


def test_three_sizes_take_their_own_colours() -> None:
    assert [action_colour("small", rank) for rank in (0, 0.5, 1)] == [
        ACTIONS["small"],
        ACTIONS["middle"],
        ACTIONS["large"],
    ]
    assert action_colour("large") == ACTIONS["large"]


def test_a_scale_of_sizes_is_distinct_and_readable() -> None:
    scale = [action_colour("middle", i / 5) for i in range(6)]
    assert len(set(scale)) == 6
    assert all(contrast(INK, colour) >= 4.5 for colour in (*scale, *ACTIONS.values()))


def test_the_alternate_palette(qapp: QApplication, qtbot: QtBot) -> None:
    apply_look(SettingsScene(palette="alternate"))
    alternate = PALETTES["alternate"]
    assert action_colour("call") == alternate["call"]
    assert action_colour("small", 1.0) == alternate["large"]
    assert all(contrast(INK, colour) >= 4.5 for colour in alternate.values())
    apply_look(SettingsScene())
    assert action_colour("call") == ACTIONS["call"]


def distance(a: str, b: str) -> float:
    """CIE76."""
    return sum((x - y) ** 2 for x, y in zip(lab(a), lab(b), strict=True)) ** 0.5


@pytest.mark.parametrize(("palette", "least"), [("standard", 29), ("alternate", 23)])
def test_actions_are_told_apart(palette: str, least: float) -> None:
    colours = PALETTES[palette].values()
    assert min(distance(a, b) for a, b in combinations(colours, 2)) >= least


def swatch(tone: str) -> QImage:
    image = QImage(28, 28, QImage.Format.Format_RGB32)
    image.fill(0)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_swatch(painter, QRectF(0, 0, 28, 28), tone)
    painter.end()
    return image


def dark(image: QImage) -> frozenset[tuple[int, int]]:
    """Return the points of the glyph."""
    area = [(x, y) for x in range(4, 24) for y in range(4, 24)]
    return frozenset(at for at in area if QColor(image.pixel(*at)).lightness() < 80)


def test_every_action_has_a_glyph_of_its_own() -> None:
    found = {tone: dark(swatch(tone)) for tone in ACTIONS}
    assert all(found.values())
    for a, b in combinations(found, 2):
        assert len(found[a] ^ found[b]) > 20, (a, b)


@pytest.mark.parametrize("tone", ACTIONS)
def test_swatches_are_filled_in_the_colour(tone: str) -> None:
    assert swatch(tone).pixelColor(14, 2).name().upper() == ACTIONS[tone]
