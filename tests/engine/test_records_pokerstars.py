import random
from collections import Counter
from dataclasses import replace

import pytest

from engine.cards import parse_cards
from engine.errors import PokerError, RecordError, RecordMismatchError
from engine.game import get_game
from engine.hand import HandState, Showdown, net_chips
from engine.lines import line_text
from engine.records import HandRecord
from engine.records.formats import recorded_hands
from engine.records.phh import read_phh
from engine.records.pokerstars import pokerstars_text
from engine.records.texts import read_texts
from tests.engine.sample_files import sample
from tests.naive.random_hands import finished

MONEY, TOURNAMENT = sample("money.txt"), sample("tournament.txt")
LIKE = "Hold'em No Limit"
SOLD = MONEY.replace("*** SUMMARY", "John (1) cashed out the hand for $1\n*** SUMMARY")


def test_names_the_format_cannot_hold():
    record = finished(random.Random(1), get_game("holdem-nolimit-3"))
    text = pokerstars_text(replace(record, players=("cfr", "cfr", "a: folds\n[x] (1)")))
    assert read_texts(text)[0].players == ("cfr", "cfr 2", "a_ folds__x_ _1_")


def test_summary_says_where_each_player_folded():
    rng, game = random.Random(3), get_game("holdem-nolimit-6")
    for text in (pokerstars_text(finished(rng, game)) for _ in range(20)):
        told, _, summary = text.partition("*** SUMMARY ***")
        folds, early = told.count(": folds"), told.partition("*** FLOP")[0].count(": folds")
        assert summary.count("folded before Flop") == early
        assert summary.count("folded on the ") == folds - early


def test_hands_run_several_times_round_trip():
    rng, times = random.Random(5), Counter()
    while times.total() < 40:
        game = get_game(f"holdem-nolimit-{rng.randint(3, 6)}")
        stacks = tuple(rng.randint(2, 60) * game.big_blind for _ in game.stacks)
        record = finished(rng, game.with_stacks(stacks))
        dealt = record.game.board_sizes[record.spot.street]
        if not record.spot.showdown or dealt == 5:
            continue
        unseen = set(record.game.deck).difference(*record.holes, record.board)
        drawn = rng.sample(sorted(unseen), 10)
        more = (drawn[: 5 - dealt], drawn[5 : 10 - dealt])[: rng.randint(1, 2)]
        boards = tuple((*record.board[:dealt], *cards) for cards in more)
        payoffs = net_chips(record.spot, record.holes, Showdown(None, boards))
        names = tuple(f"player {seat}" for seat in range(len(stacks)))
        hand = replace(record, players=names, boards=boards, payoffs=payoffs)
        text = pokerstars_text(hand)
        (back,) = read_texts(text)
        assert (back, back.boards) == (hand, boards)
        back.verify()
        assert text.count("SHOW DOWN ***\n") == 1 + len(boards)
        times[len(boards), dealt] += 1
    assert len(times) == 6
    with pytest.raises(RecordError, match="run more than three times"):
        pokerstars_text(replace(hand, boards=3 * boards))


def test_only_no_limit_holdem_is_written():
    game = get_game("holdem-nolimit-3")
    for other in (
        get_game("holdem-limit"),
        replace(game, blinds=(50, 100, 200)),
        replace(game, max_raises=(3,) * 4),
        replace(game, first_player=(0,) * 4),
        replace(game, num_board=(0, 3, 1, 0)),
        get_game("holdem-nolimit").with_stacks((2**31 - 1,) * 2),
    ):
        with pytest.raises(RecordError, match="cannot be written as PokerStars text"):
            pokerstars_text(finished(random.Random(1), other))
    hand = HandState.deal(get_game("holdem-nolimit@2"), range(52))
    hand.raise_to(200)
    hand.check_or_call()
    record = HandRecord.of(hand, 7, ("a", "b"))
    assert "Dealt to a" in pokerstars_text(record)
    text = pokerstars_text(replace(record, holes=(None, record.holes[1])))  # who won is known
    assert "a: mucks hand" in text
    (back,) = read_texts(text)
    assert (back.holes[0], back.payoffs) == (None, record.payoffs)


