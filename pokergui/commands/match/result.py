"""The output of ``match --aivat``: the result by several variance reduction methods."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ai.agents.entry import AIVAT, DUPLICATE
from ai.evaluation.match_aivat import LETTERS
from ai.evaluation.match_estimates import ALL_IN, RAW, Reading, Verdicts
from ai.evaluation.multiplayer_aivat import corrector
from engine.agent import Agent
from engine.errors import CancelledError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.match_chunk import MatchChunk
from engine.running_result import RunningResult
from engine.stopping import ConfidenceSequence, Look, Sprt
from engine.wording import Wording
from pokergui.commands.common import picked, table
from pokergui.language import tr_commands as tr
from pokergui.units import per_hand

BOTH, ALL = "both", "all"
KNOWN = (*LETTERS, BOTH, ALL)
"""Options for the players known to AIVAT: the first engine is A."""
AT_ONCE = 256
"""Hands between two evaluations of the result."""


class Luck:
    """The result of a match by several methods.

    Args:
        known: one of ``KNOWN``.
        game: the game.
        agents: the players.
        duplicate: whether each deal is played from every position.
        control: to stop.

    Raises:
        PokerError: if AIVAT does not fit game or engines.
    """

    def __init__(
        self, known: str, game: Game, agents: Sequence[Agent], duplicate: bool, control: JobControl
    ) -> None:
        self._known, self._game, self._control = known, game, control
        self._names = tuple(agent.name for agent in agents)
        players = known_players(known, game)
        self._aivat = corrector(game, agents, players, control)
        self._drawn = [agents[at].name for at in players if agents[at].external]
        self.verdicts = Verdicts(game, duplicate, self._aivat)

    def add(self, chunk: MatchChunk) -> None:
        """Count the next hands; if stopped meanwhile, those before them count."""
        try:
            self.verdicts.add(chunk, self._control)
        except CancelledError:
            self._control.cancel()

    @property
    def record(self) -> dict[str, Any]:
        """The whole result as data."""
        readings = self.verdicts.readings
        value = picked(self._aivat.value, "name", "parameters", "hash")
        methods = [_record(one, readings[0]) for one in readings]
        corrected = _record(self.verdicts.reading(AIVAT), readings[0])
        found = {
            "known": self._known,
            **{key: corrected[key] for key in ("mean_mbb", "ci95_mbb", "sd_mbb")},
            "raw_sd_mbb": methods[0]["sd_mbb"],
            "value_hash": self._aivat.value.hash,
            "value": value,
            "methods": methods,
        }
        if len(self._names) > 2:
            found["engines"] = [
                {"engine": name}
                | {key: one[key] for key in ("mean_mbb", "ci95_mbb", "sd_mbb", "sd_cut")}
                | {"raw_mean_mbb": raw.interval.mean, "raw_sd_mbb": _finite(raw.sd)}
                for name, raw, reading in self._engines
                for one in [_record(reading, raw)]
            ]
        return found

    @property
    def _engines(self) -> list[tuple[str, Reading, Reading]]:
        """Each engine's name, its chips won, and its result with the luck taken out."""
        reading = self.verdicts.reading
        return [
            (name, reading(RAW, player), reading(AIVAT, player))
            for player, name in enumerate(self._names)
        ]

    @property
    def lines(self) -> list[str]:
        """The result in words."""
        readings, value = self.verdicts.readings, self._aivat.value
        titles = {
            RAW: tr("chips won"),
            DUPLICATE: tr("same cards, seats swapped"),
            ALL_IN: tr("board after an all-in averaged"),
            AIVAT: tr("luck-adjusted"),
        }
        hands = tr("{hands:,} hands, {known} known, value {value} {hash}").format(
            hands=readings[0].hands, known=self._known, value=value.name, hash=value.hash
        )
        drawn = tr("{engine} is known by its ranges: its actions were drawn from them")
        ends = [hands, *(drawn.format(engine=name) for name in self._drawn)]
        if len(self._names) > 2:
            engines = [
                (name, _words(raw), _words(one), f"{one.sd:,.0f}", f"{one.cut(raw):.1%}")
                for name, raw, one in self._engines
            ]
            heads = (tr("engine"), titles[RAW], titles[AIVAT], tr("SD"), tr("SD cut"))
            return [*table(engines, heads), *ends]
        rows = [
            (
                one.method,
                titles[one.method],
                _words(one),
                f"{one.sd:,.0f}",
                "" if one is readings[0] else f"{one.cut(readings[0]):.1%}",
            )
            for one in readings
        ]
        heads = (tr("method"), "", per_hand(self._game), tr("SD"), tr("SD cut"))
        return [*table(rows, heads), *ends]


