"""The whole view: candidates, tree, belief and figures of one search."""

from __future__ import annotations

from dataclasses import dataclass

from ai.search.methods import BEST, MOST
from ai.search.publictree import SearchSnapshot
from engine.game import Game
from pokergui.formatting.figures import memory, rate, took
from pokergui.formatting.words import NOTHING, UNKNOWN, chips, ev_text, ev_unit, phrase, signed
from pokergui.language import tr_study as tr
from pokergui.language.joins import enumerated
from pokergui.pages.study.searching.scenes.belief import belief_scene
from pokergui.pages.study.searching.scenes.candidates import Weighed, Z, candidates
from pokergui.pages.study.searching.scenes.tree import depth_of, tree_scene
from pokergui.pages.study.searching.viewmodel.search import SearchForm, SearchScene
from pokergui.viewmodel import Figure, ProgressScene


@dataclass(frozen=True)
class Found:
    """The state of a search.

    Attributes:
        snapshot: its latest picture.
        seconds: spent on simulations by then.
        most: the maximum number of simulations.
        own: the player's hand: "K on Q".
        engine: the owner of the believed ranges; empty if all hands are equally likely.
    """

    snapshot: SearchSnapshot
    seconds: float
    most: int
    own: str
    engine: str


def search_scene(
    source: str, form: SearchForm, searched: Found | None, final: str, *, whole: bool
) -> SearchScene:
    """Build the view.

    Args:
        source: the decision in words.
        form: the current choices.
        searched: the state of the search; None before the first.
        final: one of ``methods.FINALS``.
        whole: whether to show all depths of the tree.
    """
    if searched is None:
        words = tr("Choose a hand, then press Search.")
        return SearchScene(source, form, empty=words)
    snapshot = searched.snapshot
    weighed = Weighed(snapshot, final)
    return SearchScene(
        source,
        form,
        _progress(searched, form),
        candidates(snapshot, final),
        tree_scene(snapshot, whole=whole),
        belief_scene(snapshot, searched.engine),
        searched.own,
        _figures(searched, weighed, final, slow=form.slow),
        _verdict(snapshot, weighed, running=form.phase == "running"),
    )


def _progress(searched: Found, form: SearchForm) -> ProgressScene:
    done, most = searched.snapshot.simulations, max(1, searched.most)
    note = {
        "running": f"{100 * done // most}%",
        "stopped": tr("stopped"),
        "ended": tr("all done") if done >= most else tr("one action is left"),
    }
    rest = tr("of {count}").format(count=chips(most))
    share = done / most if form.phase != "ended" else 1.0
    return ProgressScene(tr("Simulation"), chips(done), rest, share, note.get(form.phase, ""))


def _figures(searched: Found, weighed: Weighed, final: str, *, slow: bool) -> tuple[Figure, ...]:
    snapshot, tree = searched.snapshot, searched.snapshot.tree
    game, unit = snapshot.spot.game, ev_unit(snapshot.spot.game)
    names = {MOST: tr("the action with most visits"), BEST: tr("the action with the best mean")}
    mean, deepest = depth_of(snapshot)
    value = (float(tree.means[0]) + snapshot.paid) / unit.chips
    error = Z * float(tree.errors[0])
    spread = "" if error != error else f"± {unit.number(error)}"
    timed = searched.seconds > 0.0 and not slow  # short steps have no meaningful speed
    speed = rate(snapshot.simulations / searched.seconds) if timed else NOTHING
    return (
        Figure(tr("Value here"), signed(value, unit.digits), spread),
        Figure(tr("Best by value"), _best(weighed, game)),
        Figure(tr("Final move"), names.get(final, tr("in proportion to visits"))),
        Figure(tr("Simulations"), chips(snapshot.simulations)),
        Figure(tr("Simulations per second"), speed),
        Figure(tr("Time"), _time(searched.seconds)),
        Figure(tr("Information states"), chips(tree.num_states)),
        Figure(tr("Depth, mean and deepest"), enumerated((f"{mean:.1f}", str(deepest)))),
        Figure(tr("Memory"), memory(snapshot.num_bytes)),
    )


def _time(seconds: float) -> str:
    """Return a time as text: "3 ms", "1.2 s"."""
    if seconds < 0.095:
        return tr("{ms} ms").format(ms=round(1000 * seconds))
    return took(seconds)


def _best(weighed: Weighed, game: Game) -> str:
    """Return the action of the best mean, and its lead."""
    ranked = weighed.ranked()
    if not ranked:
        return UNKNOWN
    title = weighed.heads[ranked[0]].title
    if len(ranked) == 1:
        return title
    ahead = ev_text(game, float(weighed.evs[ranked[0]] - weighed.evs[ranked[1]]))
    return tr("{action}, {ev} ahead").format(action=title, ev=ahead)


def _verdict(snapshot: SearchSnapshot, weighed: Weighed, *, running: bool) -> str:
    """Return the conclusion that the intervals support."""
    titles = [head.title for head in weighed.heads]
    left = [at for at in range(len(titles)) if weighed.left[at]]
    if len(left) == 1 and len(titles) > 1:
        words = tr("Only {action} is left: the others were dropped as worse against this belief.")
        return words.format(action=titles[left[0]])
    lead = weighed.lead()
    if lead is None:
        return tr("Too few visits for an interval yet.")
    first, second, gain, half = lead
    names = {"first": titles[first], "second": phrase(titles[second])}
    if gain <= half:
        words = tr("{first} and {second} differ by less than their interval.")
        if not running:
            words = tr(
                "{first} and {second} differ by less than their interval: more simulations may tell"
                " them apart."
            )
        return words.format(**names)
    game = snapshot.spot.game
    words = tr("{first} is ahead of {second} by {gain}, ± {half}.")
    return words.format(**names, gain=ev_text(game, gain), half=ev_unit(game).number(half))
