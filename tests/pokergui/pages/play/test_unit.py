import random
import re
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction

import numpy as np
import pytest

from engine.cards import parse_cards
from engine.game import get_game
from engine.lines import spot_of
from engine.player import PublicState, raise_to
from engine.rng import rng_state
from engine.running_result import Interval
from engine.table import shuffled_deck
from pokergui.felt.table_scene import net_text, winner_text
from pokergui.formatting.sizing import Amount, menu_of
from pokergui.formatting.words import Money, signed
from pokergui.pages.history.presenters.replay import ReplayPresenter
from pokergui.pages.history.scenes.replay import HandToReplay, Replay
from pokergui.pages.play.scenes.lookback import session_scene
from pokergui.pages.play.work.session import PlaySession, SessionResults
from pokergui.pages.watch.scenes.table import WatchTable
from pokergui.pages.watch.work import Answered, Moved
from tests.pokergui.heard import heard
from tests.pokergui.store.random_hands import random_action

NO_LIMIT = get_game("holdem-nolimit@100")
SPOT = spot_of(NO_LIMIT, "r250c/cr415c/cr965", parse_cards("Ks7d2c9s"))


def texts(part, path=""):
    if isinstance(part, str):
        return {path: part}
    inner = {}
    if is_dataclass(part):
        inner = {entry.name: getattr(part, entry.name) for entry in fields(part)}
    elif isinstance(part, tuple | list):
        inner = dict(enumerate(part))
    found = {}
    for name, one in inner.items():
        found |= texts(one, f"{path}.{name}")
    return found


def in_chips(game, words):
    def amount(found):
        count = Fraction(found[1].replace(",", "")) * game.big_blind
        assert count.denominator == 1, words
        return f"{int(count):,}"

    return re.sub(r"\b1 chip\b", "1", re.sub(r"([\d,.]+) bb", amount, words)).replace(" chips", "")


def same_chips(game, chips, blinds):
    first, second = texts(chips), texts(blinds)
    assert first.keys() == second.keys()
    for path, text in first.items():
        other = second[path]
        if re.search(r"sizing\.amount$|bets\.\d\.text$|pot\.note$", path):
            other = re.sub(r"([\d.,]*\d)", r"\1 bb", other)
        assert in_chips(game, other) == in_chips(game, text), path
    return sum(first[path] != second[path] for path in first)


def shown(play):
    parts = [play.scene(), play.bar(guard=True, auto_next=False), play.line(), play.line_so_far]
    return [*parts, play.last_hand() if not play.in_hand else None]


def moments(plays, hands):
    rng = random.Random(plays[0].game.name)
    for seed in range(hands):
        deck = shuffled_deck(plays[0].game, rng_state(seed))
        yield [play.deal(deck, seed + 1) for play in plays]
        while plays[0].in_hand:
            action = random_action(plays[0].table.hand, rng)
            yield [play.act(action) for play in plays]


@pytest.mark.parametrize(
    "name", ["leduc", "holdem-limit", "holdem-nolimit@20", "holdem-nolimit@1000"]
)
def test_table_texts_show_equal_amounts_in_both_units(name):
    game, differing = get_game(name), 0
    one, two = PlaySession(game, "Granite"), PlaySession(game, "Granite", "bb")
    changed = PlaySession(game, "Granite")
    for moved in moments((one, two, changed), 8):
        for first, second, third in zip(*moved, strict=True):
            same_chips(game, first.scene, second.scene)
            assert first == third
        for unit, same in (("bb", two), ("chips", one)):
            changed.show_in(unit)
            assert shown(changed) == shown(same)
            if changed.ended is not None and same.ended is not None:
                assert changed.ended.scene() == same.ended.scene()
        differing += same_chips(game, shown(one), shown(two))
    assert (differing > 250) == (name != "leduc")  # ante games stay in chips


def test_big_blinds_have_as_few_digits_as_needed():
    chips, blinds = Money(NO_LIMIT), Money(NO_LIMIT, "bb")
    for amount, text in (
        (1_837, "18.37 bb"),
        (250, "2.5 bb"),
        (123_450, "1,234.5 bb"),
        (0, "0 bb"),
    ):
        assert blinds.text(amount) == chips.other(amount) == text
        assert (chips.text(amount), blinds.other(amount)) == (f"{amount:,}", f"{amount:,} chips")
        for won, mark in ((amount, "+"), (-amount, "−")):
            mark = mark if amount else ""
            assert (blinds.signed(won), chips.signed(won)) == (f"{mark}{text}", f"{mark}{amount:,}")
    later = {"num_board": (3, 1, 1), "max_raises": NO_LIMIT.max_raises[1:]}
    flop = replace(NO_LIMIT, **later, first_player=(0, 0, 0))  # its big blind is unknown
    assert (Money(flop, "bb").text(150), Money(flop, "bb").other(150)) == ("150", "")
    assert Money(replace(flop, shown_blind=50), "bb").text(150) == "3 bb"
    head = menu_of(PublicState(NO_LIMIT, (), ()), [raise_to(250)], "bb")[0].head
    assert (head.title, head.short, head.size) == ("Raise to 2.5 bb", "2.5 bb", "2.5x")


@pytest.mark.parametrize("blinds", [(1, 2), (10, 25), (100, 200)])
def test_amount_field_round_trips_whole_chips(blinds):
    spot = PublicState(replace(NO_LIMIT, blinds=blinds, stacks=(blinds[1] * 100,) * 2), (), ())
    amount = Amount(spot)
    for chips in range(spot.legal.min_raise, spot.legal.max_raise + 1, 1 + 2 * blinds[1]):
        amount.show_in("chips")
        amount.edit(f"{chips}")
        amount.show_in("bb")
        amount.edit(amount.scene().amount)  # as the page sends it along with the action
        assert (amount.value, amount.error) == (chips, "")


