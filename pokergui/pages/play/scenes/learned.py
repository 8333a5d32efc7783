"""The sheet of an opponent model: what it learned, its notices, and how a reader decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ai.opponent.explanation import Reasons, Weighed
from ai.opponent.model import BehaviourModel, SituationFrequencies
from ai.opponent.record import ModelState
from engine.cards import Card
from engine.combos import combo_index
from engine.errors import PokerError
from engine.game import Game
from engine.player import FOLD, Action
from pokergui.formatting.notices import go_on, sentence
from pokergui.formatting.numbers import stored_day
from pokergui.formatting.reviewed import action_title
from pokergui.formatting.words import (
    card_view,
    chips,
    ev_text,
    ev_unit,
    game_words,
    hands_text,
    percent,
    phrase,
    signed,
    street_name,
)
from pokergui.language import tr_play as tr
from pokergui.language.joins import clauses, enumerated, full_sentences, phrases
from pokergui.pages.play.viewmodel import (
    ExpectedRow,
    LearnedRate,
    LearnedRow,
    LearnedScene,
    ReasonsScene,
    WeighedRow,
)
from pokergui.pages.play.work.hand_reading import (
    belief_grid,
    bits_text,
    line_action,
    own_cards,
    share_text,
)
from pokergui.store import PERSONS_MODEL, KeptOpponent, OpponentReader
from pokergui.store.fitting import FittedModels, family_game
from pokergui.viewmodel import Choice, ChoiceList, Figure, Notice, NoticeButton

UNDO = "undo"
"""Key of the button that restores the model that was reset."""
STOP = "stop"
"""Key of the button that ends running work."""
_RARE = 4.0
"""Number of occurrences at which a difference has half weight (shrinkage)."""
_NEVER = 1e-9

Key = tuple[str, str]
"""Name of an opponent and its family of games."""


@dataclass(frozen=True)
class ModelSummary:
    """The kept opponents and what was learned."""

    kept: tuple[KeptOpponent, ...]
    hands: int = 0
    situations: tuple[int, int] = (0, 0)
    rows: tuple[LearnedRow, ...] = ()
    problem: str = ""


def find_summary(writer: OpponentReader, key: Key) -> ModelSummary:
    """Read the saved models, and the rows of one opponent.

    Raises:
        StoreError: if the database cannot be read.
    """
    kept = writer.list()
    name, family = key
    if all((row.name, row.family) != key for row in kept):
        return ModelSummary(kept)
    game = family_game(family)
    if game is None:
        return ModelSummary(
            kept, problem=tr("It belongs to a game that this program does not know")
        )
    try:
        state = writer.load(name, family)
        if state is None:  # forgotten since
            return ModelSummary(kept)
        model = model_of(game, state)
    except PokerError as error:
        return ModelSummary(kept, problem=sentence(error))
    parts = sorted(model.summary(), key=differs, reverse=True)
    situations = (len(parts), model.situations.num_situations)
    return ModelSummary(kept, model.hands, situations, tuple(map(_learned_row, parts)))


def model_of(game: Game, state: ModelState) -> BehaviourModel:
    """Return a saved state as a model.

    Raises:
        EngineError: if it is not of this game.
    """
    model = BehaviourModel(game)
    model.load_state(state)
    return model


def differs(part: SituationFrequencies) -> float:
    """Return the shrunk difference between observed and expected play, 0 to 1."""
    apart = 0.5 * float(abs(part.seen - part.expected).sum())
    return apart * part.times / (part.times + _RARE)


def _learned_row(part: SituationFrequencies) -> LearnedRow:
    fold, call, raised = (
        _rate(float(seen), float(expected))
        for seen, expected in zip(part.seen, part.expected, strict=True)
    )
    points = f"{100 * differs(part):.0f}"
    names = (tr("fold"), tr("check or call"), tr("bet or raise"))
    told = [
        tr("{action} {seen}, expected {expected}").format(
            action=name, seen=rate.text, expected=rate.prior
        )
        for name, rate in zip(names, (fold, call, raised), strict=True)
        if rate.text
    ]
    seen = tr.plural("observed once", "observed {times} times", part.times)
    seen = seen.format(times=chips(part.times))
    spoken = clauses((part.words, seen, *told))
    return LearnedRow(part.words, chips(part.times), fold, call, raised, points, spoken)


def _rate(seen: float, expected: float) -> LearnedRate:
    if seen < _NEVER and expected < _NEVER:
        return LearnedRate()
    return LearnedRate(f"{100 * seen:.0f}%", f"{100 * expected:.0f}%", seen, expected)


def key_text(key: Key) -> str:
    return "\n".join(key)


def key_of(text: str) -> Key:
    name, _, family = text.partition("\n")
    return name, family


def who(name: str) -> str:
    return tr("You") if name == PERSONS_MODEL else name


def game_of(family: str) -> str:
    game = family_game(family)
    return family if game is None else game_words(game)


def learned_scene(
    learned: ModelSummary | None, key: Key, notice: Notice | None, busy: bool
) -> LearnedScene:
    rows = learned.kept if learned is not None else ()
    listed = [_choice((row.name, row.family), row.hands, row.sound) for row in rows]
    own = next((row for row in rows if (row.name, row.family) == key), None)
    if own is None:
        listed.insert(0, _choice(key, 0, sound=True))
    opponents = ChoiceList(tr("Opponent"), tuple(listed), key_text(key))
    if learned is None:
        return LearnedScene(opponents, empty=(tr("Reading the model"), ""), busy=busy)
    return LearnedScene(
        opponents,
        _learned_figures(learned, own),
        learned.rows,
        _empty(learned, key),
        notice,
        tr(
            "Small figures and ticks show what the prior expected of the same hands. The"
            " largest differences come first, in percentage points, shrunk where"
            " observations are few."
        ),
        busy=busy,
        can_reset=own is not None,
    )


def _choice(key: Key, hands: int, sound: bool) -> Choice:
    name, family = key
    note = phrases((game_of(family), hands_text(hands)))
    if not sound:
        note = tr("{note}, damaged").format(note=note)
    return Choice(key_text(key), who(name), note)


def _learned_figures(learned: ModelSummary, own: KeptOpponent | None) -> tuple[Figure, ...]:
    if own is None or learned.problem:
        return ()
    some, every = learned.situations
    day, _, time = own.updated.partition("T")
    return (
        Figure(tr("Hands learned from"), chips(learned.hands)),
        Figure(tr("Situations observed"), chips(some), tr("of {count}").format(count=chips(every))),
        Figure(tr("Last changed"), stored_day(day), tr("{time} UTC").format(time=time[:5])),
    )


def _empty(learned: ModelSummary, key: Key) -> tuple[str, str]:
    name, family = key
    if learned.problem:
        words = tr("The saved model cannot be read")
        reason = tr("{reason}. Reset deletes it; all hands are kept.")
        return words, reason.format(reason=learned.problem)
    if learned.rows:
        return "", ""
    if name == PERSONS_MODEL:
        return (
            tr("There is no model of you in {game} yet").format(game=game_of(family)),
            tr("The model learns from every hand you finish at the table, except training hands."),
        )
    return (
        tr("There is no model of {name} in {game} yet").format(name=name, game=game_of(family)),
        tr("Use “Fit from a file” with recorded hands."),
    )


def forgotten_notice(key: Key, hands: int) -> Notice:
    title = tr("Model of {name} in {game} reset: {hands}").format(
        hands=hands_text(hands), name=_whom(key[0]), game=game_of(key[1])
    )
    text = tr("The hands themselves stay in History.")
    back = (NoticeButton(UNDO, tr("Undo")),) if hands else ()
    return Notice("plain", title, text, (*back, go_on()))


def _whom(name: str) -> str:
    return tr("you") if name == PERSONS_MODEL else name


def exported_notice(path: Path) -> Notice:
    title = tr("Saved as {file}").format(file=path.name)
    text = tr("“Fit from a file” loads it again, here or on another computer.")
    return Notice("plain", title, text, (go_on(),))


def fitted_notice(done: FittedModels) -> Notice:
    """Report the result of fitting: players learned, hands skipped and reasons."""
    grown = [(name, one.hands) for (name, _), one in done.grown.items() if one.hands]
    names = enumerated(
        tr("{name} from {hands}").format(name=_whom(name), hands=hands_text(count))
        for name, count in grown[:4]
    )
    if len(grown) > 4:
        names = tr("{names} and {count} more").format(names=names, count=len(grown) - 4)
    title = tr("Learned {names}").format(names=names) if grown else tr("Nothing was learned")
    others = sum(one.other_depths for one in done.grown.values())
    told = []
    if done.stopped:
        told.append(tr("It was stopped, so nothing was saved."))
    if others:
        text = tr("{hands} at other depths are counted with the rest.")
        told.append(text.format(hands=hands_text(others)))
    if done.skipped:
        text = tr("{hands} skipped: they contradict the rules or themselves.")
        told.append(text.format(hands=hands_text(done.skipped)))
    kind: Literal["plain", "warning"] = "plain" if grown else "warning"
    return Notice(kind, title, full_sentences(told), (go_on(),), "\n".join(done.reasons))


@dataclass(frozen=True)
class Decided:
    """A decision of a reader in a finished hand."""

    reasons: Reasons
    action: Action
    hole: tuple[Card, ...]


def reasons_scene(name: str, hand: str, decided: Sequence[Decided], at: int) -> ReasonsScene:
    """Show a decision.

    Args:
        hand: title of the hand: "Hand 12"; empty if none has ended yet.
    """
    if not decided:
        text = tr(
            "After each hand against a Reader or a Literal reader its decisions are explained here."
        )
        return ReasonsScene(title=hand, empty=(tr("No reader decision to explain"), text))
    one = decided[at]
    reasons, spot, game = one.reasons, one.reasons.spot, one.reasons.spot.game
    unit = ev_unit(game)
    count = tr("{hand}, decision {number} of {count}").format(
        hand=hand, number=at + 1, count=len(decided)
    )
    grid = belief_grid(reasons.held, spot, one.hole, reasons.hole)
    model = tr("{name}’s model of you: {hands}").format(name=name, hands=hands_text(reasons.hands))
    place = phrases((street_name(game, spot.street), tr("pot {pot}").format(pot=chips(spot.pot))))
    return ReasonsScene(
        title=count,
        place=place,
        held=tr("{name} held").format(name=name),
        cards=own_cards(game, reasons.hole),
        board=tuple(card_view(game, card) for card in spot.board),
        can_back=at > 0,
        can_forward=at + 1 < len(decided),
        model=model,
        expected=tuple(
            ExpectedRow(
                line_action(spot, stage.place), percent(stage.chance), bits_text(stage.bits)
            )
            for stage in reasons.belief.stages
        ),
        grid=grid,
        belief=_belief(one, grid.cells[grid.marked].note),
        chance=_chance(reasons),
        unit=unit.caption,
        weighed=tuple(_weighed_row(one, each) for each in reasons.weighed),
        rule=_rule(one),
    )


def _belief(one: Decided, share: str) -> str:
    """Return the belief in the user's hand, or with single cards in its rank."""
    game = one.reasons.spot.game
    if game.num_hole > 1:
        share = share_text(float(one.reasons.held[combo_index(one.hole, game.deck)]))
    cards = " ".join(card.name for card in own_cards(game, one.hole))
    return tr("You held {cards}: {share} of its belief").format(cards=cards, share=share)


