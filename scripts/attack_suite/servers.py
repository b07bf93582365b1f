"""Model servers that `ipw servers` starts: what reaches their command line, whose process is ended, what a record is believed."""

import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import threading
import time

from .command import QUIET
from .server import Server

# A stand-in for vllm, llama-server, ollama and sglang. It keeps what it was started with, and behaves as the file beside it says.
FAKE = r'''#!@PYTHON@
import http.server, json, os, pathlib, signal, socketserver, subprocess, sys, threading, time
here = pathlib.Path("@HERE@")
how = (here / "how").read_text().split() if (here / "how").exists() else []
if "--version" in sys.argv:
    print("0.0"), sys.exit(0)
(here / f"new-{os.getpid()}").write_text(json.dumps({"argv": sys.argv, "env": dict(os.environ), "cwd": os.getcwd(), "pid": os.getpid()}))
(here / f"new-{os.getpid()}").rename(here / f"seen-{os.getpid()}.json")
def value(*names):
    for name in names:
        if name in sys.argv[:-1]:
            return sys.argv[sys.argv.index(name) + 1]
    return None
if "crash" in how:
    sys.stderr.write("\x1b]0;owned\x07\x1b[2Jno memory " + " ".join(sys.argv) + "\n"), sys.exit(3)
if "stubborn" in how:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
if "children" in how:
    child = subprocess.Popen(["sleep", "119"])
    apart = subprocess.Popen(["sleep", "118"], start_new_session=True)
    twice = subprocess.Popen(["setsid", "sh", "-c", "setsid sleep 117 & echo $! > %s; exit 0" % (here / "twice")])
    time.sleep(0.5)
    (here / "children").write_text(json.dumps([child.pid, apart.pid, int((here / "twice").read_text())]))
if "torrent" in how:
    def pour():
        line = ("x" * 1023 + "\n") * 64
        for _ in range(512):
            sys.stdout.write(line)
        sys.stdout.write("y" * (32 << 20))
        sys.stdout.flush()
        (here / "poured").touch()
    threading.Thread(target=pour, daemon=True).start()
if "deaf" in how:
    time.sleep(100), sys.exit(0)
port = int(value("--port") or os.environ.get("OLLAMA_HOST", ":0").rsplit(":", 1)[1])
model = value("--model", "-m", "-hf", "--model-path") or (sys.argv[2] if len(sys.argv) > 2 else "m")
served = "another/model" if "other" in how else model
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def log_message(self, *words):
        pass
    def reply(self, value):
        data = json.dumps(value).encode()
        if "mute" in how:
            time.sleep(90)
        if "drip" in how:
            self.send_response(200), self.send_header("Content-Length", "100000"), self.end_headers()
            for _ in range(90):
                self.wfile.write(b" "), self.wfile.flush(), time.sleep(1)
            return
        if "endless" in how:
            self.send_response(200), self.send_header("Content-Type", "application/json"), self.end_headers()
            for _ in range(1024):
                self.wfile.write(b"[" * 65536)
            self.close_connection = True
            return
        if "garbage" in how:
            data = b"\x1b[2J\x1b]0;owned\x07" + b"[" * 50000
        self.send_response(200), self.send_header("Content-Type", "application/json"), self.send_header("Content-Length", str(len(data)))
        self.end_headers(), self.wfile.write(data)
    def do_GET(self):
        self.reply({"object": "list", "data": [{"id": served, "object": "model"}], "model_path": served, "models": [{"name": served, "model": served}],
                    "version": "0.0", "status": "ok"})
    def do_POST(self):
        self.rfile.read(int(self.headers.get("content-length", "0")))
        self.reply({"id": "x", "object": "chat.completion", "model": served, "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
                    "choices": [{"index": 0, "text": "4", "message": {"role": "assistant", "content": "4"}, "finish_reason": "length"}],
                    "response": "4", "done": True, "message": {"role": "assistant", "content": "4"}})
        if "mortal" in how:
            threading.Timer(0.5, lambda: os._exit(7)).start()
class Listener(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True
    allow_reuse_address = True
threading.Timer(110, lambda: os._exit(0)).start()
Listener(("127.0.0.1", port), Handler).serve_forever()
'''


