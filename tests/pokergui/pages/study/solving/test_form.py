"""The presenter of the room of spots: reading the form, cost of solving, examples, solving."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from ai.spot.solver import Size
from ai.spot.spot import Spot
from engine.combos import CLASS_NAMES
from engine.player import Action, ActionKind, raise_to
from engine.ranges import parse_range
from pokergui.pages.study.solving.presenters.form import SpotsPresenter
from pokergui.pages.study.solving.scenes.form import Draft, line_in, read_form
from pokergui.pages.study.solving.scenes.formatting import EXAMPLE_TEXTS
from pokergui.pages.study.solving.scenes.size import rough_seconds, time_words
from pokergui.pages.study.solving.viewmodel.spots import SpotForm, SpotRow, SpotsScene
from pokergui.viewmodel import Notice
from pokergui.viewmodel.fields import SpotField
from tests.ai.spot.spot_files import write_spot
from tests.sync_runner import SyncRunner

CHECK = Action(ActionKind.CALL)
RIVER = {**EXAMPLE_TEXTS["river"], "target": "0.5"}
WRONG = {
    "board": "Qs Qs 2h 8c",
    "oop": "KQz",
    "ip": "AsAd:0.5, AA",
    "pot": "-3",
    "stack": "12.5",
    "bets": "50,,x",
    "raises": "0",
    "target": "none",
}


class Page:
    """The contents that the page would show, and the signals to others."""

    def __init__(self, presenter: SpotsPresenter) -> None:
        self.scenes: list[SpotsScene] = []
        self.heard: list[tuple[Any, ...]] = []
        presenter.scene.connect(self.scenes.append)
        self.notices: list[Notice | None] = []
        presenter.notice.connect(self.notices.append)
        for name in ("solve_asked", "open_asked", "close_asked", "left", "filled"):
            getattr(presenter, name).connect(self._listener(name))

    def _listener(self, name: str):
        return lambda *values: self.heard.append((name, *values))

    @property
    def form(self) -> SpotForm:
        return self.scenes[-1].form

    def field(self, key: str) -> SpotField:
        return next(field for field in self.form.fields if field.key == key)


class Room:
    """A presenter on this thread and its page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runner = SyncRunner()
        self.busy: set[Path] = set()
        self.presenter = SpotsPresenter(self.runner, folder, self.busy.__contains__)
        self.page = Page(self.presenter)
        self.presenter.start()
        self.runner.run_all()

    def write(self, texts: dict[str, str]) -> None:
        for key, text in texts.items():
            self.presenter.edit(key, text)
        self.settle()

    def settle(self) -> None:
        """Let the pause after typing pass."""
        if self.presenter._pause.isActive():
            self.presenter._pause.timeout.emit()
        self.runner.run_all()


