"""An engine in a process of its own that fails at the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.game import Game
from pokergui.pages.play.presenters import opponent as play_opponent
from pokergui.store import HandReader
from tests.ai.process.bad import bad_engine, processes


@pytest.fixture
def facing(played: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A table against an engine that misbehaves."""

    def make(kind: str) -> Any:
        def build(name: str, game: Game, *_: object) -> object:
            return bad_engine(kind, str(tmp_path / "mark"), game)

        monkeypatch.setattr(play_opponent, "build", build)
        return played("leduc")

    return make


def play_until(table: Any, words: str) -> Any:
    """The notice that says so; hands are played until it comes."""
    for _ in range(40):
        table.finish_hand()
        for notice in filter(None, table.page.notices):
            if words in notice.title:
                return notice
        table.presenter.next_hand()
        table.settle()
    raise AssertionError(f"nobody said {words}")


@pytest.mark.parametrize(
    ("kind", "reason"),
    [("kills itself", "it was ended by SIGKILL"), ("sleeps", "it did not answer in time")],
)
def test_an_engine_that_fails_twice_forfeits_and_can_be_started_again(
    facing: Any, tmp_path: Path, kind: str, reason: str
) -> None:
    table = facing(kind)
    opponent = table.presenter.opponent
    first = play_until(table, f"Caller failed: {reason}")
    assert "Its decision became a" in first.text
    last = play_until(table, f"Caller failed again and plays no further: {reason}")
    assert [button.text for button in last.buttons] == ["Restart Caller"]
    assert not opponent.present
    assert processes(str(tmp_path / "mark")) == []
    dealt = len(table.page.frames)
    table.presenter.hands.next_hand()  # as the timer does
    table.settle()
    assert len(table.page.frames) == dealt
    table.presenter.press_notice("retry")
    table.settle()
    assert opponent.present
    assert table.page.notices[-1] is None
    table.finish_hand()
    with HandReader(table.store.path) as reader:
        notes = [hand.notes for hand in reader.list().hands if hand.notes]
    words = ["failed again and plays no further", "failed"]
    assert sorted(notes) == [(f"call: {what}: {reason}",) for what in words]


def test_leaving_ends_the_engine(facing: Any, tmp_path: Path) -> None:
    table = facing("leaves a child")
    table.finish_hand()
    assert processes(str(tmp_path / "mark"))
    table.presenter.choose_game("kuhn")
    table.settle()
    assert len(processes(str(tmp_path / "mark"))) == 1  # the new one
