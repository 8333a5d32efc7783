import sys
from pathlib import Path

import pytest

from tests import tiny_engine
from tests.pokergui.cli_runner import csv_rows, interrupt_once_it_goes_on

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("home")]
FILES = "--csv cross.csv --acpc hands.log"
KUHN = "tournament kuhn cfr random call"


def test_tournament_is_played_listed_shown_and_exported(cli, home):
    engines = ["cfr", "random", "call"]
    done = cli.json(f"{KUHN} --hands 601 --seed 3 {FILES}")
    assert (done["id"], done["engines"], done["finished"]) == (1, engines, True)
    assert done["hands"] == done["hands_played"] == done["wanted"] == 3 * 602
    cross = done["cross"]
    shown = cli.json("tournament --show 1")
    assert all(shown[key] == done[key] for key in ("cross", "standing", "hands", "finished"))
    (listed,) = cli.json("tournament --list")["tournaments"]
    assert (listed["id"], listed["engines"], listed["finished"]) == (1, engines, True)
    rows = csv_rows(home / "cross.csv")
    assert len(rows) == 6 and float(rows[0]["mean_mbb"]) == cross[0][1]["mean_mbb"]
    replayed = cli.json("replay hands.log --game kuhn")
    assert (replayed["hands"], replayed["mismatches"]) == (1806, 0)
    matches = cli.json("hands matches")["matches"]
    (match,) = [one for one in matches if one["engines"] == ["cfr", "call"]]
    assert match["mode"] == "tournament" and match["mean_mbb"] == cross[0][2]["mean_mbb"]


def test_three_handed_tournament_is_played_shown_and_exported(cli, home):
    done = cli.json(f"tournament kuhn-3 cfr random call raise --hands 61 --seed 3 {FILES}")
    assert done["hands"] == done["wanted"] == 4 * 63
    assert cli.json("tournament --show 1")["tables"] == done["tables"]
    assert len(csv_rows(home / "cross.csv")) == 12
    assert cli.json("replay hands.log --game kuhn-3")["mismatches"] == 0
    joined = cli.json("tournament --resume 1 --add random")
    assert len(joined["tables"]) == 10 and joined["tables"][:4] == done["tables"]
    cli.json(f"{KUHN} --hands 40 --gauntlet")
    assert cli.json("tournament --stop 2") == {"id": 2, "stop": True}
    assert cli.json("tournament --resume 2 --add raise")["engines"][-1] == "raise"


def test_rake_is_charged_and_kept_with_the_plan(cli):
    game = "holdem-nolimit-3:ante=0.1,straddle=utg@20"
    done = cli.json(f"tournament {game} call random call --hands 60 --rake 5 --rake-cap 1")
    assert (done["game"], done["rake"]) == (game, "5:1")
    assert cli.json("tournament --show 1")["rake"] == "5:1"
    (table,) = done["tables"]
    assert -1000 < sum(table["mean_mbb"]) < 0
    words = f"match {game} call random call --hands 60 --duplicate"
    free, raked = cli.json(words), cli.json(f"{words} --rake 5 --rake-cap 1")
    assert (free["rake"], raked["rake"]) == (None, "5:1")
    assert raked["mean_mbb"] < free["mean_mbb"] < raked["mean_mbb"] + 1000


def test_changed_or_failing_programs_are_named_and_nothing_is_lost(cli, home):
    program = home / "tiny.py"
    program.write_bytes(Path(tiny_engine.__file__).read_bytes())
    good = f"process:{sys.executable} -S {program}"
    bad = f"process:{tiny_engine.command('illegal')}"
    done = cli.json("tournament kuhn", good, bad, "--hands", "400")
    cell = done["cross"][0][1]
    assert (cell["failed"], done["cross"][1][0]["failed"]) == ("other", "self")
    assert "illegal" in cell["reason"] and cell["hands"] < 400 and done["finished"]
    with program.open("a") as file:
        file.write("\n# another version\n")
    said = cli.refused("tournament --resume 1 --allow-programs")
    assert "tournament 1 cannot continue: the files of the engine" in said
    assert cli.json("tournament --show 1")["hands"] == done["hands"]


@pytest.mark.ci
def test_programs_named_by_the_database_run_only_if_allowed(cli, monkeypatch):
    word = f"process:{tiny_engine.command('ranges')}"
    with monkeypatch.context() as patch:
        interrupt_once_it_goes_on(patch)
        cli.run("tournament kuhn call", word, "--hands", "900", "--threads", "1")
    said = cli.refused("tournament --resume 1")
    assert word in said and "--allow-programs runs them" in said
    cli.json("match kuhn", word, "call", "--hands", "20", "--db", "one.db")
    evaluate = "evaluate --match 1 --db one.db --target call"
    assert word in cli.refused(evaluate)
    assert cli.json(evaluate, "--hero", word)["hands"] == 20  # it was named
    assert cli.json(f"{evaluate} --allow-programs")["hands"] == 20
    assert cli.json("tournament --resume 1 --allow-programs")["finished"]
    # Added programs need no permission.
    cli.json("engines add Mine", tiny_engine.command("ranges"))
    cli.json("tournament kuhn call", word, "--hands", "40")
    assert cli.json("tournament --resume 2 --add random")["finished"]