@pytest.fixture(autouse=True)
def prepared(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return a record of what kernels would be prepared for, without doing it."""
    found: list[bool] = []
    monkeypatch.setattr(
        "pokergui.pages.study.solving.presenters.form.compile_kernels", found.append
    )
    return found


@pytest.fixture
def room(qtbot: QtBot, tmp_path: Path) -> Iterator[Room]:
    made = Room(tmp_path / "spots")
    yield made
    made.presenter.stop()


def test_an_empty_form_says_what_is_missing(room: Room) -> None:
    form = room.page.form
    assert form.warning == "Still missing: the board, both ranges"
    assert not form.solvable and not form.figures
    assert not any(field.error for field in form.fields)
    assert room.page.field("bets").text == "50,100,a"
    assert [example.key for example in room.page.scenes[-1].examples] == ["river", "ranges"]


def test_kernels_are_prepared_once_there_is_something_to_solve(
    room: Room, prepared: list[bool]
) -> None:
    assert prepared == []
    room.write(RIVER)
    assert prepared == [False]
    room.write({"pot": "60"})
    assert prepared == [False]
    room.presenter.choose_half(True)
    room.settle()
    assert prepared == [False, True]


def test_nothing_is_missing_any_more_while_it_is_counted(room: Room) -> None:
    seen = len(room.page.scenes)
    room.write(RIVER)
    said = [scene.form.warning for scene in room.page.scenes[seen:]]
    assert said == ["Estimating the cost", ""]


def test_a_river_is_understood(room: Room) -> None:
    room.write(RIVER)
    form = room.page.form
    assert form.solvable and not form.warning
    assert room.page.field("board").note == "River"
    assert room.page.field("oop").note == "1,081 combos"
    assert room.page.field("stack").note == "9.5 times the pot"
    assert room.page.field("target").note == "Exploitable by at most 0.5 chips"
    assert room.page.field("raises").note == "50%, 100% of the pot and all-in"
    figures = {figure.label: figure.value for figure in form.figures}
    assert figures["Decisions"] == "60" and figures["Actions"] == "176"
    assert [card.name for card in form.cards] == ["Qs", "Jh", "2h", "8c", "5d"]


@pytest.mark.parametrize(
    ("pot", "amount"), [("200", "1 chip"), ("830", "4.15 chips"), ("1000000", "5,000 chips")]
)
def test_the_target_in_chips(room: Room, pot: str, amount: str) -> None:
    room.write({**RIVER, "pot": pot})
    assert room.page.field("target").note == f"Exploitable by at most {amount}"


def test_every_field_says_what_is_wrong_with_it(room: Room) -> None:
    room.write(WRONG)
    for key in WRONG:
        assert room.page.field(key).error, key
    assert "named twice" in room.page.field("board").error
    assert "'KQz' is not a range item" in room.page.field("oop").error
    assert "AsAd different weights" in room.page.field("ip").error
    assert "'x' is not a size" in room.page.field("bets").error
    assert "0.5" in room.page.field("target").error
    assert not room.page.form.solvable and room.page.form.oop is None


@pytest.mark.parametrize("key", WRONG)
def test_one_wrong_field_leaves_the_others_in_peace(room: Room, key: str) -> None:
    room.write({**RIVER, key: WRONG[key]})
    wrong = [field.key for field in room.page.form.fields if field.error]
    assert wrong == [key]
    room.write({key: RIVER[key]})
    assert room.page.form.solvable


def test_ranges_that_exclude_each_other(room: Room) -> None:
    room.write({**RIVER, "oop": "AsAd", "ip": "AsAd"})
    assert "exclude each other" in room.page.field("ip").error
    room.write({"ip": "QsJh"})
    assert "card of the board" in room.page.field("ip").error
    assert not room.page.field("oop").error


def test_flops_are_refused_in_plain_words(room: Room) -> None:
    room.write({**RIVER, "board": "Qs Jh 2h"})
    assert room.page.field("board").error.startswith("Flops are not solved exactly")


def test_the_letters_of_a_moment_ago_stay(room: Room) -> None:
    """A list that is renewed while a person types must not bring back the old text."""
    room.write(RIVER)
    room.presenter.edit("pot", "12")
    room.presenter._show()
    assert room.page.field("pot").text == "12"
    assert room.page.form.solvable  # the last valid reading stays until the next one
    room.presenter.edit("pot", "")
    room.settle()
    assert room.page.form.warning == "Still missing: the pot"


def test_an_answer_to_older_letters_is_dropped(room: Room) -> None:
    room.write(RIVER)
    room.presenter.edit("pot", "200")
    room.presenter._pause.timeout.emit()
    room.presenter.edit("pot", "2000")
    room.runner.run_all()
    assert room.page.field("stack").note == "9.5 times the pot"
    room.settle()
    assert room.page.field("stack").note == "0.475 times the pot"


def test_cards_are_put_on_the_board_and_taken_off(room: Room) -> None:
    for names, board in (
        (("Qs", "Jh", "2h", "8c", "5d"), "Qs Jh 2h 8c 5d"),
        (("2h",), "Qs Jh 8c 5d"),
        (("Ah", "Ad"), "Qs Jh 8c 5d Ad"),  # a full board gives up its last card
        (("nonsense",), "Qs Jh 8c 5d Ad"),
    ):
        for name in names:
            room.presenter.toggle_card(name)
        room.settle()
        assert room.page.field("board").text == board


def test_painting_writes_the_range(room: Room) -> None:
    room.write({**RIVER, "oop": "KK+"})
    room.presenter.paint_cell("oop", CLASS_NAMES.index("QQ"), True)
    room.presenter.paint_cell("oop", CLASS_NAMES.index("AA"), False)
    room.presenter.paint_cell("oop", CLASS_NAMES.index("72o"), True)
    room.runner.run_all()
    assert room.page.field("oop").text == "KK-QQ, 72o"
    grid = room.page.form.oop
    assert grid is not None
    full = [cell.label for cell in grid.cells if cell.height == 1.0]
    assert full == ["KK", "QQ", "72o"]
    assert grid.cells[CLASS_NAMES.index("QQ")].spoken == "QQ, 100% of 3 combos"  # Qs on the board


def test_a_range_that_cannot_be_read_is_not_painted_over(room: Room) -> None:
    room.write({**RIVER, "oop": "AA, K"})
    room.presenter.paint_cell("oop", 0, True)
    assert room.page.field("oop").text == "AA, K"


def test_weights_change_in_steps(room: Room) -> None:
    room.write({**RIVER, "oop": "AA, KK:0.42, QQ:0.02"})
    aces, kings, queens = (CLASS_NAMES.index(name) for name in ("AA", "KK", "QQ"))
    for cell, step in ((aces, 0.05), (aces, -0.05), (aces, -0.01), (kings, 0.05), (queens, -0.05)):
        room.presenter.weigh_cell("oop", cell, step)
    room.runner.run_all()
    assert room.page.field("oop").text == "AA:0.94, KK:0.45"
    for _ in range(25):
        room.presenter.weigh_cell("oop", kings, 0.05)
    for _ in range(25):
        room.presenter.weigh_cell("oop", queens, 0.01)
    room.runner.run_all()
    assert room.page.field("oop").text == "AA:0.94, KK, QQ:0.25"
    grid = room.page.form.oop
    assert grid is not None and grid.cells[queens].height == pytest.approx(0.25)


def test_hands_of_different_weights_get_one(room: Room) -> None:
    room.write({**RIVER, "board": "2c 3c 4d 5h 9s", "oop": "AsAd, AhAc:0.5"})
    room.presenter.weigh_cell("oop", CLASS_NAMES.index("AA"), 0.05)
    room.runner.run_all()
    assert room.page.field("oop").text == "AA:0.3"


def test_a_range_that_cannot_be_read_is_not_weighed(room: Room) -> None:
    room.write({**RIVER, "oop": "AA, K"})
    room.presenter.weigh_cell("oop", 0, -0.05)
    assert room.page.field("oop").text == "AA, K"


def test_a_range_is_pasted_in_the_place_of_another(room: Room) -> None:
    room.write({**RIVER, "oop": "AA"})
    room.presenter.paste("oop", " KK,\nAsKs:0.25 ")
    room.runner.run_all()
    field, grid = room.page.field("oop"), room.page.form.oop
    assert field.text == "KK,\nAsKs:0.25" and not field.error
    assert grid is not None and grid.cells[CLASS_NAMES.index("KK")].height == 1.0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("AA, KQz", "'KQz' is not a range item"),
        ("AA:2", "the weight '2'"),
        ("AA, AsAd:0.5", "AsAd different weights"),
        ("", "names no hand"),
        ("AA:0", "names no hand"),
        ("A" * 200_000, "more than 100,000 characters"),
    ],
)
def test_what_is_no_range_is_not_pasted(room: Room, text: str, why: str) -> None:
    room.write({**RIVER, "oop": "AA"})
    room.presenter.paste("oop", text)
    room.runner.run_all()
    field = room.page.field("oop")
    assert field.text == "AA"
    assert field.error.startswith("Not pasted. ") and why.lower() in field.error.lower()
    room.presenter.paint_cell("oop", CLASS_NAMES.index("KK"), True)
    room.runner.run_all()
    assert room.page.field("oop").text == "KK+" and not room.page.field("oop").error


def test_weights_are_heights_and_blocked_hands_none(room: Room) -> None:
    room.write({**RIVER, "board": "As Ah Ad Kc 2c", "oop": "AA, QQ:0.25, AKs, 76s"})
    grid = room.page.form.oop
    assert grid is not None
    cells = {cell.label: cell for cell in grid.cells}
    assert not cells["AA"].possible and cells["QQ"].height == 0.25
    assert not cells["AKs"].possible and not cells["AKs"].height
    assert cells["76s"].height == 1.0 and cells["KK"].height == 0.0
    weights = parse_range("QQ:0.25, 76s")
    assert room.page.field("oop").note == (
        f"6 combos, the sum of {int((weights > 0).sum())} weights"
    )


def test_sizes_apart_begin_as_they_were_for_both(room: Room) -> None:
    room.write(RIVER)
    room.presenter.choose_apart(True)
    room.settle()
    assert [field.key for field in room.page.form.fields][6:10] == [
        *("bets", "raises", "bets-ip", "raises-ip"),
    ]
    assert room.page.field("bets-ip").text == "50,100,a" and room.page.form.apart
    room.write({"bets-ip": "", "raises-ip": "x"})
    assert room.page.field("bets-ip").note == "no bets"
    assert "'x' is not a size" in room.page.field("raises-ip").error
    room.presenter.choose_apart(False)
    room.settle()
    assert room.page.form.solvable and len(room.page.form.fields) == 9


def test_sizes_by_street(room: Room) -> None:
    room.write({**RIVER, "board": "Qs Jh 2h 8c", "bets": "50;75,a"})
    assert room.page.field("board").note == "Turn, and every river after it"
    assert room.page.field("bets").note == "Turn: 50% of the pot; river: 75% of the pot and all-in"
    room.write({"board": "Qs Jh 2h 8c 5d"})
    assert "one street" in room.page.field("bets").error


def test_solving_hands_everything_over(room: Room) -> None:
    room.write({**RIVER, "target": "0.25%"})
    room.presenter.choose_half(True)
    room.settle()
    room.presenter.solve()
    left, (name, spot, line, target, half) = room.page.heard
    assert name == "solve_asked" and left == ("left",)
    assert (line, target, half) == ((), 0.25, True)
    assert spot.pot == 100 and len(spot.board) == 5


def test_solving_waits_for_the_last_letter(room: Room) -> None:
    room.write(RIVER)
    room.presenter.edit("pot", "250")
    room.presenter.solve()
    assert room.page.heard == []
    room.runner.run_all()
    assert room.page.heard[1][1].pot == 250


def test_memory_and_time_are_told_before(room: Room) -> None:
    room.write(RIVER)
    figures = {figure.label: figure.value for figure in room.page.form.figures}
    assert list(figures) == ["Decisions", "Actions", "Information sets", "Memory", "Time"]
    assert figures["Memory"].endswith(" MB") and figures["Time"]


def test_what_does_not_fit_is_not_offered(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pokergui.pages.study.solving.scenes.size.free_bytes", lambda: 200_000)
    room.write(RIVER)
    form = room.page.form
    assert "0.2 MB are free" in form.warning and "16 bits" in form.warning
    assert not form.solvable and len(form.figures) == 5
    room.presenter.choose_half(True)
    room.settle()
    assert "16 bits" not in room.page.form.warning
    room.presenter.solve()
    assert room.page.heard == []


def test_a_tree_too_large_says_so(room: Room) -> None:
    sizes = "10,20,30,40,50,60,70,80,90,a"
    texts = {"board": "Qs Jh 2h 8c", "bets": sizes, "raises": sizes, "stack": "1000000"}
    room.write({**RIVER, **texts})
    form = room.page.form
    assert form.warning and not form.solvable and not form.figures


def test_what_was_known_stays_while_it_is_counted_again(room: Room) -> None:
    room.write(RIVER)
    before = room.page.form.figures
    room.presenter.edit("target", "0.1")
    seen = len(room.page.scenes)
    room.settle()
    for scene in room.page.scenes[seen:]:
        assert scene.form.solvable and scene.form.figures
    assert room.page.form.figures != before


@pytest.mark.parametrize(
    ("size", "turn", "target", "seconds"),
    [
        (Size(60, 176, 64_860, 4_057_088), False, 0.5, 0.05),
        (Size(60, 176, 64_860, 4_057_088), False, 0.1, 0.18),
        (Size(60, 176, 3_000_000, 410_000_000), True, 0.5, 12.0),
    ],
)
def test_time_is_roughly_right(size: Size, turn: bool, target: float, seconds: float) -> None:
    """The estimate is within a factor of two of the solver's promise."""
    assert 0.5 < rough_seconds(size, target, turn=turn) / seconds < 2.0


def test_time_in_words() -> None:
    assert time_words(0.02) == "under 0.1 s"
    assert time_words(0.14) == "about 0.1 s"
    assert time_words(1.4) == "about 1 s"
    assert time_words(13.4) == "about 13 s"
    assert time_words(840) == "about 14 min"
    assert time_words(11_500) == "about 3 h 20 min"


def test_what_cannot_be_solved_is_not_asked_for(room: Room) -> None:
    room.presenter.solve()
    room.write({**RIVER, "pot": "x"})
    room.presenter.solve()
    room.runner.run_all()
    room.write({"pot": "100"})
    assert room.page.heard == []


def test_a_big_blind_gives_values_a_unit(room: Room) -> None:
    room.write({**RIVER, "pot": "200"})
    assert room.page.field("big-blind").note == "Not known: EV in chips"
    room.write({"big-blind": "10"})
    assert room.page.field("big-blind").note == "EV in big blinds"
    assert room.page.field("target").note == "Exploitable by at most 0.1 bb"
    room.presenter.solve()
    assert room.page.heard[-1][1].big_blind == 10
    room.write({"big-blind": "ten"})
    assert "not a number of chips" in room.page.field("big-blind").error
    assert not room.page.form.solvable


def test_examples_can_be_solved(room: Room) -> None:
    room.write({"target": "1"})
    for key in EXAMPLE_TEXTS:
        room.presenter.choose_example(key)
        room.runner.run_all()
        assert room.page.form.solvable, key
        assert room.page.field("target").text == "1"


def test_filling_from_elsewhere(room: Room) -> None:
    room.write({"target": "2"})
    texts = (RIVER[key] for key in ("board", "oop", "ip", "pot", "stack", "bets", "raises"))
    spot = Spot.parse(*texts, bets_ip="33", raises_ip="")
    line = (raise_to(50), raise_to(200))
    room.presenter.fill(spot, line, "From hand 1,204, river")
    assert room.page.heard == [("filled",)]
    room.runner.run_all()
    assert room.page.form.source == "From hand 1,204, river"
    assert room.page.field("board").text == "Qs Jh 2h 8c 5d"
    assert room.page.form.apart and room.page.field("bets-ip").text == "33"
    room.presenter.solve()
    assert room.page.heard[2][0] == "solve_asked"
    filled = room.page.heard[2][1]
    assert np.array_equal(filled.ranges[0], spot.ranges[0])
    assert room.page.heard[2][3] == 2.0
    room.write({"target": "1"})
    assert room.page.form.source == "From hand 1,204, river"
    room.write({"pot": "120"})
    assert room.page.form.source == "From hand 1,204, river, changed"


def test_ranges_that_are_a_guess_say_so_until_they_are_changed(room: Room) -> None:
    texts = (RIVER[key] for key in ("board", "oop", "ip", "pot", "stack", "bets", "raises"))
    room.presenter.fill(Spot.parse(*texts), (), "From hand 1,204, river", "Why not.")
    room.runner.run_all()
    assert room.page.form.doubt == "Why not."
    room.write({"pot": "120"})
    assert room.page.form.doubt == "Why not."
    room.write({"oop": "AA", "ip": "KK"})
    assert room.page.form.doubt == ""


def test_a_line_is_followed_as_far_as_the_sizes_have_it() -> None:
    read = read_form(Draft(RIVER))
    assert read.spot is not None
    bet, raised = raise_to(50), raise_to(150)
    assert line_in(read.spot, (CHECK, bet, raised)) == (CHECK, bet, raised)
    assert line_in(read.spot, (CHECK, raise_to(51), raised)) == (CHECK,)
    assert line_in(read.spot, (CHECK, CHECK)) == (CHECK,)
    assert line_in(read.spot, (bet, Action(ActionKind.FOLD))) == (bet,)
    assert line_in(read.spot, (Action(ActionKind.FOLD),)) == ()


# Saved spots


def keep(room: Room, name: str, **changes: Any) -> Path:
    path = room.folder / f"{name}.safetensors"
    write_spot(path, **changes)
    return path


def refresh(room: Room) -> tuple[SpotRow, ...]:
    room.presenter.refresh()
    room.runner.run_all()
    return room.page.scenes[-1].rows


def test_the_list_says_what_state_each_is_in(room: Room) -> None:
    assert refresh(room) == ()
    keep(room, "stopped", exploitability=1.2, target=0.5)
    keep(room, "solved", exploitability=0.0912, target=0.1)
    keep(room, "fresh", exploitability=None)
    (room.folder / "cut.safetensors").write_bytes(b"\0")
    rows = {Path(row.key).stem: row for row in refresh(room)}
    assert {name: row.state for name, row in rows.items()} == {
        "stopped": "stopped at 1.2%",
        "solved": "0.09% of the pot",
        "fresh": "not solved yet",
        "cut": "cannot be read",
    }
    assert " ".join(card.name for card in rows["solved"].cards) == rows["solved"].board
    assert not rows["cut"].cards and rows["solved"].title.startswith("River, pot ")
    assert "KB" in rows["solved"].note
    assert not rows["cut"].usable and rows["cut"].title.startswith("Not a spot file")
    assert rows["cut"].board == "cut.safetensors"


def test_the_spot_in_study_is_marked(room: Room) -> None:
    path = keep(room, "one")
    keep(room, "two")
    room.presenter.follow(path, True)
    marked = {Path(row.key).stem: (row.shown, row.running) for row in refresh(room)}
    assert marked == {"one": (True, True), "two": (False, False)}
    room.presenter.follow(path, False)
    row = next(row for row in room.page.scenes[-1].rows if row.shown)
    assert not row.running and row.state != "solving"


def test_opening_leaves_the_room(room: Room) -> None:
    path = keep(room, "one")
    (row,) = refresh(room)
    room.presenter.open_row(row.key)
    assert room.page.heard == [("left",), ("open_asked", path)]


def test_removing(room: Room) -> None:
    path = keep(room, "one")
    (row,) = refresh(room)
    told: list[bool] = []
    room.presenter.removed.connect(lambda: told.append(path.exists()))
    room.presenter.remove_row(row.key)
    room.runner.run_all()
    assert told == [False]
    assert not path.exists() and room.page.scenes[-1].rows == () and room.page.heard == []


def test_removing_the_spot_in_study_closes_it_there(room: Room) -> None:
    path = keep(room, "one")
    (row,) = refresh(room)
    room.presenter.follow(path, False)
    room.presenter.remove_row(row.key)
    room.runner.run_all()
    assert room.page.heard == [("close_asked",)] and not path.exists()


def test_what_is_being_solved_is_not_removed(room: Room) -> None:
    path = keep(room, "one")
    (row,) = refresh(room)
    room.presenter.follow(path, True)
    room.presenter.remove_row(row.key)
    room.runner.run_all()
    notice = room.page.notices[-1]
    assert notice is not None and notice.kind == "warning" and path.exists()
    room.presenter.press_notice(notice.buttons[0].key)
    assert room.page.notices[-1] is None and room.page.heard == []


@pytest.mark.parametrize("shown", [False, True])
def test_what_is_still_being_written_is_not_removed(room: Room, shown: bool) -> None:
    path = keep(room, "one")
    (row,) = refresh(room)
    room.busy.add(path)
    room.presenter.follow(path if shown else None, False)
    room.presenter.remove_row(row.key)
    room.runner.run_all()
    notice = room.page.notices[-1]
    assert notice is not None and notice.kind == "warning"
    assert path.exists() and room.page.heard == []
    room.busy.clear()
    room.presenter.remove_row(row.key)
    room.runner.run_all()
    assert not path.exists()


def test_a_file_that_cannot_be_removed(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    path = keep(room, "one")
    (row,) = refresh(room)

    def refuse(self: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    room.presenter.remove_row(row.key)
    room.runner.run_all()
    notice = room.page.notices[-1]
    assert notice is not None and notice.kind == "error" and "Permission denied" in notice.text
    assert len(room.page.scenes[-1].rows) == 1 and path.exists()
