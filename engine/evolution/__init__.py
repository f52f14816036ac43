"""Evolution: selection, crossover, mutation and schedules, shared by all solvers that evolve.

The names below are what people choose from; the operators themselves are kernels, one module a kind.
"""

from enum import StrEnum
from typing import Self


class Coded(StrEnum):
    """A choice by name that has a number too, by which kernels know it."""

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
    """How the section is drawn that pmx exchanges and ox keeps."""

    SIZE = "size", 0
    CUTS = "cuts", 1


class Mutation(Coded):
    """How an individual is changed at random."""

    SWAP = "swap", 0
    INVERSION = "inversion", 1
    SCRAMBLE = "scramble", 2
