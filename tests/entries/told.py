"""What the tests of the entries for Python look for in a log."""


def in_order(words: list[str], lines: list[str]) -> bool:
    rest = "\n".join(lines)
    for word in words:
        _, found, rest = rest.partition(word)
        if not found:
            return False
    return True
