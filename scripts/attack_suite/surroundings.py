"""What surrounds a run: folders that cannot be written, hosts that share a folder, clocks that jump."""

import glob
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import threading
import time

from .command import QUIET
from .exam import Exam, Lines, finished, killed_when, left_behind, possible, start
from .kills import profile

WATTS = 50
YEAR = 365 * 24 * 3600
JUMP_SECONDS = 300


def attack(suite):
    if not os.path.isdir("/proc/self"):
        suite.skipped("surroundings", "everything", "this machine is no Linux")
        return
    for part in (read_only, read_only_meanwhile, homes, temporary_folders, hosts, clocks, jumps):
        try:
            part(suite)
        except Exception as broken:  # the next part is attacked all the same
            suite.skipped("surroundings", part.__name__, f"the suite itself failed: {broken!r}")


def said(ended):
    return f"exit {ended.code}, {ended.error()}"


def ordinary(suite):
    """Who is bound by the permissions of files, which root is not."""
    return suite.user if suite.user is not None and (os.geteuid() != 0 or suite.user.uid is not None) else None


def read_only(suite):
    """Folders of runs that cannot be written from the begin on, and runs that are read there."""
    if ordinary(suite) is None:
        suite.skipped("surroundings", "read-only folders", "root may write everywhere, and ./ipw does not start as an ordinary user")
        return
    folder = suite.fresh("read-only", suite.user)
    attacked = suite.command(folder)
    exam = Exam(10)
    questions = exam.write(folder / "q.jsonl")
    with exam.server() as server:
        meter = Meter(folder)
        kept = attacked.run(sensed(server, questions, attacked.runs, "a"), meter.env)
        if kept.code != 0:
            suite.skipped("surroundings", "read-only folders", f"no run could be made: {said(kept)}")
            return
        shutil.copytree(attacked.runs / "a", attacked.runs / "same")
        whole = {path: path.read_bytes() for path in attacked.runs.rglob("*") if path.is_file()}
        places = [attacked.runs, *[path for path in attacked.runs.rglob("*")]]
        modes = {path: path.stat().st_mode for path in places}
        for path in places:
            path.chmod(0o555 if path.is_dir() else 0o444)
        exam.begin()
        try:
            run = attacked.runs / "a"
            for arguments in (profile(server, questions, attacked.runs, "--run-name", "b"), profile(server, questions, attacked.runs, "--run-name", "a", "--overwrite"),
                              ["run", *profile(server, questions, attacked.runs, "--run-name", "c", "--tools", "none")[1:]],
                              ["bench", "--agents", "none", "--models", "m", "--datasets", str(questions),
                               *profile(server, questions, attacked.runs, "--run-name", "d")[1:5], *QUIET, "--output-dir", str(attacked.runs)]):
                ended = attacked.run(arguments)
                suite.held("surroundings", f"{arguments[0]}{' --overwrite' if '--overwrite' in arguments else ''} in a read-only folder",
                           ended.code in (1, 2) and not ended.crashed() and not exam.asked and str(attacked.runs) in ended.err, said(ended) + f"; {sum(exam.asked.values())} asked")
            for arguments in (["analyze", run], ["analyze", run, "--analysis", "latency"], ["show", run], ["show", run, "q3"], ["export", run, "--jsonl"],
                              ["compare", run, attacked.runs / "same"], ["report", run, "--output", folder / "r.html"], ["attribute", run], ["watch", run, "--once"],
                              sensed(server, questions, attacked.runs, "a", "--resume")):
                ended = attacked.run(arguments, meter.env)
                refused = "--resume" in arguments and ended.code == 2 and "permissions" in ended.err and not exam.asked
                suite.held("surroundings", f"{arguments[0]} of a read-only run{' --resume' if '--resume' in arguments else ''}",
                           (ended.code == 0 or refused) and not ended.crashed(), said(ended))
            for arguments in (["report", run], ["plot", run], ["score", run, "--evaluator", "includes"], ["attribute", run, "--write"],
                              ["import", "llmeter", folder / "nothing", "--output-dir", attacked.runs]):
                ended = attacked.run(arguments)
                suite.held("surroundings", f"{' '.join(str(part) for part in arguments if '/' not in str(part))} into a read-only run",
                           ended.code in (1, 2) and not ended.crashed() and len(ended.err) > 20, said(ended))
        finally:
            for path in places:
                path.chmod(modes[path])
        now = {path: path.read_bytes() for path in attacked.runs.rglob("*") if path.is_file()}
        meter.close()
        suite.held("surroundings", "the read-only run is as it was", now == whole, f"{len(now)} files of {len(whole)}")


