"""Geometry: figures of the catalogue, and properties against shapely."""
