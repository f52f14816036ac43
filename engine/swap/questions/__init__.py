"""What can be asked about knights that change places beside a run."""
