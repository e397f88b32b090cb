"""Reports, numbers in words, paper and pages, for either game."""
