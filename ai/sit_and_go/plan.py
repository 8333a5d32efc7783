"""Sit-and-go tournaments as data: the plan, the stage before each hand, places and prizes.

Players are numbered clockwise and keep their number. The big blind moves to the next player still
in; the button and the small blind are the players before (a moving button). So nobody skips the big
blind or pays it twice, but after an elimination a small blind may be skipped and a player may have
the button twice. With two players left the button is the small blind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ai.preflop.icm import check_payouts, icm, read_payouts
from engine.errors import GameError, PokerError
from engine.game import Game, holdem
from engine.typed_numbers import LIST_OR_NUMBER, whole_number
from engine.wording import Wording

MOST_PLAYERS = 6
MOST_LEVELS = 100
MOST_LEVEL_HANDS = 10_000
MOST_CHIPS = 10**9
"""Most chips in play, and the largest blind."""
_DIGITS = 10
NAME = "sit-and-go-"
"""Begins the names of all games of stages."""
_LEVEL = re.compile(r"([0-9]{1,10})/([0-9]{1,10})(?:/([0-9]{1,10})(bb)?)?")
_STAGE = re.compile(r"[0-9]{1,9} [0-9]{1,10}(?:,[0-9]{1,10}){1,5} [0-5] [0-6](?:,[0-6]){1,5}")
_PLAN = re.compile(r"(\S{1,200}) (\S{1,2000})@([0-9]{1,6}) (\S{1,200})")


@dataclass(frozen=True)
class Level:
    """Blinds and ante in chips.

    Attributes:
        ante: of each player, or of the big blind alone.
        by_big_blind: whether the big blind pays the ante for all.
    """

    small_blind: int
    big_blind: int
    ante: int = 0
    by_big_blind: bool = False

    @property
    def text(self) -> str:
        """The level as it is typed: "25/50", "25/50/5", "25/50/50bb" with a big-blind ante."""
        ante = f"/{self.ante}{'bb' if self.by_big_blind else ''}" if self.ante else ""
        return f"{self.small_blind}/{self.big_blind}{ante}"

    def antes(self, players: int) -> tuple[int, ...]:
        """Return the antes by position, as in ``Game``; empty for none."""
        if not self.ante:
            return ()
        if not self.by_big_blind:
            return (self.ante,) * players
        big_blind = 0 if players == 2 else 1
        return tuple(self.ante if seat == big_blind else 0 for seat in range(players))

    def is_below(self, other: Level) -> bool:
        """Return whether one of its bets is smaller than the other level's."""
        return (
            self.small_blind < other.small_blind
            or self.big_blind < other.big_blind
            or (self.ante < other.ante and self.by_big_blind == other.by_big_blind)
        )


