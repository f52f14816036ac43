"""A storm of keys, bytes, sizes and signals, by chance and for as long as is wanted: `make storm`."""
