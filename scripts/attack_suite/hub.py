"""A hub that lies: where its next page is, how fast it sends, when to come back."""

import hashlib
import json
import re
import time

from .command import QUIET
from .server import Server

COMMIT = "0123456789abcdef0123456789abcdef01234567"
ROWS = b"".join(b'{"question": "%d + %d?", "solution": "%d"}\n' % (n, n, 2 * n) for n in range(20))
OID = hashlib.sha1(b"blob %d\0" % len(ROWS) + ROWS).hexdigest()


class Hub(Server):
    """The hub's interface for one dataset of one file. Parts of it are replaced by an attack."""

    def __init__(self, link=None, listed=None, file=None, resolve=None):
        super().__init__(self._answer)
        self.link, self.listed, self.file, self.resolve = link, listed, file, resolve
        self.pages = 0

    def _answer(self, request, connection):
        path = request.target.split("?")[0]
        if path.startswith("/api/") and "/tree/" in path:
            self.pages += 1
            if self.listed:
                return self.listed(request, connection)
            head = [f"Link: {self.link.replace('SELF', self.url)}"] if self.link else []
            return connection.reply("200 OK", [{"type": "file", "path": "data.jsonl", "size": len(ROWS), "oid": OID}], head)
        if path.startswith("/api/"):
            return connection.reply("200 OK", {"id": "a/b", "sha": COMMIT, "private": False, "gated": False, "disabled": False,
                                               "siblings": [{"rfilename": "data.jsonl", "size": len(ROWS)}], "tags": []})
        if "/resolve/" in path:
            if self.resolve:
                return self.resolve(request, connection)
            head = [f"X-Repo-Commit: {COMMIT}", f'ETag: "{OID}"']
            if request.method == "HEAD":
                connection.send(("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n%s\r\n\r\n" % (len(ROWS), "\r\n".join(head))).encode())
                return True
            return self.file(request, connection, head) if self.file else connection.reply("200 OK", ROWS, head, "application/octet-stream")
        return connection.reply("404 Not Found", {"error": "no"})


def ask(suite, hub, folder, timeout=90, token=None, name="a"):
    attacked = suite.command(folder)
    env = {"HF_ENDPOINT": hub.url, "HF_HOME": str(folder / "hf"), **({"HF_TOKEN": token} if token else {})}
    return attacked, attacked.run(["profile", "--client", "embedded", "--dataset", "hf:a/b", "--dataset-param", "input=question", "--dataset-param",
                                   "target=solution", *QUIET, "--output-dir", attacked.runs, "--run-name", name], env, timeout)


def attack(suite):
    with Hub() as honest:
        folder = suite.fresh("hub", suite.user)
        attacked, ended = ask(suite, honest, folder)
        if ended.code != 0:
            suite.skipped("hub", "everything", f"an honest hub does not work: exit {ended.code}, {ended.error()}")
            return
        strays = [str(path.relative_to(folder)) for path in (folder / "home").rglob("*")
                  if path.is_file() and not path.is_symlink() and path.suffix != ".log" and (COMMIT.encode() in path.read_bytes() or COMMIT in str(path))]
        suite.held("hub", "the listing kept by commit lies under HF_HOME", not strays, strays[0] if strays else "nothing of it lies elsewhere")
        before = len(honest.requests)
        ask(suite, honest, folder, name="b")
        suite.figure("hub", "requests of a second run", f"{len(honest.requests) - before}")
    links(suite)
    redirects(suite)
    retry_after(suite)
    bodies(suite)


def links(suite):
    outside = suite.fresh("outside", suite.user)
    canary = suite.word("CANARY")
    listing = json.dumps([{"type": "file", "path": canary, "size": 1, "oid": "2" * 40}])
    (outside / "listing.json").write_text(listing)
    stolen = []

    def thief(request, connection):
        stolen.append(request)
        return connection.reply("200 OK", listing)

    with Server(thief) as other:
        cases = {
            "file": f"<file://{outside}/listing.json>; rel=\"next\"", "FILE in capitals": f"<FILE:{outside}/listing.json>; rel=\"next\"",
            "jar": f"<jar:file://{outside}/listing.json!/a>; rel=\"next\"", "mailto": "<mailto:a@example.org>; rel=\"next\"",
            "javascript": "<javascript:alert(1)>; rel=\"next\"", "data": "<data:application/json,[]>; rel=\"next\"",
            "ftp": "<ftp://127.0.0.1/a>; rel=\"next\"", "another port": f"<{other.url}/steal>; rel=\"next\"",
            "another host, no scheme": f"<//127.0.0.1:{other.port}/steal>; rel=\"next\"",
            "a user before another host": f"<http://127.0.0.1@127.0.0.1:{other.port}/steal>; rel=\"next\"",
            "the same port of another name": "<http://localhost:1/a>; rel=\"next\"", "nonsense": "<<<>>>; rel=\"next\"", "an empty address": "<>; rel=\"next\"",
            "no address": "; rel=\"next\"", "blanks": "<http://a b c/>; rel=\"next\"", "https where it was http": "<https://127.0.0.1:1/a>; rel=\"next\"",
            "50,000 characters": "<SELF/api/datasets/a/b/tree/x?" + "a" * 50_000 + ">; rel=\"next\"",
        }
        for name, link in cases.items():
            folder = suite.fresh("hub", suite.user)
            token = suite.secret()
            with Hub(link=link) as lying:
                attacked, ended = ask(suite, lying, folder, token=token)
            followed = attacked.holds(canary)
            has_token = any(token in " ".join(request.headers.values()) for request in stolen)
            held = not followed and not stolen and not ended.crashed()
            seen = f"exit {ended.code}: {ended.error()}"
            suite.held("hub", f"Link: next to {name}", held, ("the token went there; " if has_token else "followed; " if followed or stolen else "") + seen)
            stolen.clear()
        folder = suite.fresh("hub", suite.user)
        with Hub(link='<SELF/api/datasets/a/b/tree/main?again=1>; rel="next"') as lying:
            _, ended = ask(suite, lying, folder, timeout=60)
            suite.held("hub", "Link: next without an end", not ended.crashed(),
                       f"exit {ended.code} after {ended.seconds:.0f} s and {lying.pages} pages: {ended.error()}")


