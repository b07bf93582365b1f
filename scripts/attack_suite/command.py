"""The command under attack, and what it leaves behind."""

import dataclasses
import json
import os
import re
import signal
import subprocess
import time

FRAGMENT = 12
PROGRESS = re.compile(r"(Profiling|Evaluating|Building|Analysing): ")
# Most commands end before the second compiler would pay.
QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
QUIET = ["--telemetry", "none", "--idle-seconds", "0", "--warmup-queries", "0", "--no-calibration"]


@dataclasses.dataclass(frozen=True)
class Identity:
    """Who runs the command: a name to report, and the user number where it is another than the suite's."""

    name: str
    uid: object

    @property
    def is_root(self):
        return self.name == "root"


@dataclasses.dataclass(frozen=True)
class Ended:
    """How a command ended. The code is None if it had to be killed."""

    code: object
    out: str
    err: str
    seconds: float

    def last_line(self):
        lines = [line for line in (self.err or self.out).splitlines() if line.strip() and not PROGRESS.match(line)]
        return lines[-1] if lines else "nothing was said"

    def error(self):
        """The line that looks like the reason, for the report."""
        for line in (self.err + "\n" + self.out).splitlines():
            if not PROGRESS.match(line) and any(word in line.lower() for word in ("error", "refus", "fail", "cannot", "not allowed", "must", "warning")):
                return line.strip()
        return self.last_line().strip()

    def crashed(self):
        """Whether the command had to be killed, or the screen has what only a fault of the command prints."""
        text = self.out + self.err
        return self.code is None or "failed unexpectedly" in text or "\tat " in text or "Exception in thread" in text


class Command:
    """./ipw with nothing of the caller's environment but what starts it; its home, cache and log lie in the attack's folder."""

    def __init__(self, root, folder, identity):
        self.root = root
        self.folder = folder
        self.identity = identity
        self.runs = folder / "runs"
        self.prefix = []

    def environment(self, further):
        known = {name: os.environ[name] for name in ("PATH", "JAVA_HOME", "IPW_JAVA_HOME", "LANG", "TMPDIR") if name in os.environ}
        home = self.folder / "home"
        return {**known, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"), "XDG_STATE_HOME": str(home / "state"),
                "XDG_CONFIG_HOME": str(home / "config"), "NO_COLOR": "1", "IPW_JAVA_OPTIONS": QUICK, **(further or {})}

    def start(self, arguments, env=None, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE):
        home = self.folder / "home"
        if not home.exists():
            home.mkdir(mode=0o700)
            if self.identity.uid is not None:
                os.chown(home, self.identity.uid, self.identity.uid)
        other = {} if self.identity.uid is None else {"user": self.identity.uid, "group": self.identity.uid, "extra_groups": []}
        return subprocess.Popen([*self.prefix, str(self.root / "ipw"), *map(str, arguments)], cwd=self.folder, env=self.environment(env),
                                stdin=stdin, stdout=stdout, stderr=stderr, start_new_session=True, **other)

    def run(self, arguments, env=None, timeout=180, stdin=None):
        begun = time.monotonic()
        process = self.start(arguments, env, stdin=subprocess.PIPE if stdin is not None else subprocess.DEVNULL)
        return self.ended(process, begun, timeout, stdin)

    def ended(self, process, begun, timeout, stdin=None):
        code = None
        try:
            out, err = process.communicate(stdin, timeout=timeout)
            code = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
        ended = Ended(code, out.decode("utf-8", "replace"), err.decode("utf-8", "replace"), time.monotonic() - begun)
        screen = self.folder / f"screen-{len(list(self.folder.glob('screen-*')))}.txt"
        screen.write_text(ended.out + "\n" + ended.err, encoding="utf-8", errors="replace")
        return ended

    def agent(self, dataset, *further, env=None, timeout=240, agent="oracle", name="a"):
        """Run an agent on a dataset, without sensors."""
        return self.run(["run", "--agent", agent, "--dataset", dataset, *QUIET, "--output-dir", self.runs, "--run-name", name, *further],
                        env, timeout)

    def rows(self, name="a", columns="record_id,is_correct,verdict,verdict_reason,failed,failure_message,answer"):
        """The rows of a run by their id; empty if there is no run."""
        if not (self.runs / name).is_dir():
            return {}
        exported = self.run(["export", self.runs / name, "--jsonl", "--columns", columns])
        rows = [json.loads(line) for line in exported.out.splitlines() if line.startswith("{")]
        return {row["record_id"]: row for row in rows}

    def leaks(self, *secrets, leave_out=()):
        """Each kept file that holds a fragment of a secret: its path in the attack's folder, and the longest fragment."""
        found = []
        for path in files_below(self.folder):
            if any(path.is_relative_to(folder) for folder in leave_out):
                continue
            data = path.read_bytes()
            for secret in secrets:
                longest = longest_fragment(data, secret.encode())
                if longest >= FRAGMENT:
                    found.append((str(path.relative_to(self.folder)), longest))
        return found

    def holds(self, text, leave_out=()):
        """The kept files that hold a text."""
        return [str(path.relative_to(self.folder)) for path in files_below(self.folder)
                if not any(path.is_relative_to(folder) for folder in leave_out) and text.encode() in path.read_bytes()]


def files_below(folder):
    """Every regular file below a folder; links are not followed."""
    for place, folders, names in os.walk(folder):
        for name in names:
            path = type(folder)(place) / name
            if path.is_file() and not path.is_symlink() and path.stat().st_size < 1 << 28:
                yield path


def longest_fragment(data, secret):
    """The length of the longest part of the secret in the data, 0 if not even a fragment of the least length is there."""
    longest = 0
    for begin in range(len(secret) - FRAGMENT + 1):
        end = begin + max(FRAGMENT, longest + 1)
        while end <= len(secret) and secret[begin:end] in data:
            longest = end - begin
            end += 1
    return longest


def shown(leaks):
    """The leaks in a few words."""
    if not leaks:
        return "nothing of it is kept"
    worst = max(leaks, key=lambda leak: leak[1])
    return f"{len(leaks)} files hold it, {worst[0]} has {worst[1]} characters of it"
