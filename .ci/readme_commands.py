"""Print a command of the README, by the name in the comment above its code block.

``python3 .ci/readme_commands.py install`` prints the block after ``<!-- command: install -->``.
"""

import re
import sys
from pathlib import Path

BLOCK = re.compile(r"<!-- command: (?P<name>[a-z-]+) -->\n```sh\n(?P<command>.*?)```", re.DOTALL)


def main() -> None:
    """Print the command, or fail when the README has none of that name."""
    readme = Path(__file__).resolve().parent.parent / "README.md"
    for block in BLOCK.finditer(readme.read_text(encoding="utf-8")):
        if block["name"] == sys.argv[1]:
            sys.stdout.write(block["command"])
            return
    sys.exit(f"README.md has no command named {sys.argv[1]}")


if __name__ == "__main__":
    main()
