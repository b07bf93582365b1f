"""The meter as a sidecar: hostile callers, servers that lie, and a caller's key that must stay out of all that is kept."""

import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request

from .command import Ended, longest_fragment, shown
from .proxy import CHAT, is_closed, wait_for
from .server import Server

PATH = "/v1/chat/completions"
MALFORMED = 200
IDLE_CONNECTIONS = 10_000
DEAF_CALLERS = 40
MAX_RESIDENT_MIB = 600
STREAM = json.dumps({"model": "m", "stream": True, "messages": [{"role": "user", "content": "4?"}]}).encode()
# What a part of the suite opens as a process of its own, so that no process needs 10,000 files.
IDLE = """
import socket, sys, time
held = []
for _ in range(int(sys.argv[2])):
    try:
        held.append(socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=5))
    except OSError:
        pass
print(len(held), flush=True)
sys.stdin.read()
"""


class Rig:
    """A meter before a server of ours, whose page of a GPU it reads, with every output that it has."""

    def __init__(self, suite, key, *further, env=None):
        self.folder = suite.fresh("meter", suite.user)
        self.key, self.lie, self.poured = key, None, 0
        self.server, self.receiver = Server(self.answer), Server(lambda request, connection: connection.reply("200 OK", {}))
        self.attacked = suite.command(self.folder)
        self.screens = [open(self.folder / name, "wb") for name in ("lines", "notes")]
        self.process = self.attacked.start(
            ["meter", "--upstream", self.server.url, "--listen", "0", "--telemetry", f"prometheus:{self.server.url}/metrics", "--json", "-v",
             "--log", self.folder / "log", "--requests", self.folder / "requests.jsonl", "--metrics", "0", "--otlp", self.receiver.url,
             "--pass", "/health", *further], {"IPW_JAVA_OPTIONS": "-Xmx256m", **(env or {})}, stdout=self.screens[0], stderr=self.screens[1])
        self.port = int(self.text("lines", r'"url":"http://[\d.]+:(\d+)"'))
        self.metrics = self.text("notes", r"Metrics: (http://\S+)")

    def text(self, name, pattern):
        found = wait_for(lambda: re.search(pattern, (self.folder / name).read_text(errors="replace")), 120, self.process)
        if found is None:
            raise OSError("the meter did not start: " + (self.folder / "notes").read_text(errors="replace")[-300:])
        return found.group(1)

    def answer(self, request, connection):
        if request.target == "/metrics":
            page = f'DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{{gpu="0",UUID="GPU-1",modelName="X"}} {int(time.monotonic() * 1e5)}\n'
            return connection.reply("200 OK", page, content_type="text/plain; version=0.0.4")
        if self.lie is not None:
            return self.lie(request, connection)
        if request.method == "GET":
            return connection.models("m", self.key)
        try:
            return connection.chat(request, [{"content": "4 " + self.key[:20]}, {"content": self.key[20:]}])
        except (ValueError, AttributeError, RecursionError):
            return connection.reply("400 Bad Request", {"error": {"message": f"no JSON of {self.key}"}})

    def head(self, first=f"POST {PATH} HTTP/1.1", fields=(), length=None, wish="close"):
        lines = [first, "Host: a", f"Authorization: Bearer {self.key}", f"Connection: {wish}", *([] if length is None else [f"Content-Length: {length}"]), *fields]
        return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")

    def honest(self):
        return self.talk(self.head(length=len(CHAT)) + CHAT)

    def talk(self, data, seconds=20, ends=False):
        """Sends bytes and, if asked, their end, which an answer does not survive; returns all that comes until the other side closes, and whether it did."""
        received = b""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
                connection.settimeout(seconds)
                connection.sendall(data)
                if ends:
                    connection.shutdown(socket.SHUT_WR)
                while part := connection.recv(1 << 16):
                    received += part
        except TimeoutError:
            return received, False
        except OSError:
            pass
        return received, True

    def heard(self):
        return [f"{request.method} {request.target}" for request in self.server.requests if request.target != "/metrics"]

    def resident(self):
        """MiB in memory; 0 once the process has ended, which a check of it reports."""
        try:
            found = re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{self.process.pid}/status").read_text())
        except OSError:
            found = None
        return int(found.group(1)) // 1024 if found else 0

    def page(self, path):
        with urllib.request.urlopen(path if path.startswith("http") else f"http://127.0.0.1:{self.port}{path}", timeout=20) as answer:
            return answer.read()

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(60)
        for screen in self.screens:
            screen.close()
        return Ended(code, (self.folder / "lines").read_text(errors="replace"), (self.folder / "notes").read_text(errors="replace"), 0)


