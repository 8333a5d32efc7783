"""The rules of docs/architecture.md, read from the sources."""

import ast
import os
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("engine", "ai", "pokergui", "assets")
JIT = "engine.jit"
KERNEL_DECORATORS = {"kernel", "borrowing_kernel"}
WITHOUT_QT = ("pokergui.viewmodel", "pokergui.store", "pokergui.cli", "pokergui.commands")
"""Packages that leave Qt unloaded."""
PURE = (*WITHOUT_QT, "pokergui.felt", "pokergui.ranges")
"""Rooms that import nothing of Qt; of the words that they use, Qt translates."""
VIEWMODEL = "pokergui.viewmodel"
DRAWN = ("pokergui.widgets", "pokergui.theme")
DRAWING = ("pokergui.widgets", "pokergui.theme", "pokergui.window", "pokergui.app")
PAGES = "pokergui.pages"
SPOKEN = ("pokergui.viewmodel", "pokergui.language", "engine.sanitise")
"""Modules that views and widgets may import beside what is drawn."""
WALLS = {
    "viewmodel": {"viewmodel"},
    "scenes": {"viewmodel", "scenes", "work"},
    "work": {"viewmodel", "scenes", "work"},
    "presenters": {"viewmodel", "scenes", "work", "presenters"},
    "views": {"viewmodel", "views"},
    "wiring": {"viewmodel", "scenes", "work", "presenters", "views", "wiring"},
}
"""The parts of a page and the imports of its page that each may have."""
MOST_BYTES = 1_000_000
"""Size of a file outside ``assets``."""
FORBIDDEN = {
    *("socket", "socketserver", "ssl", "http", "urllib.request", "ftplib", "smtplib", "xmlrpc"),
    *("requests", "httpx", "aiohttp", "asyncio", "webbrowser", "PySide6.QtWebSockets"),
    *("pickle", "cPickle", "marshal", "shelve", "dill", "cloudpickle", "joblib", "torch"),
}


@dataclass(frozen=True)
class Import:
    """One imported module: ``names`` as bound in the importing file."""

    module: str
    names: tuple[str, ...]
    line: int
    in_function: bool


@dataclass(frozen=True)
class Source:
    name: str
    path: Path
    text: str
    tree: ast.Module
    nodes: tuple[ast.AST, ...]
    imports: tuple[Import, ...]

    def at(self, line):
        return f"{self.path.relative_to(ROOT)}:{line}"


def module_name(path):
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def package_of(name):
    return name if (ROOT / name.replace(".", "/")).is_dir() else name.rpartition(".")[0]


def paths():
    return sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))


@cache
def module_names():
    return frozenset(module_name(path) for path in paths())


