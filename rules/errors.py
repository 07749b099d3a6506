"""How the rule engines say no: malformed input, a bad edition, or a refusal that names its rule."""

from __future__ import annotations

from collections.abc import Mapping


class MalformedError(ValueError):
    """Text or data that is not even a description of a table.

    The message names the offending value, what was allowed and where it stood.
    """

    def __init__(self, where: str, value: object, allowed: str) -> None:
        super().__init__(f"{where} is {_shown(value)}, allowed: {allowed}")
        self.where = where
        self.value = value
        self.allowed = allowed


class EditionError(ValueError):
    """An edition file that does not fit the rulebook; names file, field, value and what is allowed."""

    def __init__(self, file: str, field: str, value: object, allowed: str) -> None:
        super().__init__(f"{file}: {field} is {_shown(value)}, allowed: {allowed}")
        self.file = file
        self.field = field
        self.value = value
        self.allowed = allowed


class RuleError(ValueError):
    """A well-formed action that a rule forbids here.

    `rule` is the id of the rule table and `parameters` what its sentence speaks of. The message is the complete
    English sentence; the wording in other languages belongs to whoever shows it.
    """

    def __init__(self, rule: str, message: str, parameters: Mapping[str, object], position: str) -> None:
        super().__init__(f"{rule}: {message}, in {position!r}")
        self.rule = rule
        self.message = message
        self.parameters = dict(parameters)
        self.position = position


LONGEST_SHOWN = 80
"""Characters of an offending value that a message repeats."""


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
