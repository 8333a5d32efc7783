"""``train`` and ``blueprint``; a stand-in does the training of blueprints."""

from __future__ import annotations

import re
import signal
from dataclasses import fields
from pathlib import Path

import pytest

from ai.blueprint.run import read_kept as read_kept_blueprint
from ai.deepcfr.parameters import Parameters as DeepParameters
from ai.networks.record import load_network
from ai.nfsp.parameters import METHODS, Parameters
from ai.nfsp.run import NfspRun, read_kept
from ai.ppo.parameters import Parameters as PpoParameters
from engine.jobs import JobControl
from pokergui.commands import blueprint, train
from pokergui.commands.train import DEEP_SETTINGS, PPO_SETTINGS, SETTINGS
from tests.clock import ManualClock
from tests.pokergui.blueprints import Learned, Learner, StandIn
from tests.pokergui.cli_runner import Cli, interrupt_once_it_goes_on

pytestmark = pytest.mark.slow
SMALL = "--hidden 16 --rl-memory 2000 --sl-memory 4000 --least-memory 200 --games 16"
NFSP = f"train kuhn --method nfsp {SMALL}"
KEPT = "--checkpoint run.safetensors"
DEEP = "--hidden 16 --traversals 60 --advantage-updates 150 --batch 32 --advantage-memory 5000"


def test_every_setting_is_an_option(cli: Cli) -> None:
    own = {field.name for field in fields(PpoParameters)}
    deep = {field.name for field in fields(DeepParameters)}
    every = {"method", *SETTINGS, *DEEP_SETTINGS} | own
    assert {"method", *SETTINGS} == {field.name for field in fields(Parameters)}
    assert every >= deep > {"method", *DEEP_SETTINGS}
    assert {"method", "hidden", "batch", *PPO_SETTINGS} == own
    told = cli.text("train --help")
    assert all(f"--{name.replace('_', '-')}" in told for name in every - {"method"})


@pytest.mark.parametrize("method", METHODS)
def test_the_same_seed_gives_the_same_networks(cli: Cli, home: Path, method: str) -> None:
    words = f"train kuhn --method {method} {SMALL} --episodes 400"
    for file, seed in zip("abc", "556", strict=True):
        found = cli.json(f"{words} --seed {seed} --out {file}.st")
        assert found["episodes"] >= 400 and found["file"] == f"{file}.st"
        assert found["curve"][-1][2] == found["exploitability"]
    one, same, other = (load_network(home / f"{file}.st") for file in "abc")
    weights = [each.networks.averages[0].weights for each in (one, same, other)]
    assert (weights[0] == weights[1]).all() and (weights[0] != weights[2]).any()


def test_a_run_goes_on_from_its_checkpoint_unless_it_is_another(cli: Cli, home: Path) -> None:
    first = cli.json(f"{NFSP} --episodes 400 {KEPT}")
    assert read_kept(home / "run.safetensors").curve[-1].iteration == first["episodes"]
    again = cli.json(f"{NFSP} --episodes 900 {KEPT}")
    assert again["episodes"] >= 900
    assert again["curve"][: len(first["curve"]) - 1] == first["curve"][:-1]  # looked at again
    other = cli.refused(f"{NFSP} --episodes 900 --eta 0.2 {KEPT}")
    assert other.endswith("holds another run: kuhn, nfsp, eta 0.1 in place of 0.2\n")
    method = cli.refused(f"{NFSP.replace('nfsp', 'nfsp-per')} --episodes 900 {KEPT}")
    assert method.endswith("holds another run: kuhn, nfsp\n")


def test_a_checkpoint_is_not_overwritten_by_the_networks(cli: Cli, home: Path) -> None:
    path = home / "run.safetensors"
    cli.json(f"{NFSP} --episodes 400 {KEPT}")
    kept = path.read_bytes()
    (home / "link.safetensors").symlink_to(path)
    for out in ("run.safetensors", f"file:{path}", "link.safetensors"):
        told = cli.refused(f"{NFSP} --episodes 900 {KEPT} --out {out}")
        assert "would overwrite the --checkpoint" in told
    assert path.read_bytes() == kept


def test_a_damaged_checkpoint_names_the_one_before(cli: Cli, home: Path) -> None:
    path, words = home / "run.safetensors", f"{NFSP} --episodes 900 {KEPT}"
    cli.json(f"{NFSP} --episodes 400 {KEPT}")
    path.write_bytes(path.read_bytes()[:-1])
    assert "previous" not in cli.refused(words)
    path.unlink()
    cli.json(f"{NFSP} --episodes 400 {KEPT}")
    first = cli.json(words)
    path.write_bytes(path.read_bytes()[:-1])
    told = cli.refused(words)
    assert told.endswith("; run.safetensors.previous is the previous file\n")
    Path(f"{path}.previous").replace(path)
    assert cli.json(words)["exploitability"] == first["exploitability"]


@pytest.mark.parametrize("name", ["net.safetensors", "file:net.safetensors", "trained:mine"])
def test_networks_are_gone_on_from_by_file_and_by_name(cli: Cli, home: Path, name: str) -> None:
    cli.json(f"{NFSP} --episodes 400 --out {name}")
    found = cli.json(f"train kuhn --method nfsp --episodes 900 --from {name}")
    assert found["parameters"]["hidden"] == "16"
    assert len(found["parameters"]["start"]) == 64