def status(received):
    found = re.match(rb"HTTP/1\.1 (\d{3})", received)
    return int(found.group(1)) if found else None


def attack(suite):
    key = suite.secret()
    rig = Rig(suite, key)
    try:
        if status(rig.honest()[0]) != 200:
            suite.skipped("meter", "everything", f"an honest request does not pass: {rig.honest()[0][:200]!r}")
            return
        begun = rig.resident()
        for part in (malformed, smuggled, places, slow, giants, deaf, lies, idle):
            part(suite, rig)
            passed = status(rig.honest()[0])
            suite.held("meter", f"an honest request behind '{part.__name__}'", passed == 200 and rig.process.poll() is None,
                       f"status {passed}, {rig.resident()} MiB resident, {begun} at the begin")
        found = status(google(rig))
        suite.held("meter", "a key in the query, as Google's", found is not None and found < 500, f"status {found}")
        kept(suite, rig, key)
    finally:
        if rig.process.poll() is None:
            rig.end()
    own_key(suite)


def malformed(suite, rig):
    """Requests that are cut, or have bytes changed, doubled or left out; or bytes alone."""
    valid = rig.head(length=len(CHAT)) + CHAT
    draws, before, statuses, odd = suite.random, len(rig.heard()), {}, []
    for _ in range(MALFORMED):
        at, drawn = draws.randrange(len(valid)), draws.randrange(7)
        data = [valid[:at], valid[:at] + bytes([draws.randrange(256)]) + valid[at + 1:], valid[:at] + valid[at + draws.randrange(1, 6):],
                valid[:at] + valid[draws.randrange(len(valid)):], valid.replace(b"\r\n", draws.choice([b"\n", b"\r", b"\n\r"])),
                draws.randbytes(draws.randrange(1, 300)), valid[:at] + b"\0" + valid[at:]][drawn]
        received, closed = rig.talk(data, ends=True)
        found = status(received)
        statuses[found] = statuses.get(found, 0) + 1
        if not closed or not (found is None or found == 200 or 400 <= found < 500):
            odd.append((data[:60], received[:60]))
    elsewhere = [one for one in rig.heard()[before:] if one.split("?")[0] != f"POST {PATH}"]
    suite.held("meter", f"{MALFORMED} malformed requests", not odd and not elsewhere, f"statuses {statuses}; odd: {odd[:2]}; elsewhere: {elsewhere[:3]}")


