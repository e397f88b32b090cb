"""The chart as a picture: pages to print, a page for a browser, colours in a terminal."""
