import random
from dataclasses import replace

import pytest

from engine.records.formats import FORMATS, recorded_hands
from engine.records.replay import replay_log
from tests.naive.other_sites import TEXTS, export, ipoker, pokernow, told
from tests.naive.site_files import HERO, Shape, site_hand

CASH = Shape("cash", (2, 9), "$", cents=True, rake=0.05)
SHORT = Shape("short", (2, 9), "$", cents=True, rake=0.03, short=True)
CHIPS = Shape("chips", (2, 9), short=True)
SUFFIXES = {form.name: form.suffixes[0] for form in FORMATS}


def hands_of(shape, seed, count=16):
    rng = random.Random(seed)
    low, high = shape.players
    return [site_hand(rng, shape, 1000 + i, low + i % (high - low + 1)) for i in range(count)]


def written(form, hands):
    events = list(map(told, hands))
    if form == "pokernow":
        return pokernow(events)
    if form == "pokernow-json":
        return export(events)
    if form == "ipoker":
        return ipoker(events, HERO)
    return "".join(map(TEXTS[form], events))


def in_chips(form):
    return form in ("pokernow", "pokernow-json")


UNSIGNED = ("pokernow", "pokernow-json", "winning-old")
EVERY = [*TEXTS, "ipoker", "pokernow", "pokernow-json"]


@pytest.mark.parametrize("form", EVERY)
@pytest.mark.parametrize("seed", [1, 2])
def test_hands_of_a_site_have_the_right_results(form, seed, tmp_path):
    shape = CHIPS if in_chips(form) else (CASH, SHORT)[seed - 1]
    shape = replace(shape, rake=0.0) if form == "ipoker" else shape
    right = hands_of(shape, seed)
    right = [hand for hand in right if form != "ipoker" or hand.stakes == right[0].stakes]
    path = tmp_path / f"hands{SUFFIXES[form]}"
    path.write_text(written(form, right), "utf-8")
    hands = [hand.read() for hand in recorded_hands(path)]
    assert len(hands) == len(right) > 1
    for hand, wanted in zip(hands, right, strict=True):
        hand.verify()
        assert form == "winamax" or hand.number == told(wanted).number
        assert list(hand.results) == wanted.net, (hand, wanted.text)
        assert sum(hand.taken) == wanted.rake
        assert hand.money.symbol == ("" if form in UNSIGNED else "$")
        if form != "bovada":
            assert list(hand.players) == wanted.players
            assert hand.players[hand.hero] == HERO or form == "pokernow"
        assert form == "pokernow" or hand.holes[hand.hero] is not None
    assert replay_log(path).mismatches == 0
