"""Values of a contract's types as WAVE, the text in which a game and the judge speak of them, and back.

A record is a dict, a list a list, an enum's case a text, a variant's case a text or (text, value), an option None or the value.
Names have `_` where the contract has `-`, but cases are as the contract has them.
"""

import re

KEYWORDS = {"true", "false", "some", "none", "ok", "err", "inf", "nan"}
ESCAPES = {"t": "\t", "n": "\n", "r": "\r"}
WORD = re.compile(r"\s*([%A-Za-z0-9-]+|.)", re.DOTALL)
STRING = re.compile(r'\s*"((?:[^"\\]|\\.)*)"', re.DOTALL)
ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]+)\}|(.))", re.DOTALL)


class WrongValue(Exception):
    """A value that its type does not have."""


class Contract:
    """A contract as data: what `contract.py` makes of the WIT."""

    def __init__(self, description: dict) -> None:
        self.types = {named["name"]: named for named in description["types"]}
        self.functions = {function["name"]: function for function in description["functions"]}

    def function(self, name: str) -> dict:
        if name not in self.functions:
            raise WrongValue(f"the contract has no function {name!r}; it has {', '.join(self.functions)}")
        return self.functions[name]

    def arguments(self, name: str, values: dict) -> list[str]:
        """The arguments of a function, by name, as WAVE in their order."""
        params = self.function(name)["params"]
        if not isinstance(values, dict):
            raise WrongValue(f"the arguments of {name} are {shown(values)}; write a dict of them by name")
        return self.fields(params, values, f"{name} gets")

    def fields(self, fields: list[dict], values: dict, said: str) -> list[str]:
        """The values of fields or parameters, by name."""
        names = {snake(field["name"]): field for field in fields}
        for name in names.keys() - values.keys():
            raise WrongValue(f"{said} no {name}")
        for name in values.keys() - names.keys():
            raise WrongValue(f"{said} {name}, which the contract does not have; it has {', '.join(names) or 'nothing'}")
        return [self.write(field["type"], values[name], f"{said} {name}:") for name, field in names.items()]

    def write(self, kind, value, said: str) -> str:
        """A value as WAVE. `said` begins the sentence if it is none of its type."""
        if isinstance(kind, dict):
            return self.write_made(kind, value, said)
        if kind == "bool":
            return str(value).lower() if isinstance(value, bool) else wrong(said, value, "True or False")
        if kind == "string":
            return quoted(value) if isinstance(value, str) else wrong(said, value, "a text")
        if number := re.fullmatch(r"([us])(\d+)", kind):
            bits = int(number[2])
            least, most = (0, (1 << bits) - 1) if number[1] == "u" else (-(1 << bits - 1), (1 << bits - 1) - 1)
            fits = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
            return str(value) if fits else wrong(said, value, f"a whole number from {least} to {most}")
        named = self.types[kind]
        if "record" in named:
            if not isinstance(value, dict):
                return wrong(said, value, f"a dict with {', '.join(snake(field['name']) for field in named['record'])}")
            texts = self.fields(named["record"], value, f"{said} a {kind} with")
            return "{" + ", ".join(f"{field['name']}: {text}" for field, text in zip(named["record"], texts)) + "}"
        if "enum" in named:
            cases = dict.fromkeys(named["enum"])
        else:
            cases = {case["name"]: case.get("type") for case in named["variant"]}
        case, *payload = value if isinstance(value, tuple) else (value,)
        if case not in cases or len(payload) != (cases[case] is not None):
            words = [f"{name!r}" if ty is None else f"({name!r}, …)" for name, ty in cases.items()]
            return wrong(said, value, " or ".join(words))
        label = f"%{case}" if case in KEYWORDS else case
        return f"{label}({self.write(cases[case], payload[0], said)})" if payload else label

    def write_made(self, kind: dict, value, said: str) -> str:
        """A value of a type that is made of others."""
        (word, of), = kind.items()
        if word == "option":
            return "none" if value is None else f"some({self.write(of, value, said)})"
        if word == "result":
            case, *payload = value if isinstance(value, tuple) else (value,)
            if case not in ("ok", "err") or len(payload) != (of[case] is not None):
                return wrong(said, value, "('ok', …) or ('err', …)")
            return f"{case}({self.write(of[case], payload[0], said)})" if payload else case
        if not isinstance(value, (list, tuple, bytes)):
            return wrong(said, value, "a list")
        if word == "list":
            return "[" + ", ".join(self.write(of, item, f"{said} item {at}:") for at, item in enumerate(value)) + "]"
        if len(value) != len(of):
            return wrong(said, value, f"a tuple of {len(of)}")
        return "(" + ", ".join(self.write(ty, item, said) for ty, item in zip(of, value)) + ")"

    def read(self, kind, text: str):
        """A value from WAVE, as the judge writes it."""
        return Reader(self, text).value(kind)


