"""``pokergui study``: the window, with a decision in Study."""

from __future__ import annotations

import click

from ai.registry import check_engine
from engine.card_display import parse_board, parse_shown
from engine.cards import Card
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.lines import line_spot, spot_of
from pokergui.background.engines import trust
from pokergui.commands.common import board_option, define, line_option, report
from pokergui.paths import strategies_dir


def _board(game: Game, line: str, text: str) -> tuple[Card, ...]:
    """Return the board; in small games, where Study shows all boards, a rank or nothing will do."""
    small = game.has_single_cards
    if small and not text:
        return game.deck[: game.board_sizes[line_spot(game, line).street]]
    return parse_board(game, text)


@define(
    click.argument("game"),
    click.argument("engine"),
    line_option,
    board_option,
    click.option("--hand", default="", help="Cards to point at, as in AsKs."),
)
def command(game: str, engine: str, line: str, board: str, hand: str, as_json: bool) -> None:
    """Open the window with a decision in Study."""
    rules = get_game(game)
    spot = spot_of(rules, line, _board(rules, line, board))
    hole = parse_shown(rules, hand)
    if hole and len(hole) != rules.num_hole:
        raise PokerError(
            "a hand of {game} is {cards} of its cards, not {count}",
            game=game,
            cards=rules.num_hole,
            count=len(hole),
        )
    if set(hole) & set(spot.board):
        raise PokerError("a card of the hand is on the board")
    check_engine(engine, rules, strategies_dir())
    trust(engine)
    from pokergui.app import run  # Qt is loaded only for the window
    from pokergui.links import StudyLink  # as above

    link = StudyLink(rules, spot.actions, spot.board, hole or None, engine)
    report({"game": game, "engine": engine, "line": line, "board": board}, as_json, ())
    raise click.exceptions.Exit(run(link))
