"""Nothing on Play's table covers anything, whatever is bet, at any size of the window."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRectF

from engine.game import get_game
from engine.player import CALL, FOLD, raise_to
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.pages.play.work.session import PlaySession
from pokergui.viewmodel import TableScene
from pokergui.viewmodel.settings import AmountUnit
from pokergui.widgets.felt.layout import table_layout
from pokergui.widgets.felt.narrow_layout import NARROW, narrow_layout
from tests.pokergui.gallery.laid import clashes, off_the_felt, pieces

pytestmark = pytest.mark.ci
GAMES = {
    "kuhn": (1, 0),
    "leduc": (1, 1),
    "holdem-limit": (2, 5),
    "holdem-nolimit@20": (2, 5),
    "holdem-nolimit@100": (2, 5),
    "holdem-nolimit@1000": (2, 5),
}
"""Cards in a hand and on the board."""
HANDS = 5
EXPLAINER = 36
"""Height of the rules of a small game over the table."""
SIZES = (
    (584, 329, True),
    (584, 392, True),
    (840, 409, True),
    (968, 329, True),
    (968, 392, True),
    (888, 532, False),
    (888, 610, False),
    (1368, 727, False),
    (2008, 1150, False),
    (3288, 1807, False),
)
"""What windows from 1024x640 to 3840x2160 leave for the table, and whether they are small."""


def hand_scenes(name: str, seed: int, unit: AmountUnit) -> Iterator[TableScene]:
    """All pictures of one hand of random actions, in motion and at rest; some are of training."""
    game, rng = get_game(name), random.Random(seed)
    play = PlaySession(game, "Opponent model, literal", unit)
    deck = shuffled_deck(game, rng_state(seed))
    frames = play.deal(deck, rng.randrange(1, 20_000))
    if seed % 4 == 3:
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
    yield from (frame.scene for frame in frames)


@pytest.mark.parametrize("unit", ["chips", "bb"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_covers_anything(qapp, size, unit):
    wrong: Counter[str] = Counter()
    width, height, compact = size
    for game, shape in GAMES.items():
        high = height - EXPLAINER * (game in ("kuhn", "leduc"))
        places = table_layout(width, high, compact, *shape)
        if width < NARROW:
            places = narrow_layout(width, high, *shape)
        room = QRectF(0, 0, width, high)
        for scene in (one for seed in range(HANDS) for one in hand_scenes(game, seed, unit)):
            found = pieces(scene, places)
            for words in clashes(found, room) + off_the_felt(found, places):
                wrong[f"{game}: {words}"] += 1
    assert not wrong, "\n".join(f"{count} x {what}" for what, count in wrong.most_common(40))
