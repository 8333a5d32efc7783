"""Registry of engines: title, supported games, builder and strength."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

from ai.agents import supported_games
from ai.agents.baselines import CallAgent, RaiseAgent, RandomAgent
from ai.agents.entry import FAMILY, TOURNAMENT, TRAINED, Engine, played, with_depth
from ai.agents.sparring import sparring_engine
from ai.external.added import find_added, list_added
from ai.external.agent import SECONDS, ProcessAgent
from ai.external.log import log_path
from ai.external.program import ADDED, command_of
from ai.external.program import PROCESS as PROCESS
from ai.external.program import PYTHON as PYTHON
from engine.agent import Agent
from engine.errors import EngineError, StrategyFileError
from engine.game import Game
from engine.jobs import JobControl
from engine.named_file import path_after
from engine.wording import Wording, any_of

Rows = tuple[Engine, ...]


def reference(game: Game) -> Engine | None:
    """Return the reference engine of a two-player game, None if there is none.

    It is the equilibrium or the blueprint, else the one that plays by equity. Results of more than
    two players are not pairwise.
    """
    return _turned_around(game) if game.is_heads_up else None


def _turned_around(game: Game) -> Engine | None:
    """Return the engine that `inverse` mirrors: a game's reference, also multiway."""
    models = [row for name in ("cfr", "equity") for row in namesakes(name) if row.fits(game)]
    return models[0] if models else None


@cache
def _simple() -> Rows:
    return (
        Engine(
            name="random",
            title="Random walker",
            character="Plays at random; never folds when it can check.",
            needs=supported_games.ANY,
            fits=lambda game: True,
            make=lambda game, home, control: RandomAgent(game),
        ),
        Engine(
            name="call",
            title="Caller",
            character="Pays to see every card.",
            needs=supported_games.ANY,
            fits=lambda game: True,
            make=lambda game, home, control: CallAgent(game),
        ),
        Engine(
            name="raise",
            title="Raiser",
            character="Raises whenever it may.",
            needs=supported_games.ANY,
            fits=lambda game: True,
            make=lambda game, home, control: RaiseAgent(game),
        ),
        sparring_engine(reference),
    )


@cache
def _scripted() -> Rows:
    from ai.equity.handrank import has_ranks  # with the next, once one of these is looked for
    from ai.opponent.scripted import BluffingAgent, InverseAgent, PassiveAgent  # as above

    def make_inverse(game: Game, home: Path | None, control: JobControl) -> Agent:
        model = _turned_around(game)
        if model is None:
            raise EngineError(
                "no engine plays {game} with a strategy that can be mirrored", game=with_depth(game)
            )
        return InverseAgent(game, model.make(game, home, control))

    return (
        Engine(
            name="passive",
            title="Mouse",
            character="Never raises; folds its weakest third to any bet.",
            needs=supported_games.RANKED,
            fits=has_ranks,
            make=lambda game, home, control: PassiveAgent(game),
        ),
        Engine(
            name="bluffer",
            title="Bluffer",
            character="Raises its weakest hands most, its strongest half the time; never folds.",
            needs=supported_games.RANKED,
            fits=has_ranks,
            make=lambda game, home, control: BluffingAgent(game),
        ),
        Engine(
            name="inverse",
            title="Mirror",
            character="Plays strong hands like weak ones and weak ones like strong ones.",
            needs=supported_games.RANKED,
            fits=lambda game: has_ranks(game) and _turned_around(game) is not None,
            make=make_inverse,
        ),
    )


@cache
def _modelling() -> Rows:
    from ai.opponent import agent  # once it is looked for

    return (
        Engine(
            name=agent.LITERAL,
            title="Literal reader",
            character="Reads your hand, then values every action by the same equity.",
            needs=supported_games.MODELLED,
            fits=agent.fits,
            make=partial(agent.make_agent, agent.LITERAL),
            learns=True,
        ),
        Engine(
            name=agent.NAME,
            title="Reader",
            character="Learns how you play each hand, and exploits it.",
            needs=supported_games.MODELLED_BY_MORE,
            fits=agent.fits_several,
            make=partial(agent.make_agent, agent.NAME),
            learns=True,
            is_slow=lambda game: game.is_holdem and not game.is_heads_up,
        ),
    )


