"""Runs by which networks learn, for the Train page: what all share, Deep CFR, and PPO."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from ai.abstraction.cards import shipped_abstraction
from ai.abstraction.tables import tables_path
from ai.betting.menus import Menu, default_menu
from ai.cfr.agent import is_solvable
from ai.lbr.training_curve import LBR
from ai.networks.deepcfr.parameters import DEEP_CFR, SD_CFR, TITLES
from ai.networks.environment import environment
from ai.networks.learners import (
    DeepRecipe,
    DeepRun,
    NfspRecipe,
    NfspRun,
    PpoRecipe,
    PpoRun,
    learner_of,
)
from ai.networks.nfsp.parameters import METHODS
from ai.networks.nfsp.shipped import TITLES as NFSP_TITLES
from ai.networks.nfsp.shipped import find_shipped
from ai.networks.ppo.parameters import METHOD
from ai.networks.ppo.parameters import TITLES as PPO_TITLES
from ai.networks.recipe import NetworkRecipe
from ai.networks.record import load_network, networks_hash
from ai.networks.run import EXACT, Loss, NetworkRun, measure_of
from ai.trained import list_trained, trained_path
from ai.training.checkpoint import CheckpointHeader
from ai.training.run import Bounds, Run
from engine.errors import EngineError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from pokergui.formatting.notices import sentence
from pokergui.formatting.numbers import memory
from pokergui.formatting.words import chips
from pokergui.language import tr_train as tr
from pokergui.language.joins import phrases
from pokergui.pages.train.scenes import measure as train_measure
from pokergui.pages.train.scenes.measure import RunMeasure
from pokergui.pages.train.scenes.options import (
    BETS,
    DEPTH,
    SEED,
    MethodOptions,
    episodes_text,
    iterations_text,
)
from pokergui.pages.train.scenes.parameters import (
    HIDDEN,
    changed,
    learning,
    parameter_sheet,
    value_text,
)
from pokergui.pages.train.scenes.run_kind import Kind, Learning, Needs, Units, too_large
from pokergui.pages.train.scenes.stop import Stops
from pokergui.pages.train.viewmodel import ParameterSheet
from pokergui.viewmodel import Choice

_SMALL = Stops("seconds:300", (100, 1000), (100.0, 50.0), (60, 300, 900, 3600))
_LARGE = Stops("seconds:1800", times=(300, 1800, 7200, 28_800), exact=False)
SHORT = 6
"""Digits of a hash in a name."""
_MUCH_BYTES = 500_000_000
"""Memory from which on it is shown beforehand in small games."""

RecipeT = TypeVar("RecipeT", bound=NetworkRecipe[Any])


class NetworkKind(Kind[RecipeT]):
    """Runs of a method by which networks learn."""

    learns = True
    small: Stops = _SMALL
    vast: Stops = _LARGE

    def options(self, game: Game, method: str) -> tuple[str, ...]:
        return (DEPTH, BETS, SEED) if game.has_stacks and game.is_heads_up_holdem else (SEED,)

    def stops(self, game: Game) -> Stops:
        return self.small if measure_of(game) == EXACT else self.vast

    def choose(
        self, game: Game, method: str, options: MethodOptions, bounds: Callable[[], Bounds]
    ) -> RecipeT:
        numbers = learning(method, dict(options.own))
        made: RecipeT = self.runs.recipes(game, numbers, options.menu(game), options.seed())
        return made

    def sheet(self, game: Game, method: str, options: MethodOptions) -> ParameterSheet | None:
        return parameter_sheet(method, dict(options.own))

    def learning(self, source: Run[Any] | CheckpointHeader[RecipeT]) -> Sequence[Learning]:
        rows: Sequence[Loss]
        if isinstance(source, CheckpointHeader):
            rows = [Loss(*row) for row in source.series.get("losses", ())]
        else:
            rows = list(cast(NetworkRun[Any, Any], source).losses)
        points = {point.iteration: point for point in source.curve}
        looks = [(points.get(round(row.iteration)), row) for row in rows]
        return [
            Learning(point, row.rl, row.sl, row.rl_fill, row.sl_fill)
            for point, row in looks
            if point is not None
        ]

    def measure(self, game: Game) -> RunMeasure:
        exact = train_measure.COARSE if game.is_heads_up else train_measure.COARSE_OF_MANY
        return {EXACT: exact, LBR: train_measure.LBR}.get(measure_of(game), train_measure.RANDOM)

    def method(self, recipe: RecipeT) -> str:
        return phrases(self.method_parts(recipe))

    def method_parts(self, recipe: RecipeT) -> list[str]:
        parts = [learner_of(recipe.algorithm).titles[recipe.algorithm]]
        numbers = changed(recipe.learning)
        layers = numbers.pop(HIDDEN, None)
        if layers is not None:
            parts.append(tr("{layers} hidden units").format(layers=value_text(layers)))
        if recipe.menu != str(default_menu(recipe.game)):
            parts.append(tr("own bets"))
        if numbers:
            words = phrases(f"{key} {value_text(value)}" for key, value in numbers.items())
            several = tr("{count} parameters changed").format(count=len(numbers))
            parts.append(words if len(numbers) == 1 else several)
        return parts

    def name_parts(self, recipe: RecipeT, iterations: int) -> list[str]:
        numbers = changed(recipe.learning)
        layers = numbers.pop(HIDDEN, None)
        other = repr(sorted(numbers.items())) if numbers else ""
        return [
            recipe.algorithm,
            "h" + value_text(layers).replace(",", "_") if layers is not None else "",
            recipe.menu if recipe.menu != str(default_menu(recipe.game)) else "",
            "x" + hashlib.sha256(other.encode()).hexdigest()[:SHORT] if other else "",
        ]

    def needs(self, recipe: RecipeT, home: Path) -> Needs:
        try:
            place = environment(recipe.game, recipe.menu, home, dealing=False)
            size = recipe.bytes_in(place)
        except PokerError as error:
            return Needs(problem=sentence(error))
        problem = too_large(size, tr("use smaller memories"))
        words = tr("{inputs} inputs, {memory}").format(
            inputs=chips(place.num_inputs), memory=memory(size)
        )
        if not recipe.game.is_heads_up_holdem:
            return Needs(words if size >= _MUCH_BYTES else "", problem)
        if not tables_path(shipped_abstraction(), home).exists():
            made = tr("{words}; tables of all boards are built first, once, in a minute or two")
            words = made.format(words=words)
        return Needs(words, problem)

    def keep(self, home: Path, name: str, title: str, run: Run[Any], control: JobControl) -> None:
        cast(NetworkRun[Any, Any], run).keep(trained_path(home, name), title)


class DeepCfr(NetworkKind[DeepRecipe]):
    """Deep CFR, with an average network or the mixture of all iterations (SD-CFR)."""

    runs = DeepRun

    def methods(self, game: Game) -> tuple[Choice, ...]:
        about = tr("networks learn regrets and the average strategy from sampled traversals")
        deep = Choice(DEEP_CFR, TITLES[DEEP_CFR], about)
        if not is_solvable(game):
            return (deep,)
        about = tr("like Deep CFR, but averages the iterations exactly, without a network")
        return deep, Choice(SD_CFR, TITLES[SD_CFR], about)

    def lost(self) -> tuple[str, str]:
        return tr("Advantages"), tr("Average policy")


class Ppo(NetworkKind[PpoRecipe]):
    """PPO by self-play."""

    runs = PpoRun

    def methods(self, game: Game) -> tuple[Choice, ...]:
        about = tr("policy gradients, with an entropy bonus that keeps policies mixed")
        return (Choice(METHOD, PPO_TITLES[METHOD], about),)

    def lost(self) -> tuple[str, str]:
        return tr("Action values"), tr("Entropy of the policy")

    def units(self) -> Units:
        return Units(iterations_text, tr("Iterations"), tr("Decisions"), tr("{count} decisions"))


_SMALL_NFSP = Stops(
    "seconds:300",
    (1_000_000, 10_000_000, 100_000_000),
    (100.0, 50.0),
    (60, 300, 900, 3600),
    counted=episodes_text,
)
_LARGE_NFSP = Stops(
    "seconds:1800", times=(300, 1800, 7200, 28_800), exact=False, counted=episodes_text
)


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
    small, vast = _SMALL_NFSP, _LARGE_NFSP

    def __init__(self) -> None:
        self._known: dict[tuple[Path, int], Start | str] = {}  # or what is wrong with the file

    def methods(self, game: Game) -> tuple[Choice, ...]:
        about = {
            METHODS[0]: tr("two networks per seat learn by self-play"),
            METHODS[1]: tr("prioritised replay: large errors are learned more often"),
            METHODS[2]: tr("prioritised learning times: large errors are learned longer"),
        }
        return tuple(Choice(method, NFSP_TITLES[method], about[method]) for method in METHODS)

    def choose(
        self, game: Game, method: str, options: MethodOptions, bounds: Callable[[], Bounds]
    ) -> NfspRecipe:
        problem = self.start_problem(game, options)
        if problem:
            raise EngineError(problem)
        start = self._start(game, options) or _SCRATCH
        numbers = learning(method, dict(options.own), start.hidden)
        menu = options.menu(game) or start.menu
        return NfspRecipe(game, numbers, menu, options.seed(), start.name)

    def sheet(self, game: Game, method: str, options: MethodOptions) -> ParameterSheet | None:
        """Return all numbers; layers are those of the network that a run continues from."""
        start = self._start(game, options) or _SCRATCH
        return parameter_sheet(method, dict(options.own), start.hidden)

    def starts(self, game: Game, home: Path) -> tuple[Choice, ...]:
        """Return "from scratch", the shipped networks, and those trained here."""
        found = [Choice("", tr("From scratch"))]
        for method in METHODS:
            shipped = find_shipped(method, game)
            if shipped is not None:
                title = tr("Shipped {method}").format(method=NFSP_TITLES[method])
                found.append(Choice(str(shipped[0]), title, episodes_text(shipped[1].iterations)))
        trained = (engine for engine in list_trained(home) if engine.game == game and engine.plays)
        return (*found, *(Choice(str(engine.path), engine.title) for engine in trained))

    def _found(self, options: MethodOptions) -> Start | str | None:
        """Return what is known about the chosen networks; None if they are not read or are gone."""
        key = _key(options)
        return None if key is None else self._known.get(key)

    def _start(self, game: Game, options: MethodOptions) -> Start | None:
        """Return the networks that a run continues from, if the chosen ones are of its game."""
        found = self._found(options)
        return found if isinstance(found, Start) and found.game == game else None

    def waits(self, game: Game, options: MethodOptions) -> bool:
        return _key(options) is not None and self._found(options) is None

    def read_start(self, options: MethodOptions, home: Path) -> None:
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

    def start_problem(self, game: Game, options: MethodOptions) -> str:
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
        return super().method_parts(recipe) + ([tr("continued")] if recipe.start else [])

    def name_parts(self, recipe: NfspRecipe, iterations: int) -> list[str]:
        continued = "c" + recipe.start[:SHORT] if recipe.start else ""
        return [*super().name_parts(recipe, iterations), continued]

    def units(self) -> Units:
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


def _key(options: MethodOptions) -> tuple[Path, int] | None:
    """Return the file of the chosen networks with its time; None if there is none."""
    path = Path(options.start)
    try:
        return (path, path.stat().st_mtime_ns) if options.start else None
    except (OSError, ValueError):  # gone: it is not on the list either
        return None
