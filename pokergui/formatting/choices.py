"""Choices above the table: game, stack depth, opponent with its measured strength."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from ai.agents.entry import FAMILY, TOURNAMENT, TRAINED, Engine, played
from ai.agents.sparring import NAME as SPARRING
from ai.external.program import ADDED
from ai.registry import FILE, PYTHON, engines, find_engine, namesakes, own_engines
from ai.sit_and_go.agent import PAYOUTS
from ai.sit_and_go.plan import MOST_PLAYERS, SitAndGo, usual_plan
from ai.strength.ladder import ladder
from engine.errors import GameError, PokerError
from engine.game import MAX_DEPTH, Game, all_games, get_game
from engine.rake import NO_RAKE, Rake
from engine.table import moved
from pokergui.formatting.ladder import engine_choice, ladder_caption
from pokergui.formatting.players import all_seats, told_apart
from pokergui.formatting.words import chips, game_words, stakes
from pokergui.language import name_text, tr
from pokergui.language.joins import phrases
from pokergui.viewmodel import Choice, ChoiceList, TopBarScene

DEPTHS = (20, 50, 100, 200)
UNEVEN = "uneven"
DEFAULT_DEPTH = 100
ANTES = ("ante=0.1", "ante=0.25", "bb-ante=1")
STRADDLES = ("straddle=utg", "straddle=button")
"""Options of games; those with a straddle need three players."""
RAKES = {rule.text: rule for rule in (NO_RAKE, Rake(5, 1), Rake(5, 3), Rake(10, 5))}
"""Rules for the rake by their texts."""
_DECIMALS = 2
"""Decimals of depths: chips are hundredths of a big blind."""


@dataclass(frozen=True)
class PlayChoice:
    """The table that the user plays at.

    Attributes:
        game: name of the game, without depth.
        depth: big blinds, if the game can be played at several.
        opponent: name of the engine in the seat left of the user.
        others: names of the engines in the seats after it, clockwise.
        stacks: chips of each player, clockwise from the user; empty if all are equal.
        options: antes and straddle, as after the colon of a game's name; empty for none.
        rake: one of ``RAKES``.
        plan: the sit-and-go played there, as the text of a ``SitAndGo``; empty for none.
    """

    game: str = "holdem-nolimit"
    depth: float = DEFAULT_DEPTH
    opponent: str = "equity"
    others: tuple[str, ...] = ()
    stacks: tuple[int, ...] = ()
    options: str = ""
    rake: str = ""
    plan: str = ""

    @staticmethod
    def at(game: Game, *opponents: str) -> PlayChoice:
        """Return a game with its stacks against engines clockwise; a single one takes all seats."""
        stacks = game.stacks if len(set(game.stacks)) > 1 else ()
        name, _, options = name_of(game).partition(":")
        choice = PlayChoice(name, depth_of(game), stacks=stacks, options=options)
        return choice.against(*opponents)

    def against(self, *opponents: str) -> PlayChoice:
        seats = get_game(self.game).num_players - 1
        first, *others = opponents if len(opponents) == seats else opponents[:1] * seats
        return replace(self, opponent=first, others=tuple(others))

    @property
    def opponents(self) -> tuple[str, ...]:
        return (self.opponent, *self.others)

    @property
    def rake_rule(self) -> Rake:
        return RAKES.get(self.rake, NO_RAKE)

    def build_game(self) -> Game:
        """Build the game, with stacks clockwise from the user: of a sit-and-go that of a start."""
        if self.plan:
            return _game_at_start(self.plan)
        game = get_game(self._name)
        if self.stacks:
            return game.with_stacks(self.stacks)
        return deep_game(self._name, self.depth) if game.has_stacks else game

    @property
    def _name(self) -> str:
        return f"{self.game}:{self.options}" if self.options else self.game

    def with_stacks(self, stacks: Sequence[int]) -> PlayChoice:
        if len(set(stacks)) > 1:
            return replace(self, stacks=tuple(stacks))
        return replace(self, depth=stacks[0] / get_game(self.game).big_blind, stacks=())

    def valid(self, home: Path) -> PlayChoice:
        """Return the nearest valid choice: a listed game and an engine that plays it.

        Args:
            home: the folder of strategies; an engine that was trained there may be gone.
        """
        names = [game.name for game in table_games()]
        name = self.game if self.game in names else PlayChoice.game
        rake = self.rake if self.rake in RAKES else ""
        options = valid_options(name, self.options)
        choice = replace(self, game=name, options=options, rake=rake)
        least, most = stack_bounds(get_game(choice._name))
        depth = round(self.depth, _DECIMALS)
        if not least <= depth * get_game(name).big_blind <= most:
            depth = DEFAULT_DEPTH
        stacks = self.stacks if choice._has_good_stacks else ()
        choice = replace(choice, depth=depth, stacks=stacks, plan=choice._sound_plan)
        rivals = [engine.name for engine in choice.rivals(home)]
        # In a new game the default is a sparring partner that can be beaten, if there is one.
        usual = PlayChoice.opponent
        usual = usual if usual in rivals and not choice.plan else rivals[0]
        return choice.against(*(one if one in rivals else usual for one in self.opponents))

    @property
    def _sound_plan(self) -> str:
        """The plan, if it is one and for this game's players."""
        game = get_game(self.game)
        try:
            seats = len(SitAndGo.parse(self.plan).stacks)
        except PokerError:
            return ""
        fits = game.is_holdem and not game.is_limit and seats == game.num_players
        return self.plan if fits else ""

    def rivals(self, home: Path) -> list[Engine]:
        """Return the engines for the table, as ``rivals_of``.

        In a sit-and-go they play with fewer players and other stacks from hand to hand.
        """
        game = self.build_game()
        if not self.plan:
            return rivals_of(game, home)
        last = _heads_up_at_end(self.plan)
        listed = [engine for engine in rivals_of(game, home) if engine.fits(last)]
        usable = [engine for engine in listed if not engine.learns and not engine.is_slow(game)]
        prizes = SitAndGo.parse(self.plan).payouts
        (grinder,) = namesakes(TOURNAMENT)
        if len(prizes) > 1:
            for_prizes = played(grinder, f"{PAYOUTS}{prizes_text(prizes)}")
            grinder = replace(for_prizes, title=grinder.title)
        return [grinder, *usable]

    @property
    def _has_good_stacks(self) -> bool:
        game = get_game(self._name)
        if not game.has_stacks or len(self.stacks) != game.num_players:
            return False
        least, most = stack_bounds(game)
        return len(set(self.stacks)) > 1 and all(least <= one <= most for one in self.stacks)


