"""What the commands of both games have in common."""
