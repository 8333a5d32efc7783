import pytest

from pokergui.background.runner import TaskRunner
from pokergui.pages.watch.scenes.choices import WatchChoice
from tests.pokergui.pages.watch.watched import WatchedPage
from tests.sync_runner import SyncRunner


@pytest.fixture
def watched(tmp_path):
    made = []

    def make(game="leduc", engines=("raise", "call"), hands=40, *, duplicate=True, runner=None):
        choice = WatchChoice(game, engines, hands, duplicate)
        made.append(WatchedPage(tmp_path, choice, runner or SyncRunner()))
        return made[-1]

    yield make
    for one in made:
        one.presenter.stop()
        if isinstance(one.runner, TaskRunner):
            assert one.runner.shutdown(60.0)
        one.store.close()
