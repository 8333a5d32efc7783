"""``drill`` on a file: a saved solution, the table of a report, and other files."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from ai.run import Bounds
from ai.spot.run import SpotRun
from ai.spot.spot import Spot
from tests.ai.spot.spot_files import SPOT, TURN, write_spot
from tests.pokergui.cli_runner import Cli


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path / "home"))
    return Cli(capsys)


@pytest.fixture(scope="module")
def solution(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Spot], str]:
    folder = tmp_path_factory.mktemp("spots")
    made: dict[int, str] = {}

    def of(spot: Spot) -> str:
        if id(spot) not in made:
            run = SpotRun(spot)
            run.run(Bounds(60))
            path = folder / f"{len(made)}.safetensors"
            run.save(path)
            made[id(spot)] = str(path)
        return made[id(spot)]

    return of


BLIND = Spot.parse("QsJh2h8c5d", "AA,KQs,T9s", "random", 100, 95, "50,a", "100", big_blind="10")


def shown(cli: Cli, *args: str) -> Any:
    """Return what ``solve-spot`` prints of a file; on stderr it prints the size of the tree."""
    status, out, _ = cli.run("solve-spot", *args, "--json")
    assert status == 0
    return json.loads(out)


@pytest.mark.parametrize(("spot", "unit"), [(SPOT, "chips"), (BLIND, "bb")])
def test_a_solution_judges_by_what_solve_spot_shows(
    cli: Cli, solution: Callable[[Spot], str], spot: Spot, unit: str
) -> None:
    file = solution(spot)
    args = ("drill", file, "--seed", "1", "--spots", "5")
    asked = cli.json(*args)
    assert cli.json(*args) == asked
    actions = [one["actions"][0] for one in asked["spots"]]
    found = cli.json(*args, *(f"--answer={one}" for one in actions))
    whole = shown(cli, file)
    scale = 1.0 if unit == "chips" else 10 / 1000
    key = "chips" if unit == "chips" else "mbb"
    for one, action in zip(found["spots"], actions, strict=True):
        assert (one["card"], one["source"]) == (None, "solution")
        node = shown(cli, file, "--line", one["line"])["node"]
        assert node["actions"] == one["actions"]
        held = node["hands"][one["position"]]
        row = held.get(one["hole"]) or held[one["hole"][2:] + one["hole"][:2]]
        answer, judge = one["answer"], one["answer"]["judge"]
        assert answer["rating"] is None
        for at, name in enumerate(node["actions"]):
            assert judge[name]["frequency"] == pytest.approx(row["strategy"][at], abs=1e-9)
            ev = judge[name][f"ev_{key}"] * scale
            assert ev == pytest.approx(row["action_ev"][at], abs=1e-9)
        played = [at for at, share in enumerate(row["strategy"]) if share >= 0.035]
        best = max(row["action_ev"][at] for at in played)
        lost = max(0.0, best - row["action_ev"][node["actions"].index(action)])
        assert answer[f"loss_{key}"] * scale == pytest.approx(lost, abs=1e-9)
        assert answer[f"floor_{key}"] * scale >= whole["exploitability"] - 1e-9
    assert found["figures"]["done"] == 5
    assert f"lost_{unit}" in found["figures"]
    told = cli.run(*args, *(f"--answer={one}" for one in actions))[1]
    assert f" {unit} lost, " in told
    assert "nothing is kept" in told


def test_answers_to_a_solution_are_not_kept(
    cli: Cli, solution: Callable[[Spot], str], tmp_path: Path
) -> None:
    cli.json("drill", solution(SPOT), "--seed", "1", "--answer=c", "--dice")
    assert not (tmp_path / "home" / "hands.db").exists()


def test_a_solution_is_practised_from_a_decision_on_and_to_the_end(
    cli: Cli, solution: Callable[[Spot], str]
) -> None:
    args = ("drill", solution(TURN), "--seed", "2", "--length", "hand")
    asked = cli.json(*args, "--line", "cc/", "--card", "7d")["spots"]
    assert all(one["line"].startswith("cc/") for one in asked)
    assert {one["board"] for one in asked} == {"QsJh2h8c7d"}
    spots = cli.json(*args, *["--answer=c"] * 30, "--spots", "30")["spots"]
    later = [two for one, two in pairwise(spots) if two["decision"] == one["decision"] + 1 > 1]
    assert later and all(one["source"] == "solution" for one in later)
    assert "--card names the river" in cli.refused(*args, "--line", "cc/")
    assert "'r7' at character 2" in cli.refused(*args, "--line", "cr7")
    assert "leave out --card" in cli.refused(*args, "--card", "7d")


def test_an_answer_is_written_as_solve_spot_writes_it(
    cli: Cli, solution: Callable[[Spot], str]
) -> None:
    args = ("drill", solution(SPOT), "--seed", "1", "--spots", "1")
    assert "not an action" in cli.refused(*args, "--answer=x")
    assert cli.refused(*args, "--answer=r1000")
    (one,) = cli.json(*args, "--answer=r95")["spots"]
    assert one["answer"]["action"] == "r95"


def test_a_range_is_named_in_a_solution(cli: Cli, solution: Callable[[Spot], str]) -> None:
    file = solution(SPOT)
    args = ("drill", file, "--ranges", "--seed", "1", "--spots", "4")
    found = cli.json(*args, *["--answer=random"] * 4)
    for one in found["spots"]:
        node = shown(cli, file, "--line", one["line"])["node"]
        assert one["line"]
        held = {one["hole"][:2], one["hole"][2:]}
        reach = {
            hand: row["reach"]
            for hand, row in node["hands"][1 - one["position"]].items()
            if not {hand[:2], hand[2:]} & held
        }
        aces = sum(often for hand, often in reach.items() if hand[0] == hand[2] == "A")
        told = one["answer"]["classes"]["AA"]["judge"]
        assert told == pytest.approx(aces / sum(reach.values()), abs=1e-9)


LIMIT = ("aggregate", "holdem-limit", "cfr", "--line", "rc/")


def test_a_report_is_practised_on_its_boards(cli: Cli, tmp_path: Path) -> None:
    file = str(tmp_path / "boards")
    boards = [row["board"] for row in cli.json(*LIMIT, "--boards", "4", "--csv", file)["boards"]]
    args = ("drill", file, "--seed", "1", "--spots", "8")
    asked = cli.json(*args)
    assert (asked["game"], asked["judge"]) == ("holdem-limit", "cfr")
    spots = asked["spots"]
    assert len(spots) == 8
    assert {one["line"] for one in spots} == {"rc/"}
    assert {one["board"] for one in spots} <= set(boards)
    assert len({one["board"] for one in spots}) > 1
    assert all(one["source"] == "report" and one["card"] for one in spots)
    kept = cli.json(*args, "--answer=c", "--answer=c")["spots"]
    cards = cli.json("drill", "holdem-limit", "--list")["cards"]
    assert {one["card"] for one in cards} == {one["card"] for one in kept[:2]}
    assert cli.json(*args, "--length", "hand", "--answer=c")["spots"][0]["answer"]
    assert "leave out --ranges" in cli.refused("drill", file, "--ranges")
    assert cli.json("drill", file, "call", "--seed", "1", "--spots", "1")["judge"] == "call"


def test_a_report_starts_no_program(cli: Cli, tmp_path: Path) -> None:
    file, ran = tmp_path / "boards.csv", tmp_path / "ran"
    program = tmp_path / "program.py"
    program.write_text(f"open({str(ran)!r}, 'w')\n")
    row = f"holdem-limit,python:{program},rc/,AhTd7c,1"
    file.write_text(f"game,engine,line,board,weight\n{row}\n")
    assert "is a program" in cli.refused("drill", str(file))
    assert not ran.exists()


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("cfr",), "leave out JUDGE"),
        (("--daily",), "leave out --daily"),
        (("--list",), "leave out --list"),
        (("--ranges", "--length", "hand"), "--ranges does not go with"),
        (("--spots", "1", "--answer=c", "--answer=c"), "spots: 2 for 1"),
    ],
)
def test_what_does_not_go_with_a_solution_is_named(
    cli: Cli, solution: Callable[[Spot], str], more: tuple[str, ...], words: str
) -> None:
    assert words in cli.refused("drill", solution(SPOT), *more)


def test_other_files_get_one_sentence(
    cli: Cli, solution: Callable[[Spot], str], tmp_path: Path
) -> None:
    other = tmp_path / "other.csv"
    other.write_text("hello\n")
    assert "not a spot file" in cli.refused("drill", str(other))
    assert "cannot be read" in cli.refused("drill", str(tmp_path / "none.safetensors"))
    assert "a folder" in cli.refused("drill", str(tmp_path))
    whole = Path(solution(SPOT)).read_bytes()
    for size in (3, 100, len(whole) // 2, len(whole) - 1):
        cut = tmp_path / "cut.safetensors"
        cut.write_bytes(whole[:size])
        assert str(cut) in cli.refused("drill", str(cut))
    changed = bytearray(whole)
    changed[len(whole) * 3 // 4] ^= 0xFF
    cut.write_bytes(changed)
    assert str(cut) in cli.refused("drill", str(cut))
    write_spot(cut)  # its record is of a run whose arrays are not there
    assert str(cut) in cli.refused("drill", str(cut))
    SpotRun(SPOT).save(cut)
    assert f"{cut}: not solved yet" in cli.refused("drill", str(cut))
    assert "--line and --card go with" in cli.refused("drill", "leduc", "--line", "c")
    assert "leave out --line" in cli.refused("drill", _report(tmp_path), "--line", "rc/")


def _report(folder: Path) -> str:
    path = folder / "report.csv"
    path.write_text("game,engine,line,board,weight\nholdem-limit,cfr,rc/,AhTd7c,1\n")
    return str(path)
