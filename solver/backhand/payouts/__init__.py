"""The value as a function of what is paid."""
