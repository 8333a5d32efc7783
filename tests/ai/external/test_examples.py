import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ai.agents.baselines import RandomAgent
from ai.external.protocol import game_lines, go_line, position_line
from ai.registry import build
from engine.cards import parse_cards
from engine.combos import combo_index
from engine.game import built_in_games, get_game
from engine.lines import spot_of
from engine.match import play
from engine.player import CALL, FOLD, PublicState, SeatView, raise_to

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
NAMES = {
    "python": f"process:{sys.executable} -S '{EXAMPLES / 'caller.py'}'",
    "class": f"python:{EXAMPLES / 'tight.py'}",
}
QUICK = {("python", "leduc"), ("c", "holdem-nolimit"), ("class", "leduc")}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("there is no C compiler here")
    program = tmp_path_factory.mktemp("c") / "upper_half"
    flags = ("-std=c99", "-O2", "-Wall", "-Wextra", "-Werror")
    subprocess.run((compiler, *flags, "-o", program, EXAMPLES / "upper_half.c"), check=True)
    return f"process:{program}"


def does_what_it_says(agent, game):
    spot = PublicState(game, (raise_to(PublicState(game, (), ()).legal.min_raise),), ())
    answer = agent.strategy(spot)
    assert answer.actions[:2] == (FOLD, CALL)
    assert set(np.unique(answer.probabilities)) == {0.0, 1.0}
    for hole in (game.deck[: game.num_hole], game.deck[-game.num_hole :]):
        row = answer.probabilities[combo_index(hole, game.deck)]
        action = agent.act(SeatView(spot, spot.to_act, hole), np.random.default_rng(0))
        assert answer.actions[int(row.argmax())] == action


@pytest.mark.parametrize(
    ("kind", "game"),
    [
        pytest.param(kind, game, marks=() if (kind, game.name) in QUICK else pytest.mark.ci)
        for kind in ("python", "c", "class")
        for game in built_in_games()
        if kind != "class" or game.name in ("leduc", "holdem-nolimit")
    ],
    ids=lambda one: getattr(one, "name", one),
)
def test_examples_play_and_the_c_engine_states_its_true_range(kind, game, request):
    agent = build(NAMES.get(kind) or request.getfixturevalue("compiled"), game)
    others = [RandomAgent(game) for _ in range(game.num_players - 1)]
    assert (agent.failures, play(game, [agent, *others], 60, seed=2).hands) == ([], 60)
    if kind == "c":
        does_what_it_says(agent, game)
    agent.close()


def test_documented_session_matches_a_real_one():
    text = (EXAMPLES.parent / "docs" / "reference" / "engine-protocol.md").read_text("utf-8")
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
