"""Files of foreign tools: what `ipw import`, `ipw attribute` and the reader of trajectories make of damaged, odd and hostile ones."""

import gzip
import json
import math
import os
import pathlib
import re
import shutil
import zipfile

SAMPLES = "ipw-import/tests/src/test/resources/dev/ipw/importing"
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f]")
NUMBERS = ("-1", "-0.5", "1e999", "1e308", "NaN", "Infinity", "-Infinity", "99999999999999999999999", "9223372036854775807", "null", "true", '"5"', '"x"', "[]", "{}")
# Of each tool: its whole files, the main one, and fields whose numbers are replaced.
TOOLS = {
    "llmeter": ("llmeter-a", "responses.jsonl", ["time_to_first_token", "time_to_last_token", "num_tokens_input", "num_tokens_output", "time_per_output_token", "retries", "request_time"]),
    "aiperf": ("aiperf", "profile_export.jsonl", ["request_start_ns", "request_end_ns", "request_ack_ns", "value"]),
    "vllm": ("vllm", None, ["ttfts", "itls", "start_times", "latencies", "output_lens", "input_lens", "duration", "max_concurrency", "request_rate", "num_prompts"]),
    "guidellm": ("guidellm", "benchmarks.json", ["request_start", "request_end", "first_token_iteration", "last_token_iteration", "targeted_start", "output_tokens", "prompt_tokens", "request_iterations"]),
    "ipw": ("ipw", None, []),
}


BATCH = """
import java.nio.file.*;
import java.util.concurrent.*;
String read(String tool, String path, String name, String runs) throws Exception {
    var out = new StringBuilder();
    for (ProfileRun run : RunImport.of(tool).read(Path.of(path)).runName(name).write(Path.of(runs))) {
        var rows = new java.io.StringWriter();
        RunExport.JSONL.write(RunReader.open(run.path()), RunExport.ExportColumn.usual(), rows);
        run.efficiency();
        run.analyze("latency");
        rows.toString().lines().forEach(row -> out.append("ROW ").append(name).append(' ').append(row).append('\\n'));
    }
    return out.toString();
}
void one(String tool, String path, String name, String runs) throws Exception {
    var task = new FutureTask<String>(() -> read(tool, path, name, runs));
    Thread.ofPlatform().daemon().start(task);
    try {
        System.out.print(task.get(60, TimeUnit.SECONDS));
        System.out.println("RESULT " + name + " ok");
    } catch (TimeoutException late) {
        System.out.println("RESULT " + name + " a hang");
    } catch (ExecutionException failed) {
        var cause = failed.getCause();
        var frames = cause.getStackTrace();
        System.out.println("RESULT " + name + " " + cause.getClass().getName() + ": " + String.valueOf(cause.getMessage()).replace("\\n", "\\\\n")
            + (cause.getClass().getName().startsWith("dev.ipw.error") || frames.length == 0 ? "" : " at " + frames[0]));
    }
}
"""