def test_ctrl_c_keeps_what_is_done(cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt_once_it_goes_on(monkeypatch)
    status, out, _ = cli.run(f"{NFSP} --episodes 1000000000 {KEPT} --out net.safetensors")
    assert status == 130 and "episodes in" in out
    done = load_network(home / "net.safetensors").info.iterations
    assert done == NfspRun.load(home / "run.safetensors").trainer.iteration > 0


def test_memories_that_do_not_fit_are_refused(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "free_bytes", lambda: 10**9)
    words = "train leduc --seconds 1 --method"
    assert "but 1.0 GB are free" in cli.refused(f"{words} nfsp --sl-memory 50000000")
    assert "--advantage-memory" in cli.refused(f"{words} deep-cfr --advantage-memory 50000000")


@pytest.mark.parametrize(
    ("words", "bounds"),
    [
        (f"deep-cfr {DEEP} --strategy-memory 5000 --average-updates 500", (4, 20)),
        (f"sd-cfr {DEEP}", (4, 20)),
        ("ppo --hidden 16 --hands 200", (3, 9)),
    ],
    ids=["deep-cfr", "sd-cfr", "ppo"],
)
def test_other_methods_learn_go_on_and_play(
    cli: Cli, home: Path, words: str, bounds: tuple[int, int]
) -> None:
    words = f"train kuhn --method {words} {KEPT} --iterations"
    first = cli.json(f"{words} {bounds[0]}")
    found = cli.json(f"{words} {bounds[1]} --out out.safetensors")
    assert found["curve"][:2] == first["curve"][:2] and found["iterations"] == bounds[1]
    worked = "decisions" if "ppo" in words else "nodes"
    assert found[worked] > first[worked]
    assert "ppo" in words or found["exploitability"] < 0.15 < first["curve"][0][2]
    told = cli.json("exploitability kuhn file:out.safetensors")
    assert told["exploitability"] == pytest.approx(found["exploitability"], abs=1e-6)
    assert cli.json("match kuhn file:out.safetensors random --hands 50")["hands"] == 50


def test_networks_of_three_players_are_judged_exactly(cli: Cli) -> None:
    result = cli.json("train kuhn-3 --method nfsp --episodes 2000")
    assert result["measure"] == "exact"
    assert result["nash_conv"] == pytest.approx(3 * result["exploitability"])


Kept = list[tuple[Path, Learned]]
BLUEPRINT = "blueprint holdem-limit --minutes"


@pytest.fixture
def stand_in(monkeypatch: pytest.MonkeyPatch, clock: ManualClock) -> Kept:
    """Replace the training, which takes the time that it says; return the files kept."""
    kept: Kept = []
    monkeypatch.setattr(blueprint, "BlueprintRun", StandIn)
    monkeypatch.setattr(blueprint, "save_blueprint", lambda *args: kept.append(args))
    return kept


def test_a_blueprint_has_the_keys_of_solve_with_lbr(cli: Cli, stand_in: Kept) -> None:
    solved = cli.json("solve kuhn --algorithm cfr --iterations 10")
    trained = cli.json(f"{BLUEPRINT} 0.002")
    exact = {"nash_conv", "nash_conv_mbb"}  # which nobody can count in hold'em
    same = {key.replace("exploitability", "lbr") for key in set(solved) - exact}
    assert set(trained) - same == {"build_seconds", "ci95", "ci95_mbb", "memory_mb"}
    assert same <= set(trained)
    assert trained["curve"][-1][2:] == [trained["lbr"], trained["ci95"]]
    assert trained["value_mbb"] == -100.0 and trained["iterations"] > 0


def test_a_blueprint_goes_on_unless_it_is_another(cli: Cli, home: Path, stand_in: Kept) -> None:
    first = cli.json(f"{BLUEPRINT} 0.002 {KEPT}")
    kept = read_kept_blueprint(home / "run.safetensors")
    assert kept.curve[-1].iteration == first["iterations"]
    again = cli.json(f"{BLUEPRINT} 0.01 {KEPT}")
    assert again["iterations"] > first["iterations"]
    assert again["curve"][: len(first["curve"]) - 1] == first["curve"][:-1]
    other = cli.refused(f"{BLUEPRINT} 0.01 --seed 3 {KEPT}")
    assert "holds another run: holdem-limit, blueprint, seed 0 in place of 3" in other


def test_what_is_chosen_reaches_the_recipe(cli: Cli, home: Path, stand_in: Kept) -> None:
    options = "--buckets 50 --menu 50,a/a --schedule explicit:1,all --weights plain --workers 2"
    words = f"blueprint holdem-nolimit@20 --minutes 0.002 {options} --seed 7 --out trained:mine"
    assert cli.json(words)["parameters"] == {
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


def test_ctrl_c_while_values_are_taken_leaves_them_out(
    cli: Cli, home: Path, stand_in: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(run: StandIn, control: JobControl) -> float:
        signal.raise_signal(signal.SIGINT)
        control.check()
        raise AssertionError("it was stopped")

    monkeypatch.setattr(StandIn, "value", stopped)
    status, out, _ = cli.run(f"{BLUEPRINT} 0.002 --out kept.safetensors")
    assert status == 130 and re.search("deals in .*values are left out", out, re.DOTALL)
    assert not stand_in[0][1].with_values


def test_ctrl_c_while_it_trains_still_takes_values(
    cli: Cli, home: Path, stand_in: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    def learn(learner: Learner, count: int) -> None:
        learner.iteration += count
        if count and learner.iteration == count:  # a second one would end the program at once
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Learner, "step", learn)
    status, out, _ = cli.run(f"{BLUEPRINT} 9 --out kept.safetensors")
    assert status == 130 and "value -100 mbb" in out
    assert stand_in[0][1].with_values
