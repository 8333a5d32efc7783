"""Mutation testing: plant small faults in the sources, one at a time, and run the tests.

    python -m scripts.plant_faults choose            # writes tests/faults.json: 400, seeded
    python -m scripts.plant_faults run [--area AREA] # in a clone of its own: it changes sources

A fault inverts a comparison, swaps two operators, drops a statement, or changes a number by one.
``tests/faults.json`` records for each the test that caught it; "survived" are those that no test
caught, some of which have no observable effect. Faults in kernels recompile them.
"""

from __future__ import annotations

import ast
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import click

from engine import timing
from engine.jit import kernel_cache_dir

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "tests" / "faults.json"
AREAS = {
    "engine": ("engine", "", 80),
    "cfr": ("ai/cfr", "", 50),
    "spot": ("ai/solver", "", 60),
    "evaluation": ("ai/evaluation", "", 50),
    "store": ("pokergui/store", "", 60),
    "scenes": ("pokergui/pages", "scenes", 50),
    "presenters": ("pokergui/pages", "presenters", 50),
}
"""For each area its folder, the part of a page, and the number of faults."""
MOST_IN_A_FILE = 5
_AT_ONCE = 4
SWAPS = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}
"""Operators, as written and as a fault writes them."""


@dataclass(frozen=True)
class Fault:
    """A change of a few characters.

    Attributes:
        line: the line without its indentation; identifies it when others move.
        place: the line's number when the fault was chosen.
        column: column in ``line`` at which the change begins.
        caught: the test that failed; "survived", "gone", or "" if not yet run.
    """

    area: str
    file: str
    line: str
    place: int
    column: int
    old: str
    new: str
    caught: str = ""

    def planted(self, text: str) -> str | None:
        """Return a file with the fault, None if its line is gone."""
        lines = text.split("\n")
        same = [n for n, line in enumerate(lines) if line.strip() == self.line]
        if not same:
            return None
        number = min(same, key=lambda n: abs(n - self.place))
        begin = len(lines[number]) - len(lines[number].lstrip()) + self.column
        end = begin + len(self.old)
        lines[number] = lines[number][:begin] + self.new + lines[number][end:]
        return "\n".join(lines)


def changes(node: ast.AST, text: list[str]) -> Iterator[tuple[int, int, str, str]]:
    """Yield faults at a node: line from 0, column, old and new text, all on one line."""
    for left, operator, right in operations(node):
        old, new = SWAPS.get(type(operator), ("", ""))
        row, begin, end = left.end_lineno or 0, left.end_col_offset or 0, right.col_offset
        if old and row == right.lineno and old in text[row - 1][begin:end]:
            yield row - 1, text[row - 1].index(old, begin), old, new
    if not isinstance(node, ast.expr | ast.Expr) or node.end_lineno != node.lineno:
        return
    row, begin = node.lineno - 1, node.col_offset
    old = text[row][begin : node.end_col_offset]
    match node:
        case ast.Constant(value=bool(value)):
            yield row, begin, old, str(not value)
        case ast.Constant(value=int(value)):
            yield row, begin, old, str(value + 1)
        case ast.UnaryOp(op=ast.Not()):
            yield row, begin, old, old.removeprefix("not ")
        case ast.IfExp(test=test) if test.lineno == test.end_lineno == node.lineno:
            asked = text[row][test.col_offset : test.end_col_offset]
            yield row, test.col_offset, asked, f"(not {asked})"
        case ast.Name(id="min" | "max" as name):
            yield row, begin, old, {"min": "max", "max": "min"}[name]
        case ast.Expr(value=ast.Call()):
            yield row, begin, old, "pass"


def operations(node: ast.AST) -> list[tuple[ast.expr, ast.AST, ast.expr]]:
    """Return the operators of a node with their operands."""
    match node:
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            return [(left, operator, right)]
        case ast.BinOp(left=left, op=operator, right=right):
            return [(left, operator, right)]
        case ast.BoolOp(op=operator, values=[left, right, *_]):
            return [(left, operator, right)]
    return []


def inside(node: ast.AST, function: bool = False) -> Iterator[ast.AST]:
    """Yield the nodes in functions, except annotations and error messages."""
    if isinstance(node, ast.Raise | ast.Assert | ast.Import | ast.ImportFrom):
        return
    if function:
        yield node
    function = function or isinstance(node, ast.FunctionDef)
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "args", "decorator_list"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from inside(child, function)


def faults_of(area: str, path: Path) -> list[Fault]:
    """Return all faults of a file."""
    source = path.read_text("utf-8")
    text, file = source.split("\n"), path.relative_to(ROOT).as_posix()
    found = []
    for node in inside(ast.parse(source)):
        for row, column, old, new in changes(node, text):
            line = text[row].strip()
            indent = len(text[row]) - len(text[row].lstrip())
            found.append(Fault(area, file, line, row, column - indent, old, new))
    return found


