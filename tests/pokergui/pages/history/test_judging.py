from contextlib import closing

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.game import get_game
from pokergui.pages.history.presenters.judging import JudgePresenter
from pokergui.pages.history.scenes.rows import ListFilter
from pokergui.pages.history.wiring import connect_judging
from pokergui.store import PERSONS_MODEL, Store
from tests.pokergui.blinds import blind_words
from tests.pokergui.heard import AtOnce, heard, number_in
from tests.pokergui.store.players import keep_match
from tests.pokergui.store.random_hands import play_into

pytestmark = pytest.mark.slow
LEDUC = get_game("leduc")
NAMES = ("cfr", "random")


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("judging") / "hands.db"
    with closing(Store.open(path)) as store:
        keep_match(store, LEDUC, NAMES, 400, players=("Exact", "Walker"))
        play_into(store, 12, games=("kuhn", "leduc"))
    return path


class Room:
    def __init__(self, path, wanted):
        self.wanted = wanted
        self.presenter = JudgePresenter(AtOnce(), path, path.parent, lambda: self.wanted)
        self.notices, self.scenes = heard(self.presenter.notice), heard(self.presenter.scene)
        self.presenter.look()

    scene = property(lambda self: self.scenes[-1])

    def look(self, **wanted):
        self.wanted = ListFilter(**wanted)
        self.presenter.look()


@pytest.fixture
def room(path):
    return Room(path, ListFilter(mode="match:1"))


@pytest.mark.ci
def test_added_strategies_are_judged_with_the_figures_of_the_command(room, path, cli):
    assert [row.note for row in room.scene.rows] == ["played these hands"]
    room.presenter.choose("adding", "call")
    room.presenter.choose("judge", None)
    rows = room.scene.rows
    args = ("evaluate", "--match", "1", "--db", str(path), "--target", "cfr")
    for row, told in zip(rows, cli.json(*args, "--target", "call")["targets"], strict=True):
        figures = told["estimators"]["pi+gea"]
        assert number_in(row.mean) == pytest.approx(figures["mean_mbb"], abs=0.51)
        assert row.effective == f"{round(figures['effective_samples']):,}"
    assert rows[0].reading == "wins"
    assert blind_words(room.scene) == [] and not room.scene.can_judge
    room.presenter.choose("estimator", "basic")
    assert room.scene.rows[0].percent == "100%"
    room.presenter.choose("removed", "call")
    room.presenter.choose("value", "divat")  # hands count by other values
    assert room.scene.rows[0].mean == "…" and room.scene.can_judge


def test_unjudgeable_hands_are_reported_in_one_line(room):
    room.look()
    assert room.scene.problem == "These hands are of several games; choose one of kuhn, leduc."
    room.look(game="leduc")
    room.presenter.choose("side", PERSONS_MODEL)  # whose hands need the engine that was followed
    assert (room.scene.rows, room.scene.can_judge) == ((), False)
    for followed, error in (("call", True), ("random", False)):
        room.presenter.choose("followed", followed)
        room.presenter.choose("judge", None)
        assert (room.notices[-1] is not None) == error
    assert "you saw its strategy" in " ".join(room.scene.notes)


@pytest.mark.ci
def test_unsupported_estimates_never_count_as_wins(room):
    """The rows of ``cfr`` have no 0, but what they call once in a million hands shows nothing."""
    room.presenter.choose("adding", "raise")
    room.presenter.choose("judge", None)
    room.presenter.choose("estimator", "basic")
    own, other = room.scene.rows
    assert (own.reading, own.warnings) == ("wins", ())
    assert (other.reading, other.interval, other.middle) == ("not supported", "not valid", None)
    assert other.warnings[0].startswith("missing support ") and not other.leads
    room.presenter.choose("side", "Walker")  # begins anew
    assert [(row.key, row.mean) for row in room.scene.rows] == [("random", "…"), ("raise", "…")]
    assert room.scene.against == "against Exact"
    room.presenter.choose("removed", "random")  # played the hands
    room.presenter.choose("removed", "raise")
    assert [row.key for row in room.scene.rows] == ["random"]


@pytest.mark.ci
def test_judging_room_replaces_the_list(window, path):
    page = window.history
    presenter = JudgePresenter(AtOnce(), path, path.parent, lambda: ListFilter(mode="match:1"))
    connect_judging(presenter, page)
    window.show_page("history")
    page.filters.controls.judge.click()
    table = page.judging.table
    assert page.judging.isVisible() and not page.list.isVisible()
    page.judging.controls.adding.chosen.emit("call")
    page.judging.controls.judge.click()
    assert [row.mean != "…" for row in table.rows] == [True, True]
    table.select("call")
    QTest.keyClick(table, Qt.Key.Key_Delete)
    assert [row.key for row in table.rows] == ["cfr"]
    QTest.keyClick(table, Qt.Key.Key_Escape)
    assert page.list.isVisible()
