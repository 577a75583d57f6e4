"""Put this folder and those in it on the import path, for the words and loaders that tests share; make hypothesis
repeatable."""

import signal
import sys
from pathlib import Path

from hypothesis import settings

HERE = Path(__file__).resolve().parent
FOLDERS = [HERE, *(folder for folder in sorted(HERE.iterdir()) if any(folder.glob("test_*.py")))]
sys.path[:0] = [str(folder) for folder in FOLDERS if str(folder) not in sys.path]

from loopback import dask, fragile  # noqa: E402, F401  (fixtures)

# The first call of a kernel compiles it, and CI must find the same examples every time.
settings.register_profile("tsurolab", deadline=None, derandomize=True, database=None)
settings.load_profile("tsurolab")

# A runner may have been started in the background or under nohup, with these ignored; the programs that tests start and
# then interrupt would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
