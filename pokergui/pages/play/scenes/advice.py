"""One engine's answer to the user's decision, as texts for buttons and drawer.

All figures are those of Study at the same node.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.agents.sparring import is_partner
from ai.resolving.engine import RIVERS
from ai.sit_and_go.plan import SitAndGo
from ai.small_games.joint import is_listable
from ai.values.equities import can_count, live_equities
from ai.values.node_values import STATED, plays_out
from engine.combos import combo_index
from engine.errors import GameError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, ActionKind, PublicState, SeatView
from pokergui.betsize import read_size
from pokergui.felt.table_scene import pot_name
from pokergui.formatting.choices import (
    PlayChoice,
    depths_text,
    engine_choices,
    options_choices,
    rake_choices,
    rivals_of,
    seat_titles,
    stack_bounds,
)
from pokergui.formatting.notices import sentence
from pokergui.formatting.players import player_names, short_names
from pokergui.formatting.sizing import Offer, call_pots, menu_of, pot_odds, size_words
from pokergui.formatting.words import Money, ev_text, ev_unit, listed, percent, phrase, said, signed
from pokergui.language import tr_play as tr
from pokergui.language.joins import clauses, full_sentences, full_stop, phrases
from pokergui.pages.play.viewmodel import (
    YOU,
    AdviceSide,
    PotAdvice,
    SizeAdvice,
    StakesScene,
)
from pokergui.ranges.reading import Reading
from pokergui.ranges.worth import (
    answer_note,
    drawn_words,
    range_size,
    range_worth,
    unsaid,
    untrained_words,
)
from pokergui.viewmodel import ActionBarScene, ActionSlot, Choice, Figure, SlotAdvice
from pokergui.viewmodel.controls import SpotField
from pokergui.viewmodel.settings import AmountUnit

UNKNOWN = "…"
NONE = "–"
MOST_OFFERS = 5
"""Maximum number of presets of the action bar."""
MOST_SIZES = 8
"""Maximum number of rows of the drawer."""
_IN_THE_MIX = 0.02
_KINDS = {"fold": ActionKind.FOLD, "call": ActionKind.CALL, "raise": ActionKind.RAISE}


@dataclass(frozen=True)
class Advice:
    """An engine's answer with the user's own cards.

    Attributes:
        shares: (num_actions,) their probabilities.
        values: (num_actions,) chips from here on, NaN if not known.
        errors: (num_actions,) standard errors of the values, 0 if exact.
        basis: source of the values, or why there are none.
        equity: equity of the cards against the ranges of all opponents, NaN if not known.
        untrained: (num_actions,) bool: whether training hardly visited what follows.
        estimated: whether the values are the engine's own estimates, which may prefer an action
            that it never takes.
    """

    view: SeatView
    actions: tuple[Action, ...]
    shares: NDArray[np.float64]
    values: NDArray[np.float64]
    errors: NDArray[np.float64]
    counting: bool = False
    basis: str = ""
    note: str = ""
    equity: float = float("nan")
    untrained: NDArray[np.bool_] | None = None
    estimated: bool = False

    @classmethod
    def of(cls, view: SeatView, reading: Reading, engine: str = "") -> Advice:
        """Return the row of the user's own combo on the table's board."""
        at, row = board_at(reading, view), combo_index(view.hole, view.spot.game.deck)
        answer, worth = reading.valued[at], reading.worth
        unknown = np.full(len(answer.actions), np.nan)
        counting = still_counted(reading)
        words = range_worth(view.spot.game, reading, view.seat)[2]
        note = answer_note(answer, np.eye(1, len(answer.probabilities), row)[0])
        if later := solves_later(engine, view.spot):
            words, note = later, full_sentences((note, full_stop(later)))
        return cls(
            view,
            answer.actions,
            answer.probabilities[row],
            unknown if answer.values is None or counting else answer.values[row],
            np.zeros_like(unknown) if answer.error is None else answer.error[row],
            counting,
            words or ("" if answer.values is not None or counting else unsaid()),
            note,
            float("nan") if worth is None else float(worth.equity[at, view.seat, row]),
            None if worth is None or worth.untrained is None else worth.untrained[at, row],
            worth is not None and worth.basis[view.seat] == STATED,
        )

    def _raises(self) -> list[int]:
        return [i for i, action in enumerate(self.actions) if action.kind is ActionKind.RAISE]

    def _place(self, kind: ActionKind, amount: int) -> int | None:
        """Return the index of a button's action: the only one of its kind, or the chosen size's."""
        places = [i for i, action in enumerate(self.actions) if action.kind is kind]
        if amount and kind is ActionKind.RAISE:
            places = [i for i in places if self.actions[i].raise_to == amount]
        return places[0] if places else None

    def on_buttons(self, bar: ActionBarScene, amount: int) -> ActionBarScene:
        """Return the bar with probabilities and values on its legal decisions.

        Args:
            amount: the chosen size, 0 if sizes are fixed; the button of a raise has the figures of
                exactly this size.
        """
        return replace(bar, slots=tuple(self._advised(slot, amount) for slot in bar.slots))

    def _advised(self, slot: ActionSlot, amount: int) -> ActionSlot:
        if not slot.enabled:
            return slot
        place = self._place(_KINDS[slot.kind], amount)
        if place is not None:
            return replace(slot, advice=self._advice(place))
        if slot.kind != "raise":  # the rules allow it, the engine never considers it
            return replace(slot, advice=SlotAdvice(percent(0.0)))
        often = percent(float(self.shares[self._raises()].sum()))
        words = (
            tr("all bets {percent}") if not self.view.spot.max_bet else tr("all raises {percent}")
        )
        other = (tr("not one of its sizes"), words.format(percent=often))
        return replace(slot, advice=SlotAdvice("", other=other))

    def _advice(self, place: int) -> SlotAdvice:
        share = float(self.shares[place])
        return SlotAdvice(
            percent(share),
            share,
            tr("EV {value}").format(value=self._worth(place)),
            share >= float(self.shares.max()) - 1e-9,
            self._spread(place),
            self._reason(place),
        )

    def _reason(self, place: int) -> str:
        if self.untrained is not None and self.untrained[place]:
            return untrained_words()
        lacks = np.isnan(self.values[place]) and not np.isnan(self.values).all()
        return tr("EV: not known for this action") if lacks else self.basis

    def _worth(self, place: int) -> str:
        """Write the value of an action in big blinds or antes: "+17.24"."""
        if self.counting:
            return UNKNOWN
        value, unit = float(self.values[place]), ev_unit(self.view.spot.game)
        return signed(value / unit.chips, unit.digits) if value == value else NONE

    def _spread(self, place: int) -> str:
        """Write the standard error of a value: "± 0.10"; empty if it is exact."""
        if self.counting or not self.errors[place] > 0.0:
            return ""
        spread = float(self.errors[place]) / ev_unit(self.view.spot.game).chips
        return f"± {spread:.2f}" if spread >= 0.005 else "± <0.01"

    def _often(self, most: int) -> list[int]:
        places = sorted(self._raises(), key=lambda i: -float(self.shares[i]))[:most]
        return sorted(places, key=lambda i: self.actions[i].raise_to)

    def offers(self, unit: AmountUnit = "chips") -> tuple[Offer, ...]:
        """Return the engine's own sizes as presets; none if sizes are fixed."""
        spot = self.view.spot
        if spot.game.is_limit:
            return ()
        return tuple(
            Offer(
                size_words(spot, self.actions[place], unit),
                self.actions[place].raise_to,
                self._advice(place),
            )
            for place in self._often(MOST_OFFERS)
        )

    def sizes(self, chosen: int, unit: AmountUnit = "chips") -> tuple[SizeAdvice, ...]:
        """Return the sizes that the engine considers; marks ``chosen``, presets have their keys."""
        spot = self.view.spot
        if spot.game.is_limit:
            return ()
        money = Money(spot.game, unit)
        places, keyed = self._often(MOST_SIZES), self._often(MOST_OFFERS)
        heads = [
            item.head for item in menu_of(spot, [self.actions[place] for place in places], unit)
        ]
        return tuple(
            SizeAdvice(
                money.text(self.actions[place].raise_to),
                head.title,
                head.tone,
                head.rank,
                self._advice(place),
                self.actions[place].raise_to == chosen,
                str(keyed.index(place) + 1) if place in keyed else "",
            )
            for place, head in zip(places, heads, strict=True)
        )

    def best(self) -> tuple[str, str]:
        """Return the largest value and its unit, if those of all actions in the mix are known.

        Estimates count only for actions in the mix.
        """
        unknown, mix = np.isnan(self.values), self.shares > _IN_THE_MIX
        if self.counting or unknown.all() or (unknown & mix).any():
            return UNKNOWN if self.counting else NONE, ""
        best = float(np.nanmax(self.values[mix] if self.estimated else self.values))
        value, _, unit = ev_text(self.view.spot.game, best).rpartition(" ")
        return value, unit


