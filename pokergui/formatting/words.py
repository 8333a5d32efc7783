"""Text of amounts, cards, streets and actions in the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.cards import Card, card_rank, card_suit
from engine.game import Game
from engine.player import Action, ActionKind, NoRaise, PublicState
from engine.records.formats import WRITTEN
from pokergui.language import name_text, plural_later, tr
from pokergui.language.joins import enumerated, phrases
from pokergui.units import value_unit
from pokergui.viewmodel import CardView
from pokergui.viewmodel.controls import FileKind
from pokergui.viewmodel.settings import AmountUnit

UNKNOWN, NOTHING = "…", "–"
"""Texts for a value not known yet, and for one that does not exist."""
MINUS = "\u2212"
_RANKS = {
    "2": plural_later("deuce", "deuces"),
    "3": plural_later("three", "threes"),
    "4": plural_later("four", "fours"),
    "5": plural_later("five", "fives"),
    "6": plural_later("six", "sixes"),
    "7": plural_later("seven", "sevens"),
    "8": plural_later("eight", "eights"),
    "9": plural_later("nine", "nines"),
    "10": plural_later("ten", "tens"),
    "J": plural_later("jack", "jacks"),
    "Q": plural_later("queen", "queens"),
    "K": plural_later("king", "kings"),
    "A": plural_later("ace", "aces"),
}
"""Letters printed for ranks, the deuce first, with the singular and plural words."""
_GLYPHS = tuple(_RANKS)


def chips(amount: int, shown: int = 1) -> str:
    """Return an amount of chips, ``shown`` of which are shown as one: "1,640", "5.5"."""
    text = f"{amount:,}" if shown == 1 else f"{amount / shown:,.2f}".rstrip("0").rstrip(".")
    return text.replace("-", MINUS)


def listed(names: Sequence[str]) -> str:
    """Return names in a row: "Raiser, Caller and Mouse"."""
    *others, last = names
    return tr("{names} and {last}").format(names=enumerated(others), last=last) if others else last


def phrase(words: str) -> str:
    """Return a phrase for mid-sentence use, its first word in lower case unless it is a name.

    Names keep their letters: a word with a capital or digit further on is a name, such as DCFR.
    """
    first = words.partition(" ")[0]
    ordinary = first[1:] == first[1:].lower() and not any(map(str.isdigit, first))
    return words[:1].lower() + words[1:] if ordinary else words


def hands_text(count: int) -> str:
    return tr.plural("1 hand", "{count} hands", count).format(count=chips(count))


def combos_text(count: float) -> str:
    """Return a number of combos, weighted by reach: "853 combos", "0.4 combos", "<0.1 combos"."""
    shown = round(count) if count >= 0.95 else count
    return tr.plural("1 combo", "{count} combos", shown).format(count=count_text(count))


def count_text(count: float) -> str:
    """Return the same without its unit: "853", "0.4"."""
    if 0 < count < 0.05:
        return "<0.1"
    return f"{count:.1f}" if 0.05 <= count < 0.95 else f"{count:,.0f}"


def signed(value: float, digits: int) -> str:
    text = f"{value:+,.{digits}f}"
    if float(text.replace(",", "")) == 0:
        text = text[1:]
    return text.replace("-", MINUS)


@dataclass(frozen=True, slots=True)
class Money:
    """Formats amounts of a game, in chips or in big blinds as the user prefers.

    Attributes:
        game: one with antes, or with an unknown big blind, is always written in chips.
    """

    game: Game
    unit: AmountUnit = "chips"

    @property
    def has_blinds(self) -> bool:
        return value_unit(self.game).name == "bb"

    @property
    def in_blinds(self) -> bool:
        return self.unit == "bb" and self.has_blinds

    def number(self, amount: int) -> str:
        """Return an amount of chips in the unit, without its name: "1,837", "18.37"."""
        return self._blinds(amount) if self.in_blinds else self._chips(amount)

    def text(self, amount: int) -> str:
        """Return an amount of chips in the unit: "1,837", "18.37 bb"."""
        return self._named(self._blinds(amount)) if self.in_blinds else self._chips(amount)

    def other(self, amount: int) -> str:
        """Return it in the other unit: "18.37 bb", "1,837 chips"; empty if there is only one."""
        if not self.in_blinds:
            return self._named(self._blinds(amount)) if self.has_blinds else ""
        words = tr.plural("1 chip", "{chips} chips", amount / self.game.shown_chip)
        return words.format(chips=self._chips(amount))

    def signed(self, amount: int) -> str:
        """Return a gain or loss of chips in the unit: "+150", "+1.5 bb"."""
        return f"+{self.text(amount)}" if amount > 0 else self.text(amount)

    def _chips(self, amount: int) -> str:
        return chips(amount, self.game.shown_chip)

    def _blinds(self, amount: int) -> str:
        text = f"{amount / value_unit(self.game).chips:z,.2f}"
        return text.rstrip("0").rstrip(".").replace("-", MINUS)

    @staticmethod
    def _named(number: str) -> str:
        return tr("{ev} bb").format(ev=number)


def card_view(game: Game, card: Card, *, mucked: bool = False, best: bool = False) -> CardView:
    return CardView(rank_glyph(game, card_rank(card)), card_suit(card), True, mucked, best)


def rank_glyph(game: Game, rank: int) -> str:
    """Return the letter printed for a rank, 0 (deuce) to 12 (ace)."""
    if game.shown_ranks:
        return game.shown_ranks[rank - (13 - game.num_ranks)]
    return _GLYPHS[rank]


def rank_word(game: Game, rank: int, count: int = 1) -> str:
    return tr.plural(*_RANKS[rank_glyph(game, rank)], count)


def hand_files() -> tuple[FileKind, ...]:
    words = tr("{title}, {holds}")
    return tuple(
        FileKind(
            one.name,
            words.format(title=name_text(one.title), holds=name_text(one.holds)),
            one.suffixes,
        )
        for one in WRITTEN
    )


def street_name(game: Game, street: int) -> str:
    if game.has_holdem_streets:
        names = (tr("Preflop"), tr("Flop"), tr("Turn"), tr("River"))
        return names[len(names) - game.num_rounds + street]
    if game.num_rounds == 1:
        return tr("Betting")
    return tr("Round {number}").format(number=street + 1)


def to_see(game: Game, street: int) -> str:
    if game.has_holdem_streets and not game.begins_later:
        return ("", tr("to see the flop"), tr("to see the turn"), tr("to see the river"))[street]
    return tr("to see round {number}").format(number=street + 1)


def said(
    spot: PublicState, action: Action, name: str, *, you: bool, unit: AmountUnit = "chips"
) -> tuple[str, str]:
    """Return a player's action at a spot, with and without the name: ("You call", "call")."""
    legal, bet = spot.legal, Money(spot.game, unit).text(action.raise_to)
    if action.kind is ActionKind.FOLD:
        long, short = (tr("You fold") if you else tr("{name} folds")), tr("fold")
    elif action.kind is ActionKind.CALL and legal.call == 0:
        long, short = (tr("You check") if you else tr("{name} checks")), tr("check")
    elif action.kind is ActionKind.CALL:
        long, short = (tr("You call") if you else tr("{name} calls")), tr("call")
    elif spot.max_bet == 0:
        long, short = (tr("You bet {bet}") if you else tr("{name} bets {bet}")), tr("bet {bet}")
    else:
        long = tr("You raise to {bet}") if you else tr("{name} raises to {bet}")
        short = tr("raise to {bet}")
    return long.format(name=name, bet=bet), short.format(bet=bet)


