"""``drill``."""

from __future__ import annotations

import sys
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import click
import pytest

from pokergui.store import Store
from tests.pokergui.cli_runner import Cli
from tests.pokergui.store.random_hands import play_into

DAILY = ("drill", "leduc", "--daily", "--date", "2026-05-01")


@pytest.fixture
def cli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    return Cli(capsys)


def test_questions_keep_the_answer_to_themselves(cli: Cli) -> None:
    found = cli.json(*DAILY)
    assert (found["date"], len(found["spots"])) == ("2026-05-01", 5)
    assert found["figures"]["done"] == 0
    for spot in found["spots"]:
        assert set(spot) == {
            *("source", "decision", "card", "line", "board", "hole", "position", "pot"),
            *("call", "actions", "dice", "answer"),
        }
        assert spot["answer"] is None
    assert cli.json(*DAILY)["spots"] == found["spots"]


def test_answers_are_judged_kept_and_scheduled(cli: Cli) -> None:
    asked = cli.json(*DAILY)["spots"]
    worst = ["f" if "f" in one["actions"] else "c" for one in asked]
    found = cli.json(*DAILY, *(f"--answer={one}" for one in worst))
    figures = found["figures"]
    assert figures["done"] == 5 == sum(figures["classes"].values())
    for spot, action in zip(found["spots"], worst, strict=True):
        answer = spot["answer"]
        assert answer["action"] == action
        assert sum(row["frequency"] for row in answer["judge"].values()) == pytest.approx(1.0)
        if spot["card"]:
            assert answer["rating"] in ("again", "hard", "good", "easy")
    cards = cli.json("drill", "leduc", "--list")["cards"]
    assert {one["card"] for one in cards} == {one["card"] for one in asked}
    assert sum(one["answers"] for one in cards) == 5
    assert cli.json("hands", "list")["hands"] == []
    assert cli.run("hands", "verify")[0] == 0
    status, out, _ = cli.run("drill", "leduc", "--list")
    assert status == 0
    assert f"{len(cards)} cards" in out


def test_own_mistakes_are_listed_and_asked(cli: Cli, tmp_path: Path) -> None:
    with closing(Store.open(tmp_path / "hands.db")) as store:
        play_into(store, 20, games=("leduc",))
    mistakes = cli.json("drill", "leduc", "--list")["mistakes"]
    assert mistakes
    spots = cli.json("drill", "leduc", "--spots", "3", "--seed", "1")["spots"]
    assert [one["card"] for one in spots] == [one["card"] for one in mistakes[:3]]
    assert [one["source"] for one in spots] == [f"hand {one['hand']}" for one in mistakes[:3]]


def test_dice_are_a_score_of_their_own(cli: Cli) -> None:
    args = ("drill", "leduc", "--seed", "2", "--spots", "4", "--dice")
    asked = cli.json(*args)["spots"]
    found = cli.json(*args, *(f"--answer={one['actions'][0]}" for one in asked))
    dice = found["figures"]["dice"]
    assert dice["rolled"] == 4
    followed = 0
    for one in found["spots"]:
        low, _, high = one["answer"]["judge"][one["answer"]["action"]]["dice"].partition("-")
        hit = bool(high) and int(low) <= one["dice"] <= int(high)
        assert one["answer"]["followed_dice"] == hit
        followed += hit
    assert dice["followed"] == followed
    assert "dice" in cli.run(*args)[1]


@pytest.mark.parametrize("length", ["street", "hand"])
def test_a_spot_goes_on_to_the_end_of_its_street_or_hand(cli: Cli, length: str) -> None:
    args = ("drill", "leduc", "--seed", "5", "--spots", "6", "--length", length)
    found = cli.json(*args, *["--answer=c"] * 6)
    assert cli.json(*args, *["--answer=c"] * 6)["spots"] == found["spots"]
    spots, later = found["spots"], 0
    assert sum(one["decision"] == 1 for one in spots) == 6
    assert found["figures"]["done"] == 6
    for before, one in pairwise(spots):
        if one["decision"] > 1:
            later += 1
            assert one["decision"] == before["decision"] + 1
            assert (one["hole"], one["position"]) == (before["hole"], before["position"])
            assert one["line"].startswith(before["line"] + "c")
            assert one["board"].startswith(before["board"])
            assert length == "hand" or one["board"] == before["board"]
            assert one["card"] != before["card"]
    assert later > 0
    cards = {one["card"] for one in cli.json("drill", "leduc", "--list")["cards"]}
    assert cards == {one["card"] for one in spots if one["answer"] is not None}


