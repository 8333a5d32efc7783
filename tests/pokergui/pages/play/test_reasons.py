import pytest

from ai.opponent.agent import LITERAL, NAME
from pokergui.formatting.reviewed import action_title
from pokergui.formatting.words import ev_unit, signed
from tests.pokergui.heard import heard

pytestmark = pytest.mark.slow


class Sheet:
    def __init__(self, table):
        self.table, self.presenter = table, table.presenter.reasons
        table.presenter.set_preferences(guard=False, auto_next=False, advisor=False)
        self.given = heard(table.presenter.opponents.reasoned)
        self.scenes, self.known = heard(self.presenter.scene), heard(self.presenter.known)
        table.finish_hand()

    def play_hand(self):
        self.given.clear()
        self.table.next()
        self.table.finish_hand()
        return list(self.given)

    def decisions(self):
        while self.scenes[-1].can_back:
            self.presenter.back()
        found = [self.scenes[-1]]
        while found[-1].can_forward:
            self.presenter.forward()
            found.append(self.scenes[-1])
        return found


@pytest.mark.parametrize(("game", "name"), [("leduc", NAME), ("kuhn", LITERAL)])
def test_decisions_are_shown_with_the_numbers_that_made_them(played, game, name):
    sheet = Sheet(played(game, name))
    for hands in (1, 2, 3):
        given, line = sheet.play_hand(), sheet.table.actions
        shown = sheet.decisions() if given else []
        assert sheet.known[-1] == bool(given) and len(shown) == len(given)
        for scene, one in zip(shown, given, strict=True):
            assert one.hands == hands  # the model has grown by every hand before
            assert f": {hands} hand" in scene.model
            unit = ev_unit(one.spot.game)
            values = one.answer.values[0].tolist()
            titles = [action_title(one.spot, action) for action in one.answer.actions]
            told = [signed(value / unit.chips, unit.digits) for value in values]
            rows = [(row.title, row.value) for row in scene.weighed]
            assert rows == list(zip(titles, told, strict=True))
            taken = action_title(one.spot, line[len(one.spot.actions)])
            assert [row.title for row in scene.weighed if row.played] == [taken]
            assert max(values) == pytest.approx(values[titles.index(taken)], abs=1e-9)
            assert scene.chance[0].value == f"{one.chance:.1%}"
            assert len(scene.expected) == len(one.belief.stages)


def test_nothing_is_shown_of_a_hand_in_play(played):
    sheet = Sheet(played("leduc", NAME))
    for _ in range(20):
        sheet.scenes.clear()
        sheet.given.clear()
        sheet.table.next()
        sheet.table.act("call")
        if sheet.given and sheet.table.bar.next_hand is None:
            break
        sheet.table.finish_hand()
    assert sheet.given and not sheet.scenes
    sheet.table.finish_hand()
    assert sheet.scenes[-1].weighed


def test_decisions_on_the_line_played_in_the_end_are_kept(played):
    """A training hand also keeps the answers before an undo, each once."""
    sheet = Sheet(played("leduc", NAME))
    next(given for _ in range(30) if len(given := sheet.play_hand()) >= 2)
    before = sheet.decisions()
    sheet.table.undo()
    sheet.table.act("call")
    sheet.table.finish_hand()
    after, line = sheet.decisions(), sheet.table.actions
    spots = [one.spot.actions for one in sheet.given]
    made = len({len(actions) for actions in spots if actions == line[: len(actions)]})
    hand = after[0].title.partition(",")[0]
    titles = [f"{hand}, decision {at} of {made}" for at in range(1, made + 1)]
    assert [scene.title for scene in after] == titles
    assert after[0].weighed == before[0].weighed
    sheet.table.choose("call")  # other engines give none
    sheet.play_hand()
    assert sheet.known[-1] is False and not sheet.scenes[-1].weighed
    assert sheet.scenes[-1].empty[0] == "No reader decision to explain"
