"""The rules of phases once more, slow and apart from the judge: from a tournament's file, and from who met whom and with
what ranks in games.csv, to seats, tables, brackets, who goes on, and final places.

python3 twin.py TOURNAMENT RESULTS compares with groups.csv, matches.csv and results.csv, and prints what differs.
It takes as they are told: seeds where there are teams, who committed a fault in which game (seats.csv), and ratings.
"""
import csv
import os
import sys
import tomllib
from fractions import Fraction
from hashlib import sha256

from brackets import plan, seats_of_groups, seats_of_knockout, snake

KNOCKOUTS = ("knockout", "double-elimination")
# What a table says of ties.
BY = {"head-to-head": "direct", "buchholz-cut-1": "buchholz", "buchholz-median": "median", "wins": "won"}


def rows(folder, name):
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        return None
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


class Twin:
    def __init__(self, tournament, folder):
        with open(tournament, "rb") as file:
            self.file = tomllib.load(file)
        self.results, self.games = rows(folder, "results.csv"), rows(folder, "games.csv")
        self.told_groups, self.told_matches = rows(folder, "groups.csv"), rows(folder, "matches.csv")
        self.differences = []
        self.phases = phases_of(self.file)
        there = [row for row in self.results if row["rank"]]
        self.result = {row["contestant"]: row for row in there}
        named = [name for name in self.file.get("seeding", []) if name in self.result]
        others = sorted(set(self.result) - set(named), key=lambda name: self.lot("seeding", name=name))
        self.first = named + others
        self.excluded = {name for name in self.file.get("exclude", []) if name in self.result}
        for game in self.games:
            game["names"] = game["seats"].split()
            game["board"] = [int(rank) for rank in game["ranks"].split()] or None
            in_groups = game["match"].startswith("group-") or not game["match"]
            game["phase"] = int(game.get("phase") or (1 if in_groups or len(self.phases) == 1 else 2))
        self.fault_in = {}       # the game that disqualified somebody
        for seat in rows(folder, "seats.csv"):
            if seat["fault"] and self.file.get("faults") != "forfeit":
                self.fault_in.setdefault(seat["contestant"], int(seat["game"]))

    def check(self, what, expected, told):
        if expected != told:
            self.differences.append(f"{what}: {told!r}, by the rules {expected!r}")

    def out_after(self, phase):
        last = max((int(game["game"]) for game in self.games if game["phase"] <= phase), default=0)
        return self.excluded | {name for name, game in self.fault_in.items() if game <= last}

    def lot(self, *words, name):
        text = int(self.file["seed"]).to_bytes(8, "little")
        for part in (*words, f"{name} {self.result[name]['sha256']}"):
            text += len(part.encode()).to_bytes(8, "little") + part.encode()
        return int.from_bytes(sha256(text).digest()[:8], "little")

    def run(self):
        after, before, ends = 0, None, []
        for number, phase in enumerate(self.phases, 1):
            order, groups = self.seated(number, phase, before, after)
            if before:
                for row in before["rows"]:
                    row["goes_on"] = row["contestant"] in order
                share(before)
            games = [game for game in self.games if game["phase"] == number]
            before = self.end(number, phase, order, groups, games, after)
            ends.append(before)
            times = {"knockout": 2, "double-elimination": 6}.get(phase["format"], 1)
            after += times * phase["rounds"]
        share(before)
        self.compare(ends)
        return self.differences

    def seated(self, number, phase, before, after):
        """Those who come in, in order, and the number of each one's group."""
        order, mates = self.first, None
        if before:
            still_in = [row for row in before["rows"] if row["contestant"] not in self.out_after(number - 1)]
            still_in = [row for row in still_in if not self.has_left(row["contestant"], after)]
            if "best_of_each" in phase:
                still_in = [row for row in still_in if row["rank"] <= phase["best_of_each"]]
            still_in = still_in[:phase.get("best", len(still_in))]
            order = [row["contestant"] for row in still_in]
            if before["groups"] > 1 and phase["seeding"] == "order":
                mates = {row["contestant"]: (row["group"], row["rank"]) for row in still_in}
        if phase["seeding"] == "first":
            order = [name for name in self.first if name in order]
        if phase["seeding"] == "lot":
            order = sorted(order, key=lambda name: self.lot("seeding", str(number), name=name))
        count = phase.get("groups", 1)
        if phase["draw"] == "pots":
            pots = [order[at:at + count] for at in range(0, len(order), count)]
            order = [name for pot in pots for name in
                     sorted(pot, key=lambda name: self.lot("pot", str(number), name=name))]
            if mates:    # Those of a pot trade, not those of a class.
                order = seats_of_groups(order, {name: (mates[name][0], at // count) for at, name in enumerate(order)}, count)
        elif mates and count > 1:
            order = seats_of_groups(order, mates, count)
        elif mates and phase["format"] in KNOCKOUTS:
            order = seats_of_knockout(order, mates)
        if number == 1 and self.result[order[0]]["seeded"]:
            told = sorted(order, key=lambda name: int(self.result[name]["seeded"]))
            if any("team" in entry for entry in self.file["contestant"]):
                order = told         # Teams trade seeds.
            self.check("seeded", order, told)
        return order, {name: snake(at, count) for at, name in enumerate(order)}

    def has_left(self, name, after):
        return any(of["name"] == name and of["after_round"] <= after for of in self.file.get("withdrawn", []))

    def given(self, name, round):
        """The points of a round that the organiser lets somebody sit out; nothing if it is none."""
        if {"name": name, "round": round} in self.file.get("byes", []):
            return 2
        is_late = any(of["name"] == name and round < of["from_round"] for of in self.file.get("late", []))
        return 0 if is_late or self.has_left(name, round - 1) else None

    def end(self, number, phase, order, groups, games, after):
        out = self.out_after(number)
        end = {"rows": [], "matches": [], "groups": phase.get("groups", 1), "named": "groups" in phase,
               "last": number == len(self.phases),
               "phase": number, "order": order, "kind": phase["format"]}
        for group in range(1, end["groups"] + 1):
            members = [name for name in order if groups[name] == group]
            own = [game for game in games if set(game["names"]) <= set(members)]
            if phase["format"] in KNOCKOUTS:
                rows = self.knockout(end, phase, group, members, own)
            else:
                self.check_pairs(number, phase, members, own, after)
                rows = self.table(end, phase, members, own, out)
            for rank, row in enumerate(rows, 1):
                row.update(group=group if end["named"] else 0, rank=rank, seed=order.index(row["contestant"]) + 1,
                           status="disqualified" if row["contestant"] in out else "ranked", goes_on=False)
            end["rows"] += rows
        placed = sum(len(game["names"]) > 0 for game in games)
        self.check(f"phase {number}: games in a group", placed,
                   sum(len({groups.get(name) for name in game["names"]} - {None}) == 1 for game in games))
        if end["groups"] > 1:
            end["rows"].sort(key=lambda row: (row["contestant"] in out, row["rank"], -a_game(row, "points"),
                                              -a_game(row, "won"), row["seed"]))
        return end

    def check_pairs(self, number, phase, members, games, after):
        """Who met whom in which rounds, where that is known before; in a Swiss, whether everybody is paired once."""
        told = sorted((int(game["round"]), *sorted(game["names"])) for game in games)
        if phase["format"] == "swiss":
            last = after + phase["rounds"]
            for place in sorted({round for round, *_ in told}):
                names = [name for round, *names in told if round == place for name in names]
                alone = {of[0] for round, *of in told if round == place and len(of) == 1}
                self.check(f"phase {number}, round {place}: paired once", len(set(names)), (len(names) + len(alone)) / 2)
                given = {name for name in names if self.given(name, place) is not None}
                self.check(f"phase {number}, round {place}: sit out", given, given & alone)
                self.check(f"phase {number}, round {place}: byes", True, len(alone - given) < 2)
                self.check(f"phase {number}: round", True, after < place <= last)
            return
        seats = self.file.get("seats", 2)
        if seats > 2 or "stop" in phase:
            return
        champions = phase.get("champions")
        if isinstance(champions, int):
            champions = members[:champions]
        pairs = [(a, b) for a in members for b in members if a < b]
        if champions is not None:
            pairs = [pair for pair in pairs if sum(name in champions for name in pair) == 1]
        expected = [(after + round, *pair) for round in range(1, phase["rounds"] + 1) for pair in pairs] * 2
        self.check(f"phase {number}: pairs", sorted(expected), told)

    def table(self, end, phase, members, games, out):
        """A round-robin, a gauntlet or a Swiss: rows in order, with what parted each from the one above."""
        sums = {name: dict(contestant=name, points=0, played=0, won=0, drawn=0, lost=0, buchholz="") for name in members}
        met = {name: [] for name in members}       # an opponent for each round, or oneself
        direct = {}
        for game in games:
            names = game["names"]
            if len(names) == 1:
                given = self.given(names[0], int(game["round"]))
                made = 0 if names[0] in out else 4 if given is None else given
                sums[names[0]]["points"] += made
                direct[names[0], names[0]] = direct.get((names[0], names[0]), 0) + made
                met[names[0]].append(names[0])
                continue
            for at, (name, score) in enumerate(zip(names, scores(game["board"], [name in out for name in names]))):
                add(sums[name], score)
                for other in names[:at] + names[at + 1:]:
                    direct[name, other] = direct.get((name, other), 0) + (score[0] if score else 0)
            for name, other in [names, names[::-1]] if len(names) == 2 else []:
                met[name] += [other] * games_begin(game, games)
        swiss, a_share = phase["format"] == "swiss", phase["format"] == "gauntlet"
        ties = phase.get("ties") or (["buchholz-cut-1", "buchholz-median", "head-to-head", "rating"] if swiss
                                     else ["head-to-head", "wins"])
        told = self.told_order(end) if "rating" in ties and not end["last"] else {}
        for name, row in sums.items():
            counted = lambda other: sums[name if other in out else other]["points"]
            met_points = sorted(map(counted, met[name]))
            row["sums"] = (sum(met_points[1:]), sum(met_points[1:-1]))
            row["buchholz"] = " ".join(map(str, row["sums"])) if any("buchholz" in tie for tie in ties) else ""
            row["berger"] = sum(points * counted(other) for (own, other), points in direct.items() if own == name)
            row["key"] = (name in out, -(a_game(row, "points") if a_share else row["points"]))
        for tie in ties:
            values = {}
            for name, row in sums.items():
                tied = [other for other in members if sums[other]["key"] == row["key"]]
                all_met = all(b in met[a] for a in tied for b in tied if a != b)
                among = sum(direct.get((name, other), 0) for other in tied if other != name)
                values[name] = {"head-to-head": lambda: among if all_met or not swiss else 0,
                                "buchholz-cut-1": lambda: row["sums"][0], "buchholz-median": lambda: row["sums"][1],
                                "sonneborn-berger": lambda: row["berger"], "wins": lambda: row["won"],
                                "rating": lambda: -told.get(name, -self.rating(name, end))}[tie]()
            for name, row in sums.items():
                row["key"] += (-values[name],)
        alone = len(self.phases) == 1 and end["groups"] == 1 and not swiss
        placed = sorted(sums.values(), key=lambda row: (
            row["key"], row["contestant"] if alone else members.index(row["contestant"])))
        words = ["", "points"] + [BY.get(tie, tie) for tie in ties]
        for above, row in zip([None] + placed, placed):
            parted = [word for word, a, b in zip(words, above["key"], row["key"]) if a != b] if above else [""]
            row["by"] = (parted + ["seeding"])[0]
        return placed

    def told_order(self, end):
        """Before the last phase a Swiss goes by ratings that are nowhere: equals are as they are told, if it says so."""
        own = [row for row in self.told_groups or [] if int(row["phase"]) == end["phase"]]
        order, place = {}, 0
        for row in own:
            place += row["by"] == "rating"
            order[row["contestant"]] = place
        return order

    def rating(self, name, end):
        row = self.result[name]
        told = row["rating"] or row["rating_low"] or row["rating_high"]
        return float(told) if told and end["last"] else float("-inf")

    def knockout(self, end, phase, group, members, games):
        """The matches of a bracket, and its rows by how far everybody came."""
        lost = "again" if phase["format"] == "double-elimination" else "third" if phase["third_place"] else "out"
        rows = {name: dict(contestant=name, points=0, played=0, won=0, drawn=0, lost=0, buchholz="", by="", reached=-1)
                for name in members}
        winner, loser, gone = {}, {}, set(self.excluded)
        prefix = f"group-{group}-" if end["named"] else ""
        matches = []
        for name, stage, sides in plan(len(members), lost):
            sides = [members[at] if kind == "seed" and at < len(members) else None if kind == "seed" else
                     (winner if kind == "winner" else loser)[at] for kind, at in sides]
            both = sorted((side for side in sides if side), key=members.index)
            if name == "final-2" and (not both or sides[0] == winner["final-unbeaten"]):
                both = sides[:1]
                rows[sides[0]]["reached"], rows[sides[1]]["reached"] = (stage, 1), (stage, 0)
            if len(both) < 2:
                winner[name], loser[name] = (both or [None])[0], None
            else:
                found = self.match(prefix + name, both, phase, games, gone, end["order"])
                winner[name] = found["winner"]
                loser[name] = next(side for side in both if side != found["winner"])
                matches.append(found)
            for side, won in ((winner[name], 1), (loser[name], 0)):
                if side:
                    rows[side]["reached"] = (stage, won)
            if name.startswith("winners-"):
                winner["final-unbeaten"] = winner[name]
        for at, found in enumerate(matches):
            for side in ("winner", "loser"):
                name = found["winner"] if side == "winner" else next(
                    x for x in (found["one"], found["other"]) if x != found["winner"])
                later = [match["match"] for match in matches[at + 1:] if name in (match["one"], match["other"])]
                found[side + "_to"] = (later or [""])[0]
            found.update(phase=end["phase"], group=group if end["named"] else 0)
        end["matches"] += matches
        for game in games:
            board = scores(game["board"], [False, False])
            for name, score in zip(game["names"], board):
                add(rows[name], score)
        out = self.out_after(end["phase"])
        placed = sorted(rows.values(), key=lambda row: (row["contestant"] in out, [-x for x in row["reached"]]
                                                        if row["reached"] != -1 else [0, 0], members.index(row["contestant"])))
        for above, row in zip(placed, placed[1:]):
            as_far = above["reached"] == row["reached"] and (above["contestant"] in out) == (row["contestant"] in out)
            row["by"] = "seeding" if as_far else ""
        return placed

    def match(self, name, both, phase, games, gone, order):
        own = [game for game in games if game["match"] == name]
        self.check(f"{name}: sides", set(both) if own else set(), {side for game in own for side in game["names"]})
        points = {side: 0 for side in both}
        for game in own:
            for side, score in zip(game["names"], scores(game["board"], [False, False])):
                points[side] = points.get(side, 0) + (score[0] if score else 0)
        numbers = {int(game["game"]) for game in own}
        gone |= {side for side in both if self.fault_in.get(side) in numbers}
        out, rounds = [side in gone for side in both], len(own) // 2
        if all(out):
            winner, why = both[0], "both-disqualified"
        elif any(out):
            winner, why = both[out.index(False)], "disqualified"
        elif points[both[0]] == points[both[1]]:
            winner, why = both[0], "seeding"
            self.check(f"{name}: rounds", 2 * phase["rounds"], rounds)
        else:
            winner, why = max(both, key=points.get), "extra" if rounds > phase["rounds"] else "points"
        return {"match": name, "one": both[0], "other": both[1], "seed_one": order.index(both[0]) + 1,
                "seed_other": order.index(both[1]) + 1, "points_one": points[both[0]],
                "points_other": points[both[1]], "rounds": rounds, "winner": winner, "why": why}

    def compare(self, ends):
        if self.told_matches is not None or len(self.file.get("phase", [])) > 0:
            columns = ["phase", "group", "match", "one", "other", "seed_one", "seed_other", "points_one",
                       "points_other", "rounds", "winner", "why", "winner_to", "loser_to"]
            self.compare_rows("matches.csv", columns, [row for end in ends for row in end["matches"]], self.told_matches)
        if self.told_groups is not None or len(self.file.get("phase", [])) > 1:
            columns = ["phase", "group", "place", "contestant", "seed", "points", "played", "won", "drawn", "lost",
                       "buchholz", "by", "goes_on", "status"]
            own = [dict(row, phase=end["phase"], goes_on=str(row["goes_on"]).lower()) for end in ends
                   for row in sorted(end["rows"], key=lambda row: (row["group"], row["rank"]))]
            self.compare_rows("groups.csv", columns, own, self.told_groups)
        out, final = self.out_after(len(ends)), []
        for end in reversed(ends):
            final += [row for row in end["rows"] if row["contestant"] not in {other["contestant"] for other in final}]
        final.sort(key=lambda row: row["contestant"] in out)
        ranks = []
        for at, row in enumerate(final):
            shares = at and row["by"] == "shared" and row["group"] == 0
            ranks.append((ranks[-1][0] if shares else at + 1, row["contestant"]))
        self.check("results.csv", sorted(ranks), sorted((int(row["rank"]), name) for name, row in self.result.items()))
        for name, row in self.result.items():
            own = [int(points) for game in self.games if game["points"]
                   for points, other in zip(game["points"].split(), game["names"]) if other == name]
            self.check(f"points of {name}", sum(own), int(row["points"]))

    def compare_rows(self, file, columns, expected, told):
        self.check(f"{file}: rows", len(expected), len(told or []))
        for row, other in zip(expected, told or []):
            for column in columns:
                self.check(f"{file}, phase {other['phase']}, {other.get('match') or other.get('contestant')}: {column}",
                           str(row[column]), other[column])


def phases_of(file):
    """The phases, with all keys that have a default; the keys of one phase are short for a list."""
    usual = {"seeding": "order", "draw": "snake", "third_place": False, "rounds": file.get("rounds", 50)}
    if "phase" in file:
        return [usual | phase for phase in file["phase"]]
    keys = {key: file[key] for key in ("champions", "third_place", "stop") if key in file}
    if file.get("format") != "groups":
        return [usual | {"format": file.get("format", "round-robin")} | keys]
    there = sum(entry["name"] not in file.get("absent", []) for entry in file["contestant"])
    return [usual | {"format": "round-robin", "groups": file.get("groups", max(1, there // 4))},
            usual | {"format": "knockout", "best_of_each": file.get("go_on", 2)} | keys]


def scores(ranks, out):
    """Points, won, drawn and lost of each seat; whoever is out has nothing, and everybody beats it."""
    if ranks is None and not any(out):
        return [None] * len(out)
    ranks = [None if gone else 1 if ranks is None else rank for gone, rank in zip(out, ranks or [1] * len(out))]
    found = []
    for own in ranks:
        if own is None:
            found.append((0, 0, 0, 1))
            continue
        worse = sum(rank is None or rank > own for rank in ranks)
        equal, better = ranks.count(own) - 1, sum(rank is not None and rank < own for rank in ranks)
        drawn = equal == len(ranks) - 1
        found.append((2 * worse + equal, int(not better and not drawn), int(drawn), int(better > 0)))
    return found


def add(row, score):
    if score:
        for key, value in zip(("points", "won", "drawn", "lost"), score):
            row[key] += value
        row["played"] += 1


def a_game(row, key):
    return Fraction(row[key], max(1, row["played"]))


def games_begin(game, games):
    """1 if this is the first game of its round."""
    of_round = [other for other in games if other["round"] == game["round"] and set(other["names"]) == set(game["names"])]
    return int(of_round[0] is game)


def share(end):
    """In a Swiss, equals of whom nobody goes on share a place."""
    before = {}
    for row in sorted(end["rows"], key=lambda row: (row["group"], row["rank"])):
        above = before.get(row["group"])
        equal = end["kind"] == "swiss" and above and row["by"] == "seeding"
        shares = equal and not row["goes_on"] and not above["goes_on"]
        row["by"] = "shared" if shares else row["by"]
        row["place"] = above["place"] if shares else row["rank"]
        before[row["group"]] = row


if __name__ == "__main__":
    differences = Twin(sys.argv[1], sys.argv[2]).run()
    print("\n".join(differences))
    sys.exit(bool(differences))
