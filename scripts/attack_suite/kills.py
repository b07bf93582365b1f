"""SIGKILL at points that a seed chooses, by the length of the journal, by the name of a file that appears, or by a request; never by time."""

import collections
import json
import os
import random
import re
import shutil
import signal
import subprocess
import time

from .command import QUIET
from .exam import BOUND_SECONDS, Exam, Lines, Names, alike, finished, journal, killed_when, left_behind, possible, start

PARTIAL = re.compile(r"tmp|unfinished|partial|replaced")


class Kill:
    """One run that is killed, perhaps several times, and gone on with."""

    def __init__(self, attacked, exam, run, arguments, env=None):
        self.attacked, self.exam, self.run, self.arguments, self.env = attacked, exam, run, arguments, env
        self.kept = set()
        self.points = []
        self.asked_at_kill = collections.Counter()
        self.again = collections.Counter()

    def at_lines(self, lines, resume=False):
        counted = Lines(self.run)
        return self._killed(lambda: counted.count() >= lines, f"line {lines}", resume)

    def at_once(self):
        """Resume, and kill as soon as the journal has grown."""
        before = Lines(self.run).count()
        counted = Lines(self.run)
        return self._killed(lambda: counted.count() > before, "at once", True)

    def at_name(self, wanted, resume=False):
        names = Names(self.run.parent)
        seen = []

        def happened():
            path = names.next(0.02)
            if path is not None and alike(path) == wanted:
                seen.append(path)
            return bool(seen)
        try:
            return self._killed(happened, wanted, resume)
        finally:
            names.close()

    def at_request(self, kind, number, resume=False, seconds=180):
        reached = []

        def hook(what, question, total):
            if what == kind and total == number and not reached:
                reached.append(question)
            return bool(reached)
        self.exam.hook = hook
        try:
            return self._killed(lambda: bool(reached) or time.sleep(0.001), f"request {number} {kind}", resume)
        finally:
            self.exam.hook = None

    def _killed(self, happened, point, resume):
        process = start(self.attacked, self.arguments + (["--resume"] if resume else []), self.env)
        killed = killed_when(process, happened)
        self.points.append(point + ("" if killed else f" (it had ended: {process.returncode})"))
        self.settle()
        return killed

    def settle(self):
        """Note what the journal holds now: none of it may be asked again."""
        counts = self.exam.counts()
        for number in self.kept:
            self.again[number] += counts[number] - self.asked_at_kill[number]
        self.kept |= finished(self.run)
        self.asked_at_kill = counts

    def resumed(self, arguments=None, codes=(0,), timeout=240):
        ended = self.attacked.run(arguments or self.arguments + ["--resume"], self.env, timeout)
        self.settle()
        wrong = []
        if ended.crashed() or ended.code not in codes:
            wrong.append(f"exit {ended.code}: {ended.error()}")
        asked_again = sorted(number for number, count in self.again.items() if count > 0)
        if asked_again:
            wrong.append(f"{len(asked_again)} questions that the journal held were asked again, such as {asked_again[:3]}")
        return wrong


def attack(suite):
    if not hasattr(os, "O_CLOEXEC") or not os.path.isdir("/proc/self"):
        suite.skipped("kills", "everything", "this machine is no Linux")
        return
    for part in (of_profile, of_agents, of_programs, of_bench, of_score, of_full_disks):
        try:
            part(suite, random.Random(suite.seed))
        except Exception as broken:  # the next part is attacked all the same
            suite.skipped("kills", part.__name__, f"the suite itself failed: {broken!r}")


def profile(server, questions, runs, *further):
    return ["profile", "--client", "openai", "--client-base-url", server.url + "/v1", "--model", "m", "--dataset", str(questions), *QUIET,
            "--output-dir", str(runs), *further]


