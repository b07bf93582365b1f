"""The sandbox: as an ordinary user, as root, where it cannot work, and from inside."""

import ctypes
import json
import os
import pathlib
import pty
import shutil
import signal
import socket
import subprocess
import sys
import time

from . import inside
from .command import Command, Identity, files_below, shown
from .races import MODEL, question, react
from .server import Server, scripted
from .tasks import RIGHT, kill_own, processes_with, task

MEMORY_MB = 256

# Starts a command as another user in a surrounding that takes something from bubblewrap. All of it holds for this process and those below alone.
WRAPPER = r'''
import ctypes, os, signal, struct, sys
mode, uid, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
libc = ctypes.CDLL(None, use_errno=True)
def become():
    if uid >= 0:
        os.setgroups([]); os.setgid(uid); os.setuid(uid)
def fail(what):
    print("wrapper: " + what + " " + os.strerror(ctypes.get_errno()), file=sys.stderr)
    os._exit(97)
if mode == "no-user-namespaces":
    ready, go = os.pipe(), os.pipe()
    root = os.getuid() == 0
    mine = os.getuid()
    child = os.fork()
    if child == 0:
        if libc.unshare(0x10000000) != 0: fail("unshare")
        os.write(ready[1], b"a"); os.read(go[0], 1)
        # The limit of this namespace alone: the machine's own is in another.
        with open("/proc/sys/user/max_user_namespaces", "w") as limit: limit.write("0")
        if uid >= 0: os.setgid(uid); os.setuid(uid)
        os.execvp(command[0], command)
    os.read(ready[0], 1)
    if not root: open(f"/proc/{child}/setgroups", "w").write("deny")
    for name, number in (("uid_map", mine), ("gid_map", os.getgid())):
        open(f"/proc/{child}/{name}", "w").write("0 0 4294967295" if root else f"{number} {number} 1")
    os.write(go[1], b"a")
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) & 0xff)
if mode == "filter":
    # Refuses clone, clone3 and unshare of user namespaces, as containers do: clone3 is not there, the others are not allowed.
    become()
    def op(code, jt, jf, k): return struct.pack("HBBI", code, jt, jf, k)
    program = [op(0x20, 0, 0, 0), op(0x15, 0, 1, 435), op(0x06, 0, 0, 0x00050000 | 38), op(0x15, 1, 0, 56), op(0x15, 0, 2, 272),
               op(0x20, 0, 0, 16), op(0x45, 1, 0, 0x10000000), op(0x06, 0, 0, 0x7fff0000), op(0x06, 0, 0, 0x00050000 | 1)]
    code = ctypes.create_string_buffer(b"".join(program))
    filter = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(program), ctypes.addressof(code)))
    if libc.prctl(38, 1, 0, 0, 0) != 0: fail("no_new_privs")
    if libc.prctl(22, 2, filter, 0, 0) != 0: fail("seccomp")
    os.execvp(command[0], command)
become()
os.execvp(command[0], command)
'''


# Six processes of 96 MiB each, for at most 8 s, where 256 MiB are allowed.
SEVERAL = """python3 -c '
import mmap, os, time
for n in range(6):
    if os.fork() == 0:
        area = mmap.mmap(-1, 96 << 20)
        for page in range(0, 96 << 20, 4096): area[page] = 1
        time.sleep(8)
        os._exit(0)
time.sleep(6)
print("all", "alive")
'"""


class Wrapped(Command):
    """The command in a surrounding of the wrapper's, with another PATH, open files or a terminal."""

    def __init__(self, command, mode="plain", path=None, files=()):
        super().__init__(command.root, command.folder, command.identity)
        self.mode, self.path, self.files = mode, path, files

    def start(self, arguments, env=None, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE):
        home = self.folder / "home"
        if not home.exists():
            home.mkdir(mode=0o700)
            if self.identity.uid is not None:
                os.chown(home, self.identity.uid, self.identity.uid)
        further = {**(env or {}), **({"PATH": self.path} if self.path else {})}
        return subprocess.Popen(self.words([str(self.root / "ipw"), *map(str, arguments)]), cwd=self.folder, env=self.environment(further), stdin=stdin,
                                stdout=stdout, stderr=stderr, start_new_session=True, pass_fds=[file.fileno() for file in self.files])

    def words(self, command):
        return [sys.executable, "-c", WRAPPER, self.mode, str(self.identity.uid if self.identity.uid is not None else -1), *command]


