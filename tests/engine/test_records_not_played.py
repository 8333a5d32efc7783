import json
import pickle
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.cards import parse_cards
from engine.errors import HiddenCardsError, NotPlayedError, RecordError
from engine.game import get_game
from engine.lines import line_text
from engine.records.phh import read_phh, read_wide_phh
from engine.records.pokerstars import pokerstars_text
from engine.records.texts import keep_text, read_texts
from engine.records.wide import WideHand
from engine.stats import count_line
from tests.engine.sample_files import sample
from tests.naive.pokerkit_hands import random_game
from tests.naive.random_hands import finished

HEAD, SHORT_BLIND = sample("table.txt"), sample("short_blind.txt")
NAMES = ("sb", "bb", "cut", "btn")
CASES = {
    name: (case["text"], tuple(case["payoffs"]))
    for name, case in json.loads(sample("not_played.json")).items()
}
"""What follows the head of a table, and what each wins."""
UNPLAYED = ("second board not named",)


@pytest.mark.parametrize("name", CASES)
def test_hand_text_chips_must_add_up(name):
    rest, payoffs = CASES[name]
    if name in UNPLAYED:
        with pytest.raises(NotPlayedError):
            read_texts(HEAD + rest)
    else:
        (played,) = read_texts(HEAD + rest)
        assert (played.players, played.results, played.stated) == (NAMES, payoffs, ())
        assert played.game.big_blind == 200
        played.verify()
        assert played.replay().payoffs == played.payoffs
    hand = keep_text(HEAD + rest)
    assert (hand.players, hand.payoffs, hand.rake) == (NAMES, payoffs, -sum(payoffs))
    assert hand.table.blinds == (100, 200, 0, 0)
    assert hand.time == "2024-03-01T17:00:00.000Z"
    before, found, after = (HEAD + rest).rpartition(" collected $")
    with pytest.raises(RecordError, match=r"less .* rake"):
        keep_text(f"{before}{found}1{after}")


def test_short_big_blind_must_be_called_in_full():
    text = SHORT_BLIND
    assert read_texts(text)[0].payoffs == (320, -120, -200, 0)
    assert keep_text(text).payoffs == (320, -120, -200, 0)
    with pytest.raises(RecordError, match="a call is 200 here, not 150"):
        keep_text(text.replace("cut: calls $2", "cut: calls $1.50"))


def test_posts_are_at_most_the_stack():
    blinds = "sb: posts small blind $1\nbb: posts big blind $2\ncut: posts big blind $2\n"
    rest = (
        "btn: folds\nsb: folds\nUncalled bet ($1) returned to bb\n"
        "*** FLOP *** [2c 7d Jh]\n*** TURN *** [2c 7d Jh] [3s]\n*** RIVER *** [2c 7d Jh 3s] [4s]\n"
        "cut: shows [Ah Ad]\nbb: shows [Kh Kd]\ncut collected $3 from pot\n*** SUMMARY ***\n"
    )
    text = HEAD.replace("cut ($100", "cut ($1") + blinds + rest
    assert read_texts(text)[0].payoffs == keep_text(text).payoffs == (-100, -100, 200, 0)
    ante = "cut: posts the ante $1\n"  # takes all of it
    with_ante = text.replace(blinds, ante + blinds).replace("collected $3", "collected $1")
    hand = read_texts(with_ante.replace("returned to bb\n", "returned to bb\nbb collected $2\n"))
    assert hand[0].payoffs == (-100, 100, 0, 0)


def test_unknown_actions_and_stacks_are_reported():
    late = CASES["late post"][0]
    with pytest.raises(RecordError, match="'posts a bond' is not an action"):
        keep_text(f"{HEAD}cut: posts a bond\n{late}")
    text = phh("0, 0, 0", "5, 10, 0", "'p3 cbr 40', 'p1 f', 'p2 cc', 'd db 2c7dKh'")
    text = text.replace("1000, 1000, 1000", "inf, inf, inf")
    with pytest.raises(NotPlayedError, match="the stacks are not known"):
        read_phh(text)
    assert read_wide_phh(text).payoffs == (0, 0, 0)


