#!/usr/bin/env python3
"""A class of 30 from the invitation to a verified final, by TLS, behind nginx and behind Caddy, each set up as
docs/serve says; and what one client of theirs cannot take from the others.

    tests/serve/proxies.py target/release/judge

Debian's packages of both are fetched with apt-get and unpacked in a temporary folder: nothing is installed, and no service
of the machine is started. Everything listens on 127.0.0.1 only, and is ended at the end.
"""

import concurrent.futures
import contextlib
import csv
import os
import pathlib
import re
import socket
import ssl
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
CLASS = [f"pupil{number}" for number in range(1, 31)]
# What one address may have of the streams, by the server's own count.
STREAMS_MAX = 100
PATIENCE = 300


def fail(text):
    sys.exit(f"error: {text}")


def run(*command, **more):
    ended = subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)
    if ended.returncode != 0:
        fail(f"{' '.join(map(str, command))}: {ended.stdout}{ended.stderr}")
    return ended.stdout


def unpacked(folder):
    """Both programs, unpacked."""
    packages = folder / "packages"
    packages.mkdir()
    # The user that apt-get fetches as cannot write here; it says so, and fetches.
    run("apt-get", "download", "--quiet", "nginx", "caddy", cwd=packages)
    for package in packages.glob("*.deb"):
        run("dpkg", "-x", package, folder / "root")
    return {"nginx": folder / "root/usr/sbin/nginx", "caddy": folder / "root/usr/bin/caddy"}


def documented(name):
    """The file of a proxy in docs/serve."""
    return (ROOT / "docs/serve" / {"nginx": "nginx.conf", "caddy": "Caddyfile"}[name]).read_text()


def replaced(text, pairs):
    for then, now in pairs:
        if then not in text:
            fail(f"docs/serve does not say {then!r} any more")
        text = text.replace(then, now)
    return text


