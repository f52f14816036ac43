"""Evolution: selection, crossover, mutation and schedules, shared by all solvers that evolve.

The names below are what people choose from; the operators themselves are kernels, one module a kind.
"""

from enum import StrEnum


class Selection(StrEnum):
    """How parents are chosen."""

    TOURNAMENT = "tournament"
    ROULETTE = "roulette"
    UNIVERSAL = "universal"
    COMMA = "comma"
    PLUS = "plus"


class Crossover(StrEnum):
    """How two parents make two children."""

    PMX = "pmx"
    OX = "ox"
    CX = "cx"


class Mutation(StrEnum):
    """How an individual is changed at random."""

    SWAP = "swap"
    INVERSION = "inversion"
    SCRAMBLE = "scramble"


def code(choice: StrEnum) -> int:
    """Return the number by which kernels know a choice: its place among its kind."""
    return list(type(choice)).index(choice)
