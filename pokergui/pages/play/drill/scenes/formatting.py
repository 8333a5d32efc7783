"""Sources, verdicts and series of drills in words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import numpy as np

from ai.drill.deals import DealtSpot
from ai.drill.dice import asked, bands
from ai.review.classes import CLASSES
from ai.review.judges import usual_name
from engine.game import Game
from engine.hand import HandState
from engine.player import PublicState
from pokergui.drills.judge import DAILY, PLAY, REPORT, SOLUTION, STUDY
from pokergui.drills.series import DECISION, HAND, STREET, DrillFigures, SeriesSpot
from pokergui.felt.table_scene import TableSceneBuilder, frames_of
from pokergui.formatting.choices import engine_choices, engine_title
from pokergui.formatting.handname import hand_name
from pokergui.formatting.numbers import stored_day
from pokergui.formatting.players import player_names
from pokergui.formatting.reviewed import action_title, can_review, quality_title, unread_text
from pokergui.formatting.words import blinds_text, chips, percent, phrase
from pokergui.language import tr_play as tr
from pokergui.language.joins import broken, clauses, phrases, sentences
from pokergui.links import DrillLink, ReportLink, SolutionLink
from pokergui.pages.play.drill.viewmodel import VerdictScene
from pokergui.pages.play.drill.work import SPOT
from pokergui.pages.play.scenes.decision import price_note, status_text
from pokergui.units import CHIPS, amount_unit, per_decision, value_unit
from pokergui.viewmodel import Choice, ChoiceList, FeltNote, TableFrame, TableScene
from pokergui.viewmodel.settings import AmountUnit

_MOST_SHARES = 4
_SHOWN = 0.005
"""Smallest frequency that is listed."""


def source_text(source: str) -> str:
    kind, _, rest = source.partition(" ")
    if kind == "hand":
        return tr("Your hand {number}").format(number=rest)
    words = {
        DAILY: tr("Spot of the day, {day}").format(day=stored_day(rest)),
        PLAY: tr("From engine play"),
        STUDY: tr("From Study"),
        REPORT: tr("From a report"),
        SOLUTION: tr("From the solution"),
    }
    return words.get(kind, source)


def handed_on(source: str) -> Choice:
    return {
        SPOT: Choice(SPOT, tr("A spot from Study"), tr("hand after hand")),
        REPORT: Choice(REPORT, tr("A report"), tr("board after board")),
        SOLUTION: Choice(SOLUTION, tr("A solution"), tr("its decisions as they come")),
    }[source]


def solved_text(pot_percent: float) -> str:
    return tr("solved to {percent}% of the pot").format(percent=f"{pot_percent:.2g}")


def lost_text(game: Game, thousandths: float) -> str:
    """Write EV lost with its unit: "0.41 bb", "3.20 chips" if the big blind is not known."""
    return f"{thousandths / 1000:.2f} {amount_unit(game)}"


def lengths(chosen: str) -> ChoiceList:
    choices = (
        Choice(DECISION, tr("One decision"), tr("then the next spot")),
        Choice(STREET, tr("The street"), tr("your decisions to its end")),
        Choice(HAND, tr("The hand"), tr("your decisions to its end")),
    )
    return ChoiceList(tr("Length"), choices, chosen)


def verdict_of(one: SeriesSpot, judge: str, unit: AmountUnit = "chips") -> VerdictScene:
    """Return the judge's verdict on an answer.

    Args:
        unit: unit of bets; EVs are in big blinds.
    """
    reviewed = one.reviewed
    assert reviewed is not None
    assert one.action is not None
    did = action_title(reviewed.spot, one.action, unit)
    if one.answer is None:
        words = tr("{action}: {reason}. This answer is not saved.")
        text = words.format(action=did, reason=unread_text(reviewed.unread))
        return VerdictScene("", tr("Not judged"), text)
    game = reviewed.spot.game
    title = quality_title(reviewed.quality)
    if reviewed.counted:
        title = tr("{quality} · {lost} lost, floor {floor}").format(
            quality=title,
            lost=lost_text(game, 1000.0 * reviewed.counted / game.value_chips),
            floor=f"{reviewed.floor / game.value_chips:.2f}",
        )
    shares = _shares(one, unit)
    parts = [tr("{action}. {judge}: {shares}").format(action=did, judge=judge, shares=shares)]
    if one.dice:
        parts.append(_dice(one, unit))
    return VerdictScene(reviewed.quality, title, clauses(parts))


def _shares(one: SeriesSpot, unit: AmountUnit) -> str:
    """Write the judge's most frequent actions: "Raise to 1,837 62%, Call 550 38%"."""
    view = one.question.view
    order = np.argsort(-view.row, kind="stable")[:_MOST_SHARES]
    listed = [at for at in order.tolist() if view.row[at] >= _SHOWN]
    return phrases(
        tr("{action} {share}").format(
            action=action_title(view.spot, view.actions[at], unit),
            share=percent(float(view.row[at])),
        )
        for at in listed
    )


def _dice(one: SeriesSpot, unit: AmountUnit) -> str:
    view = one.question.view
    at = asked(view.row.tolist(), one.dice)
    low, high = bands(view.row.tolist())[at]
    return tr("dice {number} asked for {action} ({low} to {high})").format(
        number=one.dice,
        action=phrase(action_title(view.spot, view.actions[at], unit)),
        low=low,
        high=high,
    )


