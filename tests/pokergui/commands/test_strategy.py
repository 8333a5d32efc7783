from contextlib import nullcontext

import pytest

from pokergui.workers import threads
from tests.pokergui.cli_runner import csv_rows, interrupt_once_it_goes_on

pytestmark = pytest.mark.slow
LIMIT = "aggregate holdem-limit cfr --line rc/"


def test_tables_have_the_figures_of_hands_information_sets_and_boards(cli, home):
    found = cli.json("strategy leduc cfr --line rc/ --board K --csv leduc.csv")
    rows = csv_rows(home / "leduc.csv")
    assert {row["board"] for row in rows} == {"Kh"}
    mine = {row["combo"]: float(row["ev"]) for row in rows if row["seat"] == "0"}
    assert mine == pytest.approx(found["ev"])
    for seat in ("0", "1"):
        king = next(row for row in rows if row["seat"] == seat and row["hand"] == "K")
        assert king["equity"] == "1.0" and float(king["ev"]) > 6.0  # the pot
    found = cli.json("compare leduc random cfr --all --csv leduc.csv")
    rows = csv_rows(home / "leduc.csv")
    assert [float(row["cost"]) for row in rows] == [row["cost"] for row in found["infosets"]]
    assert {row["first f"] for row in rows if row["line"] == ""} == {""}  # nothing to fold to
    found = cli.json(f"{LIMIT} --boards 'AhTd7c KsQs2d' --csv boards.csv")
    rows = csv_rows(home / "boards.csv")
    assert [row["board"] for row in rows] == ["AhTd7c", "KsQs2d", "all"]
    assert float(rows[0]["ev"]) == pytest.approx(10 * found["boards"][0]["ev_bb"], rel=1e-12)


def test_evs_with_a_standard_error_state_it(cli):
    call = "strategy holdem-nolimit-6@100 cfr --line fffr250f"
    found, shown = cli.json(call), cli.text(call)
    assert 0.0 < found["ev_error"]["AsAd"] < 100.0 < found["ev"]["AsAd"]
    row = next(line for line in shown.splitlines() if line.startswith("AsAd"))
    assert float(row.split(" +- ")[1]) == pytest.approx(found["ev_error"]["AsAd"] / 100, abs=0.006)
    assert "EV +- standard error, bb" in shown
    assert "ev_error" not in cli.json("strategy leduc cfr")


def test_cancelled_report_is_written_as_far_as_it_got(cli, home, monkeypatch):
    interrupt_once_it_goes_on(monkeypatch)
    found = cli.json(f"{LIMIT} --boards 40 --csv part.csv", status=130)
    assert len(csv_rows(home / "part.csv")) == found["done"] + 1 < 40


CFR = "evaluate m.log --hero cfr --behaviour cfr --target"
MATCH = "match leduc cfr call --hands 60 --duplicate --acpc m.log --db hands.db"


@pytest.mark.ci
def test_hands_of_a_log_or_match_evaluate_a_target(cli, home):
    match = cli.json(MATCH)
    found = cli.json(f"{CFR} cfr")["estimators"]["basic"]  # its own result
    assert found["hands"] == 120
    for key in ("mean_mbb", "ci95_mbb"):
        assert found[key] == pytest.approx(match[key])
    assert cli.json(f"{CFR} cfr --value divat")["estimators"]["basic"]["sd"] < found["sd"]
    stored = cli.json("evaluate --match 1 --target cfr --target nfsp")
    assert [one["target"] for one in stored["targets"]] == ["cfr", "nfsp"]
    assert (stored["behaviour"], stored["rival"], stored["hands"]) == ("cfr", "call", 120)
    assert cli.json(f"{CFR} nfsp")["estimators"] == stored["targets"][1]["estimators"]
    out, found = (show(f"{CFR} raise --estimator basic") for show in (cli.text, cli.json))
    basic = found["estimators"]["basic"]
    assert "1.96 standard errors" in found["interval"] and basic["unsupported"] > 0.1
    assert "not valid " in out and "+-" not in out.split("intervals:")[0]
    call = "evaluate m.log --hero call --behaviour call --target random --rival opponent-model"
    found = cli.json(call)
    assert "opponent-model learns, so" in found["cautions"][0]
    assert "do not cover" in found["estimators"]["basic"]["warnings"][0]


@pytest.mark.parametrize(
    "words", [f"{CFR} nfsp", "exploitability leduc call --hands 60 --seed 3 --against random"]
)
def test_parallel_results_match_sequential_ones(cli, home, monkeypatch, words):
    cli.json(MATCH)
    once = cli.json(words)
    with threads(2) as two:
        for name in ("evaluate", "exploitability"):
            at = f"pokergui.commands.{name}.workers"
            monkeypatch.setattr(at, lambda at: nullcontext(two))
        shared = cli.json(f"{words} --scheduler tcp://127.0.0.1:9")
    for key in {"estimators", "exploitability", "ci95", "hands", "difference"} & {*once}:
        assert shared[key] == once[key], key