def board_at(reading: Reading, view: SeatView) -> int:
    """Return the index of the table's board in a reading: small games are read on all boards."""
    boards = [spot.board for spot in reading.spots]
    return boards.index(view.spot.board) if len(boards) > 1 else 0


def solves_later(engine: str, spot: PublicState) -> str:
    """Return that an engine has EVs on rivers only; empty there, and for other engines."""
    river = spot.street == spot.game.num_rounds - 1
    return (
        "" if river or not engine.startswith(RIVERS) else tr("EV: this engine solves rivers only")
    )


def still_counted(reading: Reading) -> bool:
    """Return whether the values of the actions are not final yet."""
    if reading.counted:
        return False
    spot = reading.spots[0]
    if is_listable(spot.game) or plays_out(spot, reading.answers):
        return True
    return reading.worth is None and (can_count(spot.game) or not spot.game.is_heads_up)


def asking(bar: ActionBarScene) -> ActionBarScene:
    slots = (replace(slot, advice=SlotAdvice()) if slot.enabled else slot for slot in bar.slots)
    return replace(bar, slots=tuple(slots))


def figures(
    view: SeatView | None, advice: Advice | None, against: str, *, guess: bool, busy: bool
) -> tuple[Figure, ...]:
    """Return equity, pot odds, best EV and actions in the mix; ``guess`` if ranges are guessed."""
    unknown = UNKNOWN if busy else NONE
    equity = best = mix = unknown
    unit = ""
    if advice is not None:
        if advice.equity == advice.equity:
            equity = f"{100 * advice.equity:.1f}%"
        best, unit = advice.best()
        counted = int((advice.shares > _IN_THE_MIX).sum())
        mix = tr("{some} of {all}").format(some=counted, all=len(advice.actions))
    return (
        Figure(_equity_title(view, guess=guess), equity, tip=against),
        Figure(tr("Pot odds"), _pot_odds(view.spot) if view is not None else NONE),
        Figure(tr("Best EV"), best, unit, tip=advice.basis if advice is not None else ""),
        Figure(tr("In the mix"), mix),
    )


