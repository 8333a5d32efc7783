"""The options of ``pokergui match``, and what it prints."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ai.agents.entry import LETTERS
from ai.registry import APART
from engine.errors import PokerError
from engine.game import Game, get_game
from engine.match import MatchResult
from engine.records.formats import Format
from engine.running_result import Interval
from engine.stopping import ConfidenceSequence, Sprt
from engine.wording import Wording
from pokergui.commands.common import check_writable, picked, shares, shares_line
from pokergui.language import name_text
from pokergui.language import tr_commands as tr
from pokergui.units import per_hand

if TYPE_CHECKING:  # they are imported where a match is stored, corrected or stopped early
    from pokergui.commands.match.estimates import Luck
    from pokergui.commands.match.stored import StoredRun
    from pokergui.matches import Counting

BOTH, ALL = "both", "all"
KNOWN = (*LETTERS, BOTH, ALL)
"""Options for the players known to AIVAT: the first engine is A."""


@dataclass(frozen=True)
class MatchOptions:
    """The arguments of the command, as they are named there."""

    game: str
    engines: tuple[str, ...]
    hands: int
    duplicate: bool
    blocks: int | None
    clock: float
    stop: str
    null: float | None
    alternative: float | None
    aivat: str | None
    db: Path | None
    scheduler: str | None
    seed: int
    files: tuple[tuple[Format, Path], ...]

    @cached_property
    def rules(self) -> Game:
        return get_game(self.game)

    @property
    def wanted(self) -> int:
        return self.hands * (self.rules.num_players if self.duplicate else 1)

    @cached_property
    def known(self) -> tuple[int, ...]:
        """The players that AIVAT is to know.

        Raises:
            PokerError: if the game has no such engine.
        """
        players = range(self.rules.num_players)
        if self.aivat is None:
            return ()
        if self.aivat == ALL or (self.aivat == BOTH and self.rules.is_heads_up):
            return tuple(players)
        title = Wording(self.rules.title)
        if self.aivat == BOTH:
            raise PokerError(
                "--aivat both is for two engines: {title} takes --aivat all", title=title
            )
        place = LETTERS.index(self.aivat)
        if place not in players:
            raise PokerError(
                "--aivat {known}: {title} has engines A to {letters}",
                known=self.aivat,
                title=title,
                letters=LETTERS[players[-1]],
            )
        return (place,)

    def check(self) -> None:
        """Refuse what does not go together, before anything is computed.

        Raises:
            PokerError: with the reason.
        """
        rules = self.rules
        if self.blocks and self.blocks > self.hands:
            raise PokerError(
                "{hands} hands cannot be split into {blocks} blocks",
                hands=self.hands,
                blocks=self.blocks,
            )
        if len(self.engines) != rules.num_players:
            raise PokerError(
                "{title} is played by {players} engines",
                title=Wording(rules.title),
                players=rules.num_players,
            )
        for form, file in self.files:
            if refusal := form.refusal(rules):
                raise PokerError("{refusal}", refusal=refusal)
            check_writable(file)
        self._check_rule()
        if self.scheduler is None:
            return
        if self.stop != "fixed":
            raise PokerError("--stop and --scheduler do not go together: a worker plays all hands")
        known = [self.engines[at] for at in self.known]
        if apart := [name for name in known if name.startswith(APART)]:
            raise PokerError(
                "--aivat and --scheduler: the ranges of {engine} are only known where it plays,"
                " so play the match on this machine",
                engine=apart[0],
            )

    def _check_rule(self) -> None:
        given = [value is not None for value in (self.null, self.alternative)]
        if self.stop != Sprt.name:
            if any(given):
                raise PokerError("--null and --alternative belong to --stop sprt")
        elif not all(given):
            raise PokerError("--stop sprt needs --null and --alternative")
        self.rule()  # whose hypotheses may be useless

    def rule(self) -> ConfidenceSequence | Sprt | None:
        """Return the rule that may end the match; None for the fixed length."""
        if self.stop == "fixed":
            return None
        from pokergui.matches import rule_of  # only with --stop

        return rule_of(self.stop, self.hands, self.null, self.alternative)


@dataclass
class Played:
    """A match that was played, and what came of it on the way.

    Attributes:
        problems: why hands of it are missing in files or database, one sentence each.
    """

    asked: MatchOptions
    result: MatchResult
    compile_seconds: float
    failures: list[tuple[str, str]]
    luck: Luck | None
    counting: Counting | None
    stored: StoredRun | None
    problems: list[str] = field(default_factory=list)

    @property
    def record(self) -> dict[str, Any]:
        """The whole result as data."""
        asked, result = self.asked, self.result
        mbb, chips = result.mbb(), result.chips()
        found: dict[str, Any] = {
            "game": asked.rules.name,
            "engines": list(asked.engines),
            "hands": result.hands,
            "mean_mbb": mbb.mean,
            "ci95_mbb": mbb.half_width,
            "mean_chips": chips.mean,
            "ci95_chips": chips.half_width,
            "method": result.method,
            "seed": asked.seed,
            **picked(result, "hands_per_second", "seconds"),
            "compile_seconds": self.compile_seconds,
            "per_seat": [
                {"position": position}
                | _interval(result.hands_in_position(position), result.mbb_in_position(position))
                for position in range(asked.rules.num_players)
            ],
            "aivat": None if self.luck is None else self.luck.record,
            "stop": None,
            "failures": [{"engine": name, "reason": reason} for name, reason in self.failures],
            "forfeit": result.forfeit or None,
            "db": None if asked.db is None else str(asked.db),
            "stored": None if self.stored is None else self.stored.saved,
            "stats": shares(result.stats[0])
            | {"engines": [shares(player) for player in result.stats]},
        }
        if self.counting is not None and self.counting.rule is not None:
            from pokergui.commands.match.estimates import stop_record  # only with --stop

            found["stop"] = stop_record(self.counting, self.counting.rule)
        if asked.blocks:
            found["blocks"] = [
                _interval(count, part) for count, part in result.blocks(asked.blocks)
            ]
        return found

    @property
    def verdict(self) -> str:
        """Whether the first engine wins, in words."""
        if self.counting is not None and self.counting.rule is not None:
            from pokergui.commands.match.estimates import stop_verdict  # only with --stop

            # The usual interval was not fixed in advance.
            return stop_verdict(self.counting, self.counting.rule, by_aivat=self.luck is not None)
        mbb, wanted = self.result.mbb(), self.asked.wanted
        if self.result.hands < wanted:  # the interval is one of a length fixed in advance
            return tr("no verdict before all {hands:,} hands are played").format(hands=wanted)
        if mbb.includes_zero:
            return tr("no winner: the interval includes 0")
        words = tr("{engine} wins") if mbb.mean > 0 else tr("{engine} loses")
        return words.format(engine=self.asked.engines[0])

    @property
    def lines(self) -> list[str]:
        """The result in words."""
        asked, result, mbb = self.asked, self.result, self.result.mbb()
        failed = tr("{engine} failed: {reason}")
        return [
            tr("{game}: {engines}, {hands:,} hands, {method}").format(
                game=name_text(asked.rules.title),
                engines=" v ".join(asked.engines),
                hands=result.hands,
                method=tr("duplicate") if result.duplicate else tr("raw"),
            ),
            tr("{mean:+,.1f} +- {half:,.1f} {unit}; {verdict}").format(
                mean=mbb.mean, half=mbb.half_width, unit=per_hand(asked.rules), verdict=self.verdict
            ),
            tr("{rate:,.0f} hands/s").format(rate=result.hands_per_second),
            *map(shares_line, asked.engines, result.stats),
            *([] if self.luck is None else self.luck.lines),
            *(failed.format(engine=name, reason=reason) for name, reason in self.failures),
            *([result.forfeit] if result.forfeit else []),
        ]


def _interval(hands: int, interval: Interval) -> dict[str, Any]:
    return {"hands": hands, "mean_mbb": interval.mean, "ci95_mbb": interval.half_width}
