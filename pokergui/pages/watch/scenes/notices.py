"""Panels in the table's place and notices of the Watch page."""

from __future__ import annotations

from pokergui.formatting.notices import RETRY, capital, go_on, good, sentence
from pokergui.formatting.words import chips, hands_text
from pokergui.language import tr_watch as tr
from pokergui.pages.watch.scenes.choices import WatchChoice
from pokergui.pages.watch.scenes.controls import Clock
from pokergui.pages.watch.viewmodel import PanelScene, StartForm
from pokergui.pages.watch.work import WatchedMatch
from pokergui.viewmodel import Notice, NoticeButton

STOP = "stop"


def _versus(choice: WatchChoice) -> str:
    if len(choice.titles) > 3:
        return tr("{count} engines").format(count=len(choice.titles))
    return tr(" v. ").join(choice.titles)


def ready_panel(choice: WatchChoice, form: StartForm | None = None) -> PanelScene:
    words = tr("{hands}, all cards face up; pause, step or take a seat")
    if len(choice.titles) > 2:
        words = tr("{hands}, all cards face up; pause and step")
    text = words.format(hands=hands_text(choice.hands))
    return PanelScene(_versus(choice), text, tr("Start"), tr("Space"), form=form)


def starting_panel(choice: WatchChoice, fraction: float, text: str) -> PanelScene:
    title = tr("{match}: getting ready").format(match=_versus(choice))
    words = text or tr("Compiling for this match; the next one starts at once.")
    return PanelScene(title, words, running=True, progress=fraction or None)


def fast_panel(choice: WatchChoice, hands: int, clock: Clock) -> PanelScene:
    return PanelScene(
        tr("{hands} of {all} hands").format(hands=chips(hands), all=chips(choice.hands)),
        tr("{match}, as fast as they can").format(match=_versus(choice)),
        facts=(
            (tr("Hands a second"), clock.speed_text()),
            (tr("Time left"), clock.left_text(choice.hands)),
        ),
        progress=hands / choice.hands,
    )


def paused_panel(choice: WatchChoice, hands: int) -> PanelScene:
    return PanelScene(
        tr("Paused after {hands} of {all} hands").format(
            hands=chips(hands), all=chips(choice.hands)
        ),
        tr("Resume continues; Step shows the next decision at the table."),
        progress=hands / choice.hands,
    )


def finished_panel(match: WatchedMatch, clock: Clock) -> PanelScene:
    """Build the panel after a match, which its rule may have ended."""
    choice, hands = match.choice, match.hands
    title = tr("{hands} played") if hands >= choice.hands else tr("Stopped after {hands}")
    title = tr("Decided after {hands}") if match.decided else title
    words = (
        tr("{match}; the hands are kept in History") if hands else tr("{match}; no hands to keep")
    )
    return PanelScene(
        title.format(hands=hands_text(hands)),
        words.format(match=_versus(choice)),
        tr("Start again"),
        tr("Space"),
        facts=(
            (tr("Time"), clock.spent_text()),
            (tr("Hands a second, peak"), clock.best_text()),
        ),
        judges=hands > 0 and match.game.is_heads_up,
    )


def not_ready(error: Exception) -> Notice:
    text = tr("{reason}. Choose another engine above.").format(reason=sentence(error))
    again = NoticeButton(RETRY, tr("Try again"))
    return Notice("error", tr("The match could not start"), text, (again,), repr(error))


def engine_stumbled(name: str, reason: str) -> Notice:
    """Report that an engine in a separate process failed; the match continues."""
    text = tr("{reason}. It checks or folds to the end of the hand.")
    words = text.format(reason=capital(reason))
    return Notice("warning", tr("{name} failed").format(name=name), words, (go_on(),))


def match_failed(error: Exception, hands: int) -> Notice:
    text = tr("{reason}. What was finished before is kept: {hands}.").format(
        reason=sentence(error), hands=hands_text(hands)
    )
    again = NoticeButton(RETRY, tr("Start again"))
    return Notice("error", tr("The match cannot continue"), text, (again,), repr(error))


def exported(hands: int, path: str) -> Notice:
    title = tr("{hands} saved").format(hands=hands_text(hands))
    return Notice("plain", title, path, (good(),))


def engine_late(name: str) -> Notice:
    """Report that an engine has been thinking for long; its name is empty if not known."""
    words = tr("{name} has been thinking for ten seconds") if name else tr("An engine is very slow")
    title = words.format(name=name)
    text = tr("The match waits for it; what is finished is kept.")
    return Notice("warning", title, text, (NoticeButton(STOP, tr("Stop the match")),))


def not_kept(error: Exception, *, over: bool) -> Notice:
    """Report that hands could not be written, while the match waits or after its end."""
    waits = tr("{reason}. What was saved is safe; the match continues as soon as it can.")
    ended = tr("{reason}. What was saved is safe; the rest is retried each second.")
    text = (ended if over else waits).format(reason=sentence(error))
    waiting = (NoticeButton(RETRY, tr("Continue")), NoticeButton(STOP, tr("Stop")))
    buttons = (good(),) if over else waiting
    return Notice("error", tr("Hands cannot be saved"), text, buttons, repr(error))
