"""Hoffmann's advice C1 to C7, judged by the numbers of ``answers.claims``, and the page of docs/."""
