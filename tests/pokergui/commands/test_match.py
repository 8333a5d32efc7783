import json
import random

import pytest

from ai.registry import build
from engine.game import get_game
from engine.match import play
from engine.records.formats import WRITTEN
from pokergui.store import Store
from tests import tiny_engine
from tests.ai.external.bad import bad_name
from tests.naive.site_files import SHAPES, site_hand
from tests.pokergui.store.damage import limit_pages

pytestmark = pytest.mark.slow


def test_command_plays_the_same_match_as_the_library(cli):
    words = "match leduc random call --hands 300 --blocks 3 --seed"
    found, other = cli.json(words, "5"), cli.json(words, "6")
    game = get_game("leduc")
    mbb = play(game, [build(name, game) for name in ("random", "call")], 300, 5).mbb()
    assert (found["mean_mbb"], found["ci95_mbb"]) == (mbb.mean, mbb.half_width)
    assert found["mean_chips"] * 1000 == pytest.approx(mbb.mean)
    assert found["mean_mbb"] != other["mean_mbb"]
    assert [block["hands"] for block in found["blocks"]] == [100, 100, 100]
    assert sum(seat["hands"] for seat in found["per_seat"]) == found["hands"] == 300


@pytest.mark.parametrize(
    ("form", "suffix"),
    [(form, suffix) for form in WRITTEN for suffix in form.suffixes if suffix != ".phh"],
)
def test_each_format_is_written_replayed_imported_and_exported(cli, home, form, suffix):
    cli.json(f"match holdem-nolimit@50 random call --hands 20 --{form.name} hands{suffix}")
    assert cli.json(f"hands import hands{suffix}")["imported"] == 20
    assert cli.json(f"hands export --format {form.name} --out out{suffix}")["hands"] == 20
    for file in (f"hands{suffix}", f"out{suffix}"):
        replayed = cli.json("replay", file)
        assert (replayed["hands"], replayed["mismatches"], replayed["first"]) == (20, 0, None)


def test_replay_names_differences_and_unreadable_hands(cli, home):
    log = home / "wrong.log"
    good, wrong = "STATE:0:cc:Qs|Ks:-1|1:a|b", "STATE:1:cc:Qs|Ks:1|-1:a|b"
    log.write_text(f"{good}\n{wrong}\nSTATE:2:crr:Qs|Ks:-1|1:a|b\n")
    status, out, err = cli.run("replay wrong.log")
    assert (status, out) == (2, "0 hands, 0 mismatches\nnot read: 1 hand\n")
    assert "give the game" in err
    result = cli.json("replay wrong.log --game kuhn", status=1, err=None)
    assert (result["hands"], result["mismatches"]) == (3, 2)
    assert (result["first"]["line"], result["first"]["hand"]) == (2, wrong)
    shape = SHAPES[0]
    text = site_hand(random.Random(1), shape, 1, shape.players[0]).text
    (home / "mixed.txt").write_text(f"{text}\nGAME #5: Texas Hold'em NL $1/$2\n")
    status, out, err = cli.run("replay mixed.txt")
    assert (status, out) == (2, "2 hands, 0 mismatches\nnot read: 1 hand\n")
    assert '"GAME #5' in err
    log.write_text("no hand at all\n")
    status, _, err = cli.run("replay wrong.log --game kuhn")
    assert status == 2 and "line 1" in err
    (home / "short.game").write_text(
        "GAMEDEF\nnolimit\nnumPlayers = 2\nnumRounds = 1\nstack = 10 10\nblind = 2 1\n"
        "firstPlayer = 2\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 5\n"
        "END GAMEDEF\n"
    )
    log.write_text("STATE:0:r10f:2c3c|4c5c/6c7c8c9cTc:-2|2:a|b\n")
    assert cli.json("replay wrong.log --definition short.game")["mismatches"] == 0


def test_full_disk_still_prints_the_result(cli, home, monkeypatch):
    begin = Store.begin_match

    def filled(store, *given, **named):
        ticket = begin(store, *given, **named)
        ticket.number.result()
        limit_pages(store, 1)
        return ticket

    with monkeypatch.context() as patch:
        patch.setattr(Store, "begin_match", filled)
        status, out, err = cli.run("match leduc random call --hands 30000 --db hands.db --json")
    result = json.loads(out)
    assert (status, result["hands"]) == (2, 30_000) and result["stored"] < 30_000
    assert "the disk that holds hands.db is full" in err
    words = "match holdem-limit random call --hands 50 --acpc /dev/full --phh m.phhs --json"
    status, out, err = cli.run(words)
    assert (status, json.loads(out)["hands"]) == (2, 50)
    assert "/dev/full cannot be written: the disk with the folder /dev is full" in err
    assert (home / "m.phhs").read_text().count("actions = ") == 50


def test_aivat_figures_are_printed(cli):
    found = cli.json("match kuhn cfr random --duplicate --hands 300 --aivat both")
    raw, duplicate, aivat = found["aivat"]["methods"]
    for key in ("mean_mbb", "ci95_mbb"):
        assert duplicate[key] == pytest.approx(found[key], abs=1e-9)
    assert aivat["sd_cut"] > 0.99  # both strategies are known: everything is luck
    assert abs(aivat["mean_mbb"] - raw["mean_mbb"]) < 2 * raw["ci95_mbb"]
    own = f"process:{tiny_engine.command('ranges')}"
    words = ("match kuhn", own, "random", "--duplicate", "--hands", "60", "--aivat", "both")
    exact = cli.json("match kuhn call random --hands 60 --aivat both")["aivat"]
    assert cli.json(*words)["aivat"]["mean_mbb"] == pytest.approx(exact["mean_mbb"], abs=1e-3)
    assert "is known by its ranges" in cli.text(*words)


PROCESS = "match holdem-nolimit@20 --hands 40 --clock"


def test_forfeited_match_ends_like_ctrl_c(cli, home):
    engine = bad_name("kills itself", home)
    words = (f"{PROCESS} 5 --acpc hands.log", engine, "call")
    result = cli.json(*words, "--db", "hands.db", status=130)
    reason = "it was killed by SIGKILL"
    assert result["failures"] == [{"engine": engine, "reason": reason}] * 2
    assert result["forfeit"] == f"{engine} forfeits: {reason}"
    assert 2 <= result["hands"] == result["stored"] < 40
    assert (home / "hands.log").read_text().count("\nSTATE:") == result["hands"]
    status, out, _ = cli.run(*words)
    assert status == 130 and out.splitlines()[-1] == result["forfeit"]
    result = cli.json(f"{PROCESS} 5", bad_name("dies once", home / "memory"), "call")
    reason = "it exited by itself, with status 1"
    assert [one["reason"] for one in result["failures"]] == [reason]
    assert (result["forfeit"], result["hands"]) == (None, 40)
