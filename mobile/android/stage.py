"""Makes the tree that ships to the phone: ``make android-stage``. What it holds stands in `ships.toml`.

The tree is made anew beside its old self and then takes its place, so that nothing of an older one stays in it.
"""

import ast
import shutil
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from scorer import __version__

ROOT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("ships.toml")
TARGET = ROOT / "build" / "android"
_VERSION = "@VERSION@"


@dataclass(frozen=True, slots=True)
class Part:
    """A folder of the checkout, the patterns of its files that ship, and of those that stay behind."""

    folder: str
    files: tuple[str, ...]
    stay: tuple[str, ...]

    def paths(self, root: Path) -> Iterator[PurePosixPath]:
        """The files that ship, from ``root``, in order."""
        here = root / self.folder
        found = {path for pattern in self.files for path in here.glob(pattern) if path.is_file()}
        for path in sorted(found):
            within = PurePosixPath(path.relative_to(here).as_posix())
            if "__pycache__" not in within.parts and not any(_matches(within, pattern) for pattern in self.stay):
                yield PurePosixPath(self.folder) / within


@dataclass(frozen=True, slots=True)
class Ships:
    """The whole list: parts, single files (from, to), what imports bring (name, requirement), what is optional."""

    parts: tuple[Part, ...]
    files: dict[str, str]
    imports: dict[str, str]
    optional: dict[str, str]


def ships() -> Ships:
    """The list as it stands in `ships.toml`."""
    data = tomllib.loads(LIST.read_text(encoding="utf-8"))
    parts = tuple(Part(part["folder"], tuple(part["files"]), tuple(part.get("stay", {}))) for part in data["part"])
    return Ships(parts, data["files"], data["imports"], data["optional"])


def stage(target: Path = TARGET, root: Path = ROOT) -> list[PurePosixPath]:
    """Make the tree in ``target`` and give its files. `OSError` if that can't be done; an old tree then stays."""
    listed = ships()
    new = target.with_name(f".{target.name}-new")
    shutil.rmtree(new, ignore_errors=True)
    places = {str(path): path for part in listed.parts for path in part.paths(root)}
    places |= {source: PurePosixPath(place) for source, place in listed.files.items()}
    for source, place in places.items():
        _copy(root / source, new / place)
    shutil.rmtree(target, ignore_errors=True)
    new.rename(target)
    return sorted(places.values())


def imported(tree: Path) -> dict[str, set[str]]:
    """What the Python files of a tree import from outside it: the top name, and the files that do."""
    found: dict[str, set[str]] = {}
    own = {path.name for path in tree.iterdir() if path.is_dir()}
    for path in sorted(tree.rglob("*.py")):
        for name in _imports_of(path):
            if name not in own and name not in sys.stdlib_module_names:
                found.setdefault(name, set()).add(path.relative_to(tree).as_posix())
    return found


def _imports_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[0]


def _matches(path: PurePosixPath, pattern: str) -> bool:
    """Whether a path lies in the folder that ``folder/**`` names, or is the file named."""
    if pattern.endswith("/**"):
        return path.is_relative_to(pattern.removesuffix("/**"))
    return path == PurePosixPath(pattern)


def _copy(source: Path, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix == ".spec":
        place.write_text(source.read_text(encoding="utf-8").replace(_VERSION, __version__), encoding="utf-8")
    else:
        shutil.copyfile(source, place)


def main() -> int:
    """Make the tree and say where it is."""
    try:
        files = stage()
    except OSError as error:
        print(f"The tree can't be made: {error.filename}: {error.strerror}.", file=sys.stderr)
        return 2
    size = sum((TARGET / file).stat().st_size for file in files)
    print(f"{len(files)} files, {size / 1e6:.1f} MB in {TARGET}. Build the package there: buildozer android debug")
    return 0


if __name__ == "__main__":
    sys.exit(main())
