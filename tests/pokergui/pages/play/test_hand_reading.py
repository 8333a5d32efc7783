import numpy as np
import pytest

from ai.opponent.agent import LITERAL, NAME
from ai.opponent.belief import belief
from ai.opponent.model import BehaviourModel, SituationFrequencies
from ai.opponent.prior import prior_of
from engine.combos import combo_index
from engine.game import get_game
from engine.jobs import JobControl
from pokergui.formatting.reviewed import action_title
from pokergui.formatting.words import ev_unit, signed
from pokergui.pages.play.presenters import opponents
from pokergui.pages.play.presenters.hand_reading import BeliefPresenter, ModelPresenter
from pokergui.pages.play.scenes.learned import STOP, UNDO, differs, key_text
from pokergui.pages.play.work.hand_reading import family_of, rounded, share_text
from pokergui.store import PERSONS_MODEL, OpponentStore
from tests.pokergui.heard import heard, number_in
from tests.pokergui.pages.play.tables import built_by, hand_at
from tests.pokergui.store import random_hands
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.slow
DEEP = "holdem-nolimit@100"
LEDUC = get_game("leduc")
FAMILY = family_of(LEDUC)


def hands_kept(writer, game="leduc"):
    state = writer.load(PERSONS_MODEL, family_of(get_game(game)))
    return int(state["hands"]) if state else 0


class Reader:
    def __init__(self, game, home, writer):
        self.game, self.writer, self.runner = game, writer, SyncRunner()
        self.belief = BeliefPresenter(self.runner, writer, home)
        self.scenes = heard(self.belief.scene)
        self.set_table(game)
        self.belief.set_on(True)
        self.sheet = ModelPresenter(self.runner, writer, self.belief, home)
        self.sheets, self.opened = heard(self.sheet.scene), heard(self.sheet.opened)
        self.runner.run_all()

    def set_table(self, game):
        self.belief.set_table(get_game(game), "Granite")

    @property
    def scene(self):
        self.runner.run_all()
        return self.scenes[-1]

    @property
    def shown(self):
        self.runner.run_all()
        return self.sheets[-1]

    @property
    def title(self):
        notice = self.shown.notice
        return notice.title if notice is not None else ""

    def look(self, line, number=1, *, seat=0, seed=3, **more):
        view = hand_at(self.game, line, seed).view(seat)
        self.belief.look(view, number, **{"counts": True, **more})
        return self.scene if not more.get("hold") else None

    def learn(self, line="rc/rf", seed=3):
        self.belief.observe(hand_at(self.game, line, seed).record_for(1), 0)

    @property
    def hands(self):
        self.runner.run_all()
        return hands_kept(self.writer, self.game)


@pytest.fixture
def reader(home, writer):
    return lambda game="leduc": Reader(game, home, writer)


@pytest.mark.parametrize(
    ("game", "line", "most"), [("kuhn", "r", "1.58"), ("leduc", "rc/r", "2.58")]
)
def test_belief_update_follows_bayes_rule(reader, game, line, most, home):
    scene, view = reader(game).look(line), hand_at(game, line).view(0)
    model = BehaviourModel(view.spot.game, prior_of(view.spot.game, home, JobControl()))
    found = belief(model, view.spot, 0)
    own = found.weights[combo_index(view.hole, view.spot.game.deck)]
    assert scene.own_share == share_text(float(own))
    assert sum(cell.height for cell in scene.grid.cells) == pytest.approx(1.0)
    assert "0 hands" in scene.model
    assert scene.total.endswith(f" of {most}") and len(scene.leaks) == len(found.stages)