class Reader:
    """Imports of copies of a tool's files, each after a change. All of them are read by one process, the door in Java: the command
    would start anew for each."""

    def __init__(self, suite, tool, samples):
        self.suite, self.tool = suite, tool
        folder, main, self.fields = TOOLS[tool]
        self.source = samples / folder
        self.main = main or next(path.name for path in sorted(self.source.iterdir()))
        self.folder = suite.fresh("readers", suite.user)
        self.attacked = suite.command(self.folder)
        self.count = 0
        self.cases = []

    def copied(self):
        self.count += 1
        target = self.folder / f"in-{self.count}"
        shutil.copytree(self.source, target)
        for path in [target, *target.rglob("*")]:
            path.chmod(0o777 if path.is_dir() else 0o666)
        return target

    def given(self, folder):
        return folder if self.tool in ("llmeter", "aiperf") else folder / self.main

    def read(self, folder, timeout=60, memory=None):
        """One import by the command."""
        name = f"r{self.count}-"
        ended = self.attacked.run(["import", self.tool, self.given(folder), "--output-dir", self.attacked.runs, "--run-name", name],
                                  {"IPW_JAVA_OPTIONS": memory} if memory else None, timeout)
        return name, ended

    def text(self, folder):
        path = folder / self.main
        if path.is_dir():
            path = next(path.glob("summary.json"))
        return path

    def later(self, what, folder, **wanted):
        self.cases.append((what, f"r{self.count}-", self.given(folder), wanted))

    def judge_all(self):
        """Read all that is waiting. Sound is a refusal that names the file and leaves no run, or a run whose figures can be."""
        cases, self.cases = self.cases, []
        script = self.folder / f"script-{self.count}.jsh"
        script.write_text(BATCH + "".join(f'one("{self.tool}", "{path}", "{name}", "{self.attacked.runs}");\n' for _, name, path, _ in cases) + "/exit\n")
        ended = self.attacked.run(["jshell", "-s", script], timeout=580)
        results = {match.group(1): match.group(2) for match in re.finditer(r"(?m)^RESULT (\S+) (.*)$", ended.out)}
        rows = {}
        for match in re.finditer(r"(?m)^ROW (\S+) (.*)$", ended.out):
            rows.setdefault(match.group(1), []).append(match.group(2))
        for what, name, path, wanted in cases:
            self._judge(what, name, path, results.get(name), rows.get(name, []), **wanted)
        for folder in self.folder.glob("in-*"):
            shutil.rmtree(folder)

    def _judge(self, what, name, path, said, rows, must_fail=False, must_be_marked=False):
        if said is None:
            return self.suite.skipped("readers", f"{self.tool}: {what}", "an import before it took all the time, or ended jshell")
        read = said == "ok"
        odd = []
        for row in rows:
            walk(json.loads(row), "", odd)
        kept = [] if read else list(self.attacked.runs.glob(f"{name}*"))
        summaries = [json.loads(file.read_text()) for file in self.attacked.runs.glob(f"{name}*/summary.json")]
        marked = any(summary.get("warnings") for summary in summaries) or bool(re.search('"failed":true|failure', "".join(rows)))
        problems = [words for words, true in (("a hang", said == "a hang"), ("no error of ipw's own", not read and not said.startswith("dev.ipw.error.")), ("controls in the words", CONTROLS.search(said)), (f"odd figures {odd[:2]}", odd),
                                              ("a run is left", kept), ("read without a word", must_be_marked and read and not marked), ("was taken", must_fail and read),
                                              ("does not name the file", not read and "in-" not in said and path.name not in said)) if true]
        words = f"read, {len(rows)} rows{', with a warning' if marked else ''}" if read else said.replace(str(self.folder) + "/", "")[:170]
        self.suite.held("readers", f"{self.tool}: {what}", not problems, f"{'[' + ', '.join(problems) + '] ' if problems else ''}{words}")


def odd_figures(attacked, run):
    """Figures of the exported rows that cannot be: not finite, negative, or beyond a hundred years in nanoseconds."""
    exported = attacked.run(["export", run, "--jsonl"])
    odd = [] if exported.code == 0 else [f"export: exit {exported.code} {exported.error()[:120]}"]
    for line in exported.out.splitlines():
        walk(json.loads(line), "", odd)
    return odd


def walk(value, path, odd, signed=False):
    if isinstance(value, dict):
        for key, item in value.items():
            walk(item, f"{path}.{key}", odd, signed)
    elif isinstance(value, list):
        for item in value:
            walk(item, path, odd, signed)
    elif isinstance(value, float) and not math.isfinite(value):
        odd.append(f"{path} is {value}")
    elif isinstance(value, (int, float)) and not isinstance(value, bool) and not re.search(r"(?i)(_at|epoch|start|wall_ns|difference|score|gain|slope|low|high)", path) and (value < 0 and not signed or abs(value) > 3.2e18):
        odd.append(f"{path} is {value}")


def attack(suite):
    samples = suite.root / SAMPLES
    if not samples.is_dir():
        suite.skipped("readers", "everything", "the samples of the tools' files are not there")
        return
    for tool in TOOLS:
        reader = Reader(suite, tool, samples)
        name, ended = reader.read(reader.copied())
        if ended.code != 0 or (odd := odd_figures(reader.attacked, reader.attacked.runs / name)):
            suite.skipped("readers", f"{tool}: everything", f"an honest file does not work: exit {ended.code}, {ended.error()} {odd if ended.code == 0 else ''}")
            continue
        for part in (whole_file, numbers, places, large):
            try:
                part(suite, reader)
            except Exception as broken:  # the next part is attacked all the same
                suite.skipped("readers", f"{tool}: the rest of '{part.__name__}'", f"the suite itself failed: {broken!r}")
    for part in (trajectories, logs, spans):
        try:
            part(suite, samples)
        except Exception as broken:  # the next part is attacked all the same
            suite.skipped("readers", f"the rest of '{part.__name__}'", f"the suite itself failed: {broken!r}")


