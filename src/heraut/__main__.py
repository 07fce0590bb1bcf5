"""`python -m heraut` is `heraut`."""

import sys

from heraut.cli import main

if __name__ == "__main__":
    sys.exit(main())
