"""Playing on from a decision of a known hand: checks, and the choice of engines."""

from __future__ import annotations

from pathlib import Path

from ai.registry import FILE, PYTHON
from engine.errors import CardError, EngineError, GameError, IllegalActionError
from engine.game import Game
from engine.hand import HandState
from engine.table import moved
from engine.wording import Wording
from pokergui.formatting.choices import PlayChoice, rivals_of, table_games
from pokergui.links import PlayLink


def check_link(link: PlayLink) -> None:
    """Check that a hand can be played on from a link.

    Raises:
        PokerError: with what is wrong: its cards, its betting, or that it is over there.
    """
    game = link.game
    if sorted(link.deck) != list(game.deck):
        raise CardError(
            "the order of the whole deck of {title} is not known", title=Wording(game.title)
        )
    if not 0 <= link.hero < game.num_players:
        raise CardError("no seat is yours in this hand")
    hand = HandState.deal(game, link.deck)
    for action in link.actions:
        hand.apply(action)
    if hand.finished:
        raise IllegalActionError("the hand is over at this point")


def choice_for(link: PlayLink, present: PlayChoice, home: Path) -> PlayChoice:
    """Return the choice that fits a link best.

    Each seat gets the link's engine (of the list or a file), else the current one, else the first
    that plays the game. The game of the choice may differ from the link's in blinds and uneven
    stacks, not in kind.

    Raises:
        GameError: if no such game is played here.
        EngineError: if no engine plays it.
    """
    same = present.build_game() == moved(link.game, -link.hero)
    base = next((game for game in table_games() if _kind(game) == _kind(link.game)), None)
    if base is None:
        raise GameError("{title} is not played at this table", title=Wording(link.game.title))
    depth = present.depth
    if link.game.has_stacks:
        depth = max(1, round(min(link.game.stacks) / link.game.big_blind))
    rivals = [engine.name for engine in rivals_of(link.game, home)]
    if not rivals:
        raise EngineError("no engine plays {title}", title=Wording(link.game.title))

    def fitting(name: str) -> str:
        if name in rivals or name.startswith((FILE, PYTHON)):
            return name
        return present.opponent if present.opponent in rivals else rivals[0]

    line_up = [fitting(name) for name in (link.opponent, *link.others)]
    return (present if same else PlayChoice(base.name, depth)).against(*line_up)


def _kind(game: Game) -> tuple[object, ...]:
    """Return the key that is equal for games that differ only in stakes and stacks."""
    cards = (game.num_suits, game.num_ranks, game.num_hole, game.num_board)
    sizes = tuple(size / game.big_blind for size in game.raise_sizes)
    return (game.betting, game.num_players, game.first_player, *cards, sizes, game.max_raises)