def due_text(due: datetime, now: datetime) -> str:
    """Write when a card is due again: "due again in 2 days"."""
    wait = max(timedelta(0), due - now)
    minutes = round(wait / timedelta(minutes=1))
    if minutes < 60:
        return tr("due again in {count} min").format(count=max(1, minutes))
    hours = round(wait / timedelta(hours=1))
    if hours < 24:
        return tr("due again in {count} h").format(count=hours)
    days = round(wait / timedelta(days=1))
    words = tr.plural("due again in 1 day", "due again in {count} days", days)
    return words.format(count=chips(days))


def head_text(figures: DrillFigures, asked_count: int, count: int, due: str, game: Game) -> str:
    head = tr("{done} of {count} spots").format(done=asked_count, count=count)
    if not figures.done:
        return head
    rate = f"{figures.rate_mbb:,.0f} {per_decision(game)}"
    if value_unit(game).name == CHIPS:
        rate = tr("{rate} chips/decision").format(rate=f"{figures.rate_mbb / 1000:,.2f}")
    lost = tr("{head}, lost {lost}, {rate}").format(
        head=head, lost=lost_text(game, figures.lost_mbb), rate=rate
    )
    return tr("{head}; {due}").format(head=lost, due=due) if due else lost


def notes_text(figures: DrillFigures, due: int | None) -> str:
    """Write score, accuracy, streak, dice, and the number of due cards (None if there are none)."""
    parts = []
    if figures.done:
        parts = [
            tr("score {score}").format(score=f"{figures.score:.0f}"),
            tr("{share} best or correct").format(share=percent(figures.accuracy)),
            tr("streak {now}, best {best}").format(now=figures.streak, best=figures.best_streak),
        ]
    if figures.rolled:
        words = tr("dice followed {some} of {all}")
        parts.append(words.format(some=figures.followed, all=figures.rolled))
    if due is None:
        parts.append(tr("nothing is saved"))
    else:
        cards = tr.plural("1 card due", "{count} cards due", due)
        parts.append(cards.format(count=chips(due)))
    return phrases(parts)


def counts_of(figures: DrillFigures) -> tuple[tuple[str, str, str], ...]:
    return tuple((name, quality_title(name), chips(figures.classes[name])) for name in CLASSES)


def best_text(one: SeriesSpot, unit: AmountUnit = "chips") -> str:
    view = one.question.view
    return action_title(view.spot, view.actions[view.best], unit)


def judge_of(
    link: DrillLink | None, game: Game, chosen: Mapping[str, str], home: Path
) -> tuple[str, str]:
    """Return the judge's name, and why there is no judge; one of them is empty.

    A solution judges itself, a report's engine its report. Otherwise the judge is the engine chosen
    for the game, or else the strongest that can review.
    """
    if isinstance(link, SolutionLink):
        return SOLUTION, ""
    listed = [one.key for one in engine_choices(game, home, partial(can_review, game=game))]
    if isinstance(link, ReportLink) and link.engine not in listed:
        words = tr("{engine} does not give values of hands: choose another judge.")
        return "", words.format(engine=engine_title(link.engine, home, game))
    usual = chosen.get(game.name, usual_name(game))
    wanted = link.engine if isinstance(link, ReportLink) else usual
    judge = wanted if wanted in listed else next(iter(listed), "")
    return judge, "" if judge else tr("No engine can judge this game.")


def names_at(spot: PublicState) -> tuple[str, ...]:
    """Return players by position: "You", and the others by the names of their positions."""
    names = enumerate(player_names(spot.game))
    return tuple(tr("You") if seat == spot.to_act else name for seat, name in names)


def spot_frame(
    dealt: DealtSpot, title: str, subtitle: str, unit: AmountUnit = "chips", dice: int = 0
) -> TableFrame:
    """Return the table of a spot.

    Args:
        dice: the number that was rolled; 0 for none.
    """
    spot, hero = dealt.spot, dealt.spot.to_act
    game = spot.game
    picture = TableSceneBuilder(
        game, names_at(spot), frozenset({hero}), frozenset({hero}), hero, unit
    )
    holes = [dealt.hole if seat == hero else None for seat in range(game.num_players)]
    hand = HandState(game, holes, spot.board)
    for events in (hand.opening_events, *map(hand.apply, spot.actions)):
        frames_of(picture, events, lambda: TableScene((), ()))
    picture.dealt = [True] * game.num_players
    scene = TableScene(
        seats=tuple(picture.seat_scene(seat, to_act=seat == hero) for seat in picture.order),
        bets=picture.bet_scenes(),
        board=picture.board_scene(),
        pot=picture.pot_scene(),
        left=price_note(spot, unit),
        right=_best_hand(dealt),
        title=title,
        subtitle=subtitle or blinds_text(game),
        tag=tr("Dice {number}").format(number=dice) if dice else "",
        status=sentences((title, status_text(spot, _board_words(picture), None, unit))),
    )
    return TableFrame(scene)


def _board_words(picture: TableSceneBuilder) -> str:
    return " ".join(card.name for card in picture.board_scene() if card is not None)


def _best_hand(dealt: DealtSpot) -> FeltNote:
    if not dealt.spot.board:
        return FeltNote()
    return FeltNote("\n".join(broken(hand_name(dealt.spot.game, (*dealt.hole, *dealt.spot.board)))))
