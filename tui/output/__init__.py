"""Output without a screen: text, JSON, CSV, SVG drawings, charts and reports."""
