"""Compares the mutants that no test noticed with those that docs/mutation.md explains; `make mutation` runs it."""

import re
import subprocess
import sys
from pathlib import Path


def main(explained_path: str, mutmut: str) -> int:
    """Prints what survived; 1 if something did that is not explained."""
    explained = set(re.findall(r"`(scorer\.[^`]*__mutmut_[0-9]+)`", Path(explained_path).read_text(encoding="utf-8")))
    results = subprocess.run([mutmut, "results", "--all", "True"], capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^\s*(scorer\S+): ([a-z ]+?)\s*$", results, re.MULTILINE)
    tried = [(name, state) for name, state in found if state != "not checked"]
    alive = sorted(name for name, state in tried if state != "killed")
    new = [name for name in alive if name not in explained]
    print(f"{len(tried)} mutants, {len(tried) - len(alive)} killed, {len(alive) - len(new)} explained, {len(new)} new")
    for name in new:
        print(f"  {name}")
        print(subprocess.run([mutmut, "show", name], capture_output=True, text=True, check=False).stdout)
    return 1 if new or not tried else 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:]))
