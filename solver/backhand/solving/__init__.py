"""What a deal is worth: exactly, or between proved bounds."""
