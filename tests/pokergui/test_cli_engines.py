"""``pokergui engines``: the ladder of a game, and measuring engines that are not on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.ladder import fold_loss
from ai.strength_figures import FILE
from engine.game import get_game
from pokergui.paths import strategies_dir
from tests.pokergui.cli_runner import Cli


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("game", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit@50"])
def test_a_game_shows_one_ladder(cli: Cli, game: str) -> None:
    status, text, _ = cli.run("engines", "--game", game)
    found = cli.json("engines", "--game", game)
    fold = fold_loss(get_game(game))
    assert found["ladders"] == {game: {"reference": "cfr", "fold_loss_mbb": fold}}
    assert status == 0 and "v. cfr" in text and "…" not in text
    assert "not measured" not in text
    assert text.count("reference") == 1
    for engine in found["engines"]:
        known = engine["measured"].get(game)
        assert (known is None) == engine["name"].startswith("opponent-model")
        assert known is None or known["against"] == "cfr"


def test_the_list_names_both_window_and_command_line(cli: Cli) -> None:
    text = cli.run("engines")[1]
    line = next(line for line in text.splitlines() if "Blueprint" in line)
    assert line.startswith("cfr ")
    assert "engines --game GAME" in text


def test_with_more_than_two_players_nobody_has_a_strength(cli: Cli) -> None:
    status, text, _ = cli.run("engines", "--game", "kuhn-3")
    assert status == 0 and text.startswith("name ")
    assert "engines --game" not in text and "v. " not in text


def test_a_trained_engine_is_measured_and_kept(cli: Cli) -> None:
    solve = ("solve", "leduc", "--algorithm", "pdcfr+", "--iterations", "20")
    stated = cli.json(*solve, "--out", "trained:mine")["exploitability"]
    before = cli.run("engines", "--game", "leduc")[1]
    assert "not measured" in before and "pokergui engines measure leduc NAME" in before
    found = cli.json("engines", "measure", "leduc", "trained:mine")
    assert found["kept"] and found["against"] == "cfr" and found["method"] == "exact"
    assert found["exploitability"] == pytest.approx(stated, abs=1e-12)
    assert (strategies_dir() / FILE).exists()
    engine = cli.json("engines", "--game", "leduc")["engines"][-1]
    assert engine["measured"]["leduc"]["mbb"] == found["mbb"] < 0.0
    assert "not measured" not in cli.run("engines", "--game", "leduc")[1]


def test_a_depth_that_is_not_shipped_is_measured_and_kept(cli: Cli) -> None:
    game = "holdem-nolimit@37"
    assert cli.run("engines", "--game", game)[1].count("not measured") > 3
    args = ("engines", "measure", game, "call", "--deals", "20", "--lbr-hands", "4")
    found = cli.json(*args)
    assert (found["hands"], found["lbr_hands"], found["against"]) == (40, 4, "equity")
    assert cli.json(*args) == found
    known = {engine["name"]: engine for engine in cli.json("engines", "--game", game)["engines"]}
    assert known["call"]["measured"][game]["mbb"] == found["mbb"]


def test_shipped_figures_stay(cli: Cli) -> None:
    status, text, _ = cli.run("engines", "measure", "kuhn", "passive")
    assert status == 0 and "figures shipped with the program" in text
    assert not cli.json("engines", "measure", "kuhn", "passive")["kept"]
    assert not (strategies_dir() / FILE).exists()


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("kuhn", "opponent-model"), "no single strength"),
        (("kuhn", "nobody"), "no engine 'nobody'"),
        (("holdem-nolimit-3", "call"), "no reference engine"),
        (("chess", "call"), "chess"),
        (("kuhn", "kuhn-family:1/6"), "not on the list"),
        (("kuhn",), "ENGINE"),
    ],
)
def test_mistakes_are_told(cli: Cli, args: tuple[str, ...], why: str) -> None:
    assert why in cli.refused("engines", "measure", *args)


def test_a_wrong_command_is_answered_with_the_right_one(cli: Cli) -> None:
    assert "choose one of add, log, measure, remove, test" in cli.refused("engines", "weigh")
