"""Notices of a damaged, salvaged or moved hand database, for all pages."""

from __future__ import annotations

from pokergui.formatting.notices import SALVAGE, at_work, capital, go_on, sentence
from pokergui.formatting.words import chips, hands_text
from pokergui.language import tr
from pokergui.language.joins import full_stop
from pokergui.store import Mended, VerifyReport
from pokergui.viewmodel import Notice, NoticeButton

LOAD = "load"
"""Key of the button that opens the database again."""
LATER = "damage-later"
"""Key of the button that closes a notice about damage, on all pages."""


def database_damaged(report: VerifyReport, name: str, *, closed: bool = False) -> Notice:
    """Return the notice that some of the database is damaged.

    Args:
        report: the result of the check.
        name: of the file.
        closed: whether nothing can be done before it is salvaged.
    """
    if report.hands < report.written:
        title = tr("{name} is damaged: {sound} of {hands} are intact").format(
            name=name, sound=chips(report.hands), hands=hands_text(report.written)
        )
    else:
        title = tr("{name} is damaged; all {hands} are intact").format(
            name=name, hands=hands_text(report.hands)
        )
    text = tr(
        "Salvage copies everything intact to a new file and keeps the damaged one beside it. Until"
        " then, what is damaged is left out."
    )
    later = NoticeButton(LOAD, tr("Try again")) if closed else NoticeButton(LATER, tr("Later"))
    details = "\n".join(problem.text for problem in report.problems)
    return Notice("error", title, text, (NoticeButton(SALVAGE, tr("Salvage")), later), details)


def salvaging() -> Notice:
    """Return the notice that the new file is being written."""
    return at_work(tr("Salvaging everything intact"), 0.0)


def database_salvaged(mended: Mended | None, name: str) -> Notice:
    """Return the notice of a salvage's result; None means that nothing was damaged."""
    close = NoticeButton(LATER, tr("OK"))
    if mended is None:
        return Notice("plain", tr("Nothing in {name} is damaged").format(name=name), "", (close,))
    title = tr("{hands} saved in a new {name}").format(
        hands=hands_text(mended.found.hands), name=name
    )
    text = tr("The damaged file is kept as {file}.").format(file=mended.kept.name)
    if words := mended.found.lost.words():
        text = tr("Lost: {words}. {text}").format(words=words, text=text)
    details = "\n".join(str(words) for words, _ in mended.found.problems)
    return Notice("plain", title, text, (close,), details)


def not_salvaged(error: Exception) -> Notice:
    """Return the notice that the new file could not be written; the damaged one is unchanged."""
    text = tr("{reason}. Nothing was changed.").format(reason=sentence(error))
    buttons = (NoticeButton(SALVAGE, tr("Try again")), NoticeButton(LATER, tr("Later")))
    return Notice("error", tr("The hands could not be salvaged"), text, buttons, repr(error))


def database_moved(said: str) -> Notice:
    """Return the notice that the file was moved while open, and is restored."""
    title = tr("The hand database was removed while it was open")
    return Notice("warning", title, full_stop(capital(said)), (go_on(),))
