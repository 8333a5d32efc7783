"""The replayer's table at any size: nothing covers anything, all of it in view."""

from __future__ import annotations

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
from pokergui.formatting.handname import hand_name
from pokergui.pages.history.scenes.replay import Replay
from pokergui.theme.fonts import BODY, SMALL, metrics
from pokergui.viewmodel import TableScene
from pokergui.viewmodel.settings import AmountUnit
from pokergui.widgets.felt.replay_layout import replay_layout
from tests.pokergui.gallery.laid import clashes, off_the_felt, pieces

SIZES = ((500, 300), (530, 300), (576, 352), (632, 340), (870, 520), (1200, 900))
GAMES = ("kuhn", "leduc", "holdem-limit", "holdem-nolimit@20", "holdem-nolimit@1000")
pytestmark = pytest.mark.slow
NAME = "Bartholomew Featherstonehaugh"


@lru_cache
def scenes(
    game: str, seed: int, unit: AmountUnit = "chips"
) -> tuple[tuple[int, int, TableScene], ...]:
    """Every moment of a random hand, seen by a player or by nobody: hole cards, slots, picture."""
    rng, rules = random.Random(f"{game} {seed}"), get_game(game)
    hand = HandState.deal(rules, rng.sample(rules.deck, len(rules.deck)))
    while not hand.finished:
        legal = hand.spot.legal
        kinds = [CALL] * 3 + [FOLD] * legal.fold
        if legal.max_raise:
            least, most = legal.min_raise, legal.max_raise
            size = round(least * (most / least) ** (rng.random() ** 2))
            kinds += [raise_to(max(least, min(most, size)))] * 5
        hand.apply(rng.choice(kinds))
    record = HandRecord.of(hand, seed, ("Opponent model, literal", NAME), ())
    if seed % 3 == 2:
        taken = tuple(max(0, chips // 20) for chips in record.payoffs)
        record = replace(record, taken=taken)
    stakes = "$0.50/$1, rake $0.45" if seed % 2 else ""
    replay = Replay(record, rng.choice((-1, 0, 1)), "Hand 12,345", stakes=stakes, unit=unit)
    replay.show_all = rng.random() < 0.5
    found = []
    for position in range(len(replay.stops)):
        pictures = (frame.scene for frame in replay.go(position))
        found += [(rules.num_hole, len(scene.board), scene) for scene in pictures]
    return tuple(found)


def wrong_at(
    sizes: list[tuple[int, int]], seeds: range, unit: AmountUnit = "chips"
) -> Counter[str]:
    wrong: Counter[str] = Counter()
    for game in GAMES:
        for seed in seeds:
            for hole, slots, scene in scenes(game, seed, unit):
                for width, height in sizes:
                    places = replay_layout(width, height, hole, slots)
                    found = pieces(scene, places)
                    said = clashes(found, QRectF(0, 0, width, height))
                    for words in said + off_the_felt(found, places):
                        wrong[f"{game} {width}x{height}: {words}"] += 1
    return wrong


def told(wrong: Counter[str]) -> str:
    lines = [f"{count} x {what}" for what, count in wrong.most_common(30)]
    return "\n".join([f"{wrong.total()} clashes", *lines])


@pytest.mark.parametrize("unit", ["chips", pytest.param("bb", marks=pytest.mark.nightly)])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_covers_anything(qapp: object, size: tuple[int, int], unit: AmountUnit) -> None:
    wrong = wrong_at([size], range(3), unit)
    assert not wrong, told(wrong)


@pytest.mark.nightly
def test_nothing_covers_anything_at_sizes_in_between(qapp: object) -> None:
    rng = random.Random(7)
    sizes = [(rng.randint(500, 1300), rng.randint(300, 900)) for _ in range(12)]
    wrong = wrong_at(sizes, range(5, 7))
    assert not wrong, told(wrong)


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("hole", [1, 2])
@pytest.mark.parametrize("slots", [0, 1, 5])
def test_places(width: int, height: int, hole: int, slots: int) -> None:
    places = replay_layout(width, height, hole, slots)
    boxes = [seat.plate for seat in places.seats]
    boxes += [card for seat in places.seats for card in seat.cards]
    boxes += list(places.board)
    room = QRectF(0, 0, width, height)
    for index, box in enumerate(boxes):
        assert room.contains(box)
        assert not any(box.intersects(other) for other in boxes[index + 1 :])
    assert not any(places.title.intersects(box) for box in boxes)
    for seat in places.seats:
        assert seat.hand is not None
        assert seat.hand.width() >= 122
        assert not any(seat.hand.intersects(box) for box in boxes if box is not seat.plate)
    low = places.seats[0].plate.top()
    assert (places.board[0].bottom() if slots else 0) < places.pot.text.y() < low


@pytest.mark.parametrize("size", SIZES)
def test_no_name_of_a_hand_is_cut(qapp: object, size: tuple[int, int]) -> None:
    rng, game = random.Random(3), get_game("holdem-nolimit")
    names = {hand_name(game, rng.sample(game.deck, 7)) for _ in range(3000)}
    lines = [name.partition(", ") for name in (*names, "Full house, queens over sevens")]
    need = max(metrics(BODY, 600).horizontalAdvance(title) for title, _, _ in lines)
    need = max(need, *(metrics(SMALL).horizontalAdvance(note) for _, _, note in lines))
    for seat in replay_layout(*size, 2, 5).seats:
        assert seat.hand is not None
        assert seat.hand.width() >= need


def test_plates_keep_their_place_whatever_the_game() -> None:
    plates = {
        tuple((seat.plate.x(), seat.plate.y()) for seat in replay_layout(632, 420, *shape).seats)
        for shape in ((1, 0), (1, 1), (2, 5))
    }
    assert len(plates) == 1