def redirects(suite):
    outside = suite.fresh("outside", suite.user)
    canary = suite.word("CANARY")
    (outside / "rows.jsonl").write_text('{"question": "' + canary + '", "solution": "1"}\n')
    stolen = []

    def thief(request, connection):
        stolen.append(request)
        return connection.reply("200 OK", ROWS, content_type="application/octet-stream")

    with Server(thief) as other:
        for name, place in (("file", f"file://{outside}/rows.jsonl"), ("jar", f"jar:file://{outside}/rows.jsonl!/a"), ("nonsense", "<<<"),
                            ("itself", "SELF"), ("another port", f"{other.url}/rows.jsonl")):
            folder = suite.fresh("hub", suite.user)
            token = suite.secret()

            def redirected(request, connection):
                target = place if place != "SELF" else request.target
                return connection.reply("302 Found", "", [f"Location: {target}"])

            with Hub(resolve=redirected) as lying:
                attacked, ended = ask(suite, lying, folder, token=token)
            kept = attacked.holds(canary)
            has_token = any(token in " ".join(request.headers.values()) for request in stolen)
            suite.held("hub", f"a file redirected to {name}", not kept and not has_token and not ended.crashed(),
                       f"exit {ended.code}{', the token went there' if has_token else ''}: {ended.error()}")
            stolen.clear()


def retry_after(suite):
    for name, seconds, limit in (("3 s", "3", 60), ("a day", "86400", 60), ("nonsense", "soon", 60), ("a negative time", "-5", 60)):
        folder = suite.fresh("hub", suite.user)
        refused = []

        def listed(request, connection):
            if len(refused) < 2:
                refused.append(request)
                return connection.reply("429 Too Many Requests", {"error": "slow down"}, [f"Retry-After: {seconds}"])
            return connection.reply("200 OK", [{"type": "file", "path": "data.jsonl", "size": len(ROWS), "oid": OID}])

        def resolved(request, connection):
            if len(refused) < 2:
                refused.append(request)
                return connection.reply("429 Too Many Requests", {"error": "slow down"}, [f"Retry-After: {seconds}"])
            return connection.reply("200 OK", ROWS, [f"X-Repo-Commit: {COMMIT}", f'ETag: "{OID}"'], "application/octet-stream")

        with Hub(listed=listed, resolve=resolved) as lying:
            _, ended = ask(suite, lying, folder, timeout=limit)
        told = re.search(r"(?i)wait|retry|again|429|too many", ended.err) is not None
        suite.held("hub", f"Retry-After: {name}", told and not ended.crashed(),
                   f"{'exit ' + str(ended.code) if ended.code is not None else 'still waiting'} after {ended.seconds:.0f} s, "
                   f"{'said so: ' + ended.error() if told else 'nothing was said of it'}")


def bodies(suite):
    def drip(request, connection, head):
        connection.send(("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n%s\r\n\r\n" % (len(ROWS), "\r\n".join(head))).encode())
        for byte in ROWS:
            connection.send(bytes([byte]))
            time.sleep(5)

    def endless(request, connection, head):
        connection.send(("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n%s\r\n\r\n" % (len(ROWS), "\r\n".join(head))).encode() + ROWS * 1000)
        return False

    def short(request, connection, head):
        return connection.torn("200 OK", ROWS[:100].decode(), len(ROWS) - 100, head)

    def larger(request, connection, head):
        return connection.reply("200 OK", ROWS + b'{"question": "planted?", "solution": "1"}\n', head, "application/octet-stream")

    for name, file, limit in (("a file of which a byte comes each 5 s", drip, suite.patience), ("a file with more bytes than it says", endless, 90),
                              ("a file that tears each time", short, 120), ("a file that is not of the listed size", larger, 90)):
        folder = suite.fresh("hub", suite.user)
        with Hub(file=file) as lying:
            _, ended = ask(suite, lying, folder, timeout=limit)
        suite.held("hub", name, not ended.crashed()
                   and (file not in (short, larger) or ended.code != 0),
                   f"{'exit ' + str(ended.code) if ended.code is not None else 'still going'} after {ended.seconds:.0f} s: {ended.error()}")
