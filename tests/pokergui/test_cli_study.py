"""``pokergui study``: its arguments for the window, and its errors before one opens."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.game import get_game
from engine.lines import line_text
from engine.shown import shown_cards
from pokergui import app
from pokergui.links import StudyLink
from tests.pokergui.cli_runner import Cli


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[StudyLink]:
    """Links that a window was opened with."""
    found: list[StudyLink] = []

    def run(link: StudyLink) -> int:
        found.append(link)
        return 0

    monkeypatch.setattr(app, "run", run)
    return found


def test_the_window_opens_at_the_decision(cli: Cli, opened: list[StudyLink]) -> None:
    words = ("--line", "r300c/", "--board", "AhTd7c", "--hand", "KsQs")
    told = cli.json("study", "holdem-nolimit@100", "equity", *words)
    assert told == {
        "game": "holdem-nolimit@100",
        "engine": "equity",
        "line": "r300c/",
        "board": "AhTd7c",
    }
    (link,) = opened
    assert link.game == get_game("holdem-nolimit@100") and link.engine == "equity"
    assert line_text(link.game, link.actions) == "r300c/"
    assert shown_cards(link.game, link.board) == "AhTd7c"
    assert link.hole is not None and shown_cards(link.game, link.hole) == "KsQs"


@pytest.mark.parametrize("board", ["", "K", "Kh"])
def test_a_small_game_needs_no_board(cli: Cli, opened: list[StudyLink], board: str) -> None:
    cli.json("study", "leduc", "cfr", "--line", "rc/", "--board", board)
    assert len(opened[0].board) == 1


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("leduc", "nope"), "there is no engine 'nope'"),
        (("leduc", "equity"), "'equity' does not play Leduc"),
        (("poker", "cfr"), "there is no game"),
        (("leduc", "cfr", "--line", "q"), "'q' at character 1"),
        (("leduc", "cfr", "--line", "rc/", "--board", "Z"), "is not a card of Leduc"),
        (("holdem-limit", "call", "--board", "AhKhQh"), "the board needs 0 cards"),
        (("holdem-limit", "call", "--line", "cc/"), "the board needs 3 cards"),
        (("holdem-limit", "call", "--hand", "Ah"), "is 2 of its cards"),
        (("kuhn", "file:/nonexistent"), "/nonexistent"),
        (("kuhn", "trained:none"), "trained"),
    ],
)
def test_mistakes_are_told_before_a_window_opens(
    cli: Cli, opened: list[StudyLink], words: tuple[str, ...], reason: str, tmp_path: Path
) -> None:
    status, out, err = cli.run("study", *words)
    assert (status, out) == (2, "") and reason in err and opened == []
    assert err.count("\n") == 1
