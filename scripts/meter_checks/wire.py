"""HTTP/1.1 on asyncio streams, down to the bytes of chunks: a tap before a model server, and callers."""

import asyncio

MAX_HEAD = 1 << 16


async def head(reader):
    """The first line and the fields of a message; None if the connection ends before it."""
    try:
        raw = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, ConnectionError):
        return None
    first, *lines = raw.decode("latin-1").rstrip("\r\n").split("\r\n")
    fields = dict((line.split(":", 1)[0].lower(), line.split(":", 1)[1].strip()) for line in lines)
    return raw, first, fields


async def pieces(reader, fields):
    """The pieces of a body as (raw, payload); raises IncompleteReadError or ConnectionError if it breaks off."""
    if fields.get("transfer-encoding") == "chunked":
        while True:
            line = await reader.readuntil(b"\r\n")
            size = int(line, 16)
            data = await reader.readexactly(size + 2)
            yield line + data, data[:size]
            if size == 0:
                return
    left = int(fields.get("content-length", "0"))
    while left > 0:
        data = await reader.read(min(left, 1 << 16))
        if not data:
            raise asyncio.IncompleteReadError(b"", left)
        left -= len(data)
        yield data, data


class Tap:
    """Passes all on to a server, and keeps what it answered: the body of each request by its X-Request-Id, and whether it was whole."""

    def __init__(self, port):
        self.server_port = port
        self.bodies, self.whole, self.serving = {}, set(), set()

    async def start(self):
        self.server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=MAX_HEAD)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def _serve(self, reader, writer):
        other = None
        # The loop itself holds tasks weakly.
        self.serving.add(asyncio.current_task())
        try:
            other_reader, other = await asyncio.open_connection("127.0.0.1", self.server_port, limit=MAX_HEAD)
            while (asked := await head(reader)) is not None:
                raw, first, fields = asked
                other.write(raw)
                async for part, _ in pieces(reader, fields):
                    other.write(part)
                answer = await head(other_reader)
                if answer is None:
                    return
                name, body = fields.get("x-request-id", first), bytearray()
                self.bodies[name] = body
                writer.write(answer[0])
                async for part, payload in pieces(other_reader, answer[2]):
                    body += payload
                    writer.write(part)
                    await writer.drain()
                self.whole.add(name)
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self.serving.discard(asyncio.current_task())
            writer.close()
            if other is not None:
                other.close()


class Answer:
    """What a caller got: refused (no connection), closed (broken off) or whole."""

    def __init__(self):
        self.end, self.status, self.body, self.meter_id, self.retry_after = "refused", None, bytearray(), None, None


async def ask(port, path, body, fields=()):
    answer = Answer()
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=MAX_HEAD)
    except OSError:
        return answer
    answer.end = "closed"
    try:
        lines = [f"POST {path} HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json", f"Content-Length: {len(body)}",
                 "Connection: close", *fields]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body)
        came = await head(reader)
        if came is not None:
            answer.status = int(came[1].split()[1])
            answer.meter_id, answer.retry_after = came[2].get("x-ipw-request-id"), came[2].get("retry-after")
            async for _, payload in pieces(reader, came[2]):
                answer.body += payload
            answer.end = "whole"
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()
    return answer