TWO_RUNS, MUCKED_TEXT = (CASES[name][0] for name in ("boards run twice", "unseen cards"))
THIRD = "*** THIRD TURN *** [4c 5c 6c] [Js]\n*** THIRD RIVER *** [4c 5c 6c Js] [Jd]\n"


@pytest.mark.parametrize(
    ("text", "old", "new", "payoffs", "boards"),
    [
        (TWO_RUNS, "", "", (-100, -100, 0, -100), ("KdKc3h4h5s",)),
        (
            TWO_RUNS.replace("btn collected $99", "btn collected $132"),
            "*** FIRST SHOW DOWN", THIRD + "*** FIRST SHOW DOWN",
            (-100, -3400, 0, 3200), ("KdKc3h4h5s", "4c5c6cJsJd"),
        ),
        (MUCKED_TEXT, "", "", (-100, -10000, 0, 9800), ()),
        (MUCKED_TEXT, "btn: shows [As Ad]\n", "", (-100, -10000, 0, 9800), ()),
        (MUCKED_TEXT, "btn collected $198", "bb collected $198", (-100, 9800, 0, -10000), ()),
        (
            MUCKED_TEXT, "btn collected $198", "btn collected $99 from pot\nbb collected $99",
            (-100, -100, 0, -100), (),
        ),
    ],
)  # fmt: skip
def test_boards_and_mucked_cards_decide_as_the_text_tells(text, old, new, payoffs, boards):
    if "THIRD" in new:
        text = text.replace("bb collected $99", "bb collected $66")
    (hand,) = read_texts(HEAD + text.replace(old, new, 1))
    hand.verify()
    assert (hand.results, hand.boards) == (payoffs, tuple(map(parse_cards, boards)))
    assert sum(hand.taken) == 300 and hand.replay().payoffs == hand.payoffs
    copy = pickle.loads(pickle.dumps(hand))  # noqa: S301  as processes send it
    assert (copy, copy.boards, copy.line) == (hand, hand.boards, hand.line)
    (back,) = read_texts(pokerstars_text(hand))
    assert (back, back.boards, back.results) == (hand, hand.boards, payoffs)


def test_seen_cards_are_not_beaten_by_the_text():
    text = MUCKED_TEXT.replace("cut: folds", "cut: raises $98 to $100 and is all-in", 1)
    text = text.replace("btn: raises $98 to $100", "btn: calls $100").replace("$201", "$301")
    text = text.replace("bb: mucks", "cut: shows [Ks Kc]\nbb: mucks").replace("$198", "$298")
    assert read_texts(HEAD + text.replace("btn collected", "cut collected"))[0].stated == ()
    with pytest.raises(NotPlayedError, match="needs the cards"):
        read_texts(HEAD + text)


@pytest.mark.parametrize(
    ("call", "back", "full_price"),
    [(1, "", False), (2, "Uncalled bet ($1) returned to bb\n", True)],
)
def test_straddle_posted_short_round_trips(call, back, full_price):
    text = sample("short_straddle.txt").format(call=call, back=back)
    (hand,) = read_texts(HEAD.replace("cut ($100", "cut ($3") + text)
    assert (hand.game.blinds, hand.game.full_price) == ((100, 200, 400, 0), full_price)
    assert hand.results == (-100, -300, 400, 0)
    assert read_texts(pokerstars_text(hand)) == (hand,)


def test_cash_outs_keep_both_results():
    text = MUCKED_TEXT.replace("bb: mucks hand", "bb: shows [Ks Qd]")
    text = text.replace("btn collected $198 from pot", "btn cashed out the hand for $150")
    (hand,) = read_texts(HEAD + text)
    assert hand.results == (-100, -10000, 0, 9800)
    assert hand.paid == (-100, -10000, 0, 5000)


OPEN = "'p3 cbr 30', 'p1 f', 'p2 f'"
MUCKED = (
    "'p3 cbr 40', 'p1 f', 'p2 cc', 'd db 2c7dKh', 'p2 cc', 'p3 cc', 'd db 2d', 'p2 cc', 'p3 cc',"
    " 'd db 9s', 'p2 cc', 'p3 cc', 'p2 sm KsQs', 'p3 sm ????'"
)


