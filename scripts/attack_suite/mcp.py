"""`ipw mcp` fed with frames that are no requests: each gets an answer or is passed over, and the server goes on."""

import json
import os
import queue
import re
import signal
import subprocess
import threading
import time

FRAMES = {
    "null": b"null", "[]": b"[]", "5": b"5", "a text": b'"a"', "true": b"true", "{}": b"{}", "an empty line": b"", "blanks": b"   ",
    "torn": b'{"jsonrpc": "2.0", "id": 1, "meth', "two in a line": b'{"jsonrpc": "2.0"} {"jsonrpc": "2.0"}',
    "100,000 lists": b"[" * 100_000, "100,000 objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "100,000 lists within params": b'{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "list_runs", "arguments": {"a": '
                                   + b"[" * 100_000 + b"]" * 100_000 + b"}}}",
    "a line of 20 MB": b'{"jsonrpc": "2.0", "id": 8, "method": "ping", "params": {"a": "' + b"a" * 20_000_000 + b'"}}',
    "bytes that are no UTF-8": b'{"jsonrpc": "2.0", "id": 9, "method": "\xff\xfe"}', "a zero byte": b"\0",
    "a batch": b'[{"jsonrpc": "2.0", "id": 10, "method": "ping"}]', "a batch of null": b"[null, 5]",
    "another version": b'{"jsonrpc": "1.0", "id": 11, "method": "ping"}', "no method": b'{"jsonrpc": "2.0", "id": 12}',
    "a method that is a number": b'{"jsonrpc": "2.0", "id": 13, "method": 5}', "an unknown method": b'{"jsonrpc": "2.0", "id": 14, "method": "x/y"}',
    "an unknown notification": b'{"jsonrpc": "2.0", "method": "notifications/x"}', "an id that is a list": b'{"jsonrpc": "2.0", "id": [], "method": "ping"}',
    "an id that is null": b'{"jsonrpc": "2.0", "id": null, "method": "ping"}',
    "a huge number as id": b'{"jsonrpc": "2.0", "id": 1e999999, "method": "ping"}', "a huge whole number": b'{"jsonrpc": "2.0", "id": ' + b"9" * 5000
                                                                                                     + b', "method": "ping"}',
    "params that are a list": b'{"jsonrpc": "2.0", "id": 15, "method": "tools/call", "params": [1]}',
    "params that are null": b'{"jsonrpc": "2.0", "id": 16, "method": "tools/call", "params": null}',
    "a tool without a name": b'{"jsonrpc": "2.0", "id": 17, "method": "tools/call", "params": {}}',
    "an unknown tool": b'{"jsonrpc": "2.0", "id": 18, "method": "tools/call", "params": {"name": "x", "arguments": {}}}',
    "arguments that are a text": b'{"jsonrpc": "2.0", "id": 19, "method": "tools/call", "params": {"name": "list_runs", "arguments": "a"}}',
    "a limit that is an object": b'{"jsonrpc": "2.0", "id": 20, "method": "tools/call", "params": {"name": "list_runs", "arguments": {"limit": {}}}}',
    "a response that nobody waits for": b'{"jsonrpc": "2.0", "id": 21, "result": {}}',
    "an error that nobody waits for": b'{"jsonrpc": "2.0", "id": 22, "error": {"code": 1, "message": "a"}}',
    "a second initialize": b'{"jsonrpc": "2.0", "id": 23, "method": "initialize", "params": {"protocolVersion": "x", "capabilities": {}, '
                           b'"clientInfo": {"name": "a", "version": "1"}}}',
    "a cancellation of nothing": b'{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99999}}',
    "a run out of the folder": b'{"jsonrpc": "2.0", "id": 24, "method": "tools/call", "params": {"name": "report", "arguments": {"run": "../../../etc"}}}',
}
# Requests that are well-formed but for what they ask: the answer may come after that to a later question.
MUST_BE_ANSWERED = {14, 15, 16, 17, 18, 19, 20, 24}