def known_players(known: str, game: Game) -> tuple[int, ...]:
    """Return the players of a game that one of ``KNOWN`` names.

    Raises:
        PokerError: if the game has no such engine.
    """
    players = range(game.num_players)
    if known == ALL or (known == BOTH and game.is_heads_up):
        return tuple(players)
    if known == BOTH:
        raise PokerError(
            "--aivat both is for two engines: {title} takes --aivat all", title=Wording(game.title)
        )
    place = LETTERS.index(known)
    if place not in players:
        raise PokerError(
            "--aivat {known}: {title} has engines A to {letters}",
            known=known,
            title=Wording(game.title),
            letters=LETTERS[players[-1]],
        )
    return (place,)


def _words(one: Reading) -> str:
    return f"{one.interval.mean:+,.1f} +- {one.interval.half_width:,.1f}"


def _record(one: Reading, raw: Reading) -> dict[str, Any]:
    return {
        **picked(one, "method", "hands", "units"),
        "mean_mbb": one.interval.mean,
        "ci95_mbb": _finite(one.interval.half_width),
        "sd_mbb": _finite(one.sd),
        "sd_cut": one.cut(raw),
    }


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


class Watch:
    """A watcher of the result as hands come in; it stops the match once its rule has decided.

    Args:
        rule: the rule that decides.
        game: the game.
        engines: their names.
        duplicate: whether each deal is played from every position.
        control: cancelled once the rule has decided.
        verdicts: those of the match, whose AIVAT is used; None uses the chips won.

    Attributes:
        decided: the rule's decision, empty before.
    """

    def __init__(
        self,
        rule: ConfidenceSequence | Sprt,
        game: Game,
        engines: tuple[str, ...],
        duplicate: bool,
        control: JobControl,
        verdicts: Verdicts | None = None,
    ) -> None:
        self._rule, self._control, self._verdicts = rule, control, verdicts
        self._result = RunningResult(game, engines, duplicate)
        self.decided = ""

    def add(self, chunk: MatchChunk) -> None:
        """Take the next hands, which the verdicts have counted."""
        self._result.add(chunk)
        self.decided = self.decided or self._rule.decided(self._look)
        if self.decided:
            self._control.cancel()

    @property
    def _look(self) -> Look:
        if self._verdicts is not None:
            return self._verdicts.reading(AIVAT).look
        return Look.of(self._result.tally.units, self._result.interval())

    @property
    def _method(self) -> str:
        if self._verdicts is not None:
            return AIVAT
        return DUPLICATE if self._result.duplicate else RAW

    @property
    def record(self) -> dict[str, Any]:
        """The present state of the rule."""
        rule, look = self._rule, self._look
        interval = rule.interval(look) if isinstance(rule, ConfidenceSequence) else None
        ends = interval and [
            interval.mean - interval.half_width,
            interval.mean + interval.half_width,
        ]
        told: dict[str, Any] = {"rule": rule.name, "method": self._method}
        told |= {"stopped_at": self._result.hands}
        told |= {"decided": self.decided or None, "interval_mbb": ends}
        if isinstance(rule, Sprt):
            told |= picked(rule, "null", "alternative") | {"log_ratio": rule.log_ratio(look)}
        return told

    @property
    def verdict(self) -> str:
        """The rule's verdict on the first engine, in words."""
        rule, look = self._rule, self._look
        by_aivat = self._verdicts is not None
        if isinstance(rule, Sprt):
            return _test_words(rule, self.decided, by_aivat, per_hand(self._result.game))
        words = tr("anytime-valid +- {half:,.1f}: {verdict}")
        if by_aivat:
            words = tr("anytime-valid, AIVAT +- {half:,.1f}: {verdict}")
        wins = {"better": tr("it wins"), "worse": tr("it loses"), "": tr("no winner yet")}
        return words.format(half=rule.interval(look).half_width, verdict=wins[self.decided])


def _test_words(rule: Sprt, decided: str, by_aivat: bool, unit: str) -> str:
    """Return what a test has decided."""
    if decided:
        words = tr("the test of {null:g} against {alternative:g} {unit} accepts {accepted:g}")
        if by_aivat:
            words = tr(
                "the test of {null:g} against {alternative:g} {unit} by AIVAT accepts {accepted:g}"
            )
    else:
        words = tr("the test of {null:g} against {alternative:g} {unit} has not decided")
        if by_aivat:
            words = tr(
                "the test of {null:g} against {alternative:g} {unit} by AIVAT has not decided"
            )
    accepted = rule.alternative if decided == "alternative" else rule.null
    return words.format(null=rule.null, alternative=rule.alternative, accepted=accepted, unit=unit)


def rule_of(
    stop: str, hands: int, null: float | None, alternative: float | None
) -> ConfidenceSequence | Sprt | None:
    """Return the rule that was asked for; None for the fixed length.

    Raises:
        PokerError: if the hypotheses are missing, in the wrong order or useless.
    """
    given = [value is not None for value in (null, alternative)]
    if stop != Sprt.name:
        if any(given):
            raise PokerError("--null and --alternative belong to --stop sprt")
        return ConfidenceSequence(hands) if stop == ConfidenceSequence.name else None
    if null is None or alternative is None:
        raise PokerError("--stop sprt needs --null and --alternative")
    return Sprt(null, alternative)
