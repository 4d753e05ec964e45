"""The tree that ships to the phone, held against buildozer and python-for-android themselves, without SDK and NDK."""

import ast
import importlib.metadata
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from configparser import ConfigParser
from fnmatch import fnmatch
from pathlib import Path

import pytest
from window_driver import InWindow

from mobile.android.stage import ROOT, imported, ships, stage

TOOLS = ROOT / "build" / "android-tools"
P4A = TOOLS / "pythonforandroid"
_NO_TOOLS = pytest.mark.skipif(not P4A.is_dir(), reason="needs build/android-tools: run `make android-tools`")
_STAYS = {"buildozer.spec", "extra_manifest.xml"}
"""What buildozer reads from the tree without putting it into the package."""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The staged tree."""
    target = tmp_path_factory.mktemp("stage") / "android"
    stage(target)
    return target


@pytest.fixture(scope="module")
def spec(tree: Path) -> ConfigParser:
    """Its buildozer.spec."""
    parser = ConfigParser()
    parser.read(tree / "buildozer.spec", encoding="utf-8")
    return parser


def listed(spec: ConfigParser, token: str) -> list[str]:
    return [word.strip() for word in spec.get("app", token, raw=True).split(",")]


def files_of(tree: Path) -> set[str]:
    return {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()}


def test_the_tree_holds_what_the_app_needs_and_nothing_else(tree: Path) -> None:
    files = files_of(tree)
    wanted = {"main.py", "buildozer.spec", "LICENSE.txt", "models/weights/locator.onnx", "models/weights/weights.toml"}
    wanted |= {"scorer/variants/phat.toml", "mobile/screens/page.kv", "mobile/assets/demo/hand.toml"}
    wanted |= {"mobile/assets/fonts/DejaVuSansCondensed.ttf", "mobile/texts/en/common.toml", "scorer/texts/en.toml"}
    assert wanted <= files
    unwanted = ("tests/", "don/", "datasets/", "models/training/", "models/evaluation/", "mobile/android/")
    assert not [file for file in files if file.startswith(unwanted) or "__pycache__" in file]


def test_a_new_tree_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    target = tmp_path / "android"
    (target / "scorer").mkdir(parents=True)
    (target / "scorer" / "gone.py").write_text("")
    files = stage(target)
    assert {str(file) for file in files} == files_of(target)
    assert [path.name for path in tmp_path.iterdir()] == ["android"]


@pytest.mark.slow
def test_every_import_is_brought_by_a_requirement(tree: Path, spec: ConfigParser) -> None:
    found, known = imported(tree), ships()
    assert found.keys() - known.optional.keys() <= known.imports.keys(), found
    requirements = {word.split("==")[0] for word in listed(spec, "requirements")}
    assert {known.imports[name] for name in found.keys() & known.imports.keys()} <= requirements
    assert not known.imports.keys() - found.keys() - {"android"}, "what nobody imports isn't required"


def top_level_imports(path: Path) -> Iterator[str]:
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[0]


@pytest.mark.slow
def test_what_is_optional_or_only_a_phone_has_is_imported_late(tree: Path) -> None:
    late = {*ships().optional, "jnius", "android"}
    early = {path.name: late & set(top_level_imports(path)) for path in tree.rglob("*.py")}
    assert not [name for name, names in early.items() if names]


@_NO_TOOLS
def test_requirements_are_recipes_or_pure_python_with_a_version(spec: ConfigParser) -> None:
    recipes = {path.name.lower() for path in (P4A / "recipes").iterdir() if path.is_dir()}
    for word in listed(spec, "requirements"):
        name, _, version = word.partition("==")
        if not version:
            assert name in recipes, f"{word} is neither a recipe nor pinned"
            continue
        wheel = importlib.metadata.distribution(name)
        assert "Root-Is-Purelib: true" in (wheel.read_text("WHEEL") or ""), f"{name} is not pure Python"
    for recipe, version in (("numpy", "v2.3.0"), ("opencv", "4.12.0"), ("kivy", "2.3.1"), ("python3", "3.14")):
        source = (P4A / "recipes" / recipe / "__init__.py").read_text("utf-8")
        assert re.search(rf"version = ['\"]{re.escape(version)}", source), f"the recipe of {recipe} has changed"


def blacklisted(name: str, patterns: list[str]) -> bool:
    """As the bootstrap's build.py matches the name of a file in the package."""
    return any(fnmatch(f"/app/{name}", pattern[1:] if pattern[0] == "^" else f"*/{pattern}") for pattern in patterns)


def patterns_of_bootstrap() -> list[str]:
    text = (P4A / "bootstraps" / "_sdl_common" / "build" / "blacklist.txt").read_text("utf-8")
    return [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]


