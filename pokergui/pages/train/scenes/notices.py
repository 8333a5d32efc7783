"""Notices of the Train page: problems, and questions before something is lost."""

from __future__ import annotations

from collections.abc import Sequence

from ai.agents.entry import TRAINED
from pokergui.formatting.notices import DISMISS, RETRY, good, sentence
from pokergui.language import tr_train as tr
from pokergui.language.joins import clauses, full_stop
from pokergui.viewmodel import Notice, NoticeButton

REMOVE, REMOVE_BOTH, AGAIN, DROP = "remove", "remove-both", "again", "drop"
"""Keys of buttons: remove a run, its engine too, write a checkpoint again, stop keeping."""
_MOST_NAMED = 3


def cannot_start(error: Exception) -> Notice:
    return Notice("warning", tr("This run cannot start"), full_stop(sentence(error)), (good(),))


def too_many(running: int) -> Notice:
    title = tr("{count} runs are already in progress").format(count=running)
    return Notice("plain", title, tr("Pause or stop one first."), (good(),))


def run_failed(name: str, error: Exception, *, kept: bool) -> Notice:
    what = tr("Its last checkpoint is safe.") if kept else tr("Nothing has been saved yet.")
    text = tr("{reason}. {what}").format(reason=sentence(error), what=what)
    again = NoticeButton(RETRY, tr("Try again"))
    title = tr("{name} cannot continue").format(name=name)
    return Notice("error", title, text, (again, good()), repr(error))


def no_checkpoint(name: str, error: Exception, *, going: bool, kept: bool) -> Notice:
    before = tr("the previous checkpoint is safe") if kept else tr("nothing is saved yet")
    goes = tr("{reason}; {before}. The run continues and tries again every minute.")
    waits = tr("{reason}; {before}. Progress since then is lost when the window closes.")
    text = (goes if going else waits).format(reason=sentence(error), before=before)
    title = tr("The checkpoint of {name} cannot be written").format(name=name)
    again = NoticeButton(AGAIN, tr("Try again now"))
    return Notice("warning", title, text, (again, good()), repr(error))


def no_engine(name: str, error: Exception) -> Notice:
    title = tr("The strategy of {name} cannot be saved").format(name=name)
    text = tr("{reason}. Save tries again; the run itself is not affected.")
    return Notice("warning", title, text.format(reason=sentence(error)), (good(),), repr(error))


def engine_saving(name: str) -> Notice:
    """Report that a strategy is being kept, which takes a while."""
    title = tr("Adding the strategy of {name} to the engine lists").format(name=name)
    text = tr(
        "Its values are computed first, which takes half a minute. If you cancel, only its "
        "checkpoint stays."
    )
    return Notice("plain", title, text, (NoticeButton(DROP, tr("Cancel")),))


def engine_kept(title: str, engine: str) -> Notice:
    text = tr("As {name}, in Play, Watch and Study.").format(name=f"{TRAINED}{engine}")
    words = tr("{title} is on the engine lists").format(title=title)
    return Notice("plain", words, text, (good(),))


def ask_remove(name: str, *, engine: str) -> Notice:
    """Ask before a run is deleted; ``engine`` is empty if it has none."""
    title = tr("Remove {name} with its checkpoint?").format(name=name)
    keep = NoticeButton(DISMISS, tr("Keep it"))
    if not engine:
        button = NoticeButton(REMOVE, tr("Remove"))
        return Notice("warning", title, tr("It cannot be resumed after that."), (button, keep))
    text = tr("Its strategy {name} can stay on the engine lists.").format(name=f"{TRAINED}{engine}")
    buttons = (
        NoticeButton(REMOVE, tr("Remove the run")),
        NoticeButton(REMOVE_BOTH, tr("Run and strategy")),
        keep,
    )
    return Notice("warning", title, text, buttons)


def not_removed(name: str, error: Exception) -> Notice:
    title = tr("{name} cannot be removed").format(name=name)
    return Notice("error", title, full_stop(sentence(error)), (good(),), repr(error))


def not_readable(problems: Sequence[str]) -> Notice:
    """Report files of the folder that are not runs of this program."""
    count = len(problems)
    title = tr.plural("A run could not be read", "{count} runs could not be read", count)
    named = clauses(problems[:_MOST_NAMED])
    text = tr("{named}. The files are left alone.").format(named=named)
    details = "\n".join(problems) if count > _MOST_NAMED else ""
    return Notice("warning", title.format(count=count), text, (good(),), details)
