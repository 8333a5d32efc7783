import pytest

from ai.agents.baselines import CallAgent
from engine.errors import EngineError
from engine.game import get_game
from pokergui.formatting.choices import engine_title, unlisted
from pokergui.pages.study.whole import presenters as study_whole
from pokergui.pages.study.whole.scenes import ORDERS
from pokergui.ranges.sheet import read_sheet
from tests.naive.small_games import expected_values, uniform
from tests.pokergui.heard import refuse
from tests.pokergui.pages.study.studied import Studied, plant


class Whole(Studied):
    def __init__(self, folder, game):
        super().__init__(folder, game, "random")
        self.whole = self.presenter.whole
        self.do(self.whole.toggle, True)

    def ask(self, name, *values):
        return self.do(getattr(self.whole, name), *values).sheet

    def card(self, key):
        self.whole.point(key)
        return self.cards[-1]

    sheet = property(lambda self: self.scene.sheet)
    figures = property(lambda self: {one.label: one.value for one in self.sheet.figures})


@pytest.fixture
def leduc(tmp_path):
    return Whole(tmp_path, "leduc")


@pytest.fixture
def kuhn(tmp_path):
    return Whole(tmp_path, "kuhn")


def test_all_of_leduc_fits_on_one_sheet(leduc):
    sheet = leduc.sheet
    assert sheet.note == "288 information sets, suits merged" and sheet.family is None
    assert sum(sum(cell.possible for cell in part.grid.cells) for part in sheet.parts) == 288
    assert len({(part.row, part.column) for part in sheet.parts}) == len(sheet.parts) == 36
    assert sheet.column_titles[:3] == ("Round 1", "check, check", "bet 2, call")
    assert leduc.figures == {"Exploitability": "2,374", "First player wins": "−78.1"}
    assert sheet.views == ("strategy", "difference", "values", "regrets", "cost")
    # cells show the strategy, with the equilibrium as ticks
    first = sheet.parts[0]
    assert first.grid.cells[2].shares == (0.5, 0.5) and first.grid.scale is None
    assert "Bet 2 50%" in first.grid.cells[2].spoken
    assert first.ticks[2] == (pytest.approx(0.9276500910),)
    assert len(first.ticks) == len(first.sets) == 3
    part = next(part for part in sheet.parts if part.key == "line:cc/r")
    assert (part.title, part.note) == ("bet 4", "Second player")
    assert leduc.rows(part.key).sheet is None and leduc.crumbs[-1] == "Second player to act"
    assert leduc.ask("toggle", True) is sheet
    assert leduc.do(leduc.presenter.choose, "engine", "raise").sheet != sheet
    assert leduc.ask("toggle", False) is None


@pytest.mark.parametrize(
    ("view", "figure", "caption"),
    [
        ("difference", "43", "Difference, %"),
        ("values", "−328", "CF value, mA"),
        ("regrets", "16", "Best action’s regret, mA"),
        ("cost", "16", "Cost, mA a hand"),
    ],
)
def test_cells_show_one_figure(leduc, view, figure, caption):
    sheet = leduc.ask("choose_view", view)
    assert sheet.view == view and not sheet.actions
    jack, scale = sheet.parts[0].grid.cells[2], sheet.parts[0].grid.scale
    assert jack.figure == figure and jack.spoken == f"J, {caption}: {figure}"
    assert scale.caption == caption and all(part.grid.scale == scale for part in sheet.parts)
    cells = [cell for part in sheet.parts for cell in part.grid.cells if cell.possible]
    assert max(abs(cell.value or 0.0) for cell in cells) == pytest.approx(1.0)
    assert leduc.ask("choose_view", "strategy").actions


def test_list_is_sorted_and_rare_information_sets_fade(leduc):
    rows = leduc.sheet.sets
    assert len(rows) == 288 and leduc.sheet.order == "cost"
    assert (rows[0].cards, rows[0].line, rows[0].figures[-1]) == ("K", "bet 2", "245")
    costs = [float(row.figures[-1].replace(",", "")) for row in rows]
    assert costs == sorted(costs, reverse=True) and "costs 245 mA a hand" in rows[0].spoken
    deep = [row for row in rows if row.line.count(",") > 5]
    assert deep and all(row.faded for row in deep)
    assert not any(row.faded for row in rows if row.key == leduc.sheet.parts[0].sets[0])
    first = {order: leduc.ask("choose_order", order).sets[0] for order in ORDERS}
    assert (first["line"].line, first["line"].cards) == ("first", "J")
    assert first["values"].figures[1].startswith("+")
    shares = [row.figures[0] for row in leduc.ask("choose_order", "difference").sets]
    assert shares[0] == "67" and shares[-1] <= shares[0]
    assert leduc.ask("choose_order", "nonsense").order == "difference"


def test_detail_card_shows_every_figure(leduc):
    card = leduc.card(leduc.sheet.parts[0].sets[2])
    assert (card.title, card.line, card.player) == ("J", "first", "First player")
    rows = dict(card.rows)
    assert rows["Difference"] == ("−0.428", "+0.428")
    assert rows["EV, antes"] == ("+0.063", "−0.032")  # 1 - 0.312 * 3, 1 - 0.344 * 3
    assert [one.value for one in card.figures] == ["1.0000", "0.3333", "+0.016", "−328", "15.9"]
    board = next(part for part in leduc.sheet.parts if part.key == "line:cc/")
    assert leduc.card(board.sets[1]).note == "King high"
    assert leduc.card("") is None and leduc.card("9999") is None


