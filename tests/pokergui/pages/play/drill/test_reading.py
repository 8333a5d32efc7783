import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from engine.game import get_game
from pokergui.formatting.words import percent
from pokergui.pages.play.drill.presenters import ReadingPresenter
from pokergui.pages.play.drill.wiring import connect_drills, connect_reading
from pokergui.pages.play.drill.work import RANGES, SeriesPlan
from tests.pokergui.heard import AtOnce, heard
from tests.pokergui.pages.play.drill.rooms import SEED, Room, series_seed

pytestmark = pytest.mark.slow


class Reader:
    def __init__(self, home, game="leduc"):
        self.presenter = ReadingPresenter(AtOnce(), home, seed=SEED)
        self.scenes, self.frames = heard(self.presenter.scene), heard(self.presenter.frames)
        self.links = heard(self.presenter.study_requested)
        self.presenter.begin(SeriesPlan(get_game(game), "cfr", RANGES))

    scene = property(lambda self: self.scenes[-1])
    title = property(lambda self: self.frames[-1][-1].scene.title)
    heights = property(lambda self: [pytest.approx(cell.height) for cell in self.scene.yours.cells])


@pytest.fixture
def reader(tmp_path):
    return Reader(tmp_path)


def test_range_is_painted_submitted_and_scored(reader, cli):
    presenter = reader.presenter
    assert reader.title == "Spot 1 of 10" and reader.heights == [0.0, 0.0, 0.0]
    for act in (presenter.commit, presenter.go_on, presenter.study):  # nothing is painted
        act()
    assert reader.scene.verdict is None and reader.title == "Spot 1 of 10" and not reader.links
    presenter.paint(0, True)
    for _ in range(20):
        presenter.weigh(1, 0.05)
    presenter.commit()
    scene, args = reader.scene, ("drill", "leduc", "--ranges", "--seed", str(series_seed()))
    (spot,) = cli.json(*args, "--spots", "1", "--answer=K, Q")["spots"]
    share = percent(spot["answer"]["score_pct"] / 100)
    assert scene.verdict.title.startswith(f"{share} overlap")
    assert max(cell.height for cell in scene.judged.cells) == pytest.approx(1.0)
    assert scene.series.marks == ("answered", *[""] * 9) and scene.can_next
    presenter.paint(2, True)  # named
    assert reader.heights == [1.0, 1.0, 0.0]
    presenter.study()
    assert reader.links[-1].game == get_game("leduc") and reader.links[-1].hole
    presenter.go_on()
    assert reader.title == "Spot 2 of 10" and reader.heights == [0.0, 0.0, 0.0]


def test_range_is_filled_copied_and_pasted_as_text(reader):
    copied = heard(reader.presenter.copied)
    for text in ("K, J:0.25", "nonsense"):
        reader.presenter.paste(text)
        assert reader.heights == [1.0, 0.0, 0.25]
    reader.presenter.copy()
    assert copied == ["K, J:0.25"]
    reader.presenter.fill(1.0)
    assert reader.heights == [1.0, 1.0, 1.0]
    reader.presenter.commit()
    score = reader.scene.verdict.title.partition(" overlap")[0]
    assert f"uniform range {score}" in reader.scene.verdict.title  # that of every hand
    reader.presenter.again()
    assert reader.scene.verdict is None
    reader.presenter.fill(0.0)
    assert not reader.scene.can_commit


def test_series_ends_with_its_mean_scores(reader):
    for _ in range(10):
        reader.presenter.fill(1.0)
        reader.presenter.commit()
        reader.presenter.go_on()
    assert reader.scene.can_next and reader.scene.problem.startswith("10 of 10 spots: overlap")
    reader.presenter.go_on()
    assert reader.title == "Spot 1 of 10" and not reader.scene.problem


def test_unsupported_game_gives_one_sentence(tmp_path):
    reader = Reader(tmp_path, "kuhn-3")
    assert "two-player" in reader.scene.problem and reader.scene.can_next


KEY, CTRL = Qt.Key, Qt.KeyboardModifier.ControlModifier


def test_reading_room_works_by_keyboard(window, hands):
    page, presenter = window.play, Room(hands).presenter
    connect_drills(presenter, page.drills)
    QTest.keyClick(window, KEY.Key_P)
    view = page.drills
    assert view.isVisible() and not page.table.isVisible()
    QTest.keyClick(window, KEY.Key_C)
    assert view.verdict.next.isVisible()
    QTest.keyClick(window, KEY.Key_Space)
    assert not view.verdict.next.isVisible()
    assert view.table.scene.title == "Spot 2 of 20"
    QTest.keyClick(window, KEY.Key_W)
    assert view.controls.dice.isChecked()
    QTest.keyClick(window, KEY.Key_Escape)
    assert page.table.isVisible() and not view.isVisible()


def test_ranges_are_entered_in_the_room_by_keyboard(window, room):
    page = window.play
    connect_drills(room.presenter, page.drills)
    reading = ReadingPresenter(AtOnce(), room.store.path.parent, seed=3)
    connect_reading(reading, room.presenter, page.drills)
    QTest.keyClick(window, KEY.Key_P)
    room.presenter.choose("spots", RANGES)
    view = page.drills
    assert view.commit.isVisible() and not view.bar.isVisible()
    assert not view.controls.length.isVisible() and not view.commit.isEnabled()
    view.paint.setFocus()
    for key in (KEY.Key_Space, KEY.Key_Down, KEY.Key_Plus):
        QTest.keyClick(view.paint, key)
    assert [cell.height for cell in view.paint.scene.cells] == pytest.approx([1.0, 0.05, 0.0])
    QTest.keyClick(view.paint, KEY.Key_C, CTRL)
    assert QGuiApplication.clipboard().text() == "K, Q:0.05"
    QTest.keyClick(window, KEY.Key_I)
    assert view.commit.isEnabled()
    view.setFocus()
    QTest.keyClick(window, KEY.Key_Space)
    assert view.verdict.next.isVisible() and not view.commit.isVisible()
    QTest.keyClick(window, KEY.Key_Space)
    assert view.table.isVisible() and view.table.scene.title == "Spot 2 of 10"
    room.presenter.choose("spots", "mine")
    assert not view.paint.isVisible() and view.bar.isVisible()
