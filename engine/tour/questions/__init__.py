"""What can be asked about tours beside a run: counts, estimates, starts."""
