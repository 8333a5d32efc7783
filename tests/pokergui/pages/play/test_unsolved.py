"""An engine that solves at the table, on streets that it cannot solve."""

from __future__ import annotations

from typing import Any

import pytest

from ai.resolve import street
from pokergui.store import HandReader


def test_what_the_blueprint_does_instead_is_said_and_kept(
    played: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(street, "MOST_BYTES", 1000)
    table = played("holdem-nolimit", "cfr-resolve:rivers")
    for _ in range(40):
        table.finish_hand()
        if any(table.page.notices):
            break
        table.presenter.next_hand()
        table.settle()
    notice = next(filter(None, table.page.notices))
    assert notice.title == "River resolver followed its blueprint here"
    assert notice.text.startswith("This street cannot be solved: it needs ")
    assert [button.text for button in notice.buttons] == ["Go on"]
    with HandReader(table.store.path) as reader:
        notes = [hand.notes for hand in reader.list().hands if hand.notes]
    assert notes and notes[0][0].startswith(
        "cfr-resolve:rivers: the blueprint answered: this street cannot be solved: it needs "
    )


def test_a_solved_street_says_nothing(played: Any) -> None:
    table = played("holdem-nolimit", "cfr-resolve:rivers")
    agent = table.presenter.opponents.seats[0]._agent
    for _ in range(20):
        table.finish_hand()
        table.presenter.next_hand()
        table.settle()
    assert agent.streets._known, "a river was solved"
    assert not any(table.page.notices)
