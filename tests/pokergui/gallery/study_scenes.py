"""States of Study, each recorded while its own presenters walk there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from ai.agents.baselines import CallAgent
from ai.solver.spot import Spot
from ai.three_way.spot import ThreeWaySpot
from engine.errors import EngineError
from engine.player import Action, raise_to
from pokergui.links import HandLink
from pokergui.pages.study.comparing import presenters as presenters_module
from pokergui.pages.study.solving.scenes.form import EXAMPLE_TEXTS
from pokergui.pages.study.viewmodel import StudyScene, StudyTop
from pokergui.pages.study.views.page import StudyPage
from pokergui.viewmodel import Notice
from pokergui.viewmodel.grid import CellDetail
from tests.ai.review.test_solved import HOLES, Ranges
from tests.ai.solver.test_whole_hand import WHOLE, end_of
from tests.pokergui.heard import refuse
from tests.pokergui.pages.study.studied import Studied, plant


@dataclass(frozen=True)
class StudyState:
    scene: StudyScene
    detail: CellDetail | None = None
    notice: Notice | None = None
    top: StudyTop | None = None

    def but(self, **changes: Any) -> StudyState:
        return replace(self, scene=replace(self.scene, **changes))

    def solved(self, **changes: Any) -> StudyState:
        return self.but(solution=replace(self.scene.solution, **changes))

    def show(self, page: StudyPage) -> None:
        page.set_top(self.top)
        page.set_scene(self.scene)
        page.set_detail(self.detail)
        page.set_notice(self.notice)


NO_LIMIT, TURN = "holdem-nolimit@100", ("r250c/cr415c/c", "Ks7d2c9s", "QsQh")
WIDE = "22+, A2s+, K9s+, Q9s+, J9s+, T8s+, 97s+, 87s, ATo+, KTo+, QTo+, JTo:0.5"
RIVER = Spot.parse("Qs Jh 2h 8c 5d", WIDE, WIDE, 100, 950, "50,100,a", "50,a")
FLOP = Spot.parse("9s 6s 3s", "TT+,AQs+,T9s", "99+,AJs+,87s", 190, 910, "55;75", "60;")
MANY = Spot.parse("Qs Jh 2h 8c 5d", WIDE, WIDE, 100, 950, "50,a", "30,50,75,100,150,a")
PROFILE = "fold 65, bet 60"


class Course(Studied):
    """Presenters that walk from state to state; ``at`` holds the states passed, by name."""

    def __init__(self, game: str, engine: str, folder: Path = Path("/nonexistent")) -> None:
        super().__init__(folder, game, engine)
        self.at: dict[str, StudyState] = {}

    def keep(self, name: str, intent: Callable[..., Any] | None = None, *values: Any) -> None:
        if intent is not None:
            self.do(intent, *values)
        scene = replace(self.scene, pinned=self.walk.state.pinned)
        self.at[name] = StudyState(scene, self.parts.get("detail"), self.notice, self.top)


@cache
def turn() -> dict[str, StudyState]:
    course = Course("holdem-nolimit", "equity")
    walk, versus, filters = course.walk, course.presenter.versus, course.presenter.filter
    course.keep("turn", course.open, NO_LIMIT, *TURN)
    course.keep("narrowed", filters.choose_suit, 3)
    course.do(filters.clear)
    for view in ("ev", "action", "difference"):
        course.keep(view, walk.look, "kind", view)
    course.do(walk.look, "kind", "strategy")
    course.keep("players", versus.choose_side, "both")
    course.keep("other", versus.choose_side, "0")
    course.open(NO_LIMIT, "r250c/", "Ks7d2c")
    course.keep("flop", walk.choose_board_card, "7d")
    course.open(NO_LIMIT, "", "", "AsKs")
    course.keep("novalues", course.presenter.choose, "engine", "random")
    with pytest.MonkeyPatch.context() as patch:
        plant(patch, type("ActsOnly", (CallAgent,), {"has_ranges": False}))
        course.keep("noranges", course.presenter.choose, "engine", "call")
    return course.at | {"thinking": course.at["turn"].but(thinking=True)}


@cache
def compared() -> dict[str, StudyState]:
    course = Course("holdem-nolimit", "cfr")
    versus = course.presenter.versus
    course.keep("preflop", course.open, NO_LIMIT, "", "", "AsKs")
    course.open(NO_LIMIT, *TURN)
    course.compare("equity")
    for which in ("first", "second", "both", "difference"):
        course.keep(f"versus-{which}", versus.choose_which, which)
    course.keep("versus-list", versus.list_differences, True)
    course.keep("versus-bothlist", versus.choose_which, "both")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(presenters_module, "build", refuse(EngineError("its file is gone")))
        course.keep("versus-broken", course.compare, "call")
    return course.at


@cache
def small() -> dict[str, StudyState]:
    course = Course("leduc", "cfr")
    course.rows("r", "c")
    course.keep("leduc", course.walk.pin_cell, 4)
    course.keep("whole", course.presenter.whole.toggle, True)
    course.keep("cost", course.presenter.whole.choose_view, "cost")
    course.do(course.presenter.whole.toggle, False)
    course.keep("versus-leduc", course.compare, "call", "both")
    course.compare("")
    course.keep("kuhn", course.presenter.choose, "game", "kuhn")
    course.keep("family", course.presenter.whole.toggle, True)
    return course.at


@cache
def river(spot: Spot = RIVER, *line: Action) -> dict[str, StudyState]:
    with TemporaryDirectory() as folder:
        course = Course("kuhn", "cfr", Path(folder))
        course.solve(spot, 1.0, line)
        course.keep("solved", course.walk.pin_cell, course.cell("KQs"))
        exploit, key = course.spot.exploit, course.grid.actions[-1].key
        for name, intent, *values in (
            *(
                ("", exploit.open, True),
                ("exploit-wrong", exploit.choose, "text", "fold 65, call 40"),
            ),
            *(("", exploit.choose, "text", PROFILE), ("exploit", exploit.press)),
            *(("given", exploit.show_given, True), ("", exploit.open, False)),
        ):
            course.keep(name, intent, *values)
        course.solve(spot, 1.0, line)
        course.paint(key, "T9s", "98s", "KQs", "KQo", "77")
        course.keep("painting", course.walk.pin_cell, course.cell("KQs"))
        course.do(course.spot.solve_again)
        for name, which in (("after", "first"), ("before", "second"), ("both", "both")):
            course.keep(name, course.presenter.versus.choose_which, which)
    found, solved = course.at, course.at["solved"].scene.solution
    running = replace(solved, share=0.62, running=True, state="Solving, 1.9% of the pot")
    exploited = replace(found["exploit"].scene.solution.exploit, running=True)
    found["solving"] = found["solved"].but(solution=running)
    found["exploit-finding"] = found["exploit"].solved(exploit=exploited)
    return found


@cache
def three() -> dict[str, StudyState]:
    with TemporaryDirectory() as folder:
        course = Course("kuhn", "cfr", Path(folder))
        texts = {key: text for key, text in EXAMPLE_TEXTS["three"].items() if text}
        course.solve(ThreeWaySpot.parse(**texts), 1.0)
        course.keep("three", course.walk.pin_cell, course.cell("AQs"))
        course.rows("c", "c")
        course.rows(course.grid.actions[1].key)
        course.keep("three-bet", course.walk.pin_cell, course.cell("KQs"))
        course.keep("three-middle", course.presenter.versus.choose_side, "1")
    return course.at


@cache
def flop() -> dict[str, StudyState]:
    with TemporaryDirectory() as folder:
        course = Course("kuhn", "cfr", Path(folder))
        course.solve(FLOP, 10.0)
        course.keep("flop", course.walk.pin_cell, course.cell("AKs"))
        course.rows("c", "c")
        course.keep("flop-turn")
        course.deal("Qd")
        course.rows("c", "c")
        course.deal("2s")
        course.keep("flop-river", course.walk.pin_cell, course.cell("AKs"))
        path = course.spot.path
        course.do(course.spot.close)
        course.keep("flop-reopened", course.spot.open, path)
    return course.at


@cache
def hand() -> dict[str, StudyState]:
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        plant(patch, lambda game: Ranges())
        course = Course("holdem-nolimit", "cfr", Path(folder))
        link = HandLink(end_of(WHOLE), (HOLES[0], None), ("You", "Granite"), 0, "Hand 12")
        course.do(course.presenter.solve_hand, link)
        course.keep("hand", course.presenter.hand.choose, 3)
    return course.at


def named(course: Callable[[], dict[str, StudyState]], names: str) -> dict[str, Any]:
    return {name: lambda name=name: course()[name] for name in names.split()}


STATES = {
    **named(turn, "turn narrowed ev action difference novalues flop other noranges thinking"),
    **named(compared, "preflop"),
    **named(small, "leduc kuhn whole cost family"),
}
SPOTS = {
    **named(river, "solved solving painting after before both"),
    **named(river, "exploit given exploit-wrong exploit-finding"),
    **named(flop, "flop flop-turn flop-river flop-reopened"),
    **named(hand, "hand"),
    **named(three, "three three-bet three-middle"),
    "painting8": lambda: river(MANY, raise_to(50))["painting"],
    "both8": lambda: river(MANY, raise_to(50))["both"],
}
VERSUS = {
    **named(compared, "versus-first versus-second versus-both versus-difference versus-list"),
    **named(compared, "versus-bothlist versus-broken"),
    **named(small, "versus-leduc"),
    "versus-players": lambda: turn()["players"],
}
