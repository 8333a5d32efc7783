"""Notices of the tournaments view: work in progress and problems."""

from __future__ import annotations

from collections.abc import Sequence

from engine.sanitise import plain
from pokergui.formatting.notices import DISMISS, at_work, go_on, good, sentence
from pokergui.language import tr_watch as tr
from pokergui.language.joins import enumerated, full_stop
from pokergui.viewmodel import Notice, NoticeButton

RUN = "run"
"""Key of the button that lets programs run."""
_MOST = 1_000
"""Most letters of a program's name."""


def unreadable(error: Exception) -> Notice:
    """Report that the tournaments cannot be read."""
    title = tr("The tournaments cannot be read")
    return Notice("error", title, full_stop(sentence(error)), (go_on(),), repr(error))


def stopped(error: Exception) -> Notice:
    """Report that a tournament cannot continue; what was written stays."""
    title = tr("The tournament stopped")
    text = tr("{reason}. Everything shown so far is saved; Resume continues from there.")
    words = text.format(reason=sentence(error))
    return Notice("error", title, words, (go_on(),), repr(error))


def not_begun(error: Exception) -> Notice:
    """Report that a tournament cannot begin, or an engine cannot join."""
    title = tr("This cannot be played")
    return Notice("error", title, full_stop(sentence(error)), (go_on(),), repr(error))


def ask_programs(names: Sequence[str]) -> Notice:
    """Ask whether external programs named in the database may run."""
    title = tr("This tournament runs programs that you have not added here")
    text = tr("{programs}. They can do anything that you can do on this computer.")
    words = text.format(programs=enumerated(plain(name, _MOST) for name in names))
    buttons = (NoticeButton(RUN, tr("Run them")), NoticeButton(DISMISS, tr("Do not run them")))
    return Notice("warning", title, words, buttons)


def exporting(fraction: float) -> Notice:
    """Show that a file is being written."""
    return at_work(tr("Saving the tournament"), fraction)


def exported(path: str) -> Notice:
    """Report that a file was written."""
    return Notice("plain", tr("The tournament is saved"), path, (good(),))


def not_exported(error: Exception) -> Notice:
    """Report that a file could not be written."""
    title = tr("The tournament could not be saved")
    return Notice("error", title, full_stop(sentence(error)), (go_on(),), repr(error))
