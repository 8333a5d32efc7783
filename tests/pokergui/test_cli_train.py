"""``pokergui train``, on Kuhn."""

from __future__ import annotations

import re
import signal
from dataclasses import fields
from pathlib import Path

import pytest

from ai.deepcfr.parameters import Parameters as DeepParameters
from ai.networks.record import load_network
from ai.nfsp.parameters import METHODS, Parameters
from ai.nfsp.run import NfspRun, read_kept
from ai.ppo.parameters import Parameters as PpoParameters
from pokergui.commands import train
from pokergui.commands.train import DEEP_SETTINGS, PPO_SETTINGS, SETTINGS
from tests.pokergui.cli_runner import Cli

SMALL = ("--hidden", "16", "--rl-memory", "2000", "--sl-memory", "4000", "--least-memory", "200")
ARGS = ("train", "kuhn", "--method", "nfsp", *SMALL, "--games", "16", "--episodes", "400")


def test_every_setting_is_an_option(cli: Cli) -> None:
    assert {"method", *SETTINGS} == {field.name for field in fields(Parameters)}
    both = {"method", *SETTINGS, *DEEP_SETTINGS}
    assert both >= {field.name for field in fields(DeepParameters)} > {"method", *DEEP_SETTINGS}
    own = {field.name for field in fields(PpoParameters)}
    assert {"method", "hidden", "batch", *PPO_SETTINGS} == own
    both |= own
    status, out, _ = cli.run("train", "--help")
    assert status == 0
    assert all(f"--{name.replace('_', '-')}" in out for name in both - {"method"})


def test_keys_are_those_promised(cli: Cli) -> None:
    found = cli.json(*ARGS)
    promised = {"game", "method", "episodes", "seconds", "episodes_per_second", "exploitability"}
    assert promised | {"exploitability_mbb", "curve", "file", "losses"} <= set(found)
    assert (found["game"], found["method"], found["measure"]) == ("kuhn", "nfsp", "exact")
    assert found["episodes"] >= 400 and found["file"] is None
    assert found["curve"][-1][2] == found["exploitability"]
    assert [row[0] for row in found["losses"]] == [point[0] for point in found["curve"]]


@pytest.mark.parametrize("method", METHODS)
def test_the_same_seed_gives_the_same_networks(cli: Cli, method: str, tmp_path: Path) -> None:
    args = ("train", "kuhn", "--method", method, *ARGS[4:])
    files = [tmp_path / f"{number}.safetensors" for number in range(3)]
    for file, seed in zip(files, ("5", "5", "6"), strict=True):
        assert cli.json(*args, "--seed", seed, "--out", str(file))["file"] == str(file)
    one, same, other = (load_network(file).networks.averages[0].weights for file in files)
    assert (one == same).all() and (one != other).any()


