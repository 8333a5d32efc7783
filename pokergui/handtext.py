"""Hand history in sentences, for hands that the table cannot show."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from ai.sit_and_go.plan import TournamentEntry
from engine.card_display import shown_cards
from engine.cards import Card, parse_cards
from engine.jobs import JobControl
from engine.named_file import read_named_text
from engine.player import Action, ActionKind, PublicState
from engine.records.formats import COPIED_AS, text_format
from pokergui.files import FolderError
from pokergui.formatting.notices import capital
from pokergui.formatting.words import chips as chips_text
from pokergui.formatting.words import extra_bets, signed
from pokergui.language import tr
from pokergui.language.joins import enumerated, phrases
from pokergui.localtime import local_text
from pokergui.store.errors import StoreError
from pokergui.store.hands import MOST_TEXT, StoredHand
from pokergui.store.imports import Imported, import_hands
from pokergui.store.statistics import PERSON
from pokergui.store.text import export
from pokergui.store.writer import Store


def stakes_text(hand: StoredHand) -> str:
    """Return blinds and rake of an imported hand: "$0.50/$1, rake $0.45"; empty for others."""
    if hand.deck_number:
        return ""
    extra = [] if hand.is_wide else extra_bets(hand.game, hand.facts.money.text)
    shown = phrases((hand.stakes, *extra))
    if not hand.facts.rake:
        return shown
    rake = hand.facts.money.text(hand.facts.rake)
    return tr("{stakes}, rake {rake}").format(stakes=shown, rake=rake)


def remarks(hand: StoredHand) -> tuple[str, ...]:
    money = hand.facts.money
    lines: list[str] = []
    if hand.entry is not None:
        lines += _stage_remarks(hand, hand.entry)
    if hand.facts.boards:
        boards = [_spaced(hand, parse_cards(one)) for one in (hand.board, *hand.facts.boards)]
        words = tr("run {count} times: {boards}")
        lines.append(words.format(count=len(boards), boards=enumerated(boards)))
    for seat, chips in enumerate(hand.facts.cashed):
        if chips:
            words = tr("{name} cashed out for {chips}: {paid} as paid, {net} by the cards")
            paid, net = hand.record.paid[seat], hand.results[seat]
            amounts = {"paid": money.text(paid), "net": money.text(net)}
            lines.append(words.format(name=hand.players[seat], chips=money.text(chips), **amounts))
    if hand.facts.stated:
        stated = enumerated(
            f"{name} {money.text(chips)}"
            for name, chips in zip(hand.players, hand.facts.stated, strict=True)
        )
        words = tr("the result follows the rules; the file states an impossible one: {stated}")
        lines.append(words.format(stated=stated))
    return tuple(lines)


def stage_text(hand: StoredHand) -> str:
    """Return bets, level and gain in a sit-and-go: "50/100, level 4, ICM +0.84"; else nothing."""
    if hand.entry is None or hand.worth is None:
        return ""
    before, after = hand.worth
    level = tr("level {number}").format(number=hand.entry.stage.level_number + 1)
    gain = tr("ICM {change}").format(change=signed(after - before, 2))
    return phrases((hand.stakes, *extra_bets(hand.game), level, gain))


def _stage_remarks(hand: StoredHand, entry: TournamentEntry) -> Iterator[str]:
    """Yield the tournament, its stage, and what the hand changed in prizes."""
    stage = entry.stage
    words = tr("sit-and-go of {time}, hand {hand}, level {level} ({bets}), {left} of {all} players")
    yield words.format(
        time=local_text(entry.began)[:16].replace("T", " "),
        hand=chips_text(stage.hand + 1),
        level=stage.level_number + 1,
        bets=stage.level.text,
        left=len(stage.left),
        all=len(stage.stacks),
    )
    if hand.worth is not None:
        before, after = hand.worth
        words = tr("ICM {before} to {after} of {prizes}: {change}")
        yield words.format(
            before=f"{before:,.2f}",
            after=f"{after:,.2f}",
            prizes=f"{sum(stage.plan.payouts):,.10g}",
            change=signed(after - before, 2),
        )


def hand_text(hand: StoredHand) -> str:
    """Return the events of a hand, a line for each street; the text of a hand kept as text."""
    if hand.is_wide:
        return hand.facts.text
    money, game, board = hand.facts.money, hand.game, hand.record.board
    lines = []
    for seat, name in enumerate(hand.players):
        hole = hand.record.holes[seat]
        cards = f" [{_spaced(hand, hole)}]" if hole is not None and _seen(hand, seat) else ""
        stack = game.stacks[seat]
        chips = f" ({money.text(stack)})" if game.has_stacks else ""
        lines.append(f"{name}{chips}{cards}")
    lines += [capital(words) for words in extra_bets(game, money.text)]
    lines.append("")
    spot = PublicState(game, (), ())
    said: list[str] = []
    street = -1
    for action in hand.record.actions:
        if spot.street != street:
            _close(lines, said)
            street = spot.street
            lines.append(_street(hand, street, board[: game.board_sizes[street]]))
        said.append(_action(hand, spot, action))
        spot = spot.after(action)
    _close(lines, said)
    if len(board) > game.board_sizes[max(street, 0)]:
        lines.append(_street(hand, game.num_rounds - 1, board))
    lines.append("")
    for name, net in zip(hand.players, hand.results, strict=True):
        if net:
            words = (tr("You win {chips}"), tr("{name} wins {chips}"))
            if net < 0:
                words = (tr("You lose {chips}"), tr("{name} loses {chips}"))
            lines.append(_done(name, words, money.text(abs(net))))
    if hand.facts.rake:
        lines.append(tr("The house takes {rake}").format(rake=money.text(hand.facts.rake)))
    lines += map(capital, remarks(hand))
    return "\n".join(lines)


def _close(lines: list[str], said: list[str]) -> None:
    if said:
        lines.append("  " + phrases(said))
        said.clear()


def _seen(hand: StoredHand, seat: int) -> bool:
    return hand.hero in (-1, seat) or (hand.showdown and not hand.folded(seat))


def _spaced(hand: StoredHand, cards: Sequence[Card]) -> str:
    return " ".join(shown_cards(hand.deck_game, (card,)) for card in cards)


def _street(hand: StoredHand, street: int, board: Sequence[Card]) -> str:
    names = [tr("Preflop"), tr("Flop"), tr("Turn"), tr("River")]
    if hand.game.num_rounds != len(names):
        names = [tr("First round"), tr("Second round")]
    name = names[min(street, len(names) - 1)]
    return f"{name} [{_spaced(hand, board)}]" if board else name


def _action(hand: StoredHand, spot: PublicState, action: Action) -> str:
    seat, kind = spot.to_act, action.kind
    name, money, call = hand.players[seat], hand.facts.money, spot.legal.call
    whole = spot.game.has_stacks and spot.after(action).stack(seat) == 0
    if kind is ActionKind.FOLD:
        return _done(name, (tr("You fold"), tr("{name} folds")))
    if kind is ActionKind.CALL and not call:
        return _done(name, (tr("You check"), tr("{name} checks")))
    if kind is ActionKind.CALL:
        amount, did = call, (tr("You call {chips}"), tr("{name} calls {chips}"))
    elif spot.max_bet:
        amount, did = action.raise_to, (tr("You raise to {chips}"), tr("{name} raises to {chips}"))
    else:
        amount, did = action.raise_to, (tr("You bet {chips}"), tr("{name} bets {chips}"))
    words = _done(name, did, money.text(amount))
    return tr("{words} all-in").format(words=words) if whole else words


def _done(name: str, words: tuple[str, str], chips: str = "") -> str:
    return words[name != PERSON].format(name=name, chips=chips)


MOST_LETTERS = 10_000_000
"""Most letters of a text that is read; some ten thousand hands."""
NAME = "pasted text"


def import_text(store: Store, text: str, control: JobControl | None = None) -> Imported:
    """Import the hands of a text into the database, as ``import_hands`` does with files.

    Args:
        text: in one of ``engine.records.formats``.
        control: once cancelled, what was done until then is kept and returned.

    Raises:
        PokerError: if it is too long, holds no hand, or the hands cannot be written.
    """
    if len(text) > MOST_LETTERS:
        raise StoreError(
            "a text of {count:,} characters is too long to paste (at most {most:,}): save"
            " it as a file and import that",
            count=len(text),
            most=MOST_LETTERS,
        )
    text = text.lstrip("\ufeff \t\r\n")
    form = text_format(text)
    try:
        with tempfile.TemporaryDirectory(prefix="pokergui-") as folder:
            file = Path(folder) / f"{NAME}{form.suffixes[0]}"
            file.write_text(text, "utf-8", errors="replace", newline="\n")
            return import_hands(store, [file], control=control)
    except OSError as error:
        raise FolderError(
            "a pasted text cannot be stored: {reason}", reason=error.strerror
        ) from None


def copied_text(hands: Sequence[StoredHand], control: JobControl) -> str:
    """Return hands as PokerStars text, those that it cannot express in sentences."""
    texts = []
    with tempfile.TemporaryDirectory() as folder:
        for hand in hands:
            file = Path(folder) / f"{hand.number}.txt"
            try:
                left_out = export((hand,), COPIED_AS, file, control).left_out
            except StoreError:  # why the format cannot express it
                left_out = (hand.number,)
            written = "" if left_out else read_named_text(file, MOST_TEXT, StoreError)
            texts.append(written or hand_text(hand))
    return "\n\n".join(text.strip() for text in texts) + "\n"
