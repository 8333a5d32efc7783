import re
from dataclasses import replace

import numpy as np
import pytest

from ai.external.plugin import Plugin
from ai.external.protocol import (
    EngineOption,
    Hello,
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
from ai.external.rows import parse_strategy, strategy_lines
from ai.registry import build
from engine.cards import parse_cards
from engine.errors import EngineError
from engine.game import Game, built_in_games, get_game
from engine.hand import HandState
from engine.lines import spot_of
from engine.player import CALL, FOLD, PublicState, SeatView, Strategy, raise_to
from engine.rng import rng_state
from engine.table import shuffled_deck

OPTIONS = (
    EngineOption("depth", "int", "4", 1, 20),
    EngineOption("share", "float", "0.5", None, 1.0),
    EngineOption("least", "float", "2", 1),
    EngineOption("bold", "bool", "true"),
    EngineOption("style", "choice", "tight", choices=("tight", "loose")),
    EngineOption("title", "text", "two words, default min max"),
    EngineOption("empty", "text", ""),
)
DEPTH, SHARE, LEAST, BOLD, STYLE, TITLE, _ = OPTIONS


def test_engine_description_round_trips():
    hello = Hello("An engine", "2.1", OPTIONS, has_ranges=True, acts=False, observes=True)
    assert parse_hello(hello.lines()) == hello
    assert parse_hello(["name A"]) == Hello("A")


@pytest.mark.parametrize(
    ("option", "given", "told"),
    [
        (DEPTH, " 7 ", "7"),
        (SHARE, "1e-3", "0.001"),
        (BOLD, "FALSE", "false"),
        (STYLE, "loose", "loose"),
        (TITLE, "other words", "other words"),
        *((DEPTH, odd, "must be a whole number from 1 to 20") for odd in ("0", "2.5", "9" * 5000)),
        *((SHARE, odd, "must be a number of at most 1") for odd in ("2", "nan")),
        (LEAST, "0", "must be a number of at least 1"),
        (BOLD, "yes", "must be true or false"),
        (STYLE, "wild", "must be one of tight, loose"),
        *((TITLE, odd, "must be one line of up to 200 characters") for odd in ("a\nb", "x" * 201)),
    ],
)
def test_option_values_are_normalised_or_rejected(option, given, told):
    if not told.startswith("must be "):
        assert option.checked(given) == told
        return
    with pytest.raises(EngineError, match=f"the option {option.name} {told}"):
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
def test_malformed_option_lines_are_rejected(words):
    with pytest.raises(ValueError, match=r"option|default|number"):
        parse_option(words)


@pytest.mark.parametrize("game", built_in_games(), ids=lambda game: game.name)
def test_games_and_positions_round_trip(game):
    first, *definition = game_lines(game)
    assert first == f"game {game.name}"
    assert Game.from_acpc("\n".join(definition)) == game
    hand = HandState.deal(game, shuffled_deck(game, rng_state(5)))
    while hand.to_act >= 0:
        view = hand.view(hand.to_act)
        word, _, rest = position_line(view.spot, view.seat, view.hole).partition(" ")
        assert (word, parse_position(game, rest)) == ("position", view)
        others = [hand.holes[seat] for seat in range(game.num_players) if seat != view.seat]
        assert not set(parse_cards(rest.split()[1])) & {card for hole in others for card in hole}
        hand.apply(CALL)
    for seat in range(game.num_players):
        record = hand.record_for(seat)
        word, _, rest = result_line(record).partition(" ")
        assert (word, parse_result(game, rest)) == ("result", record)
    spot = PublicState(game, (), ())  # for all cards
    assert position_line(spot, 0) == "position 0 - - -"
    assert parse_position(game, "0 - - -") == SeatView(spot, 0, ())


def test_legal_actions_are_given_as_hand_totals():
    game = get_game("holdem-nolimit@20")
    start = PublicState(game, (), ())
    assert go_line(start, 1.5, 7) == "go ms 1500 seed 7 legal fcr min 200 max 2000"
    flop = spot_of(game, "r300c/", parse_cards("2c3d4h"))
    line = go_line(flop, 0.25, 8)
    assert line == "go ms 250 seed 8 legal cr min 400 max 2000"
    pairs = parse_go(line.removeprefix("go "))
    assert pairs == {"ms": "250", "seed": "8", "legal": "cr", "min": "400", "max": "2000"}
    assert (parse_act(flop, "r400"), parse_act(flop, "c")) == (raise_to(100), CALL)
    assert go_line(spot_of(game, "r2000"), 1, 1) == "go ms 1000 seed 1 legal fc"
    limit = PublicState(get_game("holdem-limit"), (), ())
    assert go_line(limit, 1, 1) == "go ms 1000 seed 1 legal fcr"
    assert parse_act(limit, "r20") == parse_act(limit, "r") == raise_to(20)


def test_illegal_actions_are_rejected_and_final_ones_end_the_hand():
    spot = PublicState(get_game("holdem-nolimit"), (), ())
    assert parse_actions(spot, "f c r200 r300") == (FOLD, CALL, raise_to(200), raise_to(300))
    for words in ("", "c c", "x", "r", "r1", "r-200", "r99999999999999", "r200 r200", "c " * 301):
        with pytest.raises(ValueError, match=r"action|raise"):
            parse_actions(spot, words)
    leduc = get_game("leduc")
    assert (fallback(spot_of(leduc, "")), fallback(spot_of(leduc, "r"))) == (CALL, FOLD)
    game = get_game("holdem-nolimit")
    assert game_lines(replace(game, stacks=(500, 700), name="odd name\ngame"))[0] == "game custom"
    part = replace(game, dead=5, name="part", title="A part")  # only part of a hand
    with pytest.raises(EngineError, match="external engines play whole hands, not A part"):
        game_lines(part)
    assert plain("a\x1b[2J\n b\u202e\t c", 50) == "a\ufffd[2J b\ufffd c"
    assert len(plain("x " * 1000)) <= 200


SPOT = spot_of(get_game("leduc"), "r")
CARDS = ("Qs", "Qh", "Ks", "Kh", "As", "Ah")


def test_answers_round_trip():
    rng = np.random.default_rng(1)
    rows, values, error = rng.dirichlet(np.ones(3), 6), *rng.normal(size=(2, 6, 3))
    actions = parse_strategy(SPOT, ["actions f c r", *[f"row {c} 0 1 0" for c in CARDS]]).actions
    answer = Strategy(actions, rows, values, error, "a note")
    found = parse_strategy(SPOT, strategy_lines(SPOT, answer))
    assert (found.actions, found.note) == (actions, "a note")
    for one, other in ((found.probabilities, rows), (found.values, values), (found.error, error)):
        assert np.array_equal(one, other)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (["actions c"], "no rows"),
        (["row Qs 1"], "not understood"),
        (["actions"], "0 actions"),
        (["actions c c"], "the same action twice"),
        (["actions check"], "not an action"),
        (["actions c", "row Qs nan"], "not all numbers of 0 or more"),
        (["actions c", "row Qs many few"], "a row of 2 numbers"),
        (["actions c", "row Qs many"], "could not convert"),
        (["actions c", "row Qs 0 0 0 1"], "a row of 4 numbers for 1 actions"),
        (["actions c", "row QsQs 1"], "named twice"),
        (["actions c", "row Qs 1"], "not all numbers of 0 or more"),
        (["actions c", "rows !!!!"], "not base64"),
        (["actions c", "rows AAAA"], "rows of 3 bytes, not 48"),
        (["actions c", "rows " + "A" * 64], "do not sum to 1"),
    ],
)
def test_invalid_strategies_are_rejected(lines, why):
    with pytest.raises(ValueError, match=why):
        parse_strategy(SPOT, [*lines, "done"])


