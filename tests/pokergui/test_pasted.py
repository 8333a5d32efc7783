import random
from dataclasses import replace

import pytest

from engine.errors import PokerError
from engine.game import get_game
from pokergui.handtext import MOST_LETTERS, import_text
from pokergui.store import HandReader
from tests.naive.random_hands import finished
from tests.recorded import text_of


def hands(name, count=3):
    rng, game = random.Random(1), get_game(name)
    return [finished(rng, game) for _ in range(count)]


def text(form, name, count=3):
    named = {"players": ("You", "Rival"), "deck": ()}
    found = enumerate(hands(name, count), 1)
    return text_of(form, [replace(one, number=at, **named) for at, one in found])


@pytest.mark.parametrize(
    ("form", "name"),
    [("phh", "holdem-nolimit"), ("pokerstars", "holdem-nolimit@100"), ("acpc", "leduc")],
)
def test_hands_are_pasted_in_every_format(store, form, name):
    done = import_text(store, f"\ufeff\r\n  {text(form, name)}")
    assert (done.imported, done.refused, done.only) == (3, 0, 0)
    with HandReader(store.path) as reader:
        kept = [hand.record.actions for hand in reader.list().hands]
    assert kept == [hand.actions for hand in hands(name)]
    assert import_text(store, text(form, name)).skipped == 3
    again = import_text(store, text(form, name, 1))  # a single hand is named
    assert (again.imported, again.skipped, again.only) == (0, 1, 1)


def test_unreadable_hands_are_named_one_by_one(store):
    broken = text("phh", "holdem-nolimit").replace("[2]\nvariant", "[2]\nvariants")
    done = import_text(store, broken)
    assert (done.imported, done.refused) == (2, 1)
    (refusal,) = done.refusals
    assert (refusal.where, refusal.place) == ("hand", 2) and "variant" in refusal.reason


@pytest.mark.parametrize("words", ["", "good morning", "PokerStars", "\0\ud800", "[1]"])
def test_other_text_is_rejected_in_a_sentence(store, words):
    with pytest.raises(PokerError, match="PHH, PokerStars text, ACPC log"):
        import_text(store, words)


def test_overlong_text_is_rejected(store):
    with pytest.raises(PokerError, match="10,000,001 characters is too long to paste"):
        import_text(store, "x" * (MOST_LETTERS + 1))
