from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from engine.cards import parse_cards
from engine.combos import NUM_HOLDEM_COMBOS
from engine.game import get_game
from engine.player import CALL, FOLD, PublicState, raise_to
from engine.policy import blocked
from pokergui.formatting.notices import at_work
from pokergui.pages.history.presenters.reviewing import ReviewPresenter
from pokergui.pages.history.scenes.rows import ListFilter
from pokergui.pages.history.viewmodel import ReviewScene
from pokergui.ranges.grid import earned_grid
from pokergui.store import Store
from pokergui.viewmodel.grid import AllHandsScene
from pokergui.window.window import MainWindow
from tests.pokergui.gallery import history_scenes
from tests.pokergui.gallery.parts import Made
from tests.pokergui.store.random_hands import play_into
from tests.pokergui.store.sit_and_gos import keep_sit_and_go
from tests.sync_runner import SyncRunner

_RIVER = PublicState(get_game("holdem-nolimit@100"), (), parse_cards("Qs8s5h2dJs"))
_EARNED = np.where(
    blocked(_RIVER.game, _RIVER.board), np.nan, np.linspace(-3200.0, 5400.0, NUM_HOLDEM_COMBOS)
)
ALL_HANDS = AllHandsScene(
    earned_grid(_RIVER, _EARNED, parse_cards("QdAc")),
    "Each hand’s result with Call 2,230: EV, bb",
    "AcQd: −12.40 bb",
)


def reviewed(keep: Callable[[Store], None]) -> ReviewScene:
    with TemporaryDirectory() as name:
        folder, runner, scenes = Path(name), SyncRunner(), list[ReviewScene]()
        with closing(Store.open(folder / "hands.db")) as store:
            keep(store)
        files = (folder / "hands.db", folder / "reviews.db", folder)
        presenter = ReviewPresenter(runner, *files, ListFilter)
        presenter.scene.connect(scenes.append)
        presenter.look()
        runner.run_all()
    return scenes[-1]


_SHORT = (
    ("AsAh", FOLD),
    ("7s2h", raise_to(950)),
    ("KsTh", FOLD),
    ("9c9d", raise_to(1_000)),
    ("Qh5h", FOLD),
    ("8s4d", FOLD),
    ("JsTs", CALL),
    ("Ad6c", FOLD),
)


SCENES = Made(
    {
        "review": lambda: reviewed(partial(play_into, count=40, games=("leduc",))),
        "review-prizes": lambda: reviewed(partial(keep_sit_and_go, hands=_SHORT)),
        "review-results": lambda: SCENES["review"],
        "review-hands": lambda: replace(SCENES["review"], earned=ALL_HANDS),
        "review-first": lambda: ReviewScene("Leduc hold’em: 412 hands, 0 reviewed", running=True),
        "review-problem": lambda: ReviewScene(problem="You have no hands to review here."),
    }
)


def show(window: MainWindow, name: str) -> None:
    history_scenes.fill(window)
    page = window.history
    page.open_review()
    page.review.set_scene(SCENES[name])
    part = name.removeprefix("review-")
    page.review.scope.chosen.emit(part if part in ("hands", "results") else "all")
    running = at_work("Reviewing your decisions", 0.42, "", "stop")
    page.review.notice.set_notice(running if name == "review-first" else None)
