"""Pictures of Unda's results as PNG: traces, gathers, record sections, maps, the model, snapshots, overlays.

From a shell `python3 -m unda.plot DIR`; from a notebook `import unda`, then for instance
`unda.plot.model.draw(result)` or `unda.plot.gather.draw(result, group, quantity)`, which return a matplotlib Figure.
"""
