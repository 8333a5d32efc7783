"""``drill``: spots of a game, of a saved solution and of a report; what is kept of the answers."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import click
import pytest

from ai.run import Bounds
from ai.spot.run import SpotRun
from ai.spot.spot import Spot
from pokergui.commands import drill
from pokergui.store import Store
from tests.ai.spot.spot_files import SPOT, TURN, write_spot
from tests.pokergui.cli_runner import Cli
from tests.pokergui.store.random_hands import play_into

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("home")]
DAILY = "drill leduc --daily --date 2026-05-01"
RANGES = "drill leduc --ranges --seed 3 --spots 3"
BLIND = Spot.parse("QsJh2h8c5d", "AA,KQs,T9s", "random", 100, 95, "50,a", "100", big_blind="10")


def given(answers: list[str]) -> str:
    return "".join(f" '--answer={one}'" for one in answers)


def test_answers_are_judged_kept_and_scheduled(cli: Cli) -> None:
    asked = cli.json(DAILY)["spots"]
    assert len(asked) == 5 and {one["answer"] for one in asked} == {None}
    worst = ["f" if "f" in one["actions"] else "c" for one in asked]
    found = cli.json(DAILY + given(worst))
    figures = found["figures"]
    assert figures["done"] == 5 == sum(figures["classes"].values())
    for spot, action in zip(found["spots"], worst, strict=True):
        answer = spot["answer"]
        assert answer["action"] == action
        assert sum(row["frequency"] for row in answer["judge"].values()) == pytest.approx(1.0)
        assert not spot["card"] or answer["rating"] in ("again", "hard", "good", "easy")
    cards = cli.json("drill leduc --list")["cards"]
    assert {one["card"] for one in cards} == {one["card"] for one in asked}
    assert sum(one["answers"] for one in cards) == 5
    assert cli.json("hands list")["hands"] == [] and cli.json("hands verify")["sound"]
    assert f"{len(cards)} cards" in cli.text("drill leduc --list")


def test_own_mistakes_are_listed_and_asked(cli: Cli, home: Path) -> None:
    with closing(Store.open(home / "hands.db")) as store:
        play_into(store, 20, games=("leduc",))
    mistakes = cli.json("drill leduc --list")["mistakes"][:3]
    spots = cli.json("drill leduc --spots 3 --seed 1")["spots"]
    assert [one["card"] for one in spots] == [one["card"] for one in mistakes]
    assert [one["source"] for one in spots] == [f"hand {one['hand']}" for one in mistakes]


def test_dice_are_a_score_of_their_own(cli: Cli) -> None:
    words = "drill leduc --seed 2 --spots 4 --dice"
    asked = cli.json(words)["spots"]
    found = cli.json(words + given([one["actions"][0] for one in asked]))
    followed = 0
    for one in found["spots"]:
        low, _, high = one["answer"]["judge"][one["answer"]["action"]]["dice"].partition("-")
        hit = bool(high) and int(low) <= one["dice"] <= int(high)
        assert one["answer"]["followed_dice"] == hit
        followed += hit
    assert (found["figures"]["dice"]["rolled"], found["figures"]["dice"]["followed"]) == (
        4,
        followed,
    )


@pytest.mark.parametrize("length", ["street", "hand"])
def test_a_spot_goes_on_to_the_end_of_its_street_or_hand(cli: Cli, length: str) -> None:
    words = f"drill leduc --seed 5 --spots 6 --length {length}" + given(["c"] * 6)
    found = cli.json(words)
    spots, later = found["spots"], 0
    assert cli.json(words)["spots"] == spots
    assert sum(one["decision"] == 1 for one in spots) == found["figures"]["done"] == 6
    for before, one in pairwise(spots):
        if one["decision"] > 1:
            later += 1
            assert one["decision"] == before["decision"] + 1
            assert (one["hole"], one["position"]) == (before["hole"], before["position"])
            assert one["line"].startswith(before["line"] + "c")
            assert one["board"].startswith(before["board"]) and one["card"] != before["card"]
            assert length == "hand" or one["board"] == before["board"]
    assert later > 0
    cards = {one["card"] for one in cli.json("drill leduc --list")["cards"]}
    assert cards == {one["card"] for one in spots if one["answer"] is not None}
    day = f"{DAILY} --length {length}" + given(["c"] * 5)
    assert cli.json(day)["spots"] == cli.json(day)["spots"]


def test_a_range_is_named_and_the_judges_set_beside_it(cli: Cli) -> None:
    asked = cli.json(RANGES)["spots"]
    found = cli.json(RANGES + given(["K, Q:0.5", "random"]))
    assert [one | {"answer": None} for one in found["spots"]] == asked
    first, second, third = (one["answer"] for one in found["spots"])
    assert third is None
    for answer in (first, second):
        rows = answer["classes"].values()
        for of in ("yours", "judge"):
            assert sum(row[of] for row in rows) == pytest.approx(1.0)
        shared = sum(min(row["yours"], row["judge"]) for row in rows)
        assert answer["score_pct"] == pytest.approx(100 * shared)
    assert second["score_pct"] == pytest.approx(second["every_hand_pct"])
    mean = (first["score_pct"] + second["score_pct"]) / 2
    assert found["figures"]["score_pct"] == pytest.approx(mean)
    assert cli.json("drill leduc --list")["cards"] == []


class Typist:
    """Sits at a terminal and types; presses Ctrl-C where there is nothing left to type."""

    def __init__(self, patch: pytest.MonkeyPatch, *texts: str) -> None:
        self.texts = [*texts]
        for stream in (sys.stdin, sys.stdout):
            patch.setattr(stream, "isatty", lambda: True)
        patch.setattr(click, "prompt", self.type)

    def type(self, words: str, **options: object) -> str:
        if not self.texts:
            raise click.Abort
        return self.texts.pop(0)


def test_each_answer_is_kept_as_it_is_given(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        Typist(patch, "c", "c")
        assert cli.run(DAILY)[0] != 0
    assert sum(one["answers"] for one in cli.json("drill leduc --list")["cards"]) == 2
    assert "not an action" in cli.refused(DAILY + given(["c", "x"]))
    assert sum(one["answers"] for one in cli.json("drill leduc --list")["cards"]) == 3


@pytest.mark.parametrize(("words", "answer"), [(DAILY, "c"), (RANGES, "K")])
def test_on_a_terminal_a_spot_is_printed_once(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, words: str, answer: str
) -> None:
    with monkeypatch.context() as patch:
        Typist(patch, answer, "")
        out = cli.text(words)
    assert (out.count("1 of "), out.count("2 of "), out.count("1 answered")) == (1, 1, 1)


def test_a_day_reviews_no_hands(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(drill, "practice")
    assert len(cli.json(DAILY)["spots"]) == 5


@pytest.fixture(scope="module")
def solutions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Files of solved spots."""
    folder, made = tmp_path_factory.mktemp("spots"), {}
    for name, spot in (("river", SPOT), ("blind", BLIND), ("turn", TURN)):
        run, path = SpotRun(spot), folder / f"{name}.safetensors"
        run.run(Bounds(60))
        run.save(path)
        made[name] = str(path)
    return made


