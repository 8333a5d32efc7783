"""The Study presenter with a runner on this thread: lines, boards, sides, engines, the sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from ai.base import RangeAgent
from ai.simple import CallAgent, RaiseAgent
from engine.agent import Agent
from engine.errors import EngineError
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.lines import parse_line
from engine.player import CALL, FOLD, PublicState, Strategy, raise_to
from engine.policy import blocked
from engine.shown import parse_shown
from pokergui.background.engines import trust
from pokergui.formatting.choices import strongest
from pokergui.links import StudyLink
from pokergui.pages.study.presenters import study as study_module
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.presenters import reader as study_reader
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.reading.viewmodel.reading import LineRow
from pokergui.pages.study.viewmodel.study import StudyScene, StudyTop
from pokergui.pages.study.whole.presenters import whole as study_whole
from pokergui.settings import Settings
from pokergui.viewmodel import Notice
from tests.sync_runner import SyncRunner


class Studied:
    """A presenter with the contents of its page."""

    def __init__(self, folder: Path, choice: StudyChoice, second: str = "") -> None:
        self.runner = SyncRunner()
        self.presenter = StudyPresenter(self.runner, folder, folder / "spots", choice, second)
        self.parts: dict[str, Any] = {}
        self.scenes: list[StudyScene] = []
        self.notices: list[Notice | None] = []
        for part in ("top", "detail", "choice_made"):
            getattr(self.presenter, part).connect(lambda v, part=part: self._keep(part, v))
        self.presenter.scene.connect(self.scenes.append)
        self.presenter.walk.notice.connect(self.notices.append)
        self.presenter.show_page(False)
        self.do(self.presenter.show_page, True)

    def _keep(self, part: str, value: object) -> None:
        self.parts[part] = value

    def do(self, intent: Any, *values: Any) -> StudyScene:
        intent(*values)
        self.runner.run_all()
        return self.scene

    def row(self, key: str) -> StudyScene:
        return self.do(self.presenter.walk.follow, key)

    def rows(self, *keys: str) -> StudyScene:
        for key in keys:
            self.row(key)
        return self.scene

    @property
    def scene(self) -> StudyScene:
        return self.scenes[-1]

    @property
    def top(self) -> StudyTop:
        found = self.parts["top"]
        assert isinstance(found, StudyTop)
        return found

    @property
    def notice(self) -> Notice | None:
        return self.notices[-1] if self.notices else None

    def actions_at(self, count: int) -> list[LineRow]:
        return [r for r in self.scene.rows if r.key.startswith(f"do:{count}:")]


@pytest.fixture
def holdem(tmp_path: Path, qtbot: QtBot) -> Studied:
    return Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "equity", tmp_path))


@pytest.fixture
def leduc(tmp_path: Path, qtbot: QtBot) -> Studied:
    return Studied(tmp_path, StudyChoice.of("leduc", 100, "random", tmp_path))


def choose_flop(studied: Studied, cards: str = "Kh 8d 3c") -> StudyScene:
    for card in cards.split():
        studied.do(studied.presenter.walk.choose_board_card, card)
    return studied.scene


def plant(monkeypatch: pytest.MonkeyPatch, agent: type[Any]) -> None:
    """Let every build give this engine."""

    def build(name: str, game: Any, home: Any, control: JobControl) -> Agent:
        made: Agent = agent(game)
        return made

    monkeypatch.setattr(study_module, "build", build)


def test_it_begins_at_the_first_decision(holdem: Studied) -> None:
    scene = holdem.scene
    assert [crumb.text for crumb in scene.line.crumbs] == ["Preflop", "Button to act"]
    assert [(figure.label, figure.value) for figure in scene.figures] == [
        ("Pot", "150"),
        ("Behind", "9,900"),
    ]
    assert scene.grid is not None and (scene.grid.rows, scene.grid.columns) == (13, 13)
    assert [(side.name, side.note, side.shown) for side in scene.sides] == [
        ("Button", "to act", True),
        ("Big blind", "", False),
    ]
    assert not scene.thinking and not scene.sheet_available
    assert sum(total.share for total in scene.totals) == pytest.approx(1.0)
    assert holdem.top.engine.current == "equity" and holdem.top.game.current == "holdem-nolimit"
    assert holdem.top.depth is not None and holdem.top.depth.current == "100"


def test_a_line_is_clicked_together_and_walked_back(holdem: Studied) -> None:
    scene = holdem.rows("r300", "c")
    assert [crumb.text for crumb in scene.line.crumbs] == [
        "Preflop",
        "Button raises to 300",
        "Big blind calls",
        "Flop",
        "Big blind to act",
    ]
    kinds = [(row.kind, row.title) for row in scene.rows if row.kind != "action"]
    assert kinds == [
        ("street", "Preflop"),
        ("decision", "Button"),
        ("decision", "Big blind"),
        ("street", "Flop"),
        ("decision", "Big blind to act"),
    ]
    done = [row.title for row in scene.rows if row.kind == "action" and row.current]
    assert done == ["Raise to 300", "Call 200"]
    scene = holdem.do(holdem.presenter.walk.choose_crumb, 2)
    assert scene.line.crumbs[-1].text == "Big blind to act" and len(scene.line.crumbs) == 3
    scene = holdem.row("do:0:r200")
    assert scene.line.crumbs[1].text == "Button raises to 200"
    assert holdem.row("at:0").line.crumbs[-1].text == "Button to act"


def test_frequencies_sum_to_one_at_every_decision(holdem: Studied) -> None:
    holdem.rows("r300", "c")
    choose_flop(holdem)
    holdem.rows("c", "r500")
    for count in range(5):
        shares = [row.share for row in holdem.actions_at(count) if row.share is not None]
        assert sum(shares) == pytest.approx(1.0)
        unknown = [row for row in holdem.actions_at(count) if row.share is None]
        assert all(row.percent == "–" and row.enabled for row in unknown)


def test_actions_the_engine_never_considers_are_listed(tmp_path: Path, qtbot: QtBot) -> None:
    studied = Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "call", tmp_path))
    rows = [(row.title, row.percent) for row in studied.actions_at(0)]
    assert rows == [
        ("Fold", "–"),
        ("Call 50", "100%"),
        ("Raise to 200", "–"),
        ("All-in 10,000", "–"),
    ]
    assert [total.action.title for total in studied.scene.totals] == ["Call 50"]
    scene = studied.row("do:0:r200")
    assert scene.warning.startswith("“Raise to 200” is not among the actions of Caller as Button")
    assert scene.sides[0].combos == "1,326 combos"


def test_the_board_is_chosen_card_by_card(holdem: Studied) -> None:
    assert holdem.scene.board is not None and holdem.scene.board.title == "Board"
    assert not any(card.enabled for row in holdem.scene.board.rows for card in row)
    scene = holdem.rows("r300", "c")
    assert scene.board is not None
    assert (scene.board.title, scene.board.random_text) == ("Flop: choose 3 cards", "Random flop")
    assert [len(row) for row in scene.board.rows] == [13] * 4
    assert [row[0].key for row in scene.board.rows] == ["As", "Ah", "Ad", "Ac"]
    assert "reach the flop" in scene.note and scene.totals == ()
    assert scene.grid is not None and scene.grid.actions == ()
    scene = holdem.do(holdem.presenter.walk.choose_board_card, "Kh")
    assert scene.board is not None and scene.board.title == "Flop: choose 2 more cards"
    scene = choose_flop(holdem, "8d 3c")
    assert scene.board is not None and scene.board.title == "Board"
    assert scene.grid is not None and len(scene.grid.actions) == 5
    street = next(crumb for crumb in scene.line.crumbs if crumb.text == "Flop")
    assert [card.name for card in street.cards] == ["Kh", "8d", "3c"]
    # once complete, another card takes the place of the last; a chosen one goes
    scene = choose_flop(holdem, "2s")
    chosen = [c.key for row in (scene.board.rows if scene.board else ()) for c in row if c.chosen]
    assert chosen == ["2s", "Kh", "8d"]
    scene = choose_flop(holdem, "2s")
    assert scene.board is not None and scene.board.title == "Flop: choose 1 more card"


def test_cards_of_later_streets_are_kept_for_a_return(holdem: Studied) -> None:
    holdem.rows("r300", "c")
    choose_flop(holdem)
    holdem.rows("c", "c")
    scene = holdem.do(holdem.presenter.walk.choose_board_card, "As")
    assert scene.board is not None and scene.board.title == "Board"
    holdem.row("at:0")
    scene = holdem.rows("r300", "c", "c", "c")
    turn = [crumb for crumb in scene.line.crumbs if crumb.text == "Turn"]
    assert [card.name for card in turn[0].cards] == ["As"]
    # the kept turn card may be used on the flop: it is missing on the turn then
    holdem.row("at:2")
    holdem.do(holdem.presenter.walk.choose_board_card, "As")
    scene = holdem.rows("c", "c")
    assert scene.board is not None and scene.board.title == "Turn: choose a card"
    # a card of an earlier street can be missing too
    holdem.do(holdem.presenter.walk.choose_board_card, "2c")
    scene = holdem.do(holdem.presenter.walk.choose_board_card, "Kh")
    assert scene.board is not None and scene.board.title == "Flop: choose 1 more card"
    assert "reach the flop" in scene.note and scene.grid is not None


def test_a_random_board_completes_the_street_or_deals_it_anew(holdem: Studied) -> None:
    holdem.rows("r300", "c")
    holdem.do(holdem.presenter.walk.choose_board_card, "Kh")
    seen = set()
    for _ in range(4):
        scene = holdem.do(holdem.presenter.walk.choose_random_board)
        assert scene.board is not None
        chosen = [card.key for row in scene.board.rows for card in row if card.chosen]
        assert len(chosen) == 3
        seen.add(tuple(chosen))
    assert len(seen) > 1
    first = [crumb.cards for crumb in holdem.scene.line.crumbs if crumb.text == "Flop"]
    holdem.rows("c", "c")
    for count in (4, 5):
        for _ in range(3):
            scene = holdem.do(holdem.presenter.walk.choose_random_board)
            assert [crumb.cards for crumb in scene.line.crumbs if crumb.text == "Flop"] == first
            assert scene.board is not None
            assert sum(card.chosen for row in scene.board.rows for card in row) == count
        holdem.rows("c", "c")


def test_the_other_side_shows_its_range_alone(holdem: Studied) -> None:
    holdem.row("r300")
    scene = holdem.do(holdem.presenter.walk.choose_side, "1")
    assert scene.grid is not None and scene.grid.actions == () and scene.totals == ()
    assert [side.shown for side in scene.sides] == [True, False]
    heights = {cell.label: cell.height for cell in scene.grid.cells}
    shares = [row.share for row in holdem.actions_at(0) if row.current]
    assert shares[0] == pytest.approx(
        np.average(
            [cell.height for cell in scene.grid.cells],
            weights=[6 if len(label) == 2 else 4 if label[2] == "s" else 12 for label in heights],
        ),
        abs=1e-9,
    )
    assert holdem.row("c").sides[1].shown


def test_betting_that_is_over_says_so_and_shows_ranges(holdem: Studied) -> None:
    scene = holdem.row("f")
    assert scene.line.crumbs[-1].text == "Button has folded"
    assert scene.note.startswith("Button has folded") and scene.totals == ()
    assert scene.grid is not None and scene.rows[-1].current
    holdem.row("at:0")
    scene = holdem.rows("r10000", "c")
    assert scene.line.crumbs[-1].text == "Showdown" and scene.grid is not None


def test_leduc_shows_all_boards_and_needs_no_picker(leduc: Studied) -> None:
    assert leduc.scene.board is None and leduc.scene.sheet_available
    assert leduc.top.depth is None
    scene = leduc.rows("c", "c")
    assert scene.grid is not None and (scene.grid.rows, scene.grid.columns) == (3, 3)
    assert scene.rows[-3].title == "First player to act"
    assert [side.combos for side in scene.sides] == ["50% of hands"] * 2
    assert [(f.label, f.value) for f in scene.figures] == [("Pot", "2"), ("Bets", "4")]
    assert scene.line.crumbs[-2].text == "Round 2" and scene.line.crumbs[-2].cards == ()


def test_the_whole_of_leduc_on_one_sheet(leduc: Studied) -> None:
    scene = leduc.do(leduc.presenter.whole.toggle, True)
    sheet = scene.sheet
    assert sheet is not None
    assert sheet.note == "288 information sets, suits merged"
    assert sum(sum(cell.possible for cell in part.grid.cells) for part in sheet.parts) == 288
    assert len(sheet.parts) == 36 and len(sheet.column_titles) == 6
    assert sheet.column_titles[:3] == ("Round 1", "check, check", "bet 2, call")
    assert len({(part.row, part.column) for part in sheet.parts}) == 36
    part = next(part for part in sheet.parts if part.key == "line:cc/r")
    assert (part.title, part.note) == ("bet 4", "Second player")
    assert {action.tone for action in sheet.actions} >= {"fold", "call"}
    scene = leduc.row(part.key)
    assert scene.sheet is None and scene.line.crumbs[-1].text == "Second player to act"
    assert leduc.do(leduc.presenter.whole.toggle, True).sheet is sheet
    assert leduc.do(leduc.presenter.whole.toggle, False).sheet is None


def test_the_sheet_follows_the_engine(leduc: Studied) -> None:
    before = leduc.do(leduc.presenter.whole.toggle, True).sheet
    after = leduc.do(leduc.presenter.choose_engine, "raise").sheet
    assert before is not None and after is not None and after != before


def test_a_sheet_that_an_engine_cannot_fill_is_told(
    leduc: Studied, monkeypatch: pytest.MonkeyPatch
) -> None:
    class OneRound(CallAgent):
        def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
            if spot.board:
                raise EngineError("it knows one round only")
            return super().strategy(spot, control)

    plant(monkeypatch, OneRound)
    leduc.do(leduc.presenter.choose_engine, "call")
    scene = leduc.do(leduc.presenter.whole.toggle, True)
    assert scene.sheet is None and scene.grid is not None
    assert leduc.notice is not None and "one round only" in leduc.notice.text


def test_a_large_game_has_no_sheet(leduc: Studied) -> None:
    """Also where its key comes while the page still shows the small game before."""
    leduc.presenter.choose_game("holdem-nolimit")
    scene = leduc.do(leduc.presenter.whole.toggle, True)
    assert scene.sheet is None and scene.grid is not None and scene.grid.rows == 13
    assert leduc.notice is None


def test_a_failed_sheet_of_an_engine_before_is_not_told(
    leduc: Studied, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise EngineError("it knows one round only")

    monkeypatch.setattr(study_whole, "read_sheet", refuse)
    leduc.presenter.whole.toggle(True)
    leduc.do(leduc.presenter.choose_game, "holdem-nolimit")
    assert leduc.notice is None


def test_nothing_comes_after_stop(holdem: Studied) -> None:
    before = len(holdem.scenes)
    holdem.presenter.walk.follow("r300")
    holdem.presenter.stop()
    holdem.runner.run_all()
    assert len(holdem.scenes) == before


def test_the_whole_of_kuhn_on_one_sheet(tmp_path: Path, qtbot: QtBot) -> None:
    studied = Studied(tmp_path, StudyChoice.of("kuhn", 100, "cfr", tmp_path))
    sheet = studied.do(studied.presenter.whole.toggle, True).sheet
    assert sheet is not None and sheet.note.startswith("12 information sets")
    assert [part.title for part in sheet.parts] == ["first", "check", "bet 1", "check, bet 1"]


def test_another_engine_keeps_the_place_another_game_does_not(leduc: Studied) -> None:
    leduc.rows("c", "r")
    scene = leduc.do(leduc.presenter.choose_engine, "raise")
    assert scene.line.crumbs[-1].text == "First player to act" and len(scene.line.crumbs) == 4
    assert scene.warning.startswith("“Check” is not among the actions of Raiser as First player")
    scene = leduc.do(leduc.presenter.choose_game, "holdem-limit")
    assert scene.line.crumbs[-1].text == "Button to act" and leduc.top.engine.current == "raise"
    scene = leduc.do(leduc.presenter.choose_game, "holdem-nolimit")
    scene = leduc.do(leduc.presenter.choose_depth, "20")
    assert scene.figures[1].value == "1,900"
    made = leduc.parts["choice_made"]
    assert (made.name, made.depth, made.engine) == ("holdem-nolimit", 20, "raise")


def test_details_follow_the_pointer_and_the_pin(holdem: Studied) -> None:
    assert holdem.parts["detail"] is None
    holdem.do(holdem.presenter.walk.hover_cell, 1)
    assert holdem.parts["detail"].title == "AKs" and not holdem.parts["detail"].pinned
    holdem.do(holdem.presenter.walk.pin_cell, 14)
    holdem.do(holdem.presenter.walk.hover_cell, -1)
    assert holdem.parts["detail"].title == "KK" and holdem.parts["detail"].pinned
    holdem.row("r300")
    assert holdem.parts["detail"].title == "KK"
    holdem.do(holdem.presenter.choose_game, "leduc")
    assert holdem.parts["detail"] is None


def link_of(line: str, board: str, hole: str | None, game: str, engine: str = "") -> StudyLink:
    rules = get_game(game)
    cards = parse_shown(rules, board)
    held = parse_shown(rules, hole) if hole else None
    return StudyLink(rules, parse_line(rules, line), cards, held, engine)


def test_a_link_opens_a_decision_and_points_at_the_cards(leduc: Studied) -> None:
    link = link_of("r300c/", "7d 3c Kh", "AsQs", "holdem-nolimit@50", "equity")
    scene = leduc.do(leduc.presenter.open_link, link)
    assert scene.line.crumbs[-1].text == "Big blind to act"
    assert leduc.top.game.current == "holdem-nolimit" and leduc.top.engine.current == "equity"
    assert leduc.top.depth is not None and leduc.top.depth.current == "50"
    assert scene.grid is not None and scene.grid.cells[scene.grid.marked].label == "AQs"
    assert leduc.parts["detail"].title == "AQs" and leduc.parts["detail"].pinned
    leduc.do(leduc.presenter.walk.pin_cell, -1)
    leduc.row("c")
    assert leduc.parts["detail"] is None and leduc.scene.grid is not None
    assert leduc.scene.grid.marked == scene.grid.marked

    scene = leduc.do(leduc.presenter.open_link, link_of("rc/", "Kh", "Qs", "leduc"))
    assert scene.grid is not None and scene.grid.cells[scene.grid.marked].label == "Q on K"
    assert leduc.top.engine.current == "random"  # which was chosen


def test_study_opens_with_the_strongest_engine(tmp_path: Path, qtbot: QtBot) -> None:
    assert Settings().study_engine == ""
    studied = Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "", tmp_path))
    assert studied.top.engine.current == strongest(get_game("holdem-nolimit@100"), tmp_path).name
    assert studied.top.engine.current.startswith("cfr-resolve")
    studied.do(studied.presenter.choose_depth, "20")
    assert studied.parts["choice_made"].wanted == ""  # none was chosen


def test_a_hand_keeps_the_engine_chosen_or_says_who_answers_instead(
    tmp_path: Path, qtbot: QtBot
) -> None:
    studied = Studied(tmp_path, StudyChoice.of("holdem-nolimit", 100, "cfr", tmp_path))
    scene = studied.do(studied.presenter.open_link, link_of("", "", None, "holdem-nolimit@37"))
    assert studied.top.engine.current == "equity"
    assert scene.note.startswith(
        "Blueprint does not play No-limit hold’em, 37 bb: Odds counter answers."
    )
    watched = link_of("", "", None, "holdem-nolimit@37", "call")
    scene = studied.do(studied.presenter.open_link, watched)
    assert studied.top.engine.current == "call" and "Blueprint" not in scene.note
    scene = studied.do(studied.presenter.open_link, link_of("", "", None, "holdem-nolimit@100"))
    assert studied.top.engine.current == "cfr" and "does not play" not in scene.note


def test_a_link_may_name_an_engine_to_compare_with(leduc: Studied) -> None:
    game = get_game("leduc")
    link = StudyLink(game, (raise_to(2),), (), (game.deck[0],), "call", "random")
    leduc.do(leduc.presenter.open_link, link)
    assert leduc.top.engine.current == "call"
    assert leduc.top.second is not None and leduc.top.second.current == "random"
    assert leduc.scene.beside is not None and leduc.scene.grid is not None
    assert leduc.scene.grid.marked == leduc.scene.pinned >= 0
    alike = StudyLink(game, (), (), None, "call", "call")
    leduc.do(leduc.presenter.open_link, alike)
    assert leduc.top.second.current == ""


def test_a_link_to_an_odd_depth_and_to_a_file_adds_them_to_the_choices(
    leduc: Studied, tmp_path: Path
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "import numpy as np\n"
        "from engine.player import CALL, Strategy\n"
        "class Mine:\n"
        "    def strategy(self, spot):\n"
        "        return Strategy((CALL,), np.ones((1326, 1)))\n"
    )
    trust(f"python:{file}")
    for depth in ("37", "12.5"):
        link = link_of("", "", None, f"holdem-nolimit@{depth}", f"python:{file}")
        scene = leduc.do(leduc.presenter.open_link, link)
        assert leduc.notice is None and scene.grid is not None
        assert leduc.top.depth is not None and leduc.top.depth.current == depth
        assert leduc.top.engine.choices[-1].title == "mine"
        titles = {choice.key: choice.title for choice in leduc.top.depth.choices}
        assert f"{depth} bb" in titles[depth]


def test_a_link_to_a_game_of_ones_own_adds_it_to_the_choices(leduc: Studied) -> None:
    text = get_game("leduc").to_acpc().replace("numRanks = 3", "numRanks = 4")
    text = text.replace("maxRaises = 2 2", "maxRaises = 1 1")  # solved in no time
    game = Game.from_acpc(text, "four ranks")
    link = StudyLink(game, (CALL, CALL), (game.deck[0],), (game.deck[2],))
    scene = leduc.do(leduc.presenter.open_link, link)
    assert leduc.top.game.current == leduc.top.game.choices[-1].key == "four ranks"
    shown = leduc.top.engine
    values = {choice.value for choice in shown.choices}
    assert values == {"reference", "learns", "not measured"}
    assert not any("engines measure" in choice.detail for choice in shown.choices)
    assert scene.grid is not None and (scene.grid.rows, scene.grid.columns) == (4, 4)
    assert scene.grid.cells[scene.grid.marked].label == "Q on J"
    sheet = leduc.do(leduc.presenter.whole.toggle, True).sheet
    assert sheet is not None and sheet.note.startswith(f"{4 * 4 + 12 * 16} information sets")


@pytest.mark.parametrize(
    ("line", "board", "sentence"),
    [
        ("r300c/", "7d 3c", "needs 3 cards"),
        ("r300c/", "", "needs 3 cards"),
        ("r300", "7d 3c Kh", "needs 0 cards"),
    ],
)
def test_links_that_cannot_be_are_told(
    leduc: Studied, line: str, board: str, sentence: str
) -> None:
    scene = leduc.do(leduc.presenter.open_link, link_of(line, board, None, "holdem-nolimit@50"))
    told = [notice for notice in leduc.notices if notice is not None]
    assert told[-1].kind == "warning" and sentence in told[-1].text
    assert leduc.notice == told[-1]
    assert len(scene.line.crumbs) == 2 and scene.grid is not None
    leduc.do(leduc.presenter.press_notice, "dismiss")
    assert leduc.notice is None


def test_a_link_that_cannot_be_shown_leaves_the_place_as_it_is(leduc: Studied) -> None:
    leduc.do(leduc.presenter.open_link, link_of("r300c/", "7d 3c Kh", None, "holdem-nolimit@50"))
    place = leduc.presenter.walk.place
    leduc.do(leduc.presenter.open_link, StudyLink(place.game, (CALL, FOLD), ()))
    assert leduc.notice is not None and "nothing to fold to" in leduc.notice.text
    assert leduc.presenter.walk.place is place


def test_boards_with_duplicates_and_betting_against_the_rules_are_told(leduc: Studied) -> None:
    game = get_game("holdem-nolimit@50")
    line = parse_line(game, "r300c/")
    twice = StudyLink(game, line, (3, 3, 7))
    leduc.do(leduc.presenter.open_link, twice)
    assert leduc.notice is not None and "twice" in leduc.notice.text
    illegal = StudyLink(game, (CALL, FOLD), ())
    leduc.do(leduc.presenter.open_link, illegal)
    assert leduc.notice is not None and "nothing to fold to" in leduc.notice.text


def test_an_action_outside_the_menu_is_told(leduc: Studied) -> None:
    link = link_of("r317", "", None, "holdem-nolimit@100", "equity")
    scene = leduc.do(leduc.presenter.open_link, link)
    assert scene.warning == (
        "“Raise to 317” is not among the actions of Odds counter as Button:"
        " the range after it is a guess."
    )
    row = next(row for row in leduc.actions_at(0) if row.current)
    assert (row.title, row.percent) == ("Raise to 317", "–")
    assert scene.sides[0].combos == "1,326 combos"
    assert leduc.row("c").warning == scene.warning
    scene = leduc.do(
        leduc.presenter.open_link, link_of("c", "", None, "holdem-nolimit@100", "equity")
    )
    assert scene.warning == (
        "Odds counter would never call as Button here: the range after it is a guess."
    )


def test_an_engine_without_ranges_says_why_and_offers_another(
    leduc: Studied, monkeypatch: pytest.MonkeyPatch
) -> None:
    class ActsOnly(CallAgent):
        has_ranges = False

    plant(monkeypatch, ActsOnly)
    scene = leduc.do(leduc.presenter.choose_engine, "call")
    assert scene.grid is None and not scene.thinking
    leduc.do(leduc.presenter.whole.toggle, True)
    assert leduc.notice is not None and leduc.notice.title == "The whole game cannot be shown"
    assert "Caller has no ranges" in leduc.notice.text and leduc.notice.buttons
    scene = leduc.do(leduc.presenter.choose_engine, "random")
    assert scene.sheet is None
    leduc.do(leduc.presenter.choose_engine, "call")
    notice = leduc.notice
    assert notice is not None and notice.title == "Caller cannot show ranges"
    assert notice.buttons[0].text == "Use Exact equilibrium"
    monkeypatch.undo()
    scene = leduc.do(leduc.presenter.press_notice, notice.buttons[0].key)
    assert scene.grid is not None and leduc.notice is None
    assert leduc.top.engine.current == "cfr"


def test_an_engine_that_fails_is_told_and_can_be_tried_again(
    leduc: Studied, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(CallAgent):
        broken = True

        def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
            if Broken.broken:
                raise EngineError("it has no answer to this betting")
            return super().strategy(spot, control)

    plant(monkeypatch, Broken)
    leduc.rows("c", "c")
    scene = leduc.do(leduc.presenter.choose_engine, "call")
    assert scene.grid is None and not scene.thinking
    assert leduc.notice is not None and leduc.notice.title == "Caller gave no answer"
    assert leduc.notice.text.startswith("It has no answer to this betting.")
    assert len(scene.line.crumbs) == 5
    assert "…" not in repr(scene)  # nothing looks as if it were still to come
    assert {(side.combos, side.why) for side in scene.sides} == {("–", "There is no answer here")}
    Broken.broken = False
    scene = leduc.do(leduc.presenter.press_notice, "retry")
    assert scene.grid is not None and leduc.notice is None


def test_only_the_latest_answer_is_shown(holdem: Studied) -> None:
    before = len(holdem.scenes)
    holdem.presenter.walk.follow("r300")
    holdem.presenter.walk.follow("r900")
    holdem.presenter.walk.choose_crumb(0)
    holdem.runner.run_all()
    assert {scene.line for scene in holdem.scenes[before:]} == {holdem.scenes[before - 1].line}
    assert holdem.scene.line.crumbs[-1].text == "Button to act"


def test_the_last_range_stays_while_an_answer_is_on_its_way(holdem: Studied, qtbot: QtBot) -> None:
    before = holdem.scene
    holdem.presenter.walk.follow("r300")
    qtbot.waitUntil(lambda: holdem.scene.thinking)
    scene = holdem.scene
    assert scene.line.crumbs[-1].text == "Big blind to act"
    assert scene.grid == before.grid and scene.sides == before.sides
    assert [total.enabled for total in scene.totals] == [False] * len(before.totals)
    holdem.runner.run_all()
    assert not holdem.scene.thinking and holdem.scene.sides[1].shown


def test_an_engine_that_is_being_built_says_how_far_it_is(
    leduc: Studied, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build(name: str, game: Any, home: Any, control: JobControl) -> Agent:
        control.progress(0.5, "halfway")
        return CallAgent(game)

    monkeypatch.setattr(study_module, "build", build)
    leduc.presenter.choose_engine("call")
    qtbot.waitUntil(lambda: leduc.scene.thinking)
    leduc.runner.run_all()
    told = [notice for notice in leduc.notices if notice is not None]
    assert (told[-1].kind, told[-1].progress, told[-1].text) == ("running", 0.5, "halfway")
    assert leduc.notice is None and leduc.scene.grid is not None


def test_clicks_in_a_picture_that_is_gone_do_nothing(holdem: Studied) -> None:
    scene = holdem.rows("do:5:c", "at:9", "r1", "do:0:r")
    assert scene.line.crumbs[-1].text == "Button to act"
    assert holdem.do(holdem.presenter.walk.choose_board_card, "Xx") == scene
    assert holdem.do(holdem.presenter.walk.choose_crumb, 40) == scene


def test_the_decision_comes_before_the_ranges_when_they_take_long(
    leduc: Studied, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, RaiseAgent)
    monkeypatch.setattr(study_reader, "PATIENCE_S", -1.0)
    leduc.do(leduc.presenter.choose_game, "kuhn")
    before = len(leduc.scenes)
    leduc.row("r")
    early, complete = leduc.scenes[before:]
    assert early.thinking and early.grid is not None and early.totals
    assert {total.percent for total in early.totals} == {"…"}
    assert {side.combos for side in early.sides} == {"…"}
    assert all(cell.height == 1.0 for cell in early.grid.cells)
    assert not complete.thinking
    assert [total.percent for total in complete.totals] == ["100%"]


def test_one_step_on_costs_one_answer(leduc: Studied, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[PublicState] = []

    class Counting(RangeAgent):
        name = "counting"

        def __init__(self, game: Any) -> None:
            self.game = game

        def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
            asked.append(spot)
            actions = (FOLD, CALL) if spot.legal.fold else (CALL, raise_to(spot.legal.max_raise))
            rows = np.full((1326, 2), 0.5)
            rows[blocked(spot.game, spot.board)] = 0.0
            return Strategy(actions, rows)

    plant(monkeypatch, Counting)
    leduc.do(leduc.presenter.choose_game, "holdem-limit")
    assert len(asked) == 1
    leduc.row("c")
    assert len(asked) == 2
    leduc.rows("at:0", "c")
    assert len(asked) == 2
