#!/usr/bin/env python3
"""A term as a course has it, behind Apache set up as docs/serve/apache.conf says: 120 people from a table, in pairs and alone,
six weeks, three of whom everything is forgotten, a restore into another folder, a final with phases, grades, and all of it
verified from outside by receipts.

    tests/serve/term.py target/release/judge

Debian's packages of Apache are unpacked in a temporary folder; nothing is installed. The sign-in at a provider is left out: a
header of ours stands for it. A week passes by another beginning of the weeks in the season's file.
"""

import csv
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from proxies import ROOT, Browser, fail, free_port, listens, replaced, run, started, wait_until

PACKAGES = ["apache2-bin", "libapr1", "libaprutil1", "libapache2-mod-auth-openidc", "libcjose0", "libhiredis0.14"]
MODULES = ["mpm_event", "authn_core", "authz_core", "authz_user", "ssl", "proxy", "proxy_http", "headers", "auth_openidc"]
PAIRS, ALONE, WEEKS = 40, 40, 6
SCRIPTS = ["Zoë", "李雷", "Ιωάννα", "Олена", "علي", "さくら"]
NAMES = [f"s{number:02}" for number in range(ALONE)] + [f"team{number:02}" for number in range(PAIRS)]


def people():
    """Lines of the table: name, what people are called, address, team."""
    number = 0
    for name in NAMES:
        for _ in range(1 if name.startswith("s") else 2):
            called = f"{SCRIPTS[number % len(SCRIPTS)]}{number:03}"
            team = "" if name.startswith("s") else name
            yield "" if team else name, called, f"Person{number}@uni.example", team
            number += 1


def apache(folder, port, season):
    """Apache, unpacked, with the documented file; what comes out starts it."""
    packages, root = folder / "packages", folder / "root"
    packages.mkdir()
    run("apt-get", "download", "--quiet", *PACKAGES, cwd=packages)
    for package in packages.glob("*.deb"):
        run("dpkg", "-x", package, root)
    secret = (folder / "data/proxy").read_text().strip()
    documented = (ROOT / "docs/serve/apache.conf").read_text()
    modules = "".join(f"LoadModule {name}_module {root}/usr/lib/apache2/modules/mod_{name}.so\n" for name in MODULES)
    head = f"ServerRoot {folder}\nPidFile {folder}/apache.pid\nErrorLog {folder}/apache.log\nListen 127.0.0.1:{port}\n"
    here = [("*:443", f"*:{port}"), ("/etc/ssl/season.pem", str(folder / "cert.pem")), ("127.0.0.1:8080", season),
            ("/etc/ssl/season.key", str(folder / "key.pem")), ("ServerName season.example", "ServerName localhost"),
            ("THE-SECRET\"", f"{secret}\"")]
    text = replaced(documented, here)
    (folder / "apache.conf").write_text(head + modules + text)
    library = {**os.environ, "LD_LIBRARY_PATH": next(root.glob("usr/lib/*-linux-gnu")).as_posix()}
    httpd = root / "usr/sbin/apache2"
    # As it stands: the module for OpenID Connect takes it.
    run(httpd, "-t", "-f", folder / "apache.conf", env=library)
    without = re.sub(r"    OIDC.*\n", "", re.sub(r"    <Location.*?</Location>\n", "", text, flags=re.S))
    text = replaced(without, [('"expr=%{REMOTE_USER}" "expr=-n %{REMOTE_USER}"',
                               '"expr=%{HTTP:X-Signed-In}" "expr=-n %{HTTP:X-Signed-In}"')])
    (folder / "apache.conf").write_text(head + modules + text)
    return [httpd, "-D", "FOREGROUND", "-f", folder / "apache.conf"], library


