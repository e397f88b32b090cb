"""What people see of Vingt-un."""
