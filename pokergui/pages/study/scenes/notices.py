"""Notices of the Study page: waiting, missing answers and errors."""

from __future__ import annotations

from collections.abc import Sequence

from pokergui.formatting.notices import RETRY, at_work, go_on, sentence
from pokergui.language import tr_study as tr
from pokergui.viewmodel import Notice, NoticeButton

USE = "use:"
"""Prefix of the name of the engine that a button chooses."""

Offers = Sequence[tuple[str, str]]
"""(name, title) of engines to offer instead."""


def preparing(title: str, fraction: float, text: str) -> Notice:
    """Return the notice that an engine is being built."""
    words = tr("{name} is getting ready").format(name=title)
    return at_work(words, fraction, text)


def no_ranges(title: str, others: Offers) -> Notice:
    """Return the notice that an engine can only act."""
    words = tr("{name} cannot show ranges").format(name=title)
    text = tr("It only plays the cards it holds and gives no strategy for its whole range.")
    return Notice("plain", words, text, _offers(others))


def engine_failed(title: str, error: Exception, others: Offers) -> Notice:
    """Return the notice that an engine could not be built, or did not answer."""
    words = tr("{name} gave no answer").format(name=title)
    again = NoticeButton(RETRY, tr("Try again"))
    text = tr("{reason}. The line stays as it is.").format(reason=sentence(error))
    return Notice("error", words, text, (again, *_offers(others)), repr(error))


def no_sheet(title: str, others: Offers) -> Notice:
    """Return the notice that the whole game is wanted but the engine has no ranges."""
    words = tr("The whole game cannot be shown")
    text = tr("{name} has no ranges here, so there is nothing to list.")
    return Notice("warning", words, text.format(name=title), _offers(others))


def cannot_open(error: Exception) -> Notice:
    """Return the notice that a decision to be opened does not exist."""
    text = tr("{reason}. The game is shown from its first decision.").format(reason=sentence(error))
    return Notice("warning", tr("This decision cannot be shown"), text, (go_on(),))


def _offers(others: Offers) -> tuple[NoticeButton, ...]:
    return tuple(
        NoticeButton(USE + name, tr("Use {name}").format(name=title)) for name, title in others[:2]
    )
