"""Run a program against tests, each in a process of its own, and report as JSON behind a token that only this process knows.

Reads one JSON object from standard input: token, mode (asserts, stdin or function), program, tests, timeout_s, function.
"""

import ctypes
import json
import os
import subprocess
import sys
import tempfile
from decimal import Decimal, InvalidOperation

PR_SET_DUMPABLE = 4
MOST_OUTPUT = 16 * 1024 * 1024
SHOWN = 300

ASSERTS_CHILD = r"""
import json, os, sys
task = json.loads(sys.stdin.read())
out = os.dup(1)
os.dup2(2, 1)
try:
    space = {"__name__": "solution"}
    exec(compile(task["program"], "solution.py", "exec"), space)
    exec(compile(task["check"], "check.py", "exec"), space)
except BaseException as failure:
    sys.stderr.write("\n" + type(failure).__name__ + ": " + str(failure))
    sys.stderr.flush()
    os._exit(1)
os.write(out, task["token"].encode())
sys.stderr.flush()
os._exit(0)
"""

FUNCTION_CHILD = r"""
import json, os, sys
task = json.loads(sys.stdin.read())
out = os.dup(1)
os.dup2(2, 1)
try:
    space = {"__name__": "solution"}
    exec(compile(task["program"], "solution.py", "exec"), space)
    name = task["function"]
    called = getattr(space["Solution"](), name) if "Solution" in space else space[name]
    result = called(*task["arguments"])
    text = json.dumps(result)
except BaseException as failure:
    sys.stderr.write("\n" + type(failure).__name__ + ": " + str(failure))
    sys.stderr.flush()
    os._exit(1)
data = (task["token"] + text).encode()
while data:
    data = data[os.write(out, data):]
os._exit(0)
"""


def hide_memory():
    """Close this process's memory, where tests and token stand, to programs of the same user."""
    if sys.platform != "linux":
        return  # Elsewhere programs run bare, and only because the user said so.
    try:
        if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0:
            return
        problem = os.strerror(ctypes.get_errno())
    except (OSError, AttributeError) as failure:
        problem = str(failure)
    raise NotStarted("its memory cannot be hidden from the program: " + problem)


class NotStarted(Exception):
    """The sandbox, not the program, is at fault."""


def shown(text):
    text = text if isinstance(text, str) else json.dumps(text)
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def run(arguments, given, timeout):
    """Run a child; what it prints goes to files, so that no pipe can fill up."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        try:
            child = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=out, stderr=err, start_new_session=True)
        except OSError as failure:
            raise NotStarted(str(failure)) from failure
        try:
            child.communicate(given.encode(), timeout)
        except subprocess.TimeoutExpired:
            kill(child)
            return None, "", "timeout"
        except OSError as failure:
            kill(child)
            return None, "", str(failure)
        kill(child)
        out.seek(0)
        err.seek(0)
        said = out.read(MOST_OUTPUT + 1)
        problem = err.read(MOST_OUTPUT).decode("utf-8", "replace").strip().splitlines()
        if len(said) > MOST_OUTPUT:
            return None, "", "printed too much"
        return child.returncode, said.decode("utf-8", "replace"), problem[-1] if problem else ""


def kill(child):
    """End what the child left behind, too."""
    try:
        os.killpg(child.pid, 9)
    except OSError:
        pass
    child.wait()


def ended(code, problem):
    if problem == "timeout":
        return "takes longer than allowed"
    return (problem or "ended with exit code " + str(code)) if code != 0 else ""


def numbers(line):
    try:
        return [Decimal(word) for word in line.split()]
    except InvalidOperation:
        return None


def same_output(got, expected):
    """Compare as LiveCodeBench does: lines as text, else word by word as exact decimals."""
    got_lines = [line.strip() for line in got.strip().split("\n")]
    expected_lines = [line.strip() for line in expected.strip().split("\n")]
    if len(got_lines) != len(expected_lines):
        return False
    for one, other in zip(got_lines, expected_lines):
        if one == other:
            continue
        one_numbers, other_numbers = numbers(one), numbers(other)
        if one_numbers is None or other_numbers is None or one_numbers != other_numbers:
            return False
    return True


def lists(value):
    if isinstance(value, (list, tuple)):
        return [lists(item) for item in value]
    if isinstance(value, dict):
        return {key: lists(item) for key, item in value.items()}
    return value


def check_asserts(task, test):
    # The program could read its own process's token; that of the report it must never see.
    token = os.urandom(16).hex()
    given = json.dumps({"program": task["program"], "check": test["check"], "token": token})
    code, said, problem = run([sys.executable, "-I", "-c", ASSERTS_CHILD], given, task["timeout_s"])
    if code == 0 and said == token:
        return None
    return {"reason": ended(code, problem) or "ended before the tests did"}


def check_stdin(task, test):
    path = "/tmp/solution.py"
    with open(path, "w", encoding="utf-8") as out:
        out.write(task["program"])
    code, said, problem = run([sys.executable, "-I", path], test["input"], task["timeout_s"])
    if code != 0:
        return {"reason": ended(code, problem), "input": shown(test["input"])}
    if same_output(said, test["output"]):
        return None
    return {"reason": "prints something else", "input": shown(test["input"]), "expected": shown(test["output"]),
            "got": shown(said)}


def check_function(task, test):
    arguments = [json.loads(line) for line in test["input"].split("\n") if line.strip()]
    token = os.urandom(16).hex()
    given = json.dumps({"program": task["program"], "function": task["function"], "arguments": arguments,
                        "token": token})
    code, said, problem = run([sys.executable, "-I", "-c", FUNCTION_CHILD], given, task["timeout_s"])
    if code != 0 or not said.startswith(token):
        return {"reason": ended(code, problem) or "ended before it answered", "input": shown(test["input"])}
    got, expected = lists(json.loads(said[len(token):])), lists(json.loads(test["output"]))
    if got == expected:
        return None
    return {"reason": "gives something else", "input": shown(test["input"]), "expected": shown(expected),
            "got": shown(got)}


def main():
    hide_memory()
    task = json.loads(sys.stdin.read())
    # From here on what goes wrong is the program's doing, not the sandbox's.
    sys.stdout.write(task["token"] + "begun\n")
    sys.stdout.flush()
    check = {"asserts": check_asserts, "stdin": check_stdin, "function": check_function}[task["mode"]]
    for number, test in enumerate(task["tests"], 1):
        try:
            failure = check(task, test)
        except NotStarted as broken:
            report = {"broken": str(broken)}
            break
        if failure is not None:
            report = {"passed": number - 1, "total": len(task["tests"]), "test": number, "failure": failure}
            break
    else:
        report = {"passed": len(task["tests"]), "total": len(task["tests"])}
    sys.stdout.write("\n" + task["token"] + json.dumps(report) + "\n")
    sys.stdout.flush()


main()
