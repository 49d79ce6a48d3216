"""A contract in WIT into the same as data, on the author's machine: what `judge wit GAME.wasm --json` prints."""

import re
import sys
from pathlib import Path

WORDS = re.compile(r"//[^\n]*|/\*.*?\*/|->|%?[A-Za-z0-9-]+|\S", re.DOTALL)
# What is a name only with a % before it; judge/wit/src/text.rs has the same.
KEYWORDS = """
    as async bool borrow char constructor enum error-context export f32 f64 flags from func future
    import include interface list map option own package record resource result s16 s32 s64 s8
    static stream string tuple type u16 u32 u64 u8 use variant with world
""".split()
BUILT_IN = "bool string u8 u16 u32 u64 s8 s16 s32 s64".split()


class Wit:
    """The words and signs of a text, one after the other."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.words = [word for word in WORDS.finditer(text) if not word[0].startswith(("//", "/*"))]
        self.aliases: dict = {}

    def next(self) -> str:
        if self.at == len(self.words):
            raise SyntaxError("the contract ends too early")
        self.at += 1
        return self.words[self.at - 1][0]

    def wrong(self, wanted: str, why: str = "") -> SyntaxError:
        word = self.words[self.at - 1]
        error = SyntaxError(why or f"there should be {wanted} in place of {word[0]!r}")
        error.lineno = self.text.count("\n", 0, word.start()) + 1
        return error

    def must(self, sign: str) -> None:
        if self.next() != sign:
            raise self.wrong(f"{sign!r}")

    def takes(self, sign: str) -> bool:
        found = self.at < len(self.words) and self.words[self.at][0] == sign
        self.at += found
        return found

    def own_name(self) -> str:
        """A name that the contract gives."""
        name = self.name()
        if (word := self.words[self.at - 1][0]) in KEYWORDS:
            raise self.wrong("", f"{word} is a word of WIT; write %{word}, or another name")
        return name

    def name(self) -> str:
        word = self.next().removeprefix("%")
        if not re.fullmatch("[a-zA-Z][a-zA-Z0-9-]*", word):
            raise self.wrong("a name")
        return word

    def items(self, end: str):
        """One after the other, with commas between them."""
        while not self.takes(end):
            yield
            if not self.takes(","):
                self.must(end)
                return

    def type(self):
        word = self.name()
        if word in ("list", "option"):
            self.must("<")
            made = {word: self.type()}
            self.must(">")
            return made
        if word == "tuple":
            self.must("<")
            return {"tuple": [self.type() for _ in self.items(">")]}
        if word == "result":
            ok = err = None
            if self.takes("<"):
                ok = None if self.takes("_") else self.type()
                err = self.type() if self.takes(",") else None
                self.must(">")
            return {"result": {"ok": ok, "err": err}}
        if word in BUILT_IN:
            return word
        if word not in self.aliases:
            raise self.wrong("a type that was described before")
        return self.aliases[word]

    def fields(self, end: str) -> list[dict]:
        found = []
        for _ in self.items(end):
            name = self.own_name()
            self.must(":")
            found.append({"name": name, "type": self.type()})
        return found

    def named(self, kind: str) -> dict:
        """A record, an enum or a variant."""
        name = self.own_name()
        self.must("{")
        items = self.fields("}") if kind == "record" else []
        for _ in self.items("}") if kind != "record" else ():
            case = self.own_name()
            if kind == "enum":
                items.append(case)
            elif self.takes("("):
                items.append({"name": case, "type": self.type()})
                self.must(")")
            else:
                items.append({"name": case})
        self.aliases[name] = name
        return {"name": name, kind: items}

    def function(self, name: str) -> dict:
        for word in (":", "func", "("):
            self.must(word)
        made = {"name": name, "params": self.fields(")")}
        if self.takes("->"):
            made["result"] = self.type()
        self.must(";")
        return made

    def interface(self) -> dict:
        """The first interface, and its text with the comments before it."""
        begin = 0
        while (word := self.next()) != "interface":
            begin = self.words[self.at - 1].end()
        name = self.own_name()
        found: dict = {"interface": f"judge:arena/{name}@1.0.0", "types": [], "functions": []}
        self.must("{")
        while (word := self.next()) != "}":
            if word in ("record", "enum", "variant"):
                found["types"].append(self.named(word))
            elif word == "type":
                alias = self.own_name()
                self.must("=")
                self.aliases[alias] = self.type()
                self.must(";")
            else:
                self.at -= 1
                found["functions"].append(self.function(self.own_name()))
        return {"wit": self.text[begin : self.words[self.at - 1].end()].strip(), "interface": found}


def read(file: Path) -> dict:
    """A file's contract, as text and as data, or the end with what is wrong with it."""
    try:
        return Wit(file.read_text(encoding="utf-8")).interface()
    except SyntaxError as error:
        sys.exit(f"error: {file}:{error.lineno or 1}: {error.msg}")
