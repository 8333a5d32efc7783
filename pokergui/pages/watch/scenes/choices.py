"""The choices over a watched match: two engines, a game, a length, duplicate or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ai.registry import FILE, PYTHON
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.stopping import Sequence, Sprt
from pokergui.formatting.choices import (
    DEFAULT_DEPTH,
    DEPTHS,
    engine_choices,
    engine_title,
    playable_games,
    rivals_of,
    unlisted,
)
from pokergui.formatting.ladder import ladder_caption
from pokergui.formatting.words import chips, game_words, stakes, tr
from pokergui.pages.watch.viewmodel.watch import WatchTopScene
from pokergui.viewmodel import Choice, ChoiceList

DEFAULT_GAME = f"holdem-nolimit@{DEFAULT_DEPTH}"
LENGTHS = (1_000, 10_000, 100_000, 1_000_000)
MOST_HANDS = 10_000_000
ADD_ENGINE = "add"
"""Key of the entry that asks for an engine's file; the page answers it itself."""
_CUSTOM = "custom"
FIXED = "fixed"
"""The rule under which all hands are played."""
ALL_IN = "all-in"
KNOWN: dict[str, tuple[int, ...]] = {ALL_IN: (), "A": (0,), "B": (1,), "both": (0, 1)}
"""Ways to take luck out, and which engines AIVAT knows by it; the names are those of commands."""


@dataclass(frozen=True)
class WatchChoice:
    """What is watched.

    Attributes:
        game: name of the game with its depth.
        engines: names of the two engines; results are the first one's.
        hands: how many hands.
        duplicate: whether each deal is played from both seats.
        stop: the rule that ends it: ``fixed``, ``sequence`` or ``sprt``.
        null, alternative: in mbb a hand, between which ``sprt`` decides.
        luck: what takes luck out, one of ``KNOWN``; empty for nothing.
        files: engines of one's own that were added, by name.
        titles: what the engines are called, told apart where that is the same; ``valid`` sets them,
            and they stay for a whole match.
    """

    game: str = DEFAULT_GAME
    engines: tuple[str, str] = ("equity", "call")
    hands: int = LENGTHS[0]
    duplicate: bool = True
    stop: str = FIXED
    null: float = 0.0
    alternative: float = 50.0
    luck: str = ""
    files: tuple[str, ...] = ()
    titles: tuple[str, str] = field(default=("A", "B"), compare=False)

    def build_game(self) -> Game:
        """The game chosen."""
        return get_game(self.game)

    @property
    def rule(self) -> Sequence | Sprt | None:
        """What may end the match before its last hand.

        Raises:
            PokerError: if the results of a test are the wrong way round.
        """
        if self.stop == Sprt.name:
            return Sprt(self.null, self.alternative)
        units = self.hands // 2 if self.duplicate else self.hands
        return Sequence(max(1, units)) if self.stop == Sequence.name else None

    def table(self) -> dict[str, str]:
        """As words, to be remembered."""
        first, second = self.engines
        return {
            "game": self.game,
            "first": first,
            "second": second,
            "hands": str(self.hands),
            "duplicate": str(int(self.duplicate)),
            "stop": self.stop,
            "null": repr(self.null),
            "alternative": repr(self.alternative),
            "luck": self.luck,
        }

    @classmethod
    def of_table(cls, table: Mapping[str, str]) -> WatchChoice:
        """What was remembered; the default for all of it where that makes no sense."""
        usual = cls()
        words = {**usual.table(), **table}
        try:
            found = cls(
                words["game"],
                (words["first"], words["second"]),
                int(words["hands"]),
                words["duplicate"] == "1",
                words["stop"],
                float(words["null"]),
                float(words["alternative"]),
                words["luck"],
            )
            known = found.stop in (FIXED, Sequence.name, Sprt.name) and found.luck in ("", *KNOWN)
            rule, game = found.rule, found.build_game()
        except (ValueError, PokerError):
            return usual
        del rule
        return found if known and game.is_heads_up else usual

    def valid(self, home: Path) -> WatchChoice:
        """The nearest choice that exists: engines that play the game, whole deals.

        Args:
            home: the folder of strategies; an engine that was trained there may be gone.
        """
        rivals = [engine.name for engine in rivals_of(self.build_game(), home)]
        known = [*rivals, *self.files]
        first = self.engines[0] if self.engines[0] in known else rivals[0]
        second = self.engines[1] if self.engines[1] in known else "call"
        hands = min(MOST_HANDS, max(1, self.hands))
        hands += hands % 2 if self.duplicate else 0
        game = self.build_game()
        titles = _titles(engine_title(first, home, game), engine_title(second, home, game))
        return replace(self, engines=(first, second), hands=hands, titles=titles)

    def with_engine(self, side: str, name: str) -> WatchChoice:
        """Another engine on side "a" or "b"; an empty name changes nothing."""
        first, second = self.engines
        if not name:
            return self
        return replace(self, engines=(name, second) if side == "a" else (first, name))

    def with_file(self, side: str, path: str) -> WatchChoice:
        """An engine of one's own on a side."""
        name = f"{PYTHON if path.endswith('.py') else FILE}{path}"
        files = self.files if name in self.files else (*self.files, name)
        return replace(self, files=files).with_engine(side, name)


