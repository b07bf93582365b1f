"""Tasks in containers: images, Dockerfiles, compose files, what they leave, what outlives the command.

With podman, whose arguments are written down on the way to it. Without it a stand-in of that name writes them down and does nothing: then only arguments are
judged, and each line says so. Images are built from this machine's own busybox, offline.
"""

import json
import os
import pathlib
import resource
import shutil
import signal
import stat
import subprocess
import sys
import time

from . import inside
from .command import Identity, files_below, shown
from .races import MODEL, Outside, in_reach, question
from .sandbox import Host, Wrapped, judge
from .server import Server, scripted
from .tasks import RIGHT, task

IMAGE = "localhost/ipw-attack-base:latest"

RECORDER = r'''#!@PYTHON@
import fcntl, json, os, sys
with open(@LOG@, "a") as log:
    fcntl.flock(log, fcntl.LOCK_EX)
    log.write(json.dumps(sys.argv[1:]) + "\n")
real = @REAL@
if real:
    os.environ["CONTAINERS_CONF"] = @CONF@
    os.execv(real, ["podman", *sys.argv[1:]])
if "--version" in sys.argv or "version" in sys.argv[1:2]:
    print("podman version 4.3.1")
elif sys.argv[1:2] in (["run"], ["create"]):
    print("0123456789ab" * 5 + "0123")
'''


