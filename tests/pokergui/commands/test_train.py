import os
import signal
from itertools import count

import pytest

from ai.blueprint.run import BlueprintRun
from ai.networks.learners import NfspRun
from ai.networks.record import load_network
from ai.trained import trained_path
from engine import timing
from pokergui.commands import blueprint, outputs, train
from pokergui.paths import strategies_dir
from tests.pokergui.blueprints import Learner, StandIn
from tests.pokergui.cli_runner import interrupt_once_it_goes_on

pytestmark = pytest.mark.slow
NFSP = (
    "train kuhn --method nfsp --hidden 16 --rl-memory 2000 --sl-memory 4000 --least-memory 200"
    " --games 16"
)
DEEP = (
    "train kuhn --hidden 16 --traversals 60 --advantage-updates 20 --batch 32"
    " --advantage-memory 5000"
)
CFR = "solve kuhn --algorithm cfr"
KEPT = "--checkpoint run.safetensors"


@pytest.mark.parametrize("option", ["--checkpoint", "--out"])
def test_output_never_replaces_a_pipe_or_folder(cli, home, option):
    os.mkfifo(home / "pipe")
    (home / "folder").mkdir()
    for place in ("pipe", "folder"):
        words = f"{CFR} --iterations 2 {option} {place}"
        assert "not a regular file" in cli.refused(words)
    assert (home / "pipe").is_fifo() and len([*home.iterdir()]) == 2


def test_time_limit_ends_an_unreachable_target(cli, home, monkeypatch):
    ticks = count()
    monkeypatch.setattr(timing, "seconds", lambda: next(ticks) * 0.01)
    words = "solve kuhn --algorithm pdcfr+ --exploitability 1e-300 --seconds 0.5"
    result = cli.json(words, err="an exploitability of 1e-300 was not reached\n")
    assert 0.5 <= result["seconds"] < 1.0
    monkeypatch.setattr(outputs, "LONGEST", 0.5)
    words = f"{CFR} --exploitability 1e-300 {KEPT}"
    told = "an exploitability of 1e-300 was not reached; give --seconds for more time\n"
    first = cli.json(words, err=told)["seconds"]
    assert 0.5 <= first < 1.0
    assert cli.json(words, err=told)["seconds"] >= first + 0.5  # as long again


@pytest.mark.parametrize(
    ("words", "bounds"),
    [
        ("solve kuhn --algorithm es-mccfr --iterations", (1000, 2500)),
        (f"{NFSP} --episodes", (400, 900)),
        (f"{DEEP} --method deep-cfr --average-updates 50 --iterations", (2, 4)),
        (f"{DEEP} --method sd-cfr --iterations", (2, 4)),
        ("train kuhn --method ppo --hidden 16 --hands 200 --iterations", (3, 9)),
    ],
    ids=["es-mccfr", "nfsp", "deep-cfr", "sd-cfr", "ppo"],
)
def test_every_method_resumes_and_plays(cli, home, words, bounds):
    first = cli.json(f"{words} {bounds[0]} {KEPT}")
    found = cli.json(f"{words} {bounds[1]} {KEPT} --out out.safetensors")
    assert found["curve"][:1] == first["curve"][:1]  # it did not start over
    assert found["curve"][-1][0] >= bounds[1] > first["curve"][-1][0]
    assert found["curve"][-1][2] == found["exploitability"]
    told = cli.json("exploitability kuhn file:out.safetensors")
    assert told["exploitability"] == pytest.approx(found["exploitability"], abs=1e-6)
    other = cli.refused(f"{words} {bounds[1]} {KEPT} --seed 3")
    assert "holds another run: kuhn, " in other and "seed 0 instead of 3" in other
    path = home / "run.safetensors"
    path.write_bytes(path.read_bytes()[:-1])
    told = cli.refused(f"{words} {bounds[1]} {KEPT}")
    assert told.endswith("; run.safetensors.previous is the previous file\n")


def test_a_checkpoint_is_not_overwritten_by_the_networks(cli, home, monkeypatch):
    path = home / "run.safetensors"
    with monkeypatch.context() as patch:  # Ctrl-C keeps both
        interrupt_once_it_goes_on(patch)
        status, out, _ = cli.run(f"{NFSP} --episodes 1000000000 {KEPT} --out trained:mine")
    assert status == 130 and "episodes in" in out
    done = load_network(trained_path(strategies_dir(), "mine")).info.iterations
    assert done == NfspRun.load(path).trainer.iteration > 0
    kept = path.read_bytes()
    (home / "link.safetensors").symlink_to(path)
    for out in ("run.safetensors", f"file:{path}", "link.safetensors"):
        told = cli.refused(f"{NFSP} --episodes 900 {KEPT} --out {out}")
        assert "would overwrite the --checkpoint" in told
    assert path.read_bytes() == kept
    found = cli.json("train kuhn --method nfsp --episodes 400 --from trained:mine")
    assert found["parameters"]["hidden"] == "16"
    assert len(found["parameters"]["start"]) == 64


def test_oversized_memories_are_rejected(cli, monkeypatch):
    monkeypatch.setattr(train, "free_bytes", lambda: 10**9)
    words = "train leduc --seconds 1 --method"
    assert "but only 1.0 GB is free" in cli.refused(f"{words} nfsp --sl-memory 50000000")
    assert "--advantage-memory" in cli.refused(f"{words} deep-cfr --advantage-memory 50000000")


BLUEPRINT = "blueprint holdem-limit --minutes"


@pytest.fixture
def stand_in(monkeypatch, clock):
    kept = []
    monkeypatch.setattr(blueprint, "BlueprintRun", StandIn)
    monkeypatch.setattr(blueprint, "save_blueprint", lambda *args: kept.append(args))
    return kept


def test_blueprint_training_resumes(cli, home, stand_in):
    first = cli.json(f"{BLUEPRINT} 0.002 {KEPT}")
    assert first["curve"][-1][2:] == [first["lbr"], first["ci95"]]
    assert first["value_mbb"] == -100.0 and first["iterations"] > 0
    kept = BlueprintRun.read(home / "run.safetensors")
    assert kept.curve[-1].iteration == first["iterations"]
    again = cli.json(f"{BLUEPRINT} 0.01 {KEPT}")
    assert again["iterations"] > first["iterations"]
    assert again["curve"][: len(first["curve"]) - 1] == first["curve"][:-1]
    other = cli.refused(f"{BLUEPRINT} 0.01 --seed 3 {KEPT}")
    assert "holds another run: holdem-limit, blueprint, seed 0 instead of 3" in other


def test_options_reach_the_recipe(cli, home, stand_in):
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


@pytest.mark.parametrize("when", ["training", "valuing"])
def test_ctrl_c_in_training_still_computes_values_and_in_values_skips_them(
    cli, home, stand_in, monkeypatch, when
):
    def stopped(run, control):
        signal.raise_signal(signal.SIGINT)
        control.check()
        raise AssertionError("it was stopped")

    def learn(learner, count):
        learner.iteration += count
        if count and learner.iteration == count:  # a second one would exit at once
            signal.raise_signal(signal.SIGINT)

    if when == "training":
        monkeypatch.setattr(Learner, "step", learn)
    else:
        monkeypatch.setattr(StandIn, "value", stopped)
    minutes = 9 if when == "training" else 0.002
    status, out, _ = cli.run(f"{BLUEPRINT} {minutes} --out kept.safetensors")
    assert status == 130
    assert ("value -100 mbb" if when == "training" else "values are left out") in out
    assert stand_in[0][1].with_values == (when == "training")