def test_raked_cash_hand():
    (hand,) = read_texts(MONEY)
    assert (hand.number, hand.players) == (200123456789, ("héro_77", "a: b", "John (1)"))
    assert (hand.game.stacks, hand.game.blinds) == ((305, 1025, 101000), (5, 10, 0))
    assert line_text(hand.game, hand.actions) == "r35r105fc/r305c//"
    assert hand.holes == (parse_cards("AhAd"), None, parse_cards("KhKd"))
    assert hand.payoffs == (315, -10, -305)  # the rake of 30 given back
    assert hand.time == "2026-05-01T22:30:05.000Z"
    hand.verify()


def test_tournament_hand():
    (hand,) = read_texts(TOURNAMENT)
    assert (hand.players, hand.payoffs) == (("lost", "won"), (-180, 180))
    assert (hand.game.stacks, hand.time) == ((180, 2000), "2009-05-02T07:22:03.000Z")
    hand.verify()


def test_truncated_and_overlong_hands_are_rejected():
    lines = MONEY.splitlines(keepends=True)
    for count in range(2, len(lines) - 5):
        with pytest.raises(PokerError):
            read_texts("".join(lines[:count]))[0].verify()
    with pytest.raises(RecordError, match="there is no hand"):
        read_texts("once upon a time\n")
    with pytest.raises(RecordError, match="more than 1000 lines"):
        read_texts(MONEY + "x\n" * 1000)
    with pytest.raises(RecordError, match="line 34: another hand begins here"):
        read_texts(MONEY + "*** HOLE CARDS ***\nSeat 1: a: b (button) mucked [9h 9d]\n")


OTHER_SITES = (
    "#Game No : 2002\n***** 888poker Hand History for Game 2002 *****",
    "***** Hand History for Game 77 *****",
    "Winamax Poker - CashGame - HandId: #77-1-2 - Holdem no limit (0.01/0.02)",
    "Ignition Hand #77 TBL#12 HOLDEM No Limit - 2024-03-01 12:00:00",
    "Stage #77: Holdem  No Limit $1",
    "Full Tilt Poker Game #77: Table Demo - $1/$2 - No Limit Hold'em",
    "GAME #77: Texas Hold'em NL $1/$2 2024-03-01 12:00:00",
)


@pytest.mark.parametrize("head", OTHER_SITES)
def test_hand_ends_where_another_sites_hand_begins(head, tmp_path):
    other = f"{head}\nSeat 4: stranger (5 in chips)\nSeat 1: x mucked [9h 9d]\nstranger: folds\n"
    for parts in ((MONEY, other, TOURNAMENT), (other, MONEY, TOURNAMENT, other)):
        path = tmp_path / "mixed.txt"
        path.write_text("\n".join(parts), "utf-8")
        for hand, part in zip(recorded_hands(path), parts, strict=True):
            if part is other:
                with pytest.raises(
                    RecordError, match=r"does not begin a hand|players are in the hand"
                ):
                    hand.read()
            else:
                assert (hand.read(),) == read_texts(part)


GG = sample("gg.txt")


def test_hands_of_ggpoker_are_read_with_all_their_fees(tmp_path):
    path = tmp_path / "mixed.txt"
    path.write_text(f"{GG}\n{MONEY}\n{GG}", "utf-8")
    hands = [hand.read() for hand in recorded_hands(path)]
    assert [hand.number for hand in hands[::2]] == [1001, 1001]
    gg = hands[0]
    assert gg.players[gg.hero] == "Hero" and gg.time == "2024-03-01T12:00:00.000Z"
    assert dict(zip(gg.players, gg.results, strict=True)) == {"a1": -30, "b2": -5, "Hero": 30}
    assert sum(gg.taken) == 5  # rake and jackpot


