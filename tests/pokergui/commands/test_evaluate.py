"""``evaluate``, and the source's table of ``lab evaluation-table``."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

from ai.evaluation import source_table
from ai.registry import build
from pokergui.workers import threads
from tests.ai.evaluation.boardless import LIMIT, BoardJudge, FakeTables
from tests.pokergui.cli_runner import Cli

pytestmark = pytest.mark.slow
CALL = "evaluate m.log --hero call --behaviour call --target random"
CFR = "evaluate m.log --hero cfr --behaviour cfr --target"
MATCH = "match leduc cfr call --hands 60 --duplicate"


@pytest.fixture(autouse=True)
def log(cli: Cli, home: Path) -> None:
    cli.json(f"{MATCH} --acpc m.log")


def test_every_estimator_says_how_the_target_would_have_done(cli: Cli) -> None:
    found = cli.json(CALL)["estimators"]
    assert list(found) == ["basic", "gea", "pi", "pi+gea"]
    for one in found.values():
        assert (one["hands"], one["mean_mbb"]) == (120, one["mean"] * 1000)
        assert one["effective_samples"] > 0
    assert found["basic"]["unsupported"] > 0
    assert "cannot show" in found["basic"]["warnings"][0]
    assert cli.json(f"{CALL} --estimator pi+gea")["estimators"] == {"pi+gea": found["pi+gea"]}


def test_an_interval_says_where_it_is_not_valid(cli: Cli) -> None:
    found = cli.json(f"{CFR} raise --estimator basic")
    assert "1.96 standard errors" in found["interval"]
    assert found["estimators"]["basic"]["unsupported"] > 0.1  # by rows of which none is 0
    out = cli.text(f"{CFR} raise --estimator basic")
    assert "not valid " in out and "+-" not in out.split("intervals:")[0]


def test_a_named_rival_must_not_learn(cli: Cli) -> None:
    assert cli.json(CALL)["rival"] is None
    found = cli.json(f"{CALL} --rival opponent-model")
    assert found["rival"] == "opponent-model"
    assert "opponent-model learns, so" in found["cautions"][0]


def test_the_same_strategy_comes_to_its_own_result(cli: Cli) -> None:
    found, match = cli.json(f"{CFR} cfr")["estimators"]["basic"], cli.json(MATCH)
    assert found["mean_mbb"] == pytest.approx(match["mean_mbb"])
    assert found["ci95_mbb"] == pytest.approx(match["ci95_mbb"])
    divat = cli.json(f"{CFR} cfr --value divat")["estimators"]["basic"]
    assert divat["sd"] < found["sd"]
    assert 0.0 < abs(divat["mean"] - found["mean"]) < found["ci95"] + divat["ci95"]


def test_a_stored_match_says_who_played_it(cli: Cli) -> None:
    cli.json(f"{MATCH} --db hands.db")
    found = cli.json("evaluate --match 1 --target cfr --target nfsp")
    assert [one["target"] for one in found["targets"]] == ["cfr", "nfsp"]
    assert (found["behaviour"], found["rival"], found["hands"]) == ("cfr", "call", 120)
    assert cli.json(f"{CFR} nfsp")["estimators"] == found["targets"][1]["estimators"]


def test_hands_judge_in_parts_as_in_one_piece(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    words = f"{CFR} cfr"  # two parts
    once = cli.json(words)
    with threads(2) as two:
        monkeypatch.setattr("pokergui.commands.evaluate.workers", lambda at: nullcontext(two))
        assert cli.json(f"{words} --scheduler tcp://127.0.0.1:9") == once


def test_the_table_stands_beside_the_sources(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every player is the shipped blueprint, and boards are looked at one by one."""
    monkeypatch.setattr(source_table, "bucket_tables", lambda *given: FakeTables())
    monkeypatch.setattr(source_table, "TableJudge", BoardJudge)
    player = build("cfr", LIMIT).table()
    monkeypatch.setattr(source_table, "train", lambda *given: player)
    words = "lab evaluation-table --triple 1 --hands 30 --checkpoint kept"
    found = cli.json(f"{words} --workers 2")
    (triple,) = found["triples"]
    assert (triple["behaviour"], triple["target"], triple["hands"]) == ("cfr", "cfr8", 30)
    assert [row["estimator"] for row in triple["rows"]][::5] == ["Basic", "PI+GEA+BC-DIVAT"]
    last = triple["rows"][-1]["off_policy"]
    assert last["source"] == {"bias": 2, "ci95": 12, "sd": 2514, "rmse": 80}
    assert last["sd_mbb"] > 0 and set(triple["direct"]) == {"behaviour", "target"}
    assert f"{last['sd_mbb']:,.0f}" in cli.text(words)
    other = cli.refused(f"{words} --seed 1")
    assert "holds a table of other hands or another seed" in other
