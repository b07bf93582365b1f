"""Read the numbers of an Arrow stream of whole and real numbers and texts, with the standard library alone."""

import struct

INT, FLOATING_POINT, UTF8, BOOL = 2, 3, 5, 6
SCHEMA, RECORD_BATCH = 1, 3


class Table:
    """A table of a flatbuffer: fields are found by their number."""

    def __init__(self, data, at):
        self.data, self.at = data, at
        self.fields = at - struct.unpack_from("<i", data, at)[0]
        self.size = struct.unpack_from("<H", data, self.fields)[0]

    def place(self, number):
        slot = 4 + 2 * number
        offset = struct.unpack_from("<H", self.data, self.fields + slot)[0] if slot < self.size else 0
        return self.at + offset if offset else None

    def number(self, number, form):
        place = self.place(number)
        return struct.unpack_from(form, self.data, place)[0] if place else 0

    def follow(self, number):
        place = self.place(number)
        return place + struct.unpack_from("<I", self.data, place)[0] if place else None

    def table(self, number):
        place = self.follow(number)
        return Table(self.data, place) if place else None

    def text(self, number):
        place = self.follow(number)
        if not place:
            return ""
        length = struct.unpack_from("<I", self.data, place)[0]
        return self.data[place + 4 : place + 4 + length].decode()

    def tables(self, number):
        place = self.follow(number)
        count = struct.unpack_from("<I", self.data, place)[0] if place else 0
        starts = [place + 4 + 4 * i for i in range(count)]
        return [Table(self.data, at + struct.unpack_from("<I", self.data, at)[0]) for at in starts]

    def pairs(self, number):
        """Give a vector of structures of two 64-bit numbers each."""
        place = self.follow(number)
        count = struct.unpack_from("<I", self.data, place)[0] if place else 0
        return [struct.unpack_from("<qq", self.data, place + 4 + 16 * i)
                for i in range(count)]


def read(file):
    """Return the metadata and the columns of numbers by their names; what is missing is None."""
    data = file.read_bytes()
    at, fields, columns, metadata = 0, [], {}, {}
    while at + 8 <= len(data):
        marker, size = struct.unpack_from("<II", data, at)
        if marker != 0xFFFFFFFF or size == 0 or at + 8 + size > len(data):
            break
        start = at + 8
        message = Table(data, start + struct.unpack_from("<I", data, start)[0])
        body = start + size
        at = body + message.number(3, "<q")
        if at > len(data):
            break  # the last batch was torn
        kind, header = message.number(1, "<B"), message.table(2)
        if kind == SCHEMA:
            fields = [(field.text(0), field.number(2, "<B")) for field in header.tables(1)]
            metadata = {pair.text(0): pair.text(1) for pair in header.tables(2)}
            columns = {name: [] for name, type_number in fields if type_number in (INT, FLOATING_POINT)}
        elif kind == RECORD_BATCH:
            append(columns, fields, header, data, body)
    return metadata, columns


def append(columns, fields, batch, data, body):
    """Append a record batch to the columns. Whole and real numbers are of 64 bits in telemetry."""
    rows = batch.number(0, "<q")
    buffers = iter(batch.pairs(2))
    for name, type_number in fields:
        validity, values = next(buffers), next(buffers)
        if type_number == UTF8:
            next(buffers)
        if name not in columns:
            continue
        form = "q" if type_number == INT else "d"
        numbers = struct.unpack_from(f"<{rows}{form}", data, body + values[0])
        known = data[body + validity[0] : body + validity[0] + validity[1]]
        columns[name] += [number if not known or known[i // 8] >> (i % 8) & 1 else None
                          for i, number in enumerate(numbers)]