def chosen(seed: int) -> Iterator[Fault]:
    """Yield the faults of each area, drawn by a seed, in the order of files."""
    rng = random.Random(seed)
    for area, (folder, part, count) in AREAS.items():
        files = [
            path for path in sorted((ROOT / folder).rglob("*.py")) if not part or part in path.parts
        ]
        pool = [fault for path in files for fault in faults_of(area, path)]
        rng.shuffle(pool)
        taken: Counter[str] = Counter()
        drawn: list[Fault] = []
        for fault in pool:
            if len(drawn) < count and taken[fault.file] < MOST_IN_A_FILE:
                taken[fault.file] += 1
                drawn.append(fault)
        yield from sorted(drawn, key=lambda fault: (fault.file, fault.place, fault.column))


def nearest(fault: Fault) -> list[str]:
    """Return test files, first those that import the module or are named after it."""
    module = fault.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    package, _, name = module.rpartition(".")
    folder = re.sub(r"/(scenes|presenters)$", "", str(Path(fault.file).parent))
    words = {*name.strip("_").split("_"), Path(folder).name}
    scores: dict[str, int] = {}
    for path in (ROOT / "tests").rglob("test_*.py"):
        test, text = path.relative_to(ROOT).as_posix(), path.read_text("utf-8")
        imports = f"from {module} import" in text or f"import {module}" in text
        score = 5 * imports + 4 * test.startswith(f"tests/{folder}/")
        score += 3 * bool(words & set(path.stem.split("_"))) + 2 * (f"from {package}" in text)
        if score > 2:
            scores[test] = score
    return sorted(scores, key=lambda test: (-scores[test], test))


def in_kernel(text: str, fault: Fault) -> bool:
    """Return whether a fault lies in a compiled function, whose callers are compiled too."""
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    return any(
        node.lineno <= fault.place + 1 <= (node.end_lineno or 0)
        and any("kernel" in ast.unparse(decorator) for decorator in node.decorator_list)
        for node in functions
    )


def judged(fault: Fault, seconds: float) -> str:
    """Return the test that fails with a fault, or "survived", or "gone"."""
    path = ROOT / fault.file
    text = path.read_text("utf-8") if path.exists() else ""
    planted = fault.planted(text)
    if planted is None:
        return "gone"
    first = fault.caught.partition("::")[0]
    tests = [*([first] if first and (ROOT / first).exists() else []), *nearest(fault)]
    tests = [*dict.fromkeys(tests)]
    compiled, end = kernel_cache_dir(), timing.seconds() + seconds
    with tempfile.TemporaryDirectory(dir=compiled.parent) as kernels:
        kept = {"POKERGUI_KERNELS": kernels} if "engine.jit" in text else {}
        try:
            path.write_text(planted, "utf-8")
            if kept and not in_kernel(text, fault):  # other kernels need no recompilation
                target = Path(kernels) / "kernels" / kernel_cache_dir().name
                shutil.copytree(compiled, target, copy_function=os.link)
            for begin in range(0, len(tests), _AT_ONCE):
                found = failing(tests[begin : begin + _AT_ONCE], kept, end - timing.seconds())
                if found or timing.seconds() > end:
                    return found or "survived"
        finally:
            path.write_text(text, "utf-8")
    return "survived"


def failing(tests: list[str], environment: dict[str, str], seconds: float) -> str:
    """Return the first failing test, "" if none fails within the timeout."""
    order = ["-x", "-q", "-m", "not nightly", "--tb=no", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *order],
            cwd=ROOT,
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            timeout=max(seconds, 1.0),
            check=False,
        )
    except subprocess.TimeoutExpired:
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return failed[1] if failed else "" if done.returncode in (0, 5) else f"{tests[0]}::"


def keep(faults: list[Fault]) -> None:
    """Write the list, one fault per line."""
    lines = ",\n".join(json.dumps(asdict(fault)) for fault in faults)
    KEPT.write_text(f"[\n{lines}\n]\n", "utf-8")


@click.group()
def main() -> None:
    """Plant faults and see whether a test fails."""


@main.command()
@click.option("--seed", default=44, show_default=True)
def choose(seed: int) -> None:
    """Redraw the faults and discard earlier results."""
    keep(list(chosen(seed)))


@main.command()
@click.option("--area", type=click.Choice(list(AREAS)))
@click.option("--seconds", default=300.0, show_default=True, help="For the tests of a fault.")
@click.option("--again", is_flag=True, help="Those that were judged before, too.")
def run(area: str | None, seconds: float, again: bool) -> None:
    """Plant one after the other; the list is kept after each."""
    faults = [Fault(**row) for row in json.loads(KEPT.read_text("utf-8"))]
    for number, fault in enumerate(faults):
        if area in (None, fault.area) and (again or not fault.caught):
            faults[number] = replace(fault, caught=judged(fault, seconds))
            keep(faults)
            print(f"{fault.file}:{fault.place + 1} {fault.old} -> {fault.new}:", end=" ")
            print(faults[number].caught, flush=True)
    print(Counter(("::" in fault.caught and "caught") or fault.caught for fault in faults))


if __name__ == "__main__":
    main()