def test_bare_numbers_use_the_displayed_unit():
    amount = Amount(SPOT, unit="bb")
    for text, error in (
        ("9.8", "The minimum raise is to 11 bb."),
        ("200", "The maximum is all-in, a raise to 95.85 bb."),
        ("what", "Type big blinds or a size like 75%, 2.5x, pot or all-in."),
        ("18.37", ""),
    ):
        amount.edit(text)
        assert amount.error == error
    assert (amount.value, amount.scene().amount_note) == (1_837, "1,837 chips")
    amount.show_in("chips")
    assert (amount.value, amount.text) == (1_837, "1,837")


@pytest.mark.slow
def test_unit_changes_everywhere_in_play_at_once(played):
    def parts():
        return [table.scene, table.bar, table.shown["last_hand"]]

    table = played("holdem-nolimit")
    table.finish_hand()
    while not table.play.results.last:  # the result of a split pot names no amount
        table.next()
        table.finish_hand()
    number = table.play.number
    for unit in ("bb", "chips"):  # between hands it deals nothing twice
        table.do(table.presenter.show_in, unit)
        assert table.play.number == table.play.results.hands == number
    table.reach_decision()
    before = parts()
    table.presenter.show_in("bb")
    pairs = zip(before, parts(), strict=True)
    assert all(same_chips(table.play.game, one, two) for one, two in pairs)
    table.act("raise", "3.5")
    assert raise_to(350) in table.actions
    table.presenter.choose("depth", "50")  # while the engines get ready
    for unit, stacks in (("chips", ("5,000",)), ("bb", ("50 bb",))):
        table.presenter.show_in(unit)
        assert table.scene.seats[0].stack in stacks


def test_watch_table_uses_the_unit():
    """After a raise whose answer is shown."""
    deck, seen = shuffled_deck(NO_LIMIT, rng_state(3)), []
    for unit in ("chips", "bb"):
        table = WatchTable(NO_LIMIT, ("Granite", "Flint"), True, unit)
        play = PlaySession(NO_LIMIT, "x")
        play.deal(deck, 1)
        hand = play.table.hand
        table.follow(Moved(hand.opening_events, hand.spot, deck, 1, 0, False, 0.5, None))
        answered = table.show_answer(Answered(raise_to(1_837), None))
        events = play.table.apply(raise_to(1_837))
        frames = table.follow(Moved(events, hand.spot, deck, 1, 0, False, 0.5, None))
        seen.append((answered, frames[-1].scene))
        table.show_in("bb")
    assert same_chips(NO_LIMIT, *seen) > 8
    assert table.scene() == seen[1][1] and re.search("(bet|raise) 18.37 bb", str(seen[1][1]))


@pytest.mark.parametrize("name", ["holdem-limit", "holdem-nolimit@20"])
def test_replayer_uses_the_unit(name):
    play, records = PlaySession(get_game(name), "Granite"), []
    for _ in moments((play,), 3):
        records += [] if play.in_hand else [play.record()]
    for record in records:
        one, two = (Replay(record, len(record.actions) % 3 - 1, "Hand 1") for _ in range(2))
        two.show_in("bb")
        for position in range(len(one.stops)):
            for first, second in zip(one.go(position), two.go(position), strict=True):
                assert same_chips(play.game, first.scene, second.scene)
            told = [(each.line()[0], each.dots(), each.decisions()) for each in (one, two)]
            assert same_chips(play.game, *told)
    record, presenter = max(records, key=lambda one: len(one.actions)), ReplayPresenter()
    parts = [heard(getattr(presenter, part)) for part in ("frames", "line", "decisions", "scene")]
    presenter.open(HandToReplay("1", "Hand 1", ("", "call"), 0, lambda: record))
    before = [part[-1] for part in parts]
    presenter.show_in("bb")  # everything at once
    assert len(parts[0][-1]) == 1
    for one, part in zip([before[0][-1:], *before[1:]], parts, strict=True):
        assert same_chips(play.game, one, part[-1])


def test_amounts_include_big_blinds_when_different():
    for game, net, text in (
        ("kuhn", 1, "You win 1 ante"),
        ("leduc", -13, "You lose 13 antes"),
        ("leduc", 0, "You break even"),
        ("holdem-limit", -5, "You lose 5 (0.5 bb)"),
        ("holdem-nolimit", 1250, "You win 1,250 (12.5 bb)"),
        ("holdem-nolimit", -20_000, "You lose 20,000 (200 bb)"),
    ):
        assert net_text(Money(get_game(game)), net) == text
    assert winner_text(Money(get_game("holdem-nolimit")), "Granite", 0) == "The pot is split"


@pytest.mark.parametrize("hands", [0, 1, 2, 399, 400, 1_000, 30_001])
def test_session_curve_is_thinned_whatever_its_length(hands):
    won = np.random.default_rng(hands).integers(-20_000, 20_001, hands)
    results = SessionResults()
    for chips in won.tolist():
        results.add(chips)
    series = results.series
    assert (results.hands, series[0], series[-1]) == (hands, 0, won.sum())
    assert min(hands, 199) < len(series) <= 401
    assert set(series) <= {0.0, *map(float, won.cumsum())}
    if hands == 1:  # it has no interval
        figure = session_scene(get_game("holdem-nolimit"), results, 1).result
        assert (figure.value, figure.rest) == (signed(won[0], 1), "bb/100")
    if hands > 1:
        exact, found = Interval.of(won * 0.5), results.interval(0.5)
        assert found.mean == pytest.approx(exact.mean)
        assert found.half_width == pytest.approx(exact.half_width)