def whole_file(suite, reader):
    """The file as a whole: torn, of another encoding, with bytes that do not belong there."""
    original = reader.text(reader.source).read_bytes()
    text = original.decode("utf-8", "replace")
    first = text.splitlines()[0] if text else ""
    lines = reader.main.endswith(".jsonl")
    middle = len(original) // 2
    first_key = re.search(r'"([a-z_]+)":', text)
    cases = {
        "nothing": (b"", {}), "a line end alone": (b"\n", {}), "torn in the middle": (original[:middle], {"must_be_marked": True}),
        "torn in its first key": (original[:5], {}), "torn within a character": (original.replace(b"is", "i\u00e9".encode()[:2], 1)[:middle], {}),
        "a byte order mark": (b"\xef\xbb\xbf" + original, {}), "UTF-16": (text.encode("utf-16"), {}), "UTF-16 without its mark": (text.encode("utf-16-le"), {}),
        "UTF-32": (text.encode("utf-32"), {}), "Latin-1 letters": (original.replace(b"is", b"\xe4\xf6", 1), {}), "CRLF": (original.replace(b"\n", b"\r\n"), {}),
        "CR alone": (original.replace(b"\n", b"\r"), {}), "a zero in the middle": (original[:middle] + b"\0" + original[middle:], {}), "10,000 zeros at the end (a file after a power cut)": (original + b"\0" * 10_000, {"must_be_marked": True}),
        "zeros alone": (b"\0" * 5000, {"must_fail": True}), "100,000 lists": (b"[" * 100_000, {"must_fail": True}), "100,000 objects": (b'{"a":' * 100_000, {"must_fail": True}),
        "a list": (b"[]", {}), "null": (b"null", {"must_fail": True}), "a text": (b'"a"', {"must_fail": True}), "a number": (b"5", {"must_fail": True}), "an empty object": (b"{}", {}),
        "CSV with quotes": (b'id,"a ""b""",\0\n1,"x\ny",=cmd|\'/c calc\'!A0\n', {"must_fail": True}), "HTML": (b"<html>\x1b[2J</html>", {"must_fail": True}),
        "gzip": (gzip.compress(original), {}), "a gzip bomb": (gzip.compress(b"\0" * (200 << 20)), {"must_fail": True}), "a zip": (zipped(original), {"must_fail": True}),
        "twice": (original + (b"" if original.endswith(b"\n") else b"\n") + original, {"must_fail": not lines}), "comments": (b"// a\n/* b */\n" + original, {}),
        "a key twice": (re.sub(rb'"([a-z_]+)":', lambda m: m.group(0) + b' 5, ' + m.group(0), original, count=1), {}) if first_key else (b"", {}),
        "escape sequences in every text": (re.sub(rb'": "', b'": "\\\\u001b[2J\\\\u001b]0;owned\\\\u0007\\\\u202e', original).replace(b"\\\\u", b"\\u"), {}),
        "half a surrogate": (re.sub(rb'": "', b'": "\\\\ud83d', original).replace(b"\\\\u", b"\\u"), {}),
        "a line of 20 MB": ((first[:1] + '"pad": "' + "a" * 20_000_000 + '", ' + first[1:] + "\n").encode() + b"\n".join(original.splitlines()[1:]), {}),
    }
    if lines:
        rows = original.splitlines()
        cases["rows in the reverse order"] = (b"\n".join(reversed(rows)) + b"\n", {})
        cases["each row twice (ids twice)"] = (b"\n".join(row for row in rows for _ in (0, 1)) + b"\n", {})
        cases["a damaged row in the middle"] = (b"\n".join([*rows[:1], b'{"a": ', *rows[1:]]) + b"\n", {"must_fail": True})
        cases["two rows in a line"] = (b"".join(rows[:2]) + b"\n" + b"\n".join(rows[2:]), {"must_fail": True})
        cases["100,000 empty lines"] = (b"\n" * 100_000 + original, {})
    for what, (data, wanted) in cases.items():
        folder = reader.copied()
        reader.text(folder).write_bytes(data)
        reader.later(what, folder, **wanted)
    reader.judge_all()


def zipped(data):
    import io
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.json", data)
    return out.getvalue()


