"""Commands on what engines learned about their opponents."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ai.registry import build
from engine.game import get_game
from pokergui.store import OpponentReader, OpponentStore, Store
from pokergui.store.fitting import MOST_MODELS
from tests.pokergui.cli_runner import Cli
from tests.pokergui.store.random_hands import play_into


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home in which nothing is known."""
    home = tmp_path / "home"
    monkeypatch.setenv("POKERGUI_HOME", str(home))
    return home


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the equilibria of small games."""
    folder = tmp_path_factory.mktemp("strategies")
    for name in ("kuhn", "leduc"):
        build("cfr", get_game(name), folder)
    return folder


@pytest.fixture
def log(cli: Cli, home: Path, solved: Path, tmp_path: Path) -> Path:
    """A log of Leduc between two rivals."""
    shutil.copytree(solved, home / "strategies")
    path = tmp_path / "leduc.log"
    match = ("match", "leduc", "passive", "bluffer", "--hands", "80", "--seed", "3")
    cli.json(*match, "--acpc", str(path))
    return path


def test_nothing_is_known_at_first(cli: Cli, home: Path, tmp_path: Path) -> None:
    assert cli.json("opponents", "list") == {"opponents": []}
    assert "nothing is known about 'you' yet" in cli.refused("opponents", "show", "you")
    assert "nothing is known" in cli.refused("opponents", "reset", "you", "--yes")
    out = str(tmp_path / "x.safetensors")
    assert "nothing is known" in cli.refused("opponents", "export", "you", "--out", out)
    assert not home.exists()


def test_players_of_a_log_are_learned_and_shown(cli: Cli, log: Path) -> None:
    done = cli.json("opponents", "fit", str(log))
    assert (done["skipped"], done["reasons"]) == (0, [])
    assert {one["name"]: one["hands"] for one in done["opponents"]} == {
        "passive": 80,
        "bluffer": 80,
    }
    listed = cli.json("opponents", "list")["opponents"]
    assert [(one["name"], one["game"], one["hands"]) for one in listed] == [
        ("bluffer", "leduc", 80),
        ("passive", "leduc", 80),
    ]
    assert all(one["sound"] for one in listed)
    (model,) = cli.json("opponents", "show", "passive", "--most", "1000")["models"]
    assert (model["game"], model["hands"]) == ("leduc", 80)
    assert model["num_situations"] == len(model["situations"]) > 10
    times = [situation["times"] for situation in model["situations"]]
    assert times == sorted(times, reverse=True)
    for situation in model["situations"]:
        assert situation["learned"]["r"] == 0.0  # it never raises
        for shares in (situation["learned"], situation["prior"]):
            assert list(shares) == ["f", "c", "r"]
            assert sum(shares.values()) == pytest.approx(1.0)
            assert min(shares.values()) >= -1e-12
    assert any(situation["prior"]["r"] > 0.0 for situation in model["situations"])
    status, out, _ = cli.run("opponents", "show", "passive", "--game", "leduc", "--most", "2")
    assert status == 0
    assert "Leduc hold'em: 80 hands" in out
    assert "rarer situations" in out


def test_a_second_fit_goes_on_from_the_first(cli: Cli, log: Path) -> None:
    cli.json("opponents", "fit", str(log), "--name", "passive")
    (again,) = cli.json("opponents", "fit", str(log), "--name", "passive")["opponents"]
    assert (again["hands"], again["hands_in_all"]) == (80, 160)
    assert [one["name"] for one in cli.json("opponents", "list")["opponents"]] == ["passive"]
    status, out, _ = cli.run("opponents", "fit", str(log), "--name", "passive")
    assert (status, out) == (0, "passive, Leduc hold'em: 80 hands learned, 240 hands in all\n")


def test_the_hero_is_kept_as_you(cli: Cli, log: Path) -> None:
    cli.json("opponents", "fit", str(log), "--hero", "bluffer")
    names = [one["name"] for one in cli.json("opponents", "list")["opponents"]]
    assert names == ["passive", "you"]


def test_names_that_are_not_there_are_refused_with_those_that_are(cli: Cli, log: Path) -> None:
    said = cli.refused("opponents", "fit", str(log), "--name", "nobody")
    assert "nobody in these hands is called 'nobody'; there are bluffer, passive" in said
    cli.json("opponents", "fit", str(log), "--name", "passive")
    assert "there are passive" in cli.refused("opponents", "show", "nobody")
    assert "only in leduc" in cli.refused("opponents", "show", "passive", "--game", "kuhn")


def test_an_exported_model_comes_back(cli: Cli, home: Path, log: Path, tmp_path: Path) -> None:
    cli.json("opponents", "fit", str(log), "--name", "passive")
    out = tmp_path / "passive.safetensors"
    assert cli.json("opponents", "export", "passive", "--out", str(out))["hands"] == 80
    reader = OpponentReader(home / "hands.db")
    (kept,) = reader.list()
    before = reader.load(kept.name, kept.family)
    assert "reset it first" in cli.refused("opponents", "fit", str(out), "--name", "passive")
    forgotten = cli.json("opponents", "reset", "passive", "--yes")["forgotten"]
    assert [one["hands"] for one in forgotten] == [80]
    assert cli.json("opponents", "list") == {"opponents": []}
    assert "--name names its player" in cli.refused("opponents", "fit", str(out))
    (learned,) = cli.json("opponents", "fit", str(out), "--name", "Zoe")["opponents"]
    assert (learned["name"], learned["hands"]) == ("Zoe", 80)
    after = reader.load("Zoe", kept.family)
    assert before is not None
    assert after is not None
    assert before.keys() == after.keys()
    assert all(repr(before[part]) == repr(after[part]) for part in before)
    said = cli.refused("opponents", "export", "Zoe", "--out", str(tmp_path / "x.bin"))
    assert "must end in .safetensors" in said


def test_files_that_are_no_models_are_refused(cli: Cli, home: Path, tmp_path: Path) -> None:
    path = tmp_path / "x.safetensors"
    path.write_bytes(b"nothing")
    said = cli.refused("opponents", "fit", str(path), "--name", "Zoe")
    assert "not what was learned about an opponent" in said


def test_contradictory_hands_are_skipped_with_a_count(cli: Cli, log: Path) -> None:
    lines = log.read_text("utf-8").splitlines()
    states = [i for i, line in enumerate(lines) if line.startswith("STATE")]
    parts = lines[states[3]].split(":")
    parts[4] = "99|-99"
    lines[states[3]] = ":".join(parts)
    lines[states[7]] = lines[states[7]].replace("STATE:7:", "STATE:7:ffff")
    lines[states[9]] = "nothing like a hand"
    log.write_text("\n".join(lines) + "\n", "utf-8")
    done = cli.json("opponents", "fit", str(log))
    assert done["skipped"] == 3
    assert [one["hands"] for one in done["opponents"]] == [77, 77]
    assert [reason.split(":")[0] for reason in done["reasons"]] == [
        f"leduc.log, line {states[i] + 1}" for i in (3, 7, 9)
    ]
    status, out, _ = cli.run("opponents", "fit", str(log))
    assert status == 0
    assert out.splitlines()[-1] == "3 hands skipped"


def test_hands_of_other_depths_count_and_are_told(cli: Cli, home: Path, tmp_path: Path) -> None:
    files = []
    for depth in (20, 50):
        files.append(str(tmp_path / f"{depth}.phhs"))
        match = ("match", f"holdem-nolimit@{depth}", "call", "bluffer", "--hands", "4")
        cli.json(*match, "--phh", files[-1])
    done = cli.json("opponents", "fit", *files, "--name", "call")
    (learned,) = done["opponents"]
    assert (learned["hands"], learned["other_depths"], learned["game"]) == (8, 4, "holdem-nolimit")
    status, out, _ = cli.run("opponents", "fit", *files, "--name", "call")
    assert status == 0
    assert "4 hands at other depths, counted with the rest" in out


def test_hands_of_a_database_are_learned_by_who_played_them(
    cli: Cli, home: Path, solved: Path
) -> None:
    shutil.copytree(solved, home / "strategies")
    with closing(Store.open(home / "hands.db")) as store:
        play_into(store, 6, games=("leduc", "kuhn"))
    done = cli.json("opponents", "fit", str(home / "hands.db"))
    found = {(one["name"], one["game"]): one["hands"] for one in done["opponents"]}
    assert found == {(name, game): 3 for name in ("you", "random") for game in ("leduc", "kuhn")}
    assert cli.json("hands", "verify")["opponents"] == 4
    (you,) = cli.json("opponents", "show", "you", "--game", "kuhn")["models"]
    assert you["hands"] == 3


def test_odd_names_are_kept_and_players_without_one_left_out(cli: Cli, log: Path) -> None:
    text = log.read_text("utf-8").replace("passive", "P\u00e9 \u00ad\u2028x").replace("bluffer", "")
    log.write_text(text, "utf-8")
    done = cli.json("opponents", "fit", str(log))
    assert [(one["name"], one["hands"]) for one in done["opponents"]] == [("P\u00e9 \u00ad_x", 80)]
    assert cli.json("opponents", "show", "P\u00e9 \u00ad_x")["models"][0]["hands"] == 80


def test_more_players_than_fit_into_memory_are_refused(cli: Cli, log: Path) -> None:
    lines = log.read_text("utf-8").splitlines()
    named = [
        line.rsplit(":", 1)[0] + f":a{i}|b{i}" if line.startswith("STATE") else line
        for i, line in enumerate(lines)
    ]
    log.write_text("\n".join(named) + "\n", "utf-8")
    said = cli.refused("opponents", "fit", str(log))
    assert f"more than {MOST_MODELS} players" in said
    assert cli.json("opponents", "list") == {"opponents": []}


def test_a_damaged_row_is_named_and_can_be_reset(cli: Cli, home: Path, log: Path) -> None:
    cli.json("opponents", "fit", str(log))
    with closing(sqlite3.connect(home / "hands.db")) as db:
        db.execute("UPDATE opponents SET hands = 81 WHERE name = 'passive'")
        db.commit()
    sound = {one["name"]: one["sound"] for one in cli.json("opponents", "list")["opponents"]}
    assert sound == {"passive": False, "bluffer": True}
    assert "'passive' is damaged" in cli.refused("opponents", "show", "passive")
    assert "'passive' is damaged" in cli.refused("opponents", "fit", str(log))
    assert cli.json("opponents", "show", "bluffer")["models"]
    cli.json("opponents", "reset", "passive", "--yes")
    assert cli.json("opponents", "fit", str(log))["skipped"] == 0


def test_a_row_that_is_listed_but_not_found_is_a_sentence(
    cli: Cli, home: Path, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A damaged index hides it, or somebody else forgets it meanwhile."""
    cli.json("opponents", "fit", str(log))
    monkeypatch.setattr(OpponentReader, "load", lambda *given: None)
    assert "about 'passive' is gone" in cli.refused("opponents", "show", "passive")
    out = str(home / "x.safetensors")
    assert "about 'passive' is gone" in cli.refused("opponents", "export", "passive", "--out", out)


def test_a_model_of_a_game_that_is_not_built_in_is_listed(cli: Cli, home: Path) -> None:
    home.mkdir()
    with closing(Store.open(home / "hands.db")) as store:
        OpponentStore(store).save("Zoe", "odd-game", 5, {"format": 1}).result()
    (listed,) = cli.json("opponents", "list")["opponents"]
    assert (listed["family"], listed["game"], listed["hands"]) == ("odd-game", None, 5)
    (model,) = cli.json("opponents", "show", "Zoe")["models"]
    assert (model["hands"], model["situations"]) == (5, [])


def test_a_reset_is_not_done_unasked(cli: Cli, log: Path) -> None:
    cli.json("opponents", "fit", str(log), "--name", "passive")
    assert "give --yes" in cli.refused("opponents", "reset", "passive")
    assert cli.json("opponents", "list")["opponents"]