def _equity_title(view: SeatView | None, *, guess: bool) -> str:
    if guess:
        return tr("Equity v. guess")
    several = view is not None and len(opponents(view)) > 1
    return tr("Equity v. ranges") if several else tr("Equity v. range")


def opponents(view: SeatView) -> tuple[int, ...]:
    """Return the positions of the others who are still in, clockwise from the user."""
    players = view.spot.game.num_players
    after = ((view.seat + step) % players for step in range(1, players))
    return tuple(seat for seat in after if not view.spot.folded(seat))


def pot_equities(view: SeatView, reading: Reading, control: JobControl) -> tuple[float, ...]:
    """Return the equity of the user's cards in each pot that a call is for; empty for one pot."""
    pots = call_pots(view.spot) if view.spot.legal.call else ()
    if len(pots) < 2 or not reading.reaches:
        return ()
    at, row = board_at(reading, view), combo_index(view.hole, view.spot.game.deck)
    spot, ranges = reading.spots[at], reading.ranges[at]
    return tuple(
        float(live_equities(spot, ranges, control, pot.seats, (view.seat,))[view.seat, row])
        for pot in pots
    )


def pot_rows(
    view: SeatView | None, equities: Sequence[float], unit: AmountUnit, *, busy: bool
) -> tuple[PotAdvice, ...]:
    """Return odds and equity of each pot that a call plays for; empty for one pot."""
    pots = call_pots(view.spot) if view is not None and view.spot.legal.call else ()
    if view is None or len(pots) < 2:
        return ()
    money, unknown = Money(view.spot.game, unit), UNKNOWN if busy else NONE
    shares = [f"{100 * share:.1f}%" if share == share else NONE for share in equities]
    return tuple(
        PotAdvice(
            pot_name(place),
            money.text(pot.amount),
            money.text(pot.cost),
            f"{100 * pot.odds:.1f}%",
            shares[place] if shares else unknown,
        )
        for place, pot in enumerate(pots)
    )


