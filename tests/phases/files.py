"""Random small tournaments: copies of few bots, so that ties are everywhere, with faults, teams and people who are out."""
import os

# The bots of a game, whose games are quick; the fuel with which some turns fail; rules.
GAMES = {
    "othello": (["random", "greedy", "edgar"], [1, 2500, 9000], "size = 4"),
    "gobblet": (["random", "ok", "smart"], [1, 4000, 20000], "size = 3"),
    "battleship": (["stupid", "tidy", "crasher"], [1, 3000, 20000], "size = 5\nfleet = [2, 2]"),
    "stones": (["random", "aggressive"], [1, 4000, 20000], "columns = 3\nrows = 3"),
}
CONTESTANTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../contestants")
TIES = ["head-to-head", "buchholz-cut-1", "buchholz-median", "sonneborn-berger", "wins", "rating"]
FORMATS = ["round-robin", "gauntlet", "swiss", "knockout", "double-elimination", "groups"]


class File:
    """A tournament's file that grows key by key."""

    def __init__(self, rng, most):
        self.rng, self.keys, self.tables = rng, {}, []
        self.count = rng.choice([rng.randint(3, 8), rng.randint(3, 20), rng.randint(3, most)])
        self.names = [f"b{i:02}" for i in range(self.count)]
        rng.shuffle(self.names)
        self.absent = self.some(0.2, 2) if self.count > 5 else []
        self.there = [name for name in self.names if name not in self.absent]
        self.excluded = self.some(0.25, 2)
        self.game = rng.choice(["othello", "othello", "gobblet", "battleship"])

    def some(self, chance, most):
        return self.rng.sample(self.names, self.rng.randint(1, most)) if self.rng.random() < chance else []

    def text(self):
        rng = self.rng
        bots, fuels, rules = GAMES[self.game]
        if rng.random() < 0.2:
            bots = bots[:1]
        lines = [f'game = "{self.game}"', f"seed = {rng.randint(0, 10 ** 6)}"]
        lines += [f"{key} = {toml(value)}" for key, value in self.keys.items()]
        lines += [f"{key} = {toml(value)}" for key, value in [("absent", self.absent), ("exclude", self.excluded)] if value]
        if self.game != "battleship" and rng.random() < 0.5:
            lines.append(f"opening_plies = {rng.choice([0, 1, 2, 4])}")
        if rng.random() < 0.4:
            lines.append('faults = "forfeit"')
        teams = rng.random() < 0.3
        if teams and rng.random() < 0.5:
            lines.append("team_best = 2")
        weak = rng.random() < 0.5
        for name in sorted(self.names):
            entry = {"name": name, "wasm": f"{CONTESTANTS}/{self.game}/{rng.choice(bots)}.wasm"}
            if teams and rng.random() < 0.8:
                entry["team"] = rng.choice("ABC")
            if weak and rng.random() < 0.25:
                entry["fuel_per_turn"] = rng.choice(fuels)
            self.tables.append("[[contestant]]\n" + "\n".join(f"{key} = {toml(value)}" for key, value in entry.items()))
        return "\n".join(lines) + "\n\n" + "\n\n".join(self.tables) + f"\n\n[rules]\n{rules}\n"


def toml(value):
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(of)}" for key, of in value.items()) + " }"
    return f'"{value}"' if isinstance(value, str) else str(value)


def seeding(file, chance):
    if file.rng.random() < chance:
        file.keys["seeding"] = file.rng.sample(file.names, file.rng.randint(1, file.count))


