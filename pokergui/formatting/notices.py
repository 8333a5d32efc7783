"""Notices of the Play page about slow work and errors, and notices shared by all pages."""

from __future__ import annotations

from ai.sit_and_go.plan import TournamentStage
from engine.errors import PokerError
from pokergui.language import tr
from pokergui.language.joins import full_stop, phrases, sentences
from pokergui.store.errors import DamagedError
from pokergui.viewmodel import Notice, NoticeButton

RETRY = "retry"
DEAL = "deal"
DISMISS = "dismiss"

RESUME = "resume"
FOLD = "fold"
"""Key of the button that abandons the resumed hand (check/fold)."""
SALVAGE = "salvage"
"""Key of the button that copies everything sound in a damaged database into a new one."""
FORGET = "forget"


def getting_ready(name: str, fraction: float, text: str, *, first_start: bool) -> Notice:
    title = tr("{name} is getting ready").format(name=name)
    if first_start:
        text = tr("First start: compiling the program for this computer, once.")
    return at_work(title, fraction, text)


def could_not_start(name: str, error: Exception) -> Notice:
    title = tr("{name} could not start").format(name=name)
    text = tr("{reason}. Choose another opponent above.").format(reason=sentence(error))
    return Notice("error", title, text, (NoticeButton(RETRY, tr("Try again")),), repr(error))


def taken_up(name: str) -> Notice:
    title = tr("This hand against {name} was left unfinished").format(name=name)
    text = tr(
        "It continues where you left it, with the same cards. Folding it means checking"
        " while that is free and folding to a bet."
    )
    buttons = (NoticeButton(DISMISS, tr("Continue (Enter)")), NoticeButton(FOLD, tr("Fold it")))
    return Notice("plain", title, text, buttons, enter=True)


def hand_offered(name: str, game: str) -> Notice:
    title = tr("A hand against {name} is unfinished").format(name=name)
    text = tr("{game}. It keeps its cards until you continue it.").format(game=game)
    buttons = (
        NoticeButton(RESUME, tr("Continue it (Enter)")),
        NoticeButton(DEAL, tr("Deal a new hand here")),
    )
    return Notice("plain", title, text, buttons, enter=True)


def hand_waits(name: str, game: str) -> Notice:
    title = tr("The hand against {name} is unfinished and waits").format(name=name)
    text = tr("{game}. It continues when you play there again; the next start offers it as well.")
    buttons = (NoticeButton(RESUME, tr("Return to it")), NoticeButton(DISMISS, tr("Later")))
    return Notice("plain", title, text.format(game=game), buttons)


def hand_without_engine(name: str, error: Exception) -> Notice:
    title = tr("A hand against {name} is unfinished, and {name} could not start").format(name=name)
    text = tr(
        "{reason}. The hand waits until the engine is back. Folding it means checking while that"
        " is free and folding to a bet; {name} checks or folds, too."
    ).format(reason=sentence(error), name=name)
    buttons = (NoticeButton(RETRY, tr("Try again")), NoticeButton(FOLD, tr("Fold it")))
    return Notice("error", title, text, buttons, repr(error))


def hand_damaged() -> Notice:
    title = tr("An unfinished hand is damaged and cannot continue")
    text = tr("Finished hands are not affected; 'pokergui hands verify' shows more.")
    buttons = (NoticeButton(FORGET, tr("Remove it")), NoticeButton(DISMISS, tr("Later")))
    return Notice("warning", title, text, buttons)


def fell_back(name: str, what: str, *, folded: bool, reason: str = "", details: str = "") -> Notice:
    """Return the notice that an engine failed to act and checked or folded instead.

    Args:
        what: the failure, as the end of a sentence.
        folded: whether its decision became a fold.
        reason: in its own words or the program's, empty if there is none.
    """
    text = (
        tr("It was folded automatically. Finished hands are safe on disk.")
        if folded
        else tr("It checked automatically. Finished hands are safe on disk.")
    )
    text = sentences((capital(reason), text))
    again = NoticeButton(RETRY, tr("Restart {name}").format(name=name))
    return Notice("error", f"{name} {what}", text, (again,), details)


def unsolved(name: str, reason: str) -> Notice:
    title = tr("{name} followed its blueprint here").format(name=name)
    text = full_stop(capital(reason))
    return Notice("plain", title, text, (NoticeButton(DISMISS, tr("Continue")),))


def not_saved(error: Exception) -> Notice:
    text = tr("{reason}. Hands finished before are safe.").format(reason=sentence(error))
    again, salvage = NoticeButton(DEAL, tr("Try again")), NoticeButton(SALVAGE, tr("Salvage"))
    buttons = (salvage, again) if isinstance(error, DamagedError) else (again,)
    return Notice("error", tr("Hands cannot be saved"), text, buttons, repr(error))


def sit_and_go_over(stage: TournamentStage, player: int) -> Notice:
    place, count = stage.places[player], len(stage.stacks)
    title = tr("You finished in place {place} of {count}").format(place=place, count=count)
    if place == 1:
        title = tr("You won the sit-and-go")
    prize, hands = stage.prize(player), tr.plural("1 hand", "{count} hands", stage.hand)
    prizes = tr("Prize {prize} of {all}").format(
        prize=f"{prize:,.10g}", all=f"{sum(stage.plan.payouts):,.10g}"
    )
    text = full_stop(phrases((prizes, hands.format(count=stage.hand))))
    buttons = (NoticeButton(DEAL, tr("Play another (Enter)")), NoticeButton(DISMISS, tr("Later")))
    return Notice("plain", title, text, buttons, enter=True)


def cannot_play_on(error: Exception) -> Notice:
    text = tr("{reason}. Nothing at this table has changed.").format(reason=sentence(error))
    return Notice("warning", tr("This hand cannot be played from there"), text, (go_on(),))


def engine_gone(title: str) -> Notice:
    words = tr("{name} is not on the list of engines any more").format(name=title)
    return Notice("warning", words, tr("Nothing at this table has changed."), (go_on(),))


def at_work(title: str, fraction: float, text: str = "", stop: str = "") -> Notice:
    """Return the notice of work in progress.

    Args:
        fraction: the part that is done, 0 if unknown.
        text: the present step.
        stop: key of a button that ends it; empty for none.
    """
    buttons = (NoticeButton(stop, tr("Stop")),) if stop else ()
    return Notice("running", title, text, buttons, progress=fraction if fraction > 0 else None)


def failure(title: str, error: Exception) -> Notice:
    """Return the notice that something failed, and why; work goes on without it."""
    return Notice("error", title, full_stop(sentence(error)), (go_on(),), repr(error))


def go_on() -> NoticeButton:
    return NoticeButton(DISMISS, tr("Continue"))


def good() -> NoticeButton:
    return NoticeButton(DISMISS, tr("OK"))


def sentence(error: Exception) -> str:
    """Return an error's sentence without its full stop."""
    if isinstance(error, OSError):
        text = error.strerror or str(error)
    else:
        text = str(error) if isinstance(error, PokerError) else type(error).__name__
    return capital(text).rstrip(".。")


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]
