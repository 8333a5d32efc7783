from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from engine.game import get_game
from pokergui.formatting.notices import at_work
from pokergui.pages.history.presenters.judging import JudgePresenter
from pokergui.pages.history.scenes.rows import ListFilter
from pokergui.pages.history.viewmodel import JudgeScene
from pokergui.store import Store
from pokergui.window.window import MainWindow
from tests.pokergui.gallery import history_scenes
from tests.pokergui.gallery.parts import Made
from tests.pokergui.store.players import keep_match
from tests.sync_runner import SyncRunner


def judged() -> JudgeScene:
    with TemporaryDirectory() as name:
        folder, runner, scenes = Path(name), SyncRunner(), list[JudgeScene]()
        with closing(Store.open(folder / "hands.db")) as store:
            keep_match(store, get_game("leduc"), ("cfr", "random"), 400)
        presenter = JudgePresenter(
            runner, folder / "hands.db", folder, lambda: ListFilter(mode="match:1")
        )
        presenter.scene.connect(scenes.append)
        presenter.look()
        runner.run_all()
        for strategy in ("nfsp", "call"):
            presenter.choose("adding", strategy)
        presenter.choose("judge", None)
        runner.run_all()
        presenter.choose("adding", "raise")
    return scenes[-1]


SCENES = Made(
    {
        "judge": judged,
        "judge-problem": lambda: JudgeScene(problem="These hands are of several games."),
        "judge-running": lambda: replace(SCENES["judge"], running=True),
    }
)


def show(window: MainWindow, name: str) -> None:
    history_scenes.fill(window)
    page = window.history
    page.open_room()
    page.judging.set_scene(SCENES[name])
    running = at_work("Evaluating on these hands", 0.42, "", "stop")
    page.judging.notice.set_notice(running if name == "judge-running" else None)