class Rig:
    """A folder with a stand-in of each server on the path, and a state folder of its own."""

    def __init__(self, suite, how="", identity=None):
        self.suite = suite
        self.identity = identity or suite.user
        self.folder = suite.fresh("servers", self.identity)
        self.seen_in = self.folder / "bin"
        self.seen_in.mkdir()
        self.seen_in.chmod(0o777)
        for name in ("vllm", "llama-server", "ollama"):
            path = self.seen_in / name
            path.write_text(FAKE.replace("@PYTHON@", suite.python(self.identity)).replace("@HERE@", str(self.seen_in)))
            path.chmod(0o755)
        self.how(how)
        self.state = self.folder / "state-dir"
        self.attacked = suite.command(self.folder, self.identity)
        self.path = {"PATH": f"{self.seen_in}:{os.environ['PATH']}"}

    def how(self, how):
        (self.seen_in / "how").write_text(how)

    def ask(self, *arguments, timeout=90, env=None):
        return self.attacked.run(["servers", *arguments, "--state-dir", self.state], {**self.path, **(env or {})}, timeout)

    def started(self, *further, port=None, how="start", model="m", timeout=90, env=None):
        self.port = port or free_port()
        return self.ask(how, "--vllm", "--model", model, "--port", self.port, *further, timeout=timeout, env=env)

    def seen(self):
        return [json.loads(path.read_text()) for path in sorted(self.seen_in.glob("seen-*.json"))]

    def wait_seen(self, number=1, seconds=20):
        return wait_for(lambda: len(self.seen()) >= number and self.seen(), seconds) or []

    def record(self):
        return next((path for path in sorted(self.state.rglob("*.json")) if path.is_file()), None)

    def close(self):
        for one in self.seen():
            end(one["pid"])
        for name in ("children", "twice"):
            if (self.seen_in / name).exists():
                numbers = json.loads((self.seen_in / name).read_text() or "[]")
                for number in numbers if isinstance(numbers, list) else [numbers]:
                    end(number, b"sleep")


def end(pid, having=b"@"):
    """End a process of a stand-in, and no other that got its number since."""
    try:
        line = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
        if (b"/bin/" in line and b"servers" in line) or having in line:
            os.kill(pid, signal.SIGKILL)
    except OSError:
        pass


def alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in ("Z", "X")
    except OSError:
        return False


def wait_for(found, seconds):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        value = found()
        if value:
            return value
        time.sleep(0.1)
    return None


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ready(ended):
    return re.search(r"(?m)\bready\b", ended.out) is not None and "not ready" not in ended.out


def clean(ended):
    return not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f]", ended.out + ended.err)


def attack(suite):
    if not control(suite):
        return
    for surface in (wrong_processes, foreign_ports, races, stops, misbehaving, records, places, logs, own_server, keys, addresses, arguments, presets):
        try:
            surface(suite)
        except Exception as broken:  # the next ones are attacked all the same
            suite.skipped("servers", f"the rest of '{surface.__name__}'", f"the suite itself failed: {broken!r}")


def control(suite):
    rig = Rig(suite)
    try:
        ended = rig.started(how="launch", timeout=120)
        shown = rig.ask("status")
        stopped = rig.ask("stop", str(rig.port))
        gone = wait_for(lambda: not any(alive(one["pid"]) for one in rig.seen()), 15)
        if ended.code == 0 and ready(shown) and stopped.code == 0 and gone:
            return True
        suite.skipped("servers", "everything", f"an honest server does not work: launch {ended.code} {ended.error()}; status {shown.out[-200:]}; "
                                               f"stop {stopped.code} {stopped.error()}")
        return False
    finally:
        rig.close()


def arguments(suite):
    """Models and parameters that a shell, or the server's own parser, would read as something else."""
    rig = Rig(suite)
    try:
        folder = rig.folder / "a folder with spaces and 'quotes'"
        folder.mkdir()
        models = ["--help", "--host=0.0.0.0", "m\n--host\n0.0.0.0", "m --host 0.0.0.0", "$(touch pwned)", "m' ; touch pwned '", 'm" --host "0.0.0.0', str(folder), "m\x1b[2J", "", "m" * 70_000,
                  "m>pwned"]
        for model in models:
            before = len(rig.seen())
            port = free_port()
            ended = rig.ask("start", "--vllm", "--model", model, "--port", str(port))
            begun = rig.wait_seen(before + 1, 10) if ended.code == 0 else rig.seen()
            argv = next((one["argv"] for one in begun if str(port) in one["argv"]), None)
            planted = list(rig.folder.rglob("pwned"))
            as_option = argv is not None and model.startswith("-") and (model in argv)
            as_given = argv is None or argv.count(model) == 1
            suite.held("servers", f"the model {model[:40]!r}", not planted and as_given and not as_option and not ended.crashed() and clean(ended)
                       and (ended.code != 0 or argv is not None),
                       f"exit {ended.code}, {'started with ' + str(argv[1:4])[:80] if argv else 'not started'}: {ended.error()}")
            if argv:
                rig.ask("stop", str(port))
            for one in rig.seen():
                end(one["pid"])
    finally:
        rig.close()


