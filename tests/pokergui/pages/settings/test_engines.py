import pytest

from ai.external.added import FILE, find_added, keep_added, read_added
from ai.external.program import Added
from engine.game import get_game
from pokergui.pages.settings.presenters.engines import EnginesPresenter
from pokergui.pages.settings.viewmodel import (
    EngineListScene,
    EngineScene,
    ReportScene,
)
from tests import tiny_engine
from tests.sync_runner import Driven, SyncRunner

pytestmark = pytest.mark.slow


class Shown(Driven):
    form = property(lambda self: self.engine.form)
    rows = property(lambda self: {row.key: row for row in self.list.rows})
    tiny = property(lambda self: find_added(self.home, "Tiny"))

    def __init__(self, home):
        self.home, self.runner = home, SyncRunner()
        self.presenter = EnginesPresenter(self.runner, home, lambda: get_game("kuhn"))
        self.list, self.engine = EngineListScene(), EngineScene("")
        self.report, self.notice = ReportScene(), None
        signals = {
            name: getattr(self.presenter, name) for name in ("list", "engine", "report", "notice")
        }
        for name, signal in signals.items():
            signal.connect(lambda scene, name=name: setattr(self, name, scene))
        self.changes = []
        self.presenter.changed.connect(lambda: self.changes.append(True))
        self.do(self.presenter.show_page, True)

    def add(self, command, name=""):
        self.presenter.begin_draft()
        for key, text in (("command", command), ("name", name), ("seconds", "5")):
            self.presenter.commit(key, text)
        self.do(self.presenter.save_draft)


@pytest.fixture
def shown(tmp_path):
    return Shown(tmp_path / "strategies")


def test_engine_is_added_once_it_has_started(shown):
    first, second = shown.list.rows[:2]
    assert (first.heading, first.state) == ("Built in", "reference")
    other = next(row for row in shown.list.rows if row.title == "Blueprint")
    assert (other.state, other.mood) == ("–", "quiet")  # it does not play Kuhn
    shown.presenter.choose(second.key)
    assert shown.form is None and not shown.engine.can_test
    shown.add(tiny_engine.command("ranges"))
    row = shown.rows["added:Tiny"]
    assert (row.heading, row.front) == ("Added by you", True)
    assert (row.detail, row.state) == ("gives ranges", "not tested")
    assert shown.changes == [True] and shown.tiny.seconds == 5.0 and shown.tiny.told is not None
    assert not shown.engine.draft and shown.engine.can_test
    assert [(one.title, one.kind, one.field.hint) for one in shown.form.options] == [
        ("Depth", "text", "1 to 12"),
        ("Style", "choice", ""),
        ("Loud", "switch", ""),
    ]
    shown.add(tiny_engine.command("picky"))
    assert shown.engine.title == "Tiny 2" and shown.engine.subtitle == "Tiny 1.2; plays Kuhn poker"


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("", "The command is empty."),
        ("/nowhere/engine", "There is no file /nowhere/engine."),
        ("no-such-program-anywhere", "There is no program no-such-program-anywhere"),
        ('"open', "The command has an unclosed quotation mark."),
        ("/bin/true", "It exited by itself, with status 0"),
    ],
)
def test_engine_that_does_not_start_is_not_added(shown, command, reason):
    shown.add(command)
    assert shown.engine.draft and not shown.engine.busy
    assert shown.form.command.error.startswith(reason) and shown.form.command.text == command
    shown.do(shown.presenter.choose, shown.list.rows[0].key)  # it is abandoned
    assert shown.engine.title == shown.list.rows[0].title
    assert read_added(shown.home) == ((), None)