def smuggled(suite, rig):
    """Lengths that servers understand differently: the second request must reach nobody."""
    planted = b"GET /admin HTTP/1.1\r\nHost: a\r\n\r\n"
    chunked = "Transfer-Encoding: chunked"
    shapes = {
        "a length beside chunks": (["Content-Length: 4", chunked], b"0\r\n\r\n"), "chunks beside a length": ([chunked, "Content-Length: 50"], b"0\r\n\r\n"),
        "two lengths": (["Content-Length: 2", "Content-Length: 40"], b"{}"), "a list of lengths": (["Content-Length: 2, 40"], b"{}"),
        "a folded line": (["X: a\r\n Content-Length: 40", "Content-Length: 2"], b"{}"), "a bare CR": (["X: a\rContent-Length: 40", "Content-Length: 2"], b"{}"),
        "a bare LF": (["X: a\nTransfer-Encoding: chunked", "Content-Length: 2"], b"{}"), "a NUL": (["X: a\0b", "Content-Length: 2"], b"{}"),
        "a space before the colon": (["Content-Length : 40", "Content-Length: 2"], b"{}"), "a negative length": (["Content-Length: -1"], b"{}"),
        "a length with a sign": (["Content-Length: +2"], b"{}"), "a length in hexadecimal": (["Content-Length: 0x2"], b"{}"),
        "chunked twice": ([chunked, chunked], b"0\r\n\r\n"), "chunked in capitals and gzip": (["Transfer-Encoding: gzip, ChUnKeD"], b"0\r\n\r\n"),
        "chunked behind a tab": (["Transfer-Encoding:\tchunked", "Content-Length: 3"], b"0\r\n\r\n"), "xchunked": (["Transfer-Encoding: xchunked"], b"0\r\n\r\n"),
        "a huge chunk": ([chunked], b"ffffffffffffffff\r\n{}"), "a chunk of 2 GiB": ([chunked], b"7fffffff\r\n{}"), "a negative chunk": ([chunked], b"-2\r\n{}\r\n0\r\n\r\n"),
        "a chunk longer than its size": ([chunked], b"1\r\n{}\r\n0\r\n\r\n"), "a chunk of 0x2": ([chunked], b"0x2\r\n{}\r\n0\r\n\r\n"),
        "a trailer with a length": ([chunked], b"2\r\n{}\r\n0\r\nContent-Length: 40\r\n\r\n"), "an endless chunk line": ([chunked], b"2;" + b"a" * 100_000),
        "a giant length": (["Content-Length: 99999999999999999"], b"{}"),
    }
    for name, (fields, body) in shapes.items():
        before = len(rig.heard())
        received, closed = rig.talk(rig.head(fields=fields, wish="keep-alive") + body + planted, ends=True)
        reached = [one for one in rig.heard()[before:] if one != f"POST {PATH}"]
        refused = [int(one) for one in re.findall(rb"HTTP/1\.1 (\d+)", received)]
        suite.held("meter", name, closed and not reached and (not refused or refused[-1] >= 400), f"statuses {refused}, others that were reached: {reached}")


def places(suite, rig):
    """Paths that are not of a model's API, in whatever form."""
    lines = ["GET /../admin", "GET /v1/../../admin", "POST /v1/%2e%2e/%2e%2e/admin", "GET /v1/%252e%252e/admin", "GET /v1/..;/admin", "GET /v1\\..\\admin",
             "GET //admin", "GET /v1/models/../../admin", "GET /v1/models%00/admin", "GET /v1/models%0d%0aX:%20a", "GET /v1/models/%2f..%2fadmin",
             "GET http://127.0.0.1/admin", "GET http://evil.example/v1/../admin", "POST http://evil.example/admin", "CONNECT evil.example:443", "OPTIONS *",
             "TRACE /v1/models", "DELETE /v1/models/m", "POST /api/pull", "DELETE /api/delete", "POST /api/create", "POST /v1/files", "GET /", "GET /ipw/../admin",
             "POST /ipw/totals", "POST /health", "GET /health/../admin", "GET /%c0%ae%c0%ae/admin", "PRI * HTTP/2.0", f"GET /ipw/requests/{'../' * 9}etc/passwd"]
    before = len(rig.heard())
    passed = [line for line in lines if not 400 <= (status(rig.talk(rig.head(line + " HTTP/1.1"), ends=True)[0]) or 0) < 500]
    suite.held("meter", f"{len(lines)} other places", not passed and len(rig.heard()) == before, f"not refused: {passed}; heard: {rig.heard()[before:]}")
    refused = {name: status(rig.talk(rig.head("GET /ipw/totals HTTP/1.1", [field]), ends=True)[0])
               for name, field in (("another name", "Host: evil.example"), ("a proxy", "X-Forwarded-For: 10.1.1.1"), ("a web page", "Origin: http://evil.example"))}
    suite.held("meter", "sums for callers of other machines", set(refused.values()) == {403}, refused)


