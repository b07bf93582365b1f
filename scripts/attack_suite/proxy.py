"""The proxy between a foreign agent and the model's server: attacked with the task's own key, from the loopback address."""

import json
import re
import socket
import time

from .command import QUIET, shown
from .server import Server

IDLE_CONNECTIONS = 300


def attack(suite):
    folder = suite.fresh("proxy", suite.user)
    key = suite.secret()
    (folder / "q.jsonl").write_text('{"id": "a", "problem": "Do it.", "answer": "4", "evaluator": "exact"}\n')
    thief = Server(lambda request, connection: connection.reply("200 OK", {}))
    upstream = Server(lambda request, connection: answered(request, connection, key))
    script = folder / "bin"
    script.mkdir()
    agent = script / "wait.sh"
    agent.write_text("#!/bin/sh\nenv > told.txt; mv told.txt told\ni=0\nwhile [ ! -e done ] && [ $i -lt 1500 ]; do sleep 0.2; i=$((i + 1)); done\necho 4\n")
    agent.chmod(0o755)
    attacked = suite.command(folder)
    begun = time.monotonic()
    process = attacked.start(["run", "--agent", "command", "--agent-param", f"run={agent}", "--agent-param", f"folders={script}",
                              "--client", "openai", "--client-base-url", upstream.url + "/v1", "--model", "m", "--dataset", folder / "q.jsonl",
                              *QUIET, "--output-dir", attacked.runs, "--run-name", "a", *suite.root_allowed(attacked.identity)],
                             {"OPENAI_API_KEY": key})
    told = target = None
    try:
        told = wait_for(lambda: next(iter(attacked.runs.glob("**/told")), None), 60, process)
        if told is None:
            suite.skipped("proxy", "everything", "the agent did not start")
            return
        variables = dict(line.split("=", 1) for line in told.read_text().splitlines() if "=" in line)
        base = variables["OPENAI_BASE_URL"]
        port = int(re.search(r":(\d+)", base).group(1))
        task_key = variables["OPENAI_API_KEY"]
        target = Target(port, task_key, upstream, thief, key)
        if not control(suite, target):
            return
        paths(suite, target)
        keys_of_others(suite, target)
        google(suite, target)
        slow(suite, target)
    finally:
        if told is not None:
            (told.parent / "done").touch()
        ended = attacked.ended(process, begun, 120)
    leaks = attacked.leaks(key)
    suite.held("proxy", "the server's key in what the run keeps", not leaks, f"exit {ended.code}, {shown(leaks)}")
    refused = [line for line in (ended.out + ended.err).splitlines() if re.search(r"(?i)refus|not passed|rejected|not allowed", line)]
    suite.held("proxy", "requests that were refused are counted", bool(refused), refused[0] if refused else "nothing is said of them")
    if target is not None:
        late = target.send("POST /v1/chat/completions HTTP/1.1", CHAT, 5)
        suite.held("proxy", "the task's key after the task", not late.reached, late.shown())


CHAT = json.dumps({"model": "m", "messages": [{"role": "user", "content": "4?"}]}).encode()


def answered(request, connection, key):
    """The model's server. It tells its key to whoever asks, which the proxy must not hand on into what is kept."""
    if request.method == "GET":
        return connection.models("m", key)
    if "generateContent" in request.target:
        return connection.reply("200 OK", {"candidates": [{"content": {"role": "model", "parts": [{"text": "4"}]}, "finishReason": "STOP"}],
                                           "usageMetadata": {"promptTokenCount": 3, "candidatesTokenCount": 1, "totalTokenCount": 4}})
    try:
        return connection.chat(request, [{"content": "4 " + key[:20]}, {"content": key[20:]}])
    except ValueError:
        return connection.reply("400 Bad Request", {"error": {"message": "no JSON"}})


def wait_for(found, seconds, process):
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        value = found()
        if value is not None:
            return value
        time.sleep(0.1)
    return None