def test_kuhn_is_compared_with_the_chosen_family_member(kuhn):
    sheet, family = kuhn.sheet, kuhn.sheet.family
    assert sheet.note.startswith("12 information sets") and sheet.column_titles == ()
    assert [part.title for part in sheet.parts] == ["first", "check", "bet 1", "check, bet 1"]
    assert [part.column for part in sheet.parts] == [0, 1, 2, 3]
    assert (family.field.text, family.position, family.shown) == ("1/3", 1000, False)  # the nearest
    for position in (0, 123, 500):
        family = kuhn.ask("slide_alpha", position).family
        told = [(one.label, one.value) for one in family.figures]
        assert told == [("Value", "−1/18 = −0.0556"), ("Exploitability", "0")]
    assert kuhn.sheet.parts[0].ticks == ((0.5,), (1.0,), (pytest.approx(5 / 6),))
    for intent, value, text in (
        *(("slide_alpha", 500, "1/6"), ("step_alpha", 1, "0.1767"), ("type_alpha", " 0.1 ", "0.1")),
    ):
        assert kuhn.ask(intent, value).family.field.text == text
    for text in ("1/2", "x", "-1", ""):
        field = kuhn.ask("type_alpha", text).family.field
        assert field.text == text and field.error.startswith("A number from 0 to 1/3")
        assert kuhn.card("0").rows[1] == ("Equilibrium", ("0.900", "0.100"))
    family = kuhn.ask("step_alpha", -20).family
    assert (family.position, family.field.text, family.field.error) == (0, "0", "")


def test_family_member_can_be_shown_itself(kuhn):
    kuhn.ask("type_alpha", "1/6")
    sheet, name = kuhn.ask("show_member"), "kuhn-family:1/6"
    assert kuhn.top.engine.current == name
    assert kuhn.top.engine.title == engine_title(name) == "Equilibrium, α = 1/6"
    assert unlisted(name).note == "of Kuhn’s family"
    assert kuhn.figures == {"Exploitability": "0", "First player wins": "−55.6"}
    assert sheet.family.shown and sheet.family.field.text == "1/6"
    assert sheet.parts[0].grid.cells[2].shares == pytest.approx((5 / 6, 1 / 6))
    assert not kuhn.ask("step_alpha", 1).family.shown
    kuhn.do(kuhn.presenter.choose, "engine", "call")
    assert kuhn.sheet.family.field.text == "0"


def test_another_engine_can_replace_the_equilibrium(kuhn, monkeypatch):
    kuhn.ask("choose_view", "difference")
    kuhn.compare("call")
    assert kuhn.sheet.family is None and "match Caller" in kuhn.sheet.caption
    assert kuhn.sheet.parts[0].grid.cells[0].figure == "50"
    assert kuhn.card("0").rows[1] == ("Caller", ("1.000", "0.000"))
    assert kuhn.ask("choose_view", "strategy").parts[0].ticks == ((1.0,),) * 3
    assert "where Caller differs" in kuhn.sheet.caption
    kuhn.compare("")
    assert kuhn.sheet.family is not None and kuhn.card("0").rows[1][0] == "Equilibrium"
    silent = {"strategy": refuse(EngineError("it has nothing to say"))}
    plant(monkeypatch, None, type("Silent", (CallAgent,), silent))
    kuhn.compare("raise")
    assert "nothing to say" in kuhn.versus.status
    assert "where an equilibrium differs" in kuhn.sheet.caption  # kept for comparison
    assert kuhn.sheet.family is not None and kuhn.card("0").rows[1][0] == "Equilibrium"


def test_three_players_show_nash_conv_and_a_value_each(tmp_path):
    kuhn = Whole(tmp_path, "kuhn-3")
    told = kuhn.figures
    assert list(told) == ["NashConv", "First", "Second", "Third"]
    assert told["NashConv"] == "2,062"  # OpenSpiel: 2.0625 of the uniform profile
    values = expected_values(get_game("kuhn-3"), [uniform] * 3)
    won = [float(told[name].replace("−", "-")) for name in ("First", "Second", "Third")]
    assert won == pytest.approx(1000 * values, abs=0.5)
    sheet = kuhn.sheet
    assert "need not be an equilibrium" in sheet.note
    assert sheet.views == ("strategy", "values", "regrets", "cost")  # no equilibrium is shown
    assert not any(any(part.ticks) for part in sheet.parts) and sheet.family is None
    assert len(sheet.sets) == 48 and len(sheet.parts) == 12
    rows = dict(kuhn.card(sheet.sets[0].key).rows)
    assert "Plays" in rows and "Equilibrium" not in rows


def test_sheet_an_engine_cannot_fill_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr(study_whole, "read_sheet", refuse(EngineError("it knows one round only")))
    studied = Whole(tmp_path, "leduc")
    assert studied.sheet is None and studied.scene.grid is not None
    assert "one round only" in studied.told
    with monkeypatch.context() as patch:  # it is queried again when wanted again
        patch.setattr(study_whole, "read_sheet", read_sheet)
        assert studied.ask("toggle", True) is not None
    studied.do(studied.presenter.choose, "engine", "call")
    # nor of a large game, whose key comes while the small one is shown
    studied.do(studied.presenter.press_notice, "dismiss")
    studied.presenter.whole.toggle(True)
    studied.presenter.choose("game", "holdem-limit")
    scene = studied.do(studied.presenter.whole.toggle, True)
    assert scene.sheet is None and scene.grid.rows == 13 and studied.notice is None
