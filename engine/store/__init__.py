"""The store: what runs of the laboratory came to, on disk."""
