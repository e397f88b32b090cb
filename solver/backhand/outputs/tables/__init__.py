"""The files of ``tables/``."""
