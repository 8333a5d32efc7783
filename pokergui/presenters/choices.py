"""The choices over the table: game, depth, opponent with its measured strength."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ai.entry import Engine
from ai.measured import measured
from ai.registry import FILE, PYTHON, engines
from engine.game import Game, built_in_games, get_game
from pokergui.presenters.words import chips, game_words, signed, stakes, tr
from pokergui.viewmodel import Choice, ChoiceList, TopBarScene

DEPTHS = (20, 50, 100, 200)
DEFAULT_DEPTH = 100


@dataclass(frozen=True)
class PlayChoice:
    """What a person plays.

    Attributes:
        game: name of the game, without depth.
        depth: big blinds, where the game can be played at several.
        opponent: name of the engine.
    """

    game: str = "holdem-nolimit"
    depth: int = DEFAULT_DEPTH
    opponent: str = "equity"

    def build_game(self) -> Game:
        """The game at the depth chosen."""
        game = get_game(self.game)
        return get_game(f"{self.game}@{self.depth}") if game.has_stacks else game

    def valid(self) -> PlayChoice:
        """The nearest choice that exists: a game on the list and an engine that plays it."""
        names = [game.name for game in playable_games()]
        name = self.game if self.game in names else PlayChoice.game
        depth = self.depth if self.depth in DEPTHS else DEFAULT_DEPTH
        rivals = [engine.name for engine in rivals_of(get_game(name))]
        opponent = self.opponent if self.opponent in rivals else rivals[0]
        return PlayChoice(name, depth, opponent)


def playable_games() -> list[Game]:
    """Games for one person against one engine."""
    return [game for game in built_in_games() if game.num_players == 2]


def rivals_of(game: Game) -> list[Engine]:
    """Engines that play a game, the strongest kinds first."""
    return list(reversed(engines(game)))


def engine_title(name: str) -> str:
    """An engine's title, or its file's name without folder and ending; other names stay."""
    for engine in engines():
        if engine.name == name:
            return engine.title
    for prefix in (FILE, PYTHON):
        if name.startswith(prefix):
            return Path(name.removeprefix(prefix)).stem
    return name


def top_bar(choice: PlayChoice) -> TopBarScene:
    """The three choices as they stand."""
    game = choice.build_game()
    games = tuple(Choice(g.name, game_words(g)) for g in reversed(playable_games()))
    depths = None
    if game.has_stacks:
        entries = tuple(
            Choice(
                str(depth),
                tr("{blinds}, {depth} bb").format(blinds=stakes(game), depth=depth),
            )
            for depth in sorted({*DEPTHS, choice.depth})
        )
        depths = ChoiceList(tr("Blinds, depth"), entries, str(choice.depth))
    rivals = tuple(_rival(engine, game) for engine in rivals_of(game))
    if all(rival.key != choice.opponent for rival in rivals):  # a file that another page handed on
        title = Path(choice.opponent).stem
        rivals += (Choice(choice.opponent, title, tr("your own"), detail=choice.opponent),)
    caption = tr("Exploitability") if game.ante else tr("Measured v. Caller")
    return TopBarScene(
        ChoiceList(tr("Game"), games, choice.game),
        depths,
        ChoiceList(tr("Opponent"), rivals, choice.opponent, caption),
    )


def _rival(engine: Engine, game: Game) -> Choice:
    found = measured(engine.name, game)
    value, unit, detail = "…", "", tr("Not measured yet.")
    if found is not None and found.exploitability is not None:
        value, unit = _thousandths(found.exploitability / game.big_blind), tr("mA/hand")
        detail = tr("Exploitability, computed exactly; mA: thousandths of the ante.")
    elif found is not None and found.mbb is not None and found.ci95 is not None:
        value, unit = signed(found.mbb, 0), tr("mbb")
        value += f" ± {found.ci95:,.0f}"
        detail = tr(
            "Won per hand against Caller, in thousandths of the big blind, over {hands}"
            " duplicate hands, with its 95% interval."
        ).format(hands=chips(found.hands or 0))
    note = engine.character[:1].lower() + engine.character[1:].rstrip(".")
    return Choice(engine.name, engine.title, note, value, unit, detail)


def _thousandths(antes: float) -> str:
    """Exploitability in thousandths of the ante; below a millionth part it is called exact."""
    value = 1000 * antes
    if value < 1e-5:
        return "0"
    return f"{value:,.3f}" if value < 1 else f"{value:,.0f}"
