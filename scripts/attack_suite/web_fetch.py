"""The tool `web_fetch`, called by a model: addresses that must not be reached, redirects, names that change, hostile bodies.

Public addresses are played within a network namespace of the suite's own, where one of them lies on the loopback device. That needs root;
as an ordinary user what begins at a public page is not tried.
"""

import ctypes
import gzip
import io
import json
import os
import re
import subprocess
import threading
import time
import zipfile
import zlib

from .keys import call
from .server import Server

PUBLIC = "93.184.216.34"
CLONE_NEWNET = 0x40000000
CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\x80-\x9f]")
CANARY = "CANARY-of-an-inner-page"


class Fetches:
    """A run of an agent whose model fetches an address for each question, and what the tool said of each."""

    def __init__(self, suite, addresses, more=(), options=None, timeout=400):
        self.folder = suite.fresh("web-fetch", suite.user)
        self.told = {}
        self.addresses = list(addresses)
        (self.folder / "q.jsonl").write_text("".join(
            json.dumps({"id": f"c{n}", "problem": f"Case {n}.", "answer": "4", "evaluator": "exact"}) + "\n" for n in range(len(self.addresses))))
        with Server(self._model) as model:
            attacked = suite.command(self.folder)
            self.ended = attacked.agent(self.folder / "q.jsonl", "--client", "openai", "--client-base-url", model.url + "/v1", "--model", "m", "--tools", "web_fetch",
                                        "--concurrency", "4", *more, agent="react", env={"OPENAI_API_KEY": "EMPTY", **({"IPW_JAVA_OPTIONS": options} if options else {})}, timeout=timeout)
        self.attacked = attacked

    def _model(self, request, connection):
        if request.method == "GET":
            return connection.models("m")
        messages = request.json["messages"]
        case = int(re.search(r"Case (\d+)\.", json.dumps(messages)).group(1))
        results = [message for message in messages if message.get("role") == "tool"]
        if not results:
            return connection.chat(request, [call("web_fetch", json.dumps({"url": self.addresses[case]}))], finish="tool_calls")
        content = results[-1]["content"]
        self.told[case] = content if isinstance(content, str) else json.dumps(content)
        return connection.chat(request, [{"content": "4"}])


def attack(suite):
    direct(suite)
    outcome = {}

    def within():
        try:
            if os.geteuid() != 0:
                raise OSError("a network namespace needs root")
            if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNET) != 0:
                raise OSError(ctypes.get_errno(), "unshare")
            for arguments in (("link", "set", "lo", "up"), ("addr", "add", f"{PUBLIC}/32", "dev", "lo"), ("addr", "add", "10.1.2.3/32", "dev", "lo"), ("addr", "add", "169.254.169.254/32", "dev", "lo"),
                              ("addr", "add", "2606:4700::1111/128", "dev", "lo"), ("addr", "add", "100.64.0.1/32", "dev", "lo"), ("addr", "add", "fd00::1/128", "dev", "lo")):
                subprocess.run(["ip", *arguments], check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError, FileNotFoundError) as missing:
            suite.skipped("web-fetch", "redirects and names that begin at a public page", f"no network namespace: {missing}")
            return
        for part in (control, redirects, rebinding, bodies):
            try:
                if part(suite, outcome) is False:
                    return
            except Exception as broken:  # the next part is attacked all the same
                suite.skipped("web-fetch", f"the rest of '{part.__name__}'", f"the suite itself failed: {broken!r}")

    # Only this thread, and what it starts, moves to the other network.
    thread = threading.Thread(target=within)
    thread.start()
    thread.join()


def inner(reached):
    """A page that must not be reached, on all loopback addresses."""
    def answer(request, connection):
        reached.append(request)
        return connection.reply("200 OK", f"<html><body>{CANARY} {request.target}</body></html>", content_type="text/html")
    return Server(answer)


