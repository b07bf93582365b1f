"""Foreign tasks: where they may work, what their links and variables reach, how many processes they leave, which rewards count."""

import hashlib
import os
import pathlib
import shutil
import signal
import time

from . import command
from .command import Identity, shown
from .server import Server

SYSTEM_FOLDERS = ["/etc", "/usr", "/usr/bin", "/bin", "/lib", "/proc", "/proc/self", "/sys", "/dev", "/", "/tests", "/logs",
                  "/logs/verifier", "/solution", "/run", "/app/../etc", "../etc"]
RIGHT = "echo 1 > /logs/verifier/reward.txt\n"


def task(folder, solution="true\n", test=RIGHT, environment="", verifier="", solution_table="", instruction="Do it.\n", files=None):
    """A task of Harbor's form. What it runs is plain shell."""
    for name in ("environment", "tests", "solution"):
        (folder / name).mkdir(parents=True)
    (folder / "task.toml").write_text(
        f'version = "1.0"\n[task]\nname = "attack/{folder.name}"\n[agent]\ntimeout_sec = 60.0\n[verifier]\ntimeout_sec = 60.0\n'
        f"{verifier}\n[environment]\nallow_internet = false\n{environment}\n{solution_table}\n")
    (folder / "instruction.md").write_text(instruction)
    (folder / "tests" / "test.sh").write_text("#!/bin/bash\n" + test)
    (folder / "solution" / "solve.sh").write_text("#!/bin/bash\n" + solution)
    for name, text in (files or {}).items():
        (folder / "environment" / name).write_text(text)
    return folder


class Marker:
    """A text that only a program prints: the script has the sum, the output has its result."""

    def __init__(self, suite):
        first, second = suite.random.randrange(10**8, 10**9), suite.random.randrange(10**8, 10**9)
        self.text = f"ran-{first + second}-here"
        self.shell = f'm="ran-$(( {first} + {second} ))-here"; echo "$m"; for f in /logs/agent /logs/artifacts; ' \
                     'do mkdir -p $f 2>/dev/null; echo "$m" > $f/marker.txt 2>/dev/null; done\n'


def attack(suite):
    if shutil.which("bwrap") is None:
        suite.skipped("tasks", "everything that a sandbox should hold", "bubblewrap (bwrap) is not installed")
        return
    identities = [Identity("root", None)] if os.geteuid() == 0 else []
    if suite.user:
        identities.append(suite.user)
    else:
        suite.skipped("tasks", "the sandbox as an ordinary user", suite.why_no_user)
    if os.geteuid() != 0:
        suite.skipped("tasks", "the sandbox as root", "the suite does not run as root")
    for identity in identities:
        if identity.is_root:
            unasked_as_root(suite, identity)
        if not control(suite, identity):
            continue
        preload(suite, identity)
        workdirs(suite, identity, SYSTEM_FOLDERS if not identity.is_root else ["/usr/bin", "/proc", "/tests", "/"])
        looks_around(suite, identity)
        many_processes(suite, identity)
    plain = suite.user or identities[0]
    links(suite, plain)
    variables(suite, plain)
    rewards(suite, plain)
    planted_rewards(suite, plain)
    links_in_what_is_kept(suite, plain)
    long_command(suite, plain)


def ran_as(identity):
    return "as root" if identity.is_root else "as an ordinary user"


def control(suite, identity):
    """What is allowed must work, or nothing below would prove anything."""
    folder = suite.fresh("control", identity)
    marker = Marker(suite)
    task(folder / "t" / "plain", marker.shell + "cat note.txt inside.txt\n", files={"note.txt": "a\n"})
    os.symlink("note.txt", folder / "t" / "plain" / "environment" / "inside.txt")
    task(folder / "t" / "below", marker.shell, environment='workdir = "/app/below"')
    attacked = suite.command(folder, identity)
    ended = attacked.agent(f"harbor:{folder / 't'}", *suite.root_allowed(identity))
    rows = attacked.rows()
    right = sorted(name for name, row in rows.items() if row.get("is_correct"))
    if len(right) == 2 and len(attacked.holds(marker.text)) > 0:
        return True
    suite.skipped("tasks", f"the sandbox {ran_as(identity)}", f"an honest task does not run: exit {ended.code}, right {right}, {ended.error()}")
    return False