@cache
def _searching() -> Rows:
    from ai.search.engine import searching_engines  # once it is looked for

    return searching_engines(reference)


@cache
def _by_equity() -> Rows:
    from ai.equity.agent import EquityAgent  # with the next, once it is looked for
    from ai.equity.multiway import MultiwayEquityAgent  # as above

    return (
        Engine(
            name="equity",
            title="Odds counter",
            character="Bets by its equity against any two cards.",
            needs=supported_games.HOLDEM,
            fits=lambda game: game.is_holdem,
            make=lambda game, home, control: (
                EquityAgent() if game.is_heads_up else MultiwayEquityAgent()
            ),
        ),
    )


@cache
def _averages() -> Rows:
    from ai.cfr.agent import CfrAgent, is_solvable  # once it is looked for

    return (
        Engine(
            name="cfr",
            title="Average of CFR",
            character="Plays the average of CFR; with three or more players that need not be an"
            " equilibrium.",
            needs=supported_games.SOLVABLE_BY_MORE,
            fits=lambda game: not game.is_heads_up and is_solvable(game),
            make=CfrAgent,
        ),
    )


def _networks() -> Rows:
    from ai.networks.nfsp.shipped import shipped_engines  # once one is looked for

    return shipped_engines()


def _guided() -> Rows:
    from ai.search.engine import network_searchers  # once it is looked for

    return network_searchers()


@cache
def _exact() -> Rows:
    from ai.cfr.agent import CfrAgent, is_small  # once it is looked for

    return (
        Engine(
            name="cfr",
            title="Exact equilibrium",
            character="Has solved the game; unbeatable.",
            needs=supported_games.SOLVABLE,
            fits=is_small,
            make=CfrAgent,
            solves=True,
        ),
    )


@cache
def _jam_or_fold() -> Rows:
    from ai.preflop.agent import engine  # once it is looked for

    return (engine(),)


def _blueprints() -> Rows:
    from ai.blueprint.shipped import shipped_engines  # once it is looked for

    return shipped_engines()


def _resolving() -> Rows:
    from ai.resolving.engine import resolving_engines  # once it is looked for

    return resolving_engines(build)


@cache
def _for_tournaments() -> Rows:
    from ai.sit_and_go.agent import tournament_engine  # once it is looked for

    return (tournament_engine(find_engine),)


_RESOLVER = "cfr-resolve"
_OVER = f"{_RESOLVER}:blueprint="
_LISTED: tuple[tuple[frozenset[str], Callable[[], Rows]], ...] = (
    (frozenset({"random", "call", "raise", "spar"}), _simple),
    (frozenset({"passive", "bluffer", "inverse"}), _scripted),
    (frozenset({"opponent-model-literal", "opponent-model"}), _modelling),
    (frozenset({"uct", "smooth-uct"}), _searching),
    (frozenset({"equity"}), _by_equity),
    (frozenset({"cfr"}), _averages),
    (frozenset({"jam-fold"}), _jam_or_fold),
    (frozenset({"nfsp", "nfsp-per", "nfsp-plt"}), _networks),
    (frozenset({"nfsp-uct"}), _guided),
    (frozenset({"cfr"}), _exact),
    (frozenset({"cfr"}), _blueprints),
    (frozenset({f"{_RESOLVER}:rivers", _RESOLVER}), _resolving),
)
"""The built-in engines, the strongest kinds last: names, and what imports and lists them."""
_UNLISTED: tuple[tuple[frozenset[str], Callable[[], Rows]], ...] = (
    (frozenset({TOURNAMENT}), _for_tournaments),
)
"""Engines that are only found by name: in a cash game this one plays like another."""

FILE = "file:"
"""Prefix of the path of a strategy file."""
OTHERS = (PYTHON, PROCESS)
"""Prefixes of engine names that contain a command."""
APART = (*OTHERS, ADDED)
"""Prefixes of names of engines that run in their own process."""
_NAMED = 5
"""Most trained engines named in a message."""