def slow(suite, rig):
    """Heads and bodies that come a byte a second, and half requests."""
    shapes = {"heads": rig.head()[:30], "bodies": rig.head(length=100) + b"{", "nothing": b""}
    held = {name: [socket.create_connection(("127.0.0.1", rig.port), timeout=5) for _ in range(10)] for name in shapes}
    for name, connections in held.items():
        for connection in connections:
            connection.sendall(shapes[name])
            connection.setblocking(False)
    begun, closed = time.monotonic(), {name: {} for name in shapes}
    while time.monotonic() - begun < 80 and any(len(closed[name]) < 10 for name in shapes):
        for name, connections in held.items():
            for connection in connections:
                if connection not in closed[name] and is_closed(connection, b"" if name == "nothing" else b"a"):
                    closed[name][connection] = time.monotonic() - begun
        time.sleep(1)
    for name, limit in (("heads", 15), ("bodies", 75), ("nothing", 15)):
        last = max(closed[name].values(), default=None)
        suite.held("meter", f"slow {name}", len(closed[name]) == 10 and last <= limit, f"{len(closed[name])} of 10 closed, the last after {last and round(last)} s")
    received, _ = rig.talk(rig.head(fields=["X: " + "a" * (64 << 10)]), ends=True)
    suite.held("meter", "a head of 64 KiB", status(received) in (None, 413), f"status {status(received)}")
    received, _ = rig.talk(rig.head(fields=["X: a"] * 300), ends=True)
    suite.held("meter", "300 fields", status(received) in (None, 400), f"status {status(received)}")


def giants(suite, rig):
    """Bodies beyond the limit, and many below it at once: 1.2 GiB against a heap of 256 MiB."""
    received, _ = rig.talk(rig.head(length=33 << 20), ends=True)
    suite.held("meter", "a body of 33 MiB", status(received) == 413, f"status {status(received)}")
    piece, found = b"a" * (31 << 20), []

    def send():
        found.append(status(rig.talk(rig.head(length=(31 << 20) + 1) + piece, 30)[0]))
    callers = [threading.Thread(target=send) for _ in range(40)]
    for one in callers:
        one.start()
    for one in callers:
        one.join()
    notes = (rig.folder / "notes").read_text(errors="replace")
    suite.held("meter", "40 half bodies of 31 MiB", "OutOfMemory" not in notes and "heap space" not in notes and rig.process.poll() is None,
               f"statuses {[(one, found.count(one)) for one in set(found)]}, {rig.resident()} MiB resident, OutOfMemory: {'OutOfMemory' in notes}")
    nested = b'{"model":"m","messages":' + b"[" * 100_000
    received, _ = rig.talk(rig.head(length=len(nested)) + nested)
    suite.held("meter", "100,000 brackets", status(received) in (200, 400), f"status {status(received)}")


def deaf(suite, rig):
    """Callers that ask for a stream without end and read nothing of it."""
    rig.poured = 0

    def pour(request, connection):
        connection.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
        data = b'data: {"choices":[{"index":0,"delta":{"content":"' + b"x" * 60_000 + b'"}}]}\n\n'
        try:
            while True:
                connection.send(b"%x\r\n%s\r\n" % (len(data), data))
                rig.poured += len(data)
        except OSError:
            return False
    before = rig.resident()
    rig.lie = pour
    callers = [socket.create_connection(("127.0.0.1", rig.port), timeout=5) for _ in range(DEAF_CALLERS)]
    for caller in callers:
        caller.sendall(rig.head(length=len(STREAM)) + STREAM)
    poured, resident, more, begun = 0, 0, 1, time.monotonic()
    while more > 0 and time.monotonic() - begun < 90:
        time.sleep(4)
        more, poured, resident = rig.poured - poured, rig.poured, max(resident, rig.resident())
    rig.lie = None
    for caller in callers:
        caller.close()
    suite.held("meter", f"{DEAF_CALLERS} callers that read nothing", more == 0 and resident < MAX_RESIDENT_MIB and rig.process.poll() is None,
               f"the server got rid of {poured >> 20} MiB, most of it in buffers of sockets, then of nothing more; {before} to {resident} MiB resident")