def _chance(reasons: Reasons) -> tuple[Figure, ...]:
    tip = tr(
        "Against its belief about your hand, without further betting; a tie counts as half a win"
    )
    whole = Figure(tr("Equity"), f"{reasons.chance:.1%}", tip=tip)
    if not reasons.counts:
        return (whole, Figure(tr("Deals"), tr("all counted")))
    lost, tied, won = reasons.counts
    of = tr("of {count}").format(count=chips(lost + tied + won))
    return (
        whole,
        Figure(tr("Samples won"), chips(won), of),
        Figure(tr("tied"), chips(tied)),
        Figure(tr("lost"), chips(lost)),
    )


def _weighed_row(one: Decided, each: Weighed) -> WeighedRow:
    reasons, action = one.reasons, each.option.action
    game, unit = reasons.spot.game, ev_unit(reasons.spot.game)
    title = action_title(reasons.spot, action)
    folds = percent(each.folded) if each.folded else ""
    wins = percent(each.chance) if action != FOLD else ""
    error = f"± {each.error / unit.chips:.{unit.digits}f}" if each.error else ""
    told = [title, tr("EV {value}").format(value=ev_text(game, each.value)), error]
    if folds:
        told.append(tr("you fold {share}").format(share=folds))
    if wins:
        told.append(tr("it wins {share} if you continue").format(share=wins))
    played = action == one.action
    if played:
        told.append(tr("played"))
    value = signed(each.value / unit.chips, unit.digits)
    return WeighedRow(title, folds, wins, value, error, played, phrases(filter(None, told)))


def _rule(one: Decided) -> tuple[str, ...]:
    """Explain the choice of the action; a short EV sum is written out."""
    reasons = one.reasons
    if reasons.exact:
        return (
            tr(
                "It plays the best response to its model of you. EVs are exact and include all "
                "later play; the chances of winning assume no further betting."
            ),
        )
    rule = tr("It takes the action with the highest EV, assuming no further betting.")
    for each in reasons.weighed:
        if each.option.action == one.action != FOLD:
            return rule, _sum(reasons, each)
    return (rule,)


def _sum(reasons: Reasons, each: Weighed) -> str:
    """Write the EV of an action as the sum of its parts."""
    game, option = reasons.spot.game, each.option
    number = ev_unit(game).number
    wins, folds = each.chance, each.folded
    parts = f"{wins:.1%} · {number(option.win)} + {1.0 - wins:.1%} · ({number(option.lose)})"
    if folds:
        parts = f"{folds:.1%} · {number(option.pot)} + {1.0 - folds:.1%} · ({parts})"
    return tr("EV of {action}: {sum} = {value}").format(
        action=phrase(action_title(reasons.spot, option.action)),
        sum=parts,
        value=ev_text(game, each.value),
    )
