import pytest

from engine.jobs import JobControl
from pokergui.pages.settings.presenters.data import DataPresenter
from pokergui.pages.settings.viewmodel import BackupsScene
from pokergui.paths import data_dir
from pokergui.store import make_backup, verify
from tests.pokergui.crash_cases import homes
from tests.pokergui.store.damage import change
from tests.pokergui.store.random_hands import played
from tests.sync_runner import Driven, SyncRunner

LOSE_HAND_2 = "UPDATE hands SET line = line || 'c' WHERE number = 2"


class Section(Driven):
    title = property(lambda self: self.notice.title if self.notice is not None else "")

    def __init__(self, path):
        self.runner = SyncRunner()
        self.presenter = DataPresenter(self.runner, path)
        self.scene, self.notice, self.left = BackupsScene(), None, []
        self.presenter.scene.connect(lambda scene: setattr(self, "scene", scene))
        self.presenter.notice.connect(lambda notice: setattr(self, "notice", notice))
        self.presenter.left.connect(self.left.append)
        self.do(self.presenter.show_page, True)

    def press(self, key):
        assert key in [button.key for button in self.notice.buttons]
        self.presenter.press_notice(key)


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.delenv("POKERGUI_HOME")
    for name, value in homes(tmp_path):
        monkeypatch.setenv(name, value)
    data_dir().mkdir(parents=True)
    played(data_dir() / "hands.db", 2)
    return data_dir() / "hands.db"


def test_a_backup_is_made_and_listed(path):
    section = Section(path)
    section.presenter.back_up()
    assert section.scene.busy and section.title == "Backing up"
    section.presenter.back_up()  # one press is enough
    section.runner.run_all()
    (row,) = section.scene.rows
    assert (row.hands, row.matches, section.scene.chosen) == ("2", "0", row.key)
    section.press("dismiss")
    assert section.notice is None and not section.scene.busy
    change(path, LOSE_HAND_2)
    section.do(section.presenter.back_up)
    assert section.title == "No backup was made"


def test_backup_is_verified_confirmed_and_restored(path):
    first = make_backup(path)
    played(path, 3)
    make_backup(path)
    section = Section(path)
    section.presenter.choose(first.path.name)
    section.presenter.ask_restore()
    assert section.title == "Checking the backup"
    section.press("stop")
    section.runner.run_all()
    assert section.notice is None and not section.scene.busy
    section.do(section.presenter.ask_restore)
    assert "The current 5 hands stay" in section.notice.text and section.left == []
    section.press("restore")
    (leaving,) = section.left
    assert verify(path).hands == 5  # the window is still open
    leaving.work(JobControl())
    assert verify(path).hands == 2


def test_damaged_backup_restores_its_intact_hands(path):
    damaged = make_backup(path).path
    change(damaged, LOSE_HAND_2)
    section = Section(path)
    section.do(section.presenter.ask_restore)
    section.presenter.press_notice("restore")
    assert section.left == []
    section.do(section.presenter.ask_restore)
    section.press("salvage")
    section.runner.run_all()
    assert len(section.scene.rows) == 2 and section.scene.chosen != damaged.name
    section.press("restore")
    section.left[0].work(JobControl())
    assert verify(path).sound and verify(path).hands == 1


def test_data_are_moved_once_confirmed(path, tmp_path, monkeypatch):
    target = tmp_path / "new"
    target.mkdir()
    section = Section(path)
    assert section.scene.stays == ""
    section.do(section.presenter.ask_move, str(path.parent / "inside"))
    assert section.title == "The data stay where they are"
    section.do(section.presenter.ask_move, str(target))
    section.press("move-all")
    (leaving,) = section.left
    assert leaving.work(JobControl()) == f"the data are now in {target}"
    assert (data_dir(), path.exists()) == (target, False)
    monkeypatch.setenv("POKERGUI_HOME", str(target))
    section = Section(data_dir() / "hands.db")
    section.do(section.presenter.back_up)
    assert section.scene.stays  # a configured home stays
