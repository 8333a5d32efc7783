"""NFSP runs, for the Train page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from ai.betting.menus import Menu
from ai.networks.learners import NfspRecipe, NfspRun
from ai.networks.nfsp.parameters import METHODS
from ai.networks.nfsp.shipped import TITLES, find_shipped
from ai.networks.record import load_network, networks_hash
from ai.trained import list_trained
from ai.training.run import Bounds, Run
from engine.errors import EngineError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from pokergui.formatting.notices import sentence
from pokergui.language import tr_train as tr
from pokergui.pages.train.scenes.formatting import episodes_text
from pokergui.pages.train.scenes.networks import SHORT, NetworkKind
from pokergui.pages.train.scenes.options import Options
from pokergui.pages.train.scenes.parameters import (
    learning,
    parameter_sheet,
)
from pokergui.pages.train.scenes.run_kind import Units
from pokergui.pages.train.scenes.stop import Stops
from pokergui.pages.train.viewmodel.train import ParameterSheet
from pokergui.viewmodel import Choice

_SMALL = Stops(
    "seconds:300",
    (1_000_000, 10_000_000, 100_000_000),
    (100.0, 50.0),
    (60, 300, 900, 3600),
    counted=episodes_text,
)
_LARGE = Stops("seconds:1800", times=(300, 1800, 7200, 28_800), exact=False, counted=episodes_text)


class Start(NamedTuple):
    """Networks that a run continues from: their hash, file, game, bets and hidden layers."""

    name: str
    path: Path
    game: Game | None
    menu: str
    hidden: tuple[int, ...]


_SCRATCH = Start("", Path(), None, "", ())


class Networks(NetworkKind[NfspRecipe]):
    """Neural fictitious self-play and its variants."""

    runs = NfspRun
    small, vast = _SMALL, _LARGE

    def __init__(self) -> None:
        self._known: dict[tuple[Path, int], Start | str] = {}  # or what is wrong with the file

    def methods(self, game: Game) -> tuple[Choice, ...]:
        """Return three methods, for every game."""
        about = {
            METHODS[0]: tr("two networks per seat learn by self-play"),
            METHODS[1]: tr("prioritised replay: large errors are learned more often"),
            METHODS[2]: tr("prioritised learning times: large errors are learned longer"),
        }
        return tuple(Choice(method, TITLES[method], about[method]) for method in METHODS)

    def choose(
        self, game: Game, method: str, options: Options, bounds: Callable[[], Bounds]
    ) -> NfspRecipe:
        """Return the recipe of a run that ends by ``bounds``.

        Raises:
            PokerError: if a typed option is invalid.
        """
        problem = self.start_problem(game, options)
        if problem:
            raise EngineError(problem)
        start = self._start(game, options) or _SCRATCH
        numbers = learning(method, dict(options.own), start.hidden)
        menu = options.menu(game) or start.menu
        return NfspRecipe(game, numbers, menu, options.seed(), start.name)

    def sheet(self, game: Game, method: str, options: Options) -> ParameterSheet | None:
        """Return all numbers; layers are those of the network that a run continues from."""
        start = self._start(game, options) or _SCRATCH
        return parameter_sheet(method, dict(options.own), start.hidden)

    def starts(self, game: Game, home: Path) -> tuple[Choice, ...]:
        """Return "from scratch", the shipped networks, and those trained here."""
        found = [Choice("", tr("From scratch"))]
        for method in METHODS:
            shipped = find_shipped(method, game)
            if shipped is not None:
                title = tr("Shipped {method}").format(method=TITLES[method])
                found.append(Choice(str(shipped[0]), title, episodes_text(shipped[1].iterations)))
        trained = (engine for engine in list_trained(home) if engine.game == game and engine.plays)
        return (*found, *(Choice(str(engine.path), engine.title) for engine in trained))

    def _found(self, options: Options) -> Start | str | None:
        """Return what is known about the chosen networks; None if they are not read or are gone."""
        key = _key(options)
        return None if key is None else self._known.get(key)

    def _start(self, game: Game, options: Options) -> Start | None:
        """Return the networks that a run continues from, if the chosen ones are of its game."""
        found = self._found(options)
        return found if isinstance(found, Start) and found.game == game else None

    def waits(self, game: Game, options: Options) -> bool:
        """Return whether the chosen networks must be read."""
        return _key(options) is not None and self._found(options) is None

    def read_start(self, options: Options, home: Path) -> None:
        """Read the chosen networks."""
        key = _key(options)
        if key is None:
            return
        try:
            read = load_network(key[0], home=home)
        except PokerError as error:
            self._known[key] = sentence(error)
            return
        hidden = read.networks.averages[0].sizes[1:-1]
        name = networks_hash(read.networks)
        self._known[key] = Start(name, key[0], read.info.game, read.info.menu, hidden)

    def start_problem(self, game: Game, options: Options) -> str:
        """Return that the chosen networks are being read, or why no run can continue from them."""
        found = self._found(options)
        if isinstance(found, str):
            return found
        if self.waits(game, options):
            return tr("the network is being read")
        start, menu = self._start(game, options), options.menu(game)
        if start is None or not menu or str(Menu.parse(menu)) == start.menu:
            return ""
        return tr("the network to continue from has different bets: {menu}").format(menu=start.menu)

    def method_parts(self, recipe: NfspRecipe) -> list[str]:
        """Return a method's title and its options: "NFSP", "64 hidden units"."""
        return super().method_parts(recipe) + ([tr("continued")] if recipe.start else [])

    def name_parts(self, recipe: NfspRecipe, iterations: int) -> list[str]:
        """Return the parts of an engine's name between game and episodes; "" is omitted."""
        continued = "c" + recipe.start[:SHORT] if recipe.start else ""
        return [*super().name_parts(recipe, iterations), continued]

    def units(self) -> Units:
        """Return the units: episodes and decisions."""
        return Units(episodes_text, tr("Episodes"), tr("Decisions"), tr("{count} decisions"))

    def build(self, recipe: NfspRecipe, home: Path, control: JobControl) -> Run[Any]:
        """Build a fresh run; hold'em's tables of all boards take a minute or two the first time."""
        if not recipe.start:
            return self.runs(recipe, home, control)
        found = (start for start in list(self._known.values()) if isinstance(start, Start))
        paths = [start.path for start in found if start.name == recipe.start]
        if not paths:
            raise EngineError(tr("the network to continue from is no longer known"))
        network = load_network(paths[-1], recipe.game, home)
        if networks_hash(network.networks) != recipe.start:
            raise EngineError(tr("the network to continue from has changed since"))
        return self.runs(recipe, home, control, network)


def _key(options: Options) -> tuple[Path, int] | None:
    """Return the file of the chosen networks with its time; None if there is none."""
    path = Path(options.start)
    try:
        return (path, path.stat().st_mtime_ns) if options.start else None
    except (OSError, ValueError):  # gone: it is not on the list either
        return None
