"""Evolution: selection, crossover and mutation, shared by all solvers that evolve.

The enums below are the choices in settings. The operators are kernels, one module per kind. The generations are in
`tour/kernels/genetic.py`, `tour/kernels/repair.py` and `queens/kernels/evolve.py`.
"""

from enum import StrEnum
from typing import Self


class Coded(StrEnum):
    """A choice by name with a number, its code, for kernels."""

    code: int

    def __new__(cls, name: str, code: int) -> Self:
        choice = str.__new__(cls, name)
        choice._value_ = name
        choice.code = code
        return choice


class Selection(Coded):
    """How parents are chosen."""

    TOURNAMENT = "tournament", 0
    ROULETTE = "roulette", 1
    UNIVERSAL = "universal", 2
    COMMA = "comma", 3
    PLUS = "plus", 4


class Crossover(Coded):
    """How two parents make two children."""

    PMX = "pmx", 0
    OX = "ox", 1
    CX = "cx", 2


class Section(Coded):
    """How to draw the section that pmx exchanges and ox keeps."""

    SIZE = "size", 0
    CUTS = "cuts", 1


class Mutation(Coded):
    """How an individual is changed at random."""

    SWAP = "swap", 0
    INVERSION = "inversion", 1
    SCRAMBLE = "scramble", 2
