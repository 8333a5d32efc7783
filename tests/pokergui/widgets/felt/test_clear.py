import random
from collections import Counter
from dataclasses import replace
from functools import lru_cache

import pytest
from PySide6.QtCore import QRectF

from engine.game import get_game
from engine.hand import HandState
from engine.player import CALL, FOLD, raise_to
from engine.records import HandRecord
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.formatting.handname import hand_name
from pokergui.pages.history.scenes.replay import Replay
from pokergui.pages.play.work.session import PlaySession
from pokergui.theme.fonts import BODY, SMALL, metrics
from pokergui.widgets.felt.layout import table_layout
from pokergui.widgets.felt.open_layout import NARROW, narrow_layout, replay_layout
from tests.pokergui.gallery.laid import clashes, off_the_felt, pieces

GAMES = (
    *("kuhn", "leduc", "holdem-limit", "holdem-nolimit@20"),
    *("holdem-nolimit@100", "holdem-nolimit@1000"),
)
EXPLAINER = 36
"""Height of the rules of a small game over the table."""
PLAY = (
    *((584, 329, True), (584, 392, True), (830, 329, True), (840, 409, True)),
    *((968, 329, True), (968, 392, True)),
    *((888, 532, False), (888, 610, False), (1368, 727, False), (2008, 1150, False)),
    (3288, 1807, False),
)
"""What windows from 1024x640 to 3840x2160 leave for the table, and whether they are small."""
REPLAYED = ((500, 300), (530, 300), (576, 352), (632, 340), (870, 520), (1200, 900))
NAMES = ("Opponent model, literal", "Bartholomew Featherstonehaugh")


def some_action(hand, rng):
    legal = hand.spot.legal
    kinds = [CALL] * 3 + [FOLD] * legal.fold
    if legal.max_raise:
        least, most = legal.min_raise, legal.max_raise
        size = round(least * (most / least) ** (rng.random() ** 2)) if least else most
        kinds += [raise_to(max(least, min(most, size)))] * 5
    return rng.choice(kinds)


def dealt(game, seed):
    return shuffled_deck(get_game(game), rng_state(seed))


@lru_cache
def played(game, seed, unit):
    rng, play = random.Random(seed), PlaySession(get_game(game), NAMES[0], unit)
    frames = play.deal(dealt(game, seed), rng.randrange(1, 20_000))
    if seed % 4 == 3:
        frames = play.replay(dealt(game, seed), (), rng.randrange(2), 12_345)
    while play.in_hand:
        play.thinking = not play.hero_to_act
        frames += play.act(some_action(play.table.hand, rng))
    return [frame.scene for frame in frames]


@lru_cache
def replayed(game, seed, unit):
    rng, hand = random.Random(f"{game} {seed}"), HandState.deal(get_game(game), dealt(game, seed))
    while not hand.finished:
        hand.apply(some_action(hand, rng))
    record = HandRecord.of(hand, seed, NAMES, ())
    if seed % 3 == 2:
        record = replace(record, taken=tuple(max(0, chips // 20) for chips in record.payoffs))
    stakes = "$0.50/$1, rake $0.45" if seed % 2 else ""
    replay = Replay(record, rng.choice((-1, 0, 1)), "Hand 12,345", stakes=stakes, unit=unit)
    replay.show_all = rng.random() < 0.5
    return [frame.scene for at in range(len(replay.stops)) for frame in replay.go(at)]


def play_table(w, h, compact, game):
    shape, high = shape_of(game), h - EXPLAINER * (game in ("kuhn", "leduc"))
    return high, narrow_layout(w, high, *shape) if w < NARROW else table_layout(
        w, high, compact, *shape
    )


def shape_of(game):
    rules = get_game(game)
    return rules.num_hole, sum(rules.num_board)


def check(scenes, layout, size, seeds, unit):
    wrong = Counter()
    for game in GAMES:
        high, places = layout(*size, game)
        room = QRectF(0, 0, size[0], high)
        for scene in (one for seed in seeds for one in scenes(game, seed, unit)):
            found = pieces(scene, places)
            for words in clashes(found, room) + off_the_felt(found, places):
                wrong[f"{game} {size}: {words}"] += 1
    assert not wrong, "\n".join(f"{count} x {what}" for what, count in wrong.most_common(40))


@pytest.mark.ci
@pytest.mark.parametrize("unit", ["chips", "bb"])
@pytest.mark.parametrize("size", PLAY)
def test_play_table_has_no_overlaps(qapp, size, unit):
    check(played, play_table, size, range(5), unit)


def replay_table(w, h, game):
    return h, replay_layout(w, h, *shape_of(game))


@pytest.mark.slow
@pytest.mark.parametrize("size", REPLAYED)
def test_replayer_table_has_no_overlaps(qapp, size):
    for seed, unit in enumerate(("chips", "bb", "chips")):
        check(replayed, replay_table, size, (seed,), unit)


def test_hand_names_are_never_truncated(qapp):
    rng, game = random.Random(3), get_game("holdem-nolimit")
    names = {hand_name(game, rng.sample(game.deck, 7)) for _ in range(3000)}
    lines = [name.partition(", ") for name in (*names, "Full house, queens over sevens")]
    need = max(metrics(BODY, 600).horizontalAdvance(title) for title, _, _ in lines)
    need = max(need, *(metrics(SMALL).horizontalAdvance(note) for _, _, note in lines))
    for size in REPLAYED:
        assert all(seat.hand.width() >= need for seat in replay_layout(*size, 2, 5).seats)
