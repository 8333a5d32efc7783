"""No amount is cut on Play's table and buttons in big blinds, as in chips, in the least window."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QFontMetricsF
from pytestqt.qtbot import QtBot

from engine.game import get_game
from engine.player import CALL, FOLD, raise_to
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.pages.play.views import lasthand, preset
from pokergui.pages.play.work.session import PlaySession
from pokergui.viewmodel.settings import AmountUnit
from pokergui.widgets import buttons, sizing
from pokergui.widgets.felt import painter
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.scenes import STATES, show


@pytest.mark.parametrize("unit", ["chips", "bb"])
@pytest.mark.parametrize("game", ["holdem-limit", "holdem-nolimit@100", "holdem-nolimit@1000"])
def test_no_amount_is_cut(
    window: MainWindow,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    unit: AmountUnit,
) -> None:
    cut: Counter[str] = Counter()
    painted = painter.text

    def text(at: Any, box: QRectF, words: str, face: Any, *rest: Any) -> float:
        if any(map(str.isdigit, words)):
            cut[words] += QFontMetricsF(face).horizontalAdvance(words) > box.width() + 0.5
        return painted(at, box, words, face, *rest)

    for module in (painter, buttons, preset, lasthand, sizing):
        monkeypatch.setattr(module, "text", text)
    window.resize(1024, 640)
    show(window, STATES["facing"]())
    window.set_settings(replace(window.settings.scene, animation=0.0))
    rng, play = random.Random(f"{game} cut"), PlaySession(get_game(game), "Odds counter", unit)
    page = window.play
    for seed in range(6):
        play.deal(shuffled_deck(play.game, rng_state(seed)), seed + 1)
        while play.in_hand:
            legal = play.table.hand.spot.legal
            kinds = [CALL] * 3 + [FOLD] * (legal.fold and rng.random() < 0.2)
            if legal.max_raise:
                kinds += [raise_to(rng.randint(legal.min_raise, legal.max_raise))] * 4
            page.table.show_scene(play.scene())
            page.set_actions(play.bar(guard=False, auto_next=False))
            page.line.set_scene(play.line())
            page.grab()
            play.act(rng.choice(kinds))
        page.table.show_scene(play.scene())
        page.set_last_hand(play.last_hand())
        page.grab()
    assert len(cut) > 40
    assert not +cut, +cut
