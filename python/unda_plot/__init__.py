"""Pictures of Unda's results as PNG: traces, gathers, record sections, maps, the model, snapshots, overlays.

From a shell `python3 -m unda_plot DIR`; from a notebook `from unda_plot.directory import Result`, then for instance
`unda_plot.model.draw(result)` or `unda_plot.gather.draw(result, group, quantity)`, which return a matplotlib Figure.
"""
