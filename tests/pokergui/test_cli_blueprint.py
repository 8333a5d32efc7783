"""``pokergui blueprint``, with a stand-in for the training itself."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from ai.blueprint.run import read_kept
from engine.jobs import JobControl
from pokergui.commands import blueprint
from tests.pokergui.blueprints import Learned, Learner, StandIn
from tests.pokergui.cli_runner import Cli


@pytest.fixture(autouse=True)
def stand_in(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, Learned]]:
    """Replace the training: no tables of cards; yield the files kept."""
    kept: list[tuple[Path, Learned]] = []
    monkeypatch.setattr(blueprint, "BlueprintRun", StandIn)
    monkeypatch.setattr(blueprint, "_value", lambda run, control: -1.0)
    monkeypatch.setattr(blueprint, "save_blueprint", lambda *args: kept.append(args))
    return kept


ARGS = ("blueprint", "holdem-limit", "--minutes", "0.002")


def test_keys_are_those_of_solve_with_lbr(cli: Cli) -> None:
    solved = cli.json("solve", "kuhn", "--algorithm", "cfr", "--iterations", "10")
    trained = cli.json(*ARGS)
    exact = {"nash_conv", "nash_conv_mbb"}  # which nobody can count in hold'em
    same = {key.replace("exploitability", "lbr") for key in set(solved) - exact}
    assert same <= set(trained)
    assert set(trained) - same == {"build_seconds", "ci95", "ci95_mbb", "memory_mb"}
    assert trained["curve"][-1][2:] == [trained["lbr"], trained["ci95"]]
    assert trained["value_mbb"] == -100.0
    assert trained["iterations"] > 0


def test_a_run_goes_on_from_its_checkpoint_unless_it_is_another(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "run.safetensors"
    first = cli.json(*ARGS, "--checkpoint", str(path))
    assert read_kept(path).curve[-1].iteration == first["iterations"]
    again = cli.json(*ARGS[:3], "0.01", "--checkpoint", str(path))
    assert again["iterations"] > first["iterations"]
    assert again["curve"][: len(first["curve"]) - 1] == first["curve"][:-1]
    other = cli.refused(*ARGS, "--seed", "3", "--checkpoint", str(path))
    assert "holds another run: holdem-limit, blueprint, seed 0 in place of 3" in other


def test_what_is_chosen_reaches_the_recipe(
    cli: Cli, stand_in: list[tuple[Path, Learned]], tmp_path: Path
) -> None:
    options = ("--buckets", "50", "--menu", "50,a/a", "--schedule", "explicit:1,all")
    more = ("--weights", "plain", "--workers", "2", "--seed", "7", "--out", "trained:mine")
    found = cli.json("blueprint", "holdem-nolimit@20", *ARGS[2:], *options, *more)
    assert found["parameters"] == {
        "menu": "50,a/a",
        "buckets": "50,50,50",
        "picks": "explicit:1,all",
        "weights": "plain",
        "seed": 7,
        "workers": 2,
    }
    ((path, learned),) = stand_in
    assert path.name == "mine.safetensors" and path.parent.is_dir()
    assert learned.with_values and learned.info.game.name == "holdem-nolimit@20"


def test_ctrl_c_leaves_values_out_and_keeps_the_rest(
    cli: Cli,
    stand_in: list[tuple[Path, Learned]],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    def stopped(run: StandIn, control: JobControl) -> float:
        signal.raise_signal(signal.SIGINT)
        control.check()
        raise AssertionError("it was stopped")

    monkeypatch.setattr(blueprint, "_value", stopped)
    status, out, _ = cli.run(*ARGS, "--out", str(tmp_path / "kept.safetensors"))
    assert status == 130
    assert "values are left out" in out and "deals in" in out
    ((_, learned),) = stand_in
    assert not learned.with_values


def test_values_are_taken_after_a_training_that_was_stopped(
    cli: Cli, stand_in: list[tuple[Path, Learned]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def learn(learner: Learner, count: int) -> None:
        learner.iteration += count
        if count and learner.iteration == count:  # a second one would end the program at once
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Learner, "step", learn)
    file = str(tmp_path / "kept.safetensors")
    status, out, _ = cli.run("blueprint", "holdem-limit", "--minutes", "9", "--out", file)
    assert status == 130 and "value -100 mbb" in out
    assert stand_in[0][1].with_values


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("leduc",), "heads-up hold'em"),
        (("holdem-limit", "--buckets", "1"), "buckets"),
        (("holdem-limit", "--buckets", "5,6"), "buckets"),
        (("holdem-nolimit", "--menu", "50,100"), "all-in"),
        (("holdem-nolimit", "--menu", "all"), "must name its bets"),
        (("holdem-nolimit", "--minutes", "0"), "0"),
        (("holdem-limit", "--schedule", "x"), "schedule"),
        (("holdem-limit", "--out", "trained:../x"), "not a name"),
    ],
)
def test_mistakes_are_told_in_one_line(cli: Cli, args: tuple[str, ...], reason: str) -> None:
    assert reason in cli.refused("blueprint", *args)
