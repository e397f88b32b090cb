"""What can be asked: a file a question, the name of its command. A frozen request in, an answer with its warnings out.

Each file has a function of its own name, which is what answers: ``from backhand.answers.value import value``. What is
asked with and answered is here too. Nothing is loaded before it is asked for, since an answer
that needs no deal needs no numpy.
"""
