"""One hand of the Lab's tab "Evaluation", and the unseen hands it is evidence for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from ai.cfr.matrix import Number
from ai.evaluation.enumeration import Moments
from ai.evaluation.estimators import MAPS, RelatedHand, parts
from ai.evaluation.luck import value_of
from ai.evaluation.support import lacks_spread, lacks_support, unsupported
from ai.lab.evaluation_problem import LAST, Answered, shown_of
from ai.values.payoffs import Chips
from engine.card_display import shown_rank
from engine.cards import Card, card_suit
from engine.combos import combo_cards
from engine.game import Game
from engine.lines import line_text
from engine.player import ActionKind, PublicState
from pokergui.formatting.notices import capital
from pokergui.formatting.numbers import number_text
from pokergui.formatting.words import NOTHING, chips
from pokergui.language import name_text
from pokergui.language import tr_lab as tr
from pokergui.pages.lab.scenes.kuhn import bracketed, plain, player_name, signed
from pokergui.pages.lab.viewmodel import HandScene, LabColumn, LabNumber, LabRow, LabTable
from pokergui.viewmodel import Choice, ChoiceList

SUITS = "♣♦♥♠"
_DIGITS = 5
_NEXT_TO_NOTHING = 1e-6
"""Weights below this are shown as approximately 0."""
_RARE = 100
"""Hands from which "one in N" is a whole number."""
_ROUNDING = 1e-12
_KEPT = 8
"""Pictures of hands cached while hands are drawn."""
_BLANK = (LabNumber(""),)
_NONE = (LabNumber(NOTHING, tone="quiet"),)

Keys = tuple[str, ...]
"""A hand as the lists name it: betting, the player's cards, the rival's, the board."""
Place = tuple[int, int]
"""A hand's row in the listing, and its own combo."""


class ListedHands:
    """All hands that the behaviour plays, to be chosen part by part.

    Attributes:
        left_out: for each that a million hands do not make valid, how much of the target they do
            not show it.
        without_sd: those whose spread a million hands do not show.
    """

    def __init__(self, answered: Answered) -> None:
        listing, game = answered.listing, answered.question.game
        cards = combo_cards(game.deck, game.num_hole).tolist()
        self.answered = answered
        self.moments = {name: listing.moments(name) for name in listing.estimates}
        self._shown = {how.name: shown_of(answered, how) for how in MAPS}
        self.left_out = {
            name: unsupported(shown, LAST)[0]
            for name, shown in self._shown.items()
            if bias(self.moments[name]) or lacks_support(shown, LAST)
        }
        self.without_sd = {name for name, shown in self._shown.items() if lacks_spread(shown, LAST)}
        self._titles: dict[tuple[int, str], str] = {}
        self._hands: dict[Keys, Place] = {}
        for row, combo in np.argwhere(listing.chance != 0).tolist():
            spot = listing.lines[row].spot
            titles = (
                line_words(spot),
                card_words(game, cards[combo]),
                card_words(game, cards[listing.others[row]]),
                card_words(game, spot.board),
            )
            keys = (line_text(game, spot.actions), *titles[1:])
            self._titles |= dict(zip(enumerate(keys), titles, strict=True))
            self._hands[keys] = (row, combo)

    def is_valid(self, name: str, hands: int) -> bool:
        """Return whether so many hands show an estimator enough of the target."""
        return name not in self._shown or not lacks_support(self._shown[name], hands)

    def nearest(self, wanted: Keys) -> Keys:
        """Return the wanted hand, or the one that matches most of its parts, in order.

        If nothing is wanted, it is one with the most decisions: it is evidence for the most others.
        """
        lines = self.answered.listing.lines
        left = list(self._hands)
        if not any(wanted):
            return max(left, key=lambda keys: len(lines[self._hands[keys][0]].decisions))
        for part, key in enumerate(wanted):
            keys = {one[part] for one in left}
            taken = key if key in keys else left[0][part]
            left = [one for one in left if one[part] == taken]
        return left[0]

    def place(self, keys: Keys) -> Place:
        return self._hands[keys]

    def keys_of(self, place: Place) -> Keys:
        return next(keys for keys, one in self._hands.items() if one == place)

    def choices(self, chosen: Keys) -> tuple[tuple[str, ChoiceList], ...]:
        """Return the choices for each part of a hand, given the parts before it."""
        captions = (tr("Betting"), tr("Own"), tr("Rival"), tr("Board"))
        lists = []
        for part, caption in enumerate(captions):
            keys = dict.fromkeys(
                one[part] for one in self._hands if one[:part] == chosen[:part] and one[part]
            )
            if keys:
                entries = tuple(Choice(key, self._titles[part, key]) for key in keys)
                lists.append((str(part), ChoiceList(caption, entries, chosen[part])))
        return tuple(lists)


