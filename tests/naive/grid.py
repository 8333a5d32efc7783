"""Cells of a range grid by plain loops over combos."""

from engine.combos import CLASS_NAMES, combo_cards, combo_name


def class_of(combo):
    name = combo_name(combo)
    ranks = name[0] + name[2]
    if ranks[0] == ranks[1]:
        return ranks
    return ranks + ("s" if name[1] == name[3] else "o")


def holdem_cells(board, weights, probabilities):
    """(label, height, shares) of the 169 cells in grid order; None where no combo is possible."""
    members = {name: [] for name in CLASS_NAMES}
    for combo, cards in enumerate(combo_cards().tolist()):
        if not set(cards) & set(board):
            members[class_of(combo)].append(combo)
    cells: list[tuple[str, float | None, list[float] | None]] = []
    for name in CLASS_NAMES:
        combos = members[name]
        if not combos:
            cells.append((name, None, None))
            continue
        reached = sum(weights[c] for c in combos)
        parts = [weights[c] if reached else 1.0 for c in combos]
        shares = [
            sum(w * probabilities[c][a] for w, c in zip(parts, combos, strict=True)) / sum(parts)
            for a in range(len(probabilities[0]))
        ]
        cells.append((name, reached / len(combos), shares))
    return cells