def spelled(port):
    """The loopback address and other inner ones as they may be written."""
    yield from (f"http://{host}:{port}/" for host in (
        "127.0.0.1", "localhost", "LOCALHOST", "localhost.", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.0.0.1", "0177.0.0.1", "017700000001", "127.000.000.001", "0", "0.0.0.0", "127.0.0.1.",
        "127.255.255.254", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[::ffff:0:127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]",
        "[2001:0:7f00:1::]", "[fe80::1]", "[fe80::1%25lo]", "[::1%25lo]", "[fd00::1]", "[ff02::1]", "127\u30020\u30020\u30021", "\u2460\u2461\u2466.\u24ea.\u24ea.\u2460", "\uff11\uff12\uff17.0.0.1", "loc\u00adalhost", "%31%32%37.0.0.1",
        "127%2e0.0.1", "example.com@127.0.0.1", "example.com%00@127.0.0.1", "127.0.0.1%00.example.com", "localhost.localdomain", "ip6-localhost", "10.1.2.3", "100.64.0.1", "169.254.169.254", "192.168.0.1", "172.16.0.1", "198.18.0.1", "224.0.0.1", "255.255.255.255",
        "192.0.0.1", "240.0.0.1", "[2001:db8::1]", "[100::1]", "[fec0::1]"))
    yield from (f"http://127.0.0.1:{port}#@example.com/", f"http://example.com:80@127.0.0.1:{port}/", f"http://127.0.0.1:{port}\\@example.com/", f"http:\\\\127.0.0.1:{port}\\", f"http:/127.0.0.1:{port}/", f"http:127.0.0.1:{port}/",
                f"//127.0.0.1:{port}/", f"127.0.0.1:{port}/", f" http://127.0.0.1:{port}/ ", f"HTTP://127.0.0.1:{port}/", f"https://127.0.0.1:{port}/", f"http://\t127.0.0.1:{port}/", f"http://127.0.0.1:{port}/\r\nX-Evil: 1",
                f"http://127.0.0.1:{port + (1 << 16)}/", "file:///etc/passwd", "FILE:/etc/passwd", "jar:file:///etc/x.jar!/a", f"jar:http://127.0.0.1:{port}/a.jar!/a", f"ftp://127.0.0.1:{port}/", f"gopher://127.0.0.1:{port}/", "data:text/html,a", "javascript:alert(1)", "view-source:http://127.0.0.1/",
                "netdoc:/etc/passwd", "mailto:a@b", "", " ", "http://", "http:///", "http://[", "http://a" + "a" * 70_000 + "/", "http://\x1b[2J/", "\u202ehttp://127.0.0.1/", "http://" + "a." * 5000 + "com/")


def judge(suite, fetches, reached, what=None, wanted=None):
    """None of the addresses was reached, and each has words that say so."""
    for number, address in enumerate(fetches.addresses):
        said = fetches.told.get(number)
        got = said is not None and (CANARY in said or "root:" in said)
        name = (what or (lambda n, a: f"fetch of {a[:60]!r}{' and so on' if len(a) > 60 else ''}"))(number, address)
        if wanted is not None:
            suite.held("web-fetch", name, said is not None and not got and wanted(number, said), f"{len(said or '')} characters: {(said or 'the tool was not answered')[:160]!r}")
        else:
            tried = said is not None and re.search(r"(?i)refused the connection|connection refused|connect timed out|unreachable|no route|reset", said) is not None
            suite.held("web-fetch", name, said is not None and not got and not tried, f"{(said or 'the tool was not answered')[:160]!r}")
    suite.held("web-fetch", f"the inner server behind {len(fetches.addresses)} addresses", not reached, f"{len(reached)} requests reached it" + (f": {[request.headers.get('host') for request in reached[:5]]}" if reached else ""))
    suite.held("web-fetch", f"the run of {len(fetches.addresses)} fetches", not fetches.ended.crashed() and fetches.ended.code == 0 and not CONTROLS.search(fetches.ended.out + fetches.ended.err), f"exit {fetches.ended.code} after {fetches.ended.seconds:.0f} s: {fetches.ended.last_line()}")


def direct(suite):
    reached = []
    with inner(reached) as canary:
        judge(suite, Fetches(suite, spelled(canary.port), timeout=300), reached)