def _pot_odds(spot: PublicState) -> str:
    return f"{100 * pot_odds(spot):.1f}%" if spot.legal.call else NONE


def advisors(game: Game, home: Path) -> tuple[Choice, ...]:
    """Return the engines that play a game; those that do not answer for ranges are not usable."""
    silent = {
        row.name: tr("takes minutes for a range") if row.has_ranges else tr("gives no ranges")
        for row in rivals_of(game, home)
        if not row.answers_ranges(game)
    }
    listed = engine_choices(game, home, lambda one: not is_partner(one))
    able = tuple(choice for choice in listed if choice.key not in silent)
    group = tr("Cannot advise here")
    return able + tuple(
        replace(choice, note=silent[choice.key], usable=False, group=group)
        for choice in listed
        if choice.key in silent
    )


@dataclass(frozen=True)
class Seats:
    """The seats at a decision of the user."""

    view: SeatView
    titles: Sequence[str]
    unit: AmountUnit

    def _clockwise(self, position: int) -> int:
        """Return the number of a seat, clockwise from the user's, which is 0."""
        return (position - self.view.seat) % self.view.spot.game.num_players

    def position(self, side: str) -> int:
        steps = 0 if side == YOU else int(side)
        return (self.view.seat + steps) % self.view.spot.game.num_players

    def name(self, position: int) -> str:
        return self.titles[self._clockwise(position) - 1]

    def sides(self) -> tuple[AdviceSide, ...]:
        """Return the sides with ranges to show: the others who are still in, and the user."""
        game, you = self.view.spot.game, AdviceSide(YOU, tr("You"), tr("You"))
        if game.is_heads_up:
            return (AdviceSide("1", tr("Opponent"), self.titles[0]), you)
        places, short, words = player_names(game), short_names(game), tr("{name}, {position}")
        others = (
            AdviceSide(
                str(self._clockwise(seat)),
                short[seat],
                words.format(name=self.name(seat), position=places[seat]),
            )
            for seat in opponents(self.view)
        )
        return (*others, you)

    def against(self, reading: Reading, engine: str, *, guess: bool) -> str:
        at, others = board_at(reading, self.view), opponents(self.view)
        sizes = [range_size([reading.spots[at]], [reading.ranges[at][seat]]) for seat in others]
        if len(others) > 1 and guess:
            words = tr("Against a guess at their ranges, {count}: {name} never plays this line")
        elif len(others) > 1:
            words = tr("Against all their ranges, {count}, if they play this line as {name} does")
        elif guess:
            words = tr("Against a guess at their range, {count}: {name} never plays this line")
        else:
            words = tr("Against their range, {count}, if they play this line as {name} does")
        text = words.format(count=listed(sizes), name=engine)
        text = tr("{text}. Without further betting, over all cards to come.").format(text=text)
        return full_sentences((text, full_stop(drawn_words(self.view.spot))))

    def assumed(self, engine: str) -> str:
        two = tr("If both play this line as {name} does")
        all_of_them = tr("If all play this line as {name} does")
        return (two if self.view.spot.game.is_heads_up else all_of_them).format(name=engine)

    def _before(self, place: int) -> PublicState:
        spot = self.view.spot
        return PublicState(spot.game, spot.actions[:place], ())

    def is_other(self, place: int) -> bool:
        return self._before(place).to_act != self.view.seat

    def _said(self, spot: PublicState, action: Action) -> str:
        you = spot.to_act == self.view.seat
        name = "" if you else self.name(spot.to_act)
        words = said(spot, action, name, you=you, unit=self.unit)[0]
        return phrase(words) if you else words

    def never(self, places: Sequence[int], engine: str) -> str:
        """Name the actions of the line that an engine never takes; empty for none."""
        if not places:
            return ""
        told = [self._said(self._before(at), self.view.spot.actions[at]) for at in places]
        return tr("{name} never plays this: {actions}. The range is a guess from there on.").format(
            name=engine, actions=clauses(told)
        )