def resolve(node):
    """Pairs of imported module and bound name; ``from a import b`` is ``a.b`` if that is one."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.name, alias.asname or alias.name.split(".")[0]
        return
    assert node.module, "relative imports are not used here"
    for alias in node.names:
        full = f"{node.module}.{alias.name}"
        is_module = full in module_names() or node.module == "PySide6"
        yield (full if is_module else node.module), alias.asname or alias.name


def find_imports(nodes):
    functions = [one for one in nodes if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    inside = {id(node) for function in functions for node in ast.walk(function)}
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            found = defaultdict(list)
            for module, name in resolve(node):
                found[module].append(name)
            for module, names in found.items():
                yield Import(module, tuple(names), node.lineno, id(node) in inside)


@cache
def sources():
    found = []
    for path in paths():
        text = path.read_text("utf-8")
        tree = ast.parse(text, str(path))
        nodes = tuple(ast.walk(tree))
        imports = tuple(find_imports(nodes))
        found.append(Source(module_name(path), path, text, tree, nodes, imports))
    return tuple(found)


def within(module, *packages):
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def importing(*packages):
    return [
        (source, item)
        for source in sources()
        for item in source.imports
        if within(item.module, *packages)
    ]


def page_of(module):
    return module.split(".")[2] if within(module, PAGES) and module.count(".") > 1 else ""


def part_of(module):
    return next((name for name in module.split(".")[3:] if name in WALLS), "")


def against_direction(name, item):
    known = {"engine": {"engine"}, "ai": {"engine", "ai"}, "assets": {"assets"}}
    return item.module.split(".")[0] not in known.get(name.split(".")[0], FOLDERS)


def qt_elsewhere(name, item):
    painting = within(item.module, "PySide6.QtWidgets", "PySide6.QtGui")
    return (
        not within(name, "pokergui")
        or within(name, *PURE)
        or part_of(name) in ("viewmodel", "scenes", "work")
        or (painting and part_of(name) != "views" and not within(name, *DRAWING))
    )


def between_pages(name, item):
    apart = page_of(item.module) != page_of(name) and item.module != PAGES
    return apart and not within(name, "pokergui.app", "pokergui.window")


def between_products(name, item):
    study = f"{PAGES}.study"
    products = ("comparing", "whole", "solving", "reports", "searching", "reading")
    own = next((f"{study}.{one}" for one in products if within(name, f"{study}.{one}")), "")
    return own and item.module != study and not within(item.module, own, f"{study}.reading")


def through_the_wall(name, item):
    """The wall between views and engines, and those between other parts of a page."""
    part, drawn = part_of(name), within(item.module, *DRAWN, "pokergui.window")
    if not part:
        return False
    if page_of(item.module):
        return part_of(item.module) not in WALLS[part]
    if part not in ("views", "wiring") and drawn:
        return True
    return part in ("viewmodel", "views") and not drawn and not within(item.module, *SPOKEN)


def between_shared_rooms(name, item):
    plain = within(name, *PURE, "pokergui.formatting", "pokergui.background")
    return (
        (within(name, "pokergui.widgets") and not within(item.module, *SPOKEN, *DRAWN))
        or (plain and within(item.module, *DRAWN, "pokergui.window"))
        or (within(name, VIEWMODEL) and not within(item.module, VIEWMODEL))
    )


RULES = {
    "folders know each other in one direction": ((*FOLDERS, "bench", "tests"), against_direction),
    "Qt stays in its places": (("PySide6", "shiboken6"), qt_elsewhere),
    # The window builds engines through pokergui.background.engines, which rejects names in files.
    "names in files start no program": (
        ("ai.registry",),
        lambda name, item: "build" in item.names and within(name, PAGES, "pokergui.ranges"),
    ),
    # Every user of an engine goes through its protocol, in its own process or not.
    "the engine in a process stays in its folder": (
        ("ai.external.agent",),
        lambda name, item: (
            "ProcessAgent" in item.names and not within(name, "ai.external", "ai.registry")
        ),
    ),
    "pages do not know each other": ((PAGES,), between_pages),
    "products of Study know reading alone": ((PAGES,), between_products),
    "the parts of a page stay apart": (FOLDERS, through_the_wall),
    "shared rooms keep apart": (FOLDERS, between_shared_rooms),
    "the database library stays in the store": (
        ("sqlite_utils", "sqlite3"),
        lambda name, item: not within(name, "pokergui.store"),
    ),
    "the library of repetition stays with the schedule": (
        ("fsrs",),
        lambda name, item: name != "pokergui.drills.schedule",
    ),
    "numba is configured in one place": (
        ("numba", "llvmlite"),
        lambda name, item: name not in (JIT, "engine._lanes"),
    ),
    "private modules are imported from their own folder": (
        FOLDERS,
        lambda name, item: (
            item.module.rpartition(".")[2].startswith("_")
            and item.module.rpartition(".")[0] != package_of(name)
        ),
    ),
    "nothing talks to a network or unpickles": (FORBIDDEN, lambda name, item: True),
    "sockets are local and in one place": (
        ("PySide6.QtNetwork",),
        lambda name, item: (
            name != "pokergui.window.secondstart"
            or {*item.names} - {"QLocalServer", "QLocalSocket"}
        ),
    ),
}
"""For each rule the imports that it is about, and those that break it."""


@pytest.mark.parametrize("rule", RULES)
def test_imports_follow_the_layering_rules(rule):
    about, broken = RULES[rule]
    wrong = [
        f"{source.at(item.line)} imports {item.module}"
        for source, item in importing(*about)
        if broken(source.name, item)
    ]
    assert wrong == []


def test_modules_of_pages_belong_to_parts():
    for source in sources():
        if source.path.name != "__init__.py":
            assert part_of(source.name) or not within(source.name, PAGES), source.name


def kernel_names(source):
    """Names in the file's kernels, and in assignments beside them."""
    for node in source.tree.body:
        decorators = {ast.unparse(one) for one in getattr(node, "decorator_list", ())}
        if isinstance(node, ast.Assign | ast.AnnAssign) or decorators & KERNEL_DECORATORS:
            yield from (name.id for name in ast.walk(node) if isinstance(name, ast.Name))


