"""The family of Tsuro: its rooms. The front door is :mod:`tsurolab.tsuro`."""
