"""Put this folder and those in it on the import path, for the words and loaders that tests share; make hypothesis
repeatable."""

import sys
from pathlib import Path

from hypothesis import settings

HERE = Path(__file__).resolve().parent
FOLDERS = [HERE, *(folder for folder in sorted(HERE.iterdir()) if any(folder.glob("test_*.py")))]
sys.path[:0] = [str(folder) for folder in FOLDERS if str(folder) not in sys.path]

# The first call of a kernel compiles it, and CI must find the same examples every time.
settings.register_profile("tsurolab", deadline=None, derandomize=True, database=None)
settings.load_profile("tsurolab")