def raise_refused(reason: NoRaise) -> str:
    return {
        NoRaise.POSSIBLE: "",
        NoRaise.CAPPED: tr("cap reached"),
        NoRaise.COVERED: tr("all-in to call"),
        NoRaise.NO_OPPONENT: tr("opponent is all-in"),
        NoRaise.NOT_REOPENED: tr("betting not reopened"),
        NoRaise.FINISHED: "",
    }[reason]


def game_words(game: Game) -> str:
    """Return the title, with antes and a straddle: "No-limit hold'em, six players, ante 10"."""
    extra = extra_bets(game)
    if game.is_holdem and max(game.blinds) > game.big_blind:
        extra.append(tr("straddle {chips}").format(chips=chips(max(game.blinds))))
    return phrases((name_text(game.title).replace("'", "\u2019"), *extra))


def stakes(game: Game) -> str:
    """Return only the forced bets: "50/100", with antes and a straddle "50/100/200, ante 10"."""
    text = "/".join(chips(blind) for blind in sorted(blind for blind in game.blinds if blind))
    return phrases((text, *extra_bets(game)))


def extra_bets(game: Game, amount: Callable[[int], str] = chips) -> list[str]:
    """Return antes and dead blinds: ["ante 10"], ["big-blind ante 100"], ["dead blind 50"]."""
    ante = min(game.antes, default=0)
    dead = [(seat, paid - ante) for seat, paid in enumerate(game.antes) if paid > ante]
    words = [tr("ante {ante}").format(ante=amount(ante))] if ante else []
    for seat, paid in dead:
        for_all = not ante and seat == game.blinds.index(game.big_blind)
        text = tr("big-blind ante {ante}") if for_all else tr("dead blind {ante}")
        words.append(text.format(ante=amount(paid)))
    return words


