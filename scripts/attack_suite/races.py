"""Races of links, and files that are none, in the folders that tools work in and that a run keeps."""

import hashlib
import json
import os
import pathlib
import re
import shutil
import socket
import stat
import subprocess
import sys
import time

from .command import Identity, files_below, shown
from .server import Server, scripted
from .tasks import RIGHT, kill_own, processes_with, task

RACE_SECONDS = 15
MODEL = ["--client", "openai", "--model", "m"]

# Exchanges two names each, as fast as it can, and makes a link anew that a tool replaced. Ends by itself, and when the file `stop` is there.
SWAPPER = r'''
import ctypes, glob, os, stat, sys, time
folder, seconds, target = sys.argv[1], float(sys.argv[2]), sys.argv[3]
libc = ctypes.CDLL(None, use_errno=True)
end, swaps, pairs, looked = time.monotonic() + seconds, 0, [], 0
def link(path, inner):
    try:
        if inner is None:
            os.mkfifo(path + ".new")
        else:
            os.symlink(target + inner, path + ".new")
        if os.path.isdir(path) and not os.path.islink(path):
            os.rename(path, path + f".old{time.monotonic_ns()}")
        os.rename(path + ".new", path)
    except OSError:
        pass
while time.monotonic() < end and not os.path.exists(os.path.join(folder, "stop")):
    if time.monotonic() > looked:
        looked = time.monotonic() + 0.02
        pairs = [(a, a + ".link") for a in glob.glob(folder + "/**/swap-*", recursive=True) if not a.endswith((".link", ".new")) and ".old" not in a]
        for a, b in pairs:
            if not any(os.path.islink(one) or os.path.exists(one) and stat.S_ISFIFO(os.lstat(one).st_mode) for one in (a, b)):
                link(b, None if "pipe" in a else "/secret.txt" if "swap-file" in a or a.endswith("diff") else "")
    for a, b in pairs:
        libc.renameat2(-100, a.encode(), -100, b.encode(), 2)
        swaps += 1
    if not pairs:
        time.sleep(0.01)
print(swaps)
'''


