"""The sheet of a small game with a runner on this thread: its cells, the list, Kuhn's family."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from ai.cfr.family import family_table
from ai.simple import CallAgent
from engine.errors import EngineError
from engine.game import get_game
from engine.jobs import JobControl
from engine.player import PublicState, Strategy
from pokergui.formatting.choices import engine_title, unlisted
from pokergui.pages.study.comparing.presenters import second_engine as study_second_engine
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.whole.scenes.family import Alpha
from pokergui.pages.study.whole.scenes.sheet import ORDERS
from pokergui.pages.study.whole.scenes.texts import cell_text, mills_text
from pokergui.pages.study.whole.viewmodel.sheet import SetCard, SheetScene
from tests.naive.small_games import expected_values, uniform
from tests.pokergui.pages.study.test_study import Studied


class Whole(Studied):
    """A study of a whole game with its cards."""

    def __init__(self, folder: Path, game: str, engine: str) -> None:
        self.cards: list[SetCard | None] = []
        super().__init__(folder, StudyChoice.of(game, 100, engine, folder))
        self.presenter.whole.card.connect(self.cards.append)
        self.do(self.presenter.whole.toggle, True)

    @property
    def sheet(self) -> SheetScene:
        assert self.scene.sheet is not None
        return self.scene.sheet

    def ask(self, intent: Any, *values: Any) -> SheetScene:
        self.do(intent, *values)
        return self.sheet

    def card(self, key: str) -> SetCard:
        self.presenter.whole.point(key)
        card = self.cards[-1]
        assert card is not None
        return card


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder, so that the equilibrium is computed once."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture
def leduc(home: Path, qtbot: QtBot) -> Whole:
    return Whole(home, "leduc", "random")


@pytest.fixture
def kuhn(home: Path, qtbot: QtBot) -> Whole:
    return Whole(home, "kuhn", "random")


def figures(studied: Whole) -> dict[str, str]:
    return {figure.label: figure.value for figure in studied.sheet.figures}


def test_the_whole_profile_in_figures(leduc: Whole) -> None:
    assert figures(leduc) == {"Exploitability": "2,374", "First player wins": "−78.1"}
    assert leduc.sheet.views == ("strategy", "difference", "values", "regrets", "cost")
    assert leduc.sheet.family is None


def test_cells_tell_the_strategy_with_the_equilibrium_as_ticks(leduc: Whole) -> None:
    part = leduc.sheet.parts[0]
    assert part.grid.cells[2].shares == (0.5, 0.5) and part.grid.scale is None
    assert part.ticks[2] == (pytest.approx(0.9276500910),)
    assert len(part.ticks) == len(part.sets) == 3
    assert "Bet 2 50%" in part.grid.cells[2].spoken


@pytest.mark.parametrize(
    ("view", "figure", "caption"),
    [
        ("difference", "43", "Difference, %"),
        ("values", "−328", "CF value, mA"),
        ("regrets", "16", "Best action’s regret, mA"),
        ("cost", "16", "Cost, mA a hand"),
    ],
)
def test_cells_tell_one_number(leduc: Whole, view: str, figure: str, caption: str) -> None:
    sheet = leduc.ask(leduc.presenter.whole.choose_view, view)
    assert sheet.view == view and not sheet.actions
    jack = sheet.parts[0].grid.cells[2]
    scale = sheet.parts[0].grid.scale
    assert scale is not None and scale.caption == caption
    assert jack.figure == figure and jack.spoken == f"J, {caption}: {figure}"
    assert jack.value is not None and -1.0 <= jack.value <= 1.0
    cells = [cell for part in sheet.parts for cell in part.grid.cells if cell.possible]
    assert max(abs(cell.value or 0.0) for cell in cells) == pytest.approx(1.0)
    assert all(part.grid.scale == scale for part in sheet.parts)
    assert leduc.ask(leduc.presenter.whole.choose_view, "strategy").actions


def test_the_list_is_sorted_by_what_a_deviation_wins(leduc: Whole) -> None:
    rows = leduc.sheet.sets
    assert len(rows) == 288 and leduc.sheet.order == "cost"
    assert (rows[0].cards, rows[0].line, rows[0].figures[-1]) == ("K", "bet 2", "245")
    costs = [float(row.figures[-1].replace(",", "")) for row in rows]
    assert costs == sorted(costs, reverse=True)
    assert "costs 245 mA a hand" in rows[0].spoken


def test_the_list_is_sorted_by_other_columns(leduc: Whole) -> None:
    whole = leduc.presenter.whole
    first = {order: leduc.ask(whole.choose_order, order).sets[0] for order in ORDERS}
    assert first["line"].line == "first" and first["line"].cards == "J"
    assert first["values"].figures[1].startswith("+")
    shares = [row.figures[0] for row in leduc.ask(whole.choose_order, "difference").sets]
    assert shares[0] == "67" and shares[-1] <= shares[0]
    assert leduc.ask(whole.choose_order, "nonsense").order == "difference"


def test_rare_sets_fade(leduc: Whole) -> None:
    by_key = {row.key: row for row in leduc.sheet.sets}
    deep = [row for row in by_key.values() if row.line.count(",") > 5]
    assert deep and all(row.faded for row in deep)
    assert not by_key[leduc.sheet.parts[0].sets[0]].faded


def test_a_card_tells_everything(leduc: Whole) -> None:
    card = leduc.card(leduc.sheet.parts[0].sets[2])
    assert (card.title, card.line, card.player) == ("J", "first", "First player")
    rows = dict(card.rows)
    assert rows["Plays"] == ("0.500", "0.500")
    assert rows["Equilibrium"] == ("0.928", "0.072")
    assert rows["Difference"] == ("−0.428", "+0.428")
    assert rows["CF value, mA"] == ("−312", "−344")
    assert rows["CF regret, mA"] == ("+15.9", "−15.9")
    assert rows["EV, antes"] == ("+0.063", "−0.032")  # 1 - 0.312 * 3, 1 - 0.344 * 3
    assert {f.label: f.value for f in card.figures} == {
        "Own reach": "1.0000",
        "Reach of chance and others": "0.3333",
        "EV, antes": "+0.016",
        "Counterfactual value": "−328",
        "Cost a hand": "15.9",
    }
    board = next(part for part in leduc.sheet.parts if part.key == "line:cc/")
    assert leduc.card(board.sets[1]).note == "King high"
    leduc.presenter.whole.point("")
    assert leduc.cards[-1] is None
    leduc.presenter.whole.point("9999")
    assert leduc.cards[-1] is None


def test_where_nobody_comes_there_is_no_ev(home: Path, qtbot: QtBot) -> None:
    studied = Whole(home, "leduc", "call")
    part = next(part for part in studied.sheet.parts if part.key == "line:r")
    card = studied.card(part.sets[0])
    assert dict(card.rows)["EV, antes"] == ("–", "–", "–")
    assert dict(card.rows)["CF value, mA"] == ("0", "0", "0")
    assert card.figures[1].value == "0.0000"


def test_kuhn_compares_with_the_nearest_member(kuhn: Whole) -> None:
    family = kuhn.sheet.family
    assert family is not None and family.field.text == "1/3" and family.position == 1000
    assert [(f.label, f.value) for f in family.figures] == [
        ("Value", "−1/18 = −0.0556"),
        ("Exploitability", "0"),
    ]
    assert not family.shown
    assert [part.column for part in kuhn.sheet.parts] == [0, 1, 2, 3]
    assert kuhn.sheet.column_titles == ()


def test_alpha_by_slider_arrows_and_field(kuhn: Whole) -> None:
    whole = kuhn.presenter.whole
    sheet = kuhn.ask(whole.slide_alpha, 500)
    assert sheet.family is not None and sheet.family.field.text == "1/6"
    assert sheet.parts[0].ticks == ((0.5,), (1.0,), (pytest.approx(5 / 6),))
    sheet = kuhn.ask(whole.step_alpha, 1)
    assert sheet.family is not None and sheet.family.field.text == "0.1767"
    sheet = kuhn.ask(whole.type_alpha, " 0.1 ")
    assert sheet.family is not None and sheet.family.field.text == "0.1"
    assert kuhn.card("0").rows[1] == ("Equilibrium", ("0.900", "0.100"))
    for text in ("1/2", "x", "-1", ""):
        sheet = kuhn.ask(whole.type_alpha, text)
        assert sheet.family is not None and sheet.family.field.text == text
        assert sheet.family.field.error.startswith("A number from 0 to 1/3")
        assert kuhn.card("0").rows[1] == ("Equilibrium", ("0.900", "0.100"))
    sheet = kuhn.ask(whole.step_alpha, -20)
    assert sheet.family is not None and not sheet.family.field.error
    assert sheet.family.position == 0 and sheet.family.field.text == "0"


@pytest.mark.parametrize("position", [0, 123, 500, 1000])
def test_the_value_stays(kuhn: Whole, position: int) -> None:
    family = kuhn.ask(kuhn.presenter.whole.slide_alpha, position).family
    assert family is not None
    assert [figure.value for figure in family.figures] == ["−1/18 = −0.0556", "0"]


def test_the_member_itself_is_shown(kuhn: Whole) -> None:
    whole = kuhn.presenter.whole
    kuhn.ask(whole.type_alpha, "1/6")
    sheet = kuhn.ask(whole.show_member)
    assert kuhn.top.engine.current == "kuhn-family:1/6"
    assert kuhn.top.engine.title == "Equilibrium, α = 1/6"
    assert figures(kuhn) == {"Exploitability": "0", "First player wins": "−55.6"}
    assert sheet.family is not None and sheet.family.shown and sheet.family.field.text == "1/6"
    table = family_table(Alpha.of(Alpha.at(500).value).value)
    assert sheet.parts[0].grid.cells[2].shares == pytest.approx((5 / 6, 1 / 6))
    assert table.probabilities[1] == pytest.approx(1 / 6)
    sheet = kuhn.ask(whole.step_alpha, 1)
    assert sheet.family is not None and not sheet.family.shown
    kuhn.ask(kuhn.presenter.choose_engine, "call")
    assert kuhn.sheet.family is not None and kuhn.sheet.family.field.text == "0"


def test_another_engine_stands_beside(kuhn: Whole) -> None:
    """Another engine replaces the equilibrium, with its ticks, differences and name."""
    kuhn.ask(kuhn.presenter.whole.choose_view, "difference")
    sheet = kuhn.ask(kuhn.presenter.second.choose, "call")
    assert sheet.family is None and "match Caller" in sheet.caption
    assert sheet.parts[0].grid.cells[0].figure == "50"
    assert kuhn.card("0").rows[1] == ("Caller", ("1.000", "0.000"))
    assert kuhn.ask(kuhn.presenter.whole.choose_view, "strategy").parts[0].ticks == ((1.0,),) * 3
    assert "where Caller differs" in kuhn.sheet.caption
    sheet = kuhn.ask(kuhn.presenter.second.choose, "raise")
    assert kuhn.card("0").rows[1] == ("Raiser", ("0.000", "1.000"))
    sheet = kuhn.ask(kuhn.presenter.second.choose, "")
    assert sheet.family is not None and kuhn.card("0").rows[1][0] == "Equilibrium"


def test_a_second_engine_that_gives_no_answer_is_told(
    kuhn: Whole, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Silent(CallAgent):
        def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
            raise EngineError("it has nothing to say")

    monkeypatch.setattr(study_second_engine, "build", lambda name, game, *_: Silent(game))
    kuhn.ask(kuhn.presenter.second.choose, "call")
    versus = kuhn.scene.versus
    assert versus is not None and "nothing to say" in versus.status
    assert "where an equilibrium differs" in kuhn.sheet.caption  # that stays to compare with
    assert kuhn.sheet.family is not None and kuhn.card("0").rows[1][0] == "Equilibrium"


def test_numbers_are_short() -> None:
    assert [mills_text(x) for x in (0.0, 1e-9, 0.004, 2.468, 12.34, 245.1, 2374.2)] == [
        *("0", "0", "0.00", "2.47", "12.3", "245", "2,374"),
    ]
    assert [mills_text(x, sign=True) for x in (-21.44, 3.0)] == ["−21.4", "+3.00"]
    assert [cell_text(x) for x in (0.01, 2.46, 12.6, 245.1)] == ["0", "2.5", "13", "245"]
    assert [cell_text(x, sign=True) for x in (-0.01, -12.3, 4.54)] == ["0", "−12", "+4.5"]


def test_a_member_has_a_name() -> None:
    assert engine_title("kuhn-family:1/6") == "Equilibrium, α = 1/6"
    assert unlisted("kuhn-family:1/6").note == "of Kuhn’s family"


def test_three_players_have_nash_conv_and_a_value_for_each(home: Path, qtbot: QtBot) -> None:
    kuhn = Whole(home, "kuhn-3", "random")
    told = figures(kuhn)
    assert list(told) == ["NashConv", "First", "Second", "Third"]
    assert told["NashConv"] == "2,062"  # OpenSpiel: 2.0625 of the uniform profile
    values = expected_values(get_game("kuhn-3"), [uniform] * 3)
    won = [float(told[name].replace("−", "-")) for name in ("First", "Second", "Third")]
    assert won == pytest.approx(1000 * values, abs=0.5)
    assert "need not be an equilibrium" in kuhn.sheet.note
    assert kuhn.sheet.views == ("strategy", "values", "regrets", "cost")  # no equilibrium is shown
    assert not any(any(part.ticks) for part in kuhn.sheet.parts) and kuhn.sheet.family is None
    assert len(kuhn.sheet.sets) == 48 and len(kuhn.sheet.parts) == 12
    card = kuhn.card(kuhn.sheet.sets[0].key)
    assert [caption for caption, _ in card.rows][:1] == ["Plays"]
    assert "Equilibrium" not in dict(card.rows)
