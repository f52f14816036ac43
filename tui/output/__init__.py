"""What is written: text, files, drawings, curves, reports."""
