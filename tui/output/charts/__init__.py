"""Charts made of characters. Each character has an ink: the screen shows inks as colours, text ignores them.

`chart` chooses and draws a chart: `lines` draws curves with plotext, `levels` bars, `heat` heat maps, and `sparklines`
one-line curves. `axes` and `scale` place ticks.
"""