def addresses(suite):
    """The address, the port and the model cannot be changed, however the argument is written that the server would understand."""
    rig = Rig(suite)
    try:
        for kind, names in (("--vllm", ["host=0.0.0.0", "HOST=0.0.0.0", "hos=0.0.0.0", "--host=0.0.0.0", "-host=0.0.0.0", " host=0.0.0.0", "host =0.0.0.0", "por=1", "uds=/tmp/a", "config=/tmp/a.yaml",
                                        "mod=other", "served_model_name=other", "max-model-len 1 --host=0.0.0.0", "max-model-len=1\n--host\n0.0.0.0", "a=--host", "=0.0.0.0", "--=0.0.0.0"]),
                            ("--llama-server", ["host=0.0.0.0", "port=1", "m=other", "hf=other", "hfr=other", "mu=http://a/", "a=other", "alias=other"]),
                            ("--ollama", ["host=0.0.0.0", "OLLAMA_HOST=0.0.0.0", "Host=0.0.0.0", "host\n=0.0.0.0", "a=b\nOLLAMA_HOST=0.0.0.0"])):
            for name in names:
                port = free_port()
                ended = rig.ask("start", kind, "--model", "m", "--port", str(port), "--dry-run", "--param", name)
                command = ended.out + ended.err
                # A value is the user's own; what must not happen is an option of another name, or one that the server reads as its address.
                harmless = name in ("max-model-len=1 --host 0.0.0.0", "a=--host", "max-model-len=1\n--host\n0.0.0.0", "a=b\nOLLAMA_HOST=0.0.0.0", "a=other") \
                    and re.search(r"(?<!['\"=\w-])--host[ =]0\.0\.0\.0", command) is None
                suite.held("servers", f"{kind[2:]} --param {name!r}", not ended.crashed() and clean(ended) and (ended.code not in (0, None) or harmless),
                           f"exit {ended.code}: {ended.error() if ended.code else command.strip()[-140:]}")
    finally:
        rig.close()


def presets(suite):
    rig = Rig(suite)
    try:
        cases = {
            "a name that climbs out": '"../../x": {kind: vllm, model: m}', "a model that is an option": 'p: {kind: vllm, model: "--help"}',
            "a key with an option behind it": 'p: {kind: vllm, model: m, arguments: {"a --host 0.0.0.0": 1}}',
            "a key with a line end": 'p: {kind: vllm, model: m, arguments: {"a\\n--host": "0.0.0.0"}}', "the address": 'p: {kind: vllm, model: m, arguments: {host: 0.0.0.0}}',
            "an unknown kind": "p: {kind: bash, model: m}", "a kind that is a list": "p: {kind: [vllm], model: m}", "no model": "p: {kind: vllm}",
            "a model that is a number": "p: {kind: vllm, model: 5}", "a model that is null": "p: {kind: vllm, model: null}", "arguments that are a list": "p: {kind: vllm, model: m, arguments: [1]}",
            "an argument that is an object": "p: {kind: vllm, model: m, arguments: {a: {b: c}}}", "a tag of Java": "p: !!javax.script.ScriptEngineManager [!!java.net.URLClassLoader []]",
            "aliases that multiply": "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(f"{chr(98 + n)}: &{chr(98 + n)} [" + ",".join([f"*{chr(97 + n)}"] * 9) + "]\n" for n in range(9)),
            "an alias to itself": "p: &p {kind: vllm, model: m, arguments: *p}", "the same name twice": "p: {kind: vllm, model: m}\np: {kind: vllm, model: n}",
            "a key twice": "p: {kind: vllm, model: m, model: n}", "100,000 lists": "p: " + "[" * 100_000, "no YAML": "\x00\x01\x02", "a list": "- a\n- b\n", "nothing": "",
            "tensor_parallel of -1": "p: {kind: vllm, model: m, tensor_parallel: -1}", "tensor_parallel of 1e99": "p: {kind: vllm, model: m, tensor_parallel: 1e99}",
            "gpu_memory_mb that is not a number": "p: {kind: vllm, model: m, gpu_memory_mb: .nan}", "an unknown key": "p: {kind: vllm, model: m, command: touch pwned}",
            "escape sequences": 'p: {kind: "\\e[2Jx", model: "\\e]0;owned\\a"}', "a torn file": "p: {kind: vllm, mod",
        }
        for name, text in cases.items():
            file = rig.folder / "presets.yaml"
            file.write_text(text)
            ended = rig.ask("start", "--preset", "p", "--presets", file, "--dry-run", "--port", str(free_port()), timeout=60)
            command = ended.out + ended.err
            forged = re.search(r"(?<!['\"\w-])--host[ =]0\.0\.0\.0", command) is not None and ended.code == 0
            suite.held("servers", f"a preset: {name}", not ended.crashed() and not forged and clean(ended)
                       and (ended.code != 0 or name in ("the same name twice", "a model that is a number")),
                       f"exit {ended.code}: {ended.error() if ended.code else command.strip()[-140:]}")
        for name in ("../x", "a\nb", "\x1b[2J"):
            ended = rig.ask("start", f"--preset={name}", "--dry-run")
            suite.held("servers", f"an unknown preset {name!r}", ended.code not in (0, None) and not ended.crashed() and clean(ended), f"exit {ended.code}: {ended.error()}")
        for what, make in (("a folder", lambda path: path.mkdir()), ("a pipe that nobody writes to", lambda path: os.mkfifo(path, 0o666)),
                           ("a link to /dev/zero", lambda path: path.symlink_to("/dev/zero"))):
            file = rig.folder / f"presets-{what.split()[1]}.yaml"
            make(file)
            ended = rig.attacked.run(["servers", "presets", "--presets", file], rig.path, 40)
            suite.held("servers", f"a file of presets that is {what}", ended.code not in (0, None) and not ended.crashed(), f"exit {ended.code} after {ended.seconds:.0f} s: {ended.error()}")
    finally:
        rig.close()


