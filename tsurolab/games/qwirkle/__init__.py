"""The family of Qwirkle: its rooms. The front door is :mod:`tsurolab.qwirkle`."""
