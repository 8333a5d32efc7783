"""Nothing on Play's table covers anything else, whatever is bet, at any size of the window."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from engine.game import Game, get_game
from engine.player import CALL, FOLD, raise_to
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.formatting.notices import taken_up
from pokergui.pages.play.work.session import PlaySession
from pokergui.viewmodel import TableScene
from pokergui.viewmodel.settings import AmountUnit
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.laid import clashes, off_the_felt, pieces
from tests.pokergui.gallery.scenes import LAST_HAND, STATES, show

SIZES = ((1024, 640), (1280, 720), (1440, 900), (1920, 1080), (2560, 1440), (3840, 2160))
HANDS = 5
"""Of each game."""
GAMES = (
    "kuhn",
    "leduc",
    "holdem-limit",
    "holdem-nolimit@20",
    "holdem-nolimit@100",
    "holdem-nolimit@1000",
)


def hand_scenes(
    game: Game, seed: int, *, training: bool, unit: AmountUnit = "chips"
) -> list[TableScene]:
    """All pictures of one hand of random actions, in motion and at rest."""
    rng = random.Random(seed)
    play = PlaySession(game, "Opponent model, literal", unit)
    deck = shuffled_deck(game, rng_state(seed))
    frames = play.deal(deck, rng.randrange(1, 20_000))
    if training:
        frames = play.replay(deck, (), rng.randrange(2), 12_345)
    while play.in_hand:
        legal = play.table.hand.spot.legal
        kinds = [CALL] * 3 + [FOLD] * legal.fold
        if legal.max_raise:
            least, most = legal.min_raise, legal.max_raise
            size = round(least * (most / least) ** (rng.random() ** 2)) if least else most
            kinds += [raise_to(max(least, min(most, size)))] * 5
        play.thinking = not play.hero_to_act
        frames += play.act(rng.choice(kinds))
    return [frame.scene for frame in frames]


def states(game: str, count: int, unit: AmountUnit = "chips") -> list[TableScene]:
    rules = get_game(game)
    found: list[TableScene] = []
    for seed in range(count):
        found += hand_scenes(rules, seed, training=seed % 4 == 3, unit=unit)
    return found


@pytest.mark.parametrize("unit", ["chips", pytest.param("bb", marks=pytest.mark.long)])
@pytest.mark.parametrize("advised", [False, True], ids=["shut", "open"])
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_nothing_covers_anything(
    window: MainWindow, qtbot: QtBot, width: int, height: int, advised: bool, unit: AmountUnit
) -> None:
    window.resize(width, height)
    show(window, STATES["advisor" if advised else "facing"]())
    wrong: Counter[str] = Counter()
    for game in GAMES:
        scenes = states(game, HANDS, unit)
        for notice in (None, taken_up("Opponent model, literal")):
            small = game in ("kuhn", "leduc")
            state = STATES["leduc" if small else "facing"]()
            show(window, replace(state, last_hand=LAST_HAND, notice=notice))
            if advised:
                asked = replace(window.settings.scene, advisor=True, animation=0.0)
                window.set_settings(asked)
            qtbot.wait(5)
            table = window.play.table
            for scene in scenes:
                table.show_scene(scene)
                assert table._places is not None
                found = pieces(scene, table._places)
                said = clashes(found, QRectF(table.rect()))
                for words in said + off_the_felt(found, table._places):
                    wrong[f"{game} {table.width()}x{table.height()}: {words}"] += 1
    assert not wrong, f"{wrong.total()} clashes\n" + "\n".join(
        f"{count} x {what}" for what, count in wrong.most_common(40)
    )
