"""Fits the results beside it with other people's code, for the tests to compare with.

    pip install choix==0.4.1 scipy==1.17.1 numpy==2.4.6
    python3 reference.py > expected.txt

`decisive.txt` and `orders.txt` (no ties) are fitted by choix: Bradley-Terry and Plackett-Luce, neither
with seats nor with a prior. `pairs.txt` and `tables.txt` (with ties) are fitted by scipy to the whole
model, written down here a second time and differentiated numerically.

A line of results is: who is at the table | the ranks of each game by seat | how many such rounds.
"""

import itertools

import choix
import numpy as np
import scipy.optimize
from scipy.special import expit, logsumexp


def rounds(file):
    for line in open(file):
        table, games, count = line.split("|")
        table = [int(i) for i in table.split()]
        games = [[int(rank) for rank in game] for game in games.split()]
        seated = [table[order:] + table[:order] for order in range(len(games))]
        yield list(zip(seated, games)), int(count)


def centred(strengths):
    return np.asarray(strengths) - np.mean(strengths)


def choix_pairs(file):
    wins = []
    for games, count in rounds(file):
        for (a, b), ranks in games:
            wins += [(a, b) if ranks[0] < ranks[1] else (b, a)] * count
    return choix.opt_pairwise(1 + max(map(max, wins)), wins, method="Newton-CG", tol=1e-12)


def choix_orders(file):
    orders = []
    for games, count in rounds(file):
        for seated, ranks in games:
            orders += [tuple(seated[seat] for seat in np.argsort(ranks))] * count
    return choix.opt_rankings(1 + max(map(max, orders)), orders, method="Newton-CG", tol=1e-12)


class Model:
    def __init__(self, file):
        self.rounds = list(rounds(file))
        games = [game for games, _ in self.rounds for game in games]
        self.contestants = 1 + max(max(seated) for seated, _ in games)
        self.seats = len(games[0][0]) - 1
        self.ties = sorted({r.count(rank) for _, r in games for rank in r if rank < max(r) or r.count(rank) > 1} - {1})
        self.size = self.contestants + self.seats + len(self.ties)

    def game(self, x, seated, ranks):
        strength = [x[i] + (x[self.contestants + s] if s < self.seats else 0) for s, i in enumerate(seated)]

        def score(pick):
            tie = x[self.contestants + self.seats + self.ties.index(len(pick))] if len(pick) > 1 else 0
            return np.mean([strength[s] for s in pick]) + tie

        left, value = list(range(len(ranks))), 0.0
        while len(left) > 1:
            picks = [p for k in [1, *self.ties] for p in itertools.combinations(left, k)]
            first = tuple(s for s in left if ranks[s] == min(ranks[t] for t in left))
            value += score(first) - logsumexp([score(p) for p in picks])
            left = [s for s in left if s not in first]
        return value

    def round(self, x, games):
        return sum(self.game(x, *game) for game in games)

    def prior(self, x):
        return 0.5 * np.sum(np.log(expit(x)) + np.log(expit(-x)))

    def value(self, x):
        return self.prior(x) + sum(count * self.round(x, games) for games, count in self.rounds)

    def slope(self, f, x, h=1e-5):
        return np.array([(f(x + h * e) - f(x - h * e)) / (2 * h) for e in np.eye(self.size)])

    def curvature(self, f, x):
        return -self.slope(lambda y: self.slope(f, y, 1e-4), x, 1e-4)

    def fit(self):
        x = scipy.optimize.minimize(lambda y: -self.value(y), np.zeros(self.size), method="BFGS", tol=1e-9).x
        for _ in range(3):
            x = x + np.linalg.solve(self.curvature(self.value, x), self.slope(self.value, x))
        n = self.contestants
        return centred(x[:n]), x[n : n + self.seats]


def show(name, values):
    print(name, *(f"{value:.12f}" for value in values))


show("decisive", centred(choix_pairs("decisive.txt")))
show("orders", centred(choix_orders("orders.txt")))
for name in ["pairs", "tables"]:
    strengths, seats = Model(f"{name}.txt").fit()
    show(name, strengths)
    show(f"{name}-seats", seats)
