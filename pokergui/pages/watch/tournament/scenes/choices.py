"""The form of a new tournament."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from engine.game import Game, get_game
from pokergui.formatting.choices import engine_choices, rivals_of
from pokergui.formatting.words import chips
from pokergui.language import tr_watch as tr
from pokergui.language.joins import labelled, phrases
from pokergui.pages.watch.scenes.choices import DEFAULT_GAME, game_choices
from pokergui.pages.watch.tournament.viewmodel.tournament import Ticked, TournamentForm
from pokergui.tournaments.seating import tables_of
from pokergui.viewmodel import Choice, ChoiceList

HANDS = (1_000, 10_000, 20_000, 100_000, 1_000_000)
_SEPARATOR = ", "


@dataclass(frozen=True)
class TournamentChoice:
    """The choices of a new tournament.

    Attributes:
        game: name of the game with its depth.
        engines: participants in the order in which they were ticked.
        gauntlet: True if the first one sits at every table.
        hands: hands of each pair or table.
    """

    game: str = DEFAULT_GAME
    engines: tuple[str, ...] = ("cfr", "equity", "call")
    gauntlet: bool = False
    hands: int = HANDS[1]

    @classmethod
    def of(cls, table: Mapping[str, str]) -> TournamentChoice:
        """Return the remembered choices; invalid ones get their defaults."""
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
        """The choices as they are remembered."""
        return {
            "game": self.game,
            "engines": _SEPARATOR.join(self.engines),
            "kind": "gauntlet" if self.gauntlet else "robin",
            "hands": str(self.hands),
        }

    def build_game(self) -> Game:
        """Build the chosen game."""
        return get_game(self.game)

    def valid(self, home: Path) -> TournamentChoice:
        """Return the choices with only engines that exist and play the game."""
        known = [engine.name for engine in rivals_of(self.build_game(), home)]
        return replace(self, engines=tuple(name for name in self.engines if name in known))

    def ticked(self, name: str) -> TournamentChoice:
        """Return the choices with an engine added at the end, or taken out."""
        kept = tuple(one for one in self.engines if one != name)
        return replace(self, engines=kept if name in self.engines else (*self.engines, name))

    @property
    def tables(self) -> int:
        """The number of tables; with two seats they are pairs."""
        seats = self.build_game().num_players
        return len(tables_of(len(self.engines), seats, self.gauntlet, 0))


def form_scene(choice: TournamentChoice, home: Path, *, busy: bool) -> TournamentForm:
    """Build the form.

    Args:
        choice: the choices, valid.
        home: the folder of strategies.
        busy: True while another tournament is being played.
    """
    engines = tuple(
        Ticked(
            one.key,
            one.title,
            phrases((one.title, one.note, one.value, one.second)),
            one.key in choice.engines,
        )
        for one in engine_choices(choice.build_game(), home)
        if one.usable
    )
    titles = {one.key: one.title for one in engines}
    seats = choice.build_game().num_players
    ready = len(choice.engines) >= seats
    if not ready:
        summary = tr("Choose two engines or more.")
        if seats > 2:
            summary = tr("Choose {seats} engines or more.").format(seats=seats)
    else:
        words = tr("{tables} pairs, {hands} hands, each deal from both seats")
        if seats > 2:
            words = tr("{tables} tables of {seats}, {hands} hands, each deal from every seat")
        hands = choice.hands + -choice.hands % seats
        summary = words.format(
            tables=chips(choice.tables), seats=seats, hands=chips(choice.tables * hands)
        )
        if choice.gauntlet:
            first = tr("{name} meets all others")
            if seats > 2:
                first = tr("{name} sits at every table")
            summary = labelled(first.format(name=titles[choice.engines[0]]), summary)
    kinds = (
        Choice("robin", tr("Every pair"), tr("round robin")),
        Choice("gauntlet", tr("One against all"), tr("the engine chosen first")),
    )
    length = tr("Each pair")
    if seats > 2:
        kinds = (
            Choice("robin", tr("Every table"), tr("every combination, or a balanced sample")),
            Choice("gauntlet", tr("One at every table"), tr("the engine chosen first")),
        )
        length = tr("Each table")
    lengths = tuple(Choice(str(n), tr("{count} hands").format(count=chips(n))) for n in HANDS)
    return TournamentForm(
        ChoiceList(tr("Game"), game_choices(), choice.game),
        ChoiceList(tr("Pairings"), kinds, "gauntlet" if choice.gauntlet else "robin"),
        ChoiceList(length, lengths, str(choice.hands)),
        engines,
        summary,
        ready,
        busy,
    )