class Answer:
    """What came back, and what the servers behind heard of it."""

    def __init__(self, text, reached, stolen, with_key):
        self.text, self.reached, self.stolen, self.with_key = text, reached, stolen, with_key
        found = re.match(r"HTTP/1\.[01] (\d+)", text)
        self.status = int(found.group(1)) if found else None

    def shown(self):
        line = self.text.split("\r\n", 1)[0] or "closed without a word"
        reached = f"; the upstream heard {', '.join(self.reached)}" if self.reached else "; the upstream heard nothing"
        return line + reached + (" with the user's key" if self.with_key else "") + ("; ANOTHER HOST heard it" if self.stolen else "")


class Target:
    """The proxy's address, and the key that it gave to the task."""

    def __init__(self, port, task_key, upstream, thief, key):
        self.port, self.task_key, self.upstream, self.thief, self.key = port, task_key, upstream, thief, key

    def send(self, first_line, body=b"", seconds=15, key=None, headers=()):
        before, stolen = len(self.upstream.requests), len(self.thief.requests)
        key = self.task_key if key is None else key
        head = [first_line, f"Host: 127.0.0.1:{self.port}"] + ([f"Authorization: Bearer {key}"] if key else [])
        if body and not any(header.lower().startswith(("content-length", "transfer-encoding")) for header in headers):
            head.append(f"Content-Length: {len(body)}")
        head += ["Content-Type: application/json", *headers]
        text = exchange(self.port, ("\r\n".join(head) + "\r\n\r\n").encode("latin-1") + body, seconds)
        reached = self.upstream.requests[before:]
        return Answer(text, [f"{request.method} {request.target}" for request in reached], self.thief.requests[stolen:],
                      any(self.key in " ".join(request.headers.values()) for request in reached))


def exchange(port, data, seconds):
    """Send bytes, and read what comes until nothing more does."""
    received = b""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
            connection.settimeout(seconds)
            connection.sendall(data)
            end = time.monotonic() + seconds
            while time.monotonic() < end and len(received) < 1 << 16:
                part = connection.recv(4096)
                if not part:
                    break
                received += part
                if complete(received):
                    break
    except OSError:
        pass
    return received.decode("latin-1")


def complete(received):
    head, found, body = received.partition(b"\r\n\r\n")
    if not found:
        return False
    length = re.search(rb"(?i)content-length: *(\d+)", head)
    return len(body) >= int(length.group(1)) if length else body.endswith(b"0\r\n\r\n")


def control(suite, target):
    answer = target.send("POST /v1/chat/completions HTTP/1.1", CHAT)
    if answer.status == 200 and answer.reached:
        return True
    suite.skipped("proxy", "everything", f"an honest request does not pass: {answer.shown()}")
    return False


def paths(suite, target):
    other = f"http://127.0.0.1:{target.thief.port}"
    lines = [
        "GET /../../x", "GET /v1/../../../admin", "POST /v1/../../../admin", "GET /v1/%2e%2e/%2e%2e/admin", "GET /v1/..%2f..%2fadmin",
        "GET /v1/%252e%252e/admin", "GET /v1/.;/../admin", "GET /v1/..;/admin", "GET /v1/..\\..\\admin", "GET /v1/%5c..%5cadmin", "GET //admin",
        "GET /v1//../admin", "GET /v1/./../admin", "GET /v1/models/../../admin", "GET /v1/models%00/admin", "GET /v1/models%0d%0aX-Planted:%20a",
        "GET /admin", "GET /", "GET /v1/files", "GET /v1/models?x=/../admin", "POST /v1/files", "POST /v1/fine_tuning/jobs", "POST /v1/batches",
        "DELETE /v1/models", "DELETE /v1/models/m", "PUT /v1/models/m", "PATCH /v1/models/m", "OPTIONS /v1/models", "TRACE /v1/models",
        "HEAD /admin", "DELETE /v1/chat/completions/x", "POST /v1/chat/completions/../../../admin", "POST /v1/chat/completions%2f..%2f..%2fadmin",
        f"CONNECT 127.0.0.1:{target.thief.port}", f"GET {other}/steal", f"POST {other}/v1/chat/completions", f"GET @127.0.0.1:{target.thief.port}/steal",
        f"GET //127.0.0.1:{target.thief.port}/steal", "POST /k/x/v1/../../../admin",
    ]
    for line in lines:
        answer = target.send(line + " HTTP/1.1", CHAT if line.startswith("POST") else b"")
        allowed = line == "GET /v1/models?x=/../admin"
        harmless = all(reached.split("?")[0] in ("GET /v1/models",) for reached in answer.reached) if allowed else not answer.reached
        suite.held("proxy", line.replace(str(target.thief.port), "PORT"), harmless and not answer.stolen, answer.shown())
    smuggled = b"0\r\n\r\nGET /admin HTTP/1.1\r\nHost: a\r\n\r\n"
    answer = target.send("POST /v1/chat/completions HTTP/1.1", smuggled, headers=[f"Content-Length: {len(smuggled)}", "Transfer-Encoding: chunked"])
    suite.held("proxy", "two lengths in one request", not any("admin" in reached for reached in answer.reached), answer.shown())
    answer = target.send("POST /v1/chat/completions HTTP/1.1", CHAT, headers=[f"Host: 127.0.0.1:{target.thief.port}"])
    suite.held("proxy", "two hosts in one request", not answer.stolen, answer.shown())
    answer = target.send("POST /v1/chat/completions HTTP/1.1", CHAT, headers=["X-Long: " + "a" * 200_000])
    suite.held("proxy", "a head of 200,000 bytes", not answer.reached, answer.shown())