def configured(name, program, folder, port, season):
    """Writes the proxy's file; what comes out starts it."""
    certificate, key = folder / "cert.pem", folder / "key.pem"
    if name == "nginx":
        text = replaced(documented(name), [
            ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
            ("season.example", "localhost"),
            ("/etc/ssl/season.pem", str(certificate)),
            ("/etc/ssl/season.key", str(key)),
            ("127.0.0.1:8080", season),
        ])
        own = "".join(f"{what}_temp_path {folder}/{what};\n" for what in
                      ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"])
        head = f"daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
        (folder / "nginx.conf").write_text(f"{head}http {{\naccess_log off;\n{own}{text}}}\n")
        return [program, "-p", folder, "-e", folder / "error.log", "-c", folder / "nginx.conf"]
    text = replaced(documented(name), [
        ("season.example {", f"https://localhost:{port} {{\n    bind 127.0.0.1\n    tls {certificate} {key}"),
        ("127.0.0.1:8080", season),
        # The first block is for all sites.
        ("{\n    servers {", "{\n    admin off\n    auto_https off\n    servers {"),
    ])
    (folder / "Caddyfile").write_text(text)
    return [program, "run", "--config", folder / "Caddyfile", "--adapter", "caddyfile"]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def listens(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


def wait_until(what, is_so):
    end = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > end:
            fail(f"after {PATIENCE} s it is still not so that {what}")
        time.sleep(0.1)


@contextlib.contextmanager
def started(command, log, **more):
    with open(log, "w") as output:
        process = subprocess.Popen([str(word) for word in command], stdout=output, stderr=output, **more)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


class Browser:
    """Asks by TLS, as a browser on the season's own pages does."""

    def __init__(self, port, certificate):
        self.port, self.tls = port, ssl.create_default_context(cafile=certificate)

    def ask(self, method, path, headers=(), body=b""):
        with self.open(method, path, headers, body) as stream:
            answer = b""
            with contextlib.suppress(OSError):
                while read := stream.recv(1 << 16):
                    answer += read
        head, _, text = answer.decode(errors="replace").partition("\r\n\r\n")
        return int(head.split(" ")[1]), head, text

    def open(self, method, path, headers=(), body=b""):
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        stream = self.tls.wrap_socket(plain, server_hostname="localhost")
        lines = [f"{method} {path} HTTP/1.1", f"Host: localhost:{self.port}", "Connection: close",
                 f"Origin: https://localhost:{self.port}", "Sec-Fetch-Site: same-origin",
                 f"Content-Length: {len(body)}", *headers]
        stream.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
        with contextlib.suppress(OSError):
            stream.sendall(body)
        return stream


def bots():
    """Different files for all: the example bots, with some bytes at their end that do nothing."""
    for number, name in enumerate(CLASS):
        bot = ["ok", "random", "smart"][number % 3]
        wasm = (ROOT / f"contestants/gobblet/{bot}.wasm").read_bytes()
        yield name, wasm + bytes([0, 3, 1, ord("n"), number])


def season_of_a_class(judge, name, program, folder):
    port = free_port()
    (folder / "bots").mkdir()
    for bot in ["ok", "random"]:
        (folder / f"bots/{bot}.wasm").write_bytes((ROOT / f"contestants/gobblet/{bot}.wasm").read_bytes())
    (folder / "class.txt").write_text("\n".join(CLASS) + "\n")
    (folder / "season.toml").write_text(
        'title = "A class"\ngame = "gobblet"\nrounds = 10\ncontestants = ["bots/*.wasm"]\n'
        "[rules]\nplies_max = 40\n"
        f'[serve]\naddress = "127.0.0.1:0"\npublic_url = "https://localhost:{port}"\n'
        'trusted_proxy = "127.0.0.1"\n[serve.final]\ntop = 4\nrounds = 2\n')
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", folder / "key.pem",
        "-out", folder / "cert.pem", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    serve = [judge, "serve", "season.toml", "--data", "data", "--quiet"]
    with started(serve, folder / "judge.log", cwd=folder) as server:
        listening = folder / "data/listening"
        wait_until("the season listens", lambda: listening.exists() and listening.read_text().strip())
        command = configured(name, program, folder, port, listening.read_text().strip())
        with started(command, folder / "proxy.log", cwd=folder, env={**os.environ, "HOME": str(folder)}):
            wait_until("the proxy listens", lambda: listens(port))
            play(judge, folder, Browser(port, folder / "cert.pem"), name)
            if server.poll() is not None:
                fail("the server has ended")


def play(judge, folder, browser, name):
    url = f"https://localhost:{browser.port}"
    trusting = {**os.environ, "CURL_CA_BUNDLE": str(folder / "cert.pem")}
    where = ["--season", "season.toml", "--data", "data"]

    def order(*words):
        return run(judge, "serve", *words, *where, cwd=folder)

    invited = dict(line.split(" ") for line in order("invite", "--file", "class.txt").splitlines())
    if list(invited) != CLASS:
        fail(f"not all are invited: {invited}")

    def hand_in(pupil, wasm):
        status, head, page = browser.ask("POST", invited[pupil].removeprefix(url))
        token = re.search(r'id="token">([0-9a-f]{64})', page)
        if status != 200 or "set-cookie: __Host-judge=" not in head.lower().replace("__host", "__Host"):
            fail(f"{pupil} cannot join: {head}")
        own = folder / pupil
        own.mkdir()
        (own / "token").write_text(token[1])
        (own / "bot.wasm").write_bytes(wasm)
        return run(judge, "submit", "bot.wasm", "--season", url, "--token", "token", cwd=own, env=trusting)

    # As many at a time as in a class.
    with concurrent.futures.ThreadPoolExecutor(8) as hands:
        verdicts = list(hands.map(lambda pair: hand_in(*pair), bots()))
    if not all("it plays" in verdict for verdict in verdicts):
        fail(f"not all play: {verdicts}")
    wait_until("all have played", lambda: "judge_ladder_playing 0" in browser.ask("GET", "/metrics")[2])
    one_client_leaves_the_rest(browser, (folder / CLASS[0] / "token").read_text(), name)

    order("freeze")
    run(judge, "run", "data/finals/1/final.toml", "--out", "results", "--quiet", cwd=folder)
    run(judge, "report", "results", cwd=folder)
    order("publish-final", "results")
    run(judge, "serve", "close", "season.toml", "--data", "data", cwd=folder)
    status, _, results = browser.ask("GET", "/final/results.csv")
    if status != 200 or len(list(csv.reader(results.splitlines()))) != 5:
        fail(f"the final is not there: {results}")
    receipts = "".join((folder / pupil / "receipts.txt").read_text() for pupil in CLASS)
    (folder / "receipts.txt").write_text(receipts)
    if receipts.count("\n") != 2 * len(CLASS):
        fail("not everybody has two receipts")
    for season, more in [("data", ["--tournament", "season.toml"]), (url, ["--bots", "data/bots"])]:
        verified = run(judge, "verify", season, *more, "--receipt", "receipts.txt", "--quiet", cwd=folder, env=trusting)
        if "everything agrees" not in verified or "final           played again" not in verified:
            fail(verified)
    print(f"{name}: {len(CLASS)} pupils, from the invitation to a verified final")


def one_client_leaves_the_rest(browser, token, name):
    """Whatever it writes into its requests, it is one address."""
    large = b"\0" * (5 << 20)
    status, _, text = browser.ask("PUT", "/api/bot", [f"Authorization: Bearer {token}"], large)
    if status != 413:
        fail(f"a file that is too large: {status} {text}")
    streams, taken, refused = [], 0, 0
    for number in range(STREAMS_MAX + 10):
        stream = browser.open("GET", "/live", [f"X-Forwarded-For: 192.0.2.{number}"])
        status = int(stream.recv(1 << 12).split(b" ")[1])
        taken, refused = taken + (status == 200), refused + (status in (429, 503))
        streams.append(stream)
    for stream in streams:
        stream.close()
    if (taken, refused) != (STREAMS_MAX, 10):
        fail(f"{taken} streams are open to one client, and {refused} were refused")
    wait_until("the page is shown", lambda: browser.ask("GET", "/")[0] == 200)
    print(f"{name}: one client has {taken} streams, and no more by saying that it is others")


def main():
    if len(sys.argv) != 2:
        fail("usage: tests/serve/proxies.py JUDGE")
    judge = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
        for name, program in unpacked(folder).items():
            own = folder / name
            own.mkdir()
            season_of_a_class(judge, name, program, own)


if __name__ == "__main__":
    main()
