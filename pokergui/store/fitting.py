"""Fits opponent models to recorded hands, on top of earlier observations.

Unlike at the table, all cards in a file are learned from, including folded ones. Files already
learned from are not recognised: a second time counts again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ai.files.arrays import SUFFIX
from ai.opponent.model import BehaviourModel
from ai.opponent.prior import prior_of
from ai.opponent.record import read_state
from ai.opponent.situations import situations_of
from engine.agent import Agent
from engine.errors import PokerError
from engine.game import Game, built_in_games
from engine.hand import Showdown, net_chips
from engine.jobs import JobControl
from engine.player import SeatRecord
from engine.records.formats import recorded_hands
from engine.records.record import HandRecord
from engine.wording import Wording
from pokergui.store.errors import StoreError
from pokergui.store.imports import FileProgress, cleaned
from pokergui.store.opponents import PERSONS_MODEL, OpponentStore
from pokergui.store.reader import HandReader
from pokergui.store.statistics import PERSON

MOST_MODELS = 16
"""Most opponents of one fitting: each has a model in memory."""
DATABASE_SUFFIX = ".db"
_MOST_REASONS = 20
_MOST_NAMED = 100


@dataclass
class Grown:
    """A model updated by one fit.

    Attributes:
        other_depths: the number of them with other stacks or blinds than the first.
    """

    model: BehaviourModel
    hands: int = 0
    other_depths: int = 0


@dataclass
class FittedModels:
    """The outcome of fitting.

    Attributes:
        grown: by the opponent's name and the family of games.
        players: names found, not all if there are very many.
        stopped: whether it was stopped: then nothing was kept, so that a repetition counts once.
    """

    grown: dict[tuple[str, str], Grown] = field(default_factory=dict)
    skipped: int = 0
    reasons: list[str] = field(default_factory=list)
    players: set[str] = field(default_factory=set)
    stopped: bool = False

    def skip(self, reason: str) -> None:
        self.skipped += 1
        if len(self.reasons) < _MOST_REASONS:
            self.reasons.append(reason)


@dataclass(frozen=True)
class _LocatedHand:
    """A hand located in its file; an unreadable ``record`` is the error; ``size`` in bytes."""

    name: str
    record: HandRecord | str
    size: float


def family_game(family: str) -> Game | None:
    """Return the built-in game that a family is named after; None if there is none."""
    return next((game for game in built_in_games() if situations_of(game).key == family), None)


def load_model(
    opponents: OpponentStore, name: str, game: Game, prior: Agent | None = None
) -> BehaviourModel:
    """Return the model of an opponent in a game with all that is kept.

    Raises:
        StoreError: if what is kept is damaged.
        EngineError: if it cannot be loaded.
    """
    model = BehaviourModel(game, prior)
    state = opponents.load(name, model.situations.key)
    if state is not None:
        model.load_state(state)
    return model


def fit_files(
    opponents: OpponentStore,
    paths: Sequence[Path],
    *,
    strategies: Path,
    name: str = "",
    hero: str = "",
    game: Game | None = None,
    definition: Path | None = None,
    control: JobControl | None = None,
) -> FittedModels:
    """Fit a model of each player to the hands of files, and store it.

    Args:
        paths: files in ``engine.records.formats`` and hand databases (``.db``).
        strategies: folder in which engines keep results that are costly to compute.
        name: learn about this player only; empty learns about all.
        hero: the user's name in the hands, kept as ``you``; ``You`` if empty.
        control: once cancelled, nothing is kept.

    Raises:
        PokerError: if a file cannot be read or has too many players; nothing is kept then.
        StoreError: if what is kept is damaged, or cannot be written.
    """
    control = control or JobControl()
    done = FittedModels()
    priors: dict[Game, Agent] = {}
    for index, path in enumerate(paths):
        progress = FileProgress(control, index, len(paths), path)
        for place in _hands(path, game, definition):
            if not progress.goes_on(place.size):
                return FittedModels(skipped=done.skipped, reasons=done.reasons, stopped=True)
            if isinstance(place.record, str):
                done.skip(f"{place.name}: {place.record}")
                continue
            record = place.record
            for seat, player in enumerate(record.players):
                if len(done.players) < _MOST_NAMED:
                    done.players.add(player)
                known_as = PERSONS_MODEL if player == (hero or PERSON) else player
                if not known_as or (name and name not in (player, known_as)):
                    continue
                grown = _grown(opponents, done, known_as, record.game, strategies, priors, control)
                try:
                    grown.model.learn(_seen(record, seat), seat)
                except PokerError as error:
                    done.skip(f"{place.name}: {error}")
                    break  # the others' would be the same
                grown.hands += 1
                grown.other_depths += record.game != grown.model.game
        control.progress((index + 1) / len(paths))
    _keep(opponents, done)
    return done


def fit_state(opponents: OpponentStore, path: Path, name: str) -> BehaviourModel:
    """Load an exported model from a file.

    Raises:
        StoreError: if something is kept of this opponent already, or it cannot be written.
        EngineError: if it cannot be loaded.
        StrategyFileError: if it is not such a file.
    """
    state = read_state(path)
    family = str(state.get("key", ""))
    game = family_game(family)
    if game is None:
        raise StoreError(
            "{path} is for a game that is not built in: '{family}'", path=path, family=family[:60]
        )
    model = BehaviourModel(game)
    model.load_state(state)
    if any((kept.name, kept.family) == (name, family) for kept in opponents.list()):
        raise StoreError(
            "there is already a model of '{name}' in {title}; reset it first",
            name=name,
            title=Wording(game.title),
        )
    opponents.save(name, family, model.hands, model.save_state()).result()
    return model


def is_state(path: Path) -> bool:
    return path.suffix == SUFFIX


def _hands(path: Path, game: Game | None, definition: Path | None) -> Iterator[_LocatedHand]:
    """Yield the hands of a file, oldest first."""
    if path.suffix == DATABASE_SUFFIX:
        with HandReader(path) as reader:
            reader.look()
            hands = reader.list().replayable()
        size = path.stat().st_size / max(1, len(hands.hands) + len(hands.damaged))
        for number in hands.damaged:
            yield _LocatedHand(f"hand {number}", "it is damaged", size)
        for hand in hands.hands:
            if hand.is_wide:
                reason = str(Wording("the rulebook does not play it"))
                yield _LocatedHand(f"hand {hand.number}", reason, size)
                continue
            seats = enumerate(zip(hand.engines, hand.players, strict=True))
            names = (PERSONS_MODEL if s == hand.hero else e or name for s, (e, name) in seats)
            yield _LocatedHand(
                f"hand {hand.number}", replace(hand.record, players=tuple(names)), size
            )
        return
    for recorded in recorded_hands(path, game, definition):
        place = f"{path.name}, {recorded.where} {recorded.place}"
        try:
            yield _LocatedHand(place, cleaned(recorded.read()), len(recorded.text))
        except PokerError as error:
            reason = str(error).removeprefix(f"{recorded.where} {recorded.place}: ")
            yield _LocatedHand(place, reason, len(recorded.text))


def _grown(
    opponents: OpponentStore,
    done: FittedModels,
    name: str,
    game: Game,
    strategies: Path,
    priors: dict[Game, Agent],
    control: JobControl,
) -> Grown:
    """Return the model updated by a hand."""
    key = (name, situations_of(game).key)
    if key not in done.grown:
        if len(done.grown) == MOST_MODELS:
            raise StoreError(
                "there are more than {most} players in these hands; choose one by name",
                most=MOST_MODELS,
            )
        if game not in priors:
            priors[game] = prior_of(game, strategies, control)
        done.grown[key] = Grown(load_model(opponents, name, game, priors[game]))
    return done.grown[key]


def _seen(record: HandRecord, seat: int) -> SeatRecord:
    looking = (seat + 1) % record.game.num_players
    payoffs = record.payoffs
    if record.boards:  # the model looks at the first board only
        payoffs = net_chips(record.spot, record.holes, Showdown(record.told.winners))
    return SeatRecord(record.spot, looking, record.holes, payoffs)


def _keep(opponents: OpponentStore, done: FittedModels) -> None:
    grown = [(key, one.model) for key, one in done.grown.items() if one.hands]
    opponents.save_all([(*key, model.hands, model.save_state()) for key, model in grown]).result()
