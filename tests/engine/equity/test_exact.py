from __future__ import annotations

import random

import numpy as np
import pytest

from engine.cards import parse_cards
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO
from engine.equity import Equity, combo_equities, equities_against, equity
from engine.equity import _exact as exact
from engine.errors import CancelledError, CardError, RangeError
from engine.jobs import JobControl
from engine.ranges import parse_range
from tests.naive import equity as naive

# Wins, ties and losses of the first hand over all boards, by another evaluator.
MATCHUPS = [
    ("AcAd", "KcKd", 1410336, 9308, 292660),
    ("AcAd", "KhKs", 1388072, 6538, 317694),
    ("AcAd", "7h2s", 1493820, 6236, 212248),
    ("AcKc", "QhQd", 787966, 6732, 917606),
    ("AcKd", "QcQd", 743113, 8599, 960592),
    ("AcKs", "2c2d", 805529, 10559, 896216),
    ("JhTh", "2c2d", 912248, 24087, 775969),
    ("AhKh", "AcKd", 122556, 1552538, 37210),
    ("AcAd", "AhAs", 37210, 1637884, 37210),
    ("Kc2d", "Qc3d", 1022299, 15053, 674952),
    ("7h2s", "3c2d", 956677, 310859, 444768),
    ("AsKs", "7d6d", 1029832, 7525, 674947),
    ("AcAd", "7h6h", 1315168, 5499, 391637),
    ("TcTd", "9h8h", 1385720, 7311, 319273),
]

