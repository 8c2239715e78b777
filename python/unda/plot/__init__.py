"""Pictures of Unda's results as PNG: traces, gathers, record sections, maps, the model, snapshots, overlays.

From a shell `python3 -m unda.plot DIR`; from a notebook `unda.open(DIR).plot.model()`, which returns a matplotlib Figure.
"""
