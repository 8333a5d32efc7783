"""Exports of Study's contents: names, tables that read back to the same bits, errors."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from ai.registry import build
from engine.combos import parse_combo
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import spot_of
from engine.shown import parse_shown
from pokergui.csvtable import Table
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.viewmodel.export import ExportOffer
from tests.pokergui.pages.study.solving.test_spot import RIVER, paint
from tests.pokergui.pages.study.solving.test_spot import Studied as Solved
from tests.pokergui.pages.study.test_study import Studied, choose_flop

Rows = list[dict[str, str]]


class Saving:
    """Somebody at the menu."""

    def __init__(self, studied: Studied | Solved, folder: Path) -> None:
        self.studied, self.export = studied, studied.presenter.export
        self.offers: list[ExportOffer] = []
        self.folders: list[str] = []
        self.export.folder = str(folder)
        self.export.offered.connect(self.offers.append)
        self.export.folder_chosen.connect(self.folders.append)

    def table(self, part: str = "view") -> Rows:
        self.export.ask(part, "csv")
        path = Path(self.offers[-1].path)
        self.studied.do(self.export.write_table, part, str(path))
        return list(csv.DictReader(io.StringIO(path.read_text())))

    @property
    def title(self) -> str:
        notice = self.studied.notice
        assert notice is not None
        return notice.title


@pytest.fixture
def blueprint(tmp_path: Path, qtbot: QtBot) -> Saving:
    studied = Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "cfr", tmp_path))
    return Saving(studied, tmp_path)


def test_names_say_game_engine_line_and_board(blueprint: Saving, tmp_path: Path) -> None:
    studied, export = blueprint.studied, blueprint.export
    assert isinstance(studied, Studied)
    studied.rows("r300", "c")
    choose_flop(studied, "Ad Tc 7h")
    export.ask("view", "svg")
    assert blueprint.offers[-1] == ExportOffer(
        "view", "svg", str(tmp_path / "holdem-nolimit@100-cfr-r300c-AdTc7h.svg")
    )
    export.folder = str(tmp_path / "gone")
    export.ask("view", "png")
    assert Path(blueprint.offers[-1].path).parent == Path.home()
    export.ask("nothing", "png")
    export.ask("view", "exe")
    assert len(blueprint.offers) == 2


def test_every_combo_has_all_figures_of_the_picture_in_full(blueprint: Saving) -> None:
    studied = blueprint.studied
    assert isinstance(studied, Studied)
    studied.rows("r300", "c")
    choose_flop(studied, "Ad Tc 7h")
    rows = blueprint.table()
    game = get_game("holdem-nolimit@100")
    spot = spot_of(game, "r300c/", parse_shown(game, "AdTc7h"))
    answer = build("cfr", game, Path("/nonexistent"), JobControl()).strategy(spot)
    assert len(rows) == 1_176 and answer.values is not None
    names = [name for name in rows[0] if name == "c" or (name[0] == "r" and name != "reach")]
    for row in rows:
        combo = parse_combo(row["combo"])
        shares = [float(row[name]) for name in names]
        assert shares == answer.probabilities[combo].tolist()
        assert [float(row[f"ev {name}"]) for name in names] == answer.values[combo].tolist()
        assert float(row["ev"]) == pytest.approx(np.dot(shares, answer.values[combo]))
    assert {(row["engine"], row["game"], row["line"], row["seat"]) for row in rows} == {
        ("cfr", "holdem-nolimit@100", "r300c/", "0")
    }
    assert next(row["hand"] for row in rows if row["combo"] == "KsQs") == "KQs"
    grid, reach = studied.scene.grid, [float(row["reach"]) for row in rows]
    assert grid is not None and 0 < min(filter(None, reach)) <= max(reach) <= 1
    held = [float(row["reach"]) for row in rows if row["hand"] == "KQs"]
    cell = next(cell for cell in grid.cells if cell.label == "KQs")
    assert cell.height == pytest.approx(sum(held) / len(held))


def test_the_other_side_has_reach_alone(blueprint: Saving) -> None:
    studied = blueprint.studied
    studied.do(studied.presenter.walk.choose_side, "0")
    row = blueprint.table()[0]
    assert row["seat"] == "0" and row["reach"] == "1.0"
    assert set(row) >= {"ev", "equity"} and "c" not in row


def test_all_boards_of_a_small_game_and_its_sheet(tmp_path: Path, qtbot: QtBot) -> None:
    studied = Studied(tmp_path, StudyChoice.of("leduc", 100, "random", tmp_path))
    saving = Saving(studied, tmp_path)
    studied.rows("r", "c")
    rows = saving.table()
    assert len(rows) == 6 * 5 and {row["board"][0] for row in rows} == set("JQK")
    assert {row["c"] for row in rows} == {"0.5"}
    studied.do(studied.presenter.whole.toggle, True)
    rows = saving.table()
    assert len(rows) == 288 and saving.offers[-1].path.endswith("leduc-random.csv")
    assert {row["hole"] for row in rows} == set("JQK")
    jack = next(row for row in rows if (row["line"], row["hole"], row["board"]) == ("", "J", ""))
    assert float(jack["equilibrium c"]) == pytest.approx(0.9276500910)
    assert float(jack["value"]) == pytest.approx(-0.328125)
    assert float(jack["regret c"]) == pytest.approx(float(jack["cost"]))
    assert float(jack["value r"]) - float(jack["value"]) == pytest.approx(float(jack["regret r"]))
    assert float(jack["cf reach"]) == pytest.approx(1 / 3)


def test_a_solved_spot_has_equity(tmp_path: Path, qtbot: QtBot) -> None:
    studied = Solved(tmp_path)
    studied.solve()
    rows = Saving(studied, tmp_path).table()
    assert {row["engine"] for row in rows} == {"spot"}
    held = [row for row in rows if float(row["reach"]) > 0]
    assert held and all(0 <= float(row["equity"]) <= 1 for row in held)


def test_both_curves_and_the_kinds_of_hands_have_tables(tmp_path: Path, qtbot: QtBot) -> None:
    studied = Solved(tmp_path)
    studied.solve()
    saving = Saving(studied, tmp_path)
    curve = saving.table("equity")
    assert saving.offers[-1].path.endswith("-QsJh2h8c5d-equity.csv")
    assert {row["player"] for row in curve} == {"Out of position", "In position"}
    for line in studied.scene.curve:
        rows = [row for row in curve if row["player"] == line.name]
        assert tuple(float(row["equity"]) for row in rows) == line.y
        assert (rows[0]["share"], rows[-1]["share"]) == ("0.0", "1.0")
    hands = studied.scene.hands
    assert hands is not None
    rows = saving.table("classes")
    assert [row["class"] for row in rows] == [bar.title for bar in (*hands.made, *hands.draws)]
    made = [float(row["share"]) for row in rows if row["kind"] == "made"]
    assert sum(made) == pytest.approx(1.0)


def test_two_engines_and_both_players_stand_in_one_table(tmp_path: Path, qtbot: QtBot) -> None:
    studied = Studied(tmp_path, StudyChoice.of("leduc", 100, "random", tmp_path))
    saving, versus = Saving(studied, tmp_path), studied.presenter.versus
    studied.do(studied.presenter.second.choose, "call")
    rows = saving.table()
    assert [(row["engine"], row["c"]) for row in rows[::6]] == [("random", "0.5"), ("call", "1.0")]
    studied.do(versus.choose_which, "second")
    assert {row["engine"] for row in saving.table()} == {"call"}
    studied.do(versus.list_differences, True)
    found = saving.table("differences")
    scene = studied.scene.versus
    assert scene is not None and scene.differences is not None
    assert len(found) == 2 * len(scene.differences.rows) > 20
    costs = [float(row["cost"]) for row in found[::2]]
    assert costs[0] == max(costs) > 0
    studied.do(studied.presenter.second.choose, "")
    studied.do(versus.choose_side, "both")
    assert {row["seat"] for row in saving.table()} == {"0", "1"}


def test_a_solution_before_its_locks_is_no_engine(tmp_path: Path, qtbot: QtBot) -> None:
    studied = Solved(tmp_path)
    saving, versus = Saving(studied, tmp_path), studied.presenter.versus
    studied.do(studied.presenter.second.choose, "call")
    studied.solve()
    paint(studied, "r350", "AA", "76s")
    studied.do(studied.spot.solve_again)
    studied.compare("both")
    assert {row["engine"] for row in saving.table()} == {"spot", "spot before"}
    studied.do(versus.list_differences, True)
    assert {row["engine"] for row in saving.table("differences")} == {"spot", "spot before"}


def test_another_saved_spot_bears_its_own_name(tmp_path: Path, qtbot: QtBot) -> None:
    studied = Solved(tmp_path)
    saving, versus = Saving(studied, tmp_path), studied.presenter.versus
    studied.do(studied.presenter.second.choose, "call")
    studied.solve(replace(RIVER, bets=RIVER.raises))
    other = studied.spot.path
    studied.do(studied.spot.close)
    studied.solve()
    studied.do(studied.presenter.choose_second, str(other))
    assert {row["engine"] for row in saving.table()} == {"spot", "spot: Bets all-in"}
    studied.do(versus.list_differences, True)
    assert {row["engine"] for row in saving.table("differences")} == {"spot", "spot: Bets all-in"}


def test_what_is_narrowed_away_is_not_in_the_table(blueprint: Saving) -> None:
    studied = blueprint.studied
    studied.do(studied.presenter.filter.choose_suit, 3)
    rows = blueprint.table()
    assert 0 < len(rows) < 1_326 and all("s" in row["combo"][1::2] for row in rows)


def test_a_picture_is_written_whole_and_the_folder_remembered(
    blueprint: Saving, tmp_path: Path
) -> None:
    path = tmp_path / "there" / "a.png"
    path.parent.mkdir()
    blueprint.studied.do(blueprint.export.write_picture, str(path), lambda: b"png")
    assert path.read_bytes() == b"png" and blueprint.title == "Saved as a.png"
    assert blueprint.folders == [str(path.parent)]
    assert [one.name for one in path.parent.iterdir()] == ["a.png"]


def full() -> bytes:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("gone/a.png", lambda: b"", "No such file"),
        ("a.png", full, "No space left"),
        (".", lambda: b"", "cannot be written"),
    ],
)
def test_what_cannot_be_written_is_told_and_leaves_nothing(
    blueprint: Saving, tmp_path: Path, name: str, content: Callable[[], bytes], words: str
) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    blueprint.studied.do(blueprint.export.write_picture, str(folder / name), content)
    notice = blueprint.studied.notice
    assert notice is not None and notice.kind == "error" and words in notice.text
    assert list(folder.iterdir()) == [] and blueprint.folders == []


def test_there_is_no_table_before_an_answer(tmp_path: Path, qtbot: QtBot) -> None:
    studied = Studied(tmp_path, StudyChoice.of("leduc", 100, "random", tmp_path))
    studied.presenter.walk.follow("c")
    studied.do(studied.presenter.export.write_table, "view", str(tmp_path / "a.csv"))
    assert not (tmp_path / "a.csv").exists()


def test_floats_read_back_to_the_same_bits_and_words_are_quoted() -> None:
    values = (0.1, 1 / 3, 5e-324, float("nan"))
    text = Table(("name", "a", "b", "c", "d"), (('Slate, "fast"', *values),)).csv()
    (row,) = csv.DictReader(io.StringIO(text))
    assert row["name"] == 'Slate, "fast"' and row["d"] == ""
    assert tuple(float(row[key]) for key in "abc") == values[:3]
