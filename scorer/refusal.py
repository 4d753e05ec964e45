"""The referee's no: a documented code with its parameters (RULES.md 4.2)."""

from dataclasses import dataclass, field

from scorer.frozenmap import FrozenMap


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an event may not happen: a code of RULES.md 4.2 with its parameters; `texts.say` makes the sentence."""

    code: str
    params: FrozenMap[str, object] = field(default_factory=FrozenMap)


def no(code: str, **params: object) -> Refusal:
    """A refusal with its parameters by name."""
    return Refusal(code, FrozenMap(params))
