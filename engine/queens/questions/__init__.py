"""What can be asked about queens beside a run."""