def test_player_names_and_chat_do_not_start_a_hand():
    said = 'absent said, "Hand #5"\nTable Hand #6 \nGame 5 joins the table\nabsent leaves'
    text = MONEY.replace("héro_77", "Game #7").replace("absent leaves", said)
    (hand,) = read_texts(text)
    assert hand.players[0] == "Game #7" and hand.payoffs == (315, -10, -305)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Zoom Hand #200123456789:  Hold'em", "Home Game Hand #200123456789: {Club #5}  Hold'em"),
        ("Hand #200123456789:  Hold'em", "Hand #200123456789: Tournament #3, Freeroll  Hold'em"),
        ("9:  Hold'em", "9: Tournament #3, $3.00+$0.30 USD Hold'em"),
        ("9:  Hold'em", "9: Zoom Tournament #3, €1+€1+€0.30 EUR Hold'em"),
        (f"9:  {LIKE}", f"9: Tournament #3, 900+100 {LIKE} - Match Round I, Level I"),
        *(("$", sign) for sign in ("€", "£", "₹", "¥", "R$")),
    ],
)
def test_headers_and_currencies(old, new):
    assert old in MONEY
    (hand,) = read_texts(MONEY.replace(old, new))
    assert (hand,) == read_texts(MONEY)
    assert hand.money.symbol == (new if old == "$" else "$")


def test_cashed_out_hand_is_awarded_by_the_cards():
    sold = MONEY.replace(
        "héro_77 collected $5.90 from pot",
        "héro_77 cashed out the hand for $5 | Cash Out Fee $0.05",
    )
    won = "won ($5.90) with a pair of Aces"
    told = sold.replace(won, f"{won} (pot not awarded as player cashed out)")
    for text, cashed in ((sold, (500, 0, 0)), (told, (500, 0, 0)), (SOLD, (0, 0, 100))):
        (hand,) = read_texts(text)
        assert (hand.results, hand.cashed) == ((285, -10, -305), cashed)
        hand.verify()


def test_money_amounts_round_trip():
    for text in (MONEY, SOLD, MONEY.replace("$", "").replace(" USD", ""), TOURNAMENT):
        (hand,) = read_texts(text)
        (again,) = read_texts(pokerstars_text(hand))
        names = tuple(name.replace(":", "_").replace("(1)", "_1_") for name in hand.players)
        assert again == replace(hand, players=names)
        for name in ("money", "taken", "cashed", "time"):
            assert getattr(again, name) == getattr(hand, name)
    written = pokerstars_text(read_texts(MONEY)[0])
    assert "($0.05/$0.10 USD)" in written and "Uncalled" not in written


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_windows_encodings_and_line_endings_are_read(encoding, tmp_path):
    path = tmp_path / "a.txt"
    text = MONEY.replace("absent leaves the table", "absent leaves €5 at the table")
    path.write_bytes((text.removeprefix("\ufeff") * 30).encode(encoding))
    hands = list(recorded_hands(path))
    assert len(hands) == 30
    assert {hand.read().players for hand in hands} == {("héro_77", "a: b", "John (1)")}
    odd = "a.txt is not UTF-8 text; it is read as Windows-1252" if encoding == "cp1252" else ""
    assert {"".join(map(str, hand.remarks)) for hand in hands} == {odd}


def test_a_bad_byte_costs_a_character_and_a_long_line_itself(tmp_path):
    path = tmp_path / "a.txt"
    good = MONEY.removeprefix("\ufeff").encode()
    noise = b"\n\n\x81 and more\n" + b"x" * 100_000 + b"\nJos\xe9 said\0 hello\n"
    path.write_bytes(good + noise + good)
    first, second = recorded_hands(path)
    assert first.read() == second.read() == read_texts(MONEY)[0]
    assert "Jos\xe9 said hello" in first.text and "\ufffd and more" in first.text
    assert [str(one) for one in second.remarks] == [
        "a.txt is not UTF-8 text; it is read as Windows-1252"
    ]
    path.write_bytes(MONEY.encode("utf-16") + b"\n")
    assert next(recorded_hands(path)).read() == first.read()
    path.write_bytes(good.replace(b"\n", b"\r"))
    assert next(recorded_hands(path)).read() == first.read()