class Host:
    """What a program inside looks for: a server, an abstract socket, System V memory, a process, a file, a variable of the host."""

    def __init__(self, suite, identity):
        self.word = suite.word("HOSTWORD")
        self.secret = suite.secret()
        self.folder = suite.fresh("host", identity)
        self.canary = self.folder / "canary.txt"
        self.canary.write_text(self.secret + "\n")
        self.canary.chmod(0o644)
        self.heard = []
        self.server = Server(lambda request, connection: connection.reply("200 OK", {}))
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.bind("\0" + self.word)
        self.socket.listen(8)
        self.socket.setblocking(False)
        self.libc = ctypes.CDLL(None, use_errno=True)
        self.key = suite.random.randrange(1 << 28, 1 << 30)
        self.memory = self.libc.shmget(self.key, 4096, 0o1666)
        self.shared = pathlib.Path("/dev/shm") / self.word
        try:
            self.shared.write_text("a")
        except OSError:
            pass
        other = {} if identity.uid is None else {"user": identity.uid, "group": identity.uid, "extra_groups": []}
        self.process = subprocess.Popen(["sh", "-c", "trap 'exit 7' USR1; sleep 600 & wait", self.word], start_new_session=True, stdin=subprocess.DEVNULL, **other)
        self.sleep = f"45.{suite.random.randrange(10**6, 10**7)}"

    def knows(self, container=False, memory_mb=MEMORY_MB, home="/nowhere"):
        # A word of the host must not come with the program itself where its environment is searched for it: only the program's text has it.
        return {"port": self.server.port, "abstract": self.word, "ipc_key": self.key, "pids": [self.process.pid], "canary": str(self.canary), "word": self.word,
                "sleep": self.sleep, "hostname": socket.gethostname(), "container": container, "memory_mb": memory_mb, "home": str(home), "strict": True, "guarded": True}

    def variables(self):
        return {"ATTACK_NAME": self.word, "HF_TOKEN": self.secret, "AWS_SECRET_ACCESS_KEY": self.word, "LD_LIBRARY_PATH": "/nowhere/" + self.word,
                "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/" + self.word, "SSH_AUTH_SOCK": "/tmp/" + self.word}

    def harmed(self):
        """What the host itself saw of it."""
        seen = []
        if self.server.requests:
            seen.append(f"the loopback server heard {len(self.server.requests)} requests")
        try:
            self.socket.accept()
            seen.append("the abstract socket was connected")
        except OSError:
            pass
        if self.process.poll() is not None:
            seen.append("a process of the host was signalled")
        if self.canary.read_text() != self.secret + "\n":
            seen.append("the canary was changed")
        return seen

    def close(self):
        self.server.__exit__()
        self.socket.close()
        if self.memory >= 0:
            self.libc.shmctl(self.memory, 0, 0)
        self.shared.unlink(missing_ok=True)
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except OSError:
            pass
        self.process.wait()


def fresh_user(suite):
    """A user number that nothing on this machine has."""
    if os.geteuid() != 0:
        return suite.user
    return Identity("user", 60_000 + suite.random.randrange(1000)) if suite.user else None


def ran_as(identity):
    return "as root" if identity.is_root else "as an ordinary user"


def attack(suite):
    user = fresh_user(suite)
    identities = ([Identity("root", None)] if os.geteuid() == 0 else []) + ([user] if user else [])
    if not user:
        suite.skipped("sandbox", "everything as an ordinary user", suite.why_no_user)
    if shutil.which("bwrap") is None:
        suite.skipped("sandbox", "everything from inside", "bubblewrap (bwrap) is not installed")
    else:
        for identity in identities:
            for place in (from_shell, from_code_interpreter, from_task, from_program_of_an_agent, from_answer):
                host = Host(suite, identity)
                try:
                    place(suite, identity, host)
                finally:
                    host.close()
            terminal(suite, identity)
            stubborn(suite, identity)
            killed(suite, identity)
    for identity in identities:
        refusals(suite, identity)


def attacked_by(suite, name, identity):
    folder = suite.fresh(name, identity)
    return folder, suite.command(folder, identity)