class Term:
    def __init__(self, judge, folder):
        self.judge, self.folder, self.data = judge, folder, "data"
        self.port, self.inner = free_port(), free_port()
        self.url, self.begun = f"https://localhost:{self.port}", int(time.time())
        self.tokens, self.people = {}, list(people())
        self.env = {**os.environ, "CURL_CA_BUNDLE": str(folder / "cert.pem")}

    def write_season(self, week):
        first = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.begun - (week - 1) * 7 * 86_400 - 60))
        (self.folder / "season.toml").write_text(f'''title = "A term"
game = "gobblet"
rounds = 4
contestants = ["bots/*.wasm"]
[rules]
plies_max = 30
[serve]
address = "127.0.0.1:{self.inner}"
public_url = "{self.url}"
trusted_proxy = "127.0.0.1"
sign_in_by_proxy = true
[serve.weeks]
first = "{first}"
[serve.bands]
A = 1550
B = 1450
[serve.final]
top = 8
[[serve.final.phase]]
format = "swiss"
rounds = 3
[[serve.final.phase]]
format = "knockout"
best = 4
rounds = 2
''')

    def serving(self):
        (self.folder / self.data / "listening").unlink(missing_ok=True)
        return started([self.judge, "serve", "season.toml", "--data", self.data, "--quiet",
                        "--each", "sh", "-c", f"cat >> {self.folder}/told"],
                       self.folder / "judge.log", cwd=self.folder)

    def listens(self):
        listening = self.folder / self.data / "listening"
        wait_until("the season listens", lambda: listening.exists() and listens(self.inner))

    def order(self, *words):
        return run(self.judge, "serve", *words, "--season", "season.toml", "--data", self.data, cwd=self.folder)

    def join(self, browser):
        """The first half follows links that a program was handed; the second half signs in at the proxy."""
        table = io.StringIO()
        csv.writer(table, delimiter=";", lineterminator="\r\n").writerows(
            [("name", "display_name", "address", "team"), *self.people])
        (self.folder / "people.csv").write_bytes(b"\xef\xbb\xbf" + table.getvalue().encode())
        run(self.judge, "serve", "invite", "--file", "people.csv", "--season", "season.toml", "--data", self.data,
            "--each", "sh", "-c", f"cat >> {self.folder}/links", cwd=self.folder)
        links = [json.loads(line) for line in (self.folder / "links").read_text().splitlines()]
        if [link["address"] for link in links] != [address for _, _, address, _ in self.people]:
            fail("not everybody was handed a link")
        for number, link in enumerate(links):
            by_link = number < len(links) // 2
            path = link["link"].removeprefix(self.url) if by_link else "/join/me"
            status, _, page = browser.ask("POST", path, [] if by_link else signed_in(link["address"]))
            token = re.search(r'id="token">([0-9a-f]{64})', page)
            if status != 200 or not token:
                fail(f"{link['name']} cannot join: {status} {page[:200]}")
            self.tokens.setdefault(link["name"], []).append(token[1])

    def hand_in(self, name, number):
        """The members of a pair by turns."""
        own = self.folder / name
        own.mkdir(exist_ok=True)
        token = self.tokens[name][number % len(self.tokens[name])]
        bot = ["ok", "random", "smart"][(NAMES.index(name) + number) % 3]
        wasm = (ROOT / f"contestants/gobblet/{bot}.wasm").read_bytes()
        mark = bytes([0, 4, 1, ord("n"), NAMES.index(name), number])
        (own / "bot.wasm").write_bytes(wasm + mark)
        told = run(self.judge, "submit", "bot.wasm", "--season", self.url, cwd=own, env={**self.env, "JUDGE_TOKEN": token})
        if "it plays" not in told:
            fail(f"{name}: {told}")

    def rests(self, browser):
        wait_until("all have played", lambda: "judge_ladder_playing 0" in browser.ask("GET", "/metrics")[2])

    def pages_with(self, browser, words, weeks):
        """All pages and tables of the season that have one of some words in them."""
        pages = ["/", "/screen", "/play", "/me", "/final", "/live?parts", "/results.csv", "/versions.csv", "/games.csv",
                 "/rounds.csv", "/events.log", "/terms", "/metrics", "/health"]
        pages += [f"/contestant/{name}" for name in [*NAMES, "ok", "random"]]
        pages += [f"/week/{week}{end}" for week in weeks for end in ["", "/results.csv"]]
        pages += [f"/game/{number}" for number in range(1, 40)]
        found = []
        for page in pages:
            if page == "/live?parts":
                with browser.open("GET", page) as stream:
                    text = b""
                    while b"\n\n" not in text.partition(b"event: parts")[2]:
                        text += stream.recv(1 << 16)
                text = text.decode(errors="replace")
            else:
                text = browser.ask("GET", page, ["Accept: text/html"])[2]
            found += [(page, word) for word in words if word.lower() in text.lower()]
        grades = self.order("grades")
        files = [path for path in (self.folder / self.data).rglob("*") if path.is_file() and path.suffix != ".wasm"]
        texts = [("grades", grades)] + [(str(path), path.read_bytes().decode(errors="replace")) for path in files]
        return found + [(place, word) for place, text in texts for word in words if word in text]

    def receipts(self):
        return [line for name in NAMES for line in (self.folder / name / "receipts.txt").read_text().splitlines()]

    def verify(self, *where, receipts):
        (self.folder / "receipts.txt").write_text("".join(f"{line}\n" for line in receipts))
        return subprocess.run([str(self.judge), "verify", *where, "--receipt", "receipts.txt", "--quiet"],
                              capture_output=True, text=True, cwd=self.folder, env=self.env)


def signed_in(address):
    return [f"X-Signed-In: {address}"]


