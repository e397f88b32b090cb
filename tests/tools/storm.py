"""Storm, a probabilistic model checker, asked through stormpy (extra ``bench``) what an exported model is worth."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

RETURN = 'R{"return"}max=? [F "done"]'
WIN = 'Pmax=? [F "win"]'


def storm(path: Path, question: str, *, exact: bool) -> tuple[Fraction | float, int]:
    """Storm's answer to a question about the model in a file, and how many states it has."""
    import stormpy

    program = stormpy.parse_prism_program(str(path))
    asked = stormpy.parse_properties(question, program)
    number: Any = stormpy.numbers.Rational if exact else float
    model = stormpy.build_model[number](program, properties=asked)
    answer = stormpy.model_checking(model, asked[0]).get_value(model.initial_states[0])
    return Fraction(str(answer)) if exact else float(answer), int(model.nr_states)
