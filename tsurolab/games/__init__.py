"""The games: one folder a family, and the few mechanisms that all families share.

``protocol`` says what a family provides, ``catalogue`` finds editions by name, ``record`` writes and replays games.
"""
