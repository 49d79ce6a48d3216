"""What a bot may answer, out of the game's interface; `build` puts that in here, as `judge wit GAME --json` prints it."""

import dataclasses
import enum
import importlib
import json
import keyword
import typing

from wit_world import exports

GAME = "@GAME@"
INTERFACE = json.loads(r"""@INTERFACE@""")


def free(name: str) -> str:
    """A name as componentize-py writes it: Python keeps some words for itself."""
    return name + "_" * keyword.iskeyword(name)


CLASS = free("".join(part.capitalize() for part in GAME.split("-")))
TYPES = importlib.import_module(f"wit_world.exports.{free(GAME.replace('-', '_'))}")
FUNCTIONS = [name for name in vars(getattr(exports, CLASS)) if not name.startswith("_")]
HINTS = {name: typing.get_type_hints(getattr(getattr(exports, CLASS), name)) for name in FUNCTIONS}


SPANS = {}  # of WIT's numbers
for bits in (8, 16, 32, 64):
    SPANS |= {f"u{bits}": range(1 << bits), f"s{bits}": range(-(1 << bits - 1), 1 << bits - 1)}


def ranges() -> dict[tuple[str, str], range]:
    """The least and the most of each number in a record: Python's types do not tell."""
    found = {}
    for named in INTERFACE["types"]:
        kind = free("".join(part.capitalize() for part in named["name"].split("-")))
        for field in named.get("record", []):
            if span := SPANS.get(str(field["type"])):
                found[kind, free(field["name"].replace("-", "_"))] = span
    return found


RANGES = ranges()
FIELDS = {
    kind: {field.name: hint for field, hint in zip(dataclasses.fields(kind), typing.get_type_hints(kind).values())}
    for kind in vars(TYPES).values()
    if dataclasses.is_dataclass(kind)
}


def seed(arguments: tuple) -> int:
    """The seed that `new-game` brings: a number of its own, or in a record."""
    named = dict(zip(HINTS["new_game"], arguments))
    return next((argument.seed for argument in arguments if hasattr(argument, "seed")), named.get("seed", 0))


def problem(function: str, answer) -> str | None:
    """What is wrong with an answer, in words for the bot's author."""
    hint = HINTS[function].get("return", type(None))
    return wrong(answer, hint, f"{function} returned")


def wrong(value, hint, said: str) -> str | None:
    """What is wrong with a value; `said` begins the sentence."""
    variants = typing.get_args(hint)
    if typing.get_origin(hint) is list:
        if not isinstance(value, list):
            return unlike(value, said, f"return a list of {variants[0].__name__}")
        found = (wrong(one, variants[0], f"{said} a list whose item {at} is") for at, one in enumerate(value))
    elif variants:
        named = [kind for kind in variants if isinstance(value, kind)]
        if not named:
            return unlike(value, said, "return " + " or ".join(example(kind) for kind in variants))
        return wrong(value, named[0], said)
    elif hint in FIELDS:
        if not all(hasattr(value, name) for name in FIELDS[hint]):
            return unlike(value, said, f"return a {hint.__name__}, such as {example(hint)}")
        found = (field_wrong(value, hint, name, said) for name in FIELDS[hint])
    elif not isinstance(value, hint):
        return unlike(value, said, "return nothing" if hint is type(None) else f"return {a(hint)}")
    else:
        return None
    return next((words for words in found if words), None)


def field_wrong(record, kind, name: str, said: str) -> str | None:
    value, hint = getattr(record, name), FIELDS[kind][name]
    said = f"{said} {shown(record)}; its {name} is"
    span = RANGES.get((kind.__name__, name))
    if span is None:
        return wrong(value, hint, said)
    if not isinstance(value, int):
        return unlike(value, said, "it must be a whole number")
    return None if value in span else f"{said} {value}; it must be from {span[0]} to {span[-1]}"


def unlike(value, said: str, remedy: str) -> str:
    is_nothing = value is None
    return f"{said} {'nothing (None)' if is_nothing else f'{shown(value)}, {a(type(value))}'}; {remedy}"


def shown(value) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:80]} …"


def a(kind: type) -> str:
    names = {int: "a whole number", str: "a text (str)"}
    name = kind.__name__
    if issubclass(kind, enum.Enum):
        return "one of " + ", ".join(f"{name}.{case.name}" for case in kind)
    return names.get(kind, f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}")


def example(kind: type) -> str:
    """How a value of a type is written, as in Square(x=0, y=0)."""
    if kind not in FIELDS:
        return {int: "0", str: "''"}.get(kind) or (
            f"{kind.__name__}.{next(iter(kind)).name}" if issubclass(kind, enum.Enum) else kind.__name__
        )
    return f"{kind.__name__}({', '.join(f'{name}={example(hint)}' for name, hint in FIELDS[kind].items())})"