def foreign_ports(suite):
    rig = Rig(suite)
    with Server(lambda request, connection: connection.models("m") if request.method == "GET" else connection.chat(request, [{"content": "4"}])) as other:
        try:
            for how in ("start", "launch"):
                ended = rig.started("--wait-timeout", "5s", port=other.port, how=how) if how == "launch" else rig.started(port=other.port)
                suite.held("servers", f"{how} on the port of another program", ended.code not in (0, None) and not rig.seen() and not ended.crashed(),
                           f"exit {ended.code}, {'the server was started' if rig.seen() else 'nothing was started'}: {ended.error()}")
            stopped = rig.ask("stop", str(other.port))
            suite.held("servers", "stop of another program's port", not stopped.crashed() and answers(other.port), f"exit {stopped.code}: {stopped.error()}")
        finally:
            rig.close()
    # The server never listens, and another program (of another user, where the suite is root) takes the port meanwhile and says the right words.
    rig = Rig(suite, "deaf")
    try:
        ended = rig.started()
        impostor = _Listening(rig.port)
        shown = rig.ask("status")
        suite.held("servers", "status, while another program answers on the port", not ready(shown) and not shown.crashed(), shown.out.strip().splitlines()[-1][:160] if shown.out else "nothing")
        impostor.close()
        rig.ask("stop", str(rig.port))
    finally:
        rig.close()
    rig = Rig(suite, "deaf")
    try:
        rig.port = free_port()
        starting = threading.Thread(target=lambda: rig.wait_seen() and setattr(rig, "impostor", _Listening(rig.port)), daemon=True)
        starting.start()
        ended = rig.started("--wait-timeout", "15s", port=rig.port, how="launch")
        suite.held("servers", "launch, while another program answers on the port", ended.code not in (0, None) and not ended.crashed(), f"exit {ended.code}: {ended.error()}")
        starting.join(5)
        if getattr(rig, "impostor", None):
            rig.impostor.close()
        rig.ask("stop", str(rig.port))
    finally:
        rig.close()


class _Listening:
    """A program that answers as the wanted server would, on a port that it chooses itself."""

    def __init__(self, port):
        import http.server

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *words):
                pass

            def do_GET(self):
                self._reply({"object": "list", "data": [{"id": "m", "object": "model"}]})

            def do_POST(self):
                self.rfile.read(int(self.headers.get("content-length", "0")))
                self._reply({"id": "x", "model": "m", "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
                             "choices": [{"index": 0, "text": "4", "message": {"role": "assistant", "content": "4"}, "finish_reason": "length"}]})

            def _reply(self, value):
                data = json.dumps(value).encode()
                self.send_response(200)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def answers(port):
    try:
        with socket.create_connection(("127.0.0.1", port), 5):
            return True
    except OSError:
        return False


