import random
from dataclasses import replace

import numpy as np
import pytest

from engine.cards import parse_cards
from engine.game import get_game
from engine.hand import HandState
from engine.lines import parse_line
from engine.records import HandRecord
from pokergui.pages.history.scenes.replay import Replay
from tests.naive.random_hands import finished

NAMES = ("You", "Granite")


def played(line):
    game = get_game("holdem-nolimit@100")
    hand = HandState(game, (parse_cards("KhKs"), parse_cards("7d2c")), parse_cards("Kd8s3c9h2s"))
    for action in parse_line(game, line):
        hand.apply(action)
    return HandRecord.of(hand, 413, NAMES)


ALL_IN, RAISED, BET = "r10000c", "r300f", "cc/cr200f"
"""Position 1, Granite, is the small blind and begins; then position 0 is first."""


def replayed(line, hero=0):
    return Replay(played(line), hero, "Hand 413")


def end(replay):
    return replay.go(len(replay.stops) - 1)[-1].scene


def cards(scene, seat):
    return " ".join(card.name or "--" for card in scene.seats[seat].cards)


@pytest.mark.parametrize("game", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit@20"])
def test_replay_position_is_path_independent_and_hides_unseen_cards(game):
    for seed in range(12):
        record, hero = finished(random.Random(seed), get_game(game)), seed % 2
        walked, jumped = (Replay(record, hero, "Hand 1") for _ in range(2))
        count = len(walked.stops)
        forward = [walked.go(index)[-1].scene for index in range(count)]
        for index in np.random.default_rng(seed).permutation(count).tolist():
            assert jumped.go(index)[-1].scene == forward[index]
        shown = False
        for stop, scene in zip(walked.stops, forward, strict=True):
            shown = shown or stop.kind in ("shown", "end")
            assert all(card.face_up for card in scene.seats[0].cards)
            if not (shown and record.spot.showdown):
                assert not any(card.face_up for card in scene.seats[1].cards)
                assert not scene.seats[1].hand.text
        net, result = record.payoffs[hero], forward[-1].result
        assert result.tone == ("won" if net > 0 else "lost" if net < 0 else "even")
        assert len(walked.decisions()) == len(record.actions) and len(walked.dots()) == count


def test_toggle_shows_and_hides_all_cards():
    replay = replayed(RAISED, 1)
    before = end(replay)
    assert replay.can_show_all and cards(before, 1) == "-- --"
    opened = replay.turn_cards(show_all=True)[-1].scene
    assert cards(opened, 1) == "Ks Kh" and opened.tag
    assert replay.turn_cards(show_all=False)[-1].scene == before
    assert not replayed(ALL_IN).can_show_all  # all were shown at the showdown


def test_an_early_all_in_shows_cards_before_the_board():
    replay = replayed(ALL_IN)
    kinds = ["deal", "act", "act", "shown", "board", "board", "board", "end"]
    assert [stop.kind for stop in replay.stops] == kinds
    tips = ["All-in, cards shown", "Flop Kd 8s 3c", "You win 10,000 (100 bb)"]
    assert [replay.tip(i) for i in (3, 4, 7)] == tips
    assert [len(replay.go(at)) > 1 for at in (0, 1, 1, 3, 2, 3)] == [0, 1, 0, 0, 0, 1]


def test_decision_in_view_and_decision_to_play_from():
    replay = replayed(BET)
    acts = replay.acts
    replay.go(0)
    assert replay.act_in_view() == acts[0] == replay.act_to_play()
    line, goals = replay.line()  # crumbs lead to the moment before what they describe
    kinds = ["street", "present", "later", "street", "later", "later", "later"]
    assert [crumb.kind for crumb in line.crumbs] == kinds
    replay.go(goals[4])
    assert replay.act_ahead() == acts[2]
    replay.go(acts[1])
    assert replay.act_ahead() is None  # the flop comes first
    assert replay.act_in_view() == acts[2]
    end(replay)
    assert replay.act_in_view() == acts[4] == replay.act_to_play()  # the user folded last
    other, bettor = replayed(BET, 1), replayed("cc/r200f")
    end(other)
    end(bettor)
    assert (other.act_to_play(), bettor.act_to_play()) == (acts[3], bettor.acts[2])


def test_decisions_show_price_and_odds():
    replay = replayed("r300c/cc/cc/cc")
    replay.go(0)
    rows = replay.decisions()
    first = rows[0].street, rows[0].who, rows[0].action, rows[0].pot
    assert first == ("Preflop", "Granite", "Raise to 300", "150")
    # 200 more into 400: a third.
    assert [row.price for row in rows[1:3]] == ["200 for 33.3%", ""] and rows[1].person


def test_mucked_showdown_ends_as_recorded():
    known = played(ALL_IN)
    scene = end(Replay(replace(known, holes=(known.holes[0], None), deck=()), 0, "Hand 413"))
    assert scene.result.text == "You win 10,000 (100 bb)"
    assert cards(scene, 1) == "-- --"
    assert [card.name for card in scene.board if card] == ["Kd", "8s", "3c", "9h", "2s"]


def test_hand_of_other_players_is_viewed_from_the_seat_with_known_cards():
    known = played(RAISED)
    record = replace(known, players=("Rob", "Jane"), holes=(None, known.holes[1]), deck=())
    scene = Replay(record, -1, "Hand 1", ("", "")).go(0)[-1].scene
    assert [seat.name for seat in scene.seats] == ["Jane", "Rob"]
    assert [cards(scene, seat) for seat in (0, 1)] == ["7d 2c", "-- --"]
    assert all(seat.person for seat in scene.seats)
    replay = Replay(known, -1, "Hand 1", ("call", "cfr"))  # without a hero all cards are shown
    scene = replay.go(0)[-1].scene
    assert not any(seat.person for seat in scene.seats) and not replay.can_show_all
    assert (cards(scene, 0), cards(scene, 1)) == ("Ks Kh", "7d 2c")
