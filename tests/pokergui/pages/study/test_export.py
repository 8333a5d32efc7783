import csv
from pathlib import Path

import numpy as np
import pytest

from ai.registry import build
from engine.card_display import parse_shown
from engine.combos import parse_combo
from engine.game import get_game
from engine.jobs import JobControl
from engine.lines import spot_of
from pokergui.csvtable import Table
from pokergui.pages.study.viewmodel import ExportOffer
from tests.pokergui.cli_runner import csv_rows
from tests.pokergui.heard import heard, refuse
from tests.pokergui.pages.study.studied import Studied

pytestmark = pytest.mark.slow


class Saving:
    def __init__(self, studied):
        self.studied, self.export = studied, studied.presenter.export
        self.export.folder = str(studied.home)
        self.offers, self.folders = heard(self.export.offered), heard(self.export.folder_chosen)

    def table(self, part="view"):
        self.export.ask(part, "csv")
        path = Path(self.offers[-1].path)
        self.studied.do(self.export.write_table, part, str(path))
        return csv_rows(path)


def column(rows, name):
    return {row[name] for row in rows}


def test_export_has_every_figure_of_every_combo_in_full_precision(tmp_path):
    studied = Studied(tmp_path, "holdem-nolimit", "cfr", shown=False)
    studied.open("holdem-nolimit@100", "r300c/", "AdTc7h")
    saving, game = Saving(studied), get_game("holdem-nolimit@100")
    saving.export.ask("page", "png")
    name = "holdem-nolimit@100-cfr-r300c-AdTc7h.png"
    assert saving.offers[-1] == ExportOffer("page", "png", str(tmp_path / name))
    rows, spot = saving.table(), spot_of(game, "r300c/", parse_shown(game, "AdTc7h"))
    answer = build("cfr", game, Path("/nonexistent"), JobControl()).strategy(spot)
    assert len(rows) == 1_176 and answer.values is not None
    names = [name for name in rows[0] if name == "c" or (name[0] == "r" and name != "reach")]
    known = 0
    for row in rows:
        combo, shares = parse_combo(row["combo"]), [float(row[name]) for name in names]
        assert shares == answer.probabilities[combo].tolist()
        evs = [row[f"ev {name}"] for name in names]  # empty where training hardly visited
        right = answer.values[combo].tolist()
        assert all(ev in ("", repr(value)) for ev, value in zip(evs, right, strict=True))
        assert float(row["ev"]) == pytest.approx(np.dot(shares, right))
        known += len(evs) - evs.count("")
    assert known > len(rows)
    told = ("cfr", "holdem-nolimit@100", "r300c/", "0")
    assert {(row["engine"], row["game"], row["line"], row["seat"]) for row in rows} == {told}
    held = {row["combo"]: float(row["reach"]) for row in rows if row["hand"] == "KQs"}
    assert "KsQs" in held
    height = studied.grid.cells[studied.cell("KQs")].height
    assert height == pytest.approx(sum(held.values()) / len(held))
    studied.do(studied.presenter.filter.choose_suit, 3)
    rows = saving.table()  # filtered-out hands are not in the table
    assert 0 < len(rows) < 1_176 and all("s" in row["combo"][1::2] for row in rows)
    studied.do(studied.walk.choose_side, "1")
    row = saving.table()[0]  # a player not to act has only reach
    assert row["seat"] == "1" and set(row) >= {"ev", "equity"} and "c" not in row


def test_missing_and_invalid_folders_are_not_offered(leduc, tmp_path):
    saving = Saving(leduc)
    saving.export.folder = str(tmp_path / "gone")
    saving.export.ask("page", "png")
    assert Path(saving.offers[-1].path).parent == Path.home()
    saving.export.ask("nothing", "png")
    saving.export.ask("view", "exe")
    assert len(saving.offers) == 1
    leduc.walk.follow("c")
    leduc.do(saving.export.write_table, "view", str(tmp_path / "a.csv"))
    assert not (tmp_path / "a.csv").exists()  # there was no answer yet


