"""What the Play page says when something takes time or goes wrong, and what all pages share."""

from __future__ import annotations

from engine.errors import PokerError
from pokergui.presenters.words import tr
from pokergui.viewmodel import Notice, NoticeButton

RETRY = "retry"
"""Key of the button that tries again, starts again, or goes on."""
DEAL = "deal"
"""Key of the button that deals the next hand."""
DISMISS = "dismiss"
"""Key of the button that only closes the notice."""


def getting_ready(name: str, fraction: float, text: str, *, first_start: bool) -> Notice:
    """An engine is being built, or kernels compiled."""
    title = tr("{name} is getting ready").format(name=name)
    if first_start:
        text = tr("First start: compiling the program for this computer, once.")
    return Notice("running", title, text, progress=fraction if fraction > 0 else None)


def could_not_start(name: str, error: Exception) -> Notice:
    """An engine cannot be built."""
    title = tr("{name} could not start").format(name=name)
    text = tr("{reason}. Choose another opponent above.").format(reason=sentence(error))
    return Notice("error", title, text, (NoticeButton(RETRY, tr("Try again")),), repr(error))


def fell_back(name: str, what: str, *, folded: bool, details: str) -> Notice:
    """An engine did not act; its decision became a check or fold."""
    text = (
        tr("Its decision became a fold. Finished hands are safe on disk.")
        if folded
        else tr("Its decision became a check. Finished hands are safe on disk.")
    )
    again = NoticeButton(RETRY, tr("Restart {name}").format(name=name))
    return Notice("error", f"{name} {what}", text, (again,), details)


def not_saved(error: Exception) -> Notice:
    """A hand or a deck's hash could not be written."""
    text = tr("{reason}. Hands finished before are safe.").format(reason=sentence(error))
    button = NoticeButton(DEAL, tr("Try again"))
    return Notice("error", tr("Hands cannot be saved"), text, (button,), repr(error))


def cannot_play_on(error: Exception) -> Notice:
    """A hand that another page handed over cannot be played from there."""
    text = tr("{reason}. Nothing at this table has changed.").format(reason=sentence(error))
    button = NoticeButton(DISMISS, tr("Go on"))
    return Notice("warning", tr("This hand cannot be played from there"), text, (button,))


def engine_gone(title: str) -> Notice:
    """An engine that another page handed over is not there any more."""
    words = tr("{name} is not on the list of engines any more").format(name=title)
    button = NoticeButton(DISMISS, tr("Go on"))
    return Notice("warning", words, tr("Nothing at this table has changed."), (button,))


def sentence(error: Exception) -> str:
    """What is wrong, in a sentence without its full stop."""
    if isinstance(error, OSError):
        text = error.strerror or str(error)
    else:
        text = str(error) if isinstance(error, PokerError) else type(error).__name__
    return capital(text).rstrip(".")


def capital(words: str) -> str:
    """Words as a sentence begins."""
    return words[:1].upper() + words[1:]
