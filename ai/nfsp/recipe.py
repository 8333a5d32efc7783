"""What a run of neural fictitious self-play is, as plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from ai.abstraction.menus import ALL, Menu, default_menu
from ai.checkpoint import MOST_BYTES
from ai.networks.environment import environment
from ai.nfsp.parameters import Parameters
from ai.nfsp.solver import NfspSolver, state_bytes
from ai.strategy import Plain
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl

MAX_SEED = 2**63 - 1
_HIDDEN = "hidden"
_OTHER_BYTES = 8_000_000
"""Of what is not so large."""


@dataclass(frozen=True)
class NfspRecipe:
    """All that a run depends on: the same recipe gives the same bits.

    Attributes:
        game: what is learned; for any number of players.
        learning: method and settings.
        menu: the bets considered, as ``Menu`` writes it; empty for the game's default.
        seed: of all random numbers.
        start: hash of the networks that it goes on from; empty for fresh ones.

    Raises:
        EngineError: if a setting makes no sense.
        MenuError: if the menu makes no sense.
    """

    game: Game
    learning: Parameters = field(default_factory=Parameters)
    menu: str = ""
    seed: int = 0
    start: str = ""

    def __post_init__(self) -> None:
        menu = Menu.parse(self.menu) if self.menu else default_menu(self.game)
        if str(menu) == ALL and not self.game.is_limit:
            raise EngineError("networks for no-limit name their bets: all are far too many")
        object.__setattr__(self, "menu", str(menu))  # defaults may change; what a run was must not
        if not 0 <= self.seed <= MAX_SEED:
            raise EngineError(f"a seed is a whole number of 0 to {MAX_SEED:,}")
        if self.start and (len(self.start) != 64 or set(self.start) - set("0123456789abcdef")):
            raise EngineError("what a run starts from is named by the hash of its networks")

    @property
    def algorithm(self) -> str:
        """The method's name."""
        return self.learning.method

    @property
    def parameters(self) -> dict[str, Plain]:
        """Everything but game and method, as files keep it."""
        settings = asdict(self.learning)
        del settings["method"]
        for name, default in asdict(Parameters()).items():
            if type(default) is float:  # 1 is a rate, too
                settings[name] = float(settings[name])
        settings[_HIDDEN] = ",".join(map(str, self.learning.hidden))
        return {"menu": self.menu, "seed": self.seed, "start": self.start, **settings}

    @classmethod
    def of(cls, game: Game, method: str, parameters: dict[str, Plain]) -> NfspRecipe:
        """Read method and parameters as a file has them.

        Raises:
            PokerError: if they make no sense.
        """
        defaults = cls(game).parameters
        if other := sorted(set(parameters) ^ set(defaults)):
            raise EngineError(f"made by another version of the program: '{other[0][:40]}'")
        for name, value in parameters.items():
            if type(value) is not type(defaults[name]):
                raise EngineError(f"its record has no proper '{name}'")
        settings = {f.name: parameters[f.name] for f in fields(Parameters) if f.name in parameters}
        hidden = parse_hidden(str(settings.pop(_HIDDEN)))
        return cls(
            game,
            Parameters(method=method, hidden=hidden, **settings),  # type: ignore[arg-type]
            menu=str(parameters["menu"]),
            seed=int(parameters["seed"] or 0),
            start=str(parameters["start"]),
        )

    @property
    def num_bytes(self) -> int:
        """The most memory that a run takes, told before it is built: also while it is saved.

        Raises:
            PokerError: if it cannot be built.
        """
        place = environment(self.game, self.menu, dealing=False)
        return place.num_bytes + 2 * state_bytes(place, self.learning) + _OTHER_BYTES

    @property
    def state_bytes(self) -> int:
        """Of that, what is kept in a checkpoint.

        Raises:
            PokerError: if it cannot be built.
        """
        return state_bytes(environment(self.game, self.menu, dealing=False), self.learning)

    def build(self, home: Path | None = None, control: JobControl | None = None) -> NfspSolver:
        """A fresh run; in hold'em the tables of a board's buckets take minutes the first time.

        Args:
            home: folder of strategies, where tables are kept; None keeps nothing.
            control: to report progress and to stop.

        Raises:
            PokerError: if it cannot be built.
            CancelledError: if stopped.
        """
        place = environment(self.game, self.menu, home, control)
        size = state_bytes(place, self.learning)
        if size > MOST_BYTES:
            raise EngineError(
                f"this run holds {size / 1e9:,.1f} GB, more than the {MOST_BYTES / 1e9:.1f} GB of a"
                " checkpoint: take smaller memories"
            )
        return NfspSolver(place, self.learning, self.seed)


def parse_hidden(text: str) -> tuple[int, ...]:
    """Sizes of hidden layers as a person types them: "128" or "256,128".

    Raises:
        EngineError: if they are no numbers.
    """
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdecimal() and len(word) < 6 for word in words):
        raise EngineError("hidden layers are their sizes, such as 128 or 256,128")
    return tuple(map(int, words))