def test_small_game_exports_all_boards_and_its_sheet(leduc):
    saving = Saving(leduc)
    leduc.rows("r", "c")
    rows = saving.table()
    assert len(rows) == 6 * 5 and {row["board"][0] for row in rows} == set("JQK")
    assert column(rows, "c") == {"0.5"}
    leduc.do(leduc.presenter.whole.toggle, True)
    rows = saving.table()
    assert len(rows) == 288 and saving.offers[-1].path.endswith("leduc-random.csv")
    jack = next(row for row in rows if (row["line"], row["hole"], row["board"]) == ("", "J", ""))
    found = {name: float(value) for name, value in jack.items() if "." in value}
    assert found["equilibrium c"] == pytest.approx(0.9276500910)
    assert found["value"] == pytest.approx(-0.328125)
    assert found["cf reach"] == pytest.approx(1 / 3) and found["regret c"] == found["cost"]
    assert found["value r"] - found["value"] == pytest.approx(found["regret r"])


def test_solved_spot_exports_equity_curves_and_hand_classes(studied):
    studied.solve()
    saving = Saving(studied)
    rows = saving.table()
    assert column(rows, "engine") == {"spot"}
    held = [row for row in rows if float(row["reach"]) > 0]
    assert held and all(0 <= float(row["equity"]) <= 1 for row in held)
    curve = saving.table("equity")
    assert saving.offers[-1].path.endswith("-QsJh2h8c5d-equity.csv")
    assert column(curve, "player") == {"Out of position", "In position"}
    for line in studied.scene.curve:
        rows = [row for row in curve if row["player"] == line.name]
        assert tuple(float(row["equity"]) for row in rows) == line.y
        assert (rows[0]["share"], rows[-1]["share"]) == ("0.0", "1.0")
    hands, rows = studied.scene.hands, saving.table("classes")
    assert [row["class"] for row in rows] == [bar.title for bar in (*hands.made, *hands.draws)]
    made = [float(row["share"]) for row in rows if row["kind"] == "made"]
    assert sum(made) == pytest.approx(1.0)


def test_comparison_export_has_both_engines_and_players_in_one_table(leduc):
    saving, versus = Saving(leduc), leduc.presenter.versus
    leduc.compare("call")
    rows = saving.table()
    assert [(row["engine"], row["c"]) for row in rows[::6]] == [("random", "0.5"), ("call", "1.0")]
    leduc.do(versus.choose_which, "second")
    assert column(saving.table(), "engine") == {"call"}
    leduc.do(versus.list_differences, True)
    found = saving.table("differences")
    assert len(found) == 2 * len(leduc.differences.rows) > 20
    costs = [float(row["cost"]) for row in found[::2]]
    assert costs[0] == max(costs) > 0
    leduc.compare("")
    leduc.do(versus.choose_side, "both")
    assert column(saving.table(), "seat") == {"0", "1"}


def test_picture_is_written_atomically_and_the_folder_remembered(leduc, tmp_path):
    saving, path = Saving(leduc), tmp_path / "there" / "a.png"
    path.parent.mkdir()
    leduc.do(saving.export.write_picture, str(path), lambda: b"png")
    assert path.read_bytes() == b"png" and leduc.notice.title == "Saved as a.png"
    assert saving.folders == [str(path.parent)]
    assert [one.name for one in path.parent.iterdir()] == ["a.png"]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("gone/a.png", lambda: b"", "No such file"),
        ("a.png", refuse(OSError(28, "No space left on device")), "No space left"),
        (".", lambda: b"", "cannot be written"),
    ],
)
def test_failed_export_is_reported_and_leaves_nothing(leduc, tmp_path, name, content, words):
    saving, folder = Saving(leduc), tmp_path / "pictures"
    folder.mkdir()
    leduc.do(saving.export.write_picture, str(folder / name), content)
    assert leduc.notice.kind == "error" and words in leduc.notice.text
    assert list(folder.iterdir()) == [] and saving.folders == []


def test_floats_round_trip_bit_for_bit_and_text_is_quoted():
    values = (0.1, 1 / 3, 5e-324, float("nan"))
    text = Table(("name", "a", "b", "c", "d"), (('Slate, "fast"', *values),)).csv()
    (row,) = csv.DictReader(text.splitlines())
    assert row["name"] == 'Slate, "fast"' and row["d"] == ""
    assert tuple(float(row[key]) for key in "abc") == values[:3]