def numbers(suite, reader):
    """One number of each field in the first row replaced: a figure that cannot be is refused, or absent, never kept."""
    original = reader.text(reader.source).read_text()
    for field in reader.fields:
        pattern = re.compile(r'("%s":\s*\[*)(-?[\d.]+(?:e[+-]?\d+)?|"[^"]*"|null)' % field)
        if not pattern.search(original):
            suite.skipped("readers", f"{reader.tool}: numbers of {field}", "the sample has no such field")
            continue
        for number in NUMBERS:
            folder = reader.copied()
            reader.text(folder).write_text(pattern.sub(lambda match: match.group(1) + number, original, count=1))
            reader.later(f"{field} of {number}", folder)
    reader.judge_all()


def places(suite, reader):
    """Links, pipes, devices and folders in the place of the file, and names that climb out of the folder of runs."""
    secret = reader.folder / "private.txt"
    secret.write_text("CANARY-private\n")
    for what, make in (("a folder", lambda path: path.mkdir()), ("a pipe that nobody writes to", lambda path: os.mkfifo(path, 0o666)), ("a link to /dev/zero", lambda path: path.symlink_to("/dev/zero")),
                       ("a link to itself", lambda path: path.symlink_to(path)), ("a link to nothing", lambda path: path.symlink_to("/nowhere")), ("a link to a private file", lambda path: path.symlink_to(secret))):
        folder = reader.copied()
        path = reader.text(folder)
        path.unlink()
        make(path)
        reader.later(what, folder, must_fail=True)
    reader.judge_all()
    for run_name in ("../out", "/tmp/ipw-attack-out", "a/b", "..", ".", "", "a\nb", "\x1b[2J", "n" * 300, "a\0b".replace("\0", "\\0")):
        if reader.tool != "llmeter":
            break
        folder = reader.copied()
        before = {path.name for path in reader.folder.iterdir()}
        ended = reader.attacked.run(["import", reader.tool, reader.given(folder), "--output-dir", reader.attacked.runs, f"--run-name={run_name}"])
        escaped = {path.name for path in reader.folder.iterdir() if not path.name.startswith("screen")} - before or pathlib.Path("/tmp/ipw-attack-out").exists()
        suite.held("readers", f"the name of a run {run_name[:30]!r}", not ended.crashed() and not escaped and not CONTROLS.search(ended.out + ended.err), f"exit {ended.code}{', written outside' if escaped else ''}: {ended.error()}")


