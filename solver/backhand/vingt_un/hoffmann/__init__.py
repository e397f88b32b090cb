"""Hoffmann's advice C1 to C7: the numbers for and against, and the page of docs/."""
