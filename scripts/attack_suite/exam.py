"""Questions whose answers and tokens are known, the server that counts them, and what a run must hold of them, no more and no less."""

import collections
import ctypes
import json
import os
import pathlib
import re
import select
import signal
import struct
import subprocess
import threading
import time

from .server import Server
from .verdicts import filled, verdict_lines

NUMBER = re.compile(r"Question (\d+):")
RANDOM_PART = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{20,}|[0-9a-f]{6,}|\d{3,}")
COLUMNS = "record_id,input_tokens,output_tokens,failed,is_correct,answer"
BOUND_SECONDS = 15


class Exam:
    """So many questions, and what came of them at the server: by number, how often each was asked and judged."""

    def __init__(self, count, text="what is it?", turns=1):
        self.count, self.text, self.turns = count, text, turns
        self.asked, self.judged = collections.Counter(), collections.Counter()
        self.hook = None
        self._lock = threading.Lock()

    def write(self, path, evaluator="exact"):
        with open(path, "w", encoding="utf-8") as out:
            for number in range(self.count):
                out.write(json.dumps({"id": f"q{number}", "problem": f"Question {number}: {self.text}", "answer": str(7 * number),
                                      "evaluator": evaluator}) + "\n")
        return path

    def ids(self):
        return {f"q{number}" for number in range(self.count)}

    @staticmethod
    def right(number):
        return number % 4 != 0

    def said(self, number):
        return str(7 * number) if self.right(number) else "no idea"

    def tokens(self, number):
        return self.turns * (10 + number % 7), self.turns * (1 + number % 5)

    def begin(self, hook=None):
        """Forget what was asked, for the next attack."""
        with self._lock:
            self.asked.clear()
            self.judged.clear()
            self.hook = hook

    def counts(self):
        with self._lock:
            return collections.Counter(self.asked)

    def answer(self, request, connection):
        if request.method == "GET":
            return connection.models("m", "j")
        body = request.json
        found = NUMBER.search(request.all_text())
        if found is None:
            return connection.chat(request, [{"content": "ready"}])
        number = int(found.group(1))
        kind = "judged" if body.get("model") == "j" else "asked"
        with self._lock:
            counter = getattr(self, kind)
            counter[number] += 1
            hook, total = self.hook, sum(counter.values())
        if hook is not None and hook(kind, number, total):
            return False
        if kind == "judged":
            schema = (body.get("response_format") or {}).get("json_schema", {}).get("schema")
            if schema is None:
                lines = verdict_lines(request)
                verdict = lines[1 if self.right(number) else 0] if lines else "The suite does not understand what is asked."
            else:
                verdict = json.dumps(filled(schema, schema, "As it says.", not self.right(number), "A"))
            return connection.chat(request, [{"content": verdict}], model="j")
        usage = {"prompt_tokens": 10 + number % 7, "completion_tokens": 1 + number % 5, "total_tokens": 11 + number % 7 + number % 5}
        called = any(message.get("role") == "tool" for message in body["messages"])
        if body.get("tools") and not called and self.turns == 2:
            function = {"name": "calculator", "arguments": json.dumps({"expression": f"7*{number}"})}
            delta, finish = {"role": "assistant", "tool_calls": [{"index": 0, "id": f"c{number}", "type": "function", "function": function}]}, "tool_calls"
        else:
            delta, finish = {"content": self.said(number)}, "stop"
        if not body.get("stream"):
            return connection.reply("200 OK", {"id": "x", "object": "chat.completion", "model": "m", "usage": usage,
                                               "choices": [{"index": 0, "message": {"role": "assistant", **delta}, "finish_reason": finish}]})
        head = {"id": "x", "object": "chat.completion.chunk", "model": "m"}
        return connection.stream([{**head, "choices": [{"index": 0, "delta": delta}]},
                                  {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]},
                                  {**head, "choices": [], "usage": usage}, b"[DONE]"])

    def server(self):
        return Server(self.answer)

    def wrong_in(self, attacked, run, turns=None):
        """What is lost, doubled or otherwise not as it must be in a run of all questions; empty if all holds."""
        wrong = []
        exported = attacked.run(["export", run, "--jsonl", "--columns", COLUMNS], timeout=240)
        if exported.code != 0:
            return [f"export: exit {exported.code}, {exported.error()}"]
        rows = [json.loads(line) for line in exported.out.splitlines() if line.startswith("{")]
        ids = collections.Counter(row["record_id"] for row in rows)
        lost, twice = sorted(self.ids() - set(ids)), sorted(name for name, count in ids.items() if count > 1)
        if lost:
            wrong.append(f"{len(lost)} questions lost, such as {lost[:3]}")
        if twice or set(ids) - self.ids():
            wrong.append(f"{len(twice)} questions twice, such as {twice[:3]}; unknown {sorted(set(ids) - self.ids())[:3]}")
        turns = self.turns if turns is None else turns
        for row in rows:
            number = int(row["record_id"][1:])
            expected = (turns * (10 + number % 7), turns * (1 + number % 5))
            if (row["input_tokens"], row["output_tokens"]) != expected or row["failed"] or row["is_correct"] is not self.right(number):
                wrong.append(f"{row} where tokens {expected}, is_correct {self.right(number)} were expected")
                break
        summary = json.loads((run / "summary.json").read_bytes())
        if summary["total_queries"] != self.count or summary["interrupted"]:
            wrong.append(f"summary: total_queries {summary['total_queries']} of {self.count}, interrupted {summary['interrupted']}")
        resumed = summary.get("resumed")
        if resumed and resumed["kept"] + resumed["asked"] != self.count:
            wrong.append(f"summary: resumed {resumed}")
        lines = journal(run)
        finished = collections.Counter(line["question"]["id"] for line in lines if line["type"] == "finished")
        if any(count > 1 for count in finished.values()):
            wrong.append(f"finished twice in the journal: {[name for name, count in finished.items() if count > 1][:3]}")
        kept = run / "analysis" / "accuracy.json"
        if not kept.exists():
            wrong.append("no analysis/accuracy.json")
        else:
            told = json.loads(kept.read_bytes())["summary"]
            right = sum(self.right(number) for number in range(self.count))
            if (told["correct"], told["incorrect"], told["unevaluated"], told["failed"]) != (right, self.count - right, 0, 0):
                wrong.append(f"accuracy.json: {told['correct']} correct of {right}, {told['incorrect']} incorrect, "
                             f"{told['unevaluated']} unevaluated, {told['failed']} failed")
        return wrong


