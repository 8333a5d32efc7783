import json
import random
import re
from dataclasses import replace

import pytest

from engine.cards import parse_cards
from engine.errors import NotPlayedError
from engine.records.formats import FORMATS, recorded_hands
from engine.records.replay import replay_log
from engine.records.sites.words import currency, hundredths, read_cards
from engine.records.texts import keep_text, read_texts
from tests.engine.sample_files import sample
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


PARTY = sample("party.txt")
STEAL = "Bob folds\nAnn folds\n"


@pytest.mark.parametrize(
    ("posts", "acts", "won", "results", "is_kept"),
    [
        ("Hero posts big blind [$0.20 USD].\n", STEAL, "0.30", {"Ann": -10, "Hero": 10}, False),
        # A fold that the text omits.
        ("Hero posts big blind [$0.20 USD].\n", "Bob folds\n", "0.30", {"Hero": 10}, False),
        # A blind posted without a word: the first call costs nothing.
        (
            "Hero posts big blind [$0.20 USD].\n",
            "Bob checks\nAnn folds\nHero raises [$0.80 USD]\nBob folds\n",
            "0.50", {"Ann": -10, "Hero": 30, "Bob": -20}, False,
        ),
        # A player who joins has no seat in the text: the stack is not known.
        (
            "Cid has joined the table.\nCid posts big blind [$0.20 USD].\n",
            "Hero raises [$0.80 USD]\nBob folds\nAnn folds\nCid folds\n",
            "1.10", {"Ann": -10, "Cid": -20, "Hero": 30}, True,
        ),
    ],
)  # fmt: skip
def test_what_a_text_leaves_out_shows_in_the_hand(posts, acts, won, results, is_kept):
    text = PARTY.format(posts=posts, acts=acts, won=won)
    if is_kept:
        with pytest.raises(NotPlayedError, match="the stack of Cid is not known"):
            read_texts(text)
        hand = keep_text(text)
        net = hand.payoffs
    else:
        (hand,) = read_texts(text)
        hand.verify()
        net = hand.results
    named = dict(zip(hand.players, net, strict=True))
    assert {name: named[name] for name in results} == results


def test_full_tilt_runs_hands_twice():
    (hand,) = read_texts(sample("full_tilt.txt"))
    hand.verify()
    assert (hand.players, hand.results) == (("Ann", "Bob"), (-4000, 4000))
    assert hand.boards == (parse_cards("2c3cAd4s8s"),)


def test_hands_without_any_seats_are_kept_as_text():
    end = "Ann folds\nUncalled bet of $39 returned to Bob\nBob wins the pot ($2)\n*** SUMMARY ***\n"
    text = re.sub(r"Seat .*\n", "", sample("full_tilt.txt")).partition("Ann calls")[0] + end
    with pytest.raises(NotPlayedError, match="is not known"):
        read_texts(text)
    hand = keep_text(text)
    assert dict(zip(hand.players, hand.payoffs, strict=True)) == {"Ann": -100, "Bob": 100}


def twice_as_json(seconds):
    """The hand as an export; ``seconds`` are the cards of the second run."""
    kept = json.loads(sample("pokernow.json"))
    events = [{"payload": {"type": 9, "run": 2, "cards": cards.split()}} for cards in seconds]
    kept["hands"][0]["events"][-2:-2] = events
    return json.dumps(kept)


@pytest.mark.parametrize("seconds", [(), ("As", "3s"), ("2c 7d Kh As", "2c 7d Kh As 3s")])
def test_second_boards_of_pokernow_are_read(seconds, tmp_path):
    path = tmp_path / ("hands.json" if seconds else "log.csv")
    path.write_text(twice_as_json(seconds) if seconds else sample("pokernow.csv"), "utf-8")
    (hand,) = (one.read() for one in recorded_hands(path))
    hand.verify()
    assert hand.boards == (parse_cards("2c7dKhAs3s"),)
    assert (hand.board, hand.results) == (parse_cards("2c7dKh2d9s"), (0, 0))
    assert hand.holes == (parse_cards("KsQd"), parse_cards("Ac4d"))


@pytest.mark.parametrize("seconds", [(), ("As",)])
def test_boards_of_pokernow_that_are_not_whole_keep_the_hand_as_text(seconds, tmp_path):
    path = tmp_path / "hands.json"
    path.write_text(
        twice_as_json(seconds).replace('"run": 1, "cards": ["2d"]', '"run": 2, "cards": []')
    )
    (hand,) = recorded_hands(path)
    with pytest.raises(NotPlayedError, match="run twice"):
        hand.read()
    assert hand.read_wide().payoffs == (0, 0)


@pytest.mark.parametrize(
    ("amount", "hundredth", "symbol"), [("Rs. 1", 100, "₹"), ("$.50", 50, "$"), ("0,05 €", 5, "€")]
)
def test_amounts(amount, hundredth, symbol):
    assert (hundredths(amount), currency(amount)) == (hundredth, symbol)


@pytest.mark.parametrize("text", ["8Pik QKaro", "8♠ Q♦", "8s Дd", "8s Äd"])
def test_letters_of_suits_and_ranks(text):
    assert read_cards(text) == parse_cards("8sQd")
