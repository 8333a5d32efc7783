"""Hands of every game out and in again through every format that holds it."""

from __future__ import annotations

import random
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from pokerkit import HandHistory, PokerStarsParser

from engine.game import get_game
from engine.records.formats import FORMATS, Format
from tests.naive.random_hands import finished
from tests.recorded import read_hands

GAMES = (
    "kuhn",
    "kuhn-3",
    "leduc",
    "leduc-3",
    "holdem-limit",
    "holdem-nolimit",
    "holdem-nolimit@100",
    "holdem-nolimit@20",
    "holdem-nolimit-3",
    "holdem-nolimit-6",
)
PAIRS = [(name, form) for name in GAMES for form in FORMATS if not form.lacks(get_game(name))]


@pytest.mark.parametrize(("name", "form"), PAIRS, ids=lambda one: getattr(one, "name", one))
def test_hands_come_back_as_they_were(
    name: str, form: Format, tmp_path: Path, release: bool
) -> None:
    rng, game = random.Random(11), get_game(name)
    players = tuple(f"player {seat}" for seat in range(game.num_players))
    count = 10_000 if release else 60
    hands = tuple(
        replace(finished(rng, game), number=number, players=players) for number in range(count)
    )
    path = tmp_path / f"hands{form.suffixes[0]}"
    assert form.write(path, hands) == ()
    assert read_hands(path, game) == hands
    if form.name == "acpc":
        return
    histories = (
        HandHistory.load_all(BytesIO(path.read_bytes()))
        if form.name == "phh"
        else PokerStarsParser()(path.read_text("utf-8"), error_status=True)
    )
    for hand, history in zip(hands, histories, strict=True):
        *_, last = history
        assert tuple(last.stacks) == tuple(
            stack + won for stack, won in zip(game.stacks, hand.payoffs, strict=True)
        )