def unasked_as_root(suite, identity):
    folder = suite.fresh("root", identity)
    marker = Marker(suite)
    task(folder / "t" / "a", marker.shell)
    attacked = suite.command(folder, identity)
    ended = attacked.agent(f"harbor:{folder / 't'}")
    ran = attacked.holds(marker.text, leave_out=[folder / "t"])
    suite.held("tasks", "foreign code as root without being told to", not ran and ended.code not in (0, None)
               and "--allow-root-sandbox" in ended.err, f"exit {ended.code}, {'it ran' if ran else 'it did not run'}: {ended.error()}")


def preload(suite, identity):
    """The library is a line of text: the loader would complain of it in every program that it is planted in."""
    folder = suite.fresh("preload", identity)
    marker = Marker(suite)
    library = suite.word("/app/planted-")
    for place in ("/etc", "/etc/"):
        name = "a" + str(len(place))
        task(folder / "t" / name, marker.shell + "id -u; grep Cap /proc/self/status; sleep 0\n", environment=f'workdir = "{place}"',
             files={"ld.so.preload": library + "\n", pathlib.PurePath(library).name: "no library\n"})
    attacked = suite.command(folder, identity)
    ended = attacked.agent(f"harbor:{folder / 't'}", *suite.root_allowed(identity))
    planted = attacked.holds("cannot be preloaded", leave_out=[folder / "t"])
    ran = attacked.holds(marker.text, leave_out=[folder / "t"])
    suite.held("tasks", f"workdir=/etc with ld.so.preload, {ran_as(identity)}", not planted and not ran and not ended.crashed(),
               f"exit {ended.code}, {'the loader read the planted file' if planted else 'nothing was loaded'}, "
               f"{'the task ran' if ran else 'the task did not run'}: {ended.error()}")


def workdirs(suite, identity, places):
    for place in places:
        folder = suite.fresh("workdir", identity)
        marker = Marker(suite)
        task(folder / "t" / "a", marker.shell, environment=f'workdir = "{place}"', files={"note.txt": "a\n"})
        attacked = suite.command(folder, identity)
        ended = attacked.agent(f"harbor:{folder / 't'}", *suite.root_allowed(identity))
        ran = attacked.holds(marker.text, leave_out=[folder / "t"])
        suite.held("tasks", f"workdir={place}, {ran_as(identity)}", not ran and not ended.crashed(),
                   f"exit {ended.code}, {'the task ran' if ran else 'the task did not run'}: {ended.error()}")


PROBES = """
report() { echo "probe $1 $2" >> /tmp/probes; }
caps=$(sed -n 's/^CapEff:[[:space:]]*//p' /proc/self/status); [ "$caps" = 0000000000000000 ] || report capabilities "$caps"
grep -q '^NoNewPrivs:[[:space:]]*1' /proc/self/status || report no_new_privs missing
cat @CANARY@ 2>/dev/null && report canary read
unshare -Ur true 2>/dev/null && report user_namespace made
mount -t tmpfs none /app 2>/dev/null && report mount done
for f in /usr/planted /etc/planted /tests/planted; do (echo a > $f) 2>/dev/null && report wrote $f; done
[ -r /etc/shadow ] && [ -s /etc/shadow ] && head -c 1 /etc/shadow 2>/dev/null | grep -q . && report shadow read
ls -A /tests 2>/dev/null | grep -q . && report tests seen
count=$(ls /proc | grep -c '^[0-9]'); [ "$count" -lt 12 ] || report host_processes "$count"
(exec 3<>/dev/tcp/127.0.0.1/@PORT@ && printf 'GET /probe HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n' >&3) 2>/dev/null && report network used
for p in /proc/[0-9]*; do tr '\\0' '\\n' < $p/environ 2>/dev/null; done | grep -q '@NAME@' && report environment read
dd if=/dev/mem of=/dev/null bs=1 count=1 2>/dev/null && report memory read
mkdir -p /logs/agent /logs/artifacts 2>/dev/null; env > /logs/artifacts/env.txt; cp /tmp/probes /logs/artifacts/probes.txt 2>/dev/null
cp /tmp/probes /logs/agent/probes.txt 2>/dev/null; cat /tmp/probes 2>/dev/null
"""


