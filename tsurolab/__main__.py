"""``python -m tsurolab``: the command line (see :mod:`tsurolab.cli`)."""

import sys

from tsurolab.cli import main

if __name__ == "__main__":
    sys.exit(main())
