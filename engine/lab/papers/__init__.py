"""Published experiments: declared, repeated, and compared with the printed figures."""