# Wins and ties against every hand on every board, 2,097,572,400 deals, by another evaluator.
V_RANDOM = {
    "AA": (1781508418, 11402312),
    "AKo": (1352291878, 35687839),
    "AKs": (1389004215, 34610976),
    "AQo": (1332142795, 38723369),
    "AQs": (1370002117, 37553414),
    "AJo": (1311720573, 43129563),
    "AJs": (1350786717, 41744140),
    "ATo": (1291435142, 48393949),
    "ATs": (1331725962, 46711746),
    "A9o": (1247001366, 55504495),
    "A9s": (1290209940, 53342951),
    "A8o": (1224440175, 62862129),
    "A8s": (1269195105, 60242341),
    "A7o": (1199171976, 70129398),
    "A7s": (1245678450, 67008466),
    "A6o": (1171920110, 76022178),
    "A6s": (1220344506, 72447218),
    "A5o": (1169234974, 81983213),
    "A5s": (1217936943, 77979612),
    "A4o": (1148061584, 83768953),
    "A4s": (1198506708, 79533094),
    "A3o": (1129654161, 83453609),
    "A3s": (1181668536, 79089680),
    "A2o": (1110608066, 83116441),
    "A2s": (1164284001, 78559848),
    "KK": (1722470558, 11676960),
    "KQo": (1267610255, 42939290),
    "KQs": (1309061790, 41615142),
    "KJo": (1246822903, 47298240),
    "KJs": (1289515286, 45759944),
    "KTo": (1226959959, 52214074),
    "KTs": (1270857555, 50404375),
    "K9o": (1183191163, 58911625),
    "K9s": (1229977429, 56648553),
    "K8o": (1141742922, 66641512),
    "K8s": (1191219968, 63847580),
    "K7o": (1120467131, 74254989),
    "K7s": (1171417014, 70957375),
    "K6o": (1096969965, 80805137),
    "K6s": (1149567662, 77025547),
    "K5o": (1075088026, 86422307),
    "K5s": (1129204024, 82185635),
    "K4o": (1053508976, 88195273),
    "K4s": (1109381784, 83726409),
    "K3o": (1034758983, 87864179),
    "K3s": (1092208613, 83267308),
    "K2o": (1015702916, 87508267),
    "K2s": (1074795095, 82718864),
    "QQ": (1670338644, 12299076),
    "QJo": (1193649409, 51535593),
    "QJs": (1239054394, 49852123),
    "QTo": (1173537003, 56357281),
    "QTs": (1220171285, 54407652),
    "Q9o": (1129794528, 62861351),
    "Q9s": (1179313858, 60474078),
    "Q8o": (1089280295, 70028300),
    "Q8s": (1141436364, 67152284),
    "Q7o": (1046780178, 78084287),
    "Q7s": (1101718156, 74622259),
    "Q6o": (1027737078, 85058721),
    "Q6s": (1084009562, 81105669),
    "Q5o": (1005974746, 90660555),
    "Q5s": (1063751334, 86250529),
    "Q4o": (984280928, 92415629),
    "Q4s": (1043815735, 87773537),
    "Q3o": (965405538, 92064087),
    "Q3s": (1026518567, 87294132),
    "Q2o": (946213445, 91685171),
    "Q2s": (1008970414, 86722846),
    "JJ": (1618339604, 13277356),
    "JTo": (1129039428, 59642287),
    "JTs": (1177887186, 57602534),
    "J9o": (1083173398, 67618021),
    "J9s": (1135038051, 65045137),
    "J8o": (1042779957, 74526982),
    "J8s": (1097274797, 71484894),
    "J7o": (1001090143, 82048768),
    "J7s": (1058318785, 78462767),
    "J6o": (958874577, 89387379),
    "J6s": (1018879951, 85231180),
    "J5o": (941907501, 95491577),
    "J5s": (1003078936, 90862846),
    "J4o": (920178475, 97228759),
    "J4s": (983104243, 92368088),
    "J3o": (901258949, 96856769),
    "J3s": (965759044, 91868379),
    "J2o": (882013792, 96454849),
    "J2s": (948153923, 91274251),
    "TT": (1566053110, 14746566),
    "T9o": (1044920282, 71987711),
    "T9s": (1098642842, 69247375),
    "T8o": (1003019374, 79840679),
    "T8s": (1059465943, 76570746),
    "T7o": (961312472, 87190712),
    "T7s": (1020494848, 83391254),
    "T6o": (919746160, 94133959),
    "T6s": (981668027, 89796157),
    "T5o": (877990854, 100409701),
    "T5s": (942628592, 95533249),
    "T4o": (861166500, 102727325),
    "T4s": (927212359, 97596865),
    "T3o": (842284099, 102334887),
    "T3s": (909895095, 97076852),
    "T2o": (823068840, 101909963),
    "T2s": (892310673, 96459882),
    "99": (1503238936, 16428186),
    "98o": (966316620, 85106929),
    "98s": (1024795719, 81573810),
    "97o": (924443362, 93373294),
    "97s": (985655348, 89249246),
    "96o": (883149152, 100178053),
    "96s": (947078416, 95528642),
    "95o": (841896769, 106238788),
    "95s": (908515397, 101068049),
    "94o": (798877137, 108455313),
    "94s": (868544377, 102984434),
    "93o": (785077590, 108721395),
    "93s": (855951949, 103094363),
    "92o": (765970787, 108273467),
    "92s": (838461663, 102454551),
    "88": (1441396848, 18695790),
    "87o": (895522755, 98901298),
    "87s": (958257237, 94484411),
    "86o": (853640324, 106737798),
    "86s": (919124997, 101722112),
    "85o": (812626207, 112692288),
    "85s": (880780296, 107166353),
    "84o": (770001459, 114847103),
    "84s": (841184813, 109025471),
    "83o": (728903246, 114693723),
    "83s": (803004465, 108693752),
    "82o": (714995931, 114982393),
    "82s": (790348964, 108755450),
    "77": (1378636878, 21423310),
    "76o": (831767413, 111965689),
    "76s": (898379280, 106652749),
    "75o": (790253778, 119028199),
    "75s": (859564300, 113123404),
    "74o": (748030580, 121159938),
    "74s": (820337671, 114963889),
    "73o": (707257588, 121002505),
    "73s": (782469104, 114627274),
    "72o": (665146081, 120541920),
    "72s": (743376257, 113942467),
    "66": (1315178390, 24530044),
    "65o": (776369338, 122982645),
    "65s": (846332445, 116843119),
    "64o": (734213031, 126168959),
    "64s": (807166360, 119659864),
    "63o": (693662773, 126183313),
    "63s": (769503449, 119483186),
    "62o": (651897304, 125706786),
    "62s": (730742786, 118782017),
    "55": (1250992922, 28731922),
    "54o": (735719749, 129230044),
    "54s": (808247748, 122535513),
    "53o": (695659494, 130040672),
    "53s": (771039857, 123097534),
    "52o": (654312693, 129665137),
    "52s": (732672291, 122489533),
    "44": (1180021110, 32147698),
    "43o": (672613963, 129193193),
    "43s": (749407203, 122271282),
    "42o": (631734409, 129308773),
    "42s": (711453440, 122123616),
    "33": (1108341244, 35819814),
    "32o": (613318625, 128529945),
    "32s": (694128063, 121342843),
    "22": (1035889822, 39805340),
}
V_RANDOM_DEALS = 2_097_572_400


