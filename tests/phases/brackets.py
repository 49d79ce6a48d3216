"""Plans of brackets, and seats for those who come out of groups, as the rules have them: the twin's second half."""

# Where the loser of match m of the winners' round r, from 2, drops: match m XOR mask of the losers' round 2r - 2.
MASKS = {4: [0], 8: [1, 0], 16: [3, 0, 0], 32: [7, 1, 1, 0], 64: [15, 4, 1, 1, 0]}


def snake(place, groups):
    turn, at = divmod(place, groups)
    return at + 1 if turn % 2 == 0 else groups - at


def lines(size):
    seeds = [1]
    while len(seeds) < size:
        seeds = [x for p in seeds for x in (p, 2 * len(seeds) + 1 - p)]
    return seeds


def plan(count, lost):
    """Matches in order: (name, stage, two sides), and a side is ("seed", place from 0), or ("winner" or "loser", match)."""
    size = 1 << max(0, count - 1).bit_length()
    if size < 2:
        return []
    rounds, matches, stage = size.bit_length() - 1, [], 0

    def play(names, sides):
        nonlocal stage
        matches.extend((name, stage, [sides[2 * at], sides[2 * at + 1]]) for at, name in enumerate(names))
        stage += 1
        return [("winner", name) for name in names], [("loser", name) for name in names]

    sides, losers, below = [("seed", seed - 1) for seed in lines(size)], [], 0
    for round in range(1, rounds + 1):
        number = size >> round
        stem = {1: "final", 2: "semi", 4: "quarter"}.get(number, f"last-{2 * number}")
        names = [f"winners-{round}-{at}" if lost == "again" else stem if number == 1 else f"{stem}-{at}"
                 for at in range(1, number + 1)]
        sides, dropped = play(names, sides)
        if lost == "third" and number == 2:
            play(["third-place"], dropped)
        if lost != "again":
            continue
        if round == 1:
            losers = dropped
        else:
            below += 1
            dropped = [dropped[at ^ MASKS[size][round - 2]] for at in range(number)]
            both = [side for pair in zip(losers, dropped) for side in pair]
            losers, _ = play([f"losers-{below}-{at}" for at in range(1, number + 1)], both)
        if number > 1:
            below += 1
            losers, _ = play([f"losers-{below}-{at}" for at in range(1, number // 2 + 1)], losers)
    if lost == "again":
        winner, loser = play(["final"], sides + losers)
        play(["final-2"], winner + loser)
    return matches


def cheapest(cost):
    """The cheapest way to give each row a column, and what it costs (the Hungarian method)."""
    n = len(cost)
    u, v, p = [0] * (n + 1), [0] * (n + 1), [0] * (n + 1)
    for i in range(1, n + 1):
        p[0], j0, least, used, way = i, 0, [float("inf")] * (n + 1), [False] * (n + 1), [0] * (n + 1)
        while True:
            used[j0], delta, j1 = True, float("inf"), 0
            for j in range(1, n + 1):
                if not used[j]:
                    now = cost[p[j0] - 1][j - 1] - u[p[j0]] - v[j]
                    if now < least[j]:
                        least[j], way[j] = now, j0
                    if least[j] < delta:
                        delta, j1 = least[j], j
            for j in range(n + 1):
                if used[j]:
                    u[p[j]] += delta
                    v[j] -= delta
                else:
                    least[j] -= delta
            j0 = j1
            if p[j0] == 0:
                break
        while j0:
            p[j0], j0 = p[way[j0]], way[j0]
    return sum(cost[p[j] - 1][j - 1] for j in range(1, n + 1))


def seated(order, mates, cost):
    """Class by class, each at its own seeds, as cheap as can be; of equal ways the best has its best seed, then the second."""
    result = []
    places = sorted({mates[name][1] for name in order})
    for place in places:
        left = [name for name in order if mates[name][1] == place]
        first = len(result)
        table = {(name, at): cost(result, at, mates[name][0]) for name in left for at in range(first, first + len(left))}
        columns = list(range(first, first + len(left)))
        budget = cheapest([[table[name, at] for at in columns] for name in left])
        while left:
            at = columns.pop(0)
            for name in left:    # the best who leaves the rest a way that costs no more
                others = [other for other in left if other != name]
                if table[name, at] + cheapest([[table[other, x] for x in columns] for other in others]) <= budget:
                    break
            budget -= table[name, at]
            result.append(name)
            left.remove(name)
    return result


def seats_of_groups(order, mates, groups):
    def cost(result, at, group):
        return sum(mates[other][0] == group and snake(x, groups) == snake(at, groups) for x, other in enumerate(result))

    return seated(order, mates, cost)


def seats_of_knockout(order, mates):
    count = len(order)
    size = 1 << max(0, count - 1).bit_length()
    rounds, line = size.bit_length() - 1, {seed - 1: at for at, seed in enumerate(lines(size))}

    def meet(one, other):
        return (line[one] ^ line[other]).bit_length()

    def cost(result, at, group):
        return sum((4 * count) ** (rounds - meet(at, x)) for x, other in enumerate(result) if mates[other][0] == group)

    def faults(names):
        """Pairs of mates: sure to meet in a first match; winner and second in one half; able to meet in one's first."""
        sure = halves = able = 0
        for b in range(count):
            for a in range(b):
                (group, place), (other, other_place) = mates[names[a]], mates[names[b]]
                if group == other:
                    byes = [size - 1 - seed >= count for seed in (a, b)]
                    sure += meet(a, b) == 1 or meet(a, b) == 2 and all(byes)
                    halves += {place, other_place} == {1, 2} and meet(a, b) < rounds
                    able += meet(a, b) == 2 and byes[0] != byes[1]
        return sure, halves, able

    names = seated(order, mates, cost)
    while any(faults(names)[::2]):
        trades = []
        for b in range(count):
            for a in range(b):
                (_, one), (_, other) = mates[names[a]], mates[names[b]]
                if one > 1 and abs(one - other) < 2:
                    traded = names.copy()
                    traded[a], traded[b] = names[b], names[a]
                    trades.append((faults(traded), b - a, a, traded))
        best = min(trades, default=None)
        if best is None or best[0] >= faults(names):
            break
        names = best[3]
    return names
