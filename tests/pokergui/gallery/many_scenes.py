from collections.abc import Callable
from dataclasses import replace

from engine.card_display import parse_shown
from engine.equity import showdowns
from engine.game import Game, get_game
from engine.hand import HandState
from engine.player import CALL, FOLD, Action, raise_to
from pokergui.felt.ending import ending, winning_cards
from pokergui.felt.table_scene import TableSceneBuilder, frames_of
from pokergui.formatting.words import blinds_text
from pokergui.viewmodel import ActionShare, FeltNote, TableFrame, TableScene

NAMES = ("Granite", "Tidewater", "Slate", "Basalt", "Odds counter", "Mirror")
NAMES += ("Feldspar", "Mica", "Quartz", "Tuff")
_HOLES = "AsKd 9s8s KcKh Jd2c AhAc 6d6h QcQd 5s4s 8h7d 3c3d"
_SHARES = (
    ActionShare("fold", "12%", 0.12, "fold"),
    ActionShare("call", "55%", 0.55, "call"),
    ActionShare("1,900", "20%", 0.20, "middle"),
    ActionShare("all-in", "13%", 0.13, "allin"),
)
_STACKS = (1_850, 4_600, 9_200, 10_000, 12_640, 9_950)


def game_of(seats: int, stacks: tuple[int, ...] = ()) -> Game:
    blinds = (50, 100, *(0,) * (seats - 2))
    six = get_game("holdem-nolimit-6")
    return replace(six, num_players=seats, stacks=stacks or (10_000,) * seats, blinds=blinds)


def frames_until(
    game: Game,
    actions: tuple[Action, ...],
    *,
    names: tuple[str, ...] = NAMES,
    hero: int = -1,
    answers: bool = False,
    holes: str = _HOLES,
    board: str = "Ts7h4dJc2s",
) -> list[TableFrame]:
    seats = game.num_players
    dealt = [parse_shown(game, text) for text in holes.split()[:seats]]
    hand = HandState(game, dealt, parse_shown(game, board))
    open_seats = frozenset(range(seats)) if hero < 0 else frozenset({hero})
    people = frozenset({hero}) if hero >= 0 else frozenset()
    names = tuple("You" if seat == hero else name for seat, name in enumerate(names[:seats]))
    picture = TableSceneBuilder(game, names, people, open_seats, max(hero, 0))

    def scene() -> TableScene:
        over = picture.payoffs is not None
        seen = [picture.seat_scene(seat, to_act=seat == hand.spot.to_act) for seat in picture.order]
        if answers:
            note = FeltNote("Pair of aces", "king kicker")
            seen = [replace(seat, shares=_SHARES, hand=note) for seat in seen]
        if answers and seats > 2:
            seen = [replace(seat, mark="abcdefghij"[at]) for at, seat in enumerate(seen)]
        shares = None
        if hero < 0 and not over and seats > 2 and picture.board == hand.board:
            live = [not out for out in picture.folded]
            shares = showdowns(game, dealt, picture.board, live).shares
        return TableScene(
            seats=tuple(seen),
            bets=picture.bet_scenes(),
            board=picture.board_scene(),
            pot=picture.pot_scene(shares),
            title="Hand 58",
            subtitle=blinds_text(game),
            tag="Hands face up" if hero < 0 else "",
            result=ending(picture, hand.spot, dealt, hero) if over else None,
            status="a table of many",
        )

    frames = frames_of(picture, hand.opening_events, scene)
    for action in actions:
        frames += frames_of(picture, hand.apply(action), scene)
    if hand.finished:
        picture.best = winning_cards(picture, hand.spot, hand.holes)
    return [*frames, TableFrame(scene())]


def playing(seats: int) -> tuple[Game, tuple[Action, ...]]:
    before: tuple[Action, ...] = (raise_to(300), FOLD, CALL, FOLD, CALL, FOLD, FOLD, CALL)[
        : seats - 2
    ]
    return game_of(seats), (*before, CALL, CALL, raise_to(550), CALL)


def sides(seats: int) -> tuple[Game, tuple[Action, ...]]:
    if seats == 3:
        bets = (raise_to(1_850), CALL, CALL, raise_to(1_000), CALL, raise_to(500))
        return game_of(3, _STACKS[:3]), bets
    rest: tuple[Action, ...] = (CALL, FOLD)[: seats - 4]
    flop = (raise_to(1_000), *(CALL,) * min(2, seats - 3))
    opened = (raise_to(1_850), raise_to(4_600), *rest, CALL, CALL, CALL)
    return game_of(seats, _STACKS[:seats]), (*opened, *flop, raise_to(1_500))


def run_out(seats: int) -> tuple[Game, tuple[Action, ...]]:
    rest: tuple[Action, ...] = (FOLD, CALL, FOLD)[: seats - 3]
    return game_of(seats, _STACKS[:seats]), (raise_to(9_200), *rest, CALL, CALL)


def million(seats: int) -> tuple[Game, tuple[Action, ...]]:
    return game_of(seats, (2_000_000,) * seats), (raise_to(1_000_000), *(CALL,) * (seats - 2))


Hand = Callable[[int], tuple[Game, tuple[Action, ...]]]
HANDS: dict[str, Hand] = {
    "playing": playing,
    "sides": sides,
    "showdown": run_out,
    "million": million,
}
OPEN_TABLE = frames_until(
    get_game("holdem-nolimit"),
    (raise_to(890), CALL, CALL, CALL, raise_to(620)),
    names=("Tidewater", "Granite"),
    answers=True,
    holes="Qh9h AcKd",
    board="AdJh8h4c2s",
)[-1].scene