def baseline(attacked, exam, arguments, run, turns=None):
    """What an uninterrupted run makes: its lines, the names in the order in which they appear, and what lies there at the end."""
    run.parent.mkdir(parents=True, exist_ok=True)
    if attacked.identity.uid is not None:
        os.chown(run.parent, attacked.identity.uid, attacked.identity.uid)
    names = Names(run.parent)
    process = start(attacked, arguments)
    appeared = []
    while process.poll() is None:
        path = names.next(0.05)
        if path is not None:
            appeared.append(alike(path))
    while (path := names.next(0)) is not None:
        appeared.append(alike(path))
    names.close()
    wrong = exam.wrong_in(attacked, run, turns) if process.returncode == 0 else [f"exit {process.returncode}: {process.screen.read_text()[-300:]}"]
    return Lines(run).count(), list(dict.fromkeys(name for name in appeared if name)), files(run), wrong


def files(run):
    return {alike(path.relative_to(run.parent)) for path in run.rglob("*") if "artifacts" not in path.parts}


def surplus(run, usual):
    """Files that an uninterrupted run does not have."""
    return sorted(name for name in files(run) - usual if not name.startswith("telemetry"))


def report(suite, what, kill, wrong, usual=None):
    if usual is not None and surplus(kill.run, usual):
        wrong.append(f"left in the folder: {surplus(kill.run, usual)[:4]}")
    stray = [path.name for path in kill.run.parent.iterdir() if PARTIAL.search(path.name) and path.name.startswith(".")]
    if stray:
        wrong.append(f"left beside the folder: {stray[:4]}")
    behind = left_behind(str(kill.attacked.folder))
    if behind:
        wrong.append(f"left behind: {behind[:2]}")
    asked, judged_by = sum(kill.exam.counts().values()), sum(kill.exam.judged.values())
    suite.held("kills", f"{what}, killed at {', '.join(kill.points)}", not wrong,
               "; ".join(wrong) or f"{kill.exam.count} questions once each, {asked} requests" + (f", {judged_by} of the judge" if judged_by else ""))


def of_profile(suite, drawn):
    folder = suite.fresh("kills-profile", suite.user)
    exam = Exam(120)
    attacked = suite.command(folder)
    questions = exam.write(folder / "q.jsonl")
    with exam.server() as server:
        usual_arguments = profile(server, questions, attacked.runs, "--concurrency", "8")
        lines, names, usual, wrong = baseline(attacked, exam, usual_arguments + ["--run-name", "whole"], attacked.runs / "whole")
        if wrong:
            suite.held("kills", "profile, uninterrupted", False, "; ".join(wrong))
            return
        suite.figure("kills", "profile, uninterrupted", f"{lines} lines; names {names}")

        def fresh(name):
            exam.begin()
            return Kill(attacked, exam, attacked.runs / name, usual_arguments + ["--run-name", name])
        for number in range(suite.kills):
            kill = fresh(f"l{number}")
            kill.at_lines(drawn.randint(1, lines))
            for _ in range(number % 3):
                kill.at_once()
            report(suite, "profile", kill, kill.resumed() + exam.wrong_in(attacked, kill.run), usual)
        for number, name in enumerate(names):
            kill = fresh(f"n{number}")
            kill.at_name(name)
            if number % 3 == 0:
                kill.at_name(name, resume=True)
            report(suite, "profile", kill, kill.resumed() + exam.wrong_in(attacked, kill.run), usual)
        # The other way: the killed run is finished as it is, that is killed too, and then it is gone on with.
        for number in range(3):
            kill = fresh(f"a{number}")
            kill.at_lines(drawn.randint(20, lines))
            names_seen = Names(attacked.runs)
            process = start(attacked, ["analyze", str(kill.run)])
            killed_when(process, lambda: (path := names_seen.next(0.02)) is not None and PARTIAL.search(str(path)) and drawn.random() < 0.4)
            names_seen.close()
            kill.points.append("while analyze finished it")
            analysed = attacked.run(["analyze", kill.run])
            wrong = [] if analysed.code in (0, 1) and not analysed.crashed() else [f"analyze: exit {analysed.code}, {analysed.error()}"]
            report(suite, "profile", kill, wrong + kill.resumed() + exam.wrong_in(attacked, kill.run), usual)
        judged(suite, drawn, server)


