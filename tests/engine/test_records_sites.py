import csv
import io
import json
import random
from dataclasses import replace

import pytest

from engine.cards import parse_cards
from engine.errors import NotPlayedError
from engine.records.formats import FORMATS, recorded_hands
from engine.records.replay import replay_log
from engine.records.sites.words import currency, hundredths, read_cards
from engine.records.texts import keep_text, read_texts
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


PARTY = """***** Hand History for Game 77 *****
$25 USD NL Texas Hold'em - Thursday, December 6, 21:31:27 ET 2012
Table Demo (Real Money)
Seat 6 is the button
Total number of players : 3/6
Seat 1: Ann ( $48.47 USD )
Seat 4: Hero ( $25 USD )
Seat 6: Bob ( $21.64 USD )
Ann posts small blind [$0.10 USD].
{posts}** Dealing down cards **
Dealt to Hero [  Td 7d ]
{acts}Hero wins ${won} USD
"""
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


FULL_TILT = """Full Tilt Poker Game #7: Table Demo (heads up) - $0.50/$1 - No Limit Hold'em - \
21:40:27 ET - 2011/04/15
{seats}Bob posts the small blind of $0.50
Ann posts the big blind of $1
The button is in seat #2
*** HOLE CARDS ***
Bob raises to $40, and is all in
{end}"""


def test_full_tilt_runs_hands_twice():
    end = (
        "Ann calls $39, and is all in\nAnn shows [8h 7h]\nBob shows [5d Td]\n"
        "*** FLOP 1 *** [8d 6c 7d]\n*** TURN 1 *** [8d 6c 7d] [Jd]\n"
        "*** RIVER 1 *** [8d 6c 7d Jd] [9d]\n*** FLOP 2 *** [2c 3c Ad]\n"
        "*** TURN 2 *** [2c 3c Ad] [4s]\n*** RIVER 2 *** [2c 3c Ad 4s] [8s]\n"
        "*** SHOW DOWN 1 ***\nBob wins pot 1 ($40) with a straight flush, Jack high\n"
        "*** SHOW DOWN 2 ***\nBob wins pot 2 ($40) with a straight, Five high\n"
        "*** SUMMARY ***\nTotal pot $80 | Rake $0\n*** SUMMARY 1 ***\nPot 1 $40\n"
        "Board: [8d 6c 7d Jd 9d]\n*** SUMMARY 2 ***\nPot 2 $40\nBoard: [2c 3c Ad 4s 8s]\n"
    )
    (hand,) = read_texts(FULL_TILT.format(seats="Seat 1: Ann ($40)\nSeat 2: Bob ($40)\n", end=end))
    hand.verify()
    assert (hand.players, hand.results) == (("Ann", "Bob"), (-4000, 4000))
    assert hand.boards == (parse_cards("2c3cAd4s8s"),)


def test_hands_without_any_seats_are_kept_as_text():
    end = "Ann folds\nUncalled bet of $39 returned to Bob\nBob wins the pot ($2)\n*** SUMMARY ***\n"
    text = FULL_TILT.format(seats="", end=end)
    with pytest.raises(NotPlayedError, match="is not known"):
        read_texts(text)
    hand = keep_text(text)
    assert dict(zip(hand.players, hand.payoffs, strict=True)) == {"Ann": -100, "Bob": 100}


TWICE = """-- starting hand #7 (id: a)  (No Limit Texas Hold'em) (dealer: "Ann @ a1") --
Player stacks: #1 "Ann @ a1" (40) | #2 "Bob @ b2" (40)
"Ann @ a1" posts a small blind of 1
"Bob @ b2" posts a big blind of 2
"Ann @ a1" calls 2
"Bob @ b2" checks
Flop:  [2♣, 7♦, K♥]
"Bob @ b2" bets 38 and go all in
"Ann @ a1" calls 38 and go all in
"Bob @ b2" shows a K♠, Q♦.
"Ann @ a1" shows a A♣, 4♦.
Turn: 2♣, 7♦, K♥ [2♦]
River: 2♣, 7♦, K♥, 2♦ [9♠]
Turn (second run): 2♣, 7♦, K♥ [A♠]
River (second run): 2♣, 7♦, K♥, A♠ [3♠]
"Bob @ b2" collected 40 from pot
"Ann @ a1" collected 40 from pot
-- ending hand #7 --"""


def twice_as_json(seconds):
    """The hand as an export; ``seconds`` are the cards of the second run."""
    events = [
        *({"type": 3, "seat": 1, "value": 1}, {"type": 2, "seat": 2, "value": 2}),
        *({"type": 7, "seat": 1, "value": 2}, {"type": 0, "seat": 2}),
        {"type": 9, "run": 1, "cards": ["2c", "7d", "Kh"]},
        *({"type": 8, "seat": 2, "value": 38}, {"type": 7, "seat": 1, "value": 38}),
        *({"type": 9, "run": 1, "cards": [card]} for card in ("2d", "9s")),
        *({"type": 9, "run": 2, "cards": cards.split()} for cards in seconds),
        *({"type": 10, "seat": seat, "value": 40} for seat in (1, 2)),
    ]
    players = [
        {"id": "a", "seat": 1, "name": "Ann", "stack": 40, "hand": ["Ac", "4d"]},
        {"id": "b", "seat": 2, "name": "Bob", "stack": 40, "hand": ["Ks", "Qd"]},
    ]
    hand = {"number": "7", "gameType": "th", "cents": False, "smallBlind": 1, "bigBlind": 2}
    hand |= {"dealerSeat": 1, "startedAt": 1710100000000, "players": players}
    hand["events"] = [{"payload": event} for event in events]
    return json.dumps({"playerId": "a", "hands": [hand]})


@pytest.mark.parametrize("seconds", [(), ("As", "3s"), ("2c 7d Kh As", "2c 7d Kh As 3s")])
def test_second_boards_of_pokernow_are_read(seconds, tmp_path):
    path = tmp_path / ("hands.json" if seconds else "log.csv")
    rows = [("entry", "at", "order")]
    rows += [(line, "2024-03-01T12:00:00Z", at) for at, line in enumerate(TWICE.split("\n"))]
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    path.write_text(twice_as_json(seconds) if seconds else file.getvalue(), "utf-8")
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
