"""Every question of Vingt-un, a file each with the name of its command: a request in, an answer out, no text.

>>> from backhand.vingt_un.answers.value import ValueRequest, value
>>> value(ValueRequest(dealer="17")).dealers_value
Fraction(24002857155357432691, 158967762540051465000)
"""
