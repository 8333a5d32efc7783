"""The choices for a watched match: its engines, a game, a length, duplicate or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ai.registry import FILE, PYTHON
from engine.errors import PokerError
from engine.game import Game
from engine.rake import Rake
from engine.stopping import ConfidenceSequence, Sprt
from engine.typed_numbers import whole_number
from pokergui.formatting.choices import (
    DEFAULT_DEPTH,
    DEPTHS,
    RAKES,
    engine_choices,
    engine_title,
    game_with,
    rake_choices,
    rivals_of,
    table_games,
    unlisted,
    usable_rivals,
    valid_options,
)
from pokergui.formatting.ladder import ladder_caption
from pokergui.formatting.players import random_line_up, told_apart, with_seat
from pokergui.formatting.words import chips, game_words, stakes
from pokergui.language import tr_watch as tr
from pokergui.matches import rule_of
from pokergui.pages.watch.viewmodel import SIDES, WatchTopScene
from pokergui.viewmodel import Choice, ChoiceList, FieldScene

DEFAULT_GAME = f"holdem-nolimit@{DEFAULT_DEPTH}"
LENGTHS = (1_000, 10_000, 100_000, 1_000_000)
MOST_HANDS = 10_000_000
ADD_ENGINE = "add"
"""Key of the entry that asks for an engine's file; the page answers it itself."""
CUSTOM = "custom"
"""Key of the entry that asks for a number of hands."""
_PLACES = (
    *("first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)
"""Keys of the engines in remembered choices."""
FIXED = "fixed"
ALL_IN = "all-in"
ALL = "all"
KNOWN: dict[str, tuple[int, ...]] = {
    ALL_IN: (),
    "A": (0,),
    "B": (1,),
    "both": (0, 1),
    ALL: tuple(range(len(_PLACES))),
}
"""Methods of variance reduction, and the engines that AIVAT knows by each; named as in commands."""


@dataclass(frozen=True)
class WatchChoice:
    """The choices of a match to watch.

    Attributes:
        engines: names of the engines in the order of seats; with two, results are the first one's.
        stop: the rule that ends it: ``fixed``, ``sequence`` or ``sprt``.
        null, alternative: hypotheses in mbb per hand between which ``sprt`` decides.
        luck: the method of variance reduction, one of ``KNOWN``; empty for none.
        options: antes and straddle, as after the colon of a game's name; empty for none.
        rake: one of ``RAKES``, at tables for more than two.
        titles: the engines' titles, made distinct; ``valid`` sets them, and they stay for a whole
            match.
    """

    game: str = DEFAULT_GAME
    engines: tuple[str, ...] = ("equity", "call")
    hands: int = LENGTHS[0]
    duplicate: bool = True
    stop: str = FIXED
    null: float = 0.0
    alternative: float = 50.0
    luck: str = ""
    files: tuple[str, ...] = ()
    options: str = ""
    rake: str = ""
    titles: tuple[str, ...] = field(default=("A", "B"), compare=False)

    def build_game(self) -> Game:
        return game_with(self.game, self.options)

    @property
    def rake_rule(self) -> Rake:
        return RAKES[self.rake]

    @property
    def rule(self) -> ConfidenceSequence | Sprt | None:
        """The rule that may end the match before its last hand, or None.

        Raises:
            PokerError: if the hypotheses of a test are in the wrong order.
        """
        units = self.hands // len(self.engines) if self.duplicate else self.hands
        return rule_of(self.stop, units, self.null, self.alternative)

    def table(self) -> dict[str, str]:
        return {
            "game": self.game,
            **dict(zip(_PLACES, self.engines, strict=False)),
            "hands": str(self.hands),
            "duplicate": str(int(self.duplicate)),
            "stop": self.stop,
            "null": repr(self.null),
            "alternative": repr(self.alternative),
            "luck": self.luck,
            "options": self.options,
            "rake": self.rake,
        }

    @classmethod
    def of_table(cls, table: Mapping[str, str]) -> WatchChoice:
        """Return the remembered choices; the default for all if they are invalid."""
        usual = cls()
        words = {**usual.table(), **table}
        try:
            choices = cls(
                words["game"],
                tuple(words.get(place, "") for place in _PLACES),
                int(words["hands"]),
                words["duplicate"] == "1",
                words["stop"],
                float(words["null"]),
                float(words["alternative"]),
                words["luck"],
                options=words["options"],
                rake=words["rake"],
            )
            rules = (FIXED, ConfidenceSequence.name, Sprt.name)
            known = choices.stop in rules and choices.luck in ("", *KNOWN)
            _, game = choices.rule, choices.build_game()
        except (ValueError, PokerError):
            return usual
        return replace(choices, engines=choices.engines[: game.num_players]) if known else usual

    def valid(self, home: Path) -> WatchChoice:
        """Return the nearest choice that exists: engines that play the game, whole deals."""
        options = valid_options(self.game, self.options)
        game = game_with(self.game, options)
        rivals = [engine.name for engine in rivals_of(game, home)]
        known, seats = {*rivals, *self.files}, game.num_players
        usual = [rivals[seat % len(rivals)] for seat in range(seats)]
        if game.is_heads_up:
            usual[1] = "call"
        chosen = (*self.engines, *usual[len(self.engines) :])[:seats]
        engines = tuple(name if name in known else usual[seat] for seat, name in enumerate(chosen))
        hands = min(MOST_HANDS, max(1, self.hands))
        hands += -hands % seats if self.duplicate else 0
        letters = SIDES.upper()
        titles = told_apart([engine_title(name, home, game) for name in engines], letters)
        stop = self.stop if game.is_heads_up else FIXED
        choice = replace(self, options=options, rake=valid_rake(game, self.rake))
        return replace(choice, engines=engines, hands=hands, titles=titles, stop=stop)

    def with_engine(self, side: str, name: str) -> WatchChoice:
        """Return the choice with another engine on side "a", "b" etc.; no change if it is empty."""
        if not name:
            return self
        return replace(self, engines=with_seat(self.engines, SIDES.index(side), name))

    def shuffled(self, home: Path) -> WatchChoice:
        usable = usable_rivals(self.build_game(), home)
        return replace(self, engines=random_line_up(usable, len(self.engines)))

    def with_file(self, side: str, path: str) -> WatchChoice:
        name = f"{PYTHON if path.endswith('.py') else FILE}{path}"
        files = self.files if name in self.files else (*self.files, name)
        return replace(self, files=files).with_engine(side, name)


def valid_rake(game: Game, rake: str) -> str:
    """Return a rule for the rake if it is taken at a table of engines, else none."""
    return rake if rake in RAKES and rake_list(game, rake) is not None else ""


def rake_list(game: Game, rake: str) -> ChoiceList | None:
    """Return the rules for the rake; None for two, whose results are each other's."""
    return None if game.is_heads_up else rake_choices(game, rake)


def top_scene(
    choice: WatchChoice, home: Path, *, locked: bool, custom: str | None, custom_error: str = ""
) -> WatchTopScene:
    first, second = seat_lists(choice, home) if len(choice.engines) == 2 else (None, None)
    listed = {n + -n % len(choice.engines) * choice.duplicate for n in LENGTHS}
    if custom is None:
        listed.add(choice.hands)
    lengths = [Choice(str(n), tr("{count} hands").format(count=chips(n))) for n in sorted(listed)]
    lengths.append(Choice(CUSTOM, tr("Another number…"), typed=True))
    return WatchTopScene(
        first,
        second,
        ChoiceList(tr("Game"), game_choices(), choice.game),
        ChoiceList(tr("Length"), tuple(lengths), str(choice.hands) if custom is None else CUSTOM),
        custom=None if custom is None else FieldScene(custom, error=custom_error),
        duplicate=choice.duplicate,
        locked=locked,
    )


def seat_lists(choice: WatchChoice, home: Path) -> tuple[ChoiceList, ...]:
    """Return the list of engines for each seat; entries are those that play the game."""
    game = choice.build_game()
    entries = {one.key: one for one in engine_choices(game, home)}
    for name in (*choice.files, *choice.engines):
        entries.setdefault(name, unlisted(name))
    engines = (*entries.values(), Choice(ADD_ENGINE, tr("Add an engine file…")))
    caption = ladder_caption(game)
    return tuple(
        ChoiceList(tr("Engine {letter}").format(letter=side.upper()), engines, name, caption, side)
        for side, name in zip(SIDES, choice.engines, strict=False)
    )


def parse_hands(text: str) -> tuple[int, str]:
    """Parse a typed number of hands; return it, or 0 and the error."""
    hands = whole_number(text, 18)
    if hands is None:
        return 0, tr("A number of hands is needed, such as 5,000.")
    if not 1 <= hands <= MOST_HANDS:
        return 0, tr("A match has 1 to {most} hands.").format(most=chips(MOST_HANDS))
    return hands, ""


def game_choices() -> tuple[Choice, ...]:
    """Return every game, those with stacks at every depth."""
    choices = []
    for game in table_games():
        title = game_words(game)
        if not game.has_stacks:
            choices.append(Choice(game.name, title))
            continue
        for depth in sorted(DEPTHS, key=lambda depth: (depth != DEFAULT_DEPTH, depth)):
            words = tr("{title}, {blinds}, {depth} bb").format(
                title=title.removesuffix(tr(" hold’em")), blinds=stakes(game), depth=depth
            )
            choices.append(Choice(f"{game.name}@{depth}", words))
    return tuple(choices)
