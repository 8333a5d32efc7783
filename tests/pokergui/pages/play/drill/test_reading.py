import pytest

from engine.game import get_game
from pokergui.formatting.words import percent
from pokergui.pages.play.drill.presenters.reading import ReadingPresenter
from pokergui.pages.play.drill.work.drilling import RANGES, Plan
from tests.pokergui.heard import AtOnce, heard
from tests.pokergui.pages.play.drill.rooms import SEED, series_seed

pytestmark = pytest.mark.slow


class Reader:
    def __init__(self, home, game="leduc"):
        self.presenter = ReadingPresenter(AtOnce(), home, seed=SEED)
        self.scenes, self.frames = heard(self.presenter.scene), heard(self.presenter.frames)
        self.links = heard(self.presenter.study_requested)
        self.presenter.begin(Plan(get_game(game), "cfr", RANGES))

    scene = property(lambda self: self.scenes[-1])
    title = property(lambda self: self.frames[-1][-1].scene.title)
    heights = property(lambda self: [pytest.approx(cell.height) for cell in self.scene.yours.cells])


@pytest.fixture
def reader(tmp_path):
    return Reader(tmp_path)


def test_a_range_is_painted_named_and_told(reader):
    presenter = reader.presenter
    assert reader.title == "Spot 1 of 10" and reader.heights == [0.0, 0.0, 0.0]
    assert reader.scene.judged is None and not reader.scene.can_commit
    presenter.commit()  # nothing is painted
    presenter.go_on()
    assert reader.scene.verdict is None and reader.title == "Spot 1 of 10"
    presenter.paint(0, True)
    for _ in range(10):
        presenter.weigh(1, 0.05)
    assert reader.heights == [1.0, 0.5, 0.0]
    presenter.commit()
    scene = reader.scene
    assert max(cell.height for cell in scene.judged.cells) == pytest.approx(1.0)
    assert " overlap" in scene.verdict.title and "uniform range " in scene.verdict.title
    assert scene.series.marks == ("answered", *[""] * 9) and scene.can_next
    presenter.paint(2, True)  # it is named
    assert reader.heights == [1.0, 0.5, 0.0]
    presenter.study()
    assert reader.links[-1].game == get_game("leduc") and reader.links[-1].hole
    presenter.go_on()
    assert reader.title == "Spot 2 of 10" and reader.heights == [0.0, 0.0, 0.0]


def test_the_figures_are_those_of_the_command(reader, cli):
    args = ("drill", "leduc", "--ranges", "--seed", str(series_seed()), "--spots", "1")
    (spot,) = cli.json(*args, "--answer=K, Q")["spots"]
    for cell in (0, 1):
        reader.presenter.paint(cell, True)
    reader.presenter.commit()
    share = percent(spot["answer"]["score_pct"] / 100)
    assert reader.scene.verdict.title.startswith(f"{share} overlap")


def test_a_range_is_taken_whole_copied_and_pasted_as_text(reader):
    copied = heard(reader.presenter.copied)
    for text in ("K, J:0.25", "nonsense"):
        reader.presenter.paste(text)
        assert reader.heights == [1.0, 0.0, 0.25]
    reader.presenter.copy()
    assert copied == ["K, J:0.25"]
    reader.presenter.take_all()
    assert reader.heights == [1.0, 1.0, 1.0]
    reader.presenter.commit()
    score = reader.scene.verdict.title.partition(" overlap")[0]
    assert f"uniform range {score}" in reader.scene.verdict.title  # that of every hand
    reader.presenter.again()
    assert reader.scene.verdict is None
    reader.presenter.take_none()
    assert not reader.scene.can_commit


def test_a_series_ends_with_its_means(reader):
    for _ in range(10):
        reader.presenter.take_all()
        reader.presenter.commit()
        reader.presenter.go_on()
    assert reader.scene.over and reader.scene.problem.startswith("10 of 10 spots: overlap")
    reader.presenter.go_on()
    assert reader.title == "Spot 1 of 10" and not reader.scene.over


def test_what_cannot_be_asked_is_one_sentence(tmp_path):
    reader = Reader(tmp_path, "kuhn-3")
    assert "two-player" in reader.scene.problem and reader.scene.can_next
