"""Put this folder on the import path, so that tests can say ``import caseload`` and ``from oracles import tsuro``."""

import sys
from pathlib import Path

HERE = str(Path(__file__).resolve().parent)
if HERE not in sys.path:
    sys.path.insert(0, HERE)
