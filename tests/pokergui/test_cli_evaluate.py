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
    assert "cannot show" in found["basic"]["warnings"][0]
    only = cli.json(*args, "--estimator", "pi+gea")["estimators"]
    assert only == {"pi+gea": found["pi+gea"]}


@pytest.mark.parametrize("name", ["divat", "pi+divat", "pi+gea+divat"])
def test_estimators_have_their_names_with_divat(cli: Cli, log: str, name: str) -> None:
    args = ("evaluate", log, "--hero", "call", "--behaviour", "call", "--target", "random")
    how = name.removesuffix("divat").removesuffix("+") or "basic"
    same = cli.json(*args, "--estimator", how, "--value", "divat")
    found = cli.json(*args, "--estimator", name)
    assert found["estimators"] == {name: same["estimators"][how]}
    assert found["value"] == "divat"


def test_an_interval_says_how_it_is_made_and_where_it_is_not_valid(cli: Cli, log: str) -> None:
    args = ("evaluate", log, "--hero", "cfr", "--behaviour", "cfr", "--target", "raise")
    found = cli.json(*args, "--estimator", "basic")
    assert "1.96 standard errors" in found["interval"]
    assert found["estimators"]["basic"]["unsupported"] > 0.1  # by rows of which none is 0
    _, out, _ = cli.run(*args, "--estimator", "basic")
    assert "not valid " in out and "+-" not in out.split("intervals:")[0]


def test_a_named_rival_must_not_learn(cli: Cli, log: str) -> None:
    args = ("evaluate", log, "--hero", "call", "--behaviour", "call", "--target", "random")
    assert cli.json(*args)["rival"] is None
    found = cli.json(*args, "--rival", "opponent-model")
    assert found["rival"] == "opponent-model"
    assert "opponent-model learns, so" in found["cautions"][0]


def test_the_same_strategy_comes_to_its_own_result(cli: Cli, log: str) -> None:
    args = ("--behaviour", "cfr", "--target", "cfr")
    found = cli.json("evaluate", log, "--hero", "cfr", *args)["estimators"]["basic"]
    match = cli.json("match", "leduc", "cfr", "call", "--hands", "60", "--duplicate")
    assert found["mean_mbb"] == pytest.approx(match["mean_mbb"])
    assert found["ci95_mbb"] == pytest.approx(match["ci95_mbb"])
    status, out, _ = cli.run("evaluate", log, "--hero", "cfr", *args)
    assert status == 0
    assert "by 120 hands of cfr" in out


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"--hero": "nobody"}, "nobody is called 'nobody'"),
        ({"--behaviour": "raise"}, "was not played by the behaviour"),
        ({"--target": "nosuch"}, "there is no engine"),
        ({"--rival": "nosuch"}, "there is no engine"),
        ({"--estimator": "aivat"}, "AIVAT cannot judge another strategy"),
        ({"--estimator": "divat", "--value": "all-in"}, "leave out --value all-in"),
    ],
)
def test_what_does_not_fit_is_refused(
    cli: Cli, log: str, changes: dict[str, str], words: str
) -> None:
    args = {"--hero": "cfr", "--behaviour": "cfr", "--target": "cfr", **changes}
    status, _, err = cli.run("evaluate", log, *(part for pair in args.items() for part in pair))
    assert status == 2
    assert words in err


def test_a_stored_match_says_who_played_it(cli: Cli, log: str, tmp_path: Path) -> None:
    db = str(tmp_path / "hands.db")
    cli.json("match", "leduc", "cfr", "call", "--hands", "60", "--duplicate", "--db", db)
    found = cli.json("evaluate", "--match", "1", "--db", db, "--target", "cfr", "--target", "nfsp")
    assert [one["target"] for one in found["targets"]] == ["cfr", "nfsp"]
    assert (found["behaviour"], found["rival"], found["hands"]) == ("cfr", "call", 120)
    args = ("--hero", "cfr", "--behaviour", "cfr", "--target", "nfsp")
    from_log = cli.json("evaluate", log, *args)
    assert from_log["estimators"] == found["targets"][1]["estimators"]
    status, out, _ = cli.run("evaluate", "--match", "1", "--db", db, "--target", "cfr")
    assert (status, "by 120 hands of cfr against call" in out) == (0, True)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--match", "1", "--game", "kuhn"), "give FILES, or --match, or"),
        (("--match", "7"), "no sound match 7"),
        (("--match", "1", "--rival", "call"), "stored hands name the rival"),
        ((), "no hands of two players"),
    ],
)
def test_hands_of_the_database_that_do_not_fit(
    cli: Cli, tmp_path: Path, args: tuple[str, ...], words: str
) -> None:
    db = str(tmp_path / "hands.db")
    cli.json("match", "kuhn", "call", "call", "--hands", "9", "--db", db)
    assert words in cli.refused("evaluate", "--db", db, *args, "--target", "call")


def test_files_need_names(cli: Cli, log: str) -> None:
    assert "give --hero and --behaviour" in cli.refused("evaluate", log, "--target", "cfr")


def test_hands_count_by_a_value(cli: Cli, log: str) -> None:
    args = ("evaluate", log, "--hero", "cfr", "--behaviour", "cfr", "--target", "cfr")
    plain, divat = (cli.json(*args, "--value", value) for value in ("chips", "divat"))
    assert (plain["value"], divat["value"]) == ("chips", "divat")
    first, second = (one["estimators"]["basic"] for one in (plain, divat))
    assert second["sd"] < first["sd"]
    apart = abs(first["mean"] - second["mean"])
    assert 0.0 < apart < first["ci95"] + second["ci95"]
    assert "bet-call DIVAT" in cli.run(*args, "--value", "divat")[1]