def wrong_processes(suite):
    """The recorded number belongs to another process by now."""
    for what, change in (("with the start of the server", lambda record, victim: None), ("with no start", lambda record, victim: drop_starts(record)),
                         ("with a start of 0", lambda record, victim: set_starts(record, 0)), ("with a start that is a text", lambda record, victim: set_starts(record, "now")),
                         ("with a start beyond all numbers", lambda record, victim: set_starts(record, 10**30))):
        rig = Rig(suite)
        victim = subprocess.Popen(["sleep", "100"], start_new_session=True, **({} if rig.identity.uid is None else {"user": rig.identity.uid, "group": rig.identity.uid}))
        try:
            rig.started(how="launch", timeout=120)
            record = json.loads(rig.record().read_text())
            recorded = record.get("pid", 0)
            end(rig.seen()[0]["pid"])
            wait_for(lambda: not alive(recorded), 5)
            if not replaced(record, recorded, victim.pid):
                suite.skipped("servers", f"a reused process number {what}", f"the record does not hold the number: {json.dumps(record)[:200]}")
                continue
            change(record, victim)
            rig.record().write_text(json.dumps(record))
            shown = rig.ask("status")
            stopped = rig.ask("stop", str(rig.port))
            stopped_all = rig.ask("stop", "all")
            lives = victim.poll() is None
            state = shown.out.strip().splitlines()[-1][:120] if shown.out.strip() else shown.error()
            believed = re.search(r"\b(ready|loading)\b", shown.out) is not None
            suite.held("servers", f"a reused process number {what}", lives and not believed and not shown.crashed() and not stopped.crashed() and not stopped_all.crashed(),
                       f"{'it lives' if lives else 'IT WAS KILLED'}; status: {state}; stop: exit {stopped.code} {stopped.last_line()}")
        finally:
            rig.close()
            victim.kill()
            victim.wait()


def replaced(value, old, new):
    """Put a number in the place of another, anywhere in JSON."""
    found = False
    for key, item in list(value.items() if isinstance(value, dict) else enumerate(value)):
        if isinstance(item, (dict, list)):
            found = replaced(item, old, new) or found
        elif item == old and not isinstance(item, bool):
            value[key] = new
            found = True
    return found


def set_starts(value, start):
    for key, item in list(value.items() if isinstance(value, dict) else enumerate(value)):
        if isinstance(item, (dict, list)):
            set_starts(item, start)
        elif isinstance(key, str) and "start" in key.lower():
            value[key] = start


def drop_starts(value):
    for key, item in list(value.items()) if isinstance(value, dict) else []:
        if isinstance(key, str) and "start" in key.lower() and not isinstance(item, (dict, list)):
            del value[key]
        elif isinstance(item, dict):
            drop_starts(item)