class Reader:
    """Takes a value out of a text. The judge has checked the value, so the text is right."""

    def __init__(self, contract: Contract, text: str) -> None:
        self.types, self.text, self.at = contract.types, text, 0

    def next(self, pattern=WORD) -> str:
        found = pattern.match(self.text, self.at)
        self.at = found.end()
        return found[1]

    def takes(self, sign: str) -> bool:
        before = self.at
        if self.next() == sign:
            return True
        self.at = before
        return False

    def items(self, end: str):
        """Stops after `end`, which comes after each item or a comma."""
        while not self.takes(end):
            yield
            self.takes(",")

    def value(self, kind):
        if isinstance(kind, dict):
            return self.made(kind)
        if kind == "bool":
            return self.next() == "true"
        if kind == "string":
            return ESCAPE.sub(unescaped, self.next(STRING))
        named = self.types.get(kind)
        if named is None:
            return int(self.next())
        if "record" in named:
            return self.record(named["record"])
        case = self.next().removeprefix("%")
        payloads = {one["name"]: one.get("type") for one in named.get("variant", [])}
        return self.payload(case, payloads.get(case))

    def payload(self, case: str, kind):
        """A case, with its value if it has one."""
        if kind is None:
            return case
        self.next()
        value = self.value(kind)
        self.next()
        return case, value

    def record(self, fields: list[dict]) -> dict:
        kinds = {field["name"]: field["type"] for field in fields}
        found = {}
        self.next()
        for _ in self.items("}"):
            if self.takes(":"):  # a record without fields
                continue
            name = self.next().removeprefix("%")
            self.next()
            found[name] = self.value(kinds[name])
        return {snake(name): found.get(name) for name in kinds}

    def made(self, kind: dict):
        (word, of), = kind.items()
        if word == "option":
            case = self.payload_of({"some": of})
            return None if case == "none" else case[1]
        if word == "result":
            return self.payload_of(of)
        self.next()
        if word == "list":
            return [self.value(of) for _ in self.items("]")]
        values: list = []
        for _ in self.items(")"):
            values.append(self.value(of[len(values)]))
        return tuple(values)

    def payload_of(self, kinds: dict):
        case = self.next()
        return self.payload(case, kinds.get(case))


def snake(name: str) -> str:
    return name.replace("-", "_")


def quoted(text: str) -> str:
    # As strings in WAVE: quotes, backslashes and control characters are escaped.
    escape = lambda found: "\\" + found[0] if found[0] in "\"\\" else f"\\u{{{ord(found[0]):x}}}"
    return '"' + re.sub(r'["\\\x00-\x1f\x7f-\x9f]', escape, text) + '"'


def unescaped(found) -> str:
    return chr(int(found[1], 16)) if found[1] else ESCAPES.get(found[2], found[2])


def shown(value) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:80]} …"


def wrong(said: str, value, wanted: str):
    raise WrongValue(f"{said} {shown(value)}, which should be {wanted}")
