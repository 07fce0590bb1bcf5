"""The figures of docs/performance.md, one line of JSON each: `make bench`, or `python -m benchmarks.run`.

First pytest's benchmarks (the engine, the store, the pages of a match in process), then the pages behind their server
(benchmarks/web.py, which needs wrk), two hundred players at once (benchmarks/load.py), ten battles
(benchmarks/battles.py), environments to learn in (benchmarks/envs.py), last a forum of 100,000 posts on both databases
(benchmarks/forum.py). Progress, and what went wrong, go to stderr.
"""

from __future__ import annotations

import shutil
import subprocess
import sys

PARTS = (
    ("pytest", "benchmarks", "-q", "-p", "no:cacheprovider"),
    ("benchmarks.web",),
    ("benchmarks.load",),
    ("benchmarks.battles",),
    ("benchmarks.envs",),
    ("benchmarks.forum",),
    ("benchmarks.forum", "--postgres"),
)


def main() -> None:
    """Runs all of them, one after the other; exits with 1 if one failed."""
    failed = [part[0] for part in PARTS if not run(*part)]
    for part in failed:
        print(f"WRONG: {part}", file=sys.stderr)
    sys.exit(1 if failed else 0)


def run(module: str, *arguments: str) -> bool:
    """Runs a module and passes its figures on as they come; whether all is well."""
    if module == "benchmarks.web" and not shutil.which("wrk"):
        print("wrk is missing: the pages behind their server are left out", file=sys.stderr)
        return True
    print(f"{module} …", file=sys.stderr)
    with subprocess.Popen([sys.executable, "-m", module, *arguments], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for line in child.stdout:
            print(line, end="", flush=True, file=sys.stdout if line.startswith("{") else sys.stderr)
    return child.returncode == 0


if __name__ == "__main__":
    main()