def journal(run):
    """The whole lines of a run's journal; empty if there is none yet."""
    try:
        data = (run / "journal.jsonl").read_bytes()
    except OSError:
        return []
    lines = []
    for line in data.split(b"\n")[:-1]:
        try:
            lines.append(json.loads(line))
        except ValueError:
            pass
    return lines


def finished(run):
    """The numbers of the questions that the journal holds as finished."""
    return {int(line["question"]["id"][1:]) for line in journal(run) if line["type"] == "finished"}


class Lines:
    """Counts the lines of the journals below a folder, reading each byte once."""

    def __init__(self, folder):
        self.folder = folder
        self._read = {}

    def count(self):
        for path in [self.folder / "journal.jsonl", *self.folder.glob("*/journal.jsonl")]:
            try:
                offset, lines = self._read.get(path, (0, 0))
                if path.stat().st_size > offset:
                    with open(path, "rb") as source:
                        source.seek(offset)
                        data = source.read()
                    self._read[path] = (offset + len(data), lines + data.count(b"\n"))
            except OSError:
                continue
        return sum(lines for _, lines in self._read.values())


class Names:
    """The names that appear below a folder, at the moment at which they appear (inotify, Linux)."""

    CREATED, MOVED_IN, IS_FOLDER = 0x100, 0x80, 0x40000000

    def __init__(self, folder):
        self.folder = folder
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._fd = self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        self._watched = {}
        self._found = collections.deque()
        self._watch(folder, False)

    def _watch(self, folder, new=True):
        watch = self._libc.inotify_add_watch(self._fd, os.fsencode(folder), self.CREATED | self.MOVED_IN)
        if watch >= 0:
            self._watched[watch] = folder
            for path in list(folder.iterdir()):
                if new:
                    self._found.append(path)
                if path.is_dir() and not path.is_symlink():
                    self._watch(path, new)

    def next(self, seconds):
        """The next path, relative to the folder; None if none appears in so many seconds."""
        if not self._found and select.select([self._fd], [], [], seconds)[0]:
            data = os.read(self._fd, 1 << 16)
            while data:
                watch, mask, _, length = struct.unpack_from("iIII", data)
                name = os.fsdecode(data[16:16 + length].rstrip(b"\0"))
                data = data[16 + length:]
                if watch in self._watched and name:
                    path = self._watched[watch] / name
                    self._found.append(path)
                    if mask & self.IS_FOLDER:
                        try:
                            self._watch(path)
                        except OSError:
                            pass
        return self._found.popleft().relative_to(self.folder) if self._found else None

    def close(self):
        os.close(self._fd)


def alike(path):
    """A path without what is drawn at random in it."""
    return "/".join(RANDOM_PART.sub("*", part) for part in pathlib.PurePath(path).parts[1:])


def start(attacked, arguments, env=None):
    """Start the command with its screen in a file, since what it leaves behind may hold a pipe open."""
    screen = attacked.folder / f"killed-{len(list(attacked.folder.glob('killed-*')))}.txt"
    with open(screen, "wb") as out:
        process = attacked.start(arguments, env, stdout=out, stderr=out)
    process.screen = screen
    return process


def killed_when(process, happened, seconds=180):
    """Kill the process once something happened: whether it was killed; if not it had ended before, or was killed for being late."""
    end = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < end:
        if happened():
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            return True
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return False
    return process.returncode == -signal.SIGKILL


def left_behind(mark, seconds=BOUND_SECONDS):
    """The processes whose command line holds the mark, once there are none or after so many seconds."""
    end = time.monotonic() + seconds
    while True:
        found = []
        for place in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                line = (place / "cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace")
            except OSError:
                continue
            if mark in line:
                found.append(f"{place.name}: {line[:120]}")
        if not found or time.monotonic() > end:
            return found
        time.sleep(0.2)


def possible(*command):
    """Whether a command of the system works here, and what it said if not."""
    try:
        ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30)
    except OSError as missing:
        return False, str(missing)
    return ended.returncode == 0, ended.stderr.strip()