def judge(suite, name, identity, host, said, ended, attacked, network=False):
    """Says what opened, by what the program printed and by what the host saw."""
    lines = sorted({line.strip() for line in said.splitlines()})
    done = [line for line in lines if line.startswith("probes-done")]
    tried = f"{name}, {ran_as(identity)}"
    if not done:
        suite.skipped("sandbox", f"doors from inside: {tried}", f"the program did not come to its end: exit {ended.code}; {said[:120]} ... {said[-160:]}")
        return
    opened = [line for line in lines if line.startswith("opened ")]
    harmed = host.harmed()
    if network:
        harmed = [seen for seen in harmed if "abstract" not in seen and "loopback" not in seen]
    suite.held("sandbox", f"doors from inside: {tried}", not opened and not harmed and not ended.crashed(),
               "; ".join(opened + harmed) or f"{done[0].split()[1]} probes, all shut")
    for line in lines:
        if line.startswith("figure "):
            suite.figure("sandbox", f"{tried}: {line[7:].split(':')[0]}", line[7:].partition(": ")[2])
    leaks = attacked.leaks(host.secret)
    suite.held("sandbox", f"secrets of the host: {tried}", not leaks, shown(leaks))
    left = settled(host.sleep)
    suite.held("sandbox", f"a daemon after the end: {tried}", not left, f"{len(left)} processes left")
    for process in left:
        kill_own(process, host.sleep)


def settled(word, seconds=3):
    """The processes with this argument once they had time to end."""
    end = time.monotonic() + seconds
    left = processes_with(word)
    while left and time.monotonic() < end:
        time.sleep(0.1)
        left = processes_with(word)
    return left


def from_shell(suite, identity, host):
    folder, plain = attacked_by(suite, "shell", identity)
    program = inside.script(host.knows(home=folder / "home"))
    said, meanwhile = [], []

    def turn(results):
        if not results:
            return [("shell", {"command": "python3 - <<'ENDED'\n" + program + "\nENDED"})]
        if len(results) == 1:
            meanwhile.extend(settled(host.sleep))
            return [("shell", {"command": SEVERAL})]
        said.extend(results)
        return "4"

    with open(host.canary, encoding="utf-8") as canary:
        attacked = Wrapped(plain, files=[canary])
        ended, _ = react(suite, attacked, turn, "shell", "--tool-param", f"shell.memory_mb={MEMORY_MB}", "--tool-param", "shell.timeout=4m", identity=identity, env=host.variables())
    judge(suite, "the tool shell", identity, host, "\n".join(said), ended, attacked)
    too_much = any("memory" in result and "alive" not in result for result in said[1:])
    suite.held("sandbox", f"memory of several processes: the tool shell, {ran_as(identity)}", too_much or len(said) < 2, said[1:2])
    suite.held("sandbox", f"a daemon once its command has ended: the tool shell, {ran_as(identity)}", not meanwhile, f"{len(meanwhile)} processes at the next turn")


def from_code_interpreter(suite, identity, host):
    folder, attacked = attacked_by(suite, "code", identity)
    program = inside.script(host.knows(home=folder / "home"))
    said = []

    def turn(results):
        said.extend(results)
        return "4" if results else [("code_interpreter", {"code": program})]

    ended, _ = react(suite, attacked, turn, "code_interpreter", "--tool-param", f"code_interpreter.memory_mb={MEMORY_MB}", "--tool-param", "code_interpreter.timeout=4m", identity=identity, env=host.variables())
    judge(suite, "the tool code_interpreter", identity, host, "\n".join(said), ended, attacked)


def from_task(suite, identity, host):
    for network in (False, True):
        folder, attacked = attacked_by(suite, "task", identity)
        made = task(folder / "t" / "a", "mkdir -p /logs/artifacts; python3 probes.py > /logs/artifacts/probes.txt 2>&1\n",
                    environment=f"memory_mb = {MEMORY_MB}")
        (made / "environment" / "probes.py").write_text(inside.script(host.knows(home=folder / "home"), network=network))
        if network:
            toml = (made / "task.toml").read_text()
            (made / "task.toml").write_text(toml.replace("allow_internet = false", "allow_internet = true"))
        ended = attacked.agent(f"harbor:{folder / 't'}", *suite.root_allowed(identity), env=host.variables())
        said = "\n".join(path.read_text(errors="replace") for path in files_below(folder / "runs") if path.name == "probes.txt") if (folder / "runs").exists() else ""
        judge(suite, "a task" + (" with a network" if network else ""), identity, host, said, ended, Kept(attacked, folder / "t"), network)


