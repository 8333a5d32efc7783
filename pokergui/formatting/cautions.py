"""Assumptions of verdicts on strategies that some hands do not meet, in words."""

from __future__ import annotations

from pokergui.language import tr


def person_words() -> str:
    """Return that a person is no engine with a fixed strategy."""
    return tr("you are a person, who may play differently against another rival")


def followed_words(engine: str) -> str:
    """Return what is assumed of a person who followed an engine's advice."""
    return tr(
        "you are taken to have followed {engine}: only hands in which its row was shown and you"
        " acted by it speak for it, and the hands do not say which these are"
    ).format(engine=engine)


def hidden_words(hidden: int, judged: int) -> str:
    """Return what hands without the rival's cards are worth."""
    return tr(
        "{hidden:,} of {all:,} hands hide the rival's cards: all hands count, but only by the"
        " methods that need none of them, plain importance sampling and game-ending actions, folds"
        " alone"
    ).format(hidden=hidden, all=judged)


def selected_words() -> str:
    """Return that hands were chosen by whether they show their cards."""
    return tr(
        "hands that hide cards at a showdown cannot be imported: if there were any, those that are"
        " here are a selection, and these verdicts are biased"
    )


def stopped_words() -> str:
    """Return that the length of a match was not fixed before."""
    return tr(
        "the match is not over or was stopped: intervals hold for a length that was fixed before"
    )


def damaged_words(count: int) -> str:
    """Return how many hands cannot be read."""
    return tr.plural(
        "1 hand is damaged and left out", "{count:,} hands are damaged and left out", count
    ).format(count=count)