class Page(Server):
    """A page of the played public address; each path has its answer."""

    def __init__(self, paths, address=PUBLIC):
        self.paths = paths
        self.bound = address
        super().__init__(self._answer)

    def server_bind(self):
        self.server_address = (self.bound, 0)
        super().server_bind()

    @property
    def url(self):
        return f"http://{self.bound}:{self.port}"

    def _answer(self, request, connection):
        path = request.target.split("?")[0].lstrip("/")
        if path not in self.paths:
            return connection.reply("404 Not Found", "")
        return self.paths[path](request, connection)


def control(suite, outcome):
    with Page({"": lambda r, c: c.reply("200 OK", "<html><body>A public page.</body></html>", content_type="text/html")}) as page:
        fetches = Fetches(suite, [page.url + "/"])
    if "A public page." not in fetches.told.get(0, ""):
        suite.skipped("web-fetch", "what begins at a public page", f"a played public page is not fetched: {fetches.told.get(0, '')[:150]} {fetches.ended.error()}")
        return False
    return True


def redirects(suite, outcome):
    reached, paths = [], {}
    with inner(reached) as canary, Page(paths) as page:
        targets = [one for one in spelled(canary.port) if "\r" not in one and len(one) < 5000 and one.isascii()] + ["/", "", f"//127.0.0.1:{canary.port}/"]
        for number, target in enumerate(targets):
            status = ("301 Moved", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect", "300 Multiple Choices")[number % 6]
            paths[f"r{number}"] = lambda r, c, target=target, status=status: c.reply(status, "", [f"Location: {target}"])
        paths["loop"] = lambda r, c: c.reply("302 Found", "", ["Location: /loop"])
        for number in range(31):
            paths[f"hop{number}"] = lambda r, c, number=number: c.reply("302 Found", "", [f"Location: {'/hop%d' % (number + 1) if number < 30 else f'http://127.0.0.1:{canary.port}/'}"])
        paths["two"] = lambda r, c: c.reply("302 Found", "", ["Location: http://example.com/", f"Location: http://127.0.0.1:{canary.port}/"])
        paths["refresh"] = lambda r, c: c.reply("200 OK", f'<meta http-equiv="refresh" content="0;url=http://127.0.0.1:{canary.port}/">', [f"Refresh: 0;url=http://127.0.0.1:{canary.port}/"], "text/html")
        paths["frame"] = lambda r, c: c.reply("200 OK", f'<iframe src="http://127.0.0.1:{canary.port}/"></iframe><img src="http://127.0.0.1:{canary.port}/"><!DOCTYPE a SYSTEM "http://127.0.0.1:{canary.port}/">', content_type="application/xhtml+xml")
        paths["late"] = lambda r, c: (c.send(b"HTTP/1.1 103 Early Hints\r\n\r\n" * 200), c.reply("302 Found", "", [f"Location: http://127.0.0.1:{canary.port}/"]))[1]
        names = [f"a redirect to {target[:50]!r}" for target in targets] + ["a redirect to itself", "30 hops to an inner page", "two places in a redirect", "a page that refreshes", "a page with frames", "a redirect after 200 hints"]
        addresses = [f"{page.url}/r{number}" for number in range(len(targets))] + [page.url + path for path in ("/loop", "/hop0", "/two", "/refresh", "/frame", "/late")]
        judge(suite, Fetches(suite, addresses), reached, lambda number, address: names[number])
        hops = sum(request.target.startswith("/hop") for request in page.requests)
        loops = sum(request.target == "/loop" for request in page.requests)
        suite.held("web-fetch", "redirects that are followed", hops <= 7 and loops <= 7, f"{hops} of 30 hops, {loops} times itself")


def rebinding(suite, outcome):
    """A name with a public address at its first look-up and an inner one at the next: the hosts file is a pipe that gives another text each time."""
    reached = []
    with inner(reached) as canary:
        class Public(Page):
            def server_bind(self):
                self.server_address = (PUBLIC, canary.port)
                super(Page, self).server_bind()
        with Public({"": lambda r, c: c.reply("200 OK", "A public page.", content_type="text/plain"), "again": lambda r, c: c.reply("302 Found", "", ["Location: /"])}):
            for what, texts in (("then 127.0.0.1", [f"{PUBLIC} NAME\n", "127.0.0.1 NAME\n"]), ("and 127.0.0.1 at once", [f"{PUBLIC} NAME\n127.0.0.1 NAME\n"]), ("behind 127.0.0.1 at once", [f"127.0.0.1 NAME\n{PUBLIC} NAME\n"]), ("then ::1", [f"{PUBLIC} NAME\n", "::1 NAME\n"]),
                                ("then 169.254.169.254", [f"{PUBLIC} NAME\n", "169.254.169.254 NAME\n"]), ("in no case: ::ffff:127.0.0.1", ["::ffff:127.0.0.1 NAME\n"]), ("then 10.1.2.3", [f"{PUBLIC} NAME\n", "10.1.2.3 NAME\n"])):
                name = suite.word("n") + ".example"
                place = suite.fresh("hosts")
                place.chmod(0o755)
                pipe = place / "hosts"
                os.mkfifo(pipe)
                pipe.chmod(0o644)
                asked, over = [], threading.Event()
                feeding = threading.Thread(target=feed, args=(pipe, [text.replace("NAME", name) for text in texts], asked, over), daemon=True)
                feeding.start()
                fetches = Fetches(suite, [f"http://{name}:{canary.port}/again"], options=f"-Djdk.net.hosts.file={pipe} -Dsun.net.inetaddr.ttl=0 -Dsun.net.inetaddr.negative.ttl=0", timeout=90)
                over.set()
                said = fetches.told.get(0, "")
                if not asked:
                    suite.skipped("web-fetch", f"a name of a public address {what}", f"the name was never looked up: {said[:100]}")
                else:
                    suite.held("web-fetch", f"a name of a public address {what}", CANARY not in said and not reached and not fetches.ended.crashed(), f"{len(asked)} look-ups, {'REACHED' if reached else 'not reached'}: {said[:120]!r}")
                reached.clear()


def feed(pipe, texts, asked, over):
    """Give each reader of the pipe the next text, the last one again and again."""
    while not over.is_set():
        try:
            writer = os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:  # nobody reads
            time.sleep(0.002)
            continue
        try:
            os.write(writer, texts[min(len(asked), len(texts) - 1)].encode())
            asked.append(time.monotonic())
        except OSError:
            pass
        os.close(writer)
        time.sleep(0.02)


def poured(connection, fields, piece, times):
    head(connection, *fields)
    for _ in range(times):
        connection.send(piece)
    return False


def head(connection, *fields, status="200 OK"):
    connection.send(("HTTP/1.1 " + status + "\r\n" + "\r\n".join(fields) + "\r\n\r\n").encode("latin-1"))


def dripped(connection, fields, data, seconds=1.0):
    head(connection, *fields)
    for byte in data:
        connection.send(bytes([byte]))
        time.sleep(seconds)
    return False


def office(name, content):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'><Default Extension='xml' ContentType='application/xml'/>"
                         "<Default Extension='rels' ContentType='application/vnd.openxmlformats-package.relationships+xml'/>"
                         f"<Override PartName='/{name}' ContentType='application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'/></Types>")
        archive.writestr("_rels/.rels", "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'><Relationship Id='r1' "
                         f"Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument' Target='{name}'/></Relationships>")
        archive.writestr(name, content)
    return out.getvalue()


