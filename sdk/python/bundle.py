"""Makes a bot of an interpreter and an author's files, on the author's machine.

    python3 bundle.py check FILE.py                      is its syntax right, and can the interpreter run it?
    python3 bundle.py pack FILE.py INTERPRETER.wasm OUT.wasm
    python3 bundle.py contract TEMPLATE.py GAME FILE.wit  the template with the game put in
"""

import ast
import json
import sys
from pathlib import Path

from library import MODULES

INTERPRETER = (3, 14)  # componentize-py 0.25's
SECTION = "judge:source"


def main(command: str, *arguments: str) -> int:
    return {"check": check, "pack": pack, "contract": contract}[command](*arguments)


def check(path: str) -> int:
    """0: the interpreter can run it; 1: it is wrong; 4: it needs modules that must be built in."""
    try:
        _, missing = files_of(Path(path))
    except SyntaxError as error:
        line = (error.text or "").rstrip()
        print(f"error: {error.filename}:{error.lineno}: {error.msg}\n    {line.strip()}", file=sys.stderr)
        if sys.version_info >= INTERPRETER:
            return 1
        here = ".".join(map(str, sys.version_info[:2]))
        print(f"(Python {here} says so; a bot runs on Python 3.14. If you use what is newer, install that.)", file=sys.stderr)
        return 1
    unknown = [name for name in missing if name.split(".")[0] not in sys.stdlib_module_names]
    if unknown:
        print(
            f"note: {', '.join(unknown)}: neither in the standard library nor beside {path}; "
            "it must be plain Python that this Python can import",
            file=sys.stderr,
        )
    if missing:
        print(f"note: {', '.join(missing)} must be built in, which takes half a minute each time", file=sys.stderr)
    return 4 if missing else 0


def pack(path: str, interpreter: str, out: str) -> int:
    files, _ = files_of(Path(path))
    program = json.dumps({"main": Path(path).stem, "files": files}, ensure_ascii=False, sort_keys=True).encode()
    content = leb(len(SECTION)) + SECTION.encode() + program
    code = Path(interpreter).read_bytes()
    Path(out).write_bytes(code + b"\0" + leb(len(content)) + content)
    return 0


def contract(template: str, game: str, wit: str) -> int:
    print(Path(template).read_text().replace("@GAME@", game).replace("@WIT@", Path(wit).read_text()))
    return 0


def files_of(main: Path) -> tuple[dict[str, tuple[str, str]], list[str]]:
    """The author's modules, by name, each with its file and text; and the modules that are missing."""
    files: dict[str, tuple[str, str]] = {}
    missing = set()
    todo = [main.stem]
    while todo:
        name = todo.pop()
        if name in files or name in MODULES or name.split(".")[0] == "wit_world":
            continue
        file = beside(main.parent, name)
        if file is None:
            missing.add(name)
            continue
        text = file.read_text(encoding="utf-8")
        shown = file.relative_to(main.parent).as_posix()
        files[name] = (shown, text)
        package = name if file.name == "__init__.py" else name.rpartition(".")[0]
        todo += imports(ast.parse(text, str(file)), package, main.parent)
    return files, sorted(missing - {"__future__"})


def beside(folder: Path, name: str) -> Path | None:
    path = folder.joinpath(*name.split("."))
    found = [path.with_suffix(".py"), path / "__init__.py"]
    return next((file for file in found if file.is_file()), None)


def imports(tree: ast.Module, package: str, folder: Path):
    """The names of the modules that a module imports, anywhere in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from parents(alias.name)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from parents(base)
            for alias in node.names:
                if beside(folder, f"{base}.{alias.name}"):
                    yield f"{base}.{alias.name}"


def parents(name: str):
    parts = name.split(".")
    return (".".join(parts[: end + 1]) for end in range(len(parts)))


def leb(number: int) -> bytes:
    encoded = b""
    while number > 0x7F:
        encoded += bytes([number & 0x7F | 0x80])
        number >>= 7
    return encoded + bytes([number])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