def looks_around(suite, identity):
    """One task that tries every door of its sandbox, and tells which opened."""
    folder = suite.fresh("probes", identity)
    canary = suite.secret()
    outside = suite.fresh("outside", identity) / "canary.txt"
    outside.write_text(canary)
    if identity.uid is not None:
        os.chown(outside, identity.uid, identity.uid)
    with Server(lambda request, connection: connection.reply("200 OK", {})) as network:
        script = PROBES.replace("@CANARY@", str(outside)).replace("@PORT@", str(network.port)).replace("@NAME@", "CANARY_OF_THE_HOST")
        marker = Marker(suite)
        task(folder / "t" / "a", script + marker.shell)
        attacked = suite.command(folder, identity)
        attacked.agent(f"harbor:{folder / 't'}", *suite.root_allowed(identity), env={"CANARY_OF_THE_HOST": canary, "OPENAI_API_KEY": canary})
        found = sorted({line.strip() for path in command.files_below(folder / "runs") if path.name != "solve.sh"
                        for line in path.read_text(errors="replace").splitlines() if line.startswith("probe ")})
        if not attacked.holds(marker.text, leave_out=[folder / "t"]):
            suite.skipped("tasks", f"12 doors of the sandbox, {ran_as(identity)}", "the task that tries them did not come to its end")
            return
        opened = found + [f"the server heard {len(network.requests)} requests"] * bool(network.requests)
        suite.held("tasks", f"12 doors of the sandbox, {ran_as(identity)}", not opened, ", ".join(opened) or "all stayed shut")
        leaks = attacked.leaks(canary, leave_out=[folder / "t"])
        suite.held("tasks", f"variables and files of the host, {ran_as(identity)}", not leaks, shown(leaks))


def many_processes(suite, identity):
    """At most 200 sleeping processes of half a minute, in the sandbox's own namespace; then the machine must have none of them left."""
    folder = suite.fresh("processes", identity)
    seconds = f"30.{suite.random.randrange(10**6, 10**7)}"
    task(folder / "t" / "a", "mkdir -p /logs/artifacts\n"
         f"setsid sleep {seconds} >/dev/null 2>&1 </dev/null &\n"
         f"for (( i = 0; i < 200; i++ )); do sleep {seconds} >/dev/null 2>&1 </dev/null & set -- /proc/[0-9]*; "
         "echo \"alive-at-once $#\" >> /logs/artifacts/count.txt; done\ntrue\n")
    task(folder / "t" / "b", "echo b > b.txt\n", test="[ \"$(cat b.txt)\" = b ] && " + RIGHT)
    attacked = suite.command(folder, identity)
    ended = attacked.agent(f"harbor:{folder / 't'}", *suite.root_allowed(identity))
    left = processes_with(seconds)
    time.sleep(0.5 if left else 0)
    left = processes_with(seconds)
    counts = [int(word) for path in command.files_below(folder / "runs") for line in path.read_text(errors="replace").splitlines()
              if line.startswith("alive-at-once ") and (word := line.split()[1]).isdigit()]
    rows = attacked.rows()
    suite.held("tasks", f"processes left when the run has ended, {ran_as(identity)}", not left, f"{len(left)} of 201 still there, exit {ended.code}")
    if counts or rows:
        most = max(counts, default=0)
        # Tasks may have 512, for compilers and services; the suite starts no more than 201.
        suite.figure("tasks", f"processes of a task alive at once, of 201 asked for, {ran_as(identity)}",
                     most if counts else "not all could be started, and the task could not count them")
        other = rows.get("b") or next((row for name, row in rows.items() if name.endswith("b")), {})
        suite.held("tasks", f"the task beside 200 processes, {ran_as(identity)}", other.get("is_correct") is not False or bool(other.get("failed")),
                   f"is_correct {other.get('is_correct')}: {other.get('verdict_reason') or other.get('failure_message') or ''}")
    for process in left:
        kill_own(process, seconds)


def processes_with(word):
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and word.encode() in (entry / "cmdline").read_bytes().split(b"\0"):
                found.append(int(entry.name))
        except OSError:
            continue
    return found


def kill_own(process, word):
    """End a process that this suite's task left; its argument is drawn, so that no other has it."""
    try:
        if word.encode() in pathlib.Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0"):
            os.kill(process, signal.SIGKILL)
    except OSError:
        pass


