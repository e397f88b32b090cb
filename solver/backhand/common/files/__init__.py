"""Files we are given, and files we write."""