class Engine:
    """podman, and what it was asked."""

    def __init__(self, suite):
        self.real = shutil.which("podman")
        self.folder = suite.fresh("engine")
        self.folder.chmod(0o755)
        self.log = self.folder / "asked.jsonl"
        self.log.touch()
        self.log.chmod(0o666)
        # Where root itself may raise no limits, podman's own would let no container start.
        self.conf = self.folder / "containers.conf"
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        self.conf.write_text(f'[containers]\ndefault_ulimits = ["nofile={min(hard, 1024)}:{min(hard, 4096)}", "nproc=4096:4096"]\n'
                             + ('[engine]\nruntime = "runc"\n' if shutil.which("runc") else ""))
        self.works, self.why = False, "podman is not installed"
        if self.real:
            self.works, self.why = self._image()
        program = self.folder / "bin" / "podman"
        program.parent.mkdir()
        program.write_text(RECORDER.replace("@PYTHON@", "/usr/bin/python3").replace("@LOG@", repr(str(self.log))).replace("@CONF@", repr(str(self.conf)))
                           .replace("@REAL@", repr(self.real if self.works else None)))
        program.chmod(0o755)
        self.path = f"{program.parent}:{os.environ['PATH']}"

    def podman(self, *arguments, timeout=120):
        return subprocess.run([self.real, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=timeout,
                              env={**os.environ, "CONTAINERS_CONF": str(self.conf)})

    def _image(self):
        """An image of busybox, a bash of its shell, and this machine's Python where it is Debian's."""
        busybox = shutil.which("busybox")
        if not busybox:
            return False, "busybox (Debian: busybox-static) is not installed"
        root = self.folder / "image" / "root"
        for name in ("bin", "tmp", "usr/bin", "etc", "root", "proc", "sys", "dev", "app", "tests", "logs"):
            (root / name).mkdir(parents=True)
        shutil.copy(busybox, root / "bin" / "busybox")
        for applet in subprocess.run([busybox, "--list"], capture_output=True, text=True).stdout.split():
            if not (root / "bin" / applet).exists():
                os.symlink("busybox", root / "bin" / applet)
        for name in ("bash", "env"):
            (root / "bin" / name).unlink(missing_ok=True)
        (root / "bin" / "bash").write_text("#!/bin/sh\n[ \"$1\" = -lc ] && { shift; exec /bin/sh -c \"$@\"; }\nexec /bin/sh \"$@\"\n")
        (root / "bin" / "bash").chmod(0o755)
        os.symlink("busybox", root / "bin" / "env")
        os.symlink("../../bin/busybox", root / "usr" / "bin" / "env")
        (root / "etc" / "passwd").write_text("root:x:0:0:root:/root:/bin/sh\nother:x:1000:1000::/tmp:/bin/sh\n")
        (root / "etc" / "group").write_text("root:x:0:\nother:x:1000:\n")
        (root / "tmp").chmod(0o1777)
        self._python(root)
        (self.folder / "image" / "Dockerfile").write_text("FROM scratch\nCOPY root /\nENV PATH=/bin:/usr/bin\nWORKDIR /app\n")
        try:
            built = self.podman("build", "-q", "-t", IMAGE, str(self.folder / "image"), timeout=300)
            if built.returncode != 0:
                return False, "podman builds no image: " + (built.stderr.strip().splitlines() or ["?"])[-1]
            ran = self.podman("run", "--rm", "--network", "none", IMAGE, "bash", "-c", "echo ran-$((20 + 22)); python3 -c 'print(6 * 7)'")
        except subprocess.TimeoutExpired:
            return False, "podman does not come back"
        finally:
            shutil.rmtree(self.folder / "image")
        return ("ran-42" in ran.stdout, (ran.stderr.strip().splitlines() or ["it runs"])[-1])

    def _python(self, root):
        python = pathlib.Path("/usr/bin/python3").resolve()
        library = pathlib.Path("/usr/lib") / python.name
        if not python.exists() or not library.is_dir():
            return
        shutil.copy(python, root / "usr" / "bin" / "python3")
        shutil.copytree(library, root / "usr" / "lib" / python.name, ignore=shutil.ignore_patterns("test", "idlelib", "tkinter", "lib2to3", "__pycache__", "config-*",
                                                                                                 "ensurepip", "pydoc_data", "dist-packages"), dirs_exist_ok=True, symlinks=True)
        shared = {str(python)} | {str(path) for path in (library / "lib-dynload").glob("*.so") if path.name.startswith(("_ctypes", "_posix"))}
        for name in shared:
            for word in subprocess.run(["ldd", name], capture_output=True, text=True).stdout.split():
                if word.startswith("/") and os.path.exists(word):
                    target = root / word.lstrip("/")
                    target.parent.mkdir(parents=True, exist_ok=True)
                    if not target.exists():
                        shutil.copy(os.path.realpath(word), target)

    def asked(self):
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def containers(self):
        listed = self.podman("ps", "-a", "--format", "{{.ID}} {{.Names}}")
        return set(line for line in listed.stdout.splitlines() if line.strip())

    def close(self):
        if self.works:
            self.podman("rmi", "-f", IMAGE)


def attack(suite):
    identity = Identity("root", None) if os.geteuid() == 0 else suite.user
    engine = Engine(suite)
    if not engine.works:
        suite.skipped("containers", "everything that a container does", engine.why)
    before = engine.containers() if engine.works else set()
    try:
        if engine.works and not control(suite, identity, engine):
            return
        if engine.works:
            doors(suite, identity, engine)
            settings(suite, identity, engine)
            tools(suite, identity, engine)
            leftovers(suite, identity, engine)
            out_of_the_container(suite, identity, engine)
            killed(suite, identity, engine)
            builds(suite, identity, engine)
        images(suite, identity, engine)
        names(suite, identity, engine)
        compose(suite, identity, engine)
    finally:
        if engine.works:
            for line in engine.containers() - before:
                engine.podman("rm", "-f", "-t", "0", line.split()[0])
        engine.close()


def attacked_by(suite, engine, identity, name="container"):
    folder = suite.fresh(name, identity)
    return folder, Wrapped(suite.command(folder, identity), path=engine.path)


def container_task(folder, solution="true\n", test=RIGHT, dockerfile=f"FROM {IMAGE}\n", files=None, **parts):
    made = task(folder, solution, test, files=files, **parts)
    if dockerfile is not None:
        (made / "environment" / "Dockerfile").write_text(dockerfile)
    return made


def oracle(suite, attacked, identity, *further, env=None, timeout=240, name="a"):
    return attacked.agent(f"harbor:{attacked.folder / 't'}", "--dataset-param", "environment=podman", *further, *suite.root_allowed(identity), env=env, timeout=timeout, name=name)


def row_of(rows, name):
    return rows.get(name) or next((row for key, row in rows.items() if str(key).endswith(name)), {})


def why(row, ended):
    return row.get("failure_message") or row.get("verdict_reason") or ended.error()


def control(suite, identity, engine):
    folder, attacked = attacked_by(suite, engine, identity)
    container_task(folder / "t" / "a", "echo done > /app/done.txt\n", test="[ \"$(cat /app/done.txt)\" = done ] && " + RIGHT)
    ended = oracle(suite, attacked, identity)
    row = row_of(attacked.rows(), "a")
    if row.get("is_correct"):
        suite.figure("containers", "seconds of a task in podman", f"{ended.seconds:.0f}")
        return True
    suite.skipped("containers", "everything that a container does", f"an honest task does not run: exit {ended.code}, {why(row, ended)}")
    return False


def doors(suite, identity, engine):
    """The same program as in the sandbox. In a container it is root, as the task wants; some doors are the engine's own matter."""
    for network in (False, True):
        host = Host(suite, identity)
        try:
            folder, attacked = attacked_by(suite, engine, identity)
            made = container_task(folder / "t" / "a", "mkdir -p /logs/artifacts; python3 /app/probes.py > /logs/artifacts/probes.txt 2>&1; "
                                  "(cat /proc/mounts; ls /sys/class/net; env) > /logs/artifacts/seen.txt\n", dockerfile=f"FROM {IMAGE}\nCOPY probes.py /app/\n",
                                  environment="memory_mb = 512")
            if network:
                (made / "task.toml").write_text((made / "task.toml").read_text().replace("allow_internet = false", "allow_internet = true"))
            (made / "environment" / "probes.py").write_text(inside.script(host.knows(container=True, memory_mb=512, home=folder / "home"), network=False))
            ended = oracle(suite, attacked, identity, env=host.variables())
            texts = {path.name: path.read_text(errors="replace") for path in files_below(folder / "runs")} if attacked.runs.exists() else {}
            expected = ("opened capabilities", "opened no_new_privs")
            said = "\n".join(line for line in texts.get("probes.txt", "").splitlines() if not line.startswith(expected))
            for line in texts.get("probes.txt", "").splitlines():
                if line.startswith(expected):
                    suite.figure("containers", "rights of a task in a container, which is root there", line)
            kept = Leaks(attacked, folder / "t")
            judge_as(suite, "a task in a container" + (" with a network" if network else ""), identity, host, said, ended, kept)
            seen = texts.get("seen.txt", "")
            mounts = [line for line in seen.splitlines() if any(word in line for word in (str(suite.folder), "/work", "/home", " /host"))]
            suite.held("containers", "folders of the host among the mounts" + (", with a network" if network else ""), not mounts, mounts[:2] or "none")
        finally:
            host.close()


class Leaks:
    def __init__(self, attacked, leave_out):
        self.attacked, self.leave_out = attacked, leave_out

    def leaks(self, *secrets):
        return self.attacked.leaks(*secrets, leave_out=[self.leave_out])


class Renamed:
    """The suite, for which results of the sandbox's probes count as those of containers."""

    def __init__(self, suite):
        self.suite = suite

    def __getattr__(self, name):
        if name in ("held", "skipped", "figure"):
            return lambda surface, *rest: getattr(self.suite, name)("containers", *rest)
        return getattr(self.suite, name)


def judge_as(suite, name, identity, host, said, ended, attacked):
    judge(Renamed(suite), name, identity, host, said, ended, attacked)


def settings(suite, identity, engine):
    """What podman was asked for: nothing that opens the host."""
    bad = [argument for arguments in engine.asked() for argument in arguments
           if argument.startswith(("--privileged", "--pid=host", "--ipc=host", "--userns=host", "--cap-add", "--device", "--security-opt=seccomp=unconfined", "--security-opt=label=disable",
                                   "--volume=/:", "-v/:"))]
    suite.held("containers", "rights that are asked of podman", not bad, bad[:3] or f"{len(engine.asked())} commands, none with more rights")
    runs = [arguments for arguments in engine.asked() if arguments[:1] in (["run"], ["create"])]
    for word in ("--pids-limit", "--memory", "--network", "--security-opt"):
        having = sum(1 for arguments in runs if any(argument.startswith(word) for argument in arguments))
        suite.figure("containers", f"containers started with {word}", f"{having} of {len(runs)}")


def tools(suite, identity, engine):
    """shell and code_interpreter in a container, which must have no rights at all."""
    for tool, argument in (("shell", "command"), ("code_interpreter", "code")):
        host = Host(suite, identity)
        try:
            folder, attacked = attacked_by(suite, engine, identity)
            program = inside.script(host.knows(container=False, home=folder / "home"))
            text = "python3 - <<'ENDED'\n" + program + "\nENDED" if tool == "shell" else program
            said = []

            def turn(results):
                said.extend(results)
                return "4" if results else [(tool, {argument: text})]

            with scripted(turn) as server:
                ended = attacked.agent(question(folder), *MODEL, "--client-base-url", server.url + "/v1", "--evaluator", "exact", "--tools", tool, "--tool-param", f"{tool}.sandbox=podman",
                                       "--tool-param", f"{tool}.image={IMAGE}", "--tool-param", f"{tool}.memory_mb=256", *suite.root_allowed(identity), env=host.variables(), agent="react")
            judge_as(suite, f"the tool {tool} in a container", identity, host, "\n".join(said), ended, attacked)
        finally:
            host.close()


def leftovers(suite, identity, engine):
    """Containers that do not stop, end at once, fill the disk, flood, or hold the run."""
    cases = {
        "does not stop": dict(solution="trap '' TERM; (trap '' TERM INT HUP; while :; do sleep 1; done) </dev/null >/dev/null 2>&1 & true\n", dockerfile=f"FROM {IMAGE}\nSTOPSIGNAL SIGCONT\n"),
        "ends at once": dict(dockerfile=f'FROM {IMAGE}\nENTRYPOINT ["/bin/false"]\nCMD ["/bin/false"]\n'),
        "ends itself": dict(solution="kill -9 1; kill -TERM 1; sleep 1\n"),
        "fills 150 MiB of the disk": dict(solution="head -c 157286400 /dev/zero > /fill; ls -la /fill\n"),
        "floods its output": dict(solution="head -c 60000000 /dev/zero | tr '\\0' a\n"),
        "has a volume of its own": dict(dockerfile=f"FROM {IMAGE}\nVOLUME /data\n", solution="echo a > /data/a\n"),
        "has a health check that hangs": dict(dockerfile=f"FROM {IMAGE}\nHEALTHCHECK --interval=1s --timeout=100s CMD sleep 100\n"),
        "stops its solution": dict(solution="kill -STOP $$; sleep 100\n", environment=""),
        "takes its programs away": dict(solution="rm -rf /bin /usr/bin\n"),
    }
    folder, attacked = attacked_by(suite, engine, identity)
    before, volumes = engine.containers(), engine.podman("volume", "ls", "-q").stdout
    for name, parts in cases.items():
        made = container_task(folder / "t" / name.replace(" ", "-"), **parts)
        (made / "task.toml").write_text((made / "task.toml").read_text().replace("timeout_sec = 60.0", "timeout_sec = 8.0"))
    ended = oracle(suite, attacked, identity, timeout=400)
    rows = attacked.rows()
    for name in cases:
        row = row_of(rows, name.replace(" ", "-"))
        suite.held("containers", f"a container that {name}", bool(row) and not ended.crashed(), f"is_correct {row.get('is_correct')}: {why(row, ended)}")
    left = engine.containers() - before
    suite.held("containers", "containers left when the run has ended", not left and ended.code is not None, f"{len(left)} left, exit {ended.code} after {ended.seconds:.0f} s")
    after = engine.podman("volume", "ls", "-q").stdout
    suite.held("containers", "volumes left when the run has ended", after == volumes, f"{len(after.split()) - len(volumes.split())} left")


def out_of_the_container(suite, identity, engine):
    """What a container leaves where the run collects, copied by root of this machine."""
    folder, attacked = attacked_by(suite, engine, identity)
    outside = Outside(suite, identity)
    out = outside.folder
    solution = f"""mkdir -p /logs/artifacts /logs/agent; cd /logs/artifacts
ln -s {out}/secret.txt a.txt; ln -s {out} folder; ln -s / root; ln -s /proc/self/environ environ; mkfifo pipe; mknod zero c 1 5; mknod disk b 254 0
cp /bin/busybox suid; chmod 6777 suid; mkdir shut; echo a > shut/a; chmod 0 shut; truncate -s 700M sparse
echo a > "new
line"; echo a > -rf; echo a > --privileged; mkdir deep; cd deep; i=0; while [ $i -lt 300 ]; do mkdir d; cd d; i=$((i+1)); done
rm -rf /logs/agent; ln -s {out} /logs/agent
"""
    container_task(folder / "t" / "a", solution)
    container_task(folder / "t" / "b", f"rm -rf /logs/artifacts; ln -s {out} /logs/artifacts; rm -rf /logs/verifier; ln -s {out} /logs/verifier\n", test=f"echo 1 > {out}/reward.txt; " + RIGHT)
    container_task(folder / "t" / "c", f"cd /; rm -rf /tests; ln -s {out} /tests; rm -rf /app; ln -s {out} /app; rm -rf /solution; ln -s {out} /solution\n")
    ended = oracle(suite, attacked, identity, timeout=300)
    rows = attacked.rows()
    kept = outside.seen_in(attacked)
    suite.held("containers", "links that a container leaves where files are collected", not kept and not outside.changed() and not ended.crashed(),
               f"exit {ended.code} after {ended.seconds:.0f} s, {len(rows)} rows, {kept[:1] or 'no canary kept'}, changed outside: {outside.changed()[:2] or 'nothing'}: {ended.error()}")
    odd, devices = [], []
    for path in attacked.runs.rglob("*"):
        mode = path.lstat().st_mode
        if stat.S_ISREG(mode) and mode & (stat.S_ISUID | stat.S_ISGID):
            odd.append(path)
        if stat.S_ISBLK(mode) or stat.S_ISCHR(mode):
            devices.append(str(path.relative_to(attacked.runs)))
    suite.held("containers", "programs with setuid that a container leaves are out of reach", not in_reach(odd), f"{len(odd)} are left, in reach of every user {in_reach(odd)}")
    suite.held("containers", "devices that a container leaves", not devices, devices[:2] or "none is left")


def killed(suite, identity, engine):
    """The command is killed; its containers outlive it, until the next run. Those of a run that goes on are left alone."""
    folder, attacked = attacked_by(suite, engine, identity)
    before = engine.containers()
    container_task(folder / "t" / "a", "echo begun > /app/begun; sleep 45\n")
    arguments = ["run", "--agent", "oracle", "--dataset", f"harbor:{folder / 't'}", "--dataset-param", "environment=podman", "--telemetry", "none", "--idle-seconds", "0",
                 "--warmup-queries", "0", "--no-calibration", *suite.root_allowed(identity), "--output-dir", attacked.runs]
    first = attacked.start([*arguments, "--run-name", "killed"])
    second = None
    try:
        mine = wait_for_container(engine, before, first)
        if not mine:
            suite.skipped("containers", "ipw is killed beside its container", "no container was seen")
            return
        os.killpg(first.pid, signal.SIGKILL)
        first.communicate()
        time.sleep(1)
        suite.figure("containers", "containers that outlive ipw when it is killed", len(engine.containers() & mine))
        second = attacked.start([*arguments, "--run-name", "goes-on"])
        running = wait_for_container(engine, before | mine, second)
        other_folder, other = attacked_by(suite, engine, identity)
        container_task(other_folder / "t" / "a", "true\n")
        third = oracle(suite, other, identity, timeout=150)
        now = engine.containers()
        suite.held("containers", "a container of a killed run is removed by the next one", not now & mine, f"{len(now & mine)} of {len(mine)} left, exit {third.code}: {third.error()}")
        suite.held("containers", "a container of a run that goes on is left alone by others", bool(running) and running <= now | set(), f"{len(running & now)} of {len(running)} there")
        ended = attacked.ended(second, time.monotonic(), 150)
        right = row_of(attacked.rows("goes-on"), "a").get("is_correct")
        suite.held("containers", "the run that went on is right", right is True, f"exit {ended.code}, is_correct {right}: {ended.error()}")
    finally:
        for process in (first, second):
            if process is not None and process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.communicate()


def wait_for_container(engine, before, process, seconds=90):
    end = time.monotonic() + seconds
    while time.monotonic() < end and process.poll() is None:
        found = engine.containers() - before
        if found:
            return found
        time.sleep(0.5)
    return set()


def builds(suite, identity, engine):
    """Dockerfiles that reach for the host, do not end, or pretend to be something of ours."""
    outside = Outside(suite, identity)
    out = outside.folder
    heard = Server(lambda request, connection: connection.reply("200 OK", "planted"))
    key = suite.secret()
    show = "find / -xdev -type f -name '*.txt' -exec cat {} + 2>/dev/null; cat /seen/* 2>/dev/null; true\n"
    cases = {
        "COPY out of the context": f"COPY ../../../{out.name}/secret.txt /seen/a.txt\n",
        "COPY by an absolute path": f"COPY {out}/secret.txt /seen/a.txt\n",
        "COPY of a link": "COPY link.txt /seen/a.txt\n",
        "COPY of a link to a folder": "COPY folder /seen/\n",
        "ADD of an address on the loopback": f"ADD http://127.0.0.1:{heard.port}/a /seen/a.txt\n",
        "RUN with a bind of the host": f"RUN --mount=type=bind,source={out},target=/mnt cat /mnt/secret.txt > /a.txt\n",
        "RUN with a bind of a link": "RUN --mount=type=bind,source=folder,target=/mnt cat /mnt/secret.txt > /a.txt\n",
        "RUN with a secret": "RUN --mount=type=secret,id=a,target=/a cat /a > /a.txt\n",
        "RUN that mounts": "RUN mount -t tmpfs none /mnt && echo mounted > /a.txt\n",
        "RUN that asks the loopback": f"RUN wget -q -O /a.txt http://127.0.0.1:{heard.port}/run\n",
        "RUN that shows variables": "RUN env > /a.txt; cat /proc/1/environ >> /a.txt\nARG OPENAI_API_KEY\nRUN echo $OPENAI_API_KEY > /b.txt\n",
        "RUN that does not end": "RUN sleep 300\n",
        "a directive for another frontend": "",
        "labels and names of ours": "LABEL ipw=1 dev.ipw.run=x io.ipw.owner=0\n",
        "FROM with options": "FROM --platform=linux/amd64 " + IMAGE + "\n",
        "FROM an archive": f"FROM oci-archive:{out}/secret.txt\n",
        "a line without an end": "RUN echo " + "a" * 2_000_000 + "\n",
    }
    try:
        folder, attacked = attacked_by(suite, engine, identity)
        for number, (name, lines) in enumerate(cases.items()):
            head = "# syntax=127.0.0.1:1/a:1\n" if "directive" in name else ""
            made = container_task(folder / "t" / f"t{number:02d}", show + "mkdir -p /logs/artifacts; cp /*.txt /logs/artifacts/ 2>/dev/null; true\n",
                                  dockerfile=f"{head}FROM {IMAGE}\n{lines}", environment="build_timeout_sec = 20.0")
            os.symlink(out / "secret.txt", made / "environment" / "link.txt") if "of a link" in name and "folder" not in name and "bind" not in name else None
            os.symlink(out, made / "environment" / "folder") if name in ("COPY of a link to a folder", "RUN with a bind of a link") else None
        begun = time.monotonic()
        ended = oracle(suite, attacked, identity, env={"OPENAI_API_KEY": key}, timeout=500)
        rows = attacked.rows()
        kept = outside.seen_in(attacked, leave_out=[folder / "t"])
        for number, name in enumerate(cases):
            row = row_of(rows, f"t{number:02d}")
            seen = [path for path in kept if f"t{number:02d}" in path]
            suite.held("containers", f"Dockerfile: {name}", not seen and not ended.crashed(), f"is_correct {row.get('is_correct')}, {seen[:1] or 'no canary kept'}: {why(row, ended)[:200]}")
        suite.held("containers", "Dockerfiles: the loopback", not heard.requests, f"{len(heard.requests)} requests heard")
        suite.held("containers", "Dockerfiles: nothing outside changes, no key is kept", not outside.changed() and not kept and not attacked.leaks(key),
                   f"{len(rows)} rows after {time.monotonic() - begun:.0f} s, changed outside: {outside.changed() or 'nothing'}, {kept[:1] or 'no canary kept'}, {shown(attacked.leaks(key))}")
    finally:
        heard.__exit__()


def judged_by_arguments(suite, engine, tried, before, ended, marks, seen):
    """Whether podman was asked for something that only an injection brings: an argument of its own that begins so."""
    asked = engine.asked()[before:]
    injected = [arguments for arguments in asked for argument in options_of(arguments) if any(argument == mark or argument.startswith(mark + "=") for mark in marks)]
    how = "" if engine.works else " (a stand-in for podman)"
    suite.held("containers", tried + how, not injected and not ended.crashed(), f"exit {ended.code}, {len(asked)} commands, {injected[:1] or 'nothing injected'}: {seen}")


def options_of(arguments):
    """The arguments that podman takes as its own options: those before the image, or before what is run in the container."""
    taken = []
    for argument in arguments:
        if argument in ("bash", "sh", "/bin/sh", "/bin/bash", "--"):
            break
        taken.append(argument)
    return taken


MARKS = ["--privileged", "-v", "--volume", "--pid", "-it", "--cap-add", "--mount", "--rootfs", "--authfile", "--tls-verify"]


def images(suite, identity, engine):
    """Names of images that are options, other places, other lines."""
    outside = Outside(suite, identity)
    for image in ("--privileged", "-v=/:/host", "--volume=/:/host", f"{IMAGE} --privileged", f"{IMAGE}\n--privileged", f"--rootfs {outside.folder}", "--rootfs", "-", "", " ", ".", "..",
                  "/", f"dir:{outside.folder}", f"oci-archive:{outside.folder}/secret.txt", "docker-archive:/etc/passwd", "docker-daemon:a:b", "ostree:a@/b", "containers-storage:a",
                  f"docker://127.0.0.1:{1}/a", "http://127.0.0.1:1/a", "127.0.0.1:1/a:b", "UPPER/Case", "a" * 5000, "a\u0000b", "a\u202eb", "$(id)", "`id`", "a;id", "a@sha256:" + "0" * 64,
                  "localhost/ipw-attack-base:../../x"):
        folder, attacked = attacked_by(suite, engine, identity)
        container_task(folder / "t" / "a", "id\n", dockerfile=None, environment="docker_image = " + json.dumps(image))
        before = len(engine.asked())
        ended = oracle(suite, attacked, identity, timeout=120)
        row = row_of(attacked.rows(), "a")
        shown_name = json.dumps(image[:40])
        right = row.get("is_correct") is True and image.strip() not in (IMAGE,)
        judged_by_arguments(suite, engine, f"docker_image = {shown_name}", before, ended, MARKS,
                            ("IT RAN AND WAS RIGHT " if right and engine.works else "") + str(why(row, ended))[:200])


def names(suite, identity, engine):
    """Names of tasks, users, variables and folders that are options or hold other lines."""
    evil = ["--privileged", "a --privileged", "a\n--privileged", "-v=/:/host", "$(id)", "a:b", "a,b=c", "../../a", "a" * 300]
    cases = {}
    for word in evil:
        text = json.dumps(word)
        cases[f"user = {text[:30]}"] = {"toml": f"[agent]\ntimeout_sec = 20.0\nuser = {text}"}
        cases[f"verifier user = {text[:30]}"] = {"verifier": f"user = {text}"}
        cases[f"a variable named {text[:30]}"] = {"environment": f"env = {{ {text} = \"a\" }}"}
        cases[f"a variable that is {text[:30]}"] = {"environment": f"env = {{ A = {text} }}"}
        cases[f"workdir = {text[:30]}"] = {"environment": "workdir = " + json.dumps("/app/" + word)}
        cases[f"task name = {text[:30]}"] = {"name": word}
    cases["cpus as text"] = {"environment": 'cpus = "1 --privileged"'}
    cases["cpus below nought"] = {"environment": "cpus = -1"}
    cases["memory_mb as text"] = {"environment": 'memory_mb = "1 --privileged"'}
    cases["memory_mb of 2^62"] = {"environment": "memory_mb = 4611686018427387904"}
    cases["a health check"] = {"environment": 'healthcheck = { command = "true; --privileged\\n$(id)", interval_sec = 1.0 }'}
    folder, attacked = attacked_by(suite, engine, identity)
    # Together they would be refused together: each is a run of its own, but in few commands where nothing is wrong.
    for name, parts in cases.items():
        folder, attacked = attacked_by(suite, engine, identity, "names")
        made = container_task(folder / "t" / "a", "id; env\n", environment=parts.get("environment", ""), verifier=parts.get("verifier", ""))
        text = (made / "task.toml").read_text()
        if "toml" in parts:
            text = text.replace("[agent]\ntimeout_sec = 60.0", parts["toml"])
        if "name" in parts:
            text = text.replace(f'name = "attack/{made.name}"', "name = " + json.dumps("attack/" + parts["name"]))
        (made / "task.toml").write_text(text)
        before = len(engine.asked())
        ended = oracle(suite, attacked, identity, timeout=120)
        judged_by_arguments(suite, engine, name, before, ended, MARKS, str(why(row_of(attacked.rows(), "a"), ended))[:200])


def compose(suite, identity, engine):
    """Compose files of Terminal-Bench 1 that ask for the host."""
    outside = Outside(suite, identity)
    out = outside.folder
    services = {
        "privileged": "privileged: true", "volumes": f"volumes: ['{out}:/seen', '/:/host']", "the host's network": "network_mode: host", "the host's processes": "pid: host",
        "capabilities": "cap_add: [SYS_ADMIN]", "devices": "devices: ['/dev/mem:/dev/mem']", "a file of variables": f"env_file: {out}/secret.txt",
        "a file to extend": f"extends: {{file: {out}/secret.txt, service: a}}", "security options": "security_opt: ['seccomp=unconfined', 'apparmor=unconfined']",
        "variables of the user": "environment: {A: '${OPENAI_API_KEY}', OPENAI_API_KEY: }", "a command": "command: ['--privileged', 'sh']", "user namespaces": "userns_mode: host",
        "a build elsewhere": f"build: {{context: '{out}'}}", "a name that is an option": "container_name: --privileged", "an image that is an option": "image: --privileged",
        "secrets and configs": f"secrets: [a]\nsecrets:\n  a: {{file: {out}/secret.txt}}", "a cgroup's parent": "cgroup_parent: /", "kernel settings": "sysctls: {kernel.core_pattern: '|/bin/a'}",
        "ports": "ports: ['0.0.0.0:18123:80']", "another engine's runtime": "runtime: other", "tmpfs with options": "tmpfs: '/run:exec,suid,dev'", "anchors without end": "x: &a [*a]",
        "the engine's socket": "volumes: [{type: bind, source: /var/run/docker.sock, target: /s}]",
    }
    key = suite.secret()
    for name, line in services.items():
        folder, attacked = attacked_by(suite, engine, identity, "compose")
        made = folder / "t" / "a"
        (made / "tests").mkdir(parents=True)
        body, _, top = line.partition("\n")
        build = "" if "build:" in line else "    build: {context: .}\n"
        (made / "docker-compose.yaml").write_text(f"services:\n  client:\n{build}    image: {IMAGE}\n    {body}\n{top}\n" if "image:" not in line
                                                  else f"services:\n  client:\n    {body}\n{top}\n")
        (made / "Dockerfile").write_text(f"FROM {IMAGE}\n")
        (made / "task.yaml").write_text("instruction: Do it.\nparser_name: pytest\nmax_agent_timeout_sec: 20\nmax_test_timeout_sec: 20\n")
        (made / "solution.sh").write_text("#!/bin/bash\nid; env; cat /seen/secret.txt /host/etc/hostname; ls /host\n")
        (made / "run-tests.sh").write_text("#!/bin/bash\nenv; cat /seen/secret.txt; ls /host; echo '===== short test summary info ====='; echo 'PASSED a.py::b'\n")
        before = len(engine.asked())
        ended = attacked.agent(f"terminalbench:{folder / 't'}", "--dataset-param", "environment=podman", *suite.root_allowed(identity), env={"OPENAI_API_KEY": key}, timeout=120)
        rows = attacked.rows()
        kept = outside.seen_in(attacked, leave_out=[folder / "t"])
        leaks = attacked.leaks(key)
        row = next(iter(rows.values()), {})
        asked = engine.asked()[before:]
        injected = [argument for arguments in asked for argument in options_of(arguments)
                    if argument.startswith(("--privileged", "--pid", "--cap-add", "--device", "--userns", "--sysctl", "--cgroup-parent", "--publish", "-p", "--env-file", "--runtime"))
                    or "/host" in argument or "/seen" in argument or "docker.sock" in argument or "network=host" in argument or "seccomp=unconfined" in argument]
        suite.held("containers", f"compose: {name}" + ("" if engine.works else " (a stand-in for podman)"), not injected and not kept and not leaks and not ended.crashed(),
                   f"exit {ended.code}, {injected[:2] or 'nothing of it was asked of podman'}, {kept[:1] or 'no canary kept'}, {shown(leaks)}: {why(row, ended)[:200]}")