def engines(game: Game | None = None, home: Path | None = None) -> tuple[Engine, ...]:
    """All engines, or those that play a game.

    Args:
        game: the game they must play; None lists all.
        home: the folder of strategies; its ``own_engines`` follow.
    """
    listed = tuple(engine for _, rows in _LISTED for engine in rows())
    if home is not None:
        listed += own_engines(home)
    return tuple(engine for engine in listed if game is None or engine.fits(game))


def own_engines(home: Path) -> tuple[Engine, ...]:
    """Return the user's engines: trained ones, resolvers over trained blueprints, and added ones.

    Args:
        home: the folder of strategies.
    """
    from ai.trained import list_trained  # as files may be of any kind

    trained = list_trained(home)
    over = [_resolver_over(engine) for engine in trained if engine.is_blueprint]
    return (*trained, *filter(None, over), *list_added(home))


def _resolver_over(blueprint: Engine) -> Engine | None:
    from ai.resolving.engine import resolver_over  # once it is looked for

    resolvers = namesakes(_RESOLVER)
    return resolver_over(resolvers[0], blueprint) if resolvers else None


def find_engine(name: str, home: Path | None = None, game: Game | None = None) -> Engine | None:
    """The registered engine with a name, None if there is none.

    Args:
        name: as in commands, with ``:best`` or options after it for a variant.
        home: the folder of strategies; None excludes trained and added ones.
        game: if two have the name, the one that plays this is returned.
    """
    registered = _find(name, home, game)
    if registered is None:
        engine, play = _with_way(name, home, game)
        if engine is not None and not _misplayed(engine, play):
            return played(engine, play)
    return registered


def _with_way(name: str, home: Path | None, game: Game | None) -> tuple[Engine | None, str]:
    """Return the engine named at the beginning of a longer name, and the rest."""
    parts = name.split(":")
    for count in range(len(parts) - 1, 0, -1):
        engine = _find(":".join(parts[:count]), home, game)
        if engine is not None:
            return engine, ":".join(parts[count:])
    return None, ""


def _misplayed(engine: Engine, play: str) -> EngineError | None:
    """Return why an engine has no such variant; None if it has."""
    if play in engine.plays:
        return None
    if engine.options is not None and ("=" in play or not engine.plays):
        try:
            engine.options(play)
        except EngineError as error:
            return error
        return None
    return EngineError(
        "'{name}' is played as {known}, not as '{play}'",
        name=engine.name,
        known=", ".join((engine.name, *engine.play_names)),
        play=play[:20],
    )


def _find(name: str, home: Path | None, game: Game | None) -> Engine | None:
    if name.startswith(TRAINED):
        return None if home is None else _find_trained(home, name)
    if name.startswith(ADDED):
        listed = () if home is None else list_added(home)
        return next((engine for engine in listed if engine.name == name), None)
    if name.startswith(_OVER + TRAINED) and home is not None:
        trained = _find_trained(home, name.removeprefix(_OVER))
        if trained is not None and trained.is_blueprint:
            return _resolver_over(trained)
    same_name = namesakes(name)
    fitting = (one for one in same_name if game is not None and one.fits(game))
    return next(fitting, same_name[0] if same_name else None)


def _find_trained(home: Path, name: str) -> Engine | None:
    from ai.trained import find_trained  # as files may be of any kind

    return find_trained(home, name.removeprefix(TRAINED))


def namesakes(name: str) -> list[Engine]:
    """Return all entries of a name: exact equilibria and blueprints share one.

    Only the packages of these are imported.
    """
    listed = (rows() for names, rows in (*_LISTED, *_UNLISTED) if name in names)
    return [engine for rows in listed for engine in rows if engine.name == name]


