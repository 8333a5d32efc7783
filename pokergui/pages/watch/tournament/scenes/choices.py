"""The form of a new tournament."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from engine.game import Game, get_game
from pokergui.formatting.choices import engine_choices, rivals_of
from pokergui.formatting.words import chips, tr
from pokergui.pages.watch.scenes.choices import DEFAULT_GAME, game_choices
from pokergui.pages.watch.tournament.viewmodel.tournament import Ticked, TournamentForm
from pokergui.viewmodel import Choice, ChoiceList

HANDS = (1_000, 10_000, 20_000, 100_000, 1_000_000)
_SEPARATOR = ", "


@dataclass(frozen=True)
class TournamentChoice:
    """What a new tournament would play.

    Attributes:
        game: name of the game with its depth.
        engines: who takes part, in the order in which they were ticked.
        gauntlet: whether the first one alone meets the others.
        hands: of each pair.
    """

    game: str = DEFAULT_GAME
    engines: tuple[str, ...] = ("cfr", "equity", "call")
    gauntlet: bool = False
    hands: int = HANDS[1]

    @classmethod
    def of(cls, table: Mapping[str, str]) -> TournamentChoice:
        """As it was remembered; what makes no sense has its default."""
        hands = table.get("hands", "")
        names = [game.key for game in game_choices()]
        game = table.get("game", "")
        engines = tuple(name for name in table.get("engines", "").split(_SEPARATOR) if name)
        return cls(
            game if game in names else DEFAULT_GAME,
            engines or cls.engines,
            table.get("kind") == "gauntlet",
            int(hands) if hands in map(str, HANDS) else HANDS[1],
        )

    @property
    def table(self) -> dict[str, str]:
        """As it is remembered."""
        return {
            "game": self.game,
            "engines": _SEPARATOR.join(self.engines),
            "kind": "gauntlet" if self.gauntlet else "robin",
            "hands": str(self.hands),
        }

    def build_game(self) -> Game:
        """The game chosen."""
        return get_game(self.game)

    def valid(self, home: Path) -> TournamentChoice:
        """The same with engines alone that are there and play the game."""
        known = [engine.name for engine in rivals_of(self.build_game(), home)]
        return replace(self, engines=tuple(name for name in self.engines if name in known))

    def ticked(self, name: str) -> TournamentChoice:
        """An engine in, at the end, or out."""
        kept = tuple(one for one in self.engines if one != name)
        return replace(self, engines=kept if name in self.engines else (*self.engines, name))

    @property
    def pairs(self) -> int:
        """How many meet."""
        count = len(self.engines)
        return count - 1 if self.gauntlet else count * (count - 1) // 2


def form_scene(choice: TournamentChoice, home: Path, *, busy: bool) -> TournamentForm:
    """The form as it is.

    Args:
        choice: what is chosen, valid.
        home: the folder of strategies.
        busy: whether another tournament is being played.
    """
    engines = tuple(
        Ticked(
            one.key,
            one.title,
            ", ".join(filter(None, (one.title, one.note, one.value, one.second))),
            one.key in choice.engines,
        )
        for one in engine_choices(choice.build_game(), home)
        if one.usable
    )
    titles = {one.key: one.title for one in engines}
    ready = len(choice.engines) >= 2
    if not ready:
        summary = tr("Choose two engines or more.")
    else:
        summary = tr("{pairs} pairs, {hands} hands, each deal from both seats").format(
            pairs=chips(choice.pairs), hands=chips(choice.pairs * choice.hands)
        )
        if choice.gauntlet:
            first = tr("{name} meets all others").format(name=titles[choice.engines[0]])
            summary = f"{first}: {summary}"
    kinds = (
        Choice("robin", tr("Every pair"), tr("round robin")),
        Choice("gauntlet", tr("One against all"), tr("the engine chosen first")),
    )
    lengths = tuple(Choice(str(n), tr("{count} hands").format(count=chips(n))) for n in HANDS)
    return TournamentForm(
        ChoiceList(tr("Game"), game_choices(), choice.game),
        ChoiceList(tr("Who meets"), kinds, "gauntlet" if choice.gauntlet else "robin"),
        ChoiceList(tr("Each pair"), lengths, str(choice.hands)),
        engines,
        summary,
        ready,
        busy,
    )
