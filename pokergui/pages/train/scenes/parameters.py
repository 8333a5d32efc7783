"""The parameter sheet of network runs: names, help, validation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from ai.networks.deepcfr import parameters as deep
from ai.networks.learners import learner_of
from ai.networks.network import MAX_HIDDEN, check_hidden
from ai.networks.parameters import NetworkParameters, parse_hidden
from ai.networks.ppo import parameters as ppo
from ai.training.recipe import range_of
from engine.errors import EngineError
from engine.jit import LANES
from engine.typed_numbers import plain_number
from pokergui.formatting.words import chips
from pokergui.language import tr_train as tr
from pokergui.pages.train.viewmodel import ParameterField, ParameterGroup, ParameterSheet

HIDDEN = "hidden"
_SIZES = {"k": 1_000.0, "m": 1_000_000.0}
Value = int | float | tuple[int, ...]


class Help(NamedTuple):
    """The text of a parameter: name, what it does, and a note in place of its range."""

    name: str
    about: str
    note: str = ""


def helps(method: str) -> dict[str, dict[str, Help]]:
    settings = learner_of(method).parameters
    own = {deep.DeepCfrParameters: _deep, ppo.PpoParameters: _gradients}.get(settings, _fictitious)
    layers = Help(
        tr("Hidden layers"),
        tr(
            "Neurons of each hidden layer, multiples of 16. More neurons play better but "
            "learn more slowly."
        ),
        tr("such as 128 or 256,128"),
    )
    groups = {tr("Networks"): {HIDDEN: layers}, **own()}
    found = {
        title: {key: words for key, words in group.items() if settings.applies(key, method)}
        for title, group in groups.items()
    }
    return {title: group for title, group in found.items() if group}


def _deep() -> dict[str, dict[str, Help]]:
    rate = tr("It rises over the first updates to this, then falls to 0.")
    return {
        tr("Walks"): {
            "traversals": Help(
                tr("Each iteration"),
                tr("Deals traversed per iteration for each seat, trying all its actions."),
            )
        },
        tr("Memories"): {
            "advantage_memory": Help(
                tr("For advantages"),
                tr("Sampled advantages kept for each seat, by reservoir sampling."),
            ),
            "strategy_memory": Help(
                tr("For policy"),
                tr("Strategies seen on its walks, kept for each seat by reservoir sampling."),
            ),
        },
        tr("Learning"): {
            "batch": Help(tr("Batch"), tr("Decisions sampled from a memory for one update.")),
            "advantage_updates": Help(
                tr("Updates of advantages"),
                tr("Updates of an advantage network, which each iteration trains from scratch."),
            ),
            "advantage_rate": Help(tr("Rate of advantages"), rate),
            "average_updates": Help(
                tr("Updates of policy"),
                tr("Updates of an average network before each measurement of the run."),
            ),
            "average_rate": Help(tr("Rate of policy"), rate),
        },
    }


def _gradients() -> dict[str, dict[str, Help]]:
    constant = tr("0: constant")
    return {
        tr("Play"): {"hands": Help(tr("Hands"), tr("Hands played in an iteration."))},
        tr("Learning"): {
            "batch": Help(tr("Batch"), tr("Decisions drawn for one update.")),
            "epochs": Help(
                tr("Epochs"), tr("Average number of times that each decision is learned from.")
            ),
            "clip": Help(
                tr("Clip"),
                tr("How far the probability ratio of an action may move before it is clipped."),
            ),
            "entropy": Help(
                tr("Entropy bonus"),
                tr("Per nat of entropy at a decision, in standard deviations of winnings."),
            ),
            "policy_rate": Help(tr("Rate of policy"), tr("Learning rate of the policies.")),
            "value_rate": Help(tr("Rate of values"), tr("Learning rate of the action values.")),
            "rate_fall": Help(
                tr("Decay of rates"),
                tr("Both rates fall as 1 / √(1 + iterations / this); 0 keeps them constant."),
                constant,
            ),
        },
    }


def _fictitious() -> dict[str, dict[str, Help]]:
    constant = tr("0: constant")
    return {
        tr("Memories"): {
            "rl_memory": Help(
                tr("Replay buffer"),
                tr("Most recent decisions kept for each seat, to learn action values from."),
            ),
            "sl_memory": Help(
                tr("For policy"),
                tr("Best responses kept for each seat, by reservoir sampling, for its average."),
            ),
            "least_memory": Help(
                tr("Learning starts at"),
                tr("Entries a memory must hold before learning from it starts."),
            ),
        },
        tr("Learning"): {
            "batch": Help(tr("Batch"), tr("Decisions sampled from a memory for one update.")),
            "learn_every": Help(
                tr("Learn every"), tr("Decisions of a seat between two rounds of updates.")
            ),
            "updates": Help(
                tr("Updates each time"), tr("Updates of each network of a seat in one round.")
            ),
            "target_every": Help(
                tr("Target copied every"), tr("Updates between copies to the target network.")
            ),
            "discount": Help(
                tr("Discount"),
                tr("Discount factor for each decision of a seat; 1 is exact in poker."),
            ),
            "rl_rate": Help(tr("Rate of values"), tr("Learning rate of the action values.")),
            "sl_rate": Help(tr("Rate of policy"), tr("Learning rate of the average policy.")),
            "warm_up": Help(
                tr("Warm-up"),
                tr("Updates over which both rates rise from 0, which prevents dead units."),
                tr("updates; 0: none"),
            ),
            "rate_decay": Help(
                tr("Decay of rates"),
                tr("Both rates fall as 1 / √(1 + updates / this); 0 keeps them constant."),
                constant,
            ),
        },
        tr("Play"): {
            "games": Help(tr("Games at once"), tr("Hands played in parallel.")),
            "eta": Help(
                tr("Best responses"),
                tr("Share of hands (η) that a seat plays by its action values, not its average."),
            ),
            "explore": Help(
                tr("Exploring hands"),
                tr("Share of hands in which a seat explores; it learns action values from them."),
            ),
            "epsilon": Help(
                tr("Random actions"),
                tr("Share of a best response’s decisions (ε) that are random."),
            ),
            "epsilon_decay": Help(
                tr("Epsilon decay"),
                tr("They fall as 1 / √(1 + episodes / this); 0 keeps them constant."),
                constant,
            ),
        },
        tr("Priorities"): {
            "alpha": Help(
                tr("Alpha"),
                tr("Decisions are sampled by their error to this power; 0 samples uniformly."),
            ),
            "beta": Help(
                tr("Initial beta"), tr("How far importance weights correct for that; 1 fully.")
            ),
            "beta_episodes": Help(
                tr("Beta is 1 after"),
                tr("Episodes until the weights correct fully."),
                tr("episodes"),
            ),
            "least_times": Help(
                tr("Min repeats"), tr("Minimum number of times that a batch is learned.")
            ),
            "most_times": Help(
                tr("Max repeats"),
                tr("Number of times that a batch of the highest priority is learned."),
            ),
        },
    }


def _default(method: str, key: str) -> Value:
    found: Value = learner_of(method).settings[key]
    return found


def value_text(value: Value) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return chips(value) if isinstance(value, int) else f"{value:,.12g}"


def read(method: str, key: str, text: str) -> Value:
    """Read a parameter of a method as it was typed: "128", "200,000", "2 M".

    Raises:
        EngineError: with the range that it must be in.
    """
    if key == HIDDEN:
        try:
            layers = parse_hidden(text)
            check_hidden(layers)
        except EngineError:
            raise EngineError(_range_words(method, key)) from None
        return layers
    number = _number("".join(text.split()).lower())
    whole = isinstance(_default(method, key), int)
    low, high = range_of(learner_of(method).parameters, key)
    if number is None or not low <= number <= high or (whole and number != int(number)):
        raise EngineError(_range_words(method, key))
    return int(number) if whole else number


def _number(plain: str) -> float | None:
    size = _SIZES.get(plain[-1:], 1.0)
    try:
        number = float(plain_number(plain[:-1] if size > 1.0 else plain) or "") * size
    except ValueError:
        return None
    return number if abs(number) < 1e300 else None


def _range_words(method: str, key: str) -> str:
    if key == HIDDEN:
        return tr("multiples of {step} to {most}").format(step=LANES, most=f"{MAX_HIDDEN:,}")
    low, high = range_of(learner_of(method).parameters, key)
    words = tr("{low} or more") if high >= 1e12 else tr("{low} to {high}")
    return words.format(low=f"{low:,.12g}", high=f"{high:,.12g}")


def learning(method: str, own: Mapping[str, str], hidden: tuple[int, ...] = ()) -> Any:
    """Return the parameters of a run.

    Args:
        hidden: layers of the networks that it continues from; empty if it starts over.

    Returns:
        Parameters of the method's class.

    Raises:
        EngineError: if they are invalid.
    """
    names = {key: words.name for group in helps(method).values() for key, words in group.items()}
    given: dict[str, Any] = {}
    for key, text in own.items():
        if key in names:
            try:
                given[key] = read(method, key, text)
            except EngineError as problem:
                words = tr("{name}: {reason}")
                raise EngineError(words.format(name=names[key], reason=problem)) from None
    if hidden:
        given[HIDDEN] = hidden
    return learner_of(method).parameters(method=method, **given)


def changed(parameters: NetworkParameters) -> dict[str, Value]:
    method = parameters.method
    values = {key: getattr(parameters, key) for group in helps(method).values() for key in group}
    return {key: value for key, value in values.items() if value != _default(method, key)}


def parameter_sheet(
    method: str, own: Mapping[str, str], hidden: tuple[int, ...] = ()
) -> ParameterSheet:
    """Build the current parameters of a method.

    Args:
        hidden: layers of the networks that a run continues from, which cannot be chosen.
    """
    groups = [
        ParameterGroup(
            title, tuple(_field(method, key, words, own, hidden) for key, words in group.items())
        )
        for title, group in helps(method).items()
    ]
    fields = tuple(field for group in groups for field in group.fields)
    count = sum(field.changed for field in fields)
    if not any(field.error for field in fields):
        try:
            learning(method, own, hidden)
        except EngineError as problem:
            groups = [_blamed(group, str(problem)) for group in groups]
    return ParameterSheet(
        tr("Parameters of {method}").format(method=learner_of(method).titles[method]),
        tuple(groups),
        tr("Parameters ({count})…").format(count=count) if count else tr("Parameters…"),
        count,
    )


def _blamed(group: ParameterGroup, problem: str) -> ParameterGroup:
    """Attach an error about several parameters to the first one named."""
    said = {
        "least_times": tr("more than the maximum repeats"),
        "least_memory": tr("more than a memory holds"),
    }
    key = problem.partition(" ")[0]
    error = said.get(key, problem)
    fields = (replace(f, error=error) if f.key == key else f for f in group.fields)
    return ParameterGroup(group.title, tuple(fields))


def _field(
    method: str, key: str, words: Help, own: Mapping[str, str], hidden: tuple[int, ...]
) -> ParameterField:
    span, default = _range_words(method, key), _default(method, key)
    note = words.note or span
    about = tr("{about} Range: {span}.").format(about=words.about, span=span)
    if key == HIDDEN and hidden:
        fixed = tr("as the network has")
        return ParameterField(key, value_text(hidden), fixed, "", words.name, about, on=False)
    text = own.get(key, value_text(default))
    try:
        other = read(method, key, text) != default
    except EngineError as problem:
        return ParameterField(key, text, note, str(problem), words.name, about, changed=True)
    if other:
        note = tr("default {value}").format(value=value_text(default))
    return ParameterField(key, text, note, "", words.name, about, changed=other)
