"""What drives any search, of whatever puzzle: the contract, the run, frames, going back."""