def judged(suite, drawn, server):
    """Killed while a judge is asked."""
    folder = suite.fresh("kills-judged", suite.user)
    attacked = suite.command(folder)
    exam = Exam(40)
    server.answer = exam.answer
    questions = exam.write(folder / "q.jsonl", "simpleqa")
    arguments = profile(server, questions, attacked.runs, "--concurrency", "4", "--judge-model", "j", "--judge-base-url", server.url + "/v1")
    _, _, usual, wrong = baseline(attacked, exam, arguments + ["--run-name", "whole"], attacked.runs / "whole")
    if wrong:
        suite.held("kills", "profile with a judge, uninterrupted", False, "; ".join(wrong))
        return
    usually = sum(exam.judged.values())
    for number in range(4):
        exam.begin()
        shutil.rmtree(folder / "home" / "cache", ignore_errors=True)
        kill = Kill(attacked, exam, attacked.runs / f"j{number}", arguments + ["--run-name", f"j{number}"])
        kill.at_request("judged", drawn.randint(1, usually))
        if number % 2:
            kill.at_request("judged", sum(exam.judged.values()) + 1, resume=True)
        wrong = kill.resumed() + exam.wrong_in(attacked, kill.run)
        most = usually + 8 * len(kill.points)
        if sum(exam.judged.values()) > most:
            wrong.append(f"the judge was asked {sum(exam.judged.values())} times, {usually} of an uninterrupted run")
        report(suite, "profile with a judge", kill, wrong, usual)


