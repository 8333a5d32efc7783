"""Hands from a text that a person pasted."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import PokerError
from engine.game import get_game
from engine.records.record import HandRecord
from pokergui import pasted
from pokergui.pasted import import_text
from pokergui.store import HandReader, Store
from tests.naive.random_hands import finished
from tests.recorded import text_of


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(tmp_path / "hands.db")) as store:
        yield store


def records(name: str, count: int) -> list[HandRecord]:
    rng, game = random.Random(1), get_game(name)
    return [
        replace(finished(rng, game), number=number, players=("You", "Rival"), deck=())
        for number in range(1, count + 1)
    ]


@pytest.mark.parametrize(
    ("form", "name"),
    [("phh", "holdem-nolimit"), ("pokerstars", "holdem-nolimit@100"), ("acpc", "leduc")],
)
def test_hands_in_each_format_come_in(store: Store, form: str, name: str) -> None:
    hands = records(name, 3)
    text = text_of(form, hands)
    done = import_text(store, f"\ufeff\r\n  {text}")
    assert (done.imported, done.refused, done.only) == (3, 0, 0)
    with HandReader(store.path) as reader:
        assert [hand.record.actions for hand in reader.list().hands] == [
            hand.actions for hand in hands
        ]
    assert import_text(store, text).skipped == 3


def test_a_single_hand_is_named_also_when_it_was_there_before(store: Store) -> None:
    import_text(store, text_of("phh", records("holdem-nolimit", 3)))
    text = text_of("pokerstars", records("holdem-nolimit@100", 1))
    done = import_text(store, text)
    assert (done.imported, done.only) == (1, 4)
    again = import_text(store, text)
    assert (again.imported, again.skipped, again.only) == (0, 1, 4)


def test_what_cannot_be_read_is_named_hand_by_hand(store: Store) -> None:
    text = text_of("phh", records("holdem-nolimit", 3))
    broken = text.replace("[2]\nvariant", "[2]\nvariants")
    assert broken != text
    done = import_text(store, broken)
    assert (done.imported, done.refused) == (2, 1)
    (refusal,) = done.refusals
    assert (refusal.where, refusal.place) == ("hand", 2) and "variant" in refusal.reason


@pytest.mark.parametrize("text", ["", "good morning", "PokerStars", "\0\ud800", "[1]"])
def test_other_text_is_refused_in_a_sentence(store: Store, text: str) -> None:
    with pytest.raises(PokerError, match="PHH, PokerStars text, ACPC log"):
        import_text(store, text)


def test_too_long_a_text_is_refused_before_it_is_read(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pasted, "text_format", lambda text: pytest.fail("it was read"))
    with pytest.raises(PokerError, match="100,000,000 characters is too long to paste") as error:
        import_text(store, "x" * 100_000_000)
    assert "\n" not in str(error.value)
    with HandReader(store.path) as reader:
        assert reader.list().hands == ()
