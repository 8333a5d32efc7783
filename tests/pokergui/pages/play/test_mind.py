"""Mind-reading: its contents; it learns from hands that count, never peeks, never waits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ai.opponent.belief import belief
from ai.opponent.model import BehaviourModel
from ai.opponent.prior import prior_of
from engine.combos import combo_index
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import SeatView
from pokergui.pages.play.presenters import seat_engine
from pokergui.pages.play.presenters.mind import Mind
from pokergui.pages.play.scenes.mind import rounded, share_text
from pokergui.pages.play.viewmodel.mind import MindScene
from pokergui.pages.play.work.mind import family_of
from pokergui.store import PERSONS_MODEL, OpponentStore
from tests.pokergui.pages.play.tables import hand_at
from tests.sync_runner import SyncRunner

pytestmark = pytest.mark.slow
DEEP = "holdem-nolimit@100"
OVER = "r300c/r400c/cr900c/"


def hands_kept(writer: OpponentStore, game: str) -> int:
    state = writer.load(PERSONS_MODEL, family_of(get_game(game)))
    return int(state["hands"]) if state else 0


class Reader:
    """A mind reader at a table, and its contents."""

    def __init__(self, game: str, home: Path, writer: OpponentStore) -> None:
        self.game, self.writer, self.runner = game, writer, SyncRunner()
        self.mind = Mind(self.runner, writer, home)
        self.scenes: list[MindScene] = []
        self.mind.scene.connect(self.scenes.append)
        self.mind.sit(get_game(game), "Granite")
        self.mind.set_on(True)
        self.runner.run_all()

    @property
    def scene(self) -> MindScene:
        self.runner.run_all()
        return self.scenes[-1]

    def look(self, view: SeatView, number: int = 1, *, counts: bool = True) -> MindScene:
        self.mind.look(view, number, counts=counts)
        return self.scene

    def learn(self, line: str = "rc/rf", seed: int = 3) -> None:
        self.mind.observe(hand_at(self.game, line, seed).record_for(1), 0)

    @property
    def hands(self) -> int:
        self.runner.run_all()
        return hands_kept(self.writer, self.game)


@pytest.fixture
def reader(home, writer) -> Any:
    return lambda game="leduc": Reader(game, home, writer)


@pytest.mark.parametrize(
    ("game", "line", "most"), [("kuhn", "r", "1.58"), ("leduc", "rc/r", "2.58")]
)
def test_it_shows_bayes(reader, game, line, most, home):
    view = hand_at(game, line).view(0)
    scene = reader(game).look(view)
    model = BehaviourModel(view.spot.game, prior_of(view.spot.game, home, JobControl()))
    found = belief(model, view.spot, 0)
    own = found.weights[combo_index(view.hole, view.spot.game.deck)]
    assert scene.own_share == share_text(float(own))
    assert scene.grid is not None and scene.grid.shaded
    assert sum(cell.height for cell in scene.grid.cells) == pytest.approx(1.0)
    assert scene.title == "What Granite believes about you" and "0 hands" in scene.model
    assert scene.total.endswith(f" of {most}") and len(scene.leaks) == len(found.stages)


def test_before_the_first_action_all_is_alike(reader):
    at = reader(DEEP)
    assert "next hand" in at.scene.note and at.scene.own == ()
    at.mind.look(hand_at(DEEP, "").view(0), 1, counts=True)
    assert at.scenes[-1].thinking and at.scenes[-1].own == ()
    scene = at.scene
    assert scene.grid is not None and {cell.height for cell in scene.grid.cells} == {0.5}
    assert (scene.total, scene.own_share) == ("0.00 of 10.4", "0.08%")
    assert "not acted" in scene.note and scene.leaks == () and len(scene.own) == 2


def number(text: str) -> float:
    return float(text.replace("\u2212", "-"))


def test_bits_sum_to_the_total_and_the_largest_is_the_most_revealing(reader):
    lines = ("c", "r200", "r300c/", "r300c/r400c/", "r300c/r400c/c", OVER)
    for seat in (0, 1):
        at = reader(DEEP)
        for line in lines:  # of one hand, so that its figures are rounded again and again
            scene = at.look(hand_at(DEEP, line).view(seat))
            if scene.most:
                assert scene.most.split()[-2] == max(leak.bits for leak in scene.leaks)
        shown = [number(leak.bits) for leak in scene.leaks]
        assert sum(shown) == pytest.approx(number(scene.total.split()[0]))
        assert [leak.share == 0.0 for leak in scene.leaks] == [value <= 0 for value in shown]
        for count, merged in enumerate(scene.merged, start=2):
            assert number(merged.bits) == pytest.approx(sum(shown[:count]))


def test_rounding_keeps_the_sum_and_strays_by_less_than_a_hundredth():
    rng = np.random.default_rng(5)
    for _ in range(200):
        bits = rng.normal(0.3, 0.5, rng.integers(0, 9)).tolist()
        shown = rounded(bits)
        assert sum(shown) == round(100 * sum(bits))
        assert all(abs(a - 100 * b) < 1 for a, b in zip(shown, bits, strict=True))


def test_neither_the_opponents_cards_nor_the_own_ones_change_the_belief(reader):
    at, seen = reader(), []
    for seed in range(3, 40):
        hand = hand_at("leduc", "rc/r", seed)
        if hand.board == hand_at("leduc", "rc/r").board:
            seen.append([cell.note for cell in at.look(hand.view(0)).grid.cells])
    assert len(seen) > 2 and all(one == seen[0] for one in seen)


def test_it_learns_from_each_hand_and_keeps_it(reader):
    at = reader()
    for count in range(1, 4):
        at.learn(seed=count)
        assert at.hands == count
    assert "3 hands" in at.scene.model
    at.mind.set_on(False)  # learning does not depend on the drawer
    before = len(at.scenes)
    at.mind.look(hand_at("leduc", "rc/r").view(0), 1, counts=True)
    assert at.runner.waiting == 0
    at.learn()
    assert at.hands == 4 and len(at.scenes) == before


def test_the_end_of_a_hand_is_held_back_and_read_before_it_is_learned(reader):
    at, hand = reader(), hand_at("leduc", "rc/rc")
    before = len(at.scenes)
    at.mind.look(hand.view(0), 7, counts=True, hold=True)
    at.learn("rc/rc")
    assert at.hands == 1 and len(at.scenes) == before
    at.mind.release()
    at.writer.reset(PERSONS_MODEL).result()
    fresh = reader().look(hand.view(0), 7)
    assert (at.scene.total, at.scene.own_share) == (fresh.total, fresh.own_share)


def test_the_most_revealing_action_is_one_of_a_hand_that_counts(reader):
    at, view = reader(), hand_at("leduc", "rc/r").view(0)
    assert at.look(view, 12, counts=False).most == ""
    most = at.look(view, 13).most
    assert "hand 13" in most and "bits" in most


@pytest.mark.parametrize(
    ("game", "line", "between", "after"),
    [("leduc", "rc/rf", "kuhn", "leduc"), (DEEP, "r300f", "leduc", "holdem-nolimit@50")],
)
def test_another_game_loses_no_hand_and_depths_learn_together(reader, game, line, between, after):
    at = reader(game)
    at.learn(line)
    at.mind.sit(get_game(between), "Granite")
    assert at.hands == 1
    at.mind.sit(get_game(after), "Granite")
    assert "1 hand" in at.scene.model


def test_a_damaged_state_is_told_and_nothing_is_overwritten(reader, writer):
    family = family_of(get_game("leduc"))
    writer.save(PERSONS_MODEL, family, 5, {"format": 99}).result()
    at = reader()
    at.learn()
    assert at.scene.note.startswith("No belief: ") and not at.scene.thinking
    assert writer.load(PERSONS_MODEL, family) == {"format": 99}


# At the table


def test_every_played_hand_is_learned_from_but_training_is_not(played):
    table, scenes = played("leduc"), list[MindScene]()
    table.presenter.mind.scene.connect(scenes.append)
    table.presenter.set_preferences(guard=False, auto_next=False, advisor=True)
    table.settle()
    assert scenes[-1].grid is not None
    table.finish_hand()
    assert scenes[-1].leaks and scenes[-1].grid is not None
    writer = OpponentStore(table.store)
    for moved_on, hands in ((table.undo, 1), (table.next, 2)):
        assert hands_kept(writer, "leduc") == 1
        moved_on()
        table.finish_hand()
        assert hands_kept(writer, "leduc") == hands


@pytest.mark.parametrize("usable", [True, False])
def test_an_engine_that_models_begins_with_what_is_known_and_learns_on(played, monkeypatch, usable):
    models, build = [], seat_engine.build

    def built(name: str, *rest: Any) -> Any:
        agent = build(name, *rest)
        if name == "opponent-model":
            models.append(agent)
        return agent

    monkeypatch.setattr(seat_engine, "build", built)
    table = played("leduc")
    list(table.play_hands(3))
    if not usable:
        writer, game = OpponentStore(table.store), get_game("leduc")
        wrong = {**BehaviourModel(game).save_state(), "memories": [7.0]}
        writer.save(PERSONS_MODEL, family_of(game), 5, wrong).result()
        table.presenter.mind.load()
    table.do(table.presenter.choose_opponent, "opponent-model")
    begun = 3 if usable else 0
    assert models[-1].model.hands == begun
    for _ in range(4):  # it learns before it is asked again
        table.reach_decision()
        table.finish_hand()
        table.next()
    assert models[-1].model.hands > begun
    if not usable:
        assert writer.load(PERSONS_MODEL, family_of(game))["memories"] == [7.0]
        return
    table.presenter.learned.open()
    table.do(table.presenter.learned.reset)
    table.reach_decision()
    table.finish_hand()
    table.next()
    assert models[-1].model.hands <= 3
