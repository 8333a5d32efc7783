"""Breadcrumbs of the line: streets, actions, the current decision."""

from __future__ import annotations

from engine.cards import Card
from engine.game import Game
from engine.player import Action, PublicState
from engine.positions import positions_of
from pokergui.formatting.words import card_view, said, street_name
from pokergui.language import tr
from pokergui.viewmodel import Crumb, LineScene
from pokergui.viewmodel.settings import AmountUnit


def line_scene(
    spot: PublicState, names: tuple[str, ...], hero: int, unit: AmountUnit = "chips"
) -> LineScene:
    """Return everything that happened before a spot, and whose turn it is."""
    game = spot.game
    crumbs = [street_crumb(game, 0, spot.board)]
    here = PublicState(game, (), ())
    for action in spot.actions:
        crumbs.append(action_crumb(here, action, names, hero, unit))
        street = here.street
        here = here.after(action)
        crumbs += [
            street_crumb(game, new, spot.board) for new in range(street + 1, here.street + 1)
        ]
    if here.finished:
        shown = len(spot.board)
        later = range(here.street + 1, game.num_rounds)
        crumbs += [street_crumb(game, s, spot.board) for s in later if game.board_sizes[s] <= shown]
    else:
        turn = tr("Your turn") if here.to_act == hero else names[here.to_act]
        crumbs.append(Crumb(turn, kind="present"))
    return LineScene(tuple(crumbs))


def actions_before(spot: PublicState) -> tuple[int, ...]:
    """Return the number of actions before each crumb of ``line_scene``."""
    here = PublicState(spot.game, (), ())
    counts = [0]
    for done, action in enumerate(spot.actions):
        counts.append(done)
        street = here.street
        here = here.after(action)
        counts += [done + 1] * (here.street - street)
    return (*counts, len(spot.actions))


def street_crumb(game: Game, street: int, board: tuple[Card, ...]) -> Crumb:
    size = game.board_sizes[street]
    cards = board[size - game.num_board[street] : size]
    return Crumb(
        street_name(game, street),
        kind="street",
        cards=tuple(card_view(game, card) for card in cards),
    )


def action_crumb(
    spot: PublicState,
    action: Action,
    names: tuple[str, ...],
    hero: int,
    unit: AmountUnit = "chips",
) -> Crumb:
    """Return the action at a spot; among several players the short words name the position."""
    seat = spot.to_act
    long, short = said(spot, action, names[seat], you=seat == hero, unit=unit)
    if not spot.game.is_heads_up and not spot.game.ante:
        place = positions_of(spot.game)[seat]
        short = tr("{position} {action}").format(position=place, action=short)
    return Crumb(long, short)
