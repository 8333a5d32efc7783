"""An engine in a process of its own that fails at the table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.game import Game
from pokergui.pages.play.presenters import seat_engine as play_opponent
from pokergui.store import HandReader
from tests.ai.process.bad import FORFEITS, bad_engine, gone, processes


@pytest.fixture
def facing(played: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A table against an engine that misbehaves."""
    made: list[Any] = []

    def make(kind: str) -> Any:
        def build(name: str, game: Game, *_: object) -> object:
            return bad_engine(kind, str(tmp_path / "mark"), game)

        monkeypatch.setattr(play_opponent, "build", build)
        made.append(played("holdem-nolimit", depth=20))
        return made[-1]

    yield make
    for table in made:
        table.presenter.opponents.seats[0].let_go()
        table.runner.run_all()
    gone(str(tmp_path / "mark"))


def play_until(table: Any, words: str) -> Any:
    """Play hands until the notice comes, and return it."""
    for _ in range(40):
        table.finish_hand()
        for notice in filter(None, table.page.notices):
            if words in notice.title:
                return notice
        table.presenter.next_hand()
        table.settle()
    raise AssertionError(f"nobody said {words}")


QUICK = ("kills itself", "sleeps")


@pytest.mark.scorecard("U3")
@pytest.mark.parametrize(
    "kind", [pytest.param(k, marks=() if k in QUICK else pytest.mark.long) for k in FORFEITS]
)
def test_an_engine_that_fails_twice_forfeits_and_can_be_started_again(
    facing: Any, tmp_path: Path, kind: str, release: bool
) -> None:
    table, mark = facing(kind), str(tmp_path / "mark")
    opponent = table.presenter.opponents
    for _ in range(10 if release else 1):
        first = play_until(table, "Caller failed")
        assert re.search(FORFEITS[kind], first.text, re.IGNORECASE)
        assert "Its decision became a" in first.text
        last = play_until(table, "Caller failed again and stops playing")
        assert [button.text for button in last.buttons] == ["Restart Caller"]
        assert not opponent.present
        gone(mark)
        dealt = len(table.page.frames)
        table.presenter.hands.next_hand()  # as the timer does
        table.settle()
        assert len(table.page.frames) == dealt
        table.page.notices.clear()
        table.presenter.press_notice("retry")
        table.settle()
        assert opponent.present
        assert table.page.notices[-1] is None
    with HandReader(table.store.path) as reader:
        notes = [hand.notes[0] for hand in reader.list().hands if hand.notes]
    words = ["call: failed again and stops playing: ", "call: failed: "]
    assert [any(note.startswith(word) for note in notes) for word in words] == [True, True]


def test_leaving_ends_the_engine(facing: Any, tmp_path: Path) -> None:
    table = facing("leaves a child")
    table.finish_hand()
    assert processes(str(tmp_path / "mark"))
    table.presenter.choose_game("kuhn")
    table.settle()
    gone(str(tmp_path / "mark"), left=1)  # the new one
