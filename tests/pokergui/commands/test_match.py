"""``match``, ``replay`` and ``hands matches``: hands are played, stopped, written and kept."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from ai.process.log import log_path
from ai.registry import build
from engine.game import get_game
from engine.match import play
from engine.records.formats import FORMATS, Format
from engine.stopping import LEAST_UNITS
from pokergui.commands.match.luck import AT_ONCE
from pokergui.paths import strategies_dir
from pokergui.store import verify
from tests import tiny_engine
from tests.ai.process.bad import FORFEITS, bad_name, gone
from tests.pokergui.cli_runner import Cli, interrupt_once_it_goes_on
from tests.pokergui.desktop import START_S, Program

pytestmark = pytest.mark.slow
KUHN = "match kuhn cfr random --duplicate --hands 300"
KUHN_3 = "match kuhn-3 cfr random call --hands 100"
LEDUC = "match leduc cfr random --duplicate --hands 100000"


def test_a_match_is_the_one_that_the_library_plays(cli: Cli) -> None:
    words = "match leduc random call --hands 300 --blocks 3 --seed"
    found, other = cli.json(words, "5"), cli.json(words, "6")
    game = get_game("leduc")
    mbb = play(game, [build(name, game) for name in ("random", "call")], 300, 5).mbb()
    assert (found["mean_mbb"], found["ci95_mbb"]) == (mbb.mean, mbb.half_width)
    assert found["mean_chips"] * 1000 == pytest.approx(mbb.mean)
    assert found["mean_mbb"] != other["mean_mbb"]
    assert [block["hands"] for block in found["blocks"]] == [100, 100, 100]
    assert sum(seat["hands"] for seat in found["per_seat"]) == found["hands"] == 300


def test_duplicate_counts_deals_and_mirrors_them(cli: Cli) -> None:
    result = cli.json("match holdem-limit call call --hands 20 --duplicate")
    assert (result["hands"], result["method"]) == (40, "duplicate")
    assert (result["mean_mbb"], result["ci95_mbb"]) == (0, 0)


@pytest.mark.parametrize(
    ("form", "suffix"),
    [(form, suffix) for form in FORMATS for suffix in form.suffixes if suffix != ".phh"],
)
def test_each_format_is_written_replayed_imported_and_exported(
    cli: Cli, home: Path, form: Format, suffix: str
) -> None:
    cli.json(f"match holdem-nolimit@50 random call --hands 20 --{form.name} hands{suffix}")
    assert cli.json(f"hands import hands{suffix}")["imported"] == 20
    assert cli.json(f"hands export --format {form.name} --out out{suffix}")["hands"] == 20
    for file in (f"hands{suffix}", f"out{suffix}"):
        replayed = cli.json("replay", file)
        assert (replayed["hands"], replayed["mismatches"], replayed["first"]) == (20, 0, None)


def test_a_replay_names_what_differs_and_what_cannot_be_read(cli: Cli, home: Path) -> None:
    log = home / "wrong.log"
    good, wrong = "STATE:0:cc:Qs|Ks:-1|1:a|b", "STATE:1:cc:Qs|Ks:1|-1:a|b"
    log.write_text(f"{good}\n{wrong}\nSTATE:2:crr:Qs|Ks:-1|1:a|b\n")
    assert "name the game" in cli.refused("replay wrong.log")
    result = cli.json("replay wrong.log --game kuhn", status=1, err=None)
    assert (result["hands"], result["mismatches"]) == (3, 2)
    assert (result["first"]["line"], result["first"]["hand"]) == (2, wrong)
    for text in ("no hand at all", "STATE:0:cc:Qs|Xs:-1|1:a|b", "\0"):
        log.write_text(f"{text}\n")
        assert "line 1" in cli.refused("replay wrong.log --game kuhn")


def test_a_definition_file_says_which_game_it_is(cli: Cli, home: Path) -> None:
    (home / "short.game").write_text(
        "GAMEDEF\nnolimit\nnumPlayers = 2\nnumRounds = 1\nstack = 10 10\nblind = 2 1\n"
        "firstPlayer = 2\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 5\n"
        "END GAMEDEF\n"
    )
    (home / "short.log").write_text("STATE:0:r10f:2c3c|4c5c/6c7c8c9cTc:-2|2:a|b\n")
    assert cli.json("replay short.log --definition short.game")["mismatches"] == 0


def test_matches_are_kept_listed_and_written_out(cli: Cli, home: Path) -> None:
    assert cli.json("hands matches --db hands.db") == {"matches": []}
    words = "match leduc random call --hands 300 --duplicate --seed 5"
    plain, kept = cli.json(words), cli.json(f"{words} --db hands.db")
    assert kept["mean_mbb"] == plain["mean_mbb"]
    cli.json("match kuhn random raise --hands 50 --db hands.db")
    newest, match = cli.json("hands matches --db hands.db")["matches"]
    assert newest["engines"] == ["random", "raise"]
    for key in ("game", "engines", "hands", "mean_mbb", "ci95_mbb"):
        assert match[key] == kept[key], key
    assert (match["seed"], match["duplicate"], match["done"]) == ("5", True, True)
    assert match["stats"] == kept["stats"]["engines"]
    assert verify(home / "hands.db").sound
    assert cli.json("hands export-match 1 --out m.log --db hands.db")["hands"] == 600
    replayed = cli.json("replay m.log --game leduc")
    assert (replayed["hands"], replayed["mismatches"]) == (600, 0)


def test_a_full_disk_leaves_the_result(cli: Cli, home: Path) -> None:
    words = "match holdem-limit random call --hands 50 --acpc /dev/full --phh m.phhs --json"
    status, out, err = cli.run(words)
    assert (status, json.loads(out)["hands"]) == (2, 50)
    assert "/dev/full cannot be written: the disk with the folder /dev is full" in err
    assert (home / "m.phhs").read_text().count("actions = ") == 50


def test_luck_is_taken_out(cli: Cli) -> None:
    found = cli.json(f"{KUHN} --aivat both")
    luck = found["aivat"]
    raw, duplicate, aivat = luck["methods"]
    assert [one["method"] for one in luck["methods"]] == ["raw", "duplicate", "aivat"]
    assert (raw["hands"], raw["units"], aivat["units"]) == (600, 600, 300)
    assert duplicate["mean_mbb"] == pytest.approx(found["mean_mbb"], abs=1e-9)
    assert duplicate["ci95_mbb"] == pytest.approx(found["ci95_mbb"], abs=1e-9)
    assert aivat["sd_cut"] > 0.99  # what both do is known: all is luck
    assert abs(aivat["mean_mbb"] - raw["mean_mbb"]) < 2 * raw["ci95_mbb"]
    assert all(luck[key] == aivat[key] for key in ("mean_mbb", "ci95_mbb", "sd_mbb"))


def test_of_three_each_engine_has_its_own_result(cli: Cli) -> None:
    luck = cli.json(f"{KUHN_3} --aivat all --duplicate")["aivat"]
    assert [one["engine"] for one in luck["engines"]] == ["cfr", "random", "call"]
    assert luck["engines"][0]["mean_mbb"] == luck["mean_mbb"]
    assert all(one["raw_sd_mbb"] > 1000.0 and one["sd_mbb"] < 1e-3 for one in luck["engines"])
    assert abs(sum(one["mean_mbb"] for one in luck["engines"])) < 0.01
    words = "match holdem-nolimit-3 call call call --hands 10 --aivat A"
    assert cli.json(words)["aivat"]["value"]["name"] == "shared-pot"


def test_an_engine_of_ones_own_is_known_by_its_ranges(cli: Cli) -> None:
    own = f"process:{tiny_engine.command('ranges')}"
    words = ("match kuhn", own, "random", "--duplicate", "--hands", "60", "--aivat", "both")
    found = cli.json(*words)
    exact = cli.json("match kuhn call random --hands 60 --aivat both")
    assert found["aivat"]["sd_mbb"] < 1e-3 and not found["failures"]
    assert found["aivat"]["mean_mbb"] == pytest.approx(exact["aivat"]["mean_mbb"], abs=1e-3)
    assert "is known by its ranges" in cli.text(*words)


def test_a_sequence_stops_once_it_leaves_out_0(cli: Cli) -> None:
    found = cli.json(f"{LEDUC} --stop sequence")
    stop = found["stop"]
    assert (stop["rule"], stop["decided"]) == ("sequence", "better")
    assert 2 * LEAST_UNITS <= stop["stopped_at"] == found["hands"] < 200_000
    low, high = stop["interval_mbb"]
    assert 0 < low < found["mean_mbb"] < high
    assert high - low > 2 * found["ci95_mbb"]
    assert "it wins" in cli.text(f"{LEDUC} --stop sequence")


def test_a_test_of_two_hypotheses_accepts_one(cli: Cli) -> None:
    words = f"{LEDUC} --stop sprt --null -500 --alternative 500"
    stop = cli.json(words)["stop"]
    assert (stop["decided"], stop["null"], stop["alternative"]) == ("alternative", -500, 500)
    assert stop["log_ratio"] > 2.9 and "accepts 500" in cli.text(words)


def test_a_rule_looks_at_what_is_left_without_luck(cli: Cli) -> None:
    words = "match kuhn cfr random --duplicate --hands 3000 --stop sequence"
    stops = [cli.json(f"{words} {more}")["stop"] for more in ("", "--aivat A")]
    assert [stop["method"] for stop in stops] == ["duplicate", "aivat"]
    widths = [stop["interval_mbb"][1] - stop["interval_mbb"][0] for stop in stops]
    assert widths[1] < widths[0]
    assert all(stop["stopped_at"] % AT_ONCE == 0 for stop in stops)  # whatever the machine's speed


def test_without_a_decision_nobody_wins(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "match leduc cfr cfr --hands 300 --stop sequence"
    found = cli.json(words)
    assert (found["hands"], found["stop"]["decided"]) == (300, None)
    assert "no winner yet" in cli.text(words)
    assert "cfr wins" in cli.text("match leduc cfr random --duplicate --hands 2000")
    interrupt_once_it_goes_on(monkeypatch)
    status, out, _ = cli.run("match leduc cfr random --duplicate --hands 50000000")
    assert status == 130 and "wins" not in out
    assert "no verdict before all 100,000,000 hands are played" in out


PROCESS = "match holdem-nolimit@20 --hands 40 --clock"


def test_a_match_with_a_forfeit_is_left_as_by_ctrl_c(cli: Cli, home: Path) -> None:
    engine = bad_name("kills itself", home)
    words = (f"{PROCESS} 5 --acpc hands.log", engine, "call")
    result = cli.json(*words, "--db", "hands.db", status=130)
    reason = "it was ended by SIGKILL"
    assert result["failures"] == [{"engine": engine, "reason": reason}] * 2
    assert result["forfeit"] == f"{engine} forfeits: {reason}"
    assert 2 <= result["hands"] == result["stored"] < 40
    assert (home / "hands.log").read_text().count("\nSTATE:") == result["hands"]
    assert cli.json("hands matches")["matches"][0]["hands"] == result["hands"]
    assert cli.json("replay hands.log")["mismatches"] == 0
    status, out, _ = cli.run(*words)
    assert status == 130 and out.splitlines()[-1] == result["forfeit"]


@pytest.mark.nightly
@pytest.mark.scorecard("U3")
@pytest.mark.parametrize("kind", FORFEITS)
def test_a_match_ends_with_its_result_whatever_an_engine_does(
    cli: Cli, home: Path, kind: str, release: bool
) -> None:
    engine = bad_name(kind, home / "mark")
    for number in range(10 if release else 1):
        result = cli.json(f"{PROCESS} 0.3", engine, "call", "--db", "hands.db", status=130)
        assert [one["engine"] for one in result["failures"]] == [engine] * 2
        assert re.search(FORFEITS[kind], result["failures"][0]["reason"])
        assert 2 <= result["hands"] == result["stored"] < 40
        gone(str(home / "mark"))
        assert len(cli.json("hands matches")["matches"]) == number + 1
    assert cli.json("hands verify")["sound"]


def test_a_match_of_one_that_failed_once_ends_well(cli: Cli, tmp_path: Path) -> None:
    words = (f"{PROCESS} 5 --duplicate", bad_name("dies once", tmp_path / "memory"), "call")
    result = cli.json(*words)
    reason = "it ended by itself, with exit status 1"
    assert [one["reason"] for one in result["failures"]] == [reason]
    assert (result["forfeit"], result["hands"]) == (None, 80)


@pytest.mark.ci
def test_ctrl_c_ends_a_match_with_an_engine_that_hangs(qtbot: QtBot, tmp_path: Path) -> None:
    engine = bad_name("minds no signal", tmp_path / "mark")
    words = ("match", "kuhn", engine, "call", "--clock", "600", "--json")
    with Program(tmp_path, "pokergui", *words) as program:

        def asked() -> bool:
            assert program.process.poll() is None, program.ended(1)
            logs = (tmp_path / "logs" / "engines").glob("*.log")
            return any(log.read_text().count("> go") > 2 for log in logs)

        qtbot.waitUntil(asked)
        program.process.send_signal(signal.SIGINT)
        out, _ = program.process.communicate(timeout=START_S)
    assert program.process.returncode == 130
    assert (json.loads(out)["failures"], json.loads(out)["forfeit"]) == ([], None)
    gone(str(tmp_path / "mark"))


TALKER = """
from engine.player import CALL

print("hello from the file")


class Talker:
    seen = 0

    def act(self, view, rng):
        print("hello from act, hand", self.seen)
        return CALL

    def observe(self, record):
        self.seen += 1
"""


def test_what_engines_print_goes_into_their_log(cli: Cli, home: Path) -> None:
    (home / "talker.py").write_text(TALKER)
    engine = f"python:{home / 'talker.py'}"
    assert cli.json("match kuhn", engine, "call", "--hands", "30")["hands"] == 30
    log = log_path(strategies_dir(), engine)
    assert log is not None
    said = [line.partition(" ! ")[2] for line in log.read_text().splitlines() if " ! " in line]
    assert "hello from the file" in said
    # Hands that are played to compile are not part of what an engine sees of the match.
    assert said[-1] == "hello from act, hand 29"
