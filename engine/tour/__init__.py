"""The knight's tour: a knight visits every square of a board exactly once.

`exact` counts all tours; `questions` asks for counts, estimates and maps.
"""
