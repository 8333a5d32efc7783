from __future__ import annotations

from dataclasses import replace

import pytest

from ai.process.protocol import (
    Hello,
    Option,
    fallback,
    game_lines,
    go_line,
    parse_act,
    parse_actions,
    parse_go,
    parse_hello,
    parse_option,
    parse_position,
    parse_result,
    plain,
    position_line,
    result_line,
)
from engine.cards import parse_cards
from engine.errors import EngineError
from engine.game import Game, built_in_games, get_game
from engine.hand import HandState
from engine.lines import spot_of
from engine.player import CALL, FOLD, PublicState, SeatView, raise_to
from engine.rng import rng_state
from engine.table import shuffled_deck

OPTIONS = (
    Option("depth", "int", "4", 1, 20),
    Option("share", "float", "0.5", None, 1.0),
    Option("least", "float", "2", 1),
    Option("bold", "bool", "true"),
    Option("style", "choice", "tight", choices=("tight", "loose")),
    Option("title", "text", "two words, default min max"),
    Option("empty", "text", ""),
)


def test_what_an_engine_says_of_itself_is_read_as_it_was_written() -> None:
    hello = Hello("An engine", "2.1", OPTIONS, has_ranges=True, acts=False, observes=True)
    assert parse_hello(hello.lines()) == hello
    assert parse_hello(["name A"]) == Hello("A")


@pytest.mark.parametrize(
    ("option", "given", "told"),
    [
        (OPTIONS[0], " 7 ", "7"),
        (OPTIONS[1], "1e-3", "0.001"),
        (OPTIONS[3], "FALSE", "false"),
        (OPTIONS[4], "loose", "loose"),
        (OPTIONS[5], "other words", "other words"),
    ],
)
def test_values_of_options_are_told_in_one_form(option: Option, given: str, told: str) -> None:
    assert option.checked(given) == told


@pytest.mark.parametrize(
    ("option", "given", "needs"),
    [
        (OPTIONS[0], "0", "a whole number from 1 to 20"),
        (OPTIONS[0], "2.5", "a whole number from 1 to 20"),
        (OPTIONS[0], "9" * 5000, "a whole number from 1 to 20"),
        (OPTIONS[1], "2", "a number of at most 1"),
        (OPTIONS[1], "nan", "a number of at most 1"),
        (OPTIONS[2], "0", "a number of at least 1"),
        (OPTIONS[3], "yes", "true or false"),
        (OPTIONS[4], "wild", "one of tight, loose"),
        (OPTIONS[5], "two\nlines", "one line of up to 200 characters"),
        (OPTIONS[5], "x" * 201, "one line of up to 200 characters"),
    ],
)
def test_values_that_cannot_be_are_refused(option: Option, given: str, needs: str) -> None:
    with pytest.raises(EngineError, match=f"the option {option.name} is {needs}"):
        option.checked(given)


@pytest.mark.parametrize(
    "words",
    [
        *("", "a", "a type int", "a type int default", "a type wide default 1", "a b type int"),
        *("a type int default 1 min", "a type int default 1 min x", "a type int default 1 least 0"),
        *("a type int default 1 min nan", "a type int default 9 max 3", "a type bool default 1"),
        *("a type choice default b", "a type choice default b choices a c", " type int default 1"),
    ],
)
def test_lines_that_declare_no_option(words: str) -> None:
    with pytest.raises(ValueError, match=r"option|default|number"):
        parse_option(words)


def test_words_of_strangers_are_one_plain_line() -> None:
    assert plain("a\x1b[2J\n b\u202e\t c", 50) == "a\ufffd[2J b\ufffd c"
    assert len(plain("x " * 1000)) <= 200


@pytest.mark.parametrize("game", built_in_games(), ids=lambda game: game.name)
def test_games_and_positions_are_read_as_they_were_written(game: Game) -> None:
    first, *definition = game_lines(game)
    assert first == f"game {game.name}"
    assert Game.from_acpc("\n".join(definition)) == game
    hand = HandState.deal(game, shuffled_deck(game, rng_state(5)))
    while hand.to_act >= 0:
        view = hand.view(hand.to_act)
        word, _, rest = position_line(view.spot, view.seat, view.hole).partition(" ")
        assert (word, parse_position(game, rest)) == ("position", view)
        for other in range(game.num_players):
            if other != view.seat:
                hidden = hand.view(other).hole
                assert not set(parse_cards(rest.split()[1])) & set(hidden)
        hand.apply(CALL)
    for seat in range(game.num_players):
        record = hand.record_for(seat)
        word, _, rest = result_line(record).partition(" ")
        assert (word, parse_result(game, rest)) == ("result", record)


def test_a_spot_for_all_cards_has_none() -> None:
    spot = PublicState(get_game("leduc"), (), ())
    assert position_line(spot, 0) == "position 0 - - -"
    assert parse_position(spot.game, "0 - - -") == SeatView(spot, 0, ())


def test_what_is_legal_is_said_in_totals_of_the_hand() -> None:
    game = get_game("holdem-nolimit@20")
    start = PublicState(game, (), ())
    assert go_line(start, 1.5, 7) == "go ms 1500 seed 7 legal fcr min 200 max 2000"
    flop = spot_of(game, "r300c/", parse_cards("2c3d4h"))
    line = go_line(flop, 0.25, 8)
    assert line == "go ms 250 seed 8 legal cr min 400 max 2000"
    pairs = parse_go(line.removeprefix("go "))
    assert pairs == {"ms": "250", "seed": "8", "legal": "cr", "min": "400", "max": "2000"}
    assert parse_act(flop, "r400") == raise_to(100)
    assert parse_act(flop, "c") == CALL
    all_in = spot_of(game, "r2000")
    assert go_line(all_in, 1, 1) == "go ms 1000 seed 1 legal fc"
    limit = PublicState(get_game("holdem-limit"), (), ())
    assert go_line(limit, 1, 1) == "go ms 1000 seed 1 legal fcr"
    assert parse_act(limit, "r20") == parse_act(limit, "r") == raise_to(20)


def test_actions_that_cannot_be() -> None:
    spot = PublicState(get_game("holdem-nolimit"), (), ())
    assert parse_actions(spot, "f c r200 r300") == (FOLD, CALL, raise_to(200), raise_to(300))
    for words in ("", "c c", "x", "r", "r1", "r-200", "r99999999999999", "r200 r200", "c " * 301):
        with pytest.raises(ValueError, match=r"action|raise"):
            parse_actions(spot, words)


def test_hands_end_by_check_or_fold() -> None:
    game = get_game("leduc")
    assert fallback(PublicState(game, (), ())) == CALL
    assert fallback(spot_of(game, "r")) == FOLD


def test_a_part_of_a_hand_is_no_game_for_others() -> None:
    game = get_game("holdem-nolimit")
    part = replace(game, dead=5, name="part", title="A part")
    with pytest.raises(EngineError, match="engines of others play whole hands, not A part"):
        game_lines(part)
    odd = replace(game, stacks=(500, 700), name="odd name\ngame")
    assert game_lines(odd)[0] == "game custom"