def node_of(cli: Cli, file: str, line: str) -> Any:
    """Return what ``solve-spot`` tells; on stderr it prints the size of the tree."""
    return json.loads(cli.text(f"solve-spot {file} --json --line '{line}'"))


@pytest.mark.parametrize(
    ("name", "unit", "key", "scale"),
    [("river", "chips", "chips", 1.0), ("blind", "bb", "mbb", 0.01)],
)
def test_a_solution_judges_by_what_solve_spot_shows(
    cli: Cli, home: Path, solutions: dict[str, str], name: str, unit: str, key: str, scale: float
) -> None:
    file = solutions[name]
    words = f"drill {file} --seed 1 --spots 5"
    actions = [one["actions"][0] for one in cli.json(words)["spots"]]
    found = cli.json(words + given(actions))
    for one, action in zip(found["spots"], actions, strict=True):
        assert (one["card"], one["source"]) == (None, "solution")
        told = node_of(cli, file, one["line"])
        node = told["node"]
        assert node["actions"] == one["actions"]
        held = node["hands"][one["position"]]
        row = held.get(one["hole"]) or held[one["hole"][2:] + one["hole"][:2]]
        answer, judge = one["answer"], one["answer"]["judge"]
        for at, each in enumerate(node["actions"]):
            assert judge[each]["frequency"] == pytest.approx(row["strategy"][at], abs=1e-9)
            ev = pytest.approx(row["action_ev"][at], abs=1e-9)
            assert judge[each][f"ev_{key}"] * scale == ev
        played = [at for at, share in enumerate(row["strategy"]) if share >= 0.035]
        best = max(row["action_ev"][at] for at in played)
        lost = max(0.0, best - row["action_ev"][node["actions"].index(action)])
        assert answer[f"loss_{key}"] * scale == pytest.approx(lost, abs=1e-9)
        assert answer[f"floor_{key}"] * scale >= told["exploitability"] - 1e-9
    assert found["figures"]["done"] == 5 and f"lost_{unit}" in found["figures"]
    assert "nothing is kept" in cli.text(words + given(actions))
    assert not (home / "hands.db").exists()