def read_only_meanwhile(suite):
    """A run's folder that becomes read-only while it goes: its permissions, and its whole file system."""
    folder = suite.fresh("meanwhile", suite.user)
    exam = Exam(200)
    attacked = suite.command(folder)
    questions = exam.write(folder / "q.jsonl")
    with exam.server() as server:
        if ordinary(suite) is None:
            suite.skipped("surroundings", "a folder that loses its permissions", "root may write everywhere")
        else:
            for name, whom in (("the run's folder", lambda run: [run]), ("all that is in the run's folder", lambda run: [run, *run.rglob("*")])):
                exam.begin()
                run = attacked.runs / f"m{len(name)}"
                arguments = profile(server, questions, attacked.runs, "--concurrency", "4", "--run-name", run.name)
                process = start(attacked, arguments)
                counted = Lines(run)
                wait_until(lambda: counted.count() >= 60, process)
                modes = {path: path.stat().st_mode for path in whom(run)}
                for path in modes:
                    path.chmod(0o555 if path.is_dir() else 0o444)
                code = ended_within(process, 120)
                screen = process.screen.read_text()
                for path, mode in modes.items():
                    path.chmod(mode)
                crashed = code is None or "\tat " in screen or "failed unexpectedly" in screen
                again = attacked.run(arguments + ["--resume"])
                wrong = ([f"hangs or crashed, exit {code}: {screen.strip()[-200:]}"] if crashed else [])
                wrong += [] if code == 0 or run.name in screen else [f"exit {code} names nothing: {screen.strip()[-200:]}"]
                wrong += [] if again.code == 0 else [f"resumed: {said(again)}"]
                wrong += exam.wrong_in(attacked, run)
                suite.held("surroundings", f"{name} becomes read-only at line 60", not wrong,
                           "; ".join(wrong) or f"exit {code}: {last(screen)}; whole once resumed, {sum(exam.asked.values())} requests")
        whole_file_system(suite, exam, server, questions)


def last(screen):
    lines = [line for line in screen.splitlines() if line.strip()]
    return lines[-1][:200] if lines else "nothing was said"


def whole_file_system(suite, exam, server, questions):
    """An ext4 image whose kernel driver meets an error and makes it read-only, as a bad disk does; then it is mounted again."""
    tried = "the file system becomes read-only"
    folder = suite.fresh("bad-disk")
    image, place = folder / "disk.img", folder / "disk"
    place.mkdir()
    attacked = suite.command(folder, suite.itself)
    with open(image, "wb") as out:
        out.truncate(48 << 20)
    made, why = possible("mkfs.ext4", "-q", "-F", str(image))
    if os.geteuid() != 0 or not made:
        suite.skipped("surroundings", tried, why or "only root can mount an image")
        return
    mounted, why = possible("mount", "-o", "loop,errors=remount-ro", str(image), str(place))
    if not mounted:
        suite.skipped("surroundings", tried, why)
        return
    try:
        device = pathlib.Path(subprocess.run(["findmnt", "-n", "-o", "SOURCE", str(place)], capture_output=True, text=True).stdout.strip()).name
        trigger = pathlib.Path(f"/sys/fs/ext4/{device}/trigger_fs_error")
        if not trigger.exists():
            suite.skipped("surroundings", tried, f"no {trigger}")
            return
        for number, point in enumerate((40, 200, 420)):
            exam.begin()
            run = place / f"a{number}"
            arguments = profile(server, questions, place, "--concurrency", "4", "--run-name", run.name)
            process = start(attacked, arguments)
            counted = Lines(run)
            wait_until(lambda: counted.count() >= point, process)
            try:
                trigger.write_text("attack-suite")
            except OSError as refused:
                suite.skipped("surroundings", tried, f"{trigger}: {refused}")
                process.kill()
                process.wait()
                return
            code = ended_within(process, 120)
            screen = process.screen.read_text()
            kept = finished(run)
            before = exam.counts()
            while_it_is = attacked.run(arguments + ["--resume"])
            asked_meanwhile = exam.counts() - before
            subprocess.run(["umount", str(place)], check=True)
            possible("fsck.ext4", "-p", "-f", str(image))
            subprocess.run(["mount", "-o", "loop,errors=remount-ro", str(image), str(place)], check=True)
            kept &= finished(run)
            before = exam.counts()
            again = attacked.run(arguments + ["--resume"])
            wrong = [f"hangs or crashed, exit {code}: {screen.strip()[-200:]}"] if code is None or "\tat " in screen or "failed unexpectedly" in screen else []
            wrong += [] if code == 0 or str(run) in screen else [f"exit {code} names nothing: {last(screen)}"]
            wrong += [] if while_it_is.code in (1, 2) and not while_it_is.crashed() and not asked_meanwhile else [
                f"resumed on the read-only disk: {said(while_it_is)}, {sum(asked_meanwhile.values())} asked"] if code != 0 else []
            wrong += [] if again.code == 0 else [f"resumed: {said(again)}"]
            twice = [number for number in kept if exam.counts()[number] > before[number]]
            wrong += [f"{len(twice)} asked again that the journal held"] if twice else []
            wrong += exam.wrong_in(attacked, run) if again.code == 0 else []
            device = pathlib.Path(subprocess.run(["findmnt", "-n", "-o", "SOURCE", str(place)], capture_output=True, text=True).stdout.strip()).name
            trigger = pathlib.Path(f"/sys/fs/ext4/{device}/trigger_fs_error")
            suite.held("surroundings", f"{tried} at line {point}", not wrong, "; ".join(wrong) or f"exit {code}: {last(screen)}; whole once mounted again")
    finally:
        subprocess.run(["umount", "-l", str(place)], capture_output=True)


