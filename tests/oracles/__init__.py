"""Slow, plain simulators, one a family, written from the rules and not from the library."""