LEDUC = get_game("leduc")
ROOT = PublicState(LEDUC, (), ())
VIEW = SeatView(ROOT, ROOT.to_act, LEDUC.deck[:1])
HEAD = """
import sys
import numpy as np
from engine.player import CALL, FOLD, Action, Strategy, raise_to
"""


def engine_file(tmp_path, text):
    path = tmp_path / "engine_file.py"
    path.write_text(text)
    return path


def engine_that(tmp_path, method, returns):
    names = {"act": "view, rng", "strategy": "spot"}[method]
    text = f"{HEAD}class A:\n    def {method}(self, {names}):\n        return {returns}\n"
    plugin = Plugin(engine_file(tmp_path, text))
    plugin.build(LEDUC, {})
    return plugin


def rng():
    return np.random.default_rng(0)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no class"),
        ("class A:\n    def act(s): ...\nclass B:\n    def act(s): ...", "2 classes"),
        ("class A(:", "SyntaxError"),
        ("raise SystemExit", "does not load: SystemExit"),
        ("import no_such_module", "does not load: ModuleNotFoundError"),
        ("class A:\n    act = 1\n    def __init__(self): 1 / 0", "ZeroDivisionError"),
    ],
)
def test_invalid_engine_files_are_rejected(tmp_path, text, message):
    with pytest.raises(ValueError, match=message) as caught:
        Plugin(engine_file(tmp_path, text)).build(LEDUC, {})
    assert "\n" not in str(caught.value)
    with pytest.raises(EngineError, match="no such file"):
        build(f"python:{tmp_path / 'none.py'}", LEDUC)
    with pytest.raises(ValueError, match=r"ends in \.py"):
        Plugin((tmp_path / "engine_file.py").rename(tmp_path / "engine.txt"))


