"""The phone's Python is 3.14: nothing that is gone there is used, and nothing that warns of going."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from window_driver import InWindow

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent

_MODULES = """
asynchat asyncore distutils imp smtpd
aifc audioop cgi cgitb chunk crypt imghdr lib2to3 mailcap msilib nis nntplib ossaudiodev pipes sndhdr spwd sunau
telnetlib uu xdrlib
"""
_NAMES = """
ast.Bytes ast.Ellipsis ast.NameConstant ast.Num ast.Str asyncio.AbstractChildWatcher asyncio.get_child_watcher
asyncio.set_child_watcher collections.abc.ByteString typing.ByteString configparser.SafeConfigParser
datetime.utcfromtimestamp datetime.utcnow datetime.datetime.utcfromtimestamp datetime.datetime.utcnow
importlib.abc.ResourceReader importlib.abc.Traversable importlib.abc.TraversableResources importlib.find_loader
importlib.resources.contents importlib.resources.is_resource importlib.resources.path
inspect.formatargspec locale.getdefaultlocale locale.resetlocale pkgutil.find_loader pkgutil.get_loader
pkgutil.ImpImporter pkgutil.ImpLoader pty.master_open pty.slave_open re.template sqlite3.OptimizedUnicode
sqlite3.version sqlite3.version_info ssl.match_hostname ssl.wrap_socket tempfile.mktemp typing.io typing.re
unittest.findTestCases unittest.makeSuite urllib.parse.Quoter webbrowser.MacOSX
"""
GONE_MODULES = frozenset(_MODULES.split())
"""Removed in 3.12 and 3.13."""
GONE_NAMES = frozenset(_NAMES.split())
"""Removed from 3.12 to 3.14, or announced for soon after."""
SHIPPED = sorted(
    path
    for room in ("scorer", "models", "mobile")
    for path in (ROOT / room).rglob("*.py")
    if not {"training", "evaluation"} & set(path.relative_to(ROOT).parts)
)


def used(path: Path) -> Iterator[str]:
    """Every module and every dotted name of one that a file uses."""
    known: dict[str, str] = {}
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                known[alias.asname or alias.name.split(".")[0]] = (
                    alias.name if alias.asname else alias.name.split(".")[0]
                )
                yield alias.name
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            for alias in node.names:
                known[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                yield f"{node.module}.{alias.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and (name := dotted(node)):
            first, _, rest = name.partition(".")
            yield f"{known.get(first, first)}.{rest}"


def dotted(node: ast.expr) -> str:
    """``a.b.c`` of such an expression; empty for any other."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    return ""


def gone(path: Path) -> set[str]:
    """What a file uses of what is gone."""
    return {name for name in used(path) if name.split(".")[0] in GONE_MODULES or name in GONE_NAMES}


@pytest.mark.slow
def test_what_ships_uses_nothing_that_is_gone() -> None:
    assert len(SHIPPED) > 100
    assert {str(path.relative_to(ROOT)): found for path in SHIPPED if (found := gone(path))} == {}


def test_the_scan_sees_what_is_gone(tmp_path: Path) -> None:
    file = tmp_path / "old.py"
    file.write_text(
        "import imghdr\nimport datetime as dt\nfrom importlib.abc import Traversable\nimport sqlite3\n"
        "def f():\n    return dt.datetime.utcnow(), sqlite3.version\n"
    )
    assert gone(file) == {"imghdr", "importlib.abc.Traversable", "datetime.datetime.utcnow", "sqlite3.version"}


_IMPORTS = """
import importlib, pkgutil, sys, warnings
import numpy, cv2, PIL.Image  # theirs are no matter of ours
warnings.simplefilter("error", DeprecationWarning)
warnings.simplefilter("error", PendingDeprecationWarning)
for name in sys.argv[1:]:
    importlib.import_module(name)
"""


@pytest.mark.slow
def test_what_needs_no_screen_imports_without_a_warning() -> None:
    kivy = ("mobile.screens", "mobile.widgets", "mobile.camera.android", "mobile.android.entry")
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in SHIPPED]
    free = [name.removesuffix(".__init__") for name in names if not name.startswith(kivy)]
    done = subprocess.run(
        [sys.executable, "-c", _IMPORTS, *free], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]


_WINDOW = """
import runpy, sys, warnings
warnings.simplefilter("error", DeprecationWarning)
warnings.filterwarnings("ignore", category=DeprecationWarning, module=r"kivy(\\.|$)")  # theirs
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@pytest.mark.slow
@pytest.mark.window
@pytest.mark.parametrize(("module", "script"), [("window_scripts", "whole_hand"), ("window_settings", "practice")])
def test_a_window_opens_and_works_without_a_warning(
    in_window: InWindow, screen_environment: dict[str, str], tmp_path: Path, module: str, script: str
) -> None:
    environ = {**screen_environment, "PYTHONPATH": os.pathsep.join([str(HERE), str(ROOT)])}
    command = [sys.executable, "-c", _WINDOW, str(HERE / "window_driver.py"), module, script, str(tmp_path), "360x740"]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