class Kept:
    """What a run keeps, without the task's own folder, which the suite wrote."""

    def __init__(self, attacked, leave_out):
        self.attacked, self.leave_out = attacked, leave_out

    def leaks(self, *secrets):
        return self.attacked.leaks(*secrets, leave_out=[self.leave_out])


def from_program_of_an_agent(suite, identity, host):
    folder, attacked = attacked_by(suite, "program", identity)
    (folder / "bin").mkdir()
    (folder / "bin" / "probes.py").write_text(inside.script(host.knows(home=folder / "home"), network=True))
    with scripted(lambda results: "4") as server:
        ended = attacked.agent(question(folder), *MODEL, "--client-base-url", server.url + "/v1", "--evaluator", "exact", "--agent-param",
                               f"run=python3 {folder / 'bin' / 'probes.py'}", "--agent-param", f"folders={folder / 'bin'}", "--agent-param", f"memory_mb={MEMORY_MB}",
                               *suite.root_allowed(identity), agent="command", env={**host.variables(), "OPENAI_API_KEY": host.secret})
    rows = attacked.rows(columns="record_id,answer,failed,failure_message")
    said = str(rows.get("a", {}).get("answer") or "") + str(rows.get("a", {}).get("failure_message") or "")
    judge(suite, "an agent's program", identity, host, said, ended, attacked, network=True)