def lies(suite, rig):
    """Servers that lie: what a caller gets is an error by name or breaks off, and never another caller's."""
    whole = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    stream = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
    event = b'data: {"choices":[{"index":0,"delta":{"content":"x"}}]}\n\n'
    chunk = b"%x\r\n%s\r\n" % (len(event), event)
    planted = b"HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nPLANTED"
    shapes = {
        "a chunk without a size": stream + b"zz\r\n{}\r\n", "a negative chunk": stream + b"-5\r\n{}\r\n", "a chunk longer than its size": stream + b"1\r\n{}\r\n0\r\n\r\n",
        "a chunk of 2^63": stream + b"7fffffffffffffff\r\n{}", "a stream that breaks off": stream + chunk, "a chunk that breaks off": stream + chunk[:-20],
        "a length that is too long": whole + b"Content-Length: 100\r\n\r\n{}", "a length that is negative": whole + b"Content-Length: -1\r\n\r\n{}",
        "two lengths": whole + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", "an endless head": b"HTTP/1.1 200 OK\r\nX: " + b"a" * (1 << 20),
        "300 fields": b"HTTP/1.1 200 OK\r\n" + b"X: a\r\n" * 300 + b"\r\n", "gzip that nobody asked for": whole + b"Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n\x1f\x8b",
        "100 interim responses": b"HTTP/1.1 103 Early\r\n\r\n" * 100, "another protocol": b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n", "no HTTP": b"SSH-2.0-x\r\n",
        "a field with a NUL": b"HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n", "a folded field": b"HTTP/1.1 200 OK\r\nX: a\r\n b: c\r\n\r\n", "nothing": b"",
        "gzip as a transfer": whole + b"Transfer-Encoding: gzip\r\n\r\n\x1f\x8b", "half a head": b"HTTP/1.1 200 OK\r\nContent-",
    }
    for name, data in shapes.items():
        rig.lie = lambda request, connection, data=data: closing(connection, data)
        received, closed = rig.talk(rig.head(length=len(STREAM)) + STREAM)
        found, is_whole = status(received), ended_well(received)
        suite.held("meter", f"a server with {name}", closed and (found == 502 or not is_whole), f"status {found}, {len(received)} bytes, whole: {is_whole}")
    rig.lie = lambda request, connection: connection.send(whole + b"Content-Length: 2\r\n\r\n{}" + planted)
    received, _ = rig.talk(rig.head(length=len(CHAT)) + CHAT)
    rig.lie = None
    later = b"".join(rig.honest()[0] for _ in range(3))
    suite.held("meter", "a second response behind the first", b"PLANTED" not in received + later, f"{received[-20:]!r}; later {later.count(b'200 OK')} of 3 are answered")
    both = b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n{}   %s\r\n0\r\n\r\n" % (5 + len(planted), planted)
    rig.lie = lambda request, connection: connection.send(whole + both)
    received, _ = rig.talk(rig.head(length=len(CHAT)) + CHAT)
    has_length = b"content-length: 3\r\n" in received.lower()
    suite.held("meter", "a length beside chunks of a server", not has_length, "the caller would take the rest for another response" if has_length else "the length is left out")
    told = b'data: {"error":{"message":"no memory for %s"}}\n\n' % rig.key.encode()
    rig.lie = lambda request, connection: connection.send(stream + chunk + b"%x\r\n%s\r\n0\r\n\r\n" % (len(told), told))
    received, _ = rig.talk(rig.head(length=len(STREAM)) + STREAM)
    suite.held("meter", "an error behind a 200", event in received and told in received, "passed on as it is")
    rig.lie = lambda request, connection: connection.reply("401 Unauthorized", {"error": {"message": f"Incorrect API key provided: {rig.key}"}})
    received, _ = rig.talk(rig.head(length=len(CHAT)) + CHAT)
    suite.held("meter", "a refusal that repeats the key", status(received) == 401 and rig.key.encode() in received, "passed on to its caller as it is")
    line = b"data: " + b"y" * (20 << 20) + b"\n\n"
    rig.lie = lambda request, connection: connection.send(stream + b"%x\r\n%s\r\n0\r\n\r\n" % (len(line), line))
    received, _ = rig.talk(rig.head(length=len(STREAM)) + STREAM)
    suite.held("meter", "a line of 20 MiB", received.count(b"y") >= 20 << 20 and ended_well(received), f"{len(received)} bytes passed, {rig.resident()} MiB resident")
    deep = b"[" * 1_000_000
    rig.lie = lambda request, connection: connection.send(whole + b"Content-Length: %d\r\n\r\n" % len(deep) + deep)
    received, _ = rig.talk(rig.head(length=len(CHAT)) + CHAT)
    suite.held("meter", "an answer of a million brackets", received.endswith(deep), f"{len(received)} bytes passed")
    rig.lie = None


def closing(connection, data):
    try:
        connection.send(data)
        connection.connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    return False