@pytest.mark.parametrize(
    ("method", "answer", "message"),
    [
        ("strategy", "None", "no Strategy but NoneType"),
        ("strategy", "Strategy((CALL,), np.ones((5, 1)))", "shape"),
        ("strategy", "Strategy((CALL,), np.full((6, 1), 0.5))", "sum to 1"),
        ("strategy", "1 / 0", "strategy failed: ZeroDivisionError"),
        ("strategy", "sys.exit()", "strategy failed: SystemExit"),
        ("strategy", "Strategy(5, np.ones((6, 1)))", "not arrays"),
        ("strategy", "Strategy((CALL,), [[1], [1, 2]])", "not arrays"),
        ("strategy", "Strategy(('c',), np.ones((6, 1)))", "no Action but str 'c'"),
        ("strategy", "Strategy((CALL, CALL), np.full((6, 2), 0.5))", "the same action twice"),
        ("strategy", "Strategy((FOLD,), np.ones((6, 1)))", "There is nothing to fold to"),
        ("strategy", "Strategy((CALL,), np.ones((6, 1)), np.full((2, 1), 2))", "not finite"),
        ("act", "'call'", "no Action but str 'call'"),
        ("act", "Action(1)", "no Action but Action"),
        ("act", "raise_to(2.5)", "an amount that is not an integer: 2.5"),
        ("act", "raise_to(3)", "an illegal action: The only raise is to 2"),
        ("act", "raise_to(10**30)", "an illegal action"),
        ("act", "FOLD", "an illegal action: There is nothing to fold to"),
        ("act", "sys.exit(3)", "act failed: SystemExit: 3"),
    ],
)
def test_invalid_answers_are_rejected(tmp_path, method, answer, message):
    engine = engine_that(tmp_path, method, answer)
    with pytest.raises(ValueError, match=message):
        engine.act(VIEW, rng()) if method == "act" else engine.strategy(ROOT)


def test_numpy_numbers_are_accepted_and_values_and_notes_kept(tmp_path):
    action = engine_that(tmp_path, "act", "raise_to(np.int32(2))").act(VIEW, rng())
    assert action == raise_to(2) and type(action.raise_to) is int
    text = "Strategy((CALL,), np.ones((6, 1)), np.full((6, 1), 2), None, 'a guess')"
    answer = engine_that(tmp_path, "strategy", text).strategy(ROOT)
    assert answer.values.tolist() == [[2.0]] * 6
    assert (answer.error, answer.note) == (None, "a guess")


DECLARED = '''
from typing import Literal
from engine.player import CALL, FOLD


class Engine:
    """Reports what it was built with."""
    version = "1.2"

    def __init__(self, game, depth: int = 3, share: float = 0.5, bold: bool = False,
                 style: Literal["tight", "loose"] = "tight", title: str = "a title"):
        self.values = [depth, share, bold, style, title, game.name]
        self.seen = []

    def act(self, view, rng):
        raise ValueError(f"{self.values} {self.seen}")

    def observe(self, record):
        self.seen.append((record.seat, record.payoffs, len(record.spot.board)))
'''


def test_constructor_parameters_become_options(tmp_path):
    plugin = Plugin(engine_file(tmp_path, DECLARED))
    hello = plugin.hello
    assert (hello.name, hello.version) == ("engine_file", "1.2")
    assert (hello.acts, hello.has_ranges, hello.observes) == (True, False, True)
    assert hello.options == (
        EngineOption("depth", "int", "3"),
        EngineOption("share", "float", "0.5"),
        EngineOption("bold", "bool", "false"),
        EngineOption("style", "choice", "tight", choices=("tight", "loose")),
        EngineOption("title", "text", "a title"),
    )
    given = {"depth": "7", "share": "0.001", "bold": "true", "style": "loose", "title": "other one"}
    for options, built in (
        ({}, "[3, 0.5, False, 'tight', 'a title', 'leduc'] []"),
        (given, "[7, 0.001, True, 'loose', 'other one', 'leduc'] []"),
    ):
        plugin.build(LEDUC, options)
        with pytest.raises(ValueError, match=re.escape(built)):
            plugin.act(VIEW, rng())
