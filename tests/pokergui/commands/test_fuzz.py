"""No text on the command line breaks it: a result, or status 2 and one line."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokergui.cli import main

GAMES = ("kuhn", "leduc", "holdem-limit", "holdem-nolimit", "holdem-nolimit@100", "leduc@2.5")
LINES = ("", "c", "cr", "cc/", "rrc/r", "r300c/", "r300r900c/cc/r1200", "r20000c///", "cc/cc/cc/cf")
BOARDS = ("", "Kh", "AhTd7c", "AhTd7c2s", "Ah Td, 7c 2s 3d")
BOARD_SETS = ("3", "AhTd7c KsQs2d", "AhTd7c2s3d", "901")
HANDS = ("AcAd", "random", "QQ+, A5s-A2s:0.5", "KTo", "76s:1e-3", "JJ-88")
NUMBERS = ("0", "1", "9", "-1", "+3", " 4", "1_0", "1.5", "1e2", "nan", "0x3", "٣", "", "9" * 400)
ENGINES = (
    *("random", "call", "raise", "equity", "cfr", "file:", "python:", "file:/", "python:/x.py"),
    *("trained:", "trained:x", "trained:../x", "trained:/"),
)
TIMES = ("2026-05-01", "2026-05-01T18:30", "2026-05-01T18:30:00.5+02:00", "0001-01-01T00:00+01:00")
PAYOFFS = ("0 -1 3; 1 0 -1; -1 1 0", "1/2 -0.5; 3, 4", "1 2; 3", "9", "1/0", ";")
PICKS = ("constant:1", "depth:0.4,2,both", "street:0.5,1", "explicit:1,all")
SPOT_BOARDS = ("QsJh2h8c5d", "Qs Jh 2h 8c", "QsJh2h")
SIZES = ("50,100,a", "33.3;a", "", "75")
CHIPS = ("1,1", "5,5", "3,2", "0,9", "-4,4", "2147483647,2147483647", "1,2,3", "7")

# What a shell can pass: no NUL, but bytes that are not UTF-8, which Python turns into surrogates.
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0") | st.sampled_from(
    "\udc80\udcff"
)


@st.composite
def near(draw: st.DrawFn, examples: tuple[str, ...]) -> str:
    """Sound text with up to three places replaced, or any text at all."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.text(CHARACTERS, max_size=30))
    text = draw(st.sampled_from(examples))
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(text)))
        end = draw(st.integers(place, min(len(text), place + 2)))
        piece = draw(st.sampled_from((*examples, *"rfc/0159AKshd@:+-,. ")) | CHARACTERS)
        text = text[:place] + piece + text[end:]
    return text


def options(**names: st.SearchStrategy[str]) -> st.SearchStrategy[list[str]]:
    """Some of the options, each with its text."""
    pairs = [
        st.just([]) | text.map(lambda value, name=name: [f"--{name.replace('_', '-')}={value}"])
        for name, text in names.items()
    ]
    return st.tuples(*pairs).map(lambda parts: [word for part in parts for word in part])


def needed(**names: st.SearchStrategy[str]) -> st.SearchStrategy[list[str]]:
    """All of the options, each with its text."""
    return st.fixed_dictionaries(names).map(
        lambda given: [f"--{name}={value}" for name, value in given.items()]
    )


