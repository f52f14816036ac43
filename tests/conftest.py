"""What all tests share: the same examples in every run, and no examples lost to a slow machine."""

from hypothesis import settings

settings.register_profile("knightwatch", derandomize=True, deadline=None, max_examples=40)
settings.load_profile("knightwatch")