def phh(antes, blinds, actions, stated=""):
    return (
        f"variant = 'NT'\nantes = [{antes}]\nblinds_or_straddles = [{blinds}]\nmin_bet = 10\n"
        "starting_stacks = [1000, 1000, 1000]\nactions = ['d dh p1 ????', 'd dh p2 ????', "
        f"'d dh p3 ????', {actions}]\n{stated}\n"
    )


@pytest.mark.parametrize(
    ("text", "payoffs"),
    [
        (phh("2, 2, 2", "5, 10, 0", OPEN), (-7, -12, 19)),
        (phh("2, 2, 2", "5, 10, 0", OPEN, "winnings = [0, 0, 31]"), (-7, -12, 19)),
        (phh("2, 2, 2", "5, 10, 0", OPEN, "winnings = [0, 0, 30]"), (-7, -12, 18)),
        (phh("2, 2, 2", "5, 10, 0", OPEN, "winnings = [0, 0, 0]"), (-7, -12, 19)),
        (phh("0, 2, 0", "5, 10, 0", OPEN), (-5, -12, 17)),
        (phh("0, 0, 0", "5, 10, 20", "'p1 cbr 50', 'p2 f', 'p3 f'"), (30, -10, -20)),
        (phh("0, 0, 0", "5, 10, 10", "'p3 cc', 'p1 cbr 50', 'p2 f', 'p3 f'"), (20, -10, -10)),
        (
            phh("0, 0, 0", "5, 10, 0", "'p3 cc', 'p1 cc', 'p2 f', 'd db 2c7dKh', 'p1 f'"),
            (-10, -10, 20),
        ),
        (phh("0, 0, 0", "5, 10, 0", MUCKED, "winnings = [0, 83, 0]"), (-5, 43, -40)),
        (phh("0, 0, 0", "5, 10, 0", MUCKED), None),
        (phh("0, 0, 0", "5, 10, 0", MUCKED, "winnings = [0, 0, 0]"), None),
    ],
)
def test_phh(text, payoffs):
    if payoffs is None:
        with pytest.raises(HiddenCardsError):
            read_phh(text)
        with pytest.raises(RecordError, match="should state the result"):
            read_wide_phh(text)
        return
    (played,) = read_phh(text)
    assert played.results == payoffs
    hand = read_wide_phh(text)
    assert isinstance(hand, WideHand)
    assert hand.payoffs == payoffs
    assert hand.table.blinds == (5, 10, 0)


NINE = sample("nine.txt")


def no_limit(rng):
    while True:
        name = rng.choice(("holdem-nolimit-3", "holdem-nolimit-6"))
        game = get_game(name) if rng.random() < 0.3 else random_game(rng)
        if not game.is_limit and game.num_players > 2:
            return game


@settings(max_examples=100)
@example(seed=348, short=True)  # the big blind checks, alone with chips
@given(seed=st.integers(0, 2**32), short=st.booleans())
def test_statistics_match_the_rules_engine(seed, short):
    rng = random.Random(seed)
    game = no_limit(rng)
    if short:
        stacks = tuple(rng.randint(game.big_blind, 4 * game.big_blind) for _ in game.stacks)
        game = game.with_stacks(stacks)
    record = finished(rng, game)
    record = replace(record, players=tuple(name.strip() for name in record.players))
    read = keep_text(pokerstars_text(record))
    assert (read.payoffs, read.showdown) == (record.payoffs, record.spot.showdown)
    assert (read.players, read.board) == (record.players, record.board)
    counted = count_line(game, record.actions).with_result(np.array(record.payoffs, np.int64))
    assert read.counts.tolist() == counted.tolist()
    assert read.line == line_text(game, record.actions)


def test_nine_players():
    hand = keep_text(NINE)
    assert read_texts(NINE)[0].results == hand.payoffs
    assert hand.players == tuple("bcdefghia") and hand.players[hand.hero] == "e"
    assert (hand.rake, hand.text) == (250, NINE.strip())
    assert hand.payoffs == (-50, -100, -2000, 3900, 0, 0, 0, -2000, 0)
    assert hand.line == "r300r900fffcfffr2000cc/r5000f//"
    assert [hand.money.text(chips) for chips in (50, 100)] == ["$0.50", "$1"]