def test_hands_of_a_day_go_on_the_same_for_everybody(cli: Cli) -> None:
    args = (*DAILY, "--length", "hand", *["--answer=c"] * 5)
    assert cli.json(*args)["spots"] == cli.json(*args)["spots"]
    assert "decision 2" in cli.run(*args)[1]


def test_a_range_is_named_and_the_judges_set_beside_it(cli: Cli) -> None:
    args = ("drill", "leduc", "--ranges", "--seed", "3", "--spots", "3")
    asked = cli.json(*args)
    assert all(one["answer"] is None for one in asked["spots"])
    assert set(asked["spots"][0]) == {
        *("line", "board", "hole", "position", "pot", "call", "answer"),
    }
    found = cli.json(*args, "--answer=K, Q:0.5", "--answer=random")
    assert [one | {"answer": None} for one in found["spots"]] == asked["spots"]
    first, second, third = (one["answer"] for one in found["spots"])
    assert third is None
    for answer in (first, second):
        for of in ("yours", "judge"):
            assert sum(row[of] for row in answer["classes"].values()) == pytest.approx(1.0)
    rows = first["classes"].values()
    assert first["score_pct"] == pytest.approx(
        100 * sum(min(row["yours"], row["judge"]) for row in rows)
    )
    assert second["score_pct"] == pytest.approx(second["every_hand_pct"])
    mean = (first["score_pct"] + second["score_pct"]) / 2
    assert found["figures"]["score_pct"] == pytest.approx(mean)
    assert "a uniform range" in cli.run(*args, "--answer=K")[1]
    assert cli.json("drill", "leduc", "--list")["cards"] == []


class Typist:
    """Sits at a terminal and types; presses Ctrl-C where there is nothing left to type."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.texts: list[str] = []
        patch.setattr(sys.stdin, "isatty", lambda: True)
        patch.setattr(sys.stdout, "isatty", lambda: True)
        patch.setattr(click, "prompt", self._type)

    def _type(self, words: str, **options: object) -> str:
        if not self.texts:
            raise click.Abort
        return self.texts.pop(0)


def test_each_answer_is_kept_as_it_is_given(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        Typist(patch).texts = ["c", "c"]
        assert cli.run(*DAILY)[0] != 0
    assert sum(one["answers"] for one in cli.json("drill", "leduc", "--list")["cards"]) == 2
    assert "not an action" in cli.refused(*DAILY, "--answer=c", "--answer=x")
    assert sum(one["answers"] for one in cli.json("drill", "leduc", "--list")["cards"]) == 3


@pytest.mark.parametrize("args", [DAILY, ("drill", "leduc", "--ranges", "--seed", "3")])
def test_on_a_terminal_a_spot_is_printed_once(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]
) -> None:
    with monkeypatch.context() as patch:
        Typist(patch).texts = ["K" if "--ranges" in args else "c", ""]
        status, out, _ = cli.run(*args)
    assert status == 0
    assert (out.count("1 of "), out.count("2 of ")) == (1, 1)
    assert out.count("1 answered") == 1


def test_a_day_reviews_no_hands(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("pokergui.commands.drill.practice")
    assert len(cli.json(*DAILY)["spots"]) == 5


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("poker",), "poker"),
        (("leduc", "nobody"), "nobody"),
        (("leduc", "--daily", "--date", "soon"), "not a date"),
        (("leduc", "--date", "2026-05-01"), "--daily"),
        (("leduc", "--list", "--daily"), "does not go with --daily"),
        (
            ("kuhn", "--spots", "1", "--answer", "c", "--answer", "c"),
            "spots: 2 for 1",
        ),
        (("kuhn", "--spots", "1", "--answer", "x"), "not an action"),
        (("leduc", "--ranges", "--answer", "A"), "K Q J"),
        (("leduc", "--ranges", "--answer", "K:0"), "cannot hold any hand"),
        (("leduc", "--ranges", "--answer", "K K:0.5"), "a different weight"),
        (("leduc", "--ranges", "--dice"), "--ranges"),
        (("leduc-3", "--ranges"), "two players"),
        (
            ("leduc", "--ranges", "--spots", "1", *["--answer=K"] * 2),
            "spots: 2 for 1",
        ),
    ],
)
def test_mistakes_get_one_sentence(cli: Cli, args: tuple[str, ...], words: str) -> None:
    assert words in cli.refused("drill", *args)
