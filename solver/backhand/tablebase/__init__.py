"""Every shoe of a deck solved, in one file (docs/tablebase.md)."""

from backhand.tablebase.file import Header, Tablebase, default_path
from backhand.tablebase.layout import Layout

__all__ = ["Header", "Layout", "Tablebase", "default_path"]