def from_answer(suite, identity, host):
    """The program of an answer: what opened makes its test fail."""
    folder, attacked = attacked_by(suite, "answer", identity)
    program = inside.script(host.knows(home=folder / "home", memory_mb=512), daemon=True)
    body = "def add(a, b):\n    import subprocess, sys\n    done = subprocess.run([sys.executable, '-c', " + repr(program) + \
        "], capture_output=True, text=True, stdin=subprocess.DEVNULL)\n    lines = [l for l in done.stdout.splitlines() if l.startswith(('opened', 'probes-done'))]\n" \
        "    assert lines and lines[-1].startswith('probes-done') and lines[-1].endswith('opened 0'), ' | '.join(lines) + done.stderr[-300:]\n    return a + b\n"
    honest = "def add(a, b):\n    return a + b\n"
    rows = [{"id": name, "problem": "Write add.", "answer": "", "task_id": f"HumanEval/{number}", "prompt": "def add(a, b):\n", "entry_point": "add",
             "test": "def check(candidate):\n    assert candidate(1, 2) == 3\n", "canonical_solution": "    return a + b\n"} for number, name in enumerate(("honest", "probes"))]
    (folder / "q.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    asked = []

    def turn(results):
        asked.append(1)
        return "```python\n" + (honest if len(asked) == 1 else body) + "```"

    with scripted(turn) as server:
        ended = attacked.run(["profile", *MODEL, "--client", "openai", "--client-base-url", server.url + "/v1", "--dataset", folder / "q.jsonl", "--evaluator", "humaneval",
                              "--evaluator-param", "timeout=90s", "--telemetry", "none", "--idle-seconds", "0", "--warmup-queries", "0", "--no-calibration",
                              "--output-dir", attacked.runs, "--run-name", "a", *suite.root_allowed(identity, "profile")], env=host.variables(), timeout=240)
    kept = attacked.rows()
    verdicts = {name: row.get("is_correct") for name, row in kept.items()}
    reasons = {name: row.get("verdict_reason") for name, row in kept.items()}
    if sum(1 for verdict in verdicts.values() if verdict) == 0:
        suite.skipped("sandbox", f"doors from inside: the program of an answer, {ran_as(identity)}", f"an honest one is not right: exit {ended.code}, {reasons or ended.error()}")
        return
    harmed = host.harmed()
    left = settled(host.sleep)
    suite.held("sandbox", f"doors from inside: the program of an answer, {ran_as(identity)}", all(verdicts.values()) and not harmed and not left,
               f"{verdicts}, {harmed or 'the host saw nothing'}, {len(left)} processes left: {[reason for reason in reasons.values() if reason][:1]}")
    for process in left:
        kill_own(process, host.sleep)


def terminal(suite, identity):
    """The command on a terminal of its own, into whose input a program inside writes."""
    folder, plain = attacked_by(suite, "terminal", identity)
    attacked = Wrapped(plain)
    program = "import fcntl, os\nfor name in ('/dev/tty', '/dev/stdin', '/dev/stdout', '/dev/stderr', '/dev/console', '/proc/self/fd/0'):\n    try:\n" \
              "        fd = os.open(name, os.O_RDWR)\n        for letter in b'planted':\n            fcntl.ioctl(fd, 0x5412, bytes([letter]))\n" \
              "        print('written to', name)\n    except OSError as no:\n        pass\n"
    said = []

    def turn(results):
        said.extend(results)
        return "4" if results else [("shell", {"command": "python3 - <<'ENDED'\n" + program + "ENDED\necho probed"})]

    with scripted(turn) as server:
        arguments = ["run", "--agent", "react", "--dataset", question(folder), *MODEL, "--client-base-url", server.url + "/v1", "--evaluator", "exact", "--tools", "shell",
                     "--telemetry", "none", "--idle-seconds", "0", "--warmup-queries", "0", "--no-calibration", "--output-dir", attacked.runs, "--run-name", "a",
                     *suite.root_allowed(identity)]
        attacked.start(["--version"]).communicate()
        child, terminal_fd = pty.fork()
        if child == 0:
            os.chdir(folder)
            os.execve(sys.executable, attacked.words(["bash", "-c", '"$@"; read -t 1 -n 7 x; echo "got:$x" > home/got.txt', "bash", str(attacked.root / "ipw"), *map(str, arguments)]),
                      attacked.environment({}))
        end = time.monotonic() + 150
        while time.monotonic() < end:
            try:
                if not os.read(terminal_fd, 4096):
                    break
            except OSError:
                break
        os.close(terminal_fd)
        try:
            os.kill(child, signal.SIGKILL) if time.monotonic() >= end else None
        except OSError:
            pass
        os.waitpid(child, 0)
    got = (folder / "home" / "got.txt").read_text().strip() if (folder / "home" / "got.txt").exists() else "nothing"
    if not any("probed" in result for result in said):
        suite.skipped("sandbox", f"the input of the terminal, {ran_as(identity)}", f"the shell was not run: {said[:1] or 'no result'}")
        return
    written = [line for result in said for line in result.splitlines() if line.startswith("written")]
    suite.held("sandbox", f"the input of the terminal, {ran_as(identity)}", got == "got:" and not written, f"{got}; {written or 'no terminal could be written'}")


def stubborn(suite, identity):
    """Commands that ignore their end, stop themselves or their parents, end all, flood or fill."""
    commands = {
        "ignores its end": "trap '' TERM HUP INT XCPU; while :; do :; done",
        "stops itself": "kill -STOP $$; sleep 30",
        "stops its parents": "for p in /proc/[0-9]*; do kill -STOP ${p#/proc/} 2>/dev/null; done; sleep 30",
        "ends everything in reach": "kill -9 -1; sleep 30",
        "sleeps in the background with the output open": "sleep 40 & sleep 40 & echo begun",
        "closes its output and goes on": "exec >&- 2>&-; while :; do :; done",
        "floods the output": "head -c 100000000 /dev/zero | tr '\\0' a; head -c 50000000 /dev/zero | tr '\\0' b >&2",
        "prints escapes and no text": "head -c 3000000 /dev/urandom; printf '\\033]0;planted\\007\\033[2J'",
        "makes 20,000 files": "mkdir m; cd m; for i in {1..20000}; do : > $i; done; echo made",
        "makes folders 900 deep": "for i in {1..900}; do mkdir d && cd d || break; done; echo deep > f",
        "takes its own rights away": "mkdir r; echo a > r/a; chmod 0 r; chmod 0 .; chmod 700 . ; echo done",
        "takes its folder away": "rm -rf ./* ./.[a-z]*; chmod 0 .; echo done",
    }
    for name, command in commands.items():
        folder, attacked = attacked_by(suite, "stubborn", identity)
        said = []

        def turn(results):
            if not results:
                return [("shell", {"command": command})]
            if len(results) == 1:
                return [("shell", {"command": "chmod 700 . 2>/dev/null; echo still-$((20 + 22))"})]
            said.extend(results)
            return "4"

        ended, _ = react(suite, attacked, turn, "shell", "--tool-param", "shell.timeout=5s", identity=identity, timeout=150)
        again = any("still-42" in result for result in said)
        raw = "\033]0;planted" in ended.out + ended.err
        rows = attacked.rows()
        kept = rows.get("a", {}).get("is_correct")
        suite.held("sandbox", f"a command that {name}, {ran_as(identity)}", kept is True and not ended.crashed() and not raw and (again or name == "takes its folder away"),
                   f"exit {ended.code} after {ended.seconds:.0f} s, the next command {'worked' if again else 'did not work: ' + str(said[-1:])[:160]}: "
                   f"{rows.get('a', {}).get('failure_message') or ended.error()}")


def killed(suite, identity):
    """The command itself is killed while a sandbox of it works: what runs inside must end too."""
    folder, attacked = attacked_by(suite, "killed", identity)
    seconds = f"50.{suite.random.randrange(10**6, 10**7)}"
    begun = []

    def turn(results):
        return "4" if results else [("shell", {"command": f"setsid sleep {seconds} & (setsid setsid sleep {seconds} &); sleep {seconds}"})]

    with scripted(turn) as server:
        process = attacked.start(["run", "--agent", "react", "--dataset", question(folder), *MODEL, "--client-base-url", server.url + "/v1", "--evaluator", "exact", "--tools", "shell",
                                  "--telemetry", "none", "--idle-seconds", "0", "--warmup-queries", "0", "--no-calibration", "--output-dir", attacked.runs, "--run-name", "a",
                                  *suite.root_allowed(identity)])
        end = time.monotonic() + 90
        while time.monotonic() < end and len(begun) < 3 and process.poll() is None:
            begun = processes_with(seconds)
            time.sleep(0.2)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    left = settled(seconds, 10)
    if len(begun) < 3:
        suite.skipped("sandbox", f"ipw is killed beside a command, {ran_as(identity)}", f"{len(begun)} processes had begun")
    else:
        suite.held("sandbox", f"ipw is killed beside a command, {ran_as(identity)}", not left, f"{len(left)} of {len(begun)} processes left after 10 s")
    for one in left:
        kill_own(one, seconds)


def without(suite, *programs):
    """A PATH that has all programs of this machine but these."""
    folder = suite.fresh("path")
    folder.chmod(0o755)
    for place in os.environ["PATH"].split(":"):
        if os.path.isdir(place) and ".pyenv" not in place:
            for name in os.listdir(place):
                if name not in programs and not (folder / name).is_symlink():
                    os.symlink(os.path.join(place, name), folder / name)
    return folder


def refusals(suite, identity):
    """Where bubblewrap is missing, cannot work or is too old, nothing foreign may run unprotected, and the reason must be said."""
    bwrap = shutil.which("bwrap")
    engines = ("podman", "docker", "podman-remote")
    bare = without(suite, "bwrap", *engines)
    cases = {"without bubblewrap": ("plain", bare)}
    if bwrap:
        only = without(suite, *engines)
        cases["without user namespaces"] = ("no-user-namespaces", only)
        if os.uname().machine == "x86_64":
            cases["with a filter that allows no user namespaces"] = ("filter", only)
        old = without(suite, "bwrap", *engines)
        (old / "bwrap").write_text(f"#!/bin/bash\nfor a in \"$@\"; do case $a in --disable-userns|--assert-userns-disabled|--seccomp|--add-seccomp-fd|--size|--perms) "
                                   f"echo \"bwrap: Unknown option $a\" >&2; exit 1;; esac; done\nexec {bwrap} \"$@\"\n")
        (old / "bwrap").chmod(0o755)
        cases["with an older bubblewrap"] = ("plain", old)
        broken = without(suite, "bwrap", *engines)
        (broken / "bwrap").write_text("#!/bin/sh\necho 'bwrap: No permissions to create a new namespace' >&2\nexit 1\n")
        (broken / "bwrap").chmod(0o755)
        cases["with a bubblewrap that always fails"] = ("plain", broken)
        cases["without prlimit"] = ("plain", without(suite, "prlimit", *engines))
    for name, (mode, path) in cases.items():
        for place in (refused_shell, refused_task, refused_program, refused_answer, refused_terminal):
            folder, plain = attacked_by(suite, "refused", identity)
            marks = suite.fresh("marks", identity)
            attacked = Wrapped(plain, mode, str(path))
            mark = f"touch {marks}/ran; cat {marks}/../*/none 2>/dev/null; id; "
            said, ended = place(suite, identity, attacked, mark)
            if ended.code == 97:
                suite.skipped("sandbox", f"{name}: {place.__name__[8:]}, {ran_as(identity)}", f"the surrounding could not be made: {ended.error()}")
                continue
            ran = (marks / "ran").exists()
            reason = " ".join((said + " " + ended.err + " " + ended.out).split())
            # In a sandbox the folder of marks is not there. What ran at all ran in one, or touched its mark.
            inside_ran = "uid=" in said
            explains = any(word in reason.lower() for word in ("bubblewrap", "bwrap", "sandbox", "podman", "user namespace", "environment"))
            suite.held("sandbox", f"{name}: {place.__name__[8:]}, {ran_as(identity)}", not ran and not ended.crashed() and (explains or inside_ran),
                       f"exit {ended.code}, {'IT RAN UNPROTECTED' if ran else 'ran in a sandbox' if inside_ran else 'did not run'}: {said[:200] or ended.error()}")


def refused_shell(suite, identity, attacked, mark):
    said = []

    def turn(results):
        said.extend(results)
        return "4" if results else [("shell", {"command": mark})]

    ended, _ = react(suite, attacked, turn, "shell", identity=identity)
    return "\n".join(said), ended


def refused_task(suite, identity, attacked, mark):
    task(attacked.folder / "t" / "a", f"mkdir -p /logs/artifacts; ({mark}) > /logs/artifacts/said.txt\n", test=mark + RIGHT)
    ended = attacked.agent(f"harbor:{attacked.folder / 't'}", *suite.root_allowed(identity))
    rows = attacked.rows()
    said = "\n".join(path.read_text(errors="replace") for path in files_below(attacked.folder / "runs") if path.name == "said.txt") if attacked.runs.exists() else ""
    return said or " ".join(str(row.get("failure_message") or row.get("verdict_reason") or "") for row in rows.values()), ended


def refused_program(suite, identity, attacked, mark):
    with scripted(lambda results: "4") as server:
        ended = attacked.agent(question(attacked.folder), *MODEL, "--client-base-url", server.url + "/v1", "--evaluator", "exact", "--agent-param", f"run={mark} echo 4",
                               *suite.root_allowed(identity), agent="command")
    rows = attacked.rows()
    return " ".join(str(row.get("answer") or "") + str(row.get("failure_message") or "") for row in rows.values()), ended


def refused_terminal(suite, identity, attacked, mark):
    def turn(request, connection):
        if request.method == "GET":
            return connection.models("m")
        said = sum(1 for message in request.json["messages"] if message.get("role") == "assistant")
        reply = {"analysis": "a", "plan": "b", "commands": [] if said else [{"keystrokes": mark + "\n", "duration": 1.0}], "task_complete": said > 0}
        screens.append(request.all_text())
        return connection.chat(request, [{"content": json.dumps(reply)}])

    screens = []
    with Server(turn) as server:
        ended = attacked.agent(question(attacked.folder), *MODEL, "--client-base-url", server.url + "/v1", "--evaluator", "exact", *suite.root_allowed(identity), agent="terminus")
    rows = attacked.rows()
    uid = next((line for screen in screens[1:] for line in screen.splitlines() if line.startswith("uid=")), "")
    return uid + " ".join(str(row.get("failure_message") or "") for row in rows.values()), ended


def refused_answer(suite, identity, attacked, mark):
    row = {"id": "a", "problem": "Write add.", "answer": "", "task_id": "HumanEval/0", "prompt": "def add(a, b):\n", "entry_point": "add",
           "test": "def check(candidate):\n    assert candidate(1, 2) == 3\n", "canonical_solution": "    return a + b\n"}
    (attacked.folder / "q.jsonl").write_text(json.dumps(row) + "\n")
    answer = f"```python\nimport os\nos.system({mark!r})\ndef add(a, b):\n    return a + b\n```"
    with scripted(lambda results: answer) as server:
        ended = attacked.run(["profile", *MODEL, "--client-base-url", server.url + "/v1", "--dataset", attacked.folder / "q.jsonl", "--evaluator", "humaneval", "--telemetry", "none",
                              "--idle-seconds", "0", "--warmup-queries", "0", "--no-calibration", "--output-dir", attacked.runs, "--run-name", "a",
                              *suite.root_allowed(identity, "profile")], timeout=200)
    rows = attacked.rows()
    seen = rows.get("a", {})
    return ("uid= " if seen.get("is_correct") else "") + f"is_correct {seen.get('is_correct')}: {seen.get('verdict_reason') or seen.get('failure_message')}", ended