def ended_well(received):
    """Whether a caller would take it for a whole response."""
    head, found, body = received.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    return bool(found) and (len(body) >= int(length.group(1)) if length else body.endswith(b"0\r\n\r\n"))


def idle(suite, rig):
    """10,000 connections that say nothing, of two processes."""
    before = rig.resident()
    holders = [subprocess.Popen([sys.executable, "-c", f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (6000, 6000))\n{IDLE}",
                                 str(rig.port), str(IDLE_CONNECTIONS // 2)], stdin=subprocess.PIPE, stdout=subprocess.PIPE) for _ in range(2)]
    opened = sum(int(one.stdout.readline()) for one in holders)
    files, resident = len(os.listdir(f"/proc/{rig.process.pid}/fd")), rig.resident()
    begun = time.monotonic()
    passed = wait_for(lambda: time.monotonic() - begun if status(rig.honest()[0]) == 200 else None, 60, rig.process)
    for one in holders:
        one.stdin.close()
        one.wait()
    suite.held("meter", f"{opened} idle connections", opened >= 0.9 * IDLE_CONNECTIONS and passed is not None and files < 5_000,
               f"{files} files of the meter, {before} to {resident} MiB resident; an honest request passes after {passed and round(passed, 1)} s")


def google(rig):
    body = json.dumps({"contents": [{"role": "user", "parts": [{"text": "4?"}]}]}).encode()
    head = f"POST /v1beta/models/m:generateContent?key={rig.key} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    return rig.talk(head.encode() + body)[0]


def kept(suite, rig, key):
    """The key in all that the meter keeps, sends and shows."""
    lines = wait_for(lambda: (rig.folder / "requests.jsonl").read_text().count("\n") > 5 and (rig.folder / "requests.jsonl").read_text(), 90, rig.process)
    shown_pages = rig.page("/ipw/totals") + rig.page("/ipw/health") + rig.page(rig.metrics)
    for line in (lines or "").splitlines()[:50]:
        shown_pages += rig.page(f"/ipw/requests/{json.loads(line)['id']}")
    lost = json.loads(rig.page("/ipw/health"))["unrecorded_requests"]
    ended = rig.end()
    sent = b"".join(request.body for request in rig.receiver.requests)
    figures = (rig.folder / "requests.jsonl").read_text().count("\n")
    leaks = rig.attacked.leaks(key)
    suite.held("meter", "the key in files, log, figures and on the screen", lines is not None and not leaks, f"{figures} requests with figures; {shown(leaks)}")
    suite.held("meter", "the key in pages and metrics", longest_fragment(shown_pages, key.encode()) == 0, f"{len(shown_pages)} bytes")
    suite.held("meter", "the key in spans", len(sent) > 0 and longest_fragment(sent, key.encode()) == 0, f"{len(sent)} bytes in {len(rig.receiver.requests)} messages")
    suite.held("meter", "the meter behind all attacks", ended.code == 143 and not ended.crashed() and lost == 0, f"exit {ended.code}, {lost} requests unrecorded; "
               f"{next((line for line in ended.err.splitlines() if 'Exception' in line or 'Error' in line), 'no exception')}")


def own_key(suite):
    """A key of the meter's own, which only the server may see, and which takes the place of a caller's."""
    own, key = suite.secret(), suite.secret()
    rig = Rig(suite, key, "--upstream-key-env", "CANARY", env={"CANARY": own})
    try:
        rig.lie = lambda request, connection: connection.reply("401 Unauthorized", {"error": {"message": f"no key {own}"}})
        received = rig.honest()[0] + google(rig)
        seen = " ".join(" ".join(request.headers.values()) + request.target for request in rig.server.requests)
        pages = rig.page("/ipw/totals") + rig.page(rig.metrics)
        ended = rig.end()
        suite.held("meter", "the caller's key beside the meter's own", own in seen and key not in seen, "only the meter's own reached the server")
        leaks = rig.attacked.leaks(own, key)
        suite.held("meter", "the meter's own key", not leaks and own.encode() not in pages and own not in ended.out + ended.err, shown(leaks))
        suite.figure("meter", "the meter's own key in a server's refusal", "passed on to the caller" if own.encode() in received else "left out")
    finally:
        if rig.process.poll() is None:
            rig.end()
