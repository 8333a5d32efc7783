import pytest

from ai.solver import whole_hand
from ai.solver.record import read_kept
from pokergui.links import HandLink
from tests.ai.review.test_solved import HOLES, Ranges
from tests.ai.solver.test_whole_hand import WHOLE, end_of
from tests.pokergui.pages.study.studied import RIVER, Studied, plant

pytestmark = pytest.mark.slow


def link_of(line=WHOLE, holes=(HOLES[0], None)):
    return HandLink(end_of(line), holes, ("You", "Granite"), 0, "Hand 12")


@pytest.fixture
def studied(tmp_path, monkeypatch):
    plant(monkeypatch, lambda game: Ranges())
    studied = Studied(tmp_path, "holdem-nolimit")
    yield studied
    studied.do(studied.presenter.stop)


def strip(studied):
    return [crumb.text for crumb in studied.scene.hand.crumbs]


@pytest.mark.ci
def test_streets_are_solved_in_turn_and_the_hand_is_walked(studied):
    studied.do(studied.presenter.solve_hand, link_of())
    assert studied.told == ""
    crumbs = studied.scene.hand.crumbs
    streets = [crumb.text for crumb in crumbs if crumb.kind == "street"]
    assert [text.split(", to 0.")[0] for text in streets] == ["Flop", "Turn", "River"]
    assert all(text.endswith("% of the pot") for text in streets)
    # One's own decisions are judged; of the other's, whose cards are not seen, the range's share.
    own = [crumb.text for crumb in crumbs if crumb.text.startswith("You")]
    other = [crumb.text for crumb in crumbs if crumb.text.startswith("Granite")]
    assert [text.split(":")[0] for text in own] == [
        *("You check", "You call", "You bet 200", "You check")
    ]
    assert [text.split(":")[0] for text in other] == [
        *("Granite bets 200", "Granite calls", "Granite checks")
    ]
    assert all(text.endswith("of the range") for text in other)
    # The last street is shown, its decision marked; every street is a saved spot.
    assert [crumb.kind for crumb in crumbs].index("present") == 8
    files = sorted(studied.folder.glob("*.safetensors"))
    assert sorted(len(read_kept(path).spot().board) for path in files) == [3, 4, 5]
    studied.do(studied.presenter.hand.choose, 2)
    assert studied.crumbs == ["Flop", "Out of position checks", "In position to act"]
    assert studied.scene.hand.crumbs[2].kind == "present"
    studied.do(studied.presenter.hand.step, 1)
    assert len(studied.walk.place.actions) == 2
    assert studied.walk.state.link.hole == HOLES[0]
    studied.do(studied.presenter.hand.step, 1)
    assert studied.crumbs == ["Turn", "Out of position to act"]
    studied.do(studied.presenter.hand.step, -9)
    assert studied.crumbs == ["Flop", "Out of position to act"]
    assert strip(studied)[0].startswith("Flop, to 0.")


@pytest.mark.ci
def test_another_spot_hides_the_hand_and_stops_it(studied):
    left = []

    def leave(scene):
        if scene.hand is not None and not left:
            left.append([crumb.text for crumb in scene.hand.crumbs if crumb.kind == "street"])
            studied.spot.solve(RIVER, (), 20.0, False)

    studied.presenter.scene.connect(leave)
    studied.do(studied.presenter.solve_hand, link_of())
    assert left == [["Flop: solving", "Turn: waiting", "River: waiting"]]
    assert studied.scene.hand is None
    assert studied.solution.title.startswith("River, pot 100")


@pytest.mark.ci
def test_ranges_that_do_not_come_and_short_memory_are_told(studied, monkeypatch):
    calls = []

    def free():
        calls.append(1)
        return None if len(calls) < 2 else 1000

    monkeypatch.setattr(whole_hand, "free_bytes", free)
    studied.do(studied.presenter.solve_hand, link_of())
    assert strip(studied)[-1].startswith("River: solving takes")
    assert strip(studied)[-2].startswith("Turn: solving takes")
    calls += [1, 1]
    studied.do(studied.presenter.solve_hand, link_of())
    assert studied.notice.title == "This hand cannot be solved"
