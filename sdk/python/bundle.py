"""Makes a bot or a game of an interpreter and an author's files, on the author's machine.

    python3 bundle.py check FILE.py     is its syntax right, and can an interpreter run it? Prints the modules that must be
                                        built into that
    python3 bundle.py pack FILE.py INTERPRETER.wasm OUT.wasm
"""

import ast
import importlib.util
import json
import sys
from pathlib import Path

import library

MODULES = (*library.MODULES, *library.MORE)
INTERPRETER = (3, 14)  # componentize-py 0.25's
SECTION = "judge:source"
# What cannot work in a bot, and why.
REFUSED = {
    name: why
    for why, names in {
        "bots have no network": "socket ssl http urllib.request ftplib imaplib poplib smtplib socketserver xmlrpc asyncio",
        "there are no other processes": "subprocess multiprocessing pty",
        "it reads lines and has no class that is called; judge new writes such a bot": "wit_world",
        "a bot is WebAssembly alone": "ctypes curses readline sqlite3 tkinter turtle",
        "it is partly machine code, and bots have plain Python only": "numpy scipy pandas torch tensorflow numba "
        "sklearn matplotlib cv2 PIL jax lxml pygame",
    }.items()
    for name in names.split()
}


def main(command: str, *arguments: str) -> int:
    return {"check": check, "pack": pack}[command](*arguments)


def check(path: str) -> int:
    """0: an interpreter can run it, with the modules built in that are printed; 1: it is wrong."""
    try:
        _, missing, places = files_of(Path(path))
    except SyntaxError as error:
        line = (error.text or "").rstrip()
        print(f"error: {error.filename}:{error.lineno}: {error.msg}\n    {line.strip()}", file=sys.stderr)
        if sys.version_info >= INTERPRETER:
            return 1
        here = ".".join(map(str, sys.version_info[:2]))
        print(f"(Python {here} says so; a bot runs on Python 3.14. If you use what is newer, install that.)", file=sys.stderr)
        return 1
    for name in missing:
        if why := refused(name):
            print(f"error: {places[name]}: a bot cannot import {name}: {why}", file=sys.stderr)
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
    print(*missing)
    return 0


def refused(name: str) -> str | None:
    """Why an interpreter cannot have this module, if it cannot."""
    top = name.split(".")[0]
    if why := REFUSED.get(name) or REFUSED.get(top):
        return why
    if top in sys.stdlib_module_names:
        return None
    spec = importlib.util.find_spec(top)
    if spec is None:
        return "it is neither in the standard library, nor a file beside the bot, nor installed here"
    folders = [Path(folder) for folder in spec.submodule_search_locations or []]
    code = [file for folder in folders for ending in ("so", "pyd") for file in folder.rglob(f"*.{ending}")]
    if code or (spec.origin or "").endswith((".so", ".pyd")):
        return REFUSED["numpy"]
    return None


def pack(path: str, interpreter: str, out: str) -> int:
    """Writes the interpreter, and the program in a section behind it."""
    files, _, _ = files_of(Path(path))
    program = {"main": Path(path).stem, "files": files}
    packed = json.dumps(program, ensure_ascii=False, sort_keys=True).encode()
    content = leb(len(SECTION)) + SECTION.encode() + packed
    code = Path(interpreter).read_bytes()
    Path(out).write_bytes(code + b"\0" + leb(len(content)) + content)
    return 0


def files_of(main: Path) -> tuple[dict[str, tuple[str, str]], list[str], dict[str, str]]:
    """The author's modules, by name, each with its file and text; the modules that are missing; where they are imported."""
    files: dict[str, tuple[str, str]] = {}
    places: dict[str, str] = {}
    missing = set()
    todo = [main.stem]
    while todo:
        name = todo.pop()
        if name in files or name in MODULES:
            continue
        file = beside(main.parent, name)
        if file is None:
            missing.add(name)
            continue
        text = file.read_text(encoding="utf-8")
        shown = file.relative_to(main.parent).as_posix()
        files[name] = (shown, text)
        package = name if file.name == "__init__.py" else name.rpartition(".")[0]
        for other, line in imports(ast.parse(text, str(file)), package, main.parent):
            places.setdefault(other, f"{file}:{line}")
            todo.append(other)
    return files, sorted(missing - {"__future__"}), places


def beside(folder: Path, name: str) -> Path | None:
    path = folder.joinpath(*name.split("."))
    found = [path.with_suffix(".py"), path / "__init__.py"]
    return next((file for file in found if file.is_file()), None)


def imports(tree: ast.Module, package: str, folder: Path):
    """The modules that a module imports, anywhere in it, and on which lines. Not what it can do without."""
    optional = {id(node) for one in ast.walk(tree) if isinstance(one, ast.Try) and one.handlers for node in one.body}
    for node in ast.walk(tree):
        can_do_without = id(node) in optional
        for name in imported(node, package, folder):
            if not (can_do_without and is_nowhere(name, folder)):
                yield name, node.lineno


def is_nowhere(name: str, folder: Path) -> bool:
    top = name.split(".")[0]
    return not beside(folder, top) and top not in sys.stdlib_module_names and refused(top) is not None


def imported(node: ast.AST, package: str, folder: Path):
    """The names of the modules that a statement imports."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield from parents(alias.name)
    elif isinstance(node, ast.ImportFrom):
        above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
        base = ".".join([*above, *([node.module] if node.module else [])])
        yield from parents(base)
        for alias in node.names:
            name = f"{base}.{alias.name}"
            if beside(folder, name) or name in REFUSED:
                yield name


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
