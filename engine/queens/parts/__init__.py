"""The pages that `d` shows about a step, one module per solver."""
