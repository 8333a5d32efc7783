"""Hands written by matches and read back by replay."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.pokergui.cli_runner import Cli


@pytest.mark.parametrize("game", ["kuhn", "leduc", "holdem-limit", "holdem-nolimit@15"])
@pytest.mark.parametrize("suffix", ["log", "log.xz"])
def test_a_match_writes_a_log_that_replays(
    cli: Cli, tmp_path: Path, game: str, suffix: str
) -> None:
    log = tmp_path / f"match.{suffix}"
    cli.json("match", game, "random", "raise", "--hands", "30", "--duplicate", "--acpc", str(log))
    result = cli.json("replay", str(log), "--game", game)
    assert (result["hands"], result["mismatches"], result["first"]) == (60, 0, None)
    assert result["hands_per_second"] > 0


def test_a_match_writes_phh_that_replays(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "match.phhs"
    cli.json("match", "holdem-nolimit@50", "random", "call", "--hands", "20", "--phh", str(file))
    assert cli.json("replay", str(file))["hands"] == 20
    cli.refused("match", "leduc", "random", "call", "--hands", "20", "--phh", str(file))


def test_a_definition_file_says_which_game_it_is(cli: Cli, tmp_path: Path) -> None:
    definition = tmp_path / "short.game"
    definition.write_text(
        "GAMEDEF\nnolimit\nnumPlayers = 2\nnumRounds = 1\nstack = 10 10\nblind = 2 1\n"
        "firstPlayer = 2\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 5\n"
        "END GAMEDEF\n"
    )
    log = tmp_path / "short.log"
    log.write_text("STATE:0:r10f:2c3c|4c5c/6c7c8c9cTc:-2|2:a|b\n")
    args = ("replay", str(log), "--definition", str(definition))
    assert cli.json(*args)["mismatches"] == 0
    cli.refused(*args, "--game", "leduc")


def test_a_wrong_result_is_a_mismatch(cli: Cli, tmp_path: Path) -> None:
    log = tmp_path / "wrong.log"
    good = "STATE:0:cc:Qs|Ks:-1|1:a|b\n"
    wrong = "STATE:1:cc:Qs|Ks:1|-1:a|b\n"
    refused = "STATE:2:crr:Qs|Ks:-1|1:a|b\n"
    log.write_text(good + wrong + refused)
    status, out, _ = cli.run("replay", str(log), "--game", "kuhn", "--json")
    result = json.loads(out)
    assert (status, result["hands"], result["mismatches"]) == (1, 3, 2)
    assert result["first"]["line"] == 2
    assert result["first"]["hand"] == wrong.strip()


@pytest.mark.parametrize(
    "text", ["STATE:0:cc:Qs|Ks:-1|1", "no hand at all", "STATE:0:cc:Qs|Xs:-1|1:a|b", "\0"]
)
def test_what_cannot_be_read_gets_one_line_and_status_2(
    cli: Cli, tmp_path: Path, text: str
) -> None:
    log = tmp_path / "broken.log"
    log.write_text(text + "\n")
    assert "line 1" in cli.refused("replay", str(log), "--game", "kuhn")


def test_files_that_are_not_there_or_have_no_game(cli: Cli, tmp_path: Path) -> None:
    cli.refused("replay", str(tmp_path / "none.log"), "--game", "kuhn")
    cli.refused("replay", str(tmp_path), "--game", "kuhn")
    cli.refused("replay")
    log = tmp_path / "some.log"
    log.write_text("STATE:0:cc:Qs|Ks:-1|1:a|b\n")
    assert "name the game" in cli.refused("replay", str(log))
    log = tmp_path / "no" / "match.log"
    cli.refused("match", "kuhn", "random", "call", "--acpc", str(log))