def of_agents(suite, drawn):
    folder = suite.fresh("kills-agent", suite.user)
    exam = Exam(40, turns=2)
    attacked = suite.command(folder)
    questions = exam.write(folder / "q.jsonl")
    with exam.server() as server:
        arguments = ["run", *profile(server, questions, attacked.runs, "--concurrency", "4", "--tools", "calculator")[1:]]
        lines, names, usual, wrong = baseline(attacked, exam, arguments + ["--run-name", "whole"], attacked.runs / "whole")
        if wrong:
            suite.held("kills", "run, uninterrupted", False, "; ".join(wrong))
            return
        points = [("lines", drawn.randint(1, lines)) for _ in range(max(2, suite.kills // 2))]
        points += [("name", name) for name in names if PARTIAL.search(name) or "trace" in name or "artifact" in name]
        for number, (kind, point) in enumerate(points):
            exam.begin()
            kill = Kill(attacked, exam, attacked.runs / f"r{number}", arguments + ["--run-name", f"r{number}"])
            kill.at_lines(point) if kind == "lines" else kill.at_name(point)
            if number % 2:
                kill.at_once()
            wrong = kill.resumed() + exam.wrong_in(attacked, kill.run)
            traces = [json.loads(line)["query_id"] for line in (kill.run / "traces.jsonl").read_text().splitlines()]
            if sorted(traces) != sorted(exam.ids()):
                wrong.append(f"traces.jsonl has {len(traces)} lines, {len(set(traces))} queries")
            report(suite, "run", kill, wrong, usual)


def of_programs(suite, drawn):
    """An agent that is a program in a sandbox, behind the proxy, with a process of its own that goes on."""
    if not os.path.exists("/usr/bin/curl"):
        suite.skipped("kills", "run --agent command", "no /usr/bin/curl for the program")
        return
    folder = suite.fresh("kills-program", suite.user)
    exam = Exam(8)
    attacked = suite.command(folder)
    questions = exam.write(folder / "q.jsonl")
    mark = suite.word("mark")
    scripts = folder / "bin"
    scripts.mkdir()
    program = scripts / "solve.sh"
    program.write_text(f"""#!/bin/sh
sh -c 'sleep 200; : {mark}' &
setsid sh -c 'sleep 200; : {mark}' >/dev/null 2>&1 &
touch started
asked=$(printf '%s' "$IPW_TASK" | grep -o 'Question [0-9]*:' | head -n 1)
curl -s -H "Authorization: Bearer $OPENAI_API_KEY" -H 'Content-Type: application/json' \\
    -d "{{\\"model\\":\\"m\\",\\"messages\\":[{{\\"role\\":\\"user\\",\\"content\\":\\"$asked\\"}}]}}" "$OPENAI_BASE_URL/chat/completions" |
    sed 's/.*"content": *"\\([^"]*\\)".*/\\1/'
""")
    program.chmod(0o755)
    with exam.server() as server:
        arguments = ["run", *profile(server, questions, attacked.runs, "--concurrency", "2", "--agent", "command", "--agent-param", f"run={program}",
                                     "--agent-param", f"folders={scripts}")[1:], *suite.root_allowed(attacked.identity)]
        lines, names, usual, wrong = baseline(attacked, exam, arguments + ["--run-name", "whole"], attacked.runs / "whole")
        behind = left_behind(mark)
        if wrong or behind:
            suite.held("kills", "run --agent command, uninterrupted", False, "; ".join(wrong + behind))
            return
        started = [name for name in names if name.endswith("/started")]
        suite.figure("kills", "run --agent command, uninterrupted", f"{lines} lines; names {names}")
        points = [("request", drawn.randint(1, exam.count)) for _ in range(3)] + [("lines", drawn.randint(1, lines)) for _ in range(3)]
        points += [("name", drawn.choice(started)) for _ in range(2) if started]
        points += [("name", name) for name in names if name.endswith(("proxy.json", "traces.jsonl"))][:2]
        for number, (kind, point) in enumerate(points):
            exam.begin()
            kill = Kill(attacked, exam, attacked.runs / f"p{number}", arguments + ["--run-name", f"p{number}"])
            wrong = []
            for again in range(1 + number % 2):
                if kind == "request":
                    kill.at_request("asked", sum(exam.asked.values()) + point if not again else sum(exam.asked.values()) + 1, resume=bool(again))
                elif kind == "lines":
                    kill.at_lines(point) if not again else kill.at_once()
                else:
                    kill.at_name(point, resume=bool(again))
                behind = left_behind(mark)
                if behind:
                    wrong.append(f"left behind by the kill after {BOUND_SECONDS} s: {behind[:2]}")
            wrong += kill.resumed() + exam.wrong_in(attacked, kill.run)
            behind = left_behind(mark)
            if behind:
                wrong.append(f"left behind at the end: {behind[:2]}")
            report(suite, "run --agent command", kill, wrong, usual)


def of_bench(suite, drawn):
    folder = suite.fresh("kills-bench", suite.user)
    attacked = suite.command(folder)
    exam = Exam(25, turns=2)
    questions = exam.write(folder / "q.jsonl")
    other = exam.write(folder / "r.jsonl")
    with exam.server() as server:
        base = ["bench", "--agents", "none,react", "--models", "m", "--datasets", f"{questions},{other}", "--tools", "calculator", "--client", "openai",
                "--client-base-url", server.url + "/v1", *QUIET, "--concurrency", "3", "--output-dir", str(attacked.runs)]
        attacked.runs.mkdir()
        if attacked.identity.uid is not None:
            os.chown(attacked.runs, attacked.identity.uid, attacked.identity.uid)

        def cells(bench):
            return sorted(path.parent for path in bench.glob("*/journal.jsonl"))

        def wrong_in(bench):
            found = []
            if len(cells(bench)) != 4:
                found.append(f"{len(cells(bench))} runs in the folder for 4 cells: {[cell.name for cell in cells(bench)]}")
            for cell in cells(bench):
                agent = json.loads((cell / "summary.json").read_bytes())
                with_tools = any(line["type"] == "finished" and line["calls"] == 2 for line in journal(cell))
                found += [f"{cell.name}: {text}" for text in exam.wrong_in(attacked, cell, 2 if with_tools else 1)]
            told = json.loads((bench / "bench.json").read_bytes())
            states = re.findall(r'"state" *: *"(\w+)"', json.dumps(told))
            if states != ["finished"] * 4:
                found.append(f"bench.json says {states}")
            if not (bench / "report.html").exists():
                found.append("no report.html")
            return found
        whole = attacked.run(base + ["--run-name", "whole"], timeout=400)
        bench = attacked.runs / "bench_whole"
        wrong = wrong_in(bench) if whole.code == 0 else [f"exit {whole.code}: {whole.error()}"]
        if wrong:
            suite.held("kills", "bench, uninterrupted", False, "; ".join(wrong))
            return
        lines, needed = Lines(bench).count(), sum(exam.asked.values())
        usual = files(bench)
        for number in range(max(4, suite.kills // 2)):
            exam.begin()
            bench = attacked.runs / f"bench_b{number}"
            points = []
            for again in range(1 + number % 2):
                point = drawn.randint(1, lines) if not again else Lines(bench).count() + 1
                counted = Lines(bench)
                arguments = base + ["--run-name", f"b{number}"] if not again else ["bench", "--resume", str(bench)]
                killed = killed_when(start(attacked, arguments), lambda: counted.count() >= point)
                points.append(f"line {point}" + ("" if killed else " (it had ended)"))
            before = {cell: finished(cell) for cell in cells(bench)}
            ended = attacked.run(["bench", "--resume", bench], timeout=400)
            wrong = [] if ended.code == 0 and not ended.crashed() else [f"exit {ended.code}: {ended.error()}"]
            wrong += wrong_in(bench)
            lost = [cell.name for cell, kept in before.items() if not kept <= finished(cell)]
            if lost:
                wrong.append(f"finished questions are gone from {lost}")
            most = needed + len(points) * 3 * 2 * 4
            if sum(exam.asked.values()) > most:
                wrong.append(f"{sum(exam.asked.values())} requests, {needed} of an uninterrupted one")
            if files(bench) - usual:
                wrong.append(f"left in the folder: {sorted(files(bench) - usual)[:4]}")
            behind = left_behind(str(folder))
            if behind:
                wrong.append(f"left behind: {behind[:2]}")
            suite.held("kills", f"bench, killed at {', '.join(points)}", not wrong, "; ".join(wrong) or f"4 cells whole, {sum(exam.asked.values())} requests of {needed}")


def of_score(suite, drawn):
    folder = suite.fresh("kills-score", suite.user)
    attacked = suite.command(folder)
    exam = Exam(40)
    questions = exam.write(folder / "q.jsonl")
    with exam.server() as server:
        run = attacked.runs / "a"
        _, _, _, wrong = baseline(attacked, exam, profile(server, questions, attacked.runs, "--concurrency", "4", "--run-name", "a"), run)
        arguments = ["score", str(run), "--evaluator", "simpleqa", "--judge-model", "j", "--judge-base-url", server.url + "/v1"]
        names = Names(run)
        first = attacked.run(arguments)
        appeared = []
        while (path := names.next(0)) is not None:
            appeared.append(path)
        names.close()
        if wrong or first.code != 0:
            suite.held("kills", "score, uninterrupted", False, "; ".join(wrong) or f"exit {first.code}: {first.error()}")
            return
        usually = sum(exam.judged.values())
        verdicts = scored(run)
        suite.figure("kills", "score, uninterrupted", f"{usually} requests of the judge, {verdicts}; names {[str(path) for path in appeared]}")
        before = {path.name: path.read_bytes() for path in run.glob("*.arrow")}
        points = [("request", drawn.randint(1, usually)) for _ in range(4)] + [("name", name) for name in dict.fromkeys(alike(f"a/{path}") for path in appeared)][:4]
        for number, (kind, point) in enumerate(points):
            shutil.rmtree(run / "scores")
            shutil.rmtree(folder / "home" / "cache", ignore_errors=True)
            exam.begin()
            kill = Kill(attacked, exam, run, arguments)
            if kind == "request":
                kill.at_request("judged", point)
            else:
                kill.at_name(point)
            if number % 2:
                shown = attacked.run(["score", run])
                if shown.crashed() or shown.code not in (0, 1):
                    kill.points.append(f"(score RUN: exit {shown.code}, {shown.error()})")
            judged_before = sum(exam.judged.values())
            ended = attacked.run(arguments)
            wrong = [] if ended.code == 0 and not ended.crashed() else [f"exit {ended.code}: {ended.error()}"]
            if scored(run) != verdicts:
                wrong.append(f"verdicts {scored(run)}, {verdicts} of an uninterrupted one")
            if sum(exam.judged.values()) > usually + 8:
                wrong.append(f"the judge was asked {sum(exam.judged.values())} times, {judged_before} of them before the kill; {usually} uninterrupted")
            if {path.name: path.read_bytes() for path in run.glob("*.arrow")} != before:
                wrong.append("the run's own dataset changed")
            report(suite, "score", kill, wrong)


def scored(run):
    """Of the last file of scores: how many lines there are of each verdict, and of how many records."""
    kept = sorted((run / "scores").glob("[!.]*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
    if not kept:
        return "no scores"
    lines = [json.loads(line) for line in kept[-1].read_text().splitlines()]
    verdicts = collections.Counter(re.search(r'"verdict": *"(\w+)"', json.dumps(line)).group(1) for line in lines if '"verdict"' in json.dumps(line))
    records = {found.group(1) for line in lines if (found := re.search(r'"(q\d+)"', json.dumps(line)))}
    return f"{dict(sorted(verdicts.items()))} of {len(records)}"


class Disk:
    """A small file system of its own, in a private mount namespace that a process holds open."""

    def __init__(self, folder, size):
        self.place = folder
        self.holder = subprocess.Popen(["unshare", "-m", "--propagation", "private", "sh", "-c",
                                        f"mount -t tmpfs -o size={size} tmpfs '{folder}' && echo ready && exec sleep 3600"], stdout=subprocess.PIPE, text=True)
        self.ready = self.holder.stdout.readline().strip() == "ready"

    @property
    def seen(self):
        """The folder as it looks from outside."""
        return type(self.place)(f"/proc/{self.holder.pid}/root{self.place}")

    @property
    def enter(self):
        return ["nsenter", "-t", str(self.holder.pid), "-m"]

    def grow(self, size):
        subprocess.run([*self.enter, "mount", "-o", f"remount,size={size}", str(self.place)], check=True)

    def free(self):
        state = os.statvfs(self.seen)
        return state.f_bavail * state.f_frsize

    def close(self):
        self.holder.kill()
        self.holder.wait()


def of_full_disks(suite, drawn):
    works, why = possible("unshare", "-m", "--propagation", "private", "true")
    if not works:
        suite.skipped("kills", "on a full disk", f"no mount namespace of our own: {why}")
        return
    folder = suite.fresh("kills-full")
    exam = Exam(150)
    attacked = suite.command(folder, suite.itself)
    questions = exam.write(folder / "q.jsonl")
    with exam.server() as server:
        whole = attacked.run(profile(server, questions, attacked.runs, "--run-name", "whole", "--concurrency", "4"))
        needs = sum(path.stat().st_size for path in (attacked.runs / "whole").rglob("*") if path.is_file())
        suite.figure("kills", "a full disk", f"a whole run takes {needs // 1024} KiB, exit {whole.code}")
        for number in range(max(4, suite.kills // 2)):
            place = folder / f"small{number}"
            place.mkdir()
            size = drawn.randint(needs // 8, needs)
            disk = Disk(place, f"{size // 1024}k")
            if not disk.ready:
                suite.skipped("kills", "on a full disk", "no small file system could be mounted")
                return
            try:
                full_disk(suite, attacked, exam, server, questions, disk, size, number)
            finally:
                disk.close()


def full_disk(suite, attacked, exam, server, questions, disk, size, number):
    exam.begin()
    arguments = profile(server, questions, disk.place, "--concurrency", "4", "--run-name", "a")
    attacked.prefix = disk.enter
    seen = disk.seen / "a"
    kill = Kill(attacked, exam, seen, arguments)
    kill._killed(lambda: disk.free() == 0, f"a full disk of {size // 1024} KiB", False)
    wrong = []
    # Still full: it says so, or is killed again at once.
    if number % 2:
        kill._killed(lambda: disk.free() == 0, "still full", True)
    else:
        still = attacked.run(arguments + ["--resume"])
        kill.settle()
        if still.crashed() or (still.code == 0 and disk.free() == 0):
            wrong.append(f"while it is full: exit {still.code}, {still.error()}")
        elif still.code != 0 and "space" not in (still.err + still.out).lower():
            wrong.append(f"while it is full, exit {still.code} says nothing of the disk: {still.error()}")
    disk.grow("64m")
    wrong += kill.resumed()
    wrong += exam.wrong_in(attacked, seen) if (seen / "summary.json").exists() else ["no summary"]
    attacked.prefix = []
    stray = [path.name for path in seen.rglob(".*")]
    if stray:
        wrong.append(f"left: {stray[:3]}")
    suite.held("kills", f"profile on {', '.join(kill.points)}", not wrong,
               "; ".join(wrong) or f"{exam.count} questions once each, {sum(exam.asked.values())} requests")