def keys_of_others(suite, target):
    for name, key in (("no key", ""), ("another key", "x" * len(target.task_key)), ("the begin of the key", target.task_key[:-1]),
                      ("the user's own key", target.key)):
        answer = target.send("POST /v1/chat/completions HTTP/1.1", CHAT, key=key)
        suite.held("proxy", f"a request with {name}", not answer.reached, answer.shown())


def google(suite, target):
    """Google's protocol, which keeps its key in a head of its own."""
    body = json.dumps({"contents": [{"role": "user", "parts": [{"text": "4?"}]}]}).encode()
    for path in ("/v1beta/models/m:generateContent",):
        answer = target.send(f"POST {path} HTTP/1.1", body, key="", headers=[f"x-goog-api-key: {target.task_key}"])
        suite.held("proxy", "generateContent with x-goog-api-key passes", answer.status == 200 and bool(answer.reached), answer.shown())
        answer = target.send(f"POST {path} HTTP/1.1", body, key="", headers=["x-goog-api-key: x"])
        suite.held("proxy", "generateContent with another key", not answer.reached, answer.shown())


def slow(suite, target):
    """Connections that say nothing, and heads that never end, while an honest request goes on."""
    begun = time.monotonic()
    idle, refused = [], 0
    for _ in range(IDLE_CONNECTIONS):
        try:
            connection = socket.create_connection(("127.0.0.1", target.port), timeout=2)
            connection.setblocking(False)
            idle.append(connection)
        except OSError:
            refused += 1
    dripping = []
    for _ in range(20):
        try:
            connection = socket.create_connection(("127.0.0.1", target.port), timeout=2)
            connection.sendall(b"POST /v1/chat/completions HTTP/1.1\r\nHost: a\r\nX-A: ")
            connection.setblocking(False)
            dripping.append(connection)
        except OSError:
            refused += 1
    honest = target.send("POST /v1/chat/completions HTTP/1.1", CHAT, 30)
    closed_idle, closed_slow = {}, {}
    while time.monotonic() - begun < suite.patience and (len(closed_idle) < len(idle) or len(closed_slow) < len(dripping)):
        for connections, closed, byte in ((idle, closed_idle, b""), (dripping, closed_slow, b"a")):
            for connection in connections:
                if connection not in closed and is_closed(connection, byte):
                    closed[connection] = time.monotonic() - begun
        time.sleep(1)
    suite.held("proxy", f"an honest request beside {len(idle)} idle connections", honest.status == 200, honest.shown())
    for name, connections, closed in ((f"{IDLE_CONNECTIONS} idle connections", idle, closed_idle), ("20 heads of a byte a second", dripping, closed_slow)):
        last = f", the last after {max(closed.values()):.0f} s" if closed else ""
        suite.held("proxy", name, len(closed) == len(connections), f"{len(closed)} of {len(connections)} closed within {suite.patience} s{last}; "
                   f"{refused} refused at once")
    for connection in idle + dripping:
        connection.close()


def is_closed(connection, byte):
    try:
        if byte:
            connection.send(byte)
        return connection.recv(4096) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True