def test_a_solution_is_practised_from_a_decision_on_and_to_the_end(
    cli: Cli, solutions: dict[str, str]
) -> None:
    words = f"drill {solutions['turn']} --seed 2 --length hand"
    asked = cli.json(f"{words} --line cc/ --card 7d")["spots"]
    assert all(one["line"].startswith("cc/") for one in asked)
    assert {one["board"] for one in asked} == {"QsJh2h8c7d"}
    spots = cli.json(f"{words} --spots 30" + given(["c"] * 30))["spots"]
    later = [two for one, two in pairwise(spots) if two["decision"] == one["decision"] + 1 > 1]
    assert later and all(one["source"] == "solution" for one in later)
    river = f"drill {solutions['river']} --seed 1 --spots 1"
    cli.refused(f"{river} --answer=r1000")
    (one,) = cli.json(f"{river} --answer=r95")["spots"]  # as solve-spot writes it
    assert one["answer"]["action"] == "r95"


def test_a_range_is_named_in_a_solution(cli: Cli, solutions: dict[str, str]) -> None:
    file = solutions["river"]
    found = cli.json(f"drill {file} --ranges --seed 1 --spots 4" + given(["random"] * 4))
    for one in found["spots"]:
        node = node_of(cli, file, one["line"])["node"]
        held = {one["hole"][:2], one["hole"][2:]}
        reach = {
            hand: row["reach"]
            for hand, row in node["hands"][1 - one["position"]].items()
            if not {hand[:2], hand[2:]} & held
        }
        aces = sum(often for hand, often in reach.items() if hand[0] == hand[2] == "A")
        told = one["answer"]["classes"]["AA"]["judge"]
        assert told == pytest.approx(aces / sum(reach.values()), abs=1e-9)


def test_a_report_is_practised_by_its_table(cli: Cli, home: Path) -> None:
    cli.json("aggregate holdem-limit cfr --line rc/ --boards 'AhTd7c KsQs2d' --csv boards.csv")
    words = "drill boards.csv --seed 1 --spots 8"
    spots = cli.json(words)["spots"]
    assert {one["board"] for one in spots} == {"AhTd7c", "KsQs2d"}
    assert all(one["source"] == "report" and one["card"] for one in spots)
    kept = cli.json(words + given(["c", "c"]))["spots"]
    cards = cli.json("drill holdem-limit --list")["cards"]
    assert {one["card"] for one in cards} == {one["card"] for one in kept[:2]}
    assert cli.json(f"{words} --length hand --answer=c")["spots"][0]["answer"]
    assert "leave out --ranges" in cli.refused("drill boards.csv --ranges")
    assert "leave out --line" in cli.refused("drill boards.csv --line rc/")
    assert cli.json("drill boards.csv call --seed 1 --spots 1")["judge"] == "call"
    (home / "program.py").write_text("open('ran', 'w')\n")
    row = "holdem-limit,python:program.py,rc/,AhTd7c,1"
    (home / "boards.csv").write_text(f"game,engine,line,board,weight\n{row}\n")
    assert "is a program" in cli.refused("drill boards.csv")
    assert not (home / "ran").exists()


def test_damaged_files_get_one_sentence(cli: Cli, home: Path, solutions: dict[str, str]) -> None:
    cut = home / "cut.safetensors"
    whole = Path(solutions["river"]).read_bytes()
    changed = bytearray(whole)
    changed[len(whole) * 3 // 4] ^= 0xFF
    sizes = (3, 100, len(whole) // 2, len(whole) - 1)
    for content in (*(whole[:size] for size in sizes), bytes(changed)):
        cut.write_bytes(content)
        assert str(cut) in cli.refused(f"drill {cut}")
    write_spot(cut)  # its record is of a run whose arrays are not there
    assert str(cut) in cli.refused(f"drill {cut}")
    SpotRun(SPOT).save(cut)
    assert f"{cut}: not solved yet" in cli.refused(f"drill {cut}")
