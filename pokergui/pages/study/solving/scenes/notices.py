"""Study's notices about spots that cannot be solved, opened, kept or found."""

from __future__ import annotations

from pokergui.formatting.notices import go_on, good, sentence
from pokergui.language import tr_study as tr
from pokergui.language.joins import full_stop
from pokergui.viewmodel import Notice, NoticeButton

SAVE = "save-spot"
"""Key of the button that tries again to write spot files."""


def getting_ready() -> Notice:
    """Return the notice that a spot is being built or read, or kernels compiled."""
    text = tr("The first time, the program is compiled for this computer; that takes a while.")
    return Notice("running", tr("Getting the spot ready"), text)


def cannot_solve(error: Exception) -> Notice:
    """Return the notice that a run was not built, or stopped with an error."""
    text = tr("{reason}. What was solved before is kept.").format(reason=sentence(error))
    return Notice("error", tr("The spot cannot be solved"), text, (go_on(),), repr(error))


def cannot_exploit(error: Exception) -> Notice:
    """Return the notice that a profile cannot be made, or does not fit the spot."""
    title = tr("This profile cannot be used")
    return Notice("error", title, full_stop(sentence(error)), (go_on(),), repr(error))


def cannot_take_up(error: Exception) -> Notice:
    """Return the notice that a saved spot cannot be read."""
    text = tr("{reason}. Its file stays where it is.").format(reason=sentence(error))
    return Notice("error", tr("The saved spot cannot be opened"), text, (go_on(),), repr(error))


def cannot_keep(error: Exception) -> Notice:
    """Return the notice that a spot's file cannot be written."""
    text = tr("{reason}. The solution is kept in memory meanwhile.").format(reason=sentence(error))
    again = NoticeButton(SAVE, tr("Try again"))
    return Notice("error", tr("The spot cannot be saved"), text, (again, go_on()), repr(error))


def no_answer(error: Exception) -> Notice:
    """Return the notice that a solution has no answer at a node."""
    text = tr("{reason}. The line stays as it is.").format(reason=sentence(error))
    return Notice("error", tr("The solution gave no answer"), text, (go_on(),), repr(error))


def finding() -> Notice:
    """Return the notice that the ranges that reach a decision are being looked up."""
    return Notice("running", tr("Looking up the ranges that reach this street"))


def not_a_spot(error: Exception) -> Notice:
    """Return the notice that a node of a game cannot be solved as a spot."""
    text = tr("{reason}. The line stays as it is.").format(reason=sentence(error))
    return Notice("warning", tr("This decision cannot be solved"), text, (go_on(),))


def gone() -> Notice:
    """Return the notice that a solution being practised is no longer shown."""
    text = tr("Open it among the saved spots to look at the decision.")
    return Notice("plain", tr("This solution was closed"), text, (good(),))
