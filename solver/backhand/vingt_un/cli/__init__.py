"""The commands of Vingt-un."""
