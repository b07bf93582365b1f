"""What a report says, and lines that hold it against figures of one's own."""

import base64
import gzip
import json
import math
import re
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from html import unescape
from urllib.parse import unquote

FIGURE = re.compile(r'<span class="figure" data-key="([^"]*)" data-factor="([^"]*)" data-decimals="([^"]*)">([^<]*)<')
OBJECT = re.compile(r'<script type="application/json" id="ipw-report">(.*?)</script>', re.DOTALL)
CLOSED = re.compile(r'<script type="text/plain" id="ipw-closed">(.*?)</script>')


class Report:
    """The JSON of a report and the figures that its text shows."""

    def __init__(self, file):
        page = file.read_text(encoding="utf-8")
        self.json = json.loads(OBJECT.search(page).group(1))
        closed = CLOSED.search(page)
        page += gzip.decompress(base64.b64decode(closed.group(1))).decode("utf-8") if closed else ""
        self.figures = [tuple(map(unescape, found)) for found in FIGURE.findall(page)]

    def value(self, key):
        at = self.json
        for part in key.split("."):
            part = unquote(part)
            if isinstance(at, list):
                at = at[int(part)] if int(part) < len(at) else None
            else:
                at = (at or {}).get(part)
        return at


class Check:
    """Prints a line for each figure and counts those that differ."""

    def __init__(self, report, prefix=""):
        self.report, self.prefix, self.lines, self.bad, self.right = report, prefix, 0, 0, set()

    def theirs(self, key):
        return self.report.value(self.prefix + key)

    def kept(self, key, ours, said):
        """Hold a figure against one that lies in the run's folder and in no report."""
        self._line(f"{self.prefix}{key}", ours, said, close(ours, said, 1e-9))

    def together(self, key):
        return self.report.value("together." + key)

    def exact(self, key, ours, most=1e-9):
        self.exact_at(self.prefix + key, ours, most)

    def exact_at(self, key, ours, most=1e-9):
        theirs = self.report.value(key)
        self._line(key, ours, theirs, close(ours, theirs, most))

    def near(self, key, ours, most):
        self.exact(key, ours, most)

    def same(self, key, ours):
        theirs = self.report.value(key)
        self._line(key, ours, theirs, sorted(ours) == sorted(theirs or []))

    def within(self, key, bounds):
        """Say whether what the report says lies within bounds of our own."""
        theirs = self.theirs(key)
        if bounds is not None:
            low, high = bounds
            name = f"{self.prefix}{key} in [{low:.6g}, {high:.6g}]"
            self._line(name, (low + high) / 2, theirs, low <= theirs <= high)

    def interval(self, key, low, high):
        """Say whether an interval that was drawn holds ours to a tenth of its width; theirs may be wider."""
        least, most = self.theirs(key + "_low"), self.theirs(key + "_high")
        if least is None or most is None:
            return
        slack = 0.1 * (high - low)
        self._line(f"{self.prefix}{key}_low, drawn", low, least, least <= low + slack)
        self._line(f"{self.prefix}{key}_high, drawn", high, most, most >= high - slack)

    def rows(self, name, triples, most=1e-9):
        """Hold a column against ours, row by row, on one line: the worst row's figures."""
        triples = [(row, ours, theirs) for row, ours, theirs in triples if ours is not None or theirs is not None]
        if not triples:
            return
        row, ours, theirs = max(triples, key=lambda triple: difference(*triple[1:]))
        good = all(close(mine, said, most) for _, mine, said in triples)
        self._line(f"{self.prefix}dataset.{name}, worst of {len(triples)} rows ({row})", ours, theirs, good)

    def _line(self, name, ours, theirs, good):
        self.lines += 1
        self.bad += not good
        if good:
            self.right.add(name)
        print(f"{name}  {short(ours)}  {short(theirs)}  {difference(ours, theirs):.2g}  {'ok' if good else 'DIFFERS'}")

    def shown(self):
        """Hold each figure of the page's text against its value, multiplied and rounded as the page says."""
        wrong = 0
        for key, factor, decimals, text in self.report.figures:
            value = self.report.value(key)
            if value is None or "".join(text.split()) not in rounded(value, factor, int(decimals)):
                wrong += 1
                self._line("text of " + key, None if value is None else value * float(factor), text, False)
        recomputed = sum(key in self.right for key, *_ in self.report.figures)
        print(f"{len(self.report.figures)} figures in the text, {wrong} not their value rounded; of {recomputed} the "
              "value was worked out here")


def rounded(value, factor, decimals):
    """Return the texts that a value may have: a value that is written as a tie may go either way, and zero has no sign."""
    unit = Decimal(1).scaleb(-decimals)
    scaled = value * float(factor)
    texts = {f"{Decimal(written).quantize(unit, rounding):f}" for written in (scaled, repr(scaled))
             for rounding in (ROUND_HALF_EVEN, ROUND_HALF_UP)}
    return {text if text.strip("-0.") else text.lstrip("-") for text in texts}


def difference(ours, theirs):
    if not isinstance(ours, (int, float)) or not isinstance(theirs, (int, float)):
        return 0.0 if ours == theirs else math.inf
    return 0.0 if ours == theirs else abs(ours - theirs) / max(abs(ours), abs(theirs))


def close(ours, theirs, most):
    if ours is None or theirs is None:
        return ours is theirs
    return difference(float(ours), float(theirs)) <= most or abs(ours - theirs) < 1e-15


def short(value):
    return f"{value:.9g}" if isinstance(value, float) else str(value)