def records(suite):
    """A record that is torn, of other types, planted, or points elsewhere. The server of another port goes on to be seen."""
    rig = Rig(suite)
    canary = suite.word("CANARY")
    secret_file = rig.folder / "private.txt"
    secret_file.write_text(canary + "\n")
    try:
        rig.started(how="launch", timeout=120)
        whole = rig.record().read_text()
        honest = json.loads(whole)
        name = rig.record().name
        cases = {"nothing": "", "torn": whole[:len(whole) // 2], "null": "null", "a list": "[]", "a text": '"a"', "no object's end": "{", "zeros": "\0" * 500, "100,000 lists": "[" * 100_000,
                 "a megabyte of blanks": " " * (1 << 20), "an empty object": "{}", "unknown fields": json.dumps({**honest, "x": 1}), "escape sequences": None, "bytes that are no UTF-8": b"\xff\xfe\x00",
                 "17 MB": '{"a": "' + "a" * 17_000_000 + '"}'}
        for field in honest:
            for label, bad in (("null", None), ("a list", []), ("-1", -1), ("1e30", 1e30), ("a text", "\x1b[2Jx")):
                cases[f"{field} of {label}"] = json.dumps({**honest, field: bad})
        cases["the port of another record"] = whole
        cases["escape sequences"] = json.dumps(honest).replace('"m"', '"\\u001b]0;owned\\u0007"')
        others = {}
        for number, (what, text) in enumerate(cases.items()):
            port = 61000 + number
            other = rig.record().parent / name.replace(str(rig.port), str(port))
            data = text if isinstance(text, bytes) else text.encode()
            other.write_bytes(data if what == "the port of another record" else data.replace(str(rig.port).encode(), str(port).encode()))
            if rig.identity.uid is not None:
                os.chown(other, rig.identity.uid, rig.identity.uid)
            others[port] = what
        shown = rig.ask("status", timeout=240)
        suite.held("servers", f"the status of a server beside {len(others)} damaged records", str(rig.port) in shown.out and ready(shown) and not shown.crashed() and clean(shown),
                   f"exit {shown.code} after {shown.seconds:.0f} s: {shown.error()}")
        for port, what in others.items():
            line = next((line for line in (shown.out + shown.err).splitlines() if str(port) in line), "")
            suite.held("servers", f"a record: {what}", line != "" and not re.search(r"\bready\b", line), line.strip()[:160] or "status says nothing of it")
        stopped = rig.ask("stop", "61000")
        suite.held("servers", "stop of a damaged record", not stopped.crashed() and alive(rig.seen()[0]["pid"]), f"exit {stopped.code}: {stopped.error()}")
        for path in list(rig.state.glob("61*.json")):
            path.unlink()
        # A record whose log is another file of the user's.
        changed = json.loads(whole)
        logs_at = [key for key, value in changed.items() if isinstance(value, str) and value.endswith(".log")]
        if logs_at:
            changed[logs_at[0]] = str(secret_file)
            rig.record().write_text(json.dumps(changed))
            told = rig.ask("logs", str(rig.port))
            suite.held("servers", "logs of a record that names a private file", canary not in told.out + told.err and not told.crashed(), f"exit {told.code}: {told.last_line()}")
            rig.record().write_text(whole)
        else:
            suite.skipped("servers", "logs of a record that names a private file", "the record names no log")
    finally:
        rig.ask("stop", "all")
        rig.close()


def places(suite):
    """Links in the state folder, and a state folder that belongs to somebody else or that everybody may write."""
    for what, name in (("the log", "{port}.log"), ("the record", None)):
        rig = Rig(suite, "crash")
        victim = rig.folder / "victim.txt"
        victim.write_text("mine\n")
        if rig.identity.uid is not None:
            os.chown(victim, rig.identity.uid, rig.identity.uid)
        try:
            rig.started()
            record = rig.record()
            port = rig.port
            rig.ask("stop", str(port))
            place = rig.state / name.format(port=port) if name else record
            if place is None:
                suite.skipped("servers", f"a link in the place of {what}", "there is no record")
                continue
            folder = place.parent
            place.unlink(missing_ok=True)
            os.symlink(victim, place)
            ended = rig.started(port=port)
            rig.wait_seen(2, 5)
            rig.ask("status")
            suite.held("servers", f"a link in the place of {what}", victim.read_text() == "mine\n" and not ended.crashed(),
                       f"exit {ended.code}, the file behind the link {'is as it was' if victim.read_text() == 'mine' + chr(10) else 'WAS CHANGED'}: {ended.error()}; {folder.name}")
        finally:
            rig.close()
    rig = Rig(suite)
    try:
        rig.state.mkdir()
        rig.state.chmod(0o777)
        ended = rig.started(how="launch", timeout=120)
        loose = [path.name for path in rig.state.rglob("*") if path.is_file() and path.stat().st_mode & 0o077]
        folder_open = rig.state.stat().st_mode & 0o077
        suite.held("servers", "a state folder that everybody may write", ended.code != 0 or (not loose and not folder_open),
                   f"exit {ended.code}, mode {oct(rig.state.stat().st_mode & 0o777)}, {loose or 'files are the user' + chr(39) + 's alone'}: {ended.error()}")
        rig.ask("stop", "all")
    finally:
        rig.close()


def misbehaving(suite):
    for how, what, wanted in (("crash", "ends at the start", lambda e: e.code not in (0, None) and "3" in e.err + e.out),
                              ("deaf", "never listens", lambda e: e.code not in (0, None) or "not ready" in e.out + e.err),
                              ("mute", "listens and never answers", lambda e: e.code not in (0, None) or "not ready" in e.out + e.err),
                              ("drip", "drips its answer", lambda e: e.code not in (0, None) or "not ready" in e.out + e.err),
                              ("endless", "answers without end", lambda e: e.code not in (0, None) or "not ready" in e.out + e.err),
                              ("garbage", "answers with escape sequences", lambda e: e.code not in (0, None) or "not ready" in e.out + e.err),
                              ("other", "has another model", lambda e: e.code not in (0, None) and "another/model" in e.err + e.out)):
        rig = Rig(suite, how)
        try:
            ended = rig.started("--wait-timeout", "8s", how="launch", timeout=90)
            suite.held("servers", f"a server that {what}: launch", wanted(ended) and not ended.crashed() and clean(ended) and ended.seconds < 60,
                       f"exit {ended.code} after {ended.seconds:.0f} s: {ended.error()}")
            shown = rig.ask("status", timeout=90)
            suite.held("servers", f"a server that {what}: status", not ready(shown) and not shown.crashed() and clean(shown) and shown.seconds < 45,
                       f"exit {shown.code} after {shown.seconds:.0f} s: {shown.out.strip().splitlines()[-1][:140] if shown.out.strip() else shown.error()}")
            stopped = rig.ask("stop", str(rig.port))
            left = [one["pid"] for one in rig.seen() if alive(one["pid"])]
            suite.held("servers", f"a server that {what}: stop", not left and not stopped.crashed() and not list(rig.state.glob("*.json")),
                       f"exit {stopped.code}, {len(left)} processes are left: {stopped.last_line()}")
        finally:
            rig.close()
    rig = Rig(suite, "mortal")
    try:
        ended = rig.started(how="launch", timeout=90)
        wait_for(lambda: not any(alive(one["pid"]) for one in rig.seen()), 10)
        shown = rig.ask("status")
        again = rig.started(port=rig.port)
        suite.held("servers", "a server that ends when it is ready", not ready(shown) and "ended" in shown.out and again.code == 0,
                   f"launch {ended.code}; status: {shown.out.strip().splitlines()[-1][:120]}; started again: exit {again.code}")
        rig.ask("stop", "all")
    finally:
        rig.close()


def stops(suite):
    rig = Rig(suite, "stubborn")
    try:
        rig.started(how="launch", timeout=90)
        stopped = rig.ask("stop", str(rig.port), timeout=60)
        left = [one["pid"] for one in rig.seen() if alive(one["pid"])]
        suite.held("servers", "a server that ignores the request to end", not left and stopped.code == 0, f"exit {stopped.code} after {stopped.seconds:.0f} s, {len(left)} left")
    finally:
        rig.close()
    for ends_first in (False, True):
        rig = Rig(suite, "children")
        try:
            rig.started(how="launch", timeout=90)
            children = json.loads((rig.seen_in / "children").read_text())
            if ends_first:
                end(rig.seen()[0]["pid"])
                time.sleep(0.5)
            stopped = rig.ask("stop", str(rig.port), timeout=60)
            wait_for(lambda: not any(alive(child) for child in children), 3)
            left = [name for name, child in zip(("child", "child in a session of its own", "grandchild whose parent has ended"), children) if alive(child)]
            how = ", which ended before" if ends_first else ""
            suite.held("servers", f"children of a server{how}", not left and stopped.code == 0, f"exit {stopped.code}, {'left: ' + ', '.join(left) if left else 'none is left'}: {stopped.last_line()}")
        finally:
            rig.close()


def logs(suite):
    rig = Rig(suite, "torrent")
    try:
        ended = rig.started(how="launch", timeout=120)
        wait_for(lambda: (rig.seen_in / "poured").exists(), 60)
        size = sum(path.stat().st_size for path in rig.state.rglob("*.log*"))
        suite.figure("servers", "the log of a server that writes 64 MiB", f"{size >> 20} MiB, launch exit {ended.code}")
        for further, limit in ((("--lines", "100"), 8 << 20), (("--lines", "1000000000"), 128 << 20), (("--lines", "0"), 1 << 20), (("--lines", "-1"), 1 << 20)):
            told = rig.ask("logs", str(rig.port), *further, timeout=90)
            suite.held("servers", f"logs {' '.join(further)} of 64 MiB, the last line 32 MiB", not told.crashed() and len(told.out) < limit and "OutOfMemory" not in told.err,
                       f"exit {told.code} after {told.seconds:.0f} s, {len(told.out) >> 10} KiB: {told.err.strip()[-100:]}")
        shown = rig.ask("status")
        suite.held("servers", "status of a server with such a log", not shown.crashed() and len(shown.out) < 20_000, f"exit {shown.code}, {len(shown.out)} characters")
        rig.ask("stop", "all")
    finally:
        rig.close()
    rig = Rig(suite, "crash")
    try:
        rig.started()
        time.sleep(1)
        told = rig.ask("logs", str(rig.port))
        suite.held("servers", "escape sequences in a log", clean(told) and not told.crashed(), f"exit {told.code}: {told.out.strip()[-100:]!r}")
        for port in ("0", "-1", "65536", "x", "../../etc/passwd", "99999999999999999999", ""):
            told = rig.ask("logs", port)
            suite.held("servers", f"logs of the port {port!r}", told.code not in (0, None) and not told.crashed(), f"exit {told.code}: {told.error()}")
    finally:
        rig.close()


def races(suite):
    for how in ("start", "launch"):
        rig = Rig(suite)
        try:
            port = free_port()
            begun = time.monotonic()
            together = [rig.attacked.start(["servers", how, "--vllm", "--model", "m", "--port", str(port), "--state-dir", rig.state], rig.path) for _ in range(4)]
            ended = [rig.attacked.ended(process, begun, 120) for process in together]
            won = [one for one in ended if one.code == 0]
            time.sleep(1)
            processes = [one for one in rig.seen() if alive(one["pid"])]
            shown = rig.ask("status")
            suite.held("servers", f"four {how}s of one port at once", len(won) == 1 and len(processes) == 1 and not any(one.crashed() for one in ended) and str(port) in shown.out,
                       f"{len(won)} won, {len(rig.seen())} were started, {len(processes)} live; " + next((one.error() for one in ended if one.code != 0), ""))
            stopping = [rig.attacked.start(["servers", "stop", str(port), "--state-dir", rig.state], rig.path) for _ in range(3)]
            stopped = [rig.attacked.ended(process, time.monotonic(), 60) for process in stopping]
            left = [one for one in rig.seen() if alive(one["pid"])]
            suite.held("servers", f"three stops at once, after {how}", not left and not any(one.crashed() for one in stopped), f"exits {[one.code for one in stopped]}, {len(left)} left")
        finally:
            rig.close()
    rig = Rig(suite, "deaf")
    try:
        port = free_port()
        process = rig.attacked.start(["servers", "launch", "--vllm", "--model", "m", "--port", str(port), "--state-dir", rig.state], rig.path)
        rig.wait_seen()
        stopped = rig.ask("stop", str(port))
        ended = rig.attacked.ended(process, time.monotonic(), 60)
        left = [one for one in rig.seen() if alive(one["pid"])]
        suite.held("servers", "a stop while launch waits", not left and ended.code not in (0, None) and not ended.crashed(), f"stop {stopped.code}, launch {ended.code}: {ended.error()}")
    finally:
        rig.close()


def keys(suite):
    for name, further in (("--param api-key", lambda key: ["--param", f"api-key={key}"]), ("--param hf-token", lambda key: ["--param", f"hf-token={key}"]),
                          ("--param api_key", lambda key: ["--param", f"api_key={key}"]), ("--param env behind it", lambda key: ["--param", f"chat-template=Bearer {key}"])):
        key = suite.secret()
        for how in ("", "crash"):
            rig = Rig(suite, how)
            try:
                ended = rig.started("--wait-timeout", "15s", *further(key), how="launch", env={"HF_TOKEN": suite.secret()})
                shown = rig.ask("status")
                known = key in ended.out + ended.err + shown.out + shown.err
                leaks = [leak for leak in rig.attacked.leaks(key, leave_out=[rig.seen_in]) if ".log" not in leak[0]]
                if name.endswith("behind it"):
                    suite.figure("servers", f"a key given by a name that is none, {how or 'ready'}", "shown" if known else "not shown")
                else:
                    suite.held("servers", f"a key given by {name}, {how or 'ready'}", not known and not leaks, f"exit {ended.code}, {leaks or 'nothing of it is shown or kept'}")
                rig.ask("stop", "all")
            finally:
                rig.close()


def own_server(suite):
    """--auto-server: the run's own server goes wrong."""
    for how, what in (("crash", "ends at the start"), ("other", "has another model"), ("mortal", "ends during the run"), ("stubborn children", "ignores its end and has children"), ("deaf", "never listens")):
        rig = Rig(suite, how)
        try:
            (rig.folder / "q.jsonl").write_text("".join('{"id": "%d", "problem": "Which number?", "answer": "4", "evaluator": "exact"}\n' % n for n in range(5)))
            ended = rig.attacked.run(["profile", "--auto-server", "vllm", "--model", "m", "--dataset", rig.folder / "q.jsonl", *QUIET, "--output-dir", rig.attacked.runs, "--run-name", "a",
                                      "--server-port", str(free_port()), "--server-wait", "10s", "--server-idle", "0", "--server-state-dir", rig.state], rig.path, 150)
            children = json.loads((rig.seen_in / "children").read_text())[:2] if (rig.seen_in / "children").exists() else []
            wait_for(lambda: not any(alive(pid) for pid in children), 3)
            left = [pid for pid in [one["pid"] for one in rig.seen()] + children if alive(pid)]
            records_left = list(rig.state.glob("*.json")) if rig.state.exists() else []
            suite.held("servers", f"a server of the run's own that {what}", not left and not ended.crashed() and not records_left and bool(rig.seen()) and (ended.code == 0) == ("stubborn" in how or "mortal" in how and ended.code == 0),
                       f"exit {ended.code} after {ended.seconds:.0f} s, {len(left)} processes and {len(records_left)} records left: {ended.error()}")
        finally:
            rig.close()