def test_fields_and_options_are_validated_in_place(shown):
    shown.add(tiny_engine.command())
    keep_added(shown.home, Added("Other", "other"))
    shown.do(shown.presenter.refresh)
    for key, text, error in (
        ("seconds", "soon", "A number of seconds: 0.01 to 3,600."),
        ("name", "Other", "Another engine of yours has this name."),
        ("name", "a/b", "'a/b' is not an engine name"),
        ("command", "/nowhere/x", "There is no file /nowhere/x."),
    ):
        shown.do(shown.presenter.commit, key, text)
        field = getattr(shown.form, key)
        assert field.text == text and field.error.startswith(error)
    assert shown.tiny.command == tiny_engine.command()
    shown.do(shown.presenter.commit, "seconds", "0.5")
    assert shown.tiny.seconds == 0.5 and not shown.form.seconds.error
    for name, value in (("depth", "9"), ("style", "loose"), ("loud", "true")):
        shown.do(shown.presenter.commit_option, name, value)
    wanted = (("depth", "9"), ("loud", "true"), ("style", "loose"))
    assert shown.tiny.options == wanted
    shown.presenter.commit_option("depth", "99")
    depth = shown.form.options[0].field
    assert shown.form.can_restore and depth.text == "99"
    assert depth.error == "The option depth must be a whole number from 1 to 12."
    shown.do(shown.presenter.commit_option, "depth", "6")  # the default is not stored
    assert shown.tiny.options == wanted[1:]
    shown.do(shown.presenter.restore)
    assert shown.tiny.options == () and not shown.form.can_restore
    shown.do(shown.presenter.commit, "name", "Quick")
    assert shown.engine.title == "Quick" and shown.rows["added:Quick"].front


@pytest.mark.ci
def test_engine_test_is_tracked_kept_and_dropped_after_a_change(shown):
    shown.add(tiny_engine.command("ranges"))
    shown.presenter.begin_test()
    shown.do(shown.presenter.stop_test)
    assert shown.engine.can_test and shown.tiny.report is None  # it was cancelled
    seen = []
    shown.presenter.report.connect(seen.append)
    shown.presenter.begin_test()
    assert shown.rows["added:Tiny"].state == "testing" and not shown.engine.can_test
    shown.runner.run_all()
    moving = [scene.running.share for scene in seen if scene.running is not None]
    assert moving[0] == 0 and any(0.4 < share < 0.6 for share in moving)
    assert [row.mood for row in shown.report.rows] == ["good"] * 6
    assert shown.engine.log.endswith(".log")
    shown.do(shown.presenter.commit_option, "depth", "9")
    assert shown.rows["added:Tiny"].state == "not tested"


@pytest.mark.ci
@pytest.mark.parametrize(
    ("game", "modes", "passed", "key", "mood", "note"),
    [
        ("leduc", ["raiseace"], True, "cards", "quiet", "J Q K is sent as Q K A"),
        ("leduc", ["illegal", "noisy"], False, "legal", "bad", ""),
        ("holdem-nolimit", ["onlyrange", "illegalrange"], False, "ranges", "bad", "none at 5 of "),
    ],
)
def test_engine_test_findings_are_listed_in_rows(shown, game, modes, passed, key, mood, note):
    shown.add(tiny_engine.command(*modes))
    shown.presenter.choose_test_game(game)
    shown.do(shown.presenter.begin_test)
    row = next(row for row in shown.report.rows if row.key == key)
    assert row.mood == mood and row.note.startswith(note)
    assert (shown.report.mood, shown.rows["added:Tiny"].state) == (
        ("good", "tested today") if passed else ("bad", "failed its test")
    )


def test_engine_is_duplicated_and_removed_after_confirmation(shown):
    shown.add(tiny_engine.command())
    shown.do(shown.presenter.commit_option, "depth", "9")
    shown.do(shown.presenter.duplicate)
    assert shown.engine.title == "Tiny 2"
    assert find_added(shown.home, "Tiny 2").options == (("depth", "9"),)
    for answer, left in (("keep", ["Tiny", "Tiny 2"]), ("remove", ["Tiny"])):
        shown.presenter.ask_remove()
        assert "Tiny 2" in shown.notice.title
        shown.do(shown.presenter.press_notice, answer)
        assert [entry.name for entry in read_added(shown.home)[0]] == left
        assert shown.notice is None and shown.engine.title == left[-1]


def test_a_damaged_list_is_reported_and_left_alone(shown):
    keep_added(shown.home, Added("Gone", "/nowhere/x"))
    shown.do(shown.presenter.refresh)
    row = shown.rows["added:Gone"]
    assert (row.state, row.mood) == ("not usable", "bad")
    path, damaged = shown.home / FILE, b'{"engines": [{"name": 3}]}'
    path.write_bytes(damaged)
    shown.do(shown.presenter.refresh)
    assert shown.notice.kind == "error" and "1 of its 1 entries are invalid" in shown.notice.text
    shown.add(tiny_engine.command())
    assert "fix or move it first" in shown.form.command.error
    assert path.read_bytes() == damaged
