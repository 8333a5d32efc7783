"""The examples of docs/engine-protocol.md play, stay short, and are as described."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ai.process.protocol import game_lines, go_line, position_line
from ai.registry import build
from ai.simple import RandomAgent
from engine.cards import parse_cards
from engine.combos import combo_index
from engine.game import built_in_games, get_game
from engine.lines import spot_of
from engine.match import play
from engine.player import CALL, FOLD, PublicState, SeatView, raise_to

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
GAMES = [
    pytest.param(game.name, marks=() if game.is_heads_up and game.has_stacks else pytest.mark.long)
    for game in built_in_games()
]
CALLER = f"process:{sys.executable} -S '{EXAMPLES / 'caller.py'}'"


def plays(name: str, game_name: str) -> None:
    game = get_game(game_name)
    agent = build(name, game)
    others = [RandomAgent(game) for _ in range(game.num_players - 1)]
    result = play(game, [agent, *others], 60, seed=2)
    assert (agent.failures, result.hands) == ([], 60)
    agent.close()


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The name of the engine in C."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no C compiler here")
    program = tmp_path_factory.mktemp("c") / "upper_half"
    source = EXAMPLES / "upper_half.c"
    flags = ("-std=c99", "-O2", "-Wall", "-Wextra", "-Werror")
    subprocess.run((compiler, *flags, "-o", program, source), check=True)
    return f"process:{program}"


@pytest.mark.parametrize("game", GAMES)
def test_the_program_in_python_plays_all_games(game: str) -> None:
    plays(CALLER, game)


@pytest.mark.parametrize("game", GAMES)
def test_the_program_in_c_plays_all_games(compiled: str, game: str) -> None:
    plays(compiled, game)


@pytest.mark.parametrize("game", ["leduc", pytest.param("holdem-nolimit", marks=pytest.mark.long)])
def test_the_class_plays(game: str) -> None:
    plays(f"python:{EXAMPLES / 'tight.py'}", game)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit"])
def test_the_range_of_the_program_in_c_is_what_it_does(compiled: str, name: str) -> None:
    game = get_game(name)
    agent = build(compiled, game)
    spot = PublicState(game, (raise_to(PublicState(game, (), ()).legal.min_raise),), ())
    answer = agent.strategy(spot)
    assert answer.actions[:2] == (FOLD, CALL)
    assert set(np.unique(answer.probabilities)) == {0.0, 1.0}
    for hole in (game.deck[: game.num_hole], game.deck[-game.num_hole :]):
        row = answer.probabilities[combo_index(hole, game.deck)]
        action = agent.act(SeatView(spot, spot.to_act, hole), np.random.default_rng(0))
        assert answer.actions[int(row.argmax())] == action
    agent.close()


def test_the_session_of_the_document_is_a_real_one() -> None:
    text = (EXAMPLES.parent / "docs" / "engine-protocol.md").read_text("utf-8")
    session = text.partition("## A session")[2].partition("```\n")[2].partition("```")[0]
    lines = [line.partition(" ")[::2] for line in session.splitlines()]
    said = "".join(f"{words}\n" for mark, words in lines if mark == ">")
    program = (sys.executable, "-S", EXAMPLES / "caller.py")
    done = subprocess.run(program, input=said, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [words for mark, words in lines if mark == "<"]
    assert "\n".join(game_lines(get_game("kuhn"))) in said
    spots = [spot_of(get_game("kuhn"), line) for line in ("", "r")]
    for spot, seed, hole in zip(spots, (4711, 815), ("Ks", "Qs"), strict=True):
        line = position_line(spot, spot.to_act, parse_cards(hole))
        assert f"{line}\n{go_line(spot, 10.0, seed)}\n" in said


def test_examples_are_short() -> None:
    most = {".py": 30, ".c": 100}
    for path in EXAMPLES.iterdir():
        assert len(path.read_text().splitlines()) < most[path.suffix]