def play(term):
    folder = term.folder
    # The proxy wants the secret, and the season makes it.
    term.write_season(1)
    with term.serving():
        term.listens()
    command, library = apache(folder, term.port, f"127.0.0.1:{term.inner}")
    browser = Browser(term.port, folder / "cert.pem")
    forgotten = ["s03", "s17", "team05"]
    gone = [word for name, called, address, team in term.people if (team or name) in forgotten for word in (called, address)]
    lost = []
    with started(command, folder / "proxy.log", env=library):
        wait_until("the proxy listens", lambda: listens(term.port))
        for week in range(1, WEEKS + 1):
            term.write_season(week)
            with term.serving() as server:
                term.listens()
                wait_until(f"week {week} is frozen", lambda: browser.ask("GET", f"/week/{week}")[0] == 200)
                if week == 1:
                    term.join(browser)
                before = term.receipts() if week > 1 else []
                for name in NAMES if week == 1 else NAMES[week::8]:
                    term.hand_in(name, week)
                term.rests(browser)
                if week == 3:
                    run(term.judge, "serve", "backup", "copy", "--data", term.data, cwd=folder)
                if week == 4:
                    lost = [line for line in term.receipts() if line not in before]
                if week in (4, 5):
                    # The backup knows them, so they are forgotten once more after it was put back.
                    if not term.pages_with(browser, gone, range(1, week)):
                        fail("nothing was there to be forgotten")
                    for name in forgotten:
                        term.order("forget", name)
                if week >= 4 and (found := term.pages_with(browser, gone, range(1, week + 1))):
                    fail(f"week {week}: {found}")
                own = browser.ask("GET", "/api/own", signed_in(term.people[70][2].upper()))
                if own[0] != 200 or browser.ask("GET", "/api/own", ["Judge-User: " + term.people[70][2]])[0] != 401:
                    fail(f"who signs in at the proxy: {own}")
                if week == WEEKS:
                    finish(term, browser, lost)
                    if found := term.pages_with(browser, gone, range(1, week + 1)):
                        fail(f"after the final: {found}")
                if server.poll() is not None:
                    fail("the server has ended")
            if week == 4:
                term.data = "restored"
                # In another folder nobody has to accept that events are lost: receipts show it.
                run("cp", "-a", "copy", term.data, cwd=folder)
            print(f"week {week}: {time.strftime('%H:%M:%S')}", flush=True)


def finish(term, browser, lost):
    folder = term.folder
    print(term.order("freeze").strip())
    run(term.judge, "run", f"{term.data}/finals/1/final.toml", "--out", "last", "--quiet", cwd=folder)
    run(term.judge, "report", "last", cwd=folder)
    term.order("publish-final", "last")
    grades = list(csv.DictReader(io.StringIO(term.order("grades"))))
    if len(grades) != len(NAMES) or {row["band"] for row in grades} != {"A", "below B"}:
        fail(f"grades of {len(grades)}: {grades[0]}")
    weeks = sorted((folder / term.data / "weeks").glob("*.csv"))
    sums = json.loads(run(term.judge, "term", *weeks[1:], term.data, "--json", cwd=folder))
    if len(sums["contestants"]) != len(NAMES):
        fail(f"the term has {len(sums['contestants'])} rows")
    run(term.judge, "serve", "close", "season.toml", "--data", term.data, cwd=folder)
    told = [json.loads(line) for line in (folder / "told").read_text().splitlines()]
    count = lambda event: sum(one["event"] == event for one in told)
    wait_until("everybody is told of the final", lambda: (folder / "told").read_text().count("final-published") >= 120)
    print(f"{len(told)} messages, {count('verdict')} of verdicts")
    right = [line for line in term.receipts() if line not in lost]
    for where in [[term.data, "--tournament", "season.toml"], [term.url, "--bots", f"{term.data}/bots"]]:
        verified = term.verify(*where, receipts=right)
        if verified.returncode != 0 or "final           played again" not in verified.stdout:
            fail(verified.stdout + verified.stderr)
    print(verified.stdout.splitlines()[-1])
    # Whoever handed in while the backup was older holds the proof of it.
    verified = term.verify(term.url, receipts=[*right, *lost])
    if verified.returncode != 1 or "the season's key has signed" not in verified.stdout:
        fail(f"nobody sees that the log was rolled back: {verified.stdout}")


def main():
    if len(sys.argv) != 2:
        fail("usage: tests/serve/term.py JUDGE")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        (folder / "bots").mkdir()
        for bot in ["ok", "random"]:
            (folder / f"bots/{bot}.wasm").write_bytes((ROOT / f"contestants/gobblet/{bot}.wasm").read_bytes())
        run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", folder / "key.pem",
            "-out", folder / "cert.pem", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
        play(Term(pathlib.Path(sys.argv[1]).resolve(), folder))
    print("a term of 120 people, from a table to a verified final")


main()
