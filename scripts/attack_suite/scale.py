"""Very many questions, very many at once, with little memory. Seconds and megabytes are figures of the machine; a bound of memory is one of the attack."""

import asyncio
import collections
import json
import pathlib
import re
import threading
import time

from .command import QUIET
from .exam import NUMBER, Exam, start

QUESTIONS = 20_000
IN_FLIGHT = 256
MOST_MEBIBYTES = 1024
TEXT = "what is it, if you think of everything that was said of numbers before and of all that was not?"


class FastServer:
    """A server of one thread that streams what an exam wants: some thousand answers a second."""

    def __init__(self, exam):
        self.exam = exam
        self.asked = collections.Counter()
        self.loop = asyncio.new_event_loop()
        ready = threading.Event()

        async def serve():
            self.server = await self.loop.create_server(lambda: _Fast(self), "127.0.0.1", 0, backlog=1024)
            self.port = self.server.sockets[0].getsockname()[1]
            ready.set()

        def run():
            self.loop.create_task(serve())
            self.loop.run_forever()
        threading.Thread(target=run, daemon=True).start()
        ready.wait()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def close(self):
        self.loop.call_soon_threadsafe(self.loop.stop)

    def reply(self, body):
        found = NUMBER.search(body.decode("utf-8", "replace"))
        number = int(found.group(1)) if found else 0
        if found:
            self.asked[number] += 1
        head = {"id": "x", "object": "chat.completion.chunk", "model": "m"}
        usage = {"prompt_tokens": 10 + number % 7, "completion_tokens": 1 + number % 5, "total_tokens": 11 + number % 7 + number % 5}
        events = [{**head, "choices": [{"index": 0, "delta": {"content": self.exam.said(number)}}]},
                  {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}, {**head, "choices": [], "usage": usage}]
        data = b"".join(b"data: " + json.dumps(event).encode() + b"\n\n" for event in events) + b"data: [DONE]\n\n"
        return b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: %d\r\n\r\n%s" % (len(data), data)


class _Fast(asyncio.Protocol):
    LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")

    def __init__(self, owner):
        self.owner, self.received = owner, b""

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        self.received += data
        while b"\r\n\r\n" in self.received:
            head, _, rest = self.received.partition(b"\r\n\r\n")
            found = self.LENGTH.search(head)
            length = int(found.group(1)) if found else 0
            if len(rest) < length:
                return
            self.received = rest[length:]
            if head.startswith(b"GET"):
                models = json.dumps({"object": "list", "data": [{"id": "m", "object": "model"}]}).encode()
                self.transport.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(models), models))
            else:
                self.transport.write(self.owner.reply(rest[:length]))


def measured(attacked, arguments, options, seconds=900):
    """Run the command: its exit code, its screen, the seconds, and the most memory that was resident, in MiB."""
    process = start(attacked, arguments, {"IPW_JAVA_OPTIONS": options})
    begun, most = time.monotonic(), 0
    while process.poll() is None and time.monotonic() - begun < seconds:
        try:
            found = re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())
            most = max(most, int(found.group(1)) // 1024 if found else 0)
        except OSError:
            pass
        time.sleep(0.1)
    if process.poll() is None:
        process.kill()
        process.wait()
        return None, process.screen.read_text(), seconds, most
    return process.returncode, process.screen.read_text(), time.monotonic() - begun, most


def attack(suite):
    if not pathlib.Path("/proc/self/status").exists():
        suite.skipped("scale", "everything", "no /proc to read the resident memory from")
        return
    folder = suite.fresh("scale", suite.user)
    attacked = suite.command(folder)
    exam = Exam(QUESTIONS, TEXT)
    questions = exam.write(folder / "q.jsonl")
    server = FastServer(exam)

    def arguments(name):
        return ["profile", "--client", "openai", "--client-base-url", server.url + "/v1", "--model", "m", "--dataset", str(questions), *QUIET,
                "--concurrency", str(IN_FLIGHT), "--output-dir", str(attacked.runs), "--run-name", name]
    try:
        code, screen, _, _ = measured(attacked, arguments("tiny"), "-Xmx24m")
        named = re.findall(r"-Xmx(\d+)m", screen)
        least = int(named[-1]) if named else 24
        suite.held("scale", f"{QUESTIONS} questions, -Xmx24m", bool(named) and code not in (0, None) and not server.asked,
                   f"exit {code}, " + (f"refused before anything was asked, with -Xmx{least}m as what is needed" if named else screen[-300:]))
        for name, options in (("least", f"-Xmx{least}m"), ("small", "-XX:MaxRAM=1g"), ("usual", "")):
            server.asked.clear()
            tried = f"{QUESTIONS} questions, {IN_FLIGHT} in flight, {options or 'no option'}"
            code, screen, seconds, most = measured(attacked, arguments(name), options)
            crashed = code is None or "Exception in thread" in screen or "failed unexpectedly" in screen or "\tat " in screen
            wrong = [] if code == 0 and not crashed else [f"exit {code}: {screen.strip()[-300:]}"]
            if code == 0:
                wrong += exam.wrong_in(attacked, attacked.runs / name)
            if sum(server.asked.values()) != QUESTIONS or len(server.asked) != QUESTIONS:
                wrong.append(f"{sum(server.asked.values())} requests for {len(server.asked)} questions")
            if most > MOST_MEBIBYTES and options:
                wrong.append(f"{most} MiB resident, {MOST_MEBIBYTES} allowed")
            suite.held("scale", tried, not wrong, "; ".join(wrong) or f"{QUESTIONS} rows, tokens add up, {most} MiB resident at most, {seconds:.0f} s")
            if code == 0:
                for command in (["report", str(attacked.runs / name), "--output", str(folder / f"{name}.html")], ["analyze", str(attacked.runs / name)],
                                ["analyze", str(attacked.runs / name), "--analysis", "latency"],
                                ["compare", str(attacked.runs / "least"), str(attacked.runs / name)]):
                    if len(set(command)) < len(command) or not pathlib.Path(command[1]).is_dir():
                        continue
                    code, screen, seconds, most = measured(attacked, command, options)
                    suite.held("scale", f"{' '.join(part for part in command if '/' not in part)} of it, {options or 'no option'}",
                               code == 0 and (most <= MOST_MEBIBYTES or not options),
                               f"exit {code}, {most} MiB resident at most, {seconds:.0f} s" + ("" if code == 0 else ": " + screen.strip()[-200:]))
    finally:
        server.close()
