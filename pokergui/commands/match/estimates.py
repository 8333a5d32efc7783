"""What ``match`` prints with ``--aivat`` and ``--stop``: several methods, and the rule."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ai.agents.entry import AIVAT, DUPLICATE
from ai.evaluation.match_estimates import ALL_IN, RAW, Reading, Verdicts
from ai.evaluation.multiplayer_aivat import corrector
from engine.agent import Agent
from engine.jobs import JobControl
from engine.stopping import ConfidenceSequence, Sprt
from pokergui.commands.common import picked, table
from pokergui.commands.match.options import MatchOptions
from pokergui.language import tr_commands as tr
from pokergui.matches import Counting
from pokergui.units import per_hand

Rule = ConfidenceSequence | Sprt


class Luck:
    """The result of a match by several methods.

    Raises:
        PokerError: if AIVAT does not fit game or engines.
    """

    def __init__(self, asked: MatchOptions, agents: Sequence[Agent], control: JobControl) -> None:
        self._known, self._game = asked.aivat, asked.rules
        self._names = tuple(agent.name for agent in agents)
        self._aivat = corrector(self._game, agents, asked.known, control)
        self._drawn = [agents[at].name for at in asked.known if agents[at].external]
        self.verdicts = Verdicts(self._game, asked.duplicate, self._aivat)

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


def stop_record(counting: Counting, rule: Rule) -> dict[str, Any]:
    """Return the state of a stopping rule."""
    chosen = counting.chosen
    interval = rule.interval(chosen.look) if isinstance(rule, ConfidenceSequence) else None
    ends = interval and [interval.mean - interval.half_width, interval.mean + interval.half_width]
    record = {
        "rule": rule.name,
        "method": chosen.method,
        "stopped_at": counting.result.hands,
        "decided": counting.decided or None,
        "interval_mbb": ends,
    }
    if isinstance(rule, Sprt):
        record |= picked(rule, "null", "alternative") | {"log_ratio": rule.log_ratio(chosen.look)}
    return record


def stop_verdict(counting: Counting, rule: Rule, *, by_aivat: bool) -> str:
    """Return a stopping rule's verdict on the first engine, in words."""
    decided = counting.decided
    if isinstance(rule, Sprt):
        return _test_words(rule, decided, by_aivat, per_hand(counting.result.game))
    words = tr("anytime-valid +- {half:,.1f}: {verdict}")
    if by_aivat:
        words = tr("anytime-valid, AIVAT +- {half:,.1f}: {verdict}")
    wins = {"better": tr("it wins"), "worse": tr("it loses"), "": tr("no winner yet")}
    half = rule.interval(counting.chosen.look).half_width
    return words.format(half=half, verdict=wins[decided])


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