def build(
    name: str,
    game: Game,
    home: Path | None = None,
    control: JobControl | None = None,
    seconds: float = SECONDS,
) -> Agent:
    """Build an engine for a game.

    Args:
        name: of the list, ``file:PATH`` for a strategy file, ``python:PATH``, ``process:COMMAND``,
            or ``kuhn-family:ALPHA`` for one of the equilibria of Kuhn poker.
        game: the game it must play.
        home: folder of strategies: trained ones are found there, and costly ones are kept there;
            None caches nothing.
        control: progress and cancellation of a long computation.
        seconds: time limit per answer of an external engine.

    Raises:
        EngineError: if there is no such engine, or it does not play the game.
        StrategyFileError: if a strategy file cannot be used.
        CancelledError: if cancelled.
    """
    if name.startswith(OTHERS):
        log = log_path(home, name)
        command = command_of(name)
        return ProcessAgent(command, game, name=name, seconds=seconds, log=log, control=control)
    if name.startswith(FILE):
        from ai.trained import load_agent  # as files may be of any kind

        return load_agent(name, path_after(FILE, name), game, home)
    if name.startswith(FAMILY):
        from ai.cfr.kuhn_family import family_agent  # once it is looked for

        return family_agent(name, game)
    return _fitting(name, game, home).make(game, home, control or JobControl())


def check_engine(name: str, game: Game, home: Path | None = None) -> None:
    """Raise if an engine cannot be built for a game, without long computation.

    Raises:
        EngineError: if there is no such engine, or it does not play the game.
        StrategyFileError: if a strategy file cannot be used.
    """
    if name.startswith((*OTHERS, FILE, FAMILY)):
        build(name, game, home)  # only read, not computed
    else:
        _fitting(name, game, home)


def _fitting(name: str, game: Game, home: Path | None) -> Engine:
    """The registered engine that supports a game.

    Raises:
        EngineError: if there is none.
        StrategyFileError: if it is a trained one whose file cannot be used.
    """
    engine = find_engine(name, home, game)
    if engine is None:
        raise _unknown(name, game, home)
    if engine.problem:
        raise EngineError("'{name}' cannot be used: {problem}", name=name, problem=engine.problem)
    if not engine.fits(game):
        rows = namesakes(name)
        plays = [str(row.needs) for row in rows or [engine]]
        raise EngineError(
            "'{name}' does not play {game}: it plays {plays}",
            name=name,
            game=with_depth(game),
            plays="; ".join(plays),
        )
    return engine


def _unknown(name: str, game: Game, home: Path | None) -> EngineError | StrategyFileError:
    """Return the error for an unknown engine, naming the available ones."""
    engine, play = _with_way(name, home, game)
    wrong = None if engine is None else _misplayed(engine, play)
    if wrong and engine and (engine.plays or engine.options):
        return wrong
    if name.startswith(TRAINED) and home is not None:
        from ai.files.strategy import read_info  # as these say what is wrong with it
        from ai.trained import trained_path  # as above

        try:
            path = trained_path(home, name.removeprefix(TRAINED))
            if path.exists():
                read_info(path)  # raises with the reason
        except (EngineError, StrategyFileError) as error:
            return error
    if name.startswith(ADDED) and home is not None:
        try:
            find_added(home, name.removeprefix(ADDED))
        except EngineError as error:
            return error
    listed = engines(game, home)
    names = [engine.name for engine in listed if not engine.problem]
    trained = [name for name in names if name.startswith(TRAINED)]
    known = [name for name in names if not name.startswith(TRAINED)]
    known += trained[:_NAMED]
    listing = Wording("{known}", known=", ".join(known))
    if len(trained) > _NAMED:
        more = len(trained) - _NAMED
        listing = Wording("{known}, and {more:,} more trained ones", known=listing, more=more)
    ways = {play for engine in listed for play in engine.plays}
    others = sorted(way for way in ways if not way.isdigit())  # only sparring partners have numbers
    values: dict[str, object] = {"name": name[:60], "known": listing}
    values |= {"file": FILE, "python": PYTHON, "process": PROCESS, "family": FAMILY}
    if not others:
        return EngineError(
            "there is no engine '{name}'; choose one of {known}, {file}PATH, {python}PATH,"
            " {process}COMMAND, {family}ALPHA",
            **values,
        )
    return EngineError(
        "there is no engine '{name}'; choose one of {known}, {file}PATH, {python}PATH,"
        " {process}COMMAND, {family}ALPHA; some also as {ways}",
        ways=any_of([f"NAME:{play}" for play in others]),
        **values,
    )