def test_information_bits_sum_and_mark_the_most_revealing_action(reader):
    lines = ("c", "r200", "r300c/", "r300c/r400c/", "r300c/r400c/c", "r300c/r400c/cr900c/")
    for seat in (0, 1):
        at = reader(DEEP)
        scene = at.look("", seat=seat)  # before the first action all hands are alike
        assert {cell.height for cell in scene.grid.cells} == {0.5}
        assert (scene.total, scene.own_share) == ("0.00 of 10.4", "0.08%")
        for line in lines:  # from a single hand, so the figures get rounded repeatedly
            scene = at.look(line, seat=seat)
            if scene.most:
                assert scene.most.split()[-2] == max(leak.bits for leak in scene.leaks)
        shown = [number_in(leak.bits) for leak in scene.leaks]
        assert sum(shown) == pytest.approx(number_in(scene.total.split()[0]))
        assert [leak.share == 0.0 for leak in scene.leaks] == [value <= 0 for value in shown]
        for count, merged in enumerate(scene.merged, start=2):
            assert number_in(merged.bits) == pytest.approx(sum(shown[:count]))


def test_rounding_keeps_the_sum_within_a_hundredth_each():
    rng = np.random.default_rng(5)
    for _ in range(200):
        bits = rng.normal(0.3, 0.5, rng.integers(0, 9)).tolist()
        shown = rounded(bits)
        assert sum(shown) == round(100 * sum(bits))
        assert all(abs(a - 100 * b) < 1 for a, b in zip(shown, bits, strict=True))


def test_every_hand_updates_and_saves_the_model(reader):
    fresh = reader().look("rc/rc", 7)
    at = reader()
    before = len(at.scenes)
    # The end of a hand is held back, and shown before it is learned.
    at.look("rc/rc", 7, hold=True)
    at.learn("rc/rc")
    assert at.hands == 1 and len(at.scenes) == before
    at.belief.release()
    assert (at.scene.total, at.scene.own_share) == (fresh.total, fresh.own_share)
    at.belief.set_on(False)  # learning does not depend on the drawer
    before = len(at.scenes)
    at.look("rc/rc")
    at.learn()
    assert at.hands == 2 and len(at.scenes) == before


def test_a_damaged_state_is_reported_and_nothing_is_overwritten(reader, writer):
    writer.save(PERSONS_MODEL, FAMILY, 5, {"format": 99}).result()
    at = reader()
    at.learn()
    assert at.scene.note.startswith("No belief: ") and not at.scene.thinking
    assert writer.load(PERSONS_MODEL, FAMILY) == {"format": 99}
    for step in (at.sheet.open, at.sheet.reset, at.learn):  # it can be started afresh
        step()
        at.runner.run_all()
    assert at.hands == 1


def test_hand_that_ends_during_a_reset_is_learned_from(reader):
    at = reader()
    at.learn()
    assert at.hands == 1
    at.sheet.open()
    at.runner.run_all()
    at.sheet.reset()
    at.learn()  # before the reset is done
    assert at.hands == 1 and "1 hand" in at.look("rc/r").model


def test_rare_observations_shift_the_model_less_than_frequent_ones():
    seen, expected = np.array([1.0, 0.0, 0.0]), np.array([0.4, 0.5, 0.1])
    few, many = (SituationFrequencies(0, "", times, seen, expected) for times in (1, 100))
    assert differs(few) == pytest.approx(0.6 / 5)
    assert 0.55 < differs(many) < 0.6


def test_hand_shows_its_situations_and_a_reset_can_be_undone(reader):
    at = reader()
    at.sheet.open()
    scene = at.shown
    assert at.opened == [True] and scene.empty and not scene.can_reset and scene.rows == ()
    at.learn(seed=1)
    scene = at.shown
    assert [row.seen for row in scene.rows] == ["1", "1"]
    assert scene.figures[0].value == "1" and scene.can_reset
    order = [int(row.differs) for row in scene.rows]
    assert order == sorted(order, reverse=True)
    assert "1 hand" in at.look("rc/r").model
    at.sheet.reset()
    assert "0 hands" in at.scene.model  # it is asked again
    assert at.title.startswith("Model of you in Leduc") and at.hands == 0
    assert at.shown.rows == ()
    at.sheet.press_notice(UNDO)
    assert at.shown.notice is None and at.hands == 1 and at.shown.rows
    at.sheet.reset()
    at.runner.run_all()
    at.learn(seed=1)  # something has been learned: too late
    assert at.hands == 1 and at.shown.notice is None
    at.sheet.press_notice(UNDO)
    assert at.hands == 1