def large(suite, reader):
    """Many rows in little memory. A million of them take 100 MB, and not every tool's rows are that short."""
    if reader.tool == "aiperf":
        row = json.loads((reader.source / reader.main).read_text().splitlines()[-1])
        keep = {name: row["metrics"][name] for name in ("request_latency", "time_to_first_token", "output_sequence_length") if name in row.get("metrics", {})}
        wanted = {"metadata": {key: row["metadata"][key] for key in ("request_start_ns", "request_end_ns", "benchmark_phase") if key in row["metadata"]}, "metrics": keep}
        folder = reader.copied()
        with open(folder / reader.main, "w") as out:
            line = json.dumps(wanted) + "\n"
            for _ in range(100_000):
                out.write(line)
        name, ended = reader.read(folder, 400, "-Xmx512m")
        suite.held("readers", "aiperf: 100,000 rows of one moment, in 512 MB", not ended.crashed(), f"exit {ended.code} after {ended.seconds:.0f} s: {ended.error()}")
        shutil.rmtree(folder)
        shutil.rmtree(reader.attacked.runs / name, ignore_errors=True)
    if reader.tool == "llmeter":
        folder = reader.copied()
        with open(folder / reader.main, "w") as out:
            for number in range(200_000):
                out.write('{"error": "x"}\n')
        name, ended = reader.read(folder, 400, "-Xmx512m")
        suite.held("readers", "llmeter: 200,000 rows that are failures alone, in 512 MB", not ended.crashed(), f"exit {ended.code} after {ended.seconds:.0f} s: {ended.error()}")
        shutil.rmtree(folder)
        shutil.rmtree(reader.attacked.runs / name, ignore_errors=True)
    if reader.tool == "guidellm":
        folder = reader.copied()
        value = json.loads((folder / reader.main).read_text())
        value["benchmarks"] = [value["benchmarks"][0]] * 5 + [{}] * 10_001
        (folder / reader.main).write_text(json.dumps(value))
        reader.later("10,006 benchmarks", folder, must_fail=True)
        reader.judge_all()
    if reader.tool == "ipw":
        arrow = next(reader.source.rglob("*.arrow"))
        data = arrow.read_bytes()
        for number in range(40):
            folder = reader.copied()
            at = len(data) * number // 40
            damaged = bytearray(data)
            damaged[at:at + 4] = b"\xff\xff\xff\x7f"
            next(folder.rglob("*.arrow")).write_bytes(bytes(damaged))
            reader.later(f"four bytes of the table at {number}/40 are a huge length", folder)
        for part in (0, 1, 4, 8):
            folder = reader.copied()
            next(folder.rglob("*.arrow")).write_bytes(data[:len(data) * part // 10])
            reader.later(f"the table torn after {part}/10", folder, must_fail=True)
        reader.judge_all()


JSHELL = """
import java.nio.file.*;
void read(String name) {
    try {
        var t = AgentTrajectory.read(Path.of(name));
        System.out.println("RESULT " + name + " ok " + t.steps().size() + " " + t.usage() + " " + t.joules() + " " + t.costUsd() + " " + t.stepJoules() + " " + t.idleJoules());
    } catch (Throwable e) {
        System.out.println("RESULT " + name + " " + e.getClass().getName() + " " + String.valueOf(e.getMessage()).replace("\\n", "\\\\n"));
    }
}
"""


def trajectories(suite, samples):
    """Nothing on the command line reads a trajectory; `AgentTrajectory.read` in Java does, so that it is asked in `ipw jshell`."""
    original = (samples / "atif" / "continued.json").read_text()
    value = json.loads(original)
    cases = {"honest": original, "torn": original[:len(original) // 2], "nothing": "", "null": "null", "a list": "[]", "100,000 lists": "[" * 100_000, "a byte order mark": "\ufeff" + original,
             "steps that are null": json.dumps({**value, "steps": None}), "steps of odd types": json.dumps({**value, "steps": [None, 5, [], {}]}), "a version that is unknown": json.dumps({**value, "schema_version": "ATIF-v99"}),
             "a version that is a number": json.dumps({**value, "schema_version": 5}), "no agent": json.dumps({**value, "agent": None}), "a key twice": original.replace('"steps":', '"steps": [], "steps":', 1),
             "step numbers twice": original.replace('"step_id": 2', '"step_id": 1'), "step numbers that go back": original.replace('"step_id": 2', '"step_id": 200'),
             "an observation of an unknown call": original.replace('"source_call_id": "c"', '"source_call_id": "zz"'), "subagents within themselves": nested(value, 3000),
             "arguments of 5,000 levels": original.replace('{"command": "ls"}', '{"a": ' * 5000 + "1" + "}" * 5000), "a text of 30 MB": json.dumps({**value, "steps": [{"step_id": 1, "source": "user", "message": "a" * 30_000_000}]}),
             "100,000 steps": json.dumps({**value, "steps": [{"step_id": n + 1, "source": "user", "message": "a"} for n in range(100_000)]}), "UTF-16": original.encode("utf-16"), "zeros": b"\0" * 1000,
             "gzip": gzip.compress(original.encode()), "bytes that are no UTF-8": original.encode().replace(b"Do it", b"\xff\xfe")}
    for field in ("prompt_tokens", "completion_tokens", "cached_tokens", "cost_usd", "llm_call_count", "step_id"):
        for number in NUMBERS:
            cases[f"{field} of {number}"] = re.sub(r'("%s":\s*)[-\d.]+' % field, lambda match: match.group(1) + number, original)
    folder = suite.fresh("trajectories", suite.user)
    script, names = JSHELL, {}
    for number, (what, text) in enumerate(cases.items()):
        path = folder / f"{number}.json"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        names[str(path)] = what
        script += f'read("{path}")\n'
    for what, make in (("a folder", lambda path: path.mkdir()), ("nothing there", lambda path: None), ("a link to /dev/zero", lambda path: path.symlink_to("/dev/zero")), ("a pipe that nobody writes to", lambda path: os.mkfifo(path, 0o666))):
        path = folder / f"{what.split()[1]}-{len(names)}.json"
        make(path)
        names[str(path)] = what
        script += f'read("{path}")\n'
    script += "/exit\n"
    (folder / "script.jsh").write_text(script)
    ended = suite.command(folder).run(["jshell", "-s", folder / "script.jsh"], timeout=240)
    results = {match.group(1): match.group(2) for match in re.finditer(r"RESULT (\S+) (.*)", ended.out)}
    if names and str(folder / "0.json") not in results:
        suite.skipped("readers", "trajectories", f"jshell does not read an honest one: exit {ended.code}, {ended.error()}")
        return
    for path, what in names.items():
        said = results.get(path)
        fault = said is None or re.match(r"java\.lang\.(NullPointer|ClassCast|IndexOut|NumberFormat|StackOverflow|OutOfMemory|Arithmetic|IllegalState)|java\.util\.|java\.nio\.charset|tools\.jackson|com\.fasterxml", said)
        odd = said is not None and said.startswith("ok") and re.search(r"NaN|Infinity|=-\d|\[-\d|E\+?\d{2}", said)
        names_it = said is not None and (said.startswith("ok") or pathlib.Path(path).name in said)
        suite.held("readers", f"a trajectory: {what}", not fault and not odd and names_it and not CONTROLS.search(said or ""), (said or "no answer: a hang, or it ended jshell")[:200].replace(str(folder) + "/", ""))


def nested(value, levels):
    inner = json.dumps({**value, "subagent_trajectories": []})
    head, tail = inner.split('"subagent_trajectories": []')
    return (head + '"subagent_trajectories": [') * levels + inner + ("]" + tail) * levels


SAMPLE_LOG = "".join(json.dumps({"t_ns": n * 100_000_000, "device": "gpu0", "energy_mj": 10_000.0 * n}) + "\n" for n in range(101))
REQUEST_LOG = "".join(json.dumps({"id": f"r{n}", "start_ns": n * 10**9, "end_ns": n * 10**9 + 900_000_000, "input_tokens": 10, "output_tokens": 10}) + "\n" for n in range(10))


def logs(suite, samples):
    folder = suite.fresh("logs", suite.user)
    attacked = suite.command(folder)
    cases = {"honest": (SAMPLE_LOG, REQUEST_LOG), "two requests of one id": (SAMPLE_LOG, REQUEST_LOG + REQUEST_LOG), "a clock that goes back for requests": (SAMPLE_LOG, REQUEST_LOG.replace('"end_ns": 3900000000', '"end_ns": 100')),
             "samples in the reverse order": ("".join(reversed(SAMPLE_LOG.splitlines(True))), REQUEST_LOG), "a counter that falls": (SAMPLE_LOG.replace('"energy_mj": 500000.0', '"energy_mj": 5.0'), REQUEST_LOG),
             "torn samples": (SAMPLE_LOG[:-20], REQUEST_LOG), "torn requests": (SAMPLE_LOG, REQUEST_LOG[:-20]), "a byte order mark": ("\ufeff" + SAMPLE_LOG, "\ufeff" + REQUEST_LOG), "nothing": ("", ""), "no requests": (SAMPLE_LOG, ""),
             "100,000 lists": (SAMPLE_LOG, "[" * 100_000 + "\n"), "a key twice": (SAMPLE_LOG, REQUEST_LOG.replace('"start_ns": 0', '"start_ns": 5, "start_ns": 0')), "zeros": (SAMPLE_LOG + "\0" * 4096, REQUEST_LOG),
             "a line of 20 MB": (SAMPLE_LOG, '{"id": "' + "a" * 20_000_000 + '"}\n'), "devices with escape sequences": (SAMPLE_LOG.replace("gpu0", "\\u001b[2Jgpu"), REQUEST_LOG), "ids with escape sequences": (SAMPLE_LOG, REQUEST_LOG.replace('"r', '"\\u001b[2Jr')),
             "10,001 devices": ("".join(SAMPLE_LOG.splitlines(True)[n % 101].replace("gpu0", f"gpu{n}") for n in range(10_001)), REQUEST_LOG)}
    for field, log in (("t_ns", 0), ("energy_mj", 0), ("start_ns", 1), ("end_ns", 1), ("input_tokens", 1), ("output_tokens", 1)):
        for number in NUMBERS[::2]:
            pair = [SAMPLE_LOG, REQUEST_LOG]
            rows = pair[log].splitlines(True)
            rows[5] = re.sub(r'("%s": )[-\d.e+]+' % field, lambda match: match.group(1) + number, rows[5])
            pair[log] = "".join(rows)
            cases[f"{field} of {number}"] = tuple(pair)
    for what, (sampled, requested) in cases.items():
        (folder / "s.jsonl").write_text(sampled)
        (folder / "r.jsonl").write_text(requested)
        ended = attacked.run(["attribute", "--samples", folder / "s.jsonl", "--requests", folder / "r.jsonl", "--json"], timeout=60)
        odd = []
        for line in ended.out.splitlines():
            try:
                walk(json.loads(line), "", odd)
            except ValueError:
                odd.append("a line that is no JSON")
        held = not ended.crashed() and ended.code in (0, 2) and not (ended.code == 0 and odd) and not CONTROLS.search(ended.out + ended.err)
        suite.held("readers", f"logs for attribute: {what}", held, f"exit {ended.code} after {ended.seconds:.0f} s {odd[:2] if odd else ''}: {ended.error()}")


def spans(suite, samples):
    folder = suite.fresh("spans", suite.user)
    attacked = suite.command(folder)
    (folder / "s.jsonl").write_text(SAMPLE_LOG)

    def span(**more):
        return {"traceId": "0" * 31 + "1", "spanId": "0" * 15 + "1", "name": "chat m", "startTimeUnixNano": "1000000000", "endTimeUnixNano": "2000000000",
                "attributes": [{"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}}, {"key": "gen_ai.request.model", "value": {"stringValue": "m"}},
                               {"key": "gen_ai.usage.input_tokens", "value": {"intValue": "10"}}, {"key": "gen_ai.usage.output_tokens", "value": {"intValue": 10}}], **more}

    def export(*some):
        return json.dumps({"resourceSpans": [{"scopeSpans": [{"spans": list(some)}]}]})

    cases = {"honest": export(span()), "a span that is its own parent": export(span(parentSpanId="0" * 15 + "1")), "parents in a circle": export(span(spanId="a" * 16, parentSpanId="b" * 16), span(spanId="b" * 16, parentSpanId="a" * 16)),
             "10,000 spans within each other": export(*[span(spanId=f"{n + 1:016x}", parentSpanId=f"{n:016x}") for n in range(10_000)]), "spans of odd types": export(None, 5, [], {}), "ids of odd types": export(span(spanId=5, traceId=None)),
             "times of odd types": export(span(startTimeUnixNano=None), span(startTimeUnixNano="x"), span(startTimeUnixNano=1e300), span(startTimeUnixNano=-5), span(startTimeUnixNano="99999999999999999999999")),
             "tokens of odd types": export(*[span(spanId=f"{n + 1:016x}", attributes=[{"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}}, {"key": "gen_ai.usage.output_tokens", "value": value}])
                                             for n, value in enumerate(({"intValue": -1}, {"intValue": 10**30}, {"doubleValue": 1e308}, {"doubleValue": "NaN"}, {"stringValue": "x"}, {"arrayValue": {}}, None, 5))]),
             "the same span 1,000 times": export(*[span()] * 1000), "torn": export(span())[:-30], "a gzip bomb": gzip.compress(b" " * (300 << 20)), "gzip that is torn": gzip.compress(export(span()).encode())[:-10],
             "gzip within gzip": gzip.compress(gzip.compress(export(span()).encode())), "100,000 lists": "[" * 100_000, "escape sequences": export(span(name="\x1b[2J", attributes=span()["attributes"][:1] + [{"key": "gen_ai.request.model", "value": {"stringValue": "\x1b[2J"}}])),
             "nothing": "", "null": "null", "a list": "[]", "attributes of 5,000 levels": export(span()).replace('{"stringValue": "chat"}', '{"kvlistValue": {"values": [{"key": "a", "value": ' * 5000 + "{}" + "}]}}" * 5000, 1)}
    for what, text in cases.items():
        (folder / "spans.json").write_bytes(text if isinstance(text, bytes) else text.encode())
        for further in (["--json"], []):
            ended = attacked.run(["attribute", "--samples", folder / "s.jsonl", "--spans", folder / "spans.json", *further], timeout=60)
            if further and not ended.crashed() and ended.code in (0, 2):
                continue
            suite.held("readers", f"spans for attribute: {what}", not ended.crashed() and ended.code in (0, 2) and not CONTROLS.search(ended.out + ended.err), f"exit {ended.code} after {ended.seconds:.0f} s: {ended.error()}")
            break