class Outside:
    """A folder of the host that nothing may read, write, own or keep."""

    def __init__(self, suite, identity, content=None):
        self.folder = suite.fresh("outside", identity)
        self.canary = content or suite.word("CANARY")
        for path in (self.folder / "secret.txt", self.folder / "deep" / "secret.txt"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(self.canary + "\n")
            path.chmod(0o666)
        if identity is not None and identity.uid is not None:
            for path in (self.folder, self.folder / "deep", *files_below(self.folder)):
                os.chown(path, identity.uid, identity.uid)
        self.before = self.state()

    def state(self):
        """Everything that a write or a new owner would change."""
        found = {}
        for place in [self.folder, *sorted(self.folder.rglob("*"))]:
            status = place.lstat()
            content = place.read_bytes() if stat.S_ISREG(status.st_mode) else b""
            found[str(place.relative_to(self.folder))] = (status.st_mode, status.st_uid, status.st_gid, status.st_nlink if content else 0, content)
        return found

    def changed(self):
        after = self.state()
        return sorted(name for name in {**self.before, **after} if self.before.get(name) != after.get(name))

    def seen_in(self, attacked, leave_out=()):
        """The kept files that hold the canary, or its checksum."""
        hashed = hashlib.sha256((self.canary + "\n").encode()).hexdigest()
        return attacked.holds(self.canary, leave_out) + attacked.holds(hashed, leave_out)


class Swapper:
    """The program above, started as who runs the command. It may look for its folder before it is there."""

    def __init__(self, identity, folder, target, seconds=RACE_SECONDS + 5):
        other = {} if identity.uid is None else {"user": identity.uid, "group": identity.uid, "extra_groups": []}
        self.process = subprocess.Popen([sys.executable if identity.uid is None else python(), "-c", SWAPPER, str(folder), str(seconds), str(target)],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **other)

    def swaps(self):
        self.process.terminate() if self.process.poll() is None else None
        out = self.process.communicate(timeout=60)[0]
        return int(out) if out.strip().isdigit() else 0

    def until_its_end(self):
        out = self.process.communicate(timeout=120)[0]
        return int(out) if out.strip().isdigit() else 0


def python():
    """A Python that any user can start."""
    return next((place for place in ("/usr/bin/python3", "/usr/local/bin/python3") if os.path.exists(place)), sys.executable)


def attack(suite):
    plain = suite.user or Identity("root", None)
    file_tools(suite, plain)
    no_files(suite, plain)
    names_of_keys(suite, plain)
    kept_beside_a_race(suite, plain)
    reading_commands_beside_a_race(suite, plain)
    foreign_folders(suite, plain)
    if shutil.which("bwrap") is None:
        suite.skipped("races", "what a sandbox's own programs race for", "bubblewrap (bwrap) is not installed")
        return
    identities = ([Identity("root", None)] if os.geteuid() == 0 else []) + ([suite.user] if suite.user else [])
    for identity in identities:
        shell_in_the_background(suite, identity)
        odd_files_of_a_task(suite, identity)
        task_of_a_terminal(suite, identity)
        answer_of_a_program(suite, identity)
        allowed_variable(suite, identity)
    if os.geteuid() == 0:
        new_owners(suite, identities[0])
    else:
        suite.skipped("races", "new owners of a task's files", "the suite does not run as root")


def question(folder):
    (folder / "q.jsonl").write_text('{"id": "a", "problem": "Do it.", "answer": "4"}\n')
    return folder / "q.jsonl"


def workspace(attacked, name="a"):
    found = sorted((attacked.runs / name / "artifacts").glob("*/workspace"))
    return found[0] if found else None


def react(suite, attacked, turn, tools, *further, identity=None, timeout=240, env=None):
    with scripted(turn) as server:
        ended = attacked.agent(question(attacked.folder), *MODEL, "--client-base-url", server.url + "/v1", "--evaluator", "exact", "--tools", tools,
                               "--max-turns", "500", *further, *suite.root_allowed(identity or attacked.identity), agent="react",
                               timeout=timeout, env=env)
        return ended, server.requests


def file_tools(suite, identity):
    """Reads, lists and writes beside a program of the host that exchanges a folder and a link, and a file and a link."""
    folder = suite.fresh("tools", identity)
    outside = Outside(suite, identity)
    attacked = suite.command(folder, identity)
    state = {"swapper": None, "calls": 0}
    planted = suite.word("planted-")

    def turn(results):
        if not results:
            return [("file_write", {"path": f"{place}/secret.txt", "content": "inside\n"}) for place in ("swap-folder", "swap-folder/deep")] + \
                [("file_write", {"path": "swap-file.txt", "content": "inside\n"})]
        if state["swapper"] is None:
            state["swapper"] = Swapper(identity, workspace(attacked), outside.folder, RACE_SECONDS)
            state["end"] = time.monotonic() + RACE_SECONDS
        if time.monotonic() > state["end"]:
            return "4"
        # A conversation of many results would be slow to send; 300 calls each are enough.
        if len(results) > 4_000:
            return "4"
        state["calls"] += 16
        return [("file_read", {"path": path}) for path in ("swap-folder/secret.txt", "swap-folder/deep/secret.txt", "swap-file.txt", "swap-folder",
                                                           "swap-folder/deep", "swap-folder.link/secret.txt", "swap-file.txt.link", ".")] + \
            [("file_write", {"path": path, "content": planted}) for path in ("swap-folder/planted.txt", "swap-folder/deep/secret.txt", "swap-file.txt",
                                                                             "swap-folder/new/planted.txt", "swap-folder/deep/new/planted.txt")] + \
            [("document_read", {"path": path}) for path in ("swap-folder/secret.txt", "swap-file.txt", "swap-folder/deep/secret.txt")]

    ended, requests = react(suite, attacked, turn, "file_read,file_write,document_read", identity=identity)
    swaps = state["swapper"].until_its_end() if state["swapper"] else 0
    told = [request for request in requests if outside.canary.encode() in request.body]
    if swaps < 1000 or state["calls"] < 100:
        suite.skipped("races", "file tools beside exchanged links", f"only {swaps} swaps and {state['calls']} calls: exit {ended.code}, {ended.error()}")
        return
    seen = f"{state['calls']} calls beside {swaps} swaps, exit {ended.code}"
    suite.held("races", "file tools beside exchanged links: reads", not told, f"{seen}; the model saw the canary in {len(told)} requests")
    suite.held("races", "file tools beside exchanged links: writes", not outside.changed(), f"{seen}; changed outside: {outside.changed()[:3] or 'nothing'}")
    kept = outside.seen_in(attacked)
    suite.held("races", "file tools beside exchanged links: kept", not kept and not ended.crashed(), f"{seen}; {kept[0] if kept else 'no canary kept'}")


def odd_files(place, outside):
    """Pipes, sockets, hard links and devices in a folder, and what they are called."""
    place.mkdir(parents=True, exist_ok=True)
    made = ["pipe", "socket", "hard"]
    os.mkfifo(place / "pipe")
    os.link(outside.folder / "secret.txt", place / "hard")
    bound = socket.socket(socket.AF_UNIX)
    here = os.getcwd()
    try:
        os.chdir(place)
        bound.bind("socket")
    finally:
        os.chdir(here)
        bound.close()
    os.symlink("/dev/zero", place / "to-zero")
    os.symlink("/proc/self/environ", place / "to-environ")
    os.symlink("/dev/fd/0", place / "to-input")
    made += ["to-zero", "to-environ", "to-input"]
    if os.geteuid() == 0:
        try:
            os.mknod(place / "device", stat.S_IFCHR | 0o666, os.makedev(1, 5))
            made.append("device")
        except OSError:
            pass
    return made


def no_files(suite, identity):
    """Tools on pipes, sockets and devices must say what they are, and not wait."""
    folder = suite.fresh("odd", identity)
    outside = Outside(suite, identity)
    attacked = suite.command(folder, identity)
    canary = suite.secret()
    state = {"names": []}

    def turn(results):
        if not results:
            return [("file_write", {"path": "a.txt", "content": "a\n"})]
        if not state["names"]:
            place = workspace(attacked) / "odd"
            state["names"] = odd_files(place, outside)
            if identity.uid is not None:
                for path in [place, *place.iterdir()]:
                    os.chown(path, identity.uid, identity.uid, follow_symlinks=False)
            # What is hard-linked has the canary's content and owner: only writes through it count.
            outside.before = outside.state()
            return [(tool, {"path": f"odd/{name}"}) for name in state["names"] if name != "hard" for tool in ("file_read", "document_read")] + \
                [("file_read", {"path": "odd"})] + \
                [("file_write", {"path": f"odd/{name}", "content": "planted"}) for name in state["names"]]
        return "4"

    ended, _ = react(suite, attacked, turn, "file_read,file_write,document_read", identity=identity, env={"ATTACK_TOKEN": canary}, timeout=150)
    rows = attacked.rows(columns="record_id,is_correct,failed,failure_message")
    right = rows.get("a", {}).get("is_correct")
    suite.held("races", "file tools on pipes, sockets and devices come back", right is True and not ended.crashed(),
               f"is_correct {right} after {ended.seconds:.0f} s, exit {ended.code}: {rows.get('a', {}).get('failure_message') or ended.error()}")
    leaks = attacked.leaks(canary)
    suite.held("races", "file tools on links to /proc", not leaks, shown(leaks))
    changed = outside.changed()
    changed = [name for name in changed if outside.state().get(name, (0,) * 5)[4] != outside.before.get(name, (0,) * 5)[4]]
    # No program of a sandbox can make such a name: its folders are mounts of their own.
    suite.figure("races", "a write into a hard link, which only the user can make, changes the other name", bool(changed))
    others = [str(path) for path in (workspace(attacked) or folder).rglob("*") if path.is_file() and not path.is_symlink() and "planted" == path.read_text(errors="replace")]
    suite.figure("races", "odd files that a write replaced by a file", ", ".join(pathlib.Path(other).name for other in others) or "none")


def names_of_keys(suite, identity):
    """A key in the names and contents of what an agent leaves."""
    folder = suite.fresh("names", identity)
    attacked = suite.command(folder, identity)
    key = suite.secret()
    parts = [("file_write", {"path": f"{key}/{key}.txt", "content": f"{key}\n"}), ("file_write", {"path": f"a-{key[:20]}.txt", "content": "a\n"}),
             ("file_write", {"path": "patch.diff", "content": f"+++ b/{key}\n+{key}\n"})]
    ended, _ = react(suite, attacked, lambda results: "4" if results else parts, "file_write", identity=identity, env={"OPENAI_API_KEY": key})
    named = names_with(attacked.folder, key)
    leaks = attacked.leaks(key)
    suite.held("races", "a key in the content of files that an agent leaves", not leaks and not ended.crashed(), f"exit {ended.code}, {shown(leaks)}")
    suite.held("races", "a key in the names of files that an agent leaves", not named, f"{len(named)} names hold it" if named else "no name holds it")


def names_with(folder, secret, length=12):
    """Paths and targets of links that hold a fragment of a secret."""
    fragments = [secret[begin:begin + length] for begin in range(len(secret) - length + 1)]
    found = []
    for place, folders, names in os.walk(folder):
        for name in folders + names:
            path = os.path.join(place, name)
            target = os.readlink(path) if os.path.islink(path) else ""
            if any(fragment in name or fragment in target for fragment in fragments):
                found.append(path)
    return found


SWAPPED_FILES = "".join(f"mkdir -p {place}/swap-{n}/deep; echo inside > {place}/swap-{n}/secret.txt; echo inside > {place}/swap-{n}/deep/secret.txt; "
                        f"echo inside > {place}/swap-file-{n}; " for place in (".", "/logs/agent", "/logs/artifacts") for n in range(40)) + "\n"


def kept_beside_a_race(suite, identity):
    """Tasks whose kept folders a program of the host changes until after the run: what is cleaned, copied, hashed, judged."""
    if shutil.which("bwrap") is None:
        suite.skipped("races", "what is kept beside exchanged links", "bubblewrap (bwrap) is not installed")
        return
    folder = suite.fresh("kept", identity)
    secret = suite.secret()
    outside = Outside(suite, identity, content=secret)
    for number in range(6):
        task(folder / "t" / f"t{number}", SWAPPED_FILES + "printf 'inside\\n' > swap-patch.diff; ln swap-patch.diff patch.diff; "
             "echo \"$K\" > k.txt; echo \"$K\" > /logs/artifacts/k.txt; sleep 1\n", environment='env = { K = "${ATTACK_KEY}" }',
             test="echo \"$K\" > /logs/verifier/k.txt; " + RIGHT)
    attacked = suite.command(folder, identity)
    (attacked.runs).mkdir()
    if identity.uid is not None:
        os.chown(attacked.runs, identity.uid, identity.uid)
    swapper = Swapper(identity, attacked.runs, outside.folder, 40)
    ended = attacked.agent(f"harbor:{folder / 't'}", "--task-env", "ATTACK_KEY", *suite.root_allowed(identity), env={"ATTACK_KEY": secret})
    swaps = swapper.until_its_end()
    rows = attacked.rows()
    right = sum(1 for row in rows.values() if row.get("is_correct"))
    if swaps < 1000:
        suite.skipped("races", "what is kept beside exchanged links", f"only {swaps} swaps: exit {ended.code}, {ended.error()}")
        return
    seen = f"{len(rows)} tasks, {right} right, {swaps} swaps, exit {ended.code}"
    changed = outside.changed()
    suite.held("races", "what is kept beside exchanged links: nothing outside changes", not changed, f"{seen}; changed outside: {changed[:3] or 'nothing'}")
    hashed = attacked.holds(hashlib.sha256((secret + "\n").encode()).hexdigest())
    suite.held("races", "what is kept beside exchanged links: no checksum of a file outside", not hashed, f"{seen}; {hashed[:2] or 'none'}")
    leaks = attacked.leaks(secret)
    suite.held("races", "what is kept beside exchanged links: the variable is cleaned", not leaks and not ended.crashed(), f"{seen}; {shown(leaks)}")


def reading_commands_beside_a_race(suite, identity):
    """Commands that read a finished run whose workspace is changed meanwhile: patch.diff, attachments, the manifest."""
    folder = suite.fresh("reading", identity)
    outside = Outside(suite, identity)
    attacked = suite.command(folder, identity)
    parts = [("file_write", {"path": f"swap-{number}/secret.txt", "content": "inside\n"}) for number in range(20)] + \
        [("file_write", {"path": "patch.diff", "content": "+inside\n"}), ("file_write", {"path": "response.txt", "content": "inside\n"})]
    ended, _ = react(suite, attacked, lambda results: "4" if results else parts, "file_write", identity=identity)
    place = workspace(attacked)
    if place is None or not (place / "patch.diff").exists():
        suite.skipped("races", "commands that read beside exchanged links", f"the run left no workspace: exit {ended.code}, {ended.error()}")
        return
    for name in ("patch.diff",):
        os.rename(place / name, place / ("swap-" + name))
        os.symlink("swap-" + name, place / name)
    swapper = Swapper(identity, place, outside.folder, 60)
    seen = []
    for arguments in (["score", attacked.runs / "a", "--evaluator", "exact"], ["analyze", attacked.runs / "a"],
                      ["export", attacked.runs / "a", "--format", "atif", "--output", folder / "atif"], ["report", attacked.runs / "a"],
                      ["show", attacked.runs / "a", "a"]):
        ended = attacked.run(arguments, timeout=150)
        seen.append(f"{arguments[0]} {ended.code}")
        if ended.crashed():
            suite.held("races", f"ipw {arguments[0]} beside exchanged links", False, f"exit {ended.code}: {ended.error()}")
    swaps = swapper.swaps()
    kept = outside.seen_in(attacked)
    suite.held("races", "commands that read beside exchanged links", not kept and not outside.changed(),
               f"{', '.join(seen)}; {kept[:2] or 'no canary kept'}; changed outside: {outside.changed()[:2] or 'nothing'}")


def foreign_folders(suite, identity):
    """Task folders with pipes, sockets, devices and hard links where files should be."""
    if shutil.which("bwrap") is None:
        suite.skipped("races", "task folders with pipes and devices", "bubblewrap (bwrap) is not installed")
        return
    for name, place in (("environment", "environment"), ("tests", "tests"), ("solution", "solution")):
        folder = suite.fresh("foreign", identity)
        outside = Outside(suite, identity)
        made = task(folder / "t" / "a", "for f in odd/*; do [ -p $f ] || [ ! -f $f ] || echo planted >> $f; done; chmod -R 777 . ; true\n")
        odd_files(made / place / "odd", outside)
        outside.before = outside.state()
        attacked = suite.command(folder, identity)
        ended = attacked.agent(f"harbor:{folder / 't'}", *suite.root_allowed(identity), timeout=150)
        changed = outside.changed()
        kept = attacked.holds(outside.canary, leave_out=[folder / "t"])
        suite.held("races", f"pipes, sockets, devices and a hard link in {name}/", not changed and not ended.crashed(),
                   f"exit {ended.code} after {ended.seconds:.0f} s, changed outside: {changed or 'nothing'}: {ended.error()}")
    for place in ("instruction.md", "task.toml", "tests/test.sh", "solution/solve.sh"):
        folder = suite.fresh("foreign", identity)
        made = task(folder / "t" / "a")
        (made / place).unlink()
        os.mkfifo(made / place)
        attacked = suite.command(folder, identity)
        ended = attacked.agent(f"harbor:{folder / 't'}", *suite.root_allowed(identity), timeout=100)
        suite.held("races", f"a pipe as {place}", not ended.crashed() and ended.code != 0, f"exit {ended.code} after {ended.seconds:.0f} s: {ended.error()}")


def in_the_sandbox(target, seconds, folder="."):
    """Shell that starts the swapper in the background, out of the session and twice forked."""
    return f"cat > /tmp/swapper.py <<'ENDED'\n{SWAPPER}\nENDED\ncp /tmp/swapper.py {folder}/swapper.txt 2>/dev/null; " \
           f"for n in 1 2; do mkdir -p {folder}/swap-$n/deep; echo inside > {folder}/swap-$n/secret.txt; echo inside > {folder}/swap-file-$n; done; " \
           f"(setsid setsid {python()} {folder}/swapper.txt {folder} {seconds} {target} </dev/null >/dev/null 2>&1 &) ; "


def shell_in_the_background(suite, identity):
    """The shell tool leaves a swapper behind, and is asked for it beside file tools in one turn."""
    folder = suite.fresh("shell", identity)
    outside = Outside(suite, identity)
    attacked = suite.command(folder, identity)
    seconds = f"{RACE_SECONDS}.{suite.random.randrange(10**6, 10**7)}"
    state = {"end": None}

    def reads():
        return [("file_read", {"path": path}) for path in ("swap-1/secret.txt", "swap-2", "swap-file-1", "swap-2/deep/secret.txt")] + \
            [("file_write", {"path": path, "content": "planted"}) for path in ("swap-1/planted.txt", "swap-file-2", "swap-2/deep/planted.txt")]

    def turn(results):
        if not results:
            state["end"] = time.monotonic() + RACE_SECONDS
            return [("shell", {"command": in_the_sandbox(outside.folder, seconds) + "sleep 1; ls"})] + reads()
        if time.monotonic() > state["end"] or len(results) > 400:
            return "4"
        return [("shell", {"command": in_the_sandbox(outside.folder, seconds) + "sleep 0.2"})] + reads() * 3

    ended, requests = react(suite, attacked, turn, "shell,file_read,file_write", identity=identity)
    left = processes_with(seconds)
    for process in left:
        kill_own(process, seconds)
    told = [request for request in requests if outside.canary.encode() in request.body]
    kept = outside.seen_in(attacked)
    name = "as root" if identity.is_root else "as an ordinary user"
    if len(requests) < 3:
        suite.skipped("races", f"a swapper that the shell left, {name}", f"the agent did not get so far: exit {ended.code}, {ended.error()}")
        return
    suite.held("races", f"a swapper that the shell left, {name}", not told and not kept and not outside.changed() and not left and not ended.crashed(),
               f"{len(requests)} requests, exit {ended.code}; the model saw it in {len(told)}; {kept[:1] or 'no canary kept'}; changed outside: "
               f"{outside.changed()[:2] or 'nothing'}; {len(left)} processes left")


def odd_files_of_a_task(suite, identity):
    """A task that leaves pipes, sockets, hard links, sparse files, a deep folder and odd rights where the run collects."""
    folder = suite.fresh("odd", identity)
    outside = Outside(suite, identity)
    places = ". /logs/agent /logs/artifacts"
    solution = f"""for p in {places}; do mkdir -p $p; cd $p
for n in patch.diff answer.txt trajectory.json response.txt reward.txt pipe; do rm -rf $n; mkfifo $n; done
{python()} -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")'
echo a > one; ln one two; chmod 4777 one; truncate -s 700M sparse; mkdir -m 0 shut; mknod dev c 1 5 2>/dev/null
mkdir "new
line"; printf 'a' > "$(printf 'esc\\033[31m')"; printf a > "$(printf 'bad\\377')"; ln -s self self; cd - >/dev/null; done
(sleep 30 > /logs/agent/pipe &) ; cp /bin/true ./suid; chmod 6777 ./suid
"""
    task(folder / "t" / "a", solution, test="mkfifo /logs/verifier/pipe /logs/verifier/test-stdout.txt 2>/dev/null; truncate -s 700M /logs/verifier/sparse; " + RIGHT)
    task(folder / "t" / "b")
    attacked = suite.command(folder, identity)
    ended = attacked.agent(f"harbor:{folder / 't'}", *suite.root_allowed(identity), timeout=200)
    rows = attacked.rows()
    name = "as root" if identity.is_root else "as an ordinary user"
    right = sorted(str(key) for key, row in rows.items() if row.get("is_correct"))
    suite.held("races", f"pipes, sockets, sparse files and shut folders that a task leaves, {name}", len(right) == 2 and not ended.crashed(),
               f"exit {ended.code} after {ended.seconds:.0f} s, right: {right}: {ended.error()}")
    for arguments in (["export", attacked.runs / "a", "--format", "atif", "--output", folder / "atif"], ["analyze", attacked.runs / "a"],
                      ["report", attacked.runs / "a"]):
        again = attacked.run(arguments, timeout=150)
        suite.held("races", f"ipw {arguments[0]} of what such a task left, {name}", not again.crashed() and again.code == 0,
                   f"exit {again.code} after {again.seconds:.0f} s: {again.error()}")
    suid = [path for path in attacked.runs.rglob("*") if not path.is_symlink() and path.is_file() and path.stat().st_mode & (stat.S_ISUID | stat.S_ISGID)]
    suite.held("races", f"programs with setuid that a task leaves are out of reach, {name}", not in_reach(suid), f"{len(suid)} are left, in reach of every user {in_reach(suid)}")


def in_reach(paths):
    """How many of these every user of the machine can come to."""
    return sum(1 for path in paths if all(parent.stat().st_mode & stat.S_IXOTH for parent in path.parents))


def task_of_a_terminal(suite, identity):
    """An agent with a terminal in its task's environment: what it started goes on while its files are verified and kept."""
    if shutil.which("tmux") is None:
        suite.skipped("races", "a swapper of a terminal", "tmux is not installed")
        return
    folder = suite.fresh("terminal", identity)
    secret = suite.secret()
    outside = Outside(suite, identity, content=secret)
    seconds = f"{RACE_SECONDS + 10}.{suite.random.randrange(10**6, 10**7)}"
    (folder / "bin").mkdir()
    for number in range(3):
        made = task(folder / "t" / f"t{number}", environment='env = { K = "${ATTACK_KEY}" }', test="sleep 2; ls -la; " + RIGHT)
        (made / "environment" / "begin.sh").write_text(
            "".join(in_the_sandbox(outside.folder, seconds, place) + "\n" for place in (".", "/logs/agent", "/logs/artifacts")) +
            "echo $K > k.txt; echo $K > /logs/artifacts/k.txt; echo started\n")
    def turn(request, connection):
        if request.method == "GET":
            return connection.models("m")
        said = request.all_text()
        state = sum(1 for message in request.json["messages"] if message.get("role") == "assistant")
        keys = [{"keystrokes": "bash begin.sh\n", "duration": 2.0}] if state == 0 else []
        reply = {"analysis": "a", "plan": "b", "commands": keys, "task_complete": state > 0}
        return connection.chat(request, [{"content": json.dumps(reply)}])

    attacked = suite.command(folder, identity)
    with Server(turn) as server:
        ended = attacked.agent(f"harbor:{folder / 't'}", *MODEL, "--client-base-url", server.url + "/v1", "--task-env", "ATTACK_KEY",
                               *suite.root_allowed(identity), env={"ATTACK_KEY": secret}, agent="terminus", timeout=240)
    left = processes_with(seconds)
    for process in left:
        kill_own(process, seconds)
    name = "as root" if identity.is_root else "as an ordinary user"
    rows = attacked.rows()
    started = attacked.holds("started")
    if not rows or not started:
        suite.skipped("races", f"a swapper of a terminal, {name}", f"the terminal did not start it: exit {ended.code}, {ended.error()}")
        return
    seen = f"{len(rows)} tasks, exit {ended.code} after {ended.seconds:.0f} s"
    suite.held("races", f"a swapper of a terminal: nothing outside changes, {name}", not outside.changed(), f"{seen}; {outside.changed()[:3] or 'nothing'}")
    hashed = attacked.holds(hashlib.sha256((secret + "\n").encode()).hexdigest(), leave_out=[folder / "t"])
    leaks = attacked.leaks(secret, leave_out=[folder / "t"])
    suite.held("races", f"a swapper of a terminal: nothing is kept, {name}", not leaks and not hashed and not ended.crashed(), f"{seen}; {shown(leaks)}")
    suite.held("races", f"a swapper of a terminal ends with its task, {name}", not left, f"{seen}; {len(left)} processes left")


def answer_of_a_program(suite, identity):
    """--agent command, whose answer and trajectory are links, pipes and exchanged names."""
    cases = {
        "a link": "ln -sf @OUT@/secret.txt answer.txt; ln -sf @OUT@/secret.txt out.json",
        "a pipe": "mkfifo answer.txt out.json",
        "a folder": "mkdir answer.txt out.json",
        "a link to a device": "ln -s /dev/zero answer.txt; ln -s /dev/zero out.json",
        "700 MiB of nothing": "truncate -s 700M answer.txt out.json",
        "an exchanged link": "echo 4 > answer.txt; echo 4 > out.json; ln -s @OUT@/secret.txt l; "
                             "(setsid python3 -c 'import ctypes,time\nc=ctypes.CDLL(None)\ne=time.time()+10\n"
                             "while time.time()<e: c.renameat2(-100,b\"answer.txt\",-100,b\"l\",2)' </dev/null >/dev/null 2>&1 &); sleep 0.3",
    }
    name = "as root" if identity.is_root else "as an ordinary user"
    for case, script in cases.items():
        folder = suite.fresh("answer", identity)
        outside = Outside(suite, identity)
        (folder / "bin").mkdir()
        agent = folder / "bin" / "agent.sh"
        agent.write_text("#!/bin/bash\n" + script.replace("@OUT@", str(outside.folder)) + "\ntrue\n")
        agent.chmod(0o755)
        attacked = suite.command(folder, identity)
        with scripted(lambda results: "4") as server:
            ended = attacked.agent(question(folder), *MODEL, "--client-base-url", server.url + "/v1", "--evaluator", "exact",
                                   "--agent-param", f"run={agent}", "--agent-param", f"folders={folder / 'bin'}", "--agent-param", "answer=answer.txt",
                                   "--agent-param", "trajectory=out.json", *suite.root_allowed(identity), agent="command", timeout=120)
        rows = attacked.rows()
        kept = outside.seen_in(attacked)
        suite.held("races", f"a program's answer is {case}, {name}", not kept and not outside.changed() and not ended.crashed(),
                   f"exit {ended.code} after {ended.seconds:.0f} s, {kept[:1] or 'no canary kept'}: "
                   f"{rows.get('a', {}).get('failure_message') or ended.error()}")


def allowed_variable(suite, identity):
    """A variable that the user allows, in names, targets of links, behind sparse files, in a large workspace."""
    name = "as root" if identity.is_root else "as an ordinary user"
    cases = {
        "in names and targets of links": "mkdir -p \"$K\" /logs/artifacts/\"$K\"; echo a > \"$K/$K\"; ln -s \"$K\" l; ln -s \"/x/$K\" /logs/artifacts/l; ln -s \"$K\" \"$K/l-$K\"",
        "behind sparse files": "for p in . /logs/artifacts; do truncate -s 700M $p/a1 $p/a2; echo \"$K\" > $p/z.txt; done",
        "in 4,000 files": "for d in 1 2 3 4; do mkdir -p d$d; for i in {1..1000}; do echo \"$K\" > d$d/$i; done; done",
        "in files without rights": "echo \"$K\" > a; chmod 0 a; mkdir -p s; echo \"$K\" > s/a; chmod 0 s; mkdir -p r; echo \"$K\" > r/a; chmod 500 r",
        "in a file with two names": "echo \"$K\" > a; ln a b; echo \"$K\" > /logs/artifacts/a; ln /logs/artifacts/a /logs/artifacts/b",
        "over the border of two blocks": "head -c 8185 /dev/zero | tr '\\0' a > a; printf %s \"$K\" >> a; head -c 65530 /dev/zero | tr '\\0' a > b; printf %s \"$K\" >> b",
        "behind other bytes": "printf '\\377\\376%s\\0\\200' \"$K\" > a; (printf '\\0'; printf %s \"$K\" | sed 's/./&\\x00/g') > utf16",
    }
    for case, solution in cases.items():
        folder = suite.fresh("allowed", identity)
        secret = suite.secret()
        task(folder / "t" / "a", solution + "\ntrue\n", environment='env = { K = "${ATTACK_KEY}" }')
        attacked = suite.command(folder, identity)
        ended = attacked.agent(f"harbor:{folder / 't'}", "--task-env", "ATTACK_KEY", *suite.root_allowed(identity), env={"ATTACK_KEY": secret})
        leaks, named = attacked.leaks(secret), names_with(attacked.folder, secret)
        said = [line for line in (ended.out + ended.err).splitlines() if re.search(r"(?i)not (searched|read|cleaned|looked)", line)]
        suite.held("races", f"an allowed variable {case}, {name}", not leaks and not named and not ended.crashed() and bool(attacked.rows()),
                   f"exit {ended.code} after {ended.seconds:.0f} s, {shown(leaks)}, {len(named)} names hold it{'; ' + said[0] if said else ''}: {ended.error()}")


def new_owners(suite, identity):
    """As root, each sandbox is given its folder: through exchanged links, files of others would change their owner."""
    folder = suite.fresh("owners", identity)
    outside = Outside(suite, identity)
    attacked = suite.command(folder, identity)
    state = {"swapper": None}

    def turn(results):
        if not results:
            return [("shell", {"command": "for n in {1..60}; do mkdir -p swap-$n/deep; echo a > swap-$n/secret.txt; echo a > swap-file-$n; done"})]
        if state["swapper"] is None:
            state["swapper"] = Swapper(identity, workspace(attacked), outside.folder, RACE_SECONDS)
            state["end"] = time.monotonic() + RACE_SECONDS
        return "4" if time.monotonic() > state["end"] else [("shell", {"command": "true"}), ("code_interpreter", {"code": "print(1)"})]

    ended, requests = react(suite, attacked, turn, "shell,code_interpreter", identity=identity)
    swaps = state["swapper"].until_its_end() if state["swapper"] else 0
    if swaps < 1000 or len(requests) < 5:
        suite.skipped("races", "new owners of a task's files beside exchanged links", f"{swaps} swaps, {len(requests)} requests: exit {ended.code}, {ended.error()}")
        return
    changed = outside.changed()
    suite.held("races", "new owners of a task's files beside exchanged links", not changed and not ended.crashed(),
               f"{len(requests)} requests beside {swaps} swaps, exit {ended.code}; changed outside: {changed[:3] or 'nothing'}: {ended.error()}")