def bodies(suite, outcome):
    page_type, text_type = "Content-Type: text/html", "Content-Type: text/plain"
    document = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    entities = "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY a0 'xxxxxxxxxx'>" + "".join(f"<!ENTITY a{n + 1} '{('&a%d;' % n) * 10}'>" for n in range(9)) + "]><w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'><w:body><w:p><w:r><w:t>&a9;</w:t></w:r></w:p></w:body></w:document>"
    outside = "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'><w:body><w:p><w:r><w:t>&a;</w:t></w:r></w:p></w:body></w:document>"
    bomb = gzip.compress(b"a " * (100 << 20), 1)
    stream = zlib.compress(b"BT /F1 1 Tf (a) Tj ET\n" * 20_000_000, 1)
    pdf = b"%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>endobj\n" \
          b"4 0 obj<</Length %d/Filter/FlateDecode>>stream\n" % len(stream) + stream + b"\nendstream endobj\ntrailer<</Root 1 0 R>>\n"
    kids = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000000000>>endobj\ntrailer<</Root 1 0 R>>\n"
    cases = {
        "a body of 64 MB": lambda r, c: poured(c, (page_type,), b"<p>a" * (1 << 18), 64),
        "a body of 64 MB that says so": lambda r, c: poured(c, (text_type, f"Content-Length: {64 << 20}"), b"a" * (1 << 20), 64),
        "a body of 9 EB, it says": lambda r, c: (head(c, text_type, "Content-Length: 9223372036854775807"), c.send(b"a"), False)[2],
        "a length below 0": lambda r, c: (head(c, text_type, "Content-Length: -1"), c.send(b"a"), False)[2], "a length that is a word": lambda r, c: (head(c, text_type, "Content-Length: x"), c.send(b"a"), False)[2],
        "two lengths": lambda r, c: (head(c, text_type, "Content-Length: 1", "Content-Length: 100"), c.send(b"a" * 100), False)[2],
        "a body that drips": lambda r, c: dripped(c, (text_type,), b"a" * 80), "a head that drips": lambda r, c: dripped(c, ("A: b",), b"X: " + b"y" * 80), "nothing at all": lambda r, c: (time.sleep(80), False)[1],
        "a gzip bomb": lambda r, c: c.reply("200 OK", bomb, ["Content-Encoding: gzip"], "text/plain"), "a gzip bomb in a gzip": lambda r, c: c.reply("200 OK", gzip.compress(bomb), ["Content-Encoding: gzip, gzip"], "text/plain"),
        "gzip that is none": lambda r, c: c.reply("200 OK", "aaaa", ["Content-Encoding: gzip"], "text/plain"), "an encoding that is unknown": lambda r, c: c.reply("200 OK", "aaaa", ["Content-Encoding: br"], "text/plain"),
        "20,000 heads": lambda r, c: (head(c, *[f"X-{n}: {'y' * 50}" for n in range(20_000)], "Content-Length: 0"), False)[1], "a head of 32 MB": lambda r, c: (c.send(b"HTTP/1.1 200 OK\r\nX: "), [c.send(b"y" * (1 << 20)) for _ in range(32)], False)[2],
        "a status line of 32 MB": lambda r, c: (c.send(b"HTTP/1.1 200 "), [c.send(b"y" * (1 << 20)) for _ in range(32)], False)[2], "a status that is none": lambda r, c: (c.send(b"HTTP/1.1 banana\r\n\r\n"), False)[1], "no HTTP": lambda r, c: (c.send(b"\x1b[2JSSH-2.0\r\n"), False)[1],
        "hints without end": lambda r, c: ([c.send(b"HTTP/1.1 103 Early Hints\r\nA: b\r\n\r\n" * 1000) for _ in range(1000)], False)[1],
        "a chunk of a size beyond all": lambda r, c: (head(c, text_type, "Transfer-Encoding: chunked"), c.send(b"FFFFFFFFFFFFFFFFFFFF\r\na"), False)[2], "a chunk below 0": lambda r, c: (head(c, text_type, "Transfer-Encoding: chunked"), c.send(b"-1\r\na"), False)[2],
        "a chunk's extension without end": lambda r, c: (head(c, text_type, "Transfer-Encoding: chunked"), c.send(b"1;" + b"a" * (32 << 20)), False)[2],
        "a page called a PDF": lambda r, c: c.reply("200 OK", "<p>page</p>", content_type="application/pdf"), "a PDF called a page": lambda r, c: c.reply("200 OK", pdf, content_type="text/html"), "a PDF that unpacks to 440 MB": lambda r, c: c.reply("200 OK", pdf, content_type="application/pdf"),
        "a PDF whose pages are its pages": lambda r, c: c.reply("200 OK", kids, content_type="application/pdf"), "a document of entities that multiply": lambda r, c: c.reply("200 OK", office("word/document.xml", entities), content_type=document),
        "an honest document": lambda r, c: c.reply("200 OK", office("word/document.xml", re.sub("<!DOCTYPE.*]>", "", outside).replace("&a;", "An honest word.")), content_type=document),
        "a document with an entity of a file": lambda r, c: c.reply("200 OK", office("word/document.xml", outside), content_type=document), "a document that unpacks to 300 MB": lambda r, c: c.reply("200 OK", office("word/document.xml", b" " * (300 << 20)), content_type=document),
        "a program": lambda r, c: c.reply("200 OK", b"\x7fELF" + bytes(range(256)) * 100, content_type="text/html"), "a program called a picture": lambda r, c: c.reply("200 OK", b"\x7fELF", content_type="image/png"),
        "a charset that is unknown": lambda r, c: c.reply("200 OK", "a", content_type="text/html; charset=\x22evil\x22"), "a charset of another kind": lambda r, c: c.reply("200 OK", "a", content_type="text/html; charset=UTF-7"),
        "a type that is none": lambda r, c: c.reply("200 OK", "a", content_type="\x1b[2J;;;=,"), "500,000 elements within each other": lambda r, c: c.reply("200 OK", "<div>" * 500_000, content_type="text/html"), "500,000 comments that are open": lambda r, c: c.reply("200 OK", "<!--" * 500_000, content_type="text/html"),
        "4 million brackets": lambda r, c: c.reply("200 OK", "<" * 4_000_000, content_type="text/html"), "an element with 200,000 attributes": lambda r, c: c.reply("200 OK", "<a " + " ".join(f"a{n}=b" for n in range(200_000)) + ">", content_type="text/html"),
        "1 million entities": lambda r, c: c.reply("200 OK", "&amp;" * 1_000_000 + "&#99999999999999;" * 1000, content_type="text/html"), "escape sequences": lambda r, c: c.reply("200 OK", "\x1b[2J\x1b]0;owned\x07\u202e", content_type="text/plain"),
        "a table of 300,000 cells": lambda r, c: c.reply("200 OK", "<table><tr>" + "<td>a" * 300_000, content_type="text/html"), "a list of JSON of 500,000 levels": lambda r, c: c.reply("200 OK", "[" * 500_000, content_type="application/json"),
    }
    paths = {f"b{number}": answered for number, answered in enumerate(cases.values())}
    names = list(cases)
    with Page(paths) as page:
        begun = time.monotonic()
        fetches = Fetches(suite, [f"{page.url}/b{number}" for number in range(len(cases))], timeout=590)
        judge(suite, fetches, [], lambda number, address: f"a page: {names[number]}", lambda number, said: len(said) < 40_000 and not re.search(r"(?i)java\.|Exception|OutOfMemory", said))
        rows = fetches.attacked.rows(columns="record_id,latency_ns,failed,failure_message")
        slow = [(names[int(name[1:])], row.get("latency_ns")) for name, row in rows.items() if isinstance(row.get("latency_ns"), (int, float)) and row["latency_ns"] > 60e9]
        suite.held("web-fetch", "no page takes longer than its 30 s, twice", not slow, f"{slow[:4] or 'none'}; all in {time.monotonic() - begun:.0f} s")
        lost = [names[int(name[1:])] for name, row in rows.items() if row.get("failed")]
        suite.held("web-fetch", "no page fails the question", not lost, f"{lost[:5] or 'none did'}")
        run = fetches.attacked.runs / "a"
        for what in (["show", run, f"c{names.index('escape sequences')}"], ["show", run]):
            ended = fetches.attacked.run(what)
            suite.held("web-fetch", f"escape sequences of a page in `show`, {len(what)} words", not CONTROLS.search(ended.out + ended.err) and ended.code == 0, f"exit {ended.code}: {ended.last_line()[:100]}")