def bias(one: Moments) -> Number:
    """Return the bias of an estimator, 0 if it is only rounding."""
    return one.bias if abs(float(one.bias)) > _ROUNDING else 0


def line_words(spot: PublicState) -> str:
    """Return the betting as text, rounds split by slashes: "check, bet, call / check, check"."""
    words, street, here = "", 0, PublicState(spot.game, (), ())
    for action in spot.actions:
        facing = here.legal.call > 0
        if words:
            words += " / " if here.street > street else ", "
        words += {
            ActionKind.FOLD: tr("fold"),
            ActionKind.CALL: tr("call") if facing else tr("check"),
            ActionKind.RAISE: tr("raise") if facing else tr("bet"),
        }[action.kind]
        street, here = here.street, here.after(action)
    return words


def card_words(game: Game, cards: Sequence[Card]) -> str:
    """Return cards as text, with suits only where there are several."""
    suited = len({card_suit(card) for card in game.deck}) > 1
    return " ".join(
        shown_rank(game, card >> 2) + (SUITS[card_suit(card)] if suited else "") for card in cards
    )


@lru_cache(_KEPT)
def hand_scene(hands: ListedHands, keys: Keys, estimator: str, fractions: bool) -> HandScene:
    """Build a hand and those it is evidence for; the weights of ``estimator`` are emphasised."""
    answered = hands.answered
    row, combo = hands.place(keys)
    listing = answered.listing
    line, chance = listing.lines[row], listing.chance[row, combo]
    cards = combo_cards(line.spot.game.deck, line.spot.game.num_hole)
    other = tuple(cards[listing.others[row]].tolist())
    won = Chips().of(line.spot, line.seat, other)[combo]
    rarity = float(1 / chance)
    words = tr("One hand in {count}. {player} nets {chips}.").format(
        count=chips(round(rarity)) if rarity >= _RARE else f"{rarity:.3g}",
        player=player_name(line.seat),
        chips=number_text(int(won), True, sign=True),
    )
    plays, judged = line.played(answered.behaviour), line.played(answered.target)
    value = value_of(answered.question.value, line.spot.game)
    told = {
        how.name: parts(line, plays, judged, how, value, other, combo) for how in reversed(MAPS)
    }
    table = _table(line.spot, combo, told, estimator, fractions)
    if estimator in told:
        seen = (line.spot.actions, combo)
        arithmetic = _arithmetic(estimator, told[estimator], seen, fractions)
    else:
        arithmetic = _of_aivat(listing.estimates[estimator][row, combo], fractions)
    heading = tr("{estimator} on this hand").format(estimator=estimator_names()[estimator])
    return HandScene(hands.choices(keys), words, table, heading, arithmetic)


def no_hand() -> HandScene:
    return HandScene((), "", LabTable(_title(), _columns(""), ()), tr("The estimate"), ())


def _title() -> str:
    return tr("Weights of the hands it is evidence for")


def estimator_names() -> dict[str, str]:
    return {"basic": tr("Basic"), "gea": "GEA", "pi": "PI", "pi+gea": "PI + GEA", "aivat": "AIVAT"}


def _columns(estimator: str) -> tuple[LabColumn, ...]:
    names = estimator_names()
    tip = tr(
        "Importance weight: probability that the target plays the hand, divided by the "
        "probability that the behaviour plays what it shares with the hand seen. It "
        "multiplies the worth. {title}"
    )
    return (
        LabColumn(tr("Worth"), tr("Chips that the hand counts for"), width=0.8),
        LabColumn(tr("Target"), tr("Target’s own probability of the hand"), width=0.8),
        *(
            LabColumn(
                names[how.name],
                tip.format(title=capital(name_text(how.title))),
                strong=how.name == estimator,
            )
            for how in MAPS
        ),
    )