def test_kernels_use_only_what_their_cache_is_keyed_by():
    known = {source.name: source for source in sources()}
    wrong = [
        f"{source.at(item.line)} takes {name} from {item.module}, which does not say {JIT}"
        for source in sources()
        if re.search("^@(borrowing_)?kernel$", source.text, re.MULTILINE)
        for frozen in [{*kernel_names(source)}]
        for item in source.imports
        for name in item.names
        # The kernel cache is keyed by the files listed.
        if name in frozen and item.module in known and JIT not in known[item.module].text
    ]
    assert wrong == []


def top_folder(name):
    return ".".join(package_of(name).split(".")[:2]) if name.startswith("ai.") else ""


@pytest.mark.parametrize("part", [str, top_folder], ids=["modules", "folders of ai"])
def test_there_are_no_import_cycles(part):
    """Imports for types alone and inside functions count, too."""
    graph = defaultdict(set)
    for source in sources():
        found = {part(item.module) for item in source.imports if item.module in module_names()}
        graph[part(source.name)] |= found - {part(source.name), ""}
    TopologicalSorter({name: found for name, found in graph.items() if name}).prepare()


PLACES = {
    # ``Game`` alone knows hold'em by its numbers.
    r"4, 13, 2\)|\(0, 3, 1, 1\)|\bgame\.num_players [!=]= 2": {"engine.game"},
    # Qt would read markup in text, and show control characters.
    r"\.set(ToolTip|StatusTip|WhatsThis|Accessible\w+)\(|\bQLabel\(|QToolTip\.|QMessageBox\(": {
        *("pokergui.widgets.spoken", "pokergui.widgets.guard"),
    },
    # Everything else read comes with the program or the system, or was just written.
    r"""open\(["']r[bt]?["']|\.open\(encoding|\.read_(text|bytes)\(""": {
        *("engine.named_file", "engine.jit", "ai.reading.noise", "ai.strength.figures"),
        *("ai.strength.trainings", "ai.solver.memory", "pokergui.theme.fonts"),
        *("pokergui.commands.hands", "pokergui.moving", "ai.external.log"),
    },
}
"""For each text the modules that have it: games, words of widgets, files that are opened."""


@pytest.mark.parametrize("text", PLACES)
def test_listed_patterns_appear_only_in_their_modules(text):
    assert {source.name for source in sources() if re.search(text, source.text)} == PLACES[text]


def test_imports_inside_functions_state_a_reason():
    wrong = [
        source.at(item.line)
        for source in sources()
        for item in source.imports
        if item.in_function
        and not any("#" in line for line in source.text.splitlines()[item.line - 2 : item.line])
    ]
    assert wrong == []


MOST_SHARED_NAMES = 32
"""Class names of the window that still mean several things; lower it, never raise it."""


def class_names_used_twice(*folders):
    names = [
        node.name.lstrip("_")
        for source in sources()
        if within(source.name, *folders)
        for node in source.nodes
        if isinstance(node, ast.ClassDef)
    ]
    return sorted(name for name, count in Counter(names).items() if count > 1)