class Session:
    """A server that was greeted as the protocol wants, and the lines that it writes."""

    def __init__(self, suite):
        self.folder = suite.fresh("mcp", suite.user)
        (self.folder / "runs").mkdir()
        attacked = suite.command(self.folder)
        self.errors = open(self.folder / "errors.txt", "wb")
        self.process = attacked.start(["mcp", "--runs", self.folder / "runs"], stdin=subprocess.PIPE, stderr=self.errors)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.asked = 1000
        self.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "attacker", "version": "1"}}}).encode())
        self.greeted = self.until(lambda message: message.get("id") == 1, 60) is not None
        self.write(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}')

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def write(self, frame):
        """Write a line. A server that does not read it within a minute is ended, which the next question shows."""
        writing = threading.Thread(target=self._write, args=(frame + b"\n",), daemon=True)
        writing.start()
        writing.join(60)
        if writing.is_alive():
            os.killpg(self.process.pid, signal.SIGKILL)

    def _write(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except (OSError, ValueError):
            pass

    def until(self, wanted, seconds):
        """The message that is wanted, with all before it in self.passed; None if the server ended or the time is over."""
        self.passed = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                line = self.lines.get(timeout=max(0.01, end - time.monotonic()))
            except queue.Empty:
                return None
            if line is None:
                return None
            try:
                message = json.loads(line)
            except (ValueError, RecursionError):
                message = {"unreadable": line[:80].decode("utf-8", "replace")}
            if isinstance(message, dict) and wanted(message):
                return message
            self.passed.append(message)
        return None

    def still_answers(self):
        self.asked += 1
        self.write(json.dumps({"jsonrpc": "2.0", "id": self.asked, "method": "ping"}).encode())
        return self.until(lambda message: message.get("id") == self.asked, 60) is not None

    def close(self, seconds=60):
        """End the input; the exit code, or None if the server had to be killed."""
        try:
            self.process.stdin.close()
        except OSError:
            pass
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            return None
        finally:
            self.errors.close()


def attack(suite):
    session = Session(suite)
    if not session.greeted:
        suite.skipped("mcp", "everything", f"the server does not answer: exit {session.close(5)}")
        return
    for name, frame in FRAMES.items():
        session.write(frame)
        goes_on = session.still_answers()
        said = [message for message in session.passed if "error" in message or "result" in message or "unreadable" in message]
        number = re.search(rb'"id": (\d+)', frame[:100])
        must_answer = number is not None and int(number.group(1)) in MUST_BE_ANSWERED
        if goes_on and must_answer and not said:
            late = session.until(lambda message: message.get("id") == int(number.group(1)), 60)
            said = [late] if late else []
        unreadable = any("unreadable" in message for message in said)
        words = json.dumps(said[0])[:120] if said else "no answer to it"
        ended = "" if goes_on else f", the server ended with exit {session.close(5)}"
        suite.held("mcp", f"the frame {name}", goes_on and not unreadable and (bool(said) or not must_answer), words + ended)
        if not goes_on:
            session = Session(suite)
            if not session.greeted:
                suite.skipped("mcp", "the other frames", "the server does not start again")
                return
    code = session.close()
    suite.held("mcp", "the end of the input", code == 0, f"exit {code}")
    queued(suite)
    torn_end(suite)


def queued(suite):
    """Work that is still waiting when the input ends."""
    session = Session(suite)
    for number in range(100):
        session.write(json.dumps({"jsonrpc": "2.0", "id": 5000 + number, "method": "tools/call",
                                  "params": {"name": "list_runs", "arguments": {"limit": 10}}}).encode())
    begun = time.monotonic()
    code = session.close(60)
    seconds = time.monotonic() - begun
    answered = 0
    while True:
        try:
            line = session.lines.get(timeout=2)
        except queue.Empty:
            break
        if line is None:
            break
        answered += b'"id":5' in line.replace(b" ", b"")
    suite.held("mcp", "100 calls, then the end of the input", code is not None, f"exit {code} after {seconds:.1f} s, {answered} of 100 answered")


def torn_end(suite):
    """The input ends within a frame."""
    session = Session(suite)
    try:
        session.process.stdin.write(b'{"jsonrpc": "2.0", "id": 3, "method": "pi')
        session.process.stdin.flush()
    except OSError:
        pass
    code = session.close(60)
    suite.held("mcp", "the end of the input within a frame", code is not None, f"exit {code}")
