"""The programs of the checks: a scripted engine with a GPU page, and the meter."""

import asyncio
import json
import os
import pathlib
import re
import signal
import subprocess
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


async def awaited_line(file, process, pattern, seconds=300):
    """The first match of a pattern in what a program writes."""
    for _ in range(seconds * 10):
        found = re.search(pattern, file.read_text())
        if found:
            return found
        if process.poll() is not None:
            break
        await asyncio.sleep(0.1)
    raise SystemExit(f"a program did not start:\n{file.read_text()[-2000:]}")


def started(command, file, **settings):
    with open(file, "ab") as out:
        return subprocess.Popen([str(part) for part in command], stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                start_new_session=True, **settings)


async def engine(folder, *options):
    """Starts an engine; returns its process and its port."""
    file = folder / "engine.out"
    file.touch()
    process = started([ROOT / "scripts/scripted-engine", "server", "--port", "0", *options], file)
    return process, int((await awaited_line(file, process, r"Scripted engine at http://[\d.]+:(\d+)")).group(1))


class _Rest:
    """What is written to a file from now on."""

    def __init__(self, file):
        file.touch()
        self.file, self.begin = file, file.stat().st_size

    def read_text(self):
        return self.file.read_bytes()[self.begin:].decode(errors="replace")


async def meter(file, upstream_port, *options, listen=0, env=None, tries=5):
    """Starts a meter; returns its process and its port. On a busy machine its sensors may not answer in time, and it is started again."""
    rest = _Rest(file)
    process = started([ROOT / "ipw", "meter", "--upstream", f"http://127.0.0.1:{upstream_port}", "--listen", listen, *options], file,
                      env={**os.environ, **(env or {})})
    try:
        found = await awaited_line(rest, process, r"Metering \S+ at http://[\d.]+:(\d+)\n|\"url\":\"http://[\d.]+:(\d+)\"")
    except SystemExit:
        if tries == 1 or not re.search("does not answer|did not answer", rest.read_text()):
            raise
        return await meter(file, upstream_port, *options, listen=listen, env=env, tries=tries - 1)
    return process, int(found.group(1) or found.group(2))


def page(port, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=120) as answer:
        return answer.read()


def totals(port):
    return json.loads(page(port, "/ipw/totals"))


async def ended(process, sign=signal.SIGTERM):
    process.send_signal(sign)
    while process.poll() is None:
        await asyncio.sleep(0.05)
    return process.returncode
