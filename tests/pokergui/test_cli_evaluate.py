"""The command ``evaluate``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pokergui.cli_runner import Cli


@pytest.fixture
def log(cli: Cli, tmp_path: Path) -> str:
    file = tmp_path / "match.log"
    cli.json("match", "leduc", "cfr", "call", "--hands", "60", "--duplicate", "--acpc", str(file))
    return str(file)


def test_every_estimator_says_how_the_target_would_have_done(cli: Cli, log: str) -> None:
    args = ("evaluate", log, "--hero", "call", "--behaviour", "call", "--target", "random")
    found = cli.json(*args)["estimators"]
    assert list(found) == ["basic", "gea", "pi", "pi+gea"]
    for one in found.values():
        assert one["hands"] == 120
        assert one["mean_mbb"] == one["mean"] * 1000
        assert one["effective_samples"] > 0
    assert found["basic"]["unsupported"] > 0
    assert "never does" in found["basic"]["warnings"][0]
    only = cli.json(*args, "--estimator", "pi+gea")["estimators"]
    assert only == {"pi+gea": found["pi+gea"]}


def test_the_same_strategy_comes_to_its_own_result(cli: Cli, log: str) -> None:
    args = ("--behaviour", "cfr", "--target", "cfr")
    found = cli.json("evaluate", log, "--hero", "cfr", *args)["estimators"]["basic"]
    match = cli.json("match", "leduc", "cfr", "call", "--hands", "60", "--duplicate")
    assert found["mean_mbb"] == pytest.approx(match["mean_mbb"])
    assert found["ci95_mbb"] == pytest.approx(match["ci95_mbb"])
    status, out, _ = cli.run("evaluate", log, "--hero", "cfr", *args)
    assert status == 0
    assert "cfr in 120 hands of cfr" in out


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"--hero": "nobody"}, "nobody is called 'nobody'"),
        ({"--behaviour": "raise"}, "was not played by the behaviour"),
        ({"--target": "nosuch"}, "there is no engine"),
    ],
)
def test_what_does_not_fit_is_refused(
    cli: Cli, log: str, changes: dict[str, str], words: str
) -> None:
    args = {"--hero": "cfr", "--behaviour": "cfr", "--target": "cfr", **changes}
    status, _, err = cli.run("evaluate", log, *(part for pair in args.items() for part in pair))
    assert status == 2
    assert words in err
