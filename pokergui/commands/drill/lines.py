"""Actions and lines as text: of a game as in ``--line``, of a solution as in ``solve-spot``.

Also the origin of a spot in words.
"""

from __future__ import annotations

from ai.solver.spot import action_key, parse_key
from engine.lines import action_text, line_text, parse_action
from engine.player import Action, PublicState, verify
from pokergui.drills.judge import DAILY, PLAY, REPORT, SOLUTION, STUDY
from pokergui.language import tr_commands as tr


def source_text(source: str) -> str:
    """Return the origin of a spot in words, from ``Question.source``."""
    kind, _, rest = source.partition(" ")
    words = {
        "hand": tr("hand {number}").format(number=rest),
        DAILY: tr("daily {day}").format(day=rest),
        PLAY: tr("play"),
        STUDY: tr("study"),
        REPORT: tr("report"),
        SOLUTION: tr("solution"),
    }
    return words.get(kind, source)


def action_word(spot: PublicState, action: Action) -> str:
    """Return an action at a spot: ``r300``, in a solution with the total on its street."""
    return action_key(action) if spot.game.begins_later else action_text(spot, action)


def line_words(spot: PublicState) -> str:
    """Return the line up to a spot, with the same totals."""
    if not spot.game.begins_later:
        return line_text(spot.game, spot.actions)
    here, parts = PublicState(spot.game, (), ()), list[str]()
    for action in spot.actions:
        after = here.after(action)
        parts += [action_key(action), "/" * (after.street - here.street)]
        here = after
    return "".join(parts)


def read_answer(spot: PublicState, text: str) -> Action:
    """Read an action at a spot; the inverse of ``action_word``.

    Raises:
        IllegalActionError: if it is no action, or not legal there.
    """
    if not spot.game.begins_later:
        return parse_action(spot, text)
    action = parse_key(text)
    verify(spot.legal, spot.betting, action)
    return action
