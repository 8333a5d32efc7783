"""Playing on from a decision of a known hand: checks, and the choice of engines."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path

from ai.registry import FILE, PYTHON
from ai.sit_and_go.plan import Level, SitAndGo
from engine.errors import CardError, EngineError, GameError, IllegalActionError
from engine.game import Game, get_game
from engine.hand import HandState
from engine.table import moved
from engine.wording import Wording
from pokergui.formatting.choices import ANTES, STRADDLES, PlayChoice, rivals_of, table_games
from pokergui.links import PlayLink, SitAndGoLink


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


def stage_plan(link: SitAndGoLink) -> tuple[SitAndGo, int]:
    """Return a tournament at one level with the user on the button, and who has the big blind.

    Raises:
        PokerError: if such a tournament cannot be played.
    """
    level = Level(*link.blinds, link.ante, link.big_blind_ante)
    stacks = (*link.stacks[-1:], *link.stacks[:-1])
    plan = SitAndGo(stacks, (level,), 1, link.payouts or (1.0,))
    return plan, 1 if len(stacks) == 2 else 2


def choice_for(link: PlayLink, present: PlayChoice, home: Path) -> PlayChoice:
    """Return the choice that fits a link best.

    Each seat gets the link's engine (of the list or a file), else the current one, else the first
    that plays the game. The game of the choice may differ from the link's in blinds and uneven
    stacks, not in kind.

    Raises:
        GameError: if no such game is played here.
        EngineError: if no engine plays it.
    """
    present = replace(present, plan="")
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
    if same:
        return present.against(*line_up)
    options = _options(link.game, base)
    return PlayChoice(base.name, depth, options=options, rake=present.rake).against(*line_up)


def _options(game: Game, base: Game) -> str:
    """Return the antes and straddle of a game as options of ``base``; empty if there are none."""
    single = (*ANTES, *STRADDLES)
    both = (",".join(pair) for pair in product(ANTES, STRADDLES))
    for options in ("", *single, *both) if game.is_holdem and not game.is_limit else ():
        if base.num_players > 2 or "straddle" not in options:
            other = get_game(":".join(filter(None, (base.name, options))))
            if _forced(other) == _forced(game):
                return options
    return ""


def _forced(game: Game) -> list[Fraction]:
    """Return blinds and antes in big blinds."""
    antes = game.antes or (0,) * game.num_players
    return [Fraction(chips, game.big_blind) for chips in (*game.blinds, *antes)]


def _kind(game: Game) -> tuple[object, ...]:
    """Return the key that is equal for games that differ only in forced bets and stacks."""
    cards = (game.num_suits, game.num_ranks, game.num_hole, game.num_board)
    sizes = tuple(size / game.big_blind for size in game.raise_sizes)
    return (game.betting, game.num_players, *cards, sizes, game.max_raises)