@lru_cache(maxsize=16)
def _game_at_start(plan: str) -> Game:
    stage = SitAndGo.parse(plan).start()
    return moved(stage.game, -stage.seats.index(0))


@lru_cache(maxsize=16)
def _heads_up_at_end(plan: str) -> Game:
    """Return the game of two players with uneven stacks at the last level of a sit-and-go."""
    known = SitAndGo.parse(plan)
    chips = sum(known.stacks)
    level = known.levels[-1]
    end = SitAndGo((max(1, chips // 3), chips - chips // 3), (level,), 1, (1.0,))
    return end.start().game


def table_of(players: int) -> str:
    """Return the name of no-limit hold'em for a number of players."""
    return PlayChoice.game if players == 2 else f"{PlayChoice.game}-{players}"


def is_plan(key: str) -> bool:
    """Return whether the key of a depth is that of a sit-and-go."""
    return " " in key


def plan_words(plan: SitAndGo) -> tuple[str, str]:
    """Return a sit-and-go in words, and more of it: "Sit-and-go, 1,500 chips", levels, prizes."""
    stacks = sorted(set(plan.stacks))
    words = tr("Sit-and-go, {chips} chips")
    if len(stacks) > 1:
        words = tr("Sit-and-go, {least} to {most} chips")
    title = words.format(chips=chips(stacks[0]), least=chips(stacks[0]), most=chips(stacks[-1]))
    if len(plan.levels) == 1:
        pace = tr("blinds {level} throughout").format(level=plan.levels[0].text)
    else:
        pace = tr.plural("1 hand a level", "{count} hands a level", plan.level_hands)
        pace = pace.format(count=chips(plan.level_hands))
    prizes = tr("prizes {prizes}").format(prizes=prizes_text(plan.payouts))
    return title, phrases((pace, prizes))


def prizes_text(prizes: Sequence[float]) -> str:
    """Return prizes by place: "50/30/20"."""
    return "/".join(f"{prize:.10g}" for prize in prizes)


LEVEL_HANDS = (10, 5)
"""Hands of a level in the listed sit-and-gos."""


def _plan_choices(choice: PlayChoice) -> tuple[Choice, ...]:
    """Return the sit-and-gos for a game's players; none in games of other kinds."""
    game = get_game(choice.game)
    if not game.is_holdem or game.is_limit or game.num_players > MOST_PLAYERS:
        return ()
    usual = (usual_plan(game.num_players, hands).text for hands in LEVEL_HANDS)
    texts = dict.fromkeys((*usual, *([choice.plan] if choice.plan else [])))
    return tuple(Choice(text, *plan_words(SitAndGo.parse(text))) for text in texts)


def stack_bounds(game: Game) -> tuple[int, int]:
    """Return the smallest and largest stack in chips: all antes and blinds can be paid in full."""
    antes = game.antes or (0,) * game.num_players
    forced = (ante + blind for ante, blind in zip(antes, game.blinds, strict=True))
    return max(forced), MAX_DEPTH * game.big_blind


def options_words(options: str, game: Game) -> str:
    """Return antes and straddle in words: "Ante 0.1 bb", "Straddle (UTG)"."""
    words = {
        "": tr("No ante"),
        "bb-ante=1": tr("Big-blind ante"),
        "straddle=utg": tr("Straddle (UTG)"),
        "straddle=button": tr("Button straddle"),
    }
    if options in words:
        return words[options]
    name, _, size = options.partition("=")
    if name == "ante" and "," not in size:
        return tr("Ante {size} bb").format(size=size)
    return stakes(game)


def game_with(name: str, options: str) -> Game:
    """Build a game with antes and a straddle; its name may end in a depth.

    Raises:
        GameError: if it has no such options.
    """
    plain, at, depth = name.partition("@")
    return get_game(f"{plain}:{options}{at}{depth}" if options else name)


def valid_options(name: str, options: str) -> str:
    """Return the antes and the straddle if the game has them, else none."""
    try:
        game_with(name, options)
    except GameError:
        return ""
    return options


def options_choices(game: Game, current: str) -> ChoiceList | None:
    """Return the antes and straddles of a game; None where there are none."""
    if game.is_limit or not game.is_holdem:
        return None
    listed = ("", *ANTES, *(STRADDLES if game.num_players > 2 else ()))
    return ChoiceList(
        tr("Antes"),
        tuple(
            Choice(options, options_words(options, game))
            for options in dict.fromkeys((*listed, current))
        ),
        current,
    )


def rake_choices(game: Game, current: str) -> ChoiceList | None:
    """Return the rules for the rake; None in games without stacks."""
    if not game.has_stacks:
        return None
    capped = tr("{percent}%, at most {cap} bb")
    entries = [
        Choice(
            key,
            capped.format(percent=rule.percent, cap=rule.cap) if key else tr("No rake"),
            tr("of pots that see a flop") if key else "",
        )
        for key, rule in RAKES.items()
    ]
    return ChoiceList(tr("Rake"), tuple(entries), current)


def name_of(game: Game) -> str:
    return game.name.partition("@")[0]


def depth_of(game: Game) -> float:
    """Return the smaller stack in big blinds; the usual depth if nobody runs out of chips."""
    if not game.has_stacks:
        return DEFAULT_DEPTH
    return round(min(game.stacks) / game.big_blind, _DECIMALS)


def depth_text(depth: float) -> str:
    return f"{depth:.10g}"


def deep_game(name: str, depth: float) -> Game:
    """Build a built-in game at a depth in big blinds.

    Raises:
        GameError: if there is none of that name and depth.
    """
    return get_game(f"{name}@{depth_text(depth)}")


def table_words(game: Game) -> str:
    """Return a game with its depth: "No-limit hold'em, 100 bb", or "... 20 to 100 bb"."""
    if not game.has_stacks:
        return game_words(game)
    return tr("{game}, {depth} bb").format(game=game_words(game), depth=depths_text(game))


def depths_text(game: Game) -> str:
    """Return the depth of a game in big blinds, or the range of its stacks: "100", "20 to 100"."""
    deepest = depth_text(round(max(game.stacks) / game.big_blind, _DECIMALS))
    shallowest = depth_text(depth_of(game))
    if shallowest == deepest:
        return deepest
    return tr("{least} to {most}").format(least=shallowest, most=deepest)


def table_games() -> list[Game]:
    order = all_games()[::-1]
    return sorted(order, key=lambda game: (not game.has_holdem_cards, game.num_players))


def rivals_of(game: Game, home: Path) -> list[Engine]:
    """Return the engines for a game: the strongest kinds first, then trained, then added ones.

    All sparring partners are listed, instead of only their representative.
    """
    own = (engine for engine in own_engines(home) if engine.fits(game))
    listed: list[Engine] = []
    for engine in reversed(engines(game)):
        ways = engine.plays if engine.name == SPARRING else ()
        listed += [played(engine, way) for way in ways] or [engine]
    return [*listed, *own]


def strongest(game: Game, home: Path) -> Engine:
    """Return the strongest non-learning engine of a game that reports its range."""
    listed = [rung.engine for rung in ladder(game, home, rivals_of(game, home))]
    usual = (one for one in listed if one.answers_ranges(game) and not one.learns)
    return next(usual, listed[0])


def engine_title(name: str, home: Path | None = None, game: Game | None = None) -> str:
    """Return an engine's title, or its file's name without folder and ending; other names stay.

    Args:
        home: the folder of strategies; without it a trained engine is called by its name.
        game: the game that it plays; without it its titles in all games count.
    """
    if name.startswith(f"{TOURNAMENT}:{PAYOUTS}"):
        name = TOURNAMENT  # a table's prizes are beside it
    engine = find_engine(name, home, game)
    if engine is not None:
        rows = [] if game else namesakes(name)
        return " / ".join(name_text(row.title) for row in rows) or name_text(engine.title)
    for prefix in (FILE, PYTHON):
        if name.startswith(prefix):
            return Path(name.removeprefix(prefix)).stem
    if name.startswith(FAMILY):
        return tr("Equilibrium, α = {alpha}").format(alpha=name.removeprefix(FAMILY))
    return name.removeprefix(TRAINED).removeprefix(ADDED)


def engine_choices(
    game: Game,
    home: Path,
    wanted: Callable[[Engine], bool] = lambda engine: True,
    listed: Sequence[Engine] | None = None,
) -> tuple[Choice, ...]:
    """Return the engines that play a game, grouped by their use, the strongest first.

    Args:
        wanted: selects the engines listed; each keeps its place among all.
        listed: those that play it; None for ``rivals_of``.
    """
    rungs = ladder(game, home, rivals_of(game, home) if listed is None else listed)
    return tuple(engine_choice(rung, game) for rung in rungs if wanted(rung.engine))


def unlisted(name: str) -> Choice:
    gone = tr("no longer there")
    notes = {TRAINED: gone, ADDED: gone, FAMILY: tr("of Kuhn’s family")}
    given = [note for prefix, note in notes.items() if name.startswith(prefix)]
    note = given[0] if given else tr("your own")
    return Choice(name, engine_title(name), note, detail=name)


def seat_titles(names: Sequence[str], home: Path, game: Game) -> tuple[str, ...]:
    """Return titles of the engines at the user's table; duplicates get the number of their seat."""
    titles = [engine_title(name, home, game) for name in names]
    return told_apart(titles, [str(seat) for seat in range(1, len(names) + 1)])


def usable_rivals(game: Game, home: Path) -> list[str]:
    return [engine.name for engine in rivals_of(game, home) if not engine.problem]


def _for_equal_stacks(choice: PlayChoice, home: Path) -> tuple[Choice, ...]:
    playing = {engine.name for engine in rivals_of(choice.build_game(), home)}
    equal = replace(choice, stacks=()).build_game()
    return tuple(
        Choice(engine.name, name_text(engine.title), tr("plays equal stacks only"), usable=False)
        for engine in rivals_of(equal, home)
        if engine.name not in playing
    )


def top_bar(choice: PlayChoice, home: Path, games: Sequence[Game]) -> TopBarScene:
    """Return the three choices in their present state."""
    game = choice.build_game()
    listed = tuple(Choice(g.name, game_words(g)) for g in games)
    depths = None
    if game.has_stacks:
        entries = tuple(
            Choice(
                depth_text(depth),
                tr("{blinds}, {depth} bb").format(blinds=stakes(game), depth=depth_text(depth)),
            )
            for depth in sorted({*DEPTHS, choice.depth})
        )
        entries += _plan_choices(choice)
        current = choice.plan or depth_text(choice.depth)
        depths = ChoiceList(tr("Blinds, depth"), entries, current)
        if choice.stacks:
            words = tr("{blinds}, {depth} bb").format(blinds=stakes(game), depth=depths_text(game))
            uneven = Choice(UNEVEN, words, tr("stacks seat by seat"), usable=False)
            depths = replace(depths, choices=(uneven, *entries), current=UNEVEN)
    rivals = engine_choices(game, home, listed=choice.rivals(home))
    if not choice.plan:
        rivals += _for_equal_stacks(choice, home)
    known = {rival.key for rival in rivals}
    rivals += tuple(unlisted(one) for one in dict.fromkeys(choice.opponents) if one not in known)
    head = ChoiceList(tr("Game"), listed, choice.game)
    if game.is_heads_up:
        one = ChoiceList(tr("Opponent"), rivals, choice.opponent, ladder_caption(game))
        return TopBarScene(head, depths, one)
    seats = tuple(
        ChoiceList(tr("Seat {number}").format(number=number), rivals, name, ladder_caption(game))
        for number, name in enumerate(choice.opponents, 1)
    )
    titles = seat_titles(choice.opponents, home, game)
    return TopBarScene(head, depths, all_seats(choice.opponents, rivals, titles), seats)