@_NO_TOOLS
def test_no_file_of_the_tree_is_on_the_bootstraps_blacklist(tree: Path) -> None:
    patterns = patterns_of_bootstrap()
    assert "unittest/*" in patterns and blacklisted("mobile/assets/cards/LICENCE.txt", patterns)
    assert not [file for file in files_of(tree) if blacklisted(file, patterns)]


@pytest.mark.slow
@_NO_TOOLS
def test_the_standard_library_on_the_phone_has_what_is_imported(tree: Path) -> None:
    source = (P4A / "recipes" / "python3" / "__init__.py").read_text("utf-8")
    body = re.search(r"stdlib_dir_blacklist = (\{.*?\})", source, re.DOTALL)
    assert body is not None
    left_out: set[str] = ast.literal_eval(body[1])
    patterns = patterns_of_bootstrap()
    for path in tree.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                if name.split(".")[0] in sys.stdlib_module_names:
                    assert name.split(".")[0] not in left_out, (path, name)
                    file = name.replace(".", "/")
                    assert not blacklisted(f"{file}.pyc", patterns), (path, name)
                    assert not blacklisted(f"{file}/__init__.pyc", patterns), (path, name)


_COPY = """
import sys
from buildozer import Buildozer
builder = Buildozer("buildozer.spec")
builder.targetname = "android"
builder._copy_application_sources()
print(builder.app_dir)
"""


@_NO_TOOLS
def test_buildozer_copies_every_file(tree: Path) -> None:
    environ = {**os.environ, "PYTHONPATH": str(TOOLS)}
    done = subprocess.run(
        [sys.executable, "-c", _COPY], cwd=tree, env=environ, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    copied = files_of(Path(done.stdout.strip().splitlines()[-1]))
    ours = {file for file in files_of(tree) if not file.startswith(".buildozer/")}
    assert ours - copied == _STAYS
    assert copied <= ours


@_NO_TOOLS
def test_buildozer_knows_every_line_of_the_spec(spec: ConfigParser) -> None:
    example = (TOOLS / "buildozer" / "default.spec").read_text("utf-8")
    known = set(re.findall(r"^#?\s*([a-z][\w.\-]+) =", example, re.MULTILINE))
    assert set(spec.options("app")) <= {name.lower() for name in known}
    assert set(spec.options("buildozer")) <= known


def test_the_package_asks_for_the_camera_and_the_vibration_and_no_network(tree: Path, spec: ConfigParser) -> None:
    assert listed(spec, "android.permissions") == ["CAMERA", "VIBRATE"]
    assert spec.get("app", "android.allow_backup") in ("True", "False")
    assert {"onnx", "toml", "json", "ttf", "kv"} <= set(listed(spec, "source.include_exts"))
    for token in ("android.api", "android.ndk", "android.minapi", "p4a.source_dir"):
        assert spec.get("app", token, raw=True)
    for token in ("icon.filename", "presplash.filename", "android.extra_manifest_xml"):
        assert (tree / spec.get("app", token, raw=True).replace("%(source.dir)s/", "")).is_file()


_START = """
import os, sys
tree, repository = sys.argv[1], sys.argv[2]
environment = sys.prefix
opened = set()
def note(event, arguments):
    if event in ("open", "import") and isinstance(arguments[0], (str, bytes)):
        opened.add(os.fsdecode(arguments[0]))
sys.addaudithook(note)
sys.path[0] = tree
import importlib
from kivy.clock import Clock
def look_round(_):
    from kivy.app import App
    import cv2, numpy
    from importlib.resources import files
    from mobile.screens.pages import PAGES
    from models.reader import CardReader
    for place in PAGES.values():
        importlib.import_module(place.partition(":")[0])
    picture = cv2.imdecode(numpy.fromfile(str(files("mobile") / "assets/demo/trick_1.jpg"), numpy.uint8), 1)
    assert len(CardReader.load().read(picture).sightings) == 4
    App.get_running_app().stop()
from mobile.app import prepare_kivy
prepare_kivy()
Clock.schedule_once(look_round, 0.5)
sys.argv = ["main.py"]
code = compile(open(os.path.join(tree, "main.py")).read(), "main.py", "exec")
try:
    exec(code, {"__name__": "__main__"})
except SystemExit as ended:
    assert ended.code == 0, ended.code
strangers = sorted(
    path for path in opened if path.startswith(repository + os.sep) and not path.startswith((tree, environment))
)
assert not strangers, strangers[:10]
assert any(path.startswith(tree) and path.endswith(".onnx") for path in opened)
"""


@pytest.mark.slow
@pytest.mark.window
def test_the_tree_starts_by_itself_and_opens_no_file_outside(
    in_window: InWindow, screen_environment: dict[str, str], tree: Path, tmp_path: Path
) -> None:
    environ = {name: value for name, value in screen_environment.items() if name != "PYTHONPATH"}
    environ |= {"XDG_DATA_HOME": str(tmp_path), "DON_DEBUG": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", _START, str(tree), str(ROOT)],
        cwd=tree,
        env=environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