def short(rng, number):
    """A tournament of one format, by the keys that need no tables."""
    file, kind = File(rng, 20), FORMATS[number % len(FORMATS)]
    keys, there = file.keys, len(file.there)
    keys.update(format=kind, rounds=rng.choice([1, 1, 2, 3]))
    if kind in ("round-robin", "gauntlet"):
        if kind == "gauntlet":
            keys["champions"] = rng.sample(file.there, rng.randint(1, min(3, there - 1)))
        if rng.random() < 0.25 and there - len(keys.get("champions", [])) > 2 and there < 9:
            file.game, keys["seats"] = "stones", 3
        elif there < 7 and rng.random() < 0.5:
            keys.update(rounds=30, stop="separated")
    else:
        seeding(file, 0.5)
    if kind == "swiss":
        keys["rounds"] = rng.randint(1, 7)
    if kind in ("knockout", "groups") and rng.random() < 0.5:
        keys["third_place"] = True
    if kind == "groups" and rng.random() < 0.8:
        keys["groups"] = rng.randint(1, max(1, there // 2))
        keys["go_on"] = rng.randint(1 if keys["groups"] > 1 else 2, max(2, min(4, there // keys["groups"])))
    return file.text()


def phase(rng, first, come, groups_before):
    """A phase's keys, for so many that come from so many groups; and how many it then has, in how many groups."""
    kind = rng.choice(["round-robin", "gauntlet", "swiss", "knockout", "double-elimination"])
    keys = {"format": kind, "rounds": rng.choice([1, 1, 2]) if kind != "swiss" else rng.randint(1, 5)}
    if not first:
        smallest = come // groups_before
        if groups_before > 1 and smallest * groups_before >= 2 and rng.random() < 0.6:
            keys["best_of_each"] = rng.randint(1, min(3, smallest))
            come = groups_before * keys["best_of_each"]
        elif rng.random() < 0.8:
            keys["best"] = come = rng.randint(2, come)
        if rng.random() < 0.3:
            keys["seeding"] = rng.choice(["order", "first", "lot"])
    groups = 1
    if kind != "gauntlet" and come >= 4 and rng.random() < 0.4:
        keys["groups"] = groups = rng.randint(2, come // 2)
        if rng.random() < 0.4:
            keys["draw"] = rng.choice(["snake", "pots"])
    if kind == "gauntlet":
        keys["champions"] = rng.randint(1, come - 1)
    if kind == "knockout" and rng.random() < 0.5:
        keys["third_place"] = True
    return keys, come, groups


def people(file, rounds):
    """Who sits out rounds of a Swiss of so many: some ask for it, some come late, some withdraw."""
    rng = file.rng
    some = lambda: rng.sample(file.there, rng.randint(0, min(2, len(file.there))))
    if byes := [{"name": name, "round": rng.randint(1, rounds)} for name in some()]:
        file.keys["byes"] = byes
    for name in some() if rounds > 1 else []:
        file.tables.append(f'[[late]]\nname = "{name}"\nfrom_round = {rng.randint(2, rounds)}')
    for name in some():
        file.tables.append(f'[[withdrawn]]\nname = "{name}"\nafter_round = {rng.randint(1, rounds)}')


def ties(rng, _):
    """A phase with ties of its own, in a Swiss with some who do not play all rounds; and often a second one."""
    file = File(rng, 12)
    seeding(file, 0.5)
    kind, there = rng.choice(["round-robin", "gauntlet", "swiss", "swiss"]), len(file.there)
    keys = {"format": kind, "rounds": rng.randint(2, 6) if kind == "swiss" else 1}
    keys["ties"] = rng.sample(TIES, rng.randint(1, 3))
    if kind == "gauntlet":
        keys["champions"] = rng.sample(file.there, rng.randint(1, there - 1))
    elif there >= 6 and rng.random() < 0.3:
        keys["groups"] = 2
    if kind == "swiss":
        people(file, keys["rounds"])
    tables = [keys]
    if rng.random() < 0.5:
        kind = rng.choice(["knockout", "swiss", "round-robin"])
        tables.append({"format": kind, "rounds": 1, "best": rng.randint(2, there)})
    file.tables += ["[[phase]]\n" + "\n".join(f"{key} = {toml(value)}" for key, value in of.items()) for of in tables]
    return file.text()


def phases(rng, _):
    """A tournament of one to four phases."""
    file = File(rng, 40)
    seeding(file, 0.5)
    come, groups, tables = len(file.there), 1, []
    for number in range(rng.choice([1, 2, 2, 3, 4])):
        keys, come, groups = phase(rng, number == 0, come, groups)
        if number == 0 and keys["format"] == "gauntlet":
            keys["champions"] = rng.sample(file.there, keys["champions"])
        if come > 20:
            keys["rounds"] = min(keys["rounds"], 3) if keys["format"] == "swiss" else 1
        tables.append("[[phase]]\n" + "\n".join(f"{key} = {toml(value)}" for key, value in keys.items()))
        if come < 2:
            break
    file.tables = tables
    return file.text()


STYLES = {"short": short, "phases": phases, "ties": ties}
