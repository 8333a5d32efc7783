"""Ranks of hands and their mirror images by counting pairs, hand by hand."""


def ranks(worths):
    """(weaker + half of the other equal ones) / (all others), for {hand: strength}."""
    others = len(worths) - 1
    found = {}
    for hand, worth in worths.items():
        weaker = sum(other < worth for other in worths.values())
        equal = sum(other == worth for other in worths.values()) - 1
        found[hand] = (weaker + equal / 2) / others
    return found


def mirror(worths, rows):
    """Rows {hand: [p...]} of the hands in the opposite places, equal hands sharing theirs."""
    equals = {}
    for hand, worth in worths.items():
        equals.setdefault(worth, []).append(hand)
    places = [worth for worth in sorted(equals) for _ in equals[worth]]
    means = {
        worth: [sum(column) / len(hands) for column in zip(*(rows[h] for h in hands), strict=True)]
        for worth, hands in equals.items()
    }
    found = {}
    for worth, hands in equals.items():
        opposite = [means[places[-1 - i]] for i, other in enumerate(places) if other == worth]
        row = [sum(column) / len(opposite) for column in zip(*opposite, strict=True)]
        found.update(dict.fromkeys(hands, row))
    return found
