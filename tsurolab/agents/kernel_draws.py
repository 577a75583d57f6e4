"""Random numbers for users' agents, compiled.

What it is for: the one function that an agent's own code draws with. What it is not for: the draws of games.
"""

from tsurolab._jit import below, kernel


@kernel
def random_below(state, n):
    """A random whole number of 0 .. n-1, from the stream of the agent that is being asked.

    For use inside a function marked ``@tl.agent``: while it decides, its own stream takes the place of the game's.
    """
    return below(state.rng, 0, n)