def blinds_text(game: Game) -> str:
    """Return forced bets and, in limit, the sizes: "Blinds 50/100", "Ante 1, bets 2 and 4"."""
    if game.ante:
        forced = tr("Ante {ante}").format(ante=chips(game.ante))
    else:
        forced = tr("Blinds {blinds}").format(blinds=stakes(game))
    if not game.is_limit:
        return forced
    sizes = sorted(set(game.raise_sizes))
    text = tr(" and ").join(chips(size) for size in sizes)
    bets = tr.plural("bet {sizes}", "bets {sizes}", len(sizes))
    return phrases((forced, bets.format(sizes=text)))


_ROUNDING = 1e-9
"""Frequencies up to this are solver residue or rounding errors."""


def percent(share: float, *, sign: bool = True) -> str:
    """Return a frequency: "57%", "8.4%", "<0.1%", "0%" also for rounding errors; NaN is a dash."""
    if share != share:
        return "–"
    value = 100.0 * share if abs(share) > _ROUNDING else 0.0
    if 0.0 < value < 0.05:
        text = "<0.1"
    elif value >= 9.95 or value == 0.0:
        text = f"{value:.0f}"
    else:
        text = f"{value:.1f}"
    return text + "%" if sign else text


class EvUnit(NamedTuple):
    """A unit of values: its chips, the digits after the point, the heading of a column."""

    chips: float
    digits: int
    caption: str

    def number(self, ev: float) -> str:
        """Return a value in chips as a number of this unit: "3.61"; a rounded 0 has no sign."""
        return f"{ev / self.chips:z,.{self.digits}f}".replace("-", MINUS)


def ev_unit(game: Game) -> EvUnit:
    """Return big blinds or antes; chips in a game that begins later with unknown blinds."""
    unit = value_unit(game)
    captions = {"bb": tr("EV, bb"), "antes": tr("EV, antes"), "chips": tr("EV, chips")}
    return EvUnit(unit.chips, unit.digits, captions[unit.name])


def ev_text(game: Game, ev: float) -> str:
    words = {"bb": tr("{ev} bb"), "antes": tr("{ev} antes"), "chips": tr("{ev} chips")}
    return words[value_unit(game).name].format(ev=ev_unit(game).number(ev))
