"""The actions on a watched match: its controls, its seats, and its links."""

from __future__ import annotations

from typing import Literal

from engine.player import PublicState
from pokergui.language import tr_watch as tr
from pokergui.links import PlayLink, StudyLink
from pokergui.pages.watch.viewmodel.watch import ControlsScene, Phase, Speed
from pokergui.pages.watch.work.match import Moved, WatchedMatch

Halting = Literal["pause", "stop", ""]
"""The pending action of a match that still runs fast or thinks."""


def controls_scene(
    phase: Phase,
    speed: Speed,
    halting: Halting,
    match: WatchedMatch | None,
    now: Moved | None,
    *,
    stored: bool,
) -> ControlsScene:
    """Build the controls below the stage.

    Args:
        phase: the state of the match.
        speed: its speed.
        halting: its pending action while it still runs fast or thinks.
        match: the match, or None.
        now: the state that the table shows; None under a panel.
        stored: True if all of it is on disk.
    """
    return ControlsScene(
        phase,
        speed,
        can_step=phase in ("live", "paused") and not halting,
        can_stop=phase not in ("ready", "finished") and halting != "stop",
        seats=_seats(match, now),
        can_export=stored,
        can_study=study_link(match, now) is not None,
        many=match is not None and not match.game.is_heads_up,
        halting=halting,
    )


def _seats(match: WatchedMatch | None, now: Moved | None) -> tuple[tuple[str, str], ...]:
    """Return the seats that can be taken, the one to act first."""
    if match is None or now is None or now.finished:
        return ()
    if not match.game.is_heads_up:
        return ()
    first, titles = now.to_act, match.choice.titles
    return (
        (str(first), tr("{name}’s seat, to act").format(name=titles[first])),
        (str(1 - first), tr("{name}’s seat").format(name=titles[1 - first])),
    )


def play_link(match: WatchedMatch | None, now: Moved | None, player: int) -> PlayLink | None:
    """Return the shown decision, with the user in the seat of engine 0 or 1."""
    if match is None or now is None or now.finished or not match.game.is_heads_up:
        return None
    seat = now.seat_a if player == 0 else 1 - now.seat_a
    rival = match.choice.engines[1 - player]
    return PlayLink(match.game, now.deck, now.spot.actions, seat, rival)


def study_link(match: WatchedMatch | None, now: Moved | None) -> StudyLink | None:
    """Return the shown decision with the engine that decides there; the last of a finished hand."""
    if match is None or now is None:
        return None
    game = match.game
    actions = now.spot.actions[:-1] if now.finished else now.spot.actions
    spot = PublicState(game, actions, ())
    if spot.finished:  # all-in from the blinds: there was nothing to decide
        return None
    board = now.spot.board[: game.board_sizes[spot.street]]
    start = game.num_hole * spot.to_act
    hole = now.deck[start : start + game.num_hole]
    engines, acts = match.choice.engines, (spot.to_act - now.seat_a) % game.num_players
    second = engines[1 - acts] if game.is_heads_up else ""
    return StudyLink(game, actions, board, hole, engines[acts], second)
