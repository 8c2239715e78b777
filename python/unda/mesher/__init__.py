"""Tetrahedra for unda by Gmsh, as a program of its own: `python3 -m unda.mesher REQUEST` (request.py has what it reads)."""
