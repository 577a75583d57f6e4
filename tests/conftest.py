"""Put this folder on the import path, so that tests can say ``import caseload``; make hypothesis repeatable."""

import sys
from pathlib import Path

from hypothesis import settings

HERE = str(Path(__file__).resolve().parent)
if HERE not in sys.path:
    sys.path.insert(0, HERE)

# The first call of a kernel compiles it, and CI must find the same examples every time.
settings.register_profile("tsurolab", deadline=None, derandomize=True, database=None)
settings.load_profile("tsurolab")