def links(suite, identity):
    canary = suite.word("CANARY")
    outside = suite.fresh("outside", identity)
    marker = Marker(suite)
    (outside / "secret.txt").write_text(canary + "\n")
    (outside / "tree" / "deep").mkdir(parents=True)
    (outside / "tree" / "deep" / "secret.txt").write_text(canary + "\n")
    (outside / "tests").mkdir()
    (outside / "tests" / "test.sh").write_text(f"#!/bin/bash\necho {canary}; {marker.shell}{RIGHT}")
    (outside / "solution").mkdir()
    (outside / "solution" / "solve.sh").write_text(f"#!/bin/bash\necho {canary}; {marker.shell}")
    (outside / "task.toml").write_text('version = "1.0"\n[task]\nname = "attack/' + canary + '"\n[environment]\nallow_internet = false\n')
    show = "find . -type f -exec cat {} +; for f in *; do cat $f/deep/secret.txt; done 2>/dev/null; " \
           "mkdir -p /logs/artifacts; cp -rL . /logs/artifacts/all 2>/dev/null; true\n"
    cases = {
        "instruction.md": ("instruction.md", "secret.txt"),
        "environment/root": ("environment/root", "tree"),
        "environment/file": ("environment/file.txt", "secret.txt"),
        "environment": ("environment", "tree"),
        "tests": ("tests", "tests"),
        "tests/test.sh": ("tests/test.sh", "tests/test.sh"),
        "solution": ("solution", "solution"),
        "solution/solve.sh": ("solution/solve.sh", "solution/solve.sh"),
        "task.toml": ("task.toml", "task.toml"),
        "a link to a link": ("environment/two", "@two"),
        "a step's instruction.md": ("steps/one/instruction.md", "secret.txt"),
        "a step's workdir": ("steps/one/workdir", "tree"),
    }
    for name, (place, target) in cases.items():
        folder = suite.fresh("link", identity)
        made = task(folder / "t" / "a", show)
        if place.startswith("steps"):
            for part in ("tests", "solution", "workdir"):
                (made / "steps" / "one" / part).mkdir(parents=True)
            (made / "steps" / "one" / "instruction.md").write_text("Do it.\n")
            shutil.copy(made / "tests" / "test.sh", made / "steps" / "one" / "tests" / "test.sh")
            shutil.copy(made / "solution" / "solve.sh", made / "steps" / "one" / "solution" / "solve.sh")
            with open(made / "task.toml", "a", encoding="utf-8") as toml:
                toml.write('[[steps]]\nname = "one"\n')
        linked = made / place
        if linked.is_dir():
            shutil.rmtree(linked)
        elif linked.exists():
            linked.unlink()
        if target == "@two":
            os.symlink(outside / "tree", made / "environment" / "one")
            os.symlink("one", linked)
        else:
            os.symlink(outside / target, linked)
        attacked = suite.command(folder, identity)
        ended = attacked.agent(f"harbor:{folder / 't'}", *suite.root_allowed(identity))
        attacked.rows(columns="record_id,problem,answer,verdict_reason,failure_message")
        kept = attacked.holds(canary, leave_out=[folder / "t"]) + attacked.holds(marker.text, leave_out=[folder / "t"])
        suite.held("tasks", f"a link out of the folder: {name}", not kept and not ended.crashed(),
                   f"exit {ended.code}, {'canary in ' + kept[0] if kept else 'no canary kept'}: {ended.error()}")


