"""The suite: who attacks, where, what is reported."""

import argparse
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from . import (containers, hub, keys, kills, mcp, mcp_client, meter, proxy, races, readers, sandbox, scale, servers, signals, surroundings, tasks, verdicts,
               web_fetch)
from .command import Command, Identity

SURFACES = {"tasks": tasks, "verdicts": verdicts, "keys": keys, "proxy": proxy, "mcp": mcp, "hub": hub, "signals": signals, "servers": servers,
            "mcp-client": mcp_client, "readers": readers, "web-fetch": web_fetch, "races": races, "sandbox": sandbox, "containers": containers,
            "kills": kills, "surroundings": surroundings, "scale": scale, "meter": meter}
NOBODY = 65534


class Suite:
    """One run of the suite: its folder, the command under attack, and what came of each attack."""

    def __init__(self, root, folder, seed, patience, kills):
        self.root = root
        self.folder = folder
        self.random = random.Random(seed)
        self.seed = seed
        self.kills = kills
        self.itself = Identity("root" if os.geteuid() == 0 else "user", None)
        self.patience = patience
        self.results = []
        self._lock = threading.Lock()
        self._options = {}
        self.begun = time.monotonic()
        self.user, self.why_no_user = self._ordinary_user()

    def secret(self, length=38):
        """A canary that looks like a key and stands nowhere else."""
        letters = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
        return "sk-" + "".join(self.random.choice(letters) for _ in range(length - 3))

    def word(self, begin):
        return begin + "".join(self.random.choice("bcdfghjkmnpqrstvwxz23456789") for _ in range(16))

    def fresh(self, name, identity=None):
        """A folder of an attack's own, which the identity may write."""
        folder = self.folder / f"{len(os.listdir(self.folder)):03d}-{name}"
        folder.mkdir(parents=True)
        if identity is not None and identity.uid is not None:
            os.chown(folder, identity.uid, identity.uid)
        return folder

    def command(self, folder, identity=None):
        return Command(self.root, folder, identity if identity is not None else self.user or Identity("root", None))

    def python(self, identity=None):
        """A Python that the identity may start, for programs of an attack's own."""
        identity = identity if identity is not None else self.user or Identity("root", None)
        other = {} if identity.uid is None else {"user": identity.uid, "group": identity.uid, "extra_groups": []}
        for python in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
            try:
                if subprocess.run([python, "-c", "import http.server"], capture_output=True, timeout=60, **other).returncode == 0:
                    return python
            except OSError:
                pass
        raise OSError("there is no Python that the user may start")

    def offers(self, command, option):
        """Whether the help of a command names an option, so that the suite can attack versions with and without it."""
        if command not in self._options:
            helped = self.command(self.fresh("help")).run([command, "--help"])
            self._options[command] = helped.out + helped.err
        return option in self._options[command]

    def root_allowed(self, identity, command="run"):
        """The option that lets root run foreign code, where there is one and it is needed."""
        needed = identity.is_root and self.offers(command, "--allow-root-sandbox")
        return ["--allow-root-sandbox"] if needed else []

    def held(self, surface, tried, held, seen):
        self._add(surface, tried, "held" if held else "BROKEN", seen)

    def skipped(self, surface, tried, why):
        self._add(surface, tried, "not tried", why)

    def figure(self, surface, tried, seen):
        self._add(surface, tried, "figure", seen)

    def _add(self, surface, tried, outcome, seen):
        seen = " ".join(str(seen).split())
        with self._lock:
            self.results.append((surface, tried, outcome, seen))
            print(f"{surface:12} {outcome:9} {tried}: {seen[:300]}", flush=True)

    def _ordinary_user(self):
        if os.geteuid() != 0:
            return Identity("user", None), None
        identity = Identity("user", NOBODY)
        tried = Command(self.root, self.fresh("user", identity), identity).run(["--version"], timeout=600)
        if tried.code == 0:
            return identity, None
        return None, f"./ipw does not start as user {NOBODY}: {tried.last_line()}"


def table(results):
    lines = ["| surface | tried | held | broken | not tried |", "|---|---:|---:|---:|---:|"]
    for surface in sorted({result[0] for result in results}, key=list(SURFACES).index):
        outcomes = [result[2] for result in results if result[0] == surface]
        held, broken = outcomes.count("held"), outcomes.count("BROKEN")
        lines.append(f"| {surface} | {held + broken} | {held} | {broken} | {outcomes.count('not tried')} |")
    lines += ["", "| surface | attack | outcome | seen |", "|---|---|---|---|"]
    for surface, tried, outcome, seen in results:
        cells = [surface, tried, outcome, seen[:160]]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def main(root):
    options = argparse.ArgumentParser(prog="scripts/attack-suite", description="Attacks the packaged ./ipw; harmless and bounded.")
    options.add_argument("--only", metavar="SURFACE,...", default=",".join(SURFACES), help=", ".join(SURFACES))
    options.add_argument("--markdown", metavar="FILE", type=pathlib.Path, help="write the table into this file too")
    options.add_argument("--keep", action="store_true", help="keep the temporary folder, and name it")
    options.add_argument("--seed", type=int, default=36, help="of canaries and of the verdicts' nonces (36)")
    options.add_argument("--patience", metavar="SECONDS", type=int, default=150, help="how long to wait for a deadline of the command (150)")
    options.add_argument("--kills", metavar="N", type=int, default=8, help="how many points of a journal 'kills' draws for a command (8)")
    chosen = options.parse_args()
    unknown = set(chosen.only.split(",")) - set(SURFACES)
    if unknown:
        options.error(f"unknown surface {', '.join(sorted(unknown))}; there are {', '.join(SURFACES)}")
    started = subprocess.run([root / "ipw", "--version"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=3600)
    if started.returncode != 0:
        print(f"./ipw does not start:\n{started.stderr}", file=sys.stderr)
        return 2
    # A shell that starts the suite in the background has it ignore Ctrl-C, with all below it. The commands under attack must not: a
    # handler is not inherited, which being ignored is.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *heard: None)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="ipw-attacks-"))
    folder.chmod(0o711)
    try:
        suite = Suite(root, folder, chosen.seed, chosen.patience, chosen.kills)
        print(f"{started.stdout.strip()}; as {'root' if os.geteuid() == 0 else 'an ordinary user'}; seed {chosen.seed}")
        for name in SURFACES:
            if name in chosen.only.split(","):
                try:
                    SURFACES[name].attack(suite)
                except Exception as broken:  # the next surface is attacked all the same
                    suite.skipped(name, "the rest of this surface", f"the suite itself failed: {broken!r}")
    finally:
        if chosen.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    print()
    print(table(suite.results).split("\n\n")[0])
    print(f"\n{time.monotonic() - suite.begun:.0f} s")
    if chosen.markdown:
        chosen.markdown.write_text(table(suite.results))
    failed = [result for result in suite.results if result[2] == "BROKEN" or "the suite itself failed" in result[3]]
    return 1 if failed else 0
