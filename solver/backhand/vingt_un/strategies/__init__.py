"""Policies as files, and the best reply as a chart."""