def top_scene(
    choice: WatchChoice, home: Path, *, locked: bool, custom: str | None, custom_error: str = ""
) -> WatchTopScene:
    """The choices as they stand.

    Args:
        choice: what is chosen.
        home: the folder of strategies.
        locked: whether a match goes on.
        custom: text of the field for a number of hands, None where a listed one is chosen.
        custom_error: what is wrong with that text.
    """
    game = choice.build_game()
    entries = {one.key: one for one in engine_choices(game, home)}
    for name in (*choice.files, *choice.engines):
        entries.setdefault(name, unlisted(name))
    engines = (*entries.values(), Choice(ADD_ENGINE, tr("Add an engine file…")))
    caption = ladder_caption(game)
    lengths = [Choice(str(n), tr("{count} hands").format(count=chips(n))) for n in LENGTHS]
    lengths.append(Choice(_CUSTOM, tr("Another number…"), typed=True))
    return WatchTopScene(
        ChoiceList(tr("Engine A"), engines, choice.engines[0], caption, "a"),
        ChoiceList(tr("Engine B"), engines, choice.engines[1], caption, "b"),
        ChoiceList(tr("Game"), game_choices(), choice.game),
        ChoiceList(tr("Length"), tuple(lengths), str(choice.hands) if custom is None else _CUSTOM),
        custom=custom,
        custom_error=custom_error,
        duplicate=choice.duplicate,
        locked=locked,
    )


def _titles(first: str, second: str) -> tuple[str, str]:
    return (f"{first} A", f"{second} B") if first == second else (first, second)


def is_custom(key: str) -> bool:
    """Whether an entry of the lengths asks for a number of one's own."""
    return key == _CUSTOM


def parse_hands(text: str) -> tuple[int, str]:
    """A number of hands as typed, or 0 and what is wrong with it."""
    digits = text.replace(",", "").replace(" ", "").replace("_", "")
    if not digits.isascii() or not digits.isdigit():
        return 0, tr("A number of hands is needed, such as 5,000.")
    if not 1 <= int(digits) <= MOST_HANDS:
        return 0, tr("A match has 1 to {most} hands.").format(most=chips(MOST_HANDS))
    return int(digits), ""


def game_choices() -> tuple[Choice, ...]:
    """Every game, and those with stacks at every depth."""
    found = []
    for game in reversed(playable_games()):
        title = game_words(game)
        if not game.has_stacks:
            found.append(Choice(game.name, title))
            continue
        for depth in sorted(DEPTHS, key=lambda depth: (depth != DEFAULT_DEPTH, depth)):
            words = tr("{title}, {blinds}, {depth} bb").format(
                title=title.removesuffix(tr(" hold’em")), blinds=stakes(game), depth=depth
            )
            found.append(Choice(f"{game.name}@{depth}", words))
    return tuple(found)