def wait_until(happened, process, seconds=120):
    end = time.monotonic() + seconds
    while not happened() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.001)


def ended_within(process, seconds):
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return None


def homes(suite):
    """A home and caches that cannot be written, or are not there."""
    if ordinary(suite) is None:
        suite.skipped("surroundings", "a read-only home", "root may write everywhere")
        return
    for name in ("read-only", "missing", "a file", "not set"):
        folder = suite.fresh("home", suite.user)
        attacked = suite.command(folder)
        exam = Exam(12)
        questions = exam.write(folder / "q.jsonl", "simpleqa")
        plain = exam.write(folder / "plain.jsonl")
        home = folder / "home"
        env = {}
        if name == "read-only":
            home.mkdir(mode=0o555)
        elif name == "a file":
            home.write_text("a file")
        elif name == "missing":
            home.mkdir()
            env = {variable: "/nonexistent/place" for variable in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")}
        else:
            home.mkdir()
            env = {variable: "" for variable in ("HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME")}
        with exam.server() as server:
            ended = attacked.run(profile(server, plain, attacked.runs, "--run-name", "plain"), env)
            wrong = exam.wrong_in(attacked, attacked.runs / "plain") if ended.code == 0 else []
            suite.held("surroundings", f"profile, home {name}", ended.code == 0 and not ended.crashed() and not wrong, "; ".join(wrong) or said(ended))
            exam.begin()
            ended = attacked.run(profile(server, questions, attacked.runs, "--run-name", "a", "--judge-model", "j", "--judge-base-url", server.url + "/v1"), env)
            refused = ended.code == 2 and "IPW_CACHE_DIR" in ended.err and not exam.asked
            wrong = exam.wrong_in(attacked, attacked.runs / "a") if ended.code == 0 else [] if refused else [f"{sum(exam.asked.values())} asked"]
            suite.held("surroundings", f"profile with a judge, home {name}", not ended.crashed() and not wrong, "; ".join([*wrong, said(ended)]))
            for arguments in (["analyze", attacked.runs / "plain"], ["list", "all"], ["doctor"], ["servers", "status"], ["datasets", "list"],
                              ["score", attacked.runs / "plain", "--evaluator", "includes"]):
                ended = attacked.run(arguments, env)
                suite.held("surroundings", f"{' '.join(str(part) for part in arguments if '/' not in str(part))}, home {name}",
                           (ended.code == 0 or ended.code == 2 and "XDG_" in ended.err) and not ended.crashed(), said(ended))


def temporary_folders(suite):
    """A temporary folder that is missing, read-only or full."""
    works, why = possible("unshare", "-m", "--propagation", "private", "true")
    for name, options in (("missing", "-Djava.io.tmpdir=/nonexistent/tmp"), ("a file", "-Djava.io.tmpdir=/etc/hostname"), ("full", "")):
        if name == "full" and not works:
            suite.skipped("surroundings", "a full temporary folder", why)
            continue
        folder = suite.fresh("tmp", None if name == "full" else suite.user)
        attacked = suite.command(folder, suite.itself if name == "full" else suite.user)
        env = {"IPW_JAVA_OPTIONS": options, "TMPDIR": "/nonexistent/tmp" if name == "missing" else "/tmp"}
        exam = Exam(60)
        questions = exam.write(folder / "q.jsonl")
        full = None
        if name == "full":
            full = full_tmp(folder)
            if full is None:
                suite.skipped("surroundings", "a full temporary folder", "it could not be mounted")
                continue
            attacked.prefix = ["nsenter", "-t", str(full.pid), "-m"]
        try:
            with exam.server() as server:
                ended = attacked.run(profile(server, questions, attacked.runs, "--run-name", "a", "--concurrency", "4"), env)
                wrong = exam.wrong_in(attacked, attacked.runs / "a") if ended.code == 0 else []
                refused = ended.code in (1, 2) and "tmpdir" in last(ended.err) and not exam.asked
                suite.held("surroundings", f"profile, temporary folder {name}", not ended.crashed() and not wrong and (ended.code == 0 or refused),
                           "; ".join(wrong) or said(ended) + f"; {sum(exam.asked.values())} asked")
                prefix, attacked.prefix = attacked.prefix, []
                if not (attacked.runs / "a" / "summary.json").exists():
                    exam.begin()
                    made = attacked.run(profile(server, questions, attacked.runs, "--run-name", "b"))
                    run = attacked.runs / "b"
                else:
                    run = attacked.runs / "a"
                attacked.prefix = prefix
                for arguments in (["analyze", run], ["analyze", run, "--analysis", "latency"], ["report", run, "--output", folder / "r.html"],
                                  ["export", run, "--csv", "--output", folder / "r.csv"], ["plot", run], ["show", run],
                                  ["score", run, "--evaluator", "includes"]):
                    ended = attacked.run(arguments, env)
                    suite.held("surroundings", f"{' '.join(str(part) for part in arguments if '/' not in str(part))}, temporary folder {name}",
                               not ended.crashed() and (ended.code == 0 or "tmpdir" in last(ended.err)), said(ended))
                if shutil.which("bwrap"):
                    script = folder / "bin"
                    script.mkdir()
                    (script / "a.sh").write_text("#!/bin/sh\necho 42\n")
                    (script / "a.sh").chmod(0o755)
                    (folder / "one.jsonl").write_text('{"id": "a", "problem": "Do it.", "answer": "42", "evaluator": "exact"}\n')
                    ended = attacked.run(["run", *profile(server, folder / "one.jsonl", attacked.runs, "--run-name", "agent", "--agent", "command", "--agent-param",
                                                          f"run={script / 'a.sh'}", "--agent-param", f"folders={script}")[1:],
                                          *suite.root_allowed(attacked.identity)], env)
                    suite.figure("surroundings", f"run --agent command, temporary folder {name}", said(ended))
                    if ended.crashed():
                        suite.held("surroundings", f"run --agent command, temporary folder {name}", False, said(ended))
        finally:
            if full is not None:
                full.kill()
                full.wait()


def full_tmp(folder):
    """A process that holds a mount namespace whose /tmp is full, and in which the attack's folder is where it was."""
    script = f"""set -e
mkdir -p /mnt/ipw-attack-suite
mount --bind '{folder}' /mnt/ipw-attack-suite
mount -t tmpfs -o size=64k,mode=1777 tmpfs /tmp
mkdir -p '{folder}'
mount --bind /mnt/ipw-attack-suite '{folder}'
dd if=/dev/zero of=/tmp/full bs=4k count=16 2>/dev/null || true
echo ready
exec sleep 3600"""
    holder = subprocess.Popen(["unshare", "-m", "--propagation", "private", "sh", "-c", script], stdout=subprocess.PIPE, text=True)
    if holder.stdout.readline().strip() == "ready":
        return holder
    holder.kill()
    holder.wait()
    return None


class Host:
    """Another host, as far as names and process numbers go: namespaces of its own over the same folders."""

    def __init__(self, name, skip=0):
        spend = "".join("/bin/true; " for _ in range(skip))
        # Without skipped numbers the command itself has number 1.
        run = f'hostname {name}; {spend}' + ('exec "$@"' if not skip else '"$@"; exit $?')
        self.prefix = ["unshare", "-u", "-p", "-f", "--kill-child=KILL", "--mount-proc", "sh", "-c", run, "host"]
        self.name = name


def below(process):
    """The Java process of a host's namespace."""
    found, todo = None, [process.pid]
    while todo:
        pid = todo.pop()
        try:
            todo += [int(child) for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
            if b"java" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0]:
                found = pid
        except OSError:
            pass
    return found


def hosts(suite):
    """Two hosts, one folder: their names and process numbers differ, or collide."""
    works, why = possible("unshare", "-u", "-p", "-f", "--mount-proc", "hostname", "other")
    if not works:
        suite.skipped("surroundings", "two hosts on one folder", f"no namespaces of our own: {why}")
        return
    exam = Exam(150)
    with exam.server() as server:
        for tried, one, other in (("names and process numbers differ", Host("alpha"), Host("beta", 7)), ("process numbers collide", Host("alpha"), Host("beta")),
                                  ("names and process numbers collide", Host("alpha"), Host("alpha"))):
            two_hosts(suite, exam, server, tried, one, other)


def two_hosts(suite, exam, server, tried, one, other):
    folder = suite.fresh("hosts")
    questions = exam.write(folder / "q.jsonl")
    first, second = suite.command(folder, suite.itself), suite.command(folder, suite.itself)
    first.prefix, second.prefix = one.prefix, other.prefix
    plain = suite.command(folder, suite.itself)

    def arguments(*further):
        return profile(server, questions, plain.runs, "--concurrency", "4", *further)

    def held(what, wrong, seen):
        suite.held("surroundings", f"two hosts ({tried}): {what}", not wrong, "; ".join(wrong) or seen)

    # Both begin the same run.
    exam.begin()
    processes = [start(first, arguments("--run-name", "same")), start(second, arguments("--run-name", "same"))]
    codes = [ended_within(process, 240) for process in processes]
    screens = [process.screen.read_text() for process in processes]
    wrong = [] if sorted(map(str, codes)) in (["0", "1"], ["0", "2"]) else [f"exits {codes}: {last(screens[0])} / {last(screens[1])}"]
    wrong += exam.wrong_in(plain, plain.runs / "same")
    wrong += [] if sum(exam.counts().values()) == exam.count else [f"{sum(exam.counts().values())} requests for {exam.count} questions"]
    refused = next((last(screen) for code, screen in zip(codes, screens) if code != 0), "none was refused")
    held("both begin the same run", wrong, f"exits {codes}; {refused}")

    # Both begin without a name: each gets a folder of its own.
    exam.begin()
    known = set(plain.runs.iterdir())
    processes = [start(first, arguments()), start(second, arguments())]
    codes = [ended_within(process, 240) for process in processes]
    made = sorted(set(plain.runs.iterdir()) - known)
    wrong = [] if codes == [0, 0] else [f"exits {codes}: {last(processes[0].screen.read_text())} / {last(processes[1].screen.read_text())}"]
    wrong += [] if len(made) == 2 else [f"folders {[path.name for path in made]}"]
    for path in made:
        wrong += [f"{path.name}: {text}" for text in exam.wrong_in(plain, path)]
    held("both begin a run without a name", wrong, f"{[path.name for path in made]}")

    # One goes, the other wants to resume, overwrite, analyse or watch it.
    exam.begin()
    going = threading.Event()
    reached = threading.Event()

    def hold(kind, number, total):
        if total > 50:
            reached.set()
            going.wait(120)
        return False
    exam.hook = hold
    run = plain.runs / "going"
    process = start(first, arguments("--run-name", "going"))
    reached.wait(120)
    wrong = []
    for further in (["--run-name", "going", "--resume"], ["--run-name", "going", "--overwrite"], ["--run-name", "going"]):
        ended = second.run(arguments(*further), timeout=120)
        if ended.code not in (1, 2) or ended.crashed() or "going" not in ended.err:
            wrong.append(f"{further[-1]}: {said(ended)}")
    analysed = second.run(["analyze", run], timeout=120)
    if analysed.crashed() or analysed.code == 0:
        wrong.append(f"analyze of a run that goes: {said(analysed)}")
    watched = second.run(["watch", run, "--once", "--json"], timeout=60)
    if '"going"' not in watched.out.replace("/going", ""):
        wrong.append(f"watch does not see that it goes: {watched.out[:200]} {said(watched)}")
    going.set()
    exam.hook = None
    code = ended_within(process, 240)
    wrong += [] if code == 0 else [f"the first: exit {code}, {last(process.screen.read_text())}"]
    wrong += exam.wrong_in(plain, run)
    wrong += [] if sum(exam.counts().values()) == exam.count else [f"{sum(exam.counts().values())} requests for {exam.count} questions"]
    held("one resumes, overwrites, analyses and watches what the other does", wrong, f"all refused; {said(ended)}")

    # One was killed, and its number is that of a process of the other now.
    exam.begin()
    run = plain.runs / "killed"
    process = start(first, arguments("--run-name", "killed"))
    counted = Lines(run)
    wait_until(lambda: counted.count() >= 120, process)
    java = below(process)
    if java is None:
        suite.skipped("surroundings", f"two hosts ({tried}): one was killed", "its process was not found")
        return
    os.kill(java, signal.SIGKILL)
    ended_within(process, 30)
    kept, before = finished(run), exam.counts()
    wrong = []
    watched = second.run(["watch", run, "--once", "--json"], timeout=60)
    if '"cut_off"' not in watched.out:
        wrong.append(f"watch does not see that it was cut off: {watched.out[:200]} {said(watched)}")
    processes = [start(second, arguments("--run-name", "killed", "--resume")), start(first, arguments("--run-name", "killed", "--resume"))]
    codes = [ended_within(process, 240) for process in processes]
    screens = [process.screen.read_text() for process in processes]
    wrong += [] if 0 in codes and all(code in (0, 1, 2) for code in codes) and not any("\tat " in screen for screen in screens) else [
        f"exits {codes}: {last(screens[0])} / {last(screens[1])}"]
    wrong += exam.wrong_in(plain, run)
    twice = [number for number in kept if exam.counts()[number] > before[number]]
    wrong += [f"{len(twice)} asked again that the journal held"] if twice else []
    held("one was killed, both resume it", wrong, f"exits {codes}, {sum(exam.counts().values())} requests")
    behind = left_behind(str(folder))
    suite.held("surroundings", f"two hosts ({tried}): processes left behind", not behind, behind or "none")


class Meter:
    """A processor package that draws a known power by the machine's real clock, whatever clock the command sees."""

    def __init__(self, folder):
        self.root = folder / "sys"
        zone = self.root / "class" / "powercap" / "intel-rapl:0"
        zone.mkdir(parents=True)
        (zone / "name").write_text("package-0\n")
        (zone / "max_energy_range_uj").write_text("262143328850\n")
        self.path = zone / "energy_uj"
        self.path.write_text("%015d\n" % 123456789)
        (folder / "dev").mkdir()
        self.env = {"IPW_SYSFS_ROOT": str(self.root), "IPW_DEVFS_ROOT": str(folder / "dev"), "IPW_NVML_LIBRARY": "none"}
        self._ended = False
        threading.Thread(target=self._count, daemon=True).start()

    def _count(self):
        begun = time.monotonic_ns()
        with open(self.path, "r+b", buffering=0) as out:
            while not self._ended:
                os.pwrite(out.fileno(), b"%015d\n" % (123456789 + (time.monotonic_ns() - begun) * WATTS // 1000), 0)
                time.sleep(0.005)

    def close(self):
        self._ended = True


SENSED = ["--telemetry", "powercap", "--idle-seconds", "0", "--warmup-queries", "0", "--no-calibration"]


def sensed(server, questions, runs, name, *further):
    return ["profile", "--client", "openai", "--client-base-url", server.url + "/v1", "--model", "m", "--dataset", str(questions), *SENSED,
            "--output-dir", str(runs), "--run-name", name, *further]


def implausible(attacked, run, seconds, moments):
    """What of times, joules and dates cannot be, in a run on which processes worked for so many real seconds; empty if all can."""
    wrong = []
    exported = attacked.run(["export", run, "--jsonl", "--columns", "record_id,time_from_intended_start_seconds,intended_start_seconds,sent_seconds,end_seconds"])
    rows = [json.loads(line) for line in exported.out.splitlines() if line.startswith("{")]
    if not rows:
        return [f"no rows: {said(exported)}"]
    for row in rows:
        if not 0 <= row["time_from_intended_start_seconds"] <= seconds or not 0 <= row["sent_seconds"] <= row["end_seconds"]:
            wrong.append(f"times {row}")
            break
    summary = json.loads((run / "summary.json").read_bytes())
    spans = [(part["measured_end_nanos"] or 0) - (part["measured_start_nanos"] or 0) for part in summary["segments"]]
    if min(spans) < 0 or sum(spans) > seconds * 1e9:
        wrong.append(f"measured {[span / 1e9 for span in spans]} s of {seconds:.0f}")
    pause = (summary.get("resumed") or {}).get("paused_seconds")
    if pause is not None and pause < 0:
        wrong.append(f"paused {pause} s")
    if summary["end_time"] < summary["start_time"] and summary["verdict"].get("clock_jump_seconds") is None:
        wrong.append(f"from {summary['start_time']} to {summary['end_time']}, and nothing says why")
    totals = summary["totals"]
    joules, watts = (totals.get("device_energy") or {}).get("joules"), totals.get("device_watts")
    if joules is not None and not 0 <= joules <= 1.5 * WATTS * seconds + 5:
        wrong.append(f"{joules:.0f} J where {WATTS} W were drawn for {seconds:.0f} s at most")
    if watts is not None and not WATTS / 2 <= watts <= 2 * WATTS:
        wrong.append(f"{watts:.1f} W of a machine that drew {WATTS} W")
    moments.append(f"from {summary['start_time']} to {summary['end_time']}, paused {pause}, {joules and round(joules, 1)} J, {watts and round(watts, 1)} W, "
                   f"jump {summary['verdict'].get('clock_jump_seconds')}")
    return wrong


def clocks(suite):
    """The monotonic clock of another start of the machine, ahead of that of the run or behind it, at a resumption."""
    works, why = possible("unshare", "-T", "--monotonic", "1000", "--boottime", "1000", "-f", "true")
    if not works:
        suite.skipped("surroundings", "another monotonic clock at a resumption", f"no time namespace: {why}")
        return
    folder = suite.fresh("clocks")
    attacked = suite.command(folder, suite.itself)
    exam = Exam(80)
    questions = exam.write(folder / "q.jsonl")
    meter = Meter(folder)
    uptime = float(pathlib.Path("/proc/uptime").read_text().split()[0])

    def at(offset):
        return ["unshare", "-T", "--monotonic", str(int(offset)), "--boottime", str(int(offset)), "-f", "--kill-child=KILL"] if offset else []
    with exam.server() as server:
        for number, (before, after, what) in enumerate(((10 * 24 * 3600, 0, "ten days behind"), (0, 10 * 24 * 3600, "ten days ahead"),
                                                        (0, -int(uptime) + 5, "that of a machine that just started"))):
            exam.begin()
            run = attacked.runs / f"c{number}"
            begun = time.monotonic()
            attacked.prefix = at(before)
            process = start(attacked, sensed(server, questions, attacked.runs, run.name), meter.env)
            counted = Lines(run)
            wait_until(lambda: counted.count() >= 60, process)
            java = below(process) or process.pid
            os.kill(java, signal.SIGKILL)
            ended_within(process, 30)
            attacked.prefix = at(after)
            again = attacked.run(sensed(server, questions, attacked.runs, run.name, "--resume"), meter.env)
            seconds = time.monotonic() - begun
            attacked.prefix = []
            moments = []
            wrong = [] if again.code == 0 and not again.crashed() else [said(again)]
            wrong += exam.wrong_in(attacked, run) + implausible(attacked, run, seconds, moments) if again.code == 0 else []
            suite.held("surroundings", f"resumed by a monotonic clock {what}", not wrong, "; ".join(wrong + moments))
        for number, (offset, what) in enumerate(((-YEAR, "a year ahead"), (YEAR, "a year back"), (56 * YEAR, "56 years back"))):
            exam.begin()
            run = attacked.runs / f"d{number}"
            begun = time.monotonic()
            process = start(attacked, sensed(server, questions, attacked.runs, run.name), meter.env)
            counted = Lines(run)
            killed_when(process, lambda: counted.count() >= 60)
            redate(run / "journal.jsonl", offset)
            again = attacked.run(sensed(server, questions, attacked.runs, run.name, "--resume"), meter.env)
            seconds = time.monotonic() - begun
            moments = []
            wrong = [] if again.code == 0 and not again.crashed() else [said(again)]
            wrong += exam.wrong_in(attacked, run) + implausible(attacked, run, seconds, moments) if again.code == 0 else []
            suite.held("surroundings", f"resumed by a wall clock {what} of the journal's", not wrong, "; ".join(wrong + moments))
    meter.close()


def redate(path, seconds):
    """Let a journal have been begun at another date: its checksum detects damage, not this."""
    first, _, rest = path.read_bytes().partition(b"\n")
    body = re.sub(rb'("epoch_anchor_nanos":)(\d+)', lambda found: found[1] + b"%d" % (int(found[2]) + seconds * 10**9), first[:first.rindex(b',"crc32c"')])
    path.write_bytes(body + b',"crc32c":"%08x"}' % crc32c(body) + b"\n" + rest)


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def jumps(suite):
    """The wall clock, which libfaketime sets: while a run goes, and between its processes."""
    found = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1") + glob.glob("/usr/lib*/faketime/libfaketimeMT.so.1")
    if not found:
        suite.skipped("surroundings", "jumps of the wall clock", "libfaketime is not installed")
        return
    folder = suite.fresh("jumps")
    attacked = suite.command(folder, suite.itself)
    exam = Exam(80)
    questions = exam.write(folder / "q.jsonl")
    meter = Meter(folder)
    setting = folder / "clock"
    env = {**meter.env, "LD_PRELOAD": found[0], "FAKETIME_TIMESTAMP_FILE": str(setting), "FAKETIME_CACHE_DURATION": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1",
           "DONT_FAKE_MONOTONIC": "1"}
    with exam.server() as server:
        for number, (first, then, what) in enumerate((
                (0, 3600, "an hour ahead"), (0, -YEAR, "a year back"), (0, 40 * YEAR, "40 years ahead"), (0, -56 * YEAR, "to 1970"))):
            exam.begin()
            run = attacked.runs / f"w{number}"
            set_clock(setting, first)
            begun = time.monotonic()
            process = start(attacked, sensed(server, questions, attacked.runs, run.name, "--rate", "20"), env)
            counted = Lines(run)
            wait_until(lambda: counted.count() >= 60, process)
            set_clock(setting, then)
            code = ended_within(process, JUMP_SECONDS)
            seconds = time.monotonic() - begun
            screen = process.screen.read_text()
            if code is None:
                suite.skipped("surroundings", f"the wall clock jumps {what} while a run goes", f"with libfaketime it did not end within {JUMP_SECONDS} s: {last(screen)}")
                continue
            moments = []
            wrong = [] if code == 0 and "\tat " not in screen else [f"exit {code}: {last(screen)}"]
            if code == 0:
                wrong += exam.wrong_in(attacked, run) + implausible(attacked, run, seconds, moments)
                if json.loads((run / "summary.json").read_bytes())["verdict"].get("clock_jump_seconds") is None:
                    wrong.append("the verdict of the times does not tell the jump")
            suite.held("surroundings", f"the wall clock jumps {what} while a run goes", not wrong, "; ".join(wrong + moments))
        for number, (first, then, what) in enumerate(((-YEAR, 0, "a year ahead"), (YEAR, 0, "a year back"))):
            exam.begin()
            run = attacked.runs / f"r{number}"
            set_clock(setting, first)
            begun = time.monotonic()
            process = start(attacked, sensed(server, questions, attacked.runs, run.name), env)
            counted = Lines(run)
            killed_when(process, lambda: counted.count() >= 60)
            set_clock(setting, then)
            again = attacked.run(sensed(server, questions, attacked.runs, run.name, "--resume"), env)
            seconds = time.monotonic() - begun
            moments = []
            wrong = [] if again.code == 0 and not again.crashed() else [said(again)]
            wrong += exam.wrong_in(attacked, run) + implausible(attacked, run, seconds, moments) if again.code == 0 else []
            suite.held("surroundings", f"resumed by a wall clock {what}", not wrong, "; ".join(wrong + moments))
    meter.close()


def set_clock(path, seconds):
    """Set the clock by an offset; the file is replaced whole, as it may be read at any moment."""
    fresh = path.with_name("clock.new")
    fresh.write_text(f"{seconds:+d}\n")
    fresh.replace(path)