number = st.sampled_from(NUMBERS)
# The trees of limit games are small whatever the numbers.
COMMANDS = {
    "engines": options(game=near(GAMES))
    | st.tuples(
        st.just("add"),
        near(("Basalt", "Old bot")),
        st.just("/nowhere/x"),
        options(seconds=number, option=near(("depth=6", "a="))),
    )
    | st.tuples(st.sampled_from(("log", "remove", "test")), near(("Basalt", "added:x"))),
    "tree": st.tuples(
        st.sampled_from(("kuhn", "leduc")), options(stacks=near(CHIPS), blinds=near(CHIPS))
    ),
    "strategy": st.tuples(
        st.sampled_from(GAMES),
        near(ENGINES[:3]),
        options(line=near(LINES), board=near(BOARDS)),
    ),
    "aggregate": st.tuples(
        st.sampled_from(GAMES),
        near(ENGINES[:3]),
        options(boards=near(BOARD_SETS), seed=number),
        needed(line=near(LINES)),
    ),
    "match": st.tuples(
        near(GAMES),
        near(ENGINES),
        st.sampled_from(ENGINES[:3]),
        options(hands=number, seed=number, blocks=number),
    ),
    "equity": st.tuples(
        near(HANDS), near(HANDS), options(board=near(BOARDS), seed=number), st.just("--samples=20")
    ),
    "exploitability": st.tuples(
        near(GAMES),
        near(ENGINES),
        options(menu=near(("fc", "fcpa")), rounds=near(("1-4", "3-4", "2")), seed=number),
        st.just("--hands=2"),
    )
    | st.tuples(
        st.sampled_from(("kuhn", "leduc", "holdem-limit")),
        near(("random", "call")),
        options(menu=near(("fc", "33,75,a")), against=near(("call", "random")), seed=number),
        st.just("--rivers=1"),
    ),
    "solve": st.tuples(
        st.sampled_from(("kuhn", "holdem-limit", "kuhn@1")),
        options(algorithm=near(("cfr+", "hs-dcfr")), exploitability=number),
        st.just("--iterations=3"),
    )
    | st.tuples(
        st.sampled_from(("kuhn", "kuhn@1")),
        options(schedule=near(PICKS), weights=near(("linear", "plain")), seed=number),
        st.just(["--algorithm=robust-mccfr", "--iterations=3"]),
    ),
    "solve-spot": st.tuples(
        st.just(["--iterations=2", "--ranges"]),
        near(("AA,KQs", "QQ+, A5s-A2s:0.5")),
        near(("AsKs", "JJ-88")),
        options(
            bets_ip=near(SIZES),
            raises_ip=near(SIZES),
            line=near(("", "c", "r50c/", "cr50")),
            card=near(("7d", "Qs")),
        ),
        needed(pot=near(("100", "7")), stack=near(("9", "950"))),
        needed(board=near(SPOT_BOARDS), bets=near(SIZES), raises=near(SIZES)),
    ),
    "drill": st.tuples(
        st.sampled_from(("kuhn", "leduc", "kuhn@1", "x.safetensors", "x.csv", "/", "-")),
        near(ENGINES[:3]),
        options(
            line=near(("", "c", "r50c/")),
            card=near(("7d", "Qs")),
            answer=near(("f", "c", "r", "r300", "K, Q:0.5")),
            seed=number,
            date=near(TIMES),
            length=near(("street", "hand")),
        ),
        st.sampled_from(("--daily", "--list", "--dice", "--ranges")),
        st.just("--spots=2"),
    ),
    "exploit": st.tuples(
        near(("x.safetensors", "/", "-")),
        near(("--rival=ip", "--rival=oop")),
        options(
            frequencies=near(("bet 60", "river fold 70, small raise 2")),
            trust=number,
            match=number,
        ),
    ),
    "lab": st.tuples(
        st.just("matrix"),
        options(
            payoffs=near(PAYOFFS),
            names=near(("a,b", "a,b,c;d,e", ",;")),
            rule=near(("lecture", "textbook", "rm+")),
            steps=number,
        ),
    )
    | st.tuples(
        st.just("kuhn"),
        options(profile=near(("lecture", "uniform", "/dev/null.json")), steps=number),
    )
    | st.tuples(
        st.just("schedule"),
        st.sampled_from(("kuhn", "leduc", "kuhn@1")),
        near(PICKS),
    ),
    "hands": st.tuples(
        st.sampled_from(("list", "show", "export", "profile", "nothing")),
        options(
            since=near(TIMES), until=near(TIMES), game=near(GAMES), newest=number, format=number
        )
        | number,
    ),
    "opponents": st.tuples(
        st.sampled_from(("list", "show", "fit", "reset", "export", "nothing")),
        near(("you", "x.log", "x.safetensors", "/")),
        options(game=near(GAMES), name=near(("you", "Zoe")), most=number),
    ),
    "replay": st.tuples(near(("x.log", "x.phh", "/", "-")), options(game=near(GAMES))),
}


def flat(words: Any) -> list[str]:
    return [words] if isinstance(words, str) else [word for part in words for word in flat(part)]


def check(command: str, words: list[str]) -> None:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as leaving:
        main([command, *words, "--json"])
    if leaving.value.code == 0:
        assert isinstance(json.loads(out.getvalue()), dict)
        assert out.getvalue().count("\n") == 1
    else:
        assert (leaving.value.code, out.getvalue()) == (2, "")
        assert err.getvalue().startswith("pokergui: ")
        assert err.getvalue().count("\n") == 1


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
@settings(max_examples=15)
@given(data=st.data())
def test_no_words_break_a_command(command: str, data: st.DataObject) -> None:
    check(command, flat(data.draw(COMMANDS[command])))


@pytest.mark.nightly
@pytest.mark.parametrize("command", COMMANDS)
@settings(max_examples=300)
@given(data=st.data())
def test_no_words_at_all_break_a_command(command: str, data: st.DataObject) -> None:
    check(command, flat(data.draw(COMMANDS[command])))