def test_models_transfer_to_other_names_by_export_and_fit(reader, tmp_path):
    at = reader()
    at.learn()
    assert at.hands == 1
    at.sheet.open()
    file = tmp_path / "me.safetensors"
    at.sheet.export(str(file))
    assert at.title == "Saved as me.safetensors" and file.exists()
    at.sheet.fit([str(file)])  # the user already has a saved model
    assert at.shown.notice.kind == "error"
    at.sheet.reset()
    at.runner.run_all()
    at.sheet.fit([str(file)])
    assert at.title == "Learned you from 1 hand" and at.hands == 1
    at.sheet.fit([str(random_hands.played(tmp_path / "others" / "hands.db", 6, games=("leduc",)))])
    assert at.sheets[-1].busy
    assert "6 hands" in at.title and not at.shown.busy
    at.sheet.choose(key_text(("random", FAMILY)))
    assert at.shown.opponents.current == key_text(("random", FAMILY)) and at.shown.rows
    at.sheet.press_notice(STOP)
    at.sheet.close()
    assert at.opened == [True, False]


def test_every_played_hand_but_no_training_hand_is_learned_from(played):
    table = played("leduc")
    scenes = heard(table.presenter.belief.scene)
    table.presenter.set_preferences(guard=False, auto_next=False, advisor=True)
    table.settle()
    assert scenes[-1].grid is not None
    table.finish_hand()
    assert scenes[-1].leaks
    writer = OpponentStore(table.store)
    for moved_on, hands in ((table.undo, 1), (table.next, 2)):
        assert hands_kept(writer) == 1
        moved_on()
        table.finish_hand()
        assert hands_kept(writer) == hands


@pytest.mark.parametrize("usable", [True, False])
def test_modelling_engine_starts_from_the_saved_model_and_keeps_learning(played, usable):
    models, build = [], opponents.build

    def built(name, *rest):
        models.append(build(name, *rest))
        return models[-1]

    table = played("leduc")
    writer = OpponentStore(table.store)
    list(table.play_hands(3))
    if not usable:
        wrong = {**BehaviourModel(LEDUC).save_state(), "memories": [7.0]}
        writer.save(PERSONS_MODEL, FAMILY, 5, wrong).result()
        table.presenter.belief.load()
    with built_by(built):
        table.choose("opponent-model")
    begun = 3 if usable else 0
    assert models[-1].model.hands == begun
    list(table.play_hands(4))  # it learns before its next query
    assert models[-1].model.hands > begun
    if usable:
        table.do(table.presenter.learned.open)
        table.do(table.presenter.learned.reset)
        list(table.play_hands(2))
        assert models[-1].model.hands <= 3
    else:
        assert writer.load(PERSONS_MODEL, FAMILY)["memories"] == [7.0]


class TableSheet:
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
def test_decisions_are_explained_by_their_numbers(played, game, name):
    sheet = TableSheet(played(game, name))
    for hands in (1, 2, 3):
        given, line = sheet.play_hand(), sheet.table.actions
        shown = sheet.decisions() if given else []
        assert sheet.known[-1] == bool(given) and len(shown) == len(given)
        for scene, one in zip(shown, given, strict=True):
            assert one.hands == hands  # the model has grown with every earlier hand
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


def test_hands_in_play_are_not_explained(played):
    sheet = TableSheet(played("leduc", NAME))
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
    sheet.table.choose("call")  # other engines give none
    sheet.play_hand()
    assert sheet.known[-1] is False and sheet.scenes[-1].empty and not sheet.scenes[-1].weighed
