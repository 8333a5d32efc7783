"""A reader's decisions after a hand: its own numbers, with the model of that moment."""

from __future__ import annotations

from typing import Any

import pytest

from ai.opponent.agent import LITERAL, NAME
from ai.opponent.reasons import Reasons
from engine.player import ActionKind
from engine.rng import rng_state
from engine.table import shuffled_deck
from pokergui.formatting.reviewed import action_title
from pokergui.formatting.words import ev_unit, signed
from pokergui.pages.play.viewmodel.reasons import ReasonsScene
from pokergui.pages.play.work import hand_writer
from tests.pokergui.gallery.reasons_scenes import STATES


@pytest.fixture(autouse=True)
def seeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same hands in every run."""
    rng = rng_state(7)
    monkeypatch.setattr(hand_writer, "live_deck", lambda game: shuffled_deck(game, rng))


class Sheet:
    """A table with a reader, its reasons as it gave them, and what the sheet shows."""

    def __init__(self, table: Any) -> None:
        self.table, self.presenter = table, table.presenter.reasons
        self.given: list[Reasons] = []
        # The next hand is dealt when it is asked for.
        table.presenter.set_preferences(guard=False, auto_next=False, advisor=False)
        self.scenes: list[ReasonsScene] = []
        self.known: list[bool] = []
        table.presenter.opponents.reasoned.connect(self.given.append)
        self.presenter.scene.connect(self.scenes.append)
        self.presenter.known.connect(self.known.append)

    def play_hand(self) -> list[Reasons]:
        """Play a hand to its end; return the reasons given in it."""
        del self.given[:]
        self.table.presenter.next_hand()
        self.table.settle()
        self.table.finish_hand()
        return list(self.given)

    def decisions(self) -> list[ReasonsScene]:
        """Return the scenes of all decisions in the last hand, read through forward."""
        while self.scenes[-1].can_back:
            self.presenter.back()
        found = [self.scenes[-1]]
        while found[-1].can_forward:
            self.presenter.forward()
            found.append(self.scenes[-1])
        return found


@pytest.mark.parametrize(("game", "name"), [("leduc", NAME), ("kuhn", LITERAL)])
def test_decisions_are_shown_with_the_numbers_that_made_them(
    played: Any, game: str, name: str
) -> None:
    table = played(game, name)
    sheet = Sheet(table)
    table.finish_hand()
    for hands in (1, 2, 3):
        given = sheet.play_hand()
        line = table.presenter.hands.play.table.hand.spot.actions
        shown = sheet.decisions() if given else []
        assert sheet.known[-1] == bool(given) and len(shown) == len(given)
        for scene, one in zip(shown, given, strict=True):
            assert one.hands == hands  # the model has grown by every hand before
            assert f": {hands} hand" in scene.model
            unit = ev_unit(one.spot.game)
            values = one.answer.values[0].tolist()
            assert [row.value for row in scene.weighed] == [
                signed(value / unit.chips, unit.digits) for value in values
            ]
            titles = [action_title(one.spot, action) for action in one.answer.actions]
            assert [row.title for row in scene.weighed] == titles
            taken = action_title(one.spot, line[len(one.spot.actions)])
            assert [row.title for row in scene.weighed if row.played] == [taken]
            best = max(range(len(values)), key=values.__getitem__)
            assert values[best] == pytest.approx(values[titles.index(taken)], abs=1e-9)
            assert scene.chance[0].value == f"{one.chance:.1%}"
            assert len(scene.expected) == len(one.belief.stages)
            assert scene.grid is not None and scene.grid.marked >= 0


def test_nothing_is_shown_of_a_hand_in_play(played: Any) -> None:
    table = played("leduc", NAME)
    sheet = Sheet(table)
    table.finish_hand()
    for _ in range(20):
        sheet.scenes.clear()
        del sheet.given[:]
        table.presenter.next_hand()
        table.settle()
        table.act("call")
        if sheet.given and table.page.shown["actions"].next_hand is None:
            break
        table.finish_hand()
    assert sheet.given and not sheet.scenes
    table.finish_hand()
    assert sheet.scenes[-1].weighed


def test_decisions_on_the_line_played_in_the_end_are_kept(played: Any) -> None:
    """A training hand has the answers before the person took back, too, each once."""
    table = played("leduc", NAME)
    sheet = Sheet(table)
    for _ in range(20):
        given = sheet.play_hand()
        if given and len(sheet.decisions()) == len(given) > 1:
            break
    before = sheet.decisions()
    table.presenter.hands.undo()
    table.settle()
    table.act("call")
    table.finish_hand()
    after = sheet.decisions()
    line = table.presenter.hands.play.table.hand.spot.actions
    made = {
        len(one.spot.actions)
        for one in sheet.given
        if one.spot.actions == line[: len(one.spot.actions)]
    }
    assert len(after) == len(made)
    assert [scene.title for scene in after] == [
        f"{after[0].title.partition(',')[0]}, decision {at} of {len(made)}"
        for at in range(1, len(made) + 1)
    ]
    assert after[0].weighed == before[0].weighed


def test_other_engines_give_none(played: Any) -> None:
    table = played("leduc", "call")
    sheet = Sheet(table)
    table.finish_hand()
    assert sheet.known[-1:] == [False] and not sheet.scenes[-1].weighed
    assert sheet.scenes[-1].empty[0] == "No decision of a reader to explain"


def test_the_value_is_written_out() -> None:
    scene = STATES["preflop"]()
    (row,) = (row for row in scene.weighed if row.played)
    assert row.folds and row.wins
    how, total = scene.rule[1].removeprefix(f"EV of {row.title.lower()}: ").split(" = ")
    text = how.replace("\u2212", "-").replace("\u00b7", "*").replace("%", " / 100")
    value = float(total.removesuffix(" bb"))
    assert eval(text) == pytest.approx(value, abs=0.2)  # of rounded chances, times 200 bb
    assert f"{value:+.2f}" == row.value
    call = next(row for row in scene.weighed if row.title.startswith("Call"))
    assert not call.folds and ActionKind.FOLD.name.title() == scene.weighed[0].title
    assert STATES["leduc"]().rule[0].startswith("It plays the best response to its model of you.")
