"""Pictures of Unda's results: stacked traces and shot gathers, from traces.h5 to PNG.

From a shell `python3 -m unda_plot DIR`; from a notebook `from unda_plot.results import Results`, then
`unda_plot.traces.draw(...)` or `unda_plot.gather.draw(...)`, which return a matplotlib Figure.
"""