def test_a_run_goes_on_from_its_checkpoint_unless_it_is_another(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "run.safetensors"
    first = cli.json(*ARGS, "--checkpoint", str(path))
    assert read_kept(path).curve[-1].iteration == first["episodes"]
    again = cli.json(*ARGS[:-1], "900", "--checkpoint", str(path))
    assert again["episodes"] >= 900
    assert again["curve"][: len(first["curve"]) - 1] == first["curve"][:-1]  # looked at again
    other = cli.refused(*ARGS, "--eta", "0.2", "--checkpoint", str(path))
    assert other.endswith("holds another run: kuhn, nfsp, eta 0.1 in place of 0.2\n")
    method = cli.refused(*ARGS[:3], "nfsp-per", *ARGS[4:], "--checkpoint", str(path))
    assert method.endswith("holds another run: kuhn, nfsp\n")


def test_a_checkpoint_is_not_overwritten_by_the_networks(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "run.safetensors"
    cli.json(*ARGS, "--checkpoint", str(path))
    kept = path.read_bytes()
    (tmp_path / "link.safetensors").symlink_to(path)
    for out in (str(path), f"file:{path}", str(tmp_path / "link.safetensors")):
        told = cli.refused(*ARGS[:-1], "900", "--checkpoint", str(path), "--out", out)
        assert "would overwrite the --checkpoint" in told
    assert path.read_bytes() == kept


def test_a_damaged_checkpoint_names_the_one_before(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "run.safetensors"
    args = (*ARGS[:-1], "900", "--checkpoint", str(path))
    cli.json(*ARGS, "--checkpoint", str(path))
    path.write_bytes(path.read_bytes()[:-1])
    assert "previous" not in cli.refused(*args)
    path.unlink()
    cli.json(*ARGS, "--checkpoint", str(path))
    first = cli.json(*args)
    path.write_bytes(path.read_bytes()[:-1])
    told = cli.refused(*args)
    assert told.endswith(f"; {path}.previous is the previous file\n")
    assert Path(f"{path}.previous").replace(path) == path
    assert cli.json(*args)["exploitability"] == first["exploitability"]


def test_out_takes_a_path_as_engines_are_named_by_it(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    assert cli.json(*ARGS, "--out", f"file:{path}")["file"] == str(path)
    assert load_network(path).info.game.name == "kuhn"


def test_networks_are_gone_on_from_by_file_and_by_name(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "net.safetensors"
    cli.json(*ARGS, "--out", str(file))
    cli.json(*ARGS, "--out", "trained:mine")
    for source in (str(file), f"file:{file}", "trained:mine"):
        found = cli.json("train", "kuhn", "--method", "nfsp", "--episodes", "900", "--from", source)
        assert found["parameters"]["hidden"] == "16"
        assert len(found["parameters"]["start"]) == 64
    for name, reason in (
        ("cfr", "nor an engine of networks"),
        ("nothing", "neither"),
        ("README.md", "not a"),
    ):
        assert reason in cli.refused(*ARGS, "--from", name)
    assert "leduc" in cli.refused("train", "leduc", *ARGS[2:], "--from", str(file)).lower()


def test_a_depth_is_no_number_of_players(cli: Cli) -> None:
    assert cli.run(*ARGS)[1].startswith("Kuhn poker, nfsp: ")
    told = cli.run("train", "kuhn@3", *ARGS[2:])[1]
    assert told.startswith("Kuhn poker at 3 big blinds, nfsp: ")


def test_it_tells_that_nothing_was_learned_while_memories_fill(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "net.safetensors"
    words = "the averages have learned nothing yet: their memories are still being filled"
    _, out, _ = cli.run(*ARGS)
    assert words in out  # as best responses are rare; values are learned by then
    _, out, _ = cli.run(*ARGS[:-1], "6000", "--out", str(file))
    assert "learned" not in out
    more = ("train", "kuhn", "--method", "nfsp", "--episodes", "900", "--from", str(file))
    _, out, _ = cli.run(*more)
    assert words in out


def test_ctrl_c_keeps_what_is_done(cli: Cli, monkeypatch, tmp_path: Path) -> None:
    kept, file = tmp_path / "run.safetensors", tmp_path / "net.safetensors"
    step = NfspRun._step

    def stopped(run: NfspRun, most: int) -> None:
        step(run, most)
        if run.trainer.iteration > 100 and not run.control.cancelled:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(NfspRun, "_step", stopped)
    many = ("--episodes", "1000000000", "--checkpoint", str(kept), "--out", str(file))
    status, out, _ = cli.run(*ARGS[:-2], *many)
    assert status == 130 and "episodes in" in out
    assert load_network(file).info.iterations == NfspRun.load(kept).trainer.iteration > 100


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (
            ("leduc", "--method", "dqn"),
            "choose one of nfsp, nfsp-per, nfsp-plt, deep-cfr, sd-cfr, ppo",
        ),
        (("leduc", "--method", "nfsp", "--eta", "2"), "eta"),
        (("leduc", "--method", "nfsp", "--hidden", "0"), "hidden"),
        (("leduc", "--method", "nfsp", "--hidden", "x"), "hidden"),
        (("leduc", "--method", "nfsp", "--batch", "0"), "batch"),
        (("leduc", "--method", "nfsp", "--beta", "1"), "'nfsp' has no use for --beta"),
        (("leduc", "--method", "nfsp-per", "--most-times", "2"), "no use for --most-times"),
        (("leduc", "--method", "nfsp", "--rl-rate", "nan"), "rl-rate"),
        (("holdem-nolimit", "--method", "nfsp", "--menu", "all"), "names? their bets"),
        (("leduc", "--method", "nfsp", "--sl-memory", "50000000"), "but 1.0 GB are free"),
        (("nothing", "--method", "nfsp"), "nothing"),
        (("leduc", "--method", "deep-cfr", "--eta", "0.1"), "'deep-cfr' has no use for --eta"),
        (("kuhn", "--method", "sd-cfr", "--average-rate", "1"), "no use for --average-rate"),
        (("kuhn", "--method", "deep-cfr", "--traversals", "0"), "traversals"),
        (("kuhn", "--method", "deep-cfr", "--advantage-rate", "nan"), "advantage-rate"),
        (("kuhn", "--method", "deep-cfr", "--episodes", "9"), "iterations: give --iterations"),
        (("kuhn", "--method", "nfsp", "--iterations", "9"), "episodes: give --episodes"),
        (("leduc", "--method", "deep-cfr", "--from", "nfsp"), "begins anew: leave out --from"),
        (("holdem-limit", "--method", "sd-cfr"), "too"),
        (("leduc", "--method", "ppo", "--clip", "2"), "clip is a number of 0 to 1"),
        (("leduc", "--method", "ppo", "--traversals", "2"), "'ppo' has no use for --traversals"),
        (("leduc", "--method", "deep-cfr", "--advantage-memory", "50000000"), "--advantage-memory"),
    ],
)
def test_mistakes_are_told_in_one_line(cli: Cli, monkeypatch, args, reason: str) -> None:
    monkeypatch.setattr(train, "free_bytes", lambda: 10**9)
    assert re.search(reason, cli.refused("train", *args, "--seconds", "1"))


def test_some_bound_is_needed(cli: Cli) -> None:
    assert "--episodes" in cli.refused("train", "kuhn", "--method", "nfsp")
    args = ("train", "holdem-limit", "--method", "nfsp", "--exploitability", "0.1")
    assert "not known" in cli.refused(*args)


def test_a_checkpoint_that_is_none_is_refused(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "run.safetensors"
    path.write_bytes(b"nothing of the kind")
    assert "not a checkpoint" in cli.refused(*ARGS, "--checkpoint", str(path))
    assert path.read_bytes() == b"nothing of the kind"


DEEP = ("--hidden", "16", "--traversals", "60", "--advantage-updates", "150", "--batch", "32")


@pytest.mark.parametrize("method", ["deep-cfr", "sd-cfr"])
def test_deep_cfr_learns_goes_on_and_plays(cli: Cli, method: str, tmp_path: Path) -> None:
    file, kept = tmp_path / "out.safetensors", tmp_path / "run.safetensors"
    small = (*DEEP, "--advantage-memory", "5000")
    if method == "deep-cfr":
        small = (*small, "--strategy-memory", "5000", "--average-updates", "500")
    args = ("train", "kuhn", "--method", method, *small, "--checkpoint", str(kept))
    first = cli.json(*args, "--iterations", "4")
    found = cli.json(*args, "--iterations", "20", "--out", str(file))
    assert found["curve"][:2] == first["curve"][:2] and found["iterations"] == 20
    assert found["nodes"] > first["nodes"] and len(found["nodes_at_looks"]) == len(found["curve"])
    assert found["exploitability"] < 0.15 < first["curve"][0][2]
    told = cli.json("exploitability", "kuhn", f"file:{file}")
    assert told["exploitability"] == pytest.approx(found["exploitability"], abs=1e-6)
    match = ("match", "kuhn", f"file:{file}", "random", "--hands", "50", "--seed", "1")
    assert cli.json(*match)["hands"] >= 50


def test_ppo_learns_goes_on_and_plays(cli: Cli, tmp_path: Path) -> None:
    file, kept = tmp_path / "out.safetensors", tmp_path / "run.safetensors"
    args = ("train", "kuhn", "--method", "ppo", "--hidden", "16", "--hands", "200")
    first = cli.json(*args, "--checkpoint", str(kept), "--iterations", "3")
    found = cli.json(*args, "--checkpoint", str(kept), "--iterations", "9", "--out", str(file))
    assert found["curve"][:2] == first["curve"][:2] and found["iterations"] == 9
    assert found["decisions"] > first["decisions"]
    told = cli.json("exploitability", "kuhn", f"file:{file}")
    assert told["exploitability"] == pytest.approx(found["exploitability"], abs=1e-6)