def _table(
    seen: PublicState,
    combo: int,
    told: dict[str, tuple[RelatedHand, ...]],
    estimator: str,
    fractions: bool,
) -> LabTable:
    """Build the table: equal weights share a row; the hand seen and its betting come first."""
    game, cards = seen.game, combo_cards(seen.game.deck, seen.game.num_hole).tolist()
    groups: dict[tuple[PublicState, int], dict[str, RelatedHand]] = {}
    for name, listed in told.items():
        for part in listed:
            groups.setdefault((part.end, part.combo), {})[name] = part
    alike: dict[tuple[object, ...], list[tuple[PublicState, int]]] = {}
    for (end, own), by_map in groups.items():
        ranks = tuple(card >> 2 for card in cards[own])
        weights = tuple((name, part.weight) for name, part in by_map.items())
        itself = (end.actions, own) == (seen.actions, combo)
        alike.setdefault((end.actions, ranks, weights, itself), []).append((end, own))
    rows: list[LabRow] = []
    ends = list(dict.fromkeys((seen, *(end for end, _ in groups))))
    by_line = sorted(alike.values(), key=lambda one: (ends.index(one[0][0]), one[0][1] != combo))
    for hands in by_line:
        end, own = hands[0]
        by_map = groups[end, own]
        part = next(iter(by_map.values()))
        held = " ".join(card_words(game, cards[one]) for _, one in hands)
        line = line_words(end)
        begins = not rows or not rows[-1].note.startswith(line)
        if (end.actions, own) == (seen.actions, combo):
            line = tr("{line} (seen)").format(line=line)
        weighed = (
            (_shown(by_map[how.name].weight, fractions),) if how.name in by_map else _NONE
            for how in MAPS
        )
        worth, judged = signed(part.value, fractions), _shown(part.target, fractions)
        rows.append(LabRow(held, line, "quiet", ((worth,), (judged,), *weighed), begins))
    sums = tuple((signed(_estimate(told[how.name]), fractions, _DIGITS),) for how in MAPS)
    how = tr("sum of weight · worth")
    rows.append(LabRow(tr("Estimate"), how, "accent", (_BLANK, _BLANK, *sums)))
    return LabTable(_title(), _columns(estimator), tuple(rows))


def _shown(value: Number, fractions: bool) -> LabNumber:
    """Return a weight or a probability as text; tiny ones are quiet."""
    if 0 < value < _NEXT_TO_NOTHING:
        return LabNumber("~0", float(value), "quiet")
    return plain(value, fractions, digits=_DIGITS)


def _estimate(listed: Sequence[RelatedHand]) -> Number:
    total: Number = 0
    for part in listed:
        total += part.weight * part.value
    return total


def _arithmetic(
    estimator: str, told: Sequence[RelatedHand], seen: tuple[object, int], fractions: bool
) -> tuple[tuple[str, str], ...]:
    fold = tr("a fold, or the call that ends the betting")
    speaks = {
        "basic": tr("only itself"),
        "gea": tr("itself, and ending the hand at each decision of the player: {fold}"),
        "pi": tr("the same betting with any cards"),
        "pi+gea": tr("any cards, on this betting or ending it at a decision of the player: {fold}"),
    }
    same = tr("with the same cards, the behaviour plays all that the target plays")
    some = tr("with some cards, the behaviour plays all that the target plays")
    but = tr("{rule}; actions that end the hand may be missing")
    needs = {
        "basic": same,
        "gea": but.format(rule=same),
        "pi": some,
        "pi+gea": but.format(rule=some),
    }

    def text(value: Number) -> str:
        return number_text(value, fractions)

    first = next((one for one in told if (one.end.actions, one.combo) == seen), told[0])
    counted = [one for one in told if one.weight > _NEXT_TO_NOTHING] or told[:1]
    terms = " + ".join(f"{text(one.weight)} · {bracketed(text(one.value))}" for one in counted)
    return (
        (tr("Evidence for"), speaks[estimator].format(fold=fold)),
        (
            tr("Weight seen"),
            tr("target {target} / behaviour {behaviour} = {weight}").format(
                target=text(first.target),
                behaviour=text(first.behaviour),
                weight=text(first.weight),
            ),
        ),
        (tr("Estimate"), f"{terms} = {text(_estimate(told))}"),
        (tr("Unbiased if"), needs[estimator]),
    )


def _of_aivat(estimate: Number, fractions: bool) -> tuple[tuple[str, str], ...]:
    return (
        (tr("Evidence for"), tr("the same betting with any cards")),
        (
            tr("Corrects"),
            tr(
                "the deal, every board and every decision of the player: adds the exact expected "
                "value before it, and subtracts the exact value after it"
            ),
        ),
        (tr("Estimate"), number_text(estimate, fractions)),
        (tr("Unbiased if"), tr("behaviour and target are one strategy")),
    )
