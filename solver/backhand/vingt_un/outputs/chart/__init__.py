"""The chart of the punter's best reply: as a report, on paper, as a page."""
