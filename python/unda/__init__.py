"""Unda: seismic waves in one, two and three dimensions. Pictures: `unda.plot`; the page of `unda verify`: `unda.report`."""