def variables(suite, identity):
    show = 'mkdir -p /logs/artifacts /logs/agent; echo "k=$K" | tee /logs/artifacts/k.txt /logs/agent/k.txt k.txt; ' \
           'printf %s "$K" | sha256sum | sed s/^/hash-of-k-/\n'
    cases = {
        "environment env": {"environment": 'env = { K = "${CANARY_KEY}" }'},
        "environment env with a default": {"environment": 'env = { K = "${CANARY_KEY:-none}" }'},
        "verifier env": {"verifier": 'env = { K = "${CANARY_KEY}" }'},
        "solution env": {"solution_table": '[solution]\nenv = { K = "${CANARY_KEY}" }'},
        "within a longer text": {"environment": 'env = { K = "a${CANARY_KEY}b" }'},
        "in the instruction": {"instruction": "Say ${CANARY_KEY}.\n"},
    }
    for name, parts in cases.items():
        folder = suite.fresh("variable", identity)
        canary = suite.secret()
        task(folder / "t" / "a", show, test=show + RIGHT, **parts)
        attacked = suite.command(folder, identity)
        ended = attacked.agent(f"harbor:{folder / 't'}", *suite.root_allowed(identity), env={"CANARY_KEY": canary})
        leaks = attacked.leaks(canary)
        suite.held("tasks", f"a variable of the user, {name}", not leaks and not ended.crashed(),
                   f"exit {ended.code}, {shown(leaks)}: {ended.error()}")
    if not suite.offers("run", "--task-env"):
        suite.skipped("tasks", "a variable that the user allows is kept nowhere", "this version has no --task-env")
        return
    folder = suite.fresh("allowed", identity)
    canary = suite.secret()
    task(folder / "t" / "a", show, test=show + RIGHT, environment='env = { K = "${CANARY_KEY}" }')
    attacked = suite.command(folder, identity)
    ended = attacked.agent(f"harbor:{folder / 't'}", "--task-env", "CANARY_KEY", *suite.root_allowed(identity), env={"CANARY_KEY": canary})
    attacked.rows()
    arrived = attacked.holds("hash-of-k-" + hashlib.sha256(canary.encode()).hexdigest())
    leaks = attacked.leaks(canary)
    suite.held("tasks", "a variable that the user allows is kept nowhere", not leaks and bool(arrived),
               f"exit {ended.code}, {'it arrived' if arrived else 'it did not arrive'}, {shown(leaks)}")


def rewards(suite, identity):
    """What the tests may write as a reward. None means that it has to stay without a verdict."""
    outside = suite.fresh("outside", identity) / "one.txt"
    outside.write_text("1\n")
    text, json_file = "/logs/verifier/reward.txt", "/logs/verifier/reward.json"
    cases = {
        "one": (f"echo 1 > {text}", True), "nought": (f"echo 0 > {text}", False), "half": (f"echo 0.5 > {text}", False),
        "nan": (f"echo nan > {text}", None), "nan-json": (f"echo '{{\"reward\": NaN}}' > {json_file}", None),
        "infinite": (f"echo inf > {text}", None), "two": (f"echo 2 > {text}", None), "below": (f"echo -1 > {text}", None),
        "two-json": (f"echo '{{\"reward\": 2}}' > {json_file}", None), "below-json": (f"echo '{{\"reward\": -1}}' > {json_file}", None),
        "too-large": (f"echo 1e400 > {text}", None), "large-json": (f"echo '{{\"reward\": 1e400}}' > {json_file}", None),
        "missing": ("true", None), "empty": (f": > {text}", None), "words": (f"echo solved > {text}", None),
        "true-json": (f"echo '{{\"reward\": true}}' > {json_file}", None), "text-json": (f"echo '{{\"reward\": \"1\"}}' > {json_file}", None),
        "list-json": (f"echo '[1]' > {json_file}", None), "torn-json": (f"printf '{{\"reward\": 1' > {json_file}", None),
        "folder": (f"mkdir {text}", None), "pipe": (f"mkfifo {text}", None), "device": (f"ln -s /dev/zero {text}", None),
        "huge": (f"(echo 1; head -c 67108864 /dev/zero) > {text}", None),
        "huge-json": (f"(printf '{{\"reward\": 1, \"a\": \"'; head -c 67108864 /dev/zero | tr '\\0' a; printf '\"}}') > {json_file}", None),
        "outside": (f"ln -s {outside} {text}", None),
        "deep-json": (f"(printf '{{\"a\": '; head -c 200000 /dev/zero | tr '\\0' '['; echo) > {json_file}", None),
    }
    folder = suite.fresh("rewards", identity)
    for name, (test, _) in cases.items():
        task(folder / "t" / name, test="mkdir -p /logs/verifier; " + test + "\n")
    attacked = suite.command(folder, identity)
    ended = attacked.agent(f"harbor:{folder / 't'}", *suite.root_allowed(identity), timeout=420)
    rows = attacked.rows()
    for name, (_, expected) in cases.items():
        row = rows.get(name) or next((row for other, row in rows.items() if other.endswith("/" + name)), None)
        if row is None:
            suite.held("tasks", f"reward: {name}", False, f"no row: exit {ended.code}, {ended.error()}")
            continue
        seen = row.get("is_correct")
        said = row.get("verdict_reason") or row.get("failure_message") or ""
        suite.held("tasks", f"reward: {name}", seen is expected, f"is_correct {seen}, expected {expected}: {said}")