def between(hero: str, villain: str, board: str = "") -> Equity:
    return equity(parse_range(hero), parse_range(villain), parse_cards(board))


@pytest.mark.parametrize(("hero", "villain", "win", "tie", "lose"), MATCHUPS)
def test_matchups_before_the_flop(hero: str, villain: str, win: int, tie: int, lose: int) -> None:
    found = between(hero, villain)
    assert found.counts == (win, tie, lose)
    assert found.boards == 1_712_304 == win + tie + lose
    assert found.equity == pytest.approx((win + tie / 2) / 1_712_304, abs=1e-15)
    assert found.exact
    assert found.standard_error == 0.0
    assert between(villain, hero).counts == (lose, tie, win)


@pytest.mark.scorecard("E1")
def test_all_classes_against_random() -> None:
    found = combo_equities(np.ones(1326))
    assert len(V_RANDOM) == 169
    for name, (win, tie) in V_RANDOM.items():
        combos = CLASS_NAMES.index(name) == CLASS_OF_COMBO
        assert found[combos] == pytest.approx((win + tie / 2) / V_RANDOM_DEALS, abs=1e-12)


def random_range(rng: random.Random, size: int) -> np.ndarray:
    weights = np.zeros(1326)
    for combo in rng.sample(range(1326), size):
        weights[combo] = rng.choice([0.25, 0.5, 1.0])
    return weights


@pytest.mark.parametrize(("num_board", "size"), [(5, 60), (4, 20), (3, 6)])
def test_ranges_equal_the_naive_equity(num_board: int, size: int) -> None:
    rng = random.Random(num_board)
    for _ in range(5):
        hero, villain = random_range(rng, size), random_range(rng, size)
        board = rng.sample(range(52), num_board)
        win, tie, lose = naive.totals(hero, villain, board)
        found = equity(hero, villain, board)
        total = win + tie + lose
        assert found.win == pytest.approx(win / total, abs=1e-12)
        assert found.tie == pytest.approx(tie / total, abs=1e-12)
        assert found.lose == pytest.approx(lose / total, abs=1e-12)


@pytest.mark.parametrize(
    ("hero", "villain", "board"),
    [
        ("QQ+, AKs:0.5", "TT+, AQs", "Ah7d2c"),
        ("AhKh, 7s7d, QcJc:0.25", "random", "AdKd2s"),
        ("AhKh, AsKs, 98s", "22-55, AcQd", "Th9h2c3d"),
    ],
)
def test_both_exact_ways_agree(
    hero: str, villain: str, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exact, "_MOST_PAIRS", 10**7)
    found = []
    for cost in (0.0, 1e12):
        monkeypatch.setattr(exact, "_MATCHUP_COST", dict.fromkeys((5, 2, 1, 0), cost or 1e-6))
        found.append(between(hero, villain, board).equity)
    assert found[0] == pytest.approx(found[1], abs=1e-13)


def test_both_exact_ways_agree_before_the_flop(monkeypatch: pytest.MonkeyPatch) -> None:
    by_matchups = between("AA, AhKh:0.5", "QQ, KcTc").equity
    monkeypatch.setattr(exact, "_MOST_PAIRS", 0)
    assert between("AA, AhKh:0.5", "QQ, KcTc").equity == pytest.approx(by_matchups, abs=1e-13)