FOLDED, OLD = sample("folded.phh"), sample("old.txt")


@pytest.mark.parametrize(
    ("stated", "taken", "said"),
    [
        ("", (), ()),
        ("winnings = [120, 0]", (), ()),
        ("winnings = [220, 0]", (), ()),  # including the uncalled bet
        ("winnings = [114, 0]", (6, 0), ()),
        ("winnings = [107, 0]", (13, 0), ()),  # a tenth and a chip
        ("finishing_stacks = [2054, 1940]", (6, 0), ()),
        ("winnings = [0, 0]", (), (-60, -60)),  # as in some collections
        ("winnings = [106, 0]", (), (46, -60)),  # no site takes that much
        ("winnings = [0, 120]", (), (-60, 60)),
        ("winnings = [60, 60]", (), (0, 0)),
        ("finishing_stacks = [2060, 1934]", (), (60, -66)),  # a loser pays no rake
    ],
)
def test_plausible_stated_results_are_used_or_kept_beside_the_rules(stated, taken, said):
    (record,) = read_phh(f"{FOLDED}{stated}\n")
    assert (record.payoffs, record.taken, record.stated) == ((60, -60), taken, said)
    record.verify_payoffs()
    if said:
        assert record.results == (60, -60)
        with pytest.raises(RecordMismatchError, match="the payoffs are"):
            record.verify()
    else:
        record.verify()


def test_returned_bets_pay_no_rake():
    shown = FOLDED.replace("[2000, 2000]", "[2000, 100]").replace(
        "'p1 cbr 100', 'p2 f'", "'p1 cbr 100', 'p2 cc', 'd db 3c', 'd db 4s'"
    )
    shown = shown.replace("d dh p1 ????", "d dh p1 QsJs").replace("d dh p2 ????", "d dh p2 AsAh")
    for stacks, taken, said in (("1900, 195", (0, 5), ()), ("1895, 200", (), (-105, 100))):
        (record,) = read_phh(f"{shown}finishing_stacks = [{stacks}]\n")
        assert (record.payoffs, record.taken, record.stated) == ((-100, 100), taken, said)


@pytest.mark.parametrize(
    ("collected", "rake", "stated"),
    [
        ("anna collected 200", 0, ()),
        ("Uncalled bet (150) returned to anna\nanna collected 200", 0, ()),
        ("anna collected 350", 0, ()),  # old texts do not mention returned bets
        ("anna collected 50", 150, (-100, -50)),  # a rake of most of the pot
    ],
)
def test_stated_results_are_parsed(collected, rake, stated):
    text = OLD.replace("anna collected 200", collected).replace("Rake 0", f"Rake {rake}")
    (record,) = read_texts(text)
    assert (record.results, record.taken, record.stated) == ((-100, 100), (), stated)


@pytest.mark.parametrize(
    ("old", "new", "stated"),
    [
        ("Rake 0", "Rake 8", (-100, 100)),
        ("ed 200", "ed 192", (-100, 92)),
        ("ed 200", "ed 2,000", (-100, 1_750)),
        ("ed 200", "ed 250 from pot\nben collected 100", (0, 0)),
    ],
)
def test_a_result_that_does_not_add_up_to_the_pot_is_noted_beside_the_rules(old, new, stated):
    (record,) = read_texts(OLD.replace(old, new))
    assert (record.results, record.taken, record.stated) == ((-100, 100), (), stated)
    with pytest.raises(RecordMismatchError, match="the payoffs are"):
        record.verify()
