"""Published experiments, declared and repeated."""
