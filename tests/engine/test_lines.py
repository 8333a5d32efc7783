import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import parse_cards
from engine.errors import CardError, IllegalActionError
from engine.game import get_game
from engine.lines import (
    action_text,
    line_spot,
    line_text,
    parse_action,
    parse_line,
    spot_of,
    walk_line,
)
from engine.player import CALL, raise_to
from tests.naive.random_hands import any_game, finished

NO_LIMIT = get_game("holdem-nolimit")


@given(st.integers(0, 2**32), st.data())
def test_round_trip(seed, data):
    rng = random.Random(seed)
    record = finished(rng, any_game(rng))
    game, actions = record.game, record.actions
    part = actions[: data.draw(st.integers(0, len(actions)))]
    text = line_text(game, part)
    assert parse_line(game, text) == part
    spots = list(walk_line(game, text))
    assert [spot.actions for spot in spots] == [part[: i + 1] for i in range(len(part))]
    spot = line_spot(game, text)
    assert not spots or (spot.betting == spots[-1].betting).all()
    if len(part) < len(actions):
        assert parse_action(spot, action_text(spot, actions[len(part)])) == actions[len(part)]


@given(st.sampled_from(["kuhn", "leduc", "leduc@1", "holdem-limit", "holdem-nolimit@5"]), st.data())
def test_fast_and_slow_reader_agree(name, data):
    game = get_game(name)
    tokens = ["f", "c", "r", "/", "r200", "r300", "r500", "cc/", "r99999999999", "x", "é", " "]
    text = "".join(data.draw(st.lists(st.sampled_from(tokens), max_size=8)))
    try:
        slow = [spot.actions for spot in walk_line(game, text)]
    except IllegalActionError as error:
        with pytest.raises(IllegalActionError) as caught:
            parse_line(game, text)
        assert str(caught.value) == str(error) and "\n" not in str(error)
    else:
        assert parse_line(game, text) == (slow[-1] if slow else ())


@given(st.text(max_size=30))
def test_readers_survive_any_text(text):
    for game in (NO_LIMIT, get_game("leduc")):
        with pytest.raises(IllegalActionError):
            parse_line(game, f"x{text}")
        try:
            parse_action(line_spot(game, ""), text)
        except IllegalActionError:
            continue
        assert text[0] in "cfr"


def test_raises_as_hand_totals_and_street_totals():
    assert parse_line(NO_LIMIT, "r300c/r500") == (raise_to(300), CALL, raise_to(200))
    assert parse_line(NO_LIMIT, "r20000c///")[0] == raise_to(20000)
    assert line_text(NO_LIMIT, (raise_to(20000), CALL)) == "r20000c///"
    assert parse_line(get_game("leduc"), "rc/r") == (raise_to(2), CALL, raise_to(4))


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("r150", "from r200 to r20000"),
        ("r", "names its total"),
        ("cr200cc", "/ is missing at character 7"),
        ("c/c", "ends no round"),
        ("fc", "betting is over"),
        ("cf", "checking is free"),
        ("c c", "character 2"),
        ("r300c////", "ends no round"),
    ],
)
def test_errors_give_the_position(line, part):
    with pytest.raises(IllegalActionError, match=part):
        parse_line(NO_LIMIT, line)


def test_spot_of_checks_the_board():
    spot = spot_of(NO_LIMIT, "cc/", parse_cards("2c3c4c"))
    assert (spot.street, spot.to_act, len(spot.board)) == (1, 0, 3)
    for board in ("", "2c3c", "2c3c4c5c"):
        with pytest.raises(CardError):
            spot_of(NO_LIMIT, "cc/", parse_cards(board))