@dataclass(frozen=True)
class SitAndGo:
    """The plan of a tournament at one table of no-limit hold'em.

    Attributes:
        stacks: chips of each player at the start.
        level_hands: hands of each level; the last level has no end.
        payouts: prizes by place, in any unit; further places win nothing.
    """

    stacks: tuple[int, ...]
    levels: tuple[Level, ...]
    level_hands: int
    payouts: tuple[float, ...]

    def __post_init__(self) -> None:
        """Validate the fields.

        Raises:
            PokerError: saying what is wrong.
        """
        problem = self._problem() or self._levels_problem()
        if problem is not None:
            raise GameError("{problem}", problem=problem)
        check_payouts(self.payouts, len(self.stacks))

    def _problem(self) -> Wording | None:
        problem: Wording | None = None
        if not 2 <= len(self.stacks) <= MOST_PLAYERS:
            problem = Wording("a sit-and-go has 2 to {most} players", most=MOST_PLAYERS)
        elif min(self.stacks) < 1:
            seat = self.stacks.index(min(self.stacks)) + 1
            problem = Wording("seat {seat} has no chips: every stack needs at least 1", seat=seat)
        elif sum(self.stacks) > MOST_CHIPS:
            problem = Wording("at most {most:,} chips are in play", most=MOST_CHIPS)
        elif not 1 <= len(self.levels) <= MOST_LEVELS:
            problem = Wording("a sit-and-go has 1 to {most} levels", most=MOST_LEVELS)
        elif not 1 <= self.level_hands <= MOST_LEVEL_HANDS:
            problem = Wording("a level has 1 to {most:,} hands", most=MOST_LEVEL_HANDS)
        return problem

    def _levels_problem(self) -> Wording | None:
        for number, level in enumerate(self.levels, 1):
            if not 1 <= level.small_blind <= level.big_blind <= MOST_CHIPS:
                return Wording(
                    "level {number} ({level}) needs a small blind from 1 up to the big blind",
                    number=number,
                    level=level.text,
                )
            if not 0 <= level.ante <= level.big_blind:
                return Wording(
                    "level {number} ({level}) has an ante above the big blind",
                    number=number,
                    level=level.text,
                )
            if number > 1 and level.is_below(self.levels[number - 2]):
                return Wording(
                    "level {number} ({level}) is below the one before ({before}): blinds and antes"
                    " never fall",
                    number=number,
                    level=level.text,
                    before=self.levels[number - 2].text,
                )
        return None

    @classmethod
    def of_texts(cls, players: int, stacks: str, levels: str, hands: str, prizes: str) -> SitAndGo:
        """Return the plan in texts as people type them.

        Args:
            players: their number.
            stacks: one for all, or one for each player: "1500", "1500 2000".
            levels: "10/20, 15/30, 25/50/5", the ante last; "25/50/50bb" if the big blind pays it.
            hands: hands of each level.
            prizes: by place: "50, 30, 20" or "50/30/20".

        Raises:
            PokerError: naming what cannot be read or played.
        """
        if LIST_OR_NUMBER.fullmatch(stacks.strip()):
            raise GameError(
                "'{text}' may be one stack or several: leave out the thousands separator, and put"
                " spaces between stacks",
                text=stacks.strip()[:30],
            )
        chips = tuple(map(_chips, _parts(stacks)))
        if len(chips) not in (1, players):
            raise GameError(
                "there are {count} stacks for {players} players: give one for all, or one for each",
                count=len(chips),
                players=players,
            )
        number = whole_number(hands, _DIGITS)
        if number is None:
            raise GameError("'{text}' is not a number of hands", text=hands.strip()[:30])
        return cls(
            chips if len(chips) == players else chips * players,
            tuple(map(_level, _parts(levels))),
            number,
            read_payouts(prizes, players),
        )

    @property
    def texts(self) -> tuple[str, str, str, str]:
        """Stacks, levels, hands of a level and prizes, as ``of_texts`` reads them."""
        alike = len(set(self.stacks)) == 1
        stacks = " ".join(map(str, self.stacks[:1] if alike else self.stacks))
        levels = " ".join(level.text for level in self.levels)
        prizes = "/".join(repr(prize).removesuffix(".0") for prize in self.payouts)
        return stacks, levels, str(self.level_hands), prizes

    @property
    def text(self) -> str:
        """The plan in one line, "1500;1500 10/20,15/30@10 65/35", the inverse of ``parse``."""
        stacks = ";".join(map(str, self.stacks))
        _, levels, hands, prizes = self.texts
        return f"{stacks} {levels.replace(' ', ',')}@{hands} {prizes}"

    @classmethod
    def parse(cls, text: str) -> SitAndGo:
        """Return the plan in a line.

        Raises:
            PokerError: if it is none.
        """
        found = _PLAN.fullmatch(text)
        if found is None:
            raise GameError("'{text}' is not a plan of a sit-and-go", text=text[:60])
        stacks, levels, hands, prizes = found.groups()
        plan = cls.of_texts(stacks.count(";") + 1, stacks, levels, hands, prizes)
        if plan.text != text:
            raise GameError("'{text}' is not a plan of a sit-and-go", text=text[:60])
        return plan

    def level_at(self, hand: int) -> Level:
        """Return the level of a hand, counted from 0."""
        return self.levels[self.level_number(hand)]

    def level_number(self, hand: int) -> int:
        """Return the number of a hand's level, from 0."""
        return min(hand // self.level_hands, len(self.levels) - 1)

    def start(self, big_blind: int = 1) -> TournamentStage:
        """Return the stage before the first hand; ``big_blind`` is the player who has it."""
        return TournamentStage(
            self, 0, self.stacks, big_blind % len(self.stacks), (0,) * len(self.stacks)
        )


def _parts(text: str) -> list[str]:
    return text.replace(",", " ").replace(";", " ").split()


def _chips(text: str) -> int:
    chips = whole_number(text, _DIGITS)
    if chips is None:
        raise GameError("'{text}' is not a stack in chips", text=text[:30])
    return chips


def _level(text: str) -> Level:
    found = _LEVEL.fullmatch(text)
    if found is None:
        raise GameError(
            "'{text}' is not a level: give blinds such as 25/50, with antes 25/50/5, or with a"
            " big-blind ante 25/50/50bb",
            text=text[:30],
        )
    small, big, ante, by_big_blind = found.groups()
    return Level(int(small), int(big), int(ante or 0), bool(by_big_blind))


@dataclass(frozen=True)
class TournamentStage:
    """A tournament before a hand.

    Attributes:
        hand: hands played so far.
        stacks: chips of each player, 0 for one who is out.
        big_blind: player who has the big blind in this hand.
        places: of each player; 0 while it is in. Players who went out in the same hand are ranked
            by their stacks before it, and share the place and the prizes if these were equal.
    """

    plan: SitAndGo
    hand: int
    stacks: tuple[int, ...]
    big_blind: int
    places: tuple[int, ...]

    @cached_property
    def left(self) -> tuple[int, ...]:
        """Players with chips, in their order."""
        return tuple(player for player, chips in enumerate(self.stacks) if chips)

    @property
    def open_payouts(self) -> tuple[float, ...]:
        """The prizes of those who are left."""
        return self.plan.payouts[: len(self.left)]

    @property
    def over(self) -> bool:
        """True if one player has all chips."""
        return len(self.left) == 1

    @property
    def level(self) -> Level:
        """The level of this hand."""
        return self.plan.level_at(self.hand)

    @property
    def level_number(self) -> int:
        """The number of its level, from 0."""
        return self.plan.level_number(self.hand)

    @property
    def hands_to_next(self) -> int | None:
        """Hands before the next level, this one included; None in the last level."""
        if self.level_number == len(self.plan.levels) - 1:
            return None
        return self.plan.level_hands - self.hand % self.plan.level_hands

    @cached_property
    def seats(self) -> tuple[int, ...]:
        """The players by position in this hand, as in ``Game``: the dealer is the last."""
        left, at = self.left, self.left.index(self.big_blind)
        first = at if len(left) == 2 else at - 1
        return tuple(left[(first + place) % len(left)] for place in range(len(left)))

    @cached_property
    def game(self) -> Game:
        """The game of this hand, with the stacks by position."""
        level, seats = self.level, self.seats
        count = len(seats)
        posts = (level.small_blind, level.big_blind) + (0,) * (count - 2)
        stacks = tuple(self.stacks[player] for player in seats)
        blinds = posts[::-1] if count == 2 else posts
        game = holdem(f"{NAME}{level.text}-{count}", "Sit-and-go", stacks, blinds)
        short = count > 2 and self.stacks[self.big_blind] < level.ante + level.big_blind
        antes = level.antes(count)
        return replace(game, antes=antes, full_price=short) if antes or short else game

    def after(self, payoffs: Sequence[int]) -> TournamentStage:
        """Return the stage after a hand.

        Args:
            payoffs: net chips by position.

        Raises:
            GameError: if chips appear or vanish.
        """
        stacks = list(self.stacks)
        for player, chips in zip(self.seats, payoffs, strict=True):
            stacks[player] += chips
        if sum(payoffs) or min(stacks) < 0:
            raise GameError("the result of a hand of a sit-and-go does not add up")
        places = list(self.places)
        remaining = sum(map(bool, stacks))
        gone = [player for player in self.left if not stacks[player]]
        for player in gone:
            ahead = sum(self.stacks[other] > self.stacks[player] for other in gone)
            places[player] = remaining + ahead + 1
        if remaining == 1:
            places[next(player for player, chips in enumerate(stacks) if chips)] = 1
        count = len(stacks)
        following = ((self.big_blind + step) % count for step in range(1, count + 1))
        blind = next(player for player in following if stacks[player])
        return TournamentStage(self.plan, self.hand + 1, tuple(stacks), blind, tuple(places))

    def prize(self, player: int) -> float:
        """Return what a player has won; 0 while it is in. Equal places share their prizes."""
        place = self.places[player]
        if not place:
            return 0.0
        sharing = self.places.count(place)
        return sum(self.plan.payouts[place - 1 : place - 1 + sharing]) / sharing

    @cached_property
    def worth(self) -> tuple[float, ...]:
        """What each player has won, or what its chips are worth by the Independent Chip Model."""
        if self.over:
            return tuple(map(self.prize, range(len(self.stacks))))
        values = icm([self.stacks[player] for player in self.left], self.open_payouts)
        open_prizes = dict(zip(self.left, values, strict=True))
        return tuple(
            open_prizes.get(player, self.prize(player)) for player in range(len(self.stacks))
        )

    @property
    def text(self) -> str:
        """The stage in one line, the inverse of ``parse``."""
        stacks, places = (",".join(map(str, each)) for each in (self.stacks, self.places))
        return f"{self.plan.text} {self.hand} {stacks} {self.big_blind} {places}"

    @classmethod
    def parse(cls, text: str) -> TournamentStage:
        """Return the stage in a line, which may come from a damaged file.

        Raises:
            PokerError: if it is none.
        """
        problem = GameError("'{text}' is not a stage of a sit-and-go", text=text[:60])
        head, *parts = text.rsplit(" ", 4)
        if not _STAGE.fullmatch(" ".join(parts)):
            raise problem
        hand, stacks, blind, places = parts
        chips, ranks = (tuple(map(int, part.split(","))) for part in (stacks, places))
        stage = cls(SitAndGo.parse(head), int(hand), chips, int(blind), ranks)
        if not stage._is_sound or stage.text != text:
            raise problem
        return stage

    @property
    def _is_sound(self) -> bool:
        """Whether at least two players are in, and all others have places and no chips."""
        count, chips = len(self.plan.stacks), sum(self.plan.stacks)
        if (len(self.stacks), len(self.places), sum(self.stacks)) != (count, count, chips):
            return False
        most = [0 if stack else count for stack in self.stacks]
        ranked = all(
            bool(place) == bool(last) and place <= last
            for place, last in zip(self.places, most, strict=True)
        )
        return ranked and len(self.left) > 1 and self.big_blind in self.left


_NOTE = "sit-and-go"


@dataclass(frozen=True)
class TournamentEntry:
    """A player's entry in a tournament, at one of its stages.

    Attributes:
        began: when, UTC, ISO 8601; it tells tournaments apart.
    """

    began: str
    stage: TournamentStage

    def after(self, payoffs: Sequence[int]) -> TournamentEntry:
        """Return the tournament after a hand; ``payoffs`` as for ``TournamentStage.after``."""
        return TournamentEntry(self.began, self.stage.after(payoffs))

    @property
    def note(self) -> str:
        """The first note of a hand played at this stage."""
        return f"{_NOTE} {self.began} {self.stage.text}"

    @classmethod
    def of_notes(cls, notes: Sequence[str]) -> TournamentEntry | None:
        """Return the tournament that a hand's notes name; None if there is none."""
        head, _, rest = (notes[0] if notes else "").partition(" ")
        began, _, text = rest.partition(" ")
        if head != _NOTE:
            return None
        try:
            return cls(began, TournamentStage.parse(text))
        except PokerError:
            return None


LEVELS = (
    "10/20 15/30 25/50 50/100 75/150 100/200 100/200/25 200/400/25 300/600/50 400/800/50"
    " 600/1200/75 1000/2000/125 2000/4000/250 4000/8000/500"
)
"""The usual levels, for some 1,500 chips a player."""
USUAL_STACK = 1500
_TWO, _THREE = 3, 5


def usual_plan(players: int, level_hands: int) -> SitAndGo:
    """Return the plan with usual stacks, levels and prizes."""
    prizes = usual_prizes(players)
    return SitAndGo.of_texts(players, str(USUAL_STACK), LEVELS, str(level_hands), prizes)


def usual_prizes(players: int) -> str:
    """Return prizes that are usual for a number of players, which add up to 100."""
    if players < _TWO:
        return "100"
    return "65/35" if players < _THREE else "50/30/20"
