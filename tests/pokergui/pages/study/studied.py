from pathlib import Path
from typing import Any

import pytest

from ai.solver.spot import Spot
from engine.card_display import parse_shown
from engine.game import get_game
from engine.lines import parse_line
from engine.player import Action
from pokergui.links import StudyLink
from pokergui.pages.study.comparing import presenters
from pokergui.pages.study.presenters import study as study_module
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.scenes.state import StudyChoice
from tests.pokergui.heard import heard, latest
from tests.pokergui.pages.study.paged import listen
from tests.pokergui.timers import let_pass
from tests.sync_runner import SyncRunner

RIVER = Spot.parse("Qs Jh 2h 8c 5d", "AA,KK,76s,T9s", "AK,QJ,88,A2s", 100, 300, "50,a", "a")
FIVE = "AhTd7c KsQs2d 8h8d7h 2c2d2h QhJdTc"
TURN = Spot.parse("Qs Jh 2h 8c", "AA,76s", "AK,88", 100, 200, "50", "a")
FLOP = Spot.parse("9s 6s 3s", "AA", "KK", 100, 200, "50;;", "")


class Studied:
    def __init__(
        self, folder: Path, game="kuhn", engine="cfr", second="", *, shown: bool = True
    ) -> None:
        self.runner = SyncRunner()
        self.home, self.folder = folder, folder / "spots"
        choice = StudyChoice.of(game, 100, engine, folder)
        self.presenter = StudyPresenter(self.runner, folder, self.folder, choice, second)
        self.walk, self.spot = self.presenter.walk, self.presenter.spot
        made = self.presenter
        self.parts = latest(top=made.top, detail=made.detail, choice_made=made.choice_made)
        self.scenes, self.notices = heard(made.scene), heard(self.walk.notice)
        self.cards = heard(made.whole.card)
        self.found = heard(made.finder.found, self.spot.edit_asked)
        self.do(self.presenter.show_page, False)
        if shown:
            self.do(self.presenter.show_page, True)

    def do(self, intent: Any, *values: Any) -> Any:
        intent(*values)
        self.runner.run_all()
        return self.scenes[-1] if self.scenes else None

    def rows(self, *keys: str) -> Any:
        for key in keys:
            self.do(self.walk.follow, key)
        return self.scene

    def deal(self, cards: str = "Kh 8d 3c") -> Any:
        for card in cards.split():
            self.do(self.walk.choose_board_card, card)
        return self.scene

    def open(self, *link: str, engine: str = "") -> Any:
        return self.do(self.presenter.open_link, link_of(*link, engine=engine))

    def compare(self, engine: str, which: str = "") -> Any:
        self.do(self.presenter.choose, "second", engine)
        if which:
            self.do(self.presenter.versus.choose_which, which)
        return self.scene

    def solve(self, spot: Spot = RIVER, target: float = 20.0, line: tuple[Action, ...] = ()) -> Any:
        return self.do(self.spot.solve, spot, line, target, False)

    def paint(self, key: str, *labels: str) -> None:
        if not self.solution.painting:
            self.do(self.spot.painter.toggle, True)
        self.do(self.spot.painter.choose, key)
        self.do(self.spot.painter.paint, [self.cell(label) for label in labels])

    scene = property(lambda self: self.scenes[-1])
    top = property(lambda self: self.parts["top"])
    detail = property(lambda self: self.parts["detail"])
    notice = property(lambda self: self.notices[-1] if self.notices else None)
    grid = property(lambda self: self.scene.grid)
    beside = property(lambda self: self.scene.beside.grid)
    versus = property(lambda self: self.scene.versus)
    differences = property(lambda self: self.versus.differences)
    solution = property(lambda self: self.scene.solution)
    crumbs = property(lambda self: [crumb.text for crumb in self.scene.line.crumbs])

    @property
    def told(self) -> str:
        return f"{self.notice.title}: {self.notice.text}" if self.notice else ""

    def actions_at(self, count: int) -> list[Any]:
        return [row for row in self.scene.rows if row.key.startswith(f"do:{count}:")]

    def cell(self, label: str) -> int:
        return next(i for i, cell in enumerate(self.grid.cells) if cell.label == label)

    def figure(self, label: str) -> str:
        return next(one.value for one in self.solution.figures if one.label == label)

    def share(self, label: str, title: str) -> float:
        at = [action.title for action in self.grid.actions].index(title)
        return self.grid.cells[self.cell(label)].shares[at]


class Reported(Studied):
    report = None

    def __init__(self, folder):
        super().__init__(folder, "holdem-limit", "random", shown=False)
        self.report = report = self.presenter.aggregate
        self.forms, self.tables = heard(report.form), heard(report.view.table)
        self.said = listen(notice=report.notice, offered=report.offered, left=report.left)
        self.at("rc/", "AhTd7c")

    def at(self, line, board=""):
        self.open("holdem-limit", line, board)
        self.do(self.report.open)

    def do(self, intent, *values):
        scene = super().do(intent, *values)
        if self.report is not None:
            let_pass(self.report, 1000)  # the pause after typing
            self.runner.run_all()
        return scene

    def run(self, boards=FIVE):
        self.report.edit("named", boards)
        self.do(self.report.choose_boards, "named")
        self.do(self.report.run)
        return self.table

    def narrow(self, text):
        self.do(self.report.view.narrow, text)
        return self.boards

    form = property(lambda self: self.forms[-1])
    table = property(lambda self: self.tables[-1])
    boards = property(lambda self: [row.key for row in self.table.rows])

    def field(self, key):
        return next(field for field in self.form.fields if field.key == key)

    def last(self, kind):
        return next(said[1] for said in reversed(self.said) if said[0] == kind)


class Searched(Studied):
    def __init__(self, folder, game="leduc", engine="random"):
        super().__init__(folder, game, engine, shown=False)
        self.game, self.search = game, self.presenter.search
        self.rooms = heard(self.search.scene)
        names = ("notice", "offered", "left")
        self.said = listen(**{name: getattr(self.search, name) for name in names})

    room = property(lambda self: self.rooms[-1])
    lines = property(lambda self: self.room.candidates.rows)
    visits = property(lambda self: [row.visits for row in self.lines])

    def choice(self, name):
        return getattr(self.room.form, name)

    def field(self, key):
        return next(field for field in self.room.form.fields if field.key == key)

    def ask(self, name, *values):
        self.do(getattr(self.search, name), *values)
        return self.room

    def begin(self, *place):
        self.open(self.game, *place)
        self.ask("open")
        return self


def link_of(game, line, board="", hole="", engine="", second="") -> StudyLink:
    rules = get_game(game)
    held, cards = parse_shown(rules, hole) or None, parse_shown(rules, board)
    return StudyLink(rules, parse_line(rules, line), cards, held, engine, second)


def plant(monkeypatch: pytest.MonkeyPatch, first: Any, second: Any = None) -> None:
    """Make every build of the engine shown, or of the one beside it, return this one."""
    for module, agent in ((study_module, first), (presenters, second)):
        if agent is not None:
            monkeypatch.setattr(module, "build", lambda name, game, *_, agent=agent: agent(game))