def stack_texts(game: Game, unit: AmountUnit) -> tuple[str, ...]:
    """Return the stacks of a game as the fields show them; empty if nobody runs out of chips."""
    if not game.has_stacks:
        return ()
    money = Money(game, unit)
    return tuple(money.number(stack) for stack in game.stacks)


def read_stack(game: Game, text: str, unit: AmountUnit) -> int:
    """Return the chips of a stack that the user typed: ``4000``, ``40bb``, or a number of the unit.

    Raises:
        GameError: with what is wrong with it.
    """
    size = read_size(text, "bb" if Money(game, unit).in_blinds else "chips")
    if size is None or size.kind not in ("chips", "bb"):
        raise GameError(tr("Write big blinds or chips, such as 40bb or 4000"))
    chips = size.number * (game.big_blind if size.kind == "bb" else 1)
    if chips.denominator != 1:
        raise GameError(tr("This is not a whole number of chips"))
    (least, most), money = stack_bounds(game), Money(game, unit)
    if chips < least:
        raise GameError(
            tr("A stack is at least all forced bets, {chips}").format(chips=money.text(least))
        )
    if chips > most:
        raise GameError(tr("A stack is at most {chips}").format(chips=money.text(most)))
    return int(chips)


def read_stacks(
    choice: PlayChoice, texts: Sequence[str], unit: AmountUnit, home: Path
) -> tuple[StakesScene, PlayChoice | None]:
    """Return the strip for typed texts, and the table with these stacks if it can be played."""
    game = choice.build_game()
    names = (tr("You"), *seat_titles(choice.opponents, home, game))
    stacks: list[int] = []
    errors = [""] * len(texts)
    for place, text in enumerate(texts):
        try:
            stacks.append(read_stack(game, text, unit))
        except GameError as error:
            errors[place] = str(error)
    notes = [""] * len(texts)
    if not any(errors):
        notes = [Money(game, unit).other(stack) for stack in stacks]
        errors = _refused(choice, stacks, home)
    fields = tuple(
        SpotField(str(place), text, notes[place], errors[place]) for place, text in enumerate(texts)
    )
    words = tr("{name}: {problem}.")
    wrong = [words.format(name=n, problem=e) for n, e in zip(names, errors, strict=False) if e]
    problem = wrong[0] if wrong else ""
    antes, rake = options_choices(game, choice.options), rake_choices(game, choice.rake)
    scene = StakesScene(names, fields, problem, antes, rake)
    return scene, None if problem or not fields else choice.with_stacks(stacks)


def read_plan(choice: PlayChoice, texts: Sequence[str]) -> tuple[StakesScene, PlayChoice | None]:
    """Return the strip for the texts of a sit-and-go, and the table if it can be played."""
    names = (tr("Stacks"), tr("Levels"), tr("Hands a level"), tr("Prizes"))
    stacks, levels, hands, prizes = texts
    try:
        plan = SitAndGo.of_texts(len(choice.opponents) + 1, stacks, levels, hands, prizes)
    except PokerError as error:
        fields = tuple(SpotField(str(place), text) for place, text in enumerate(texts))
        return StakesScene(names, fields, sentence(error), of_seats=False), None
    least = min(plan.stacks) / plan.levels[0].big_blind
    count = tr.plural("1 level", "{count} levels", len(plan.levels)).format(count=len(plan.levels))
    notes = (
        tr("{depth} bb at the start").format(depth=f"{least:.3g}"),
        phrases((count, tr("up to {level}").format(level=plan.levels[-1].text))),
        "",
        tr("{sum} in all").format(sum=f"{sum(plan.payouts):,.10g}"),
    )
    fields = tuple(
        SpotField(str(place), text, note)
        for place, (text, note) in enumerate(zip(texts, notes, strict=True))
    )
    return StakesScene(names, fields, of_seats=False), replace(choice, plan=plan.text)


def _refused(choice: PlayChoice, stacks: Sequence[int], home: Path) -> list[str]:
    """Return for each seat why its engine does not play with these stacks."""
    if not stacks:
        return []
    game = choice.with_stacks(stacks).build_game()
    playing = {engine.name for engine in rivals_of(game, home)}
    words = tr("This engine plays equal stacks only")
    if len(set(stacks)) == 1:
        words = tr("This engine does not play {depth} bb").format(depth=depths_text(game))
    return ["", *("" if one in playing else words for one in choice.opponents)]
