"""A position drawn as a graph: rings without crossings, or a river with its files."""
