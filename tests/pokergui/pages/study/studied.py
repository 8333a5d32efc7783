"""Study with a runner on this thread, and all that its page would show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ai.spot.spot import Spot
from engine.agent import Agent
from engine.game import Game, get_game
from engine.jobs import JobControl
from engine.lines import parse_line
from engine.player import Action
from engine.shown import parse_shown
from pokergui.links import StudyLink
from pokergui.pages.study.comparing.presenters import second_engine
from pokergui.pages.study.comparing.viewmodel.versus import DifferenceList, VersusScene
from pokergui.pages.study.presenters import study as study_module
from pokergui.pages.study.presenters.study import StudyPresenter
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from pokergui.pages.study.reading.viewmodel.reading import LineRow
from pokergui.pages.study.solving.viewmodel.spots import SolutionScene
from pokergui.pages.study.viewmodel.study import StudyScene, StudyTop
from pokergui.pages.study.whole.viewmodel.sheet import SetCard
from pokergui.viewmodel import Notice
from pokergui.viewmodel.grid import CellDetail, GridScene
from tests.sync_runner import SyncRunner

RIVER = Spot.parse("Qs Jh 2h 8c 5d", "AA,KK,76s,T9s", "AK,QJ,88,A2s", 100, 300, "50,a", "a")
TURN = Spot.parse("Qs Jh 2h 8c", "AA,76s", "AK,88", 100, 200, "50", "a")


class Studied:
    """A presenter with the contents of its page."""

    def __init__(
        self,
        folder: Path,
        game: str = "kuhn",
        engine: str = "cfr",
        second: str = "",
        *,
        shown: bool = True,
    ) -> None:
        self.runner = SyncRunner()
        self.home, self.folder = folder, folder / "spots"
        choice = StudyChoice.of(game, 100, engine, folder)
        self.presenter = StudyPresenter(self.runner, folder, self.folder, choice, second)
        self.walk, self.spot = self.presenter.walk, self.presenter.spot
        self.parts: dict[str, Any] = {}
        self.scenes: list[StudyScene] = []
        self.notices: list[Notice | None] = []
        self.cards: list[SetCard | None] = []
        self.found: list[tuple[Spot, tuple[Action, ...], str, str]] = []
        for part in ("top", "detail", "choice_made"):
            signal = getattr(self.presenter, part)
            signal.connect(lambda value, part=part: self.parts.update({part: value}))
        self.presenter.scene.connect(self.scenes.append)
        self.walk.notice.connect(self.notices.append)
        self.presenter.whole.card.connect(self.cards.append)
        for signal in (self.presenter.finder.found, self.spot.edit_asked):
            signal.connect(lambda *found: self.found.append(found))
        self.do(self.presenter.show_page, False)
        if shown:
            self.do(self.presenter.show_page, True)

    def do(self, intent: Any, *values: Any) -> Any:
        """Let the presenter answer an intent to its end; the picture then."""
        intent(*values)
        self.runner.run_all()
        return self.scenes[-1] if self.scenes else None

    def rows(self, *keys: str) -> StudyScene:
        for key in keys:
            self.do(self.walk.follow, key)
        return self.scene

    def deal(self, cards: str = "Kh 8d 3c") -> StudyScene:
        for card in cards.split():
            self.do(self.walk.choose_board_card, card)
        return self.scene

    def open(
        self, game: str, line: str, board: str = "", hole: str = "", engine: str = ""
    ) -> StudyScene:
        return self.do(self.presenter.open_link, link_of(game, line, board, hole, engine))

    def compare(self, engine: str, which: str = "") -> StudyScene:
        self.do(self.presenter.choose_second, engine)
        if which:
            self.do(self.presenter.versus.choose_which, which)
        return self.scene

    def solve(
        self, spot: Spot = RIVER, target: float = 20.0, line: tuple[Action, ...] = ()
    ) -> StudyScene:
        return self.do(self.spot.solve, spot, line, target, False)

    def paint(self, key: str, *labels: str) -> None:
        """Lock cells of the solution to an action."""
        if not self.solution.painting:
            self.do(self.spot.painter.toggle, True)
        self.do(self.spot.painter.choose, key)
        self.do(self.spot.painter.paint, [self.cell(label) for label in labels])

    @property
    def scene(self) -> StudyScene:
        return self.scenes[-1]

    @property
    def top(self) -> StudyTop:
        return self.parts["top"]

    @property
    def notice(self) -> Notice | None:
        return self.notices[-1] if self.notices else None

    @property
    def told(self) -> str:
        """Title and text of the notice shown; empty without one."""
        return f"{self.notice.title}: {self.notice.text}" if self.notice else ""

    @property
    def grid(self) -> GridScene:
        assert self.scene.grid is not None
        return self.scene.grid

    @property
    def beside(self) -> GridScene:
        assert self.scene.beside is not None
        return self.scene.beside.grid

    @property
    def detail(self) -> CellDetail:
        return self.parts["detail"]

    @property
    def versus(self) -> VersusScene:
        assert self.scene.versus is not None
        return self.scene.versus

    @property
    def differences(self) -> DifferenceList:
        assert self.versus.differences is not None
        return self.versus.differences

    @property
    def solution(self) -> SolutionScene:
        assert self.scene.solution is not None
        return self.scene.solution

    @property
    def crumbs(self) -> list[str]:
        return [crumb.text for crumb in self.scene.line.crumbs]

    def actions_at(self, count: int) -> list[LineRow]:
        return [row for row in self.scene.rows if row.key.startswith(f"do:{count}:")]

    def cell(self, label: str) -> int:
        return next(i for i, cell in enumerate(self.grid.cells) if cell.label == label)

    def figure(self, label: str) -> str:
        return next(one.value for one in self.solution.figures if one.label == label)

    def share(self, label: str, title: str) -> float:
        at = [action.title for action in self.grid.actions].index(title)
        return self.grid.cells[self.cell(label)].shares[at]


def link_of(
    game: str, line: str, board: str = "", hole: str = "", engine: str = "", second: str = ""
) -> StudyLink:
    rules = get_game(game)
    held = parse_shown(rules, hole) or None
    return StudyLink(
        rules, parse_line(rules, line), parse_shown(rules, board), held, engine, second
    )


def plant(
    monkeypatch: pytest.MonkeyPatch, first: type[Any] | None, second: type[Any] | None = None
) -> None:
    """Let every build of the engine shown, or of the one beside it, give this one."""
    for module, agent in ((study_module, first), (second_engine, second)):

        def build(
            name: str, game: Game, home: Any, control: JobControl, agent: Any = agent
        ) -> Agent:
            return agent(game)  # type: ignore[no-any-return]

        if agent is not None:
            monkeypatch.setattr(module, "build", build)


def refuse(error: Exception) -> Any:
    """A function that fails, whatever it is asked."""

    def fail(*_: object, **__: object) -> None:
        raise error

    return fail