def test_class_names_have_one_meaning():
    assert class_names_used_twice("ai", "engine") == []
    assert len(twice := class_names_used_twice("pokergui")) <= MOST_SHARED_NAMES, twice


def passed_on(source):
    """Yield the signals of classes to which a signal is connected as it is: ``Class.signal``."""
    for made in (node for node in source.nodes if isinstance(node, ast.ClassDef)):
        signals = {
            f"self.{one.targets[0].id}"
            for one in made.body
            if isinstance(one, ast.Assign) and ast.unparse(one.value).startswith("Signal(")
        }
        for node in ast.walk(made):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "connect":
                goal = ast.unparse(node.args[0]).removesuffix(".emit") if node.args else ""
                if goal in signals:
                    yield goal.replace("self", made.name, 1)


def test_no_class_passes_a_signal_of_its_parts_on():
    """Whoever listens connects to the part itself."""
    found = {name for source in sources() for name in passed_on(source)}
    assert found == set()


def names_made(nodes):
    """Return names that a file defines, and attributes that its classes set."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.id if isinstance(node, ast.Name) else node.attr


def test_private_attributes_are_used_only_in_their_file():
    """Attributes that begin with a single ``_``; those of named tuples are public."""
    public, wrong = {"_replace", "_asdict", "_fields", "_make"}, []
    for source in sources():
        made = {*names_made(source.nodes)} | public
        modules = {name for item in source.imports for name in item.names}
        wrong += [
            f"{source.at(node.lineno)} {ast.unparse(node)}"
            for node in source.nodes
            if isinstance(node, ast.Attribute) and re.match("_[^_]", node.attr)
            if node.attr not in made
            if not (isinstance(node.value, ast.Name) and node.value.id in modules)
        ]
    assert wrong == []


def test_test_folders_are_not_packages():
    assert list((ROOT / "tests").rglob("__init__.py")) == []


def kept_files():
    """The files under version control; in an unpacked source archive, all but generated ones."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        command = ("git", "ls-files", "-z")
        listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
        return [ROOT / name for name in listed.decode().split("\0") if name]
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [one for one in folders if one[0] != "." and one not in ("build", "dist")]
        found += [Path(folder) / name for name in names]
    return found


def test_large_files_are_assets_and_no_name_looks_like_an_option():
    kept = [path for path in kept_files() if path.exists()]
    large = [path for path in kept if path.stat().st_size > MOST_BYTES]
    assert [path for path in large if not path.is_relative_to(ROOT / "assets")] == []
    within_root = [path.relative_to(ROOT) for path in kept]
    assert [path for path in within_root if any(part[0] == "-" for part in path.parts)] == []


def run_python(code):
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr.decode()


def test_importing_headless_modules_does_not_load_qt():
    names = [
        name
        for name in sorted(module_names())
        if within(name, "engine", "ai", *WITHOUT_QT) and not name.endswith("__main__")
    ]
    imports = "\n".join(f"import {name}" for name in names)
    run_python(f"{imports}\nimport sys\nsys.exit('PySide6' in sys.modules)")


def test_a_match_imports_only_what_it_uses():
    run_python(
        "import sys\nfrom pokergui.cli import main\n"
        "try:\n    main(['match', 'kuhn', 'call', 'random', '--hands', '2'])\n"
        "except SystemExit:\n    pass\n"
        "other = {'ai.networks', 'ai.search', 'ai.blueprint', 'pokergui.store', 'PySide6'}\n"
        "sys.exit(f'loaded {other}' if other & set(sys.modules) else 0)"
    )


def test_command_line_starts_without_heavy_imports():
    run_python(
        "import sys\nfrom pokergui.cli import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'numba', 'numpy', 'PySide6', 'sqlite_utils', 'pokerkit'} & set(sys.modules)\n"
        "sys.exit(f'loaded {heavy}' if heavy else 0)"
    )