def planted_rewards(suite, identity):
    """The agent writes the reward itself, before its tests and beside them."""
    reward = "mkdir -p /logs/verifier 2>/dev/null; echo 1 > /logs/verifier/reward.txt; echo '{\"reward\": 1}' > /logs/verifier/reward.json"
    folder = suite.fresh("planted", identity)
    task(folder / "t" / "before", reward + "\n", test="true\n")
    later = f"(for i in 1 2 3 4 5 6; do {reward}; sleep 0.5; done) >/dev/null 2>&1 </dev/null &\n"
    task(folder / "t" / "beside", later, test="sleep 2; exit 0\n")
    task(folder / "t" / "session", "setsid bash -c '" + later.replace("'", "'\\''").rstrip() + "' >/dev/null 2>&1 </dev/null &\n", test="sleep 2\n")
    task(folder / "t" / "tests", "mkdir -p /tests 2>/dev/null; printf '" + reward.replace("'", "'\\''") + "' > /tests/test.sh; "
         "printf '" + reward.replace("'", "'\\''") + "' > /app/test.sh\n", test="true\n")
    attacked = suite.command(folder, identity)
    attacked.agent(f"harbor:{folder / 't'}", *suite.root_allowed(identity))
    rows = attacked.rows()
    for name in ("before", "beside", "session", "tests"):
        row = rows.get(name) or next((row for other, row in rows.items() if other.endswith("/" + name)), None)
        suite.held("tasks", f"a reward planted by the agent: {name}", row is not None and not row.get("is_correct"),
                   f"is_correct {row.get('is_correct')}: {row.get('verdict_reason')}" if row else "no row")


def links_in_what_is_kept(suite, identity):
    """Links that a task leaves where the run collects files, to a canary of the host."""
    canary = suite.word("CANARY")
    outside = suite.fresh("outside", identity)
    (outside / "secret.txt").write_text(canary + "\n")
    folder = suite.fresh("kept", identity)
    target = outside / "secret.txt"
    task(folder / "t" / "a", "mkdir -p /logs/artifacts /logs/agent\n" + "".join(
        f"ln -sf {target} {place}\n" for place in ("patch.diff", "answer.txt", "trajectory.json", "response.txt", "/logs/artifacts/a.txt",
                                                   "/logs/agent/a.txt")) + f"ln -s {outside} /logs/artifacts/folder\n",
         test=f"ln -sf {target} /logs/verifier/a.txt; " + RIGHT)
    attacked = suite.command(folder, identity)
    attacked.agent(f"harbor:{folder / 't'}", *suite.root_allowed(identity))
    attacked.rows()
    attacked.run(["export", attacked.runs / "a", "--format", "atif", "--output", folder / "atif"])
    attacked.run(["report", attacked.runs / "a"])
    kept = attacked.holds(canary)
    suite.held("tasks", "links in what a task leaves", not kept, f"canary in {kept[0]}" if kept else "no canary kept")


def long_command(suite, identity):
    """A shell command longer than the system takes, asked for by the model."""
    folder = suite.fresh("long", identity)
    (folder / "q.jsonl").write_text('{"id": "a", "problem": "Do it.", "answer": "4"}\n')
    results = []

    def answer(request, connection):
        if request.method == "GET":
            return connection.models("m")
        replies = [message for message in request.json["messages"] if message.get("role") == "tool"]
        if not replies:
            call = {"index": 0, "id": "c1", "type": "function", "function": {"name": "shell", "arguments":
                    '{"command": "echo ' + "a" * 3_000_000 + '"}'}}
            return connection.chat(request, [{"role": "assistant", "tool_calls": [call]}], finish="tool_calls")
        results.append(str(replies[-1].get("content")))
        return connection.chat(request, [{"content": "4"}])

    with Server(answer) as server:
        attacked = suite.command(folder, identity)
        ended = attacked.agent(folder / "q.jsonl", "--client", "openai", "--client-base-url", server.url + "/v1", "--model", "m",
                               "--evaluator", "exact", "--tools", "shell", *suite.root_allowed(identity), agent="react")
    said = results[0] if results else ended.error()
    clear = any(word in said.lower() for word in ("limit", "bytes", "characters", "at most", "shorter"))
    suite.held("tasks", "a shell command of 3,000,000 characters", bool(results) and clear and not ended.crashed(),
               f"exit {ended.code}, the model was told: {said[:160]}")