def test_sides_are_symmetric() -> None:
    one, other = (
        between("random", "22+, A2s+", "KhKd2c3c"),
        between("22+, A2s+", "random", "KhKd2c3c"),
    )
    assert one.equity + other.equity == pytest.approx(1.0, abs=1e-13)
    assert one.win == pytest.approx(other.lose, abs=1e-13)
    assert one.boards == 44


@pytest.mark.parametrize("cards", ["Kh8h3h", "Kh8d3c2s", "Kh8d3c2s2h"])
def test_ranges_at_once_give_what_each_gives_alone(cards: str) -> None:
    rng, board = np.random.default_rng(8), parse_cards(cards)
    few = rng.random(1326) * (rng.random(1326) < 0.01)
    ranges = np.stack([rng.random(1326), np.ones(1326), few, parse_range("AsAd")])
    found = equities_against(ranges, board)
    for villain, equities in zip(ranges, found, strict=True):
        alone = combo_equities(villain, board)
        assert np.array_equal(np.isnan(equities), np.isnan(alone))
        assert equities == pytest.approx(alone, abs=1e-12, nan_ok=True)


def test_combo_equities_average_to_the_range_equity() -> None:
    villain, board = parse_range("QQ+, AKs, 87s:0.5"), parse_cards("QsJs4h")
    by_combo = combo_equities(villain, board)
    for hand in ("AsKs", "7h7d", "QhQd"):
        combo = int(np.flatnonzero(parse_range(hand))[0])
        found = equity(parse_range(hand), villain, board).equity
        assert by_combo[combo] == pytest.approx(found, abs=1e-12)
    assert np.isnan(by_combo[parse_range("QsJs") > 0]).all()
    assert np.isfinite(by_combo).sum() == 49 * 48 // 2


def test_scale_of_weights_does_not_matter() -> None:
    hero, villain = parse_range("QQ+, AKs:0.5"), parse_range("TT+")
    board = parse_cards("Ah7d2c")
    assert equity(hero * 1e-9, villain * 7, board).equity == pytest.approx(
        equity(hero, villain, board).equity, abs=1e-13
    )


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ((0,), "0, 3, 4 or 5 cards, not 1"),
        (range(6), "not 6"),
        ((0, 1, 1), "twice"),
        ((0, 1, 52), "0 to 51"),
    ],
)
def test_impossible_boards_are_refused(board: tuple[int, ...], message: str) -> None:
    with pytest.raises(CardError, match=message):
        equity(np.ones(1326), np.ones(1326), board)
    with pytest.raises(CardError, match=message):
        combo_equities(np.ones(1326), board)


@pytest.mark.parametrize(
    ("hero", "villain", "board", "message"),
    [
        ("", "AA", "", "the range is empty"),
        ("AA", "AhKh", "AhKd2c", "the range is empty on this board"),
        ("AsAd", "AsKd", "", "cannot meet"),
    ],
)
def test_ranges_that_cannot_meet_are_refused(
    hero: str, villain: str, board: str, message: str
) -> None:
    with pytest.raises(RangeError, match=message):
        between(hero, villain, board)


def test_malformed_weights_are_refused() -> None:
    with pytest.raises(RangeError, match="1326"):
        equity(np.ones(10), np.ones(1326))
    with pytest.raises(RangeError, match="not negative"):
        equity(np.ones(1326), -np.ones(1326))


@pytest.mark.parametrize(("hero", "villain"), [("random", "random"), ("AcAd", "random")])
def test_counting_reports_progress_and_can_be_cancelled(hero: str, villain: str) -> None:
    seen: list[float] = []

    def listen(fraction: float, text: str) -> None:
        seen.append(fraction)
        if len(seen) == 2:
            control.cancel()

    control = JobControl(listen)
    with pytest.raises(CancelledError):
        equity(parse_range(hero), parse_range(villain), (), control=control)
    assert seen[0] == 0.0 < seen[1] < 1.0
