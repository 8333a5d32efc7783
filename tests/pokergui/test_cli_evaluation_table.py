"""The source's table on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from ai.evaluation import source_table as module
from ai.registry import build
from tests.ai.evaluation.boardless import LIMIT, BoardJudge, FakeTables
from tests.pokergui.cli_runner import Cli

ARGS = ("lab", "evaluation-table", "--triple", "1", "--hands", "30")


@pytest.fixture(autouse=True)
def _untrained(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every player is the shipped blueprint, and boards are looked at one by one."""
    monkeypatch.setattr(module, "bucket_tables", lambda *given: FakeTables())
    monkeypatch.setattr(module, "TableJudge", BoardJudge)
    table = build("cfr", LIMIT).table()
    monkeypatch.setattr(module.Table, "_player", lambda *given: table)


def test_the_table_stands_beside_the_sources(cli: Cli) -> None:
    found = cli.json(*ARGS, "--workers", "2")
    (triple,) = found["triples"]
    assert (triple["behaviour"], triple["target"], triple["hands"]) == ("cfr", "cfr8", 30)
    assert [row["estimator"] for row in triple["rows"]][::5] == ["Basic", "PI+GEA+BC-DIVAT"]
    last = triple["rows"][-1]["off_policy"]
    assert last["source"] == {"bias": 2, "ci95": 12, "sd": 2514, "rmse": 80}
    assert last["sd_mbb"] > 0 and set(triple["direct"]) == {"behaviour", "target"}
    status, out, _ = cli.run(*ARGS)
    assert status == 0
    assert "62,543" in out and f"{last['sd_mbb']:,.0f}" in out


def test_a_checkpoint_of_other_hands_is_refused(cli: Cli, tmp_path: Path) -> None:
    kept = str(tmp_path / "kept")
    cli.json(*ARGS, "--checkpoint", kept)
    cli.json(*ARGS, "--checkpoint", kept)
    status, _, err = cli.run(*ARGS, "--seed", "1", "--checkpoint", kept)
    assert status == 2
    assert "holds a table of other hands or another seed" in err
