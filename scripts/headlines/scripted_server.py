"""A model server on 127.0.0.1 that answers sums by a script: random lengths, times, wrong answers and failures.

It keeps what it did with each question, so that a run's counts can be held against something the run did not write.
"""

import asyncio
import json
import math
import random
import re
import threading

QUESTION = re.compile(r"What is (\d+) \+ (\d+)\?")


class ScriptedServer:
    """Serve chat completions until closed. Outcomes are drawn from the seed and the question, not from the order."""

    def __init__(self, seed, failing, right, mean_tokens, seconds_per_token, slots, begin):
        self.seed, self.failing, self.right = seed, failing, right
        self.mean_tokens, self.seconds_per_token = mean_tokens, seconds_per_token
        self.slots, self.begin = slots, begin
        self.outcomes = []
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        self._ready.wait()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/v1"

    def close(self):
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
            self._loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
        self._loop.close()

    def _run(self):
        asyncio.set_event_loop(self._loop)
        self._free = asyncio.Semaphore(self.slots)
        listening = self._loop.run_until_complete(asyncio.start_server(self._connection, "127.0.0.1", 0))
        self.port = listening.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()

    async def _connection(self, reader, writer):
        try:
            while await self._request(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _request(self, reader, writer):
        """Answer one request; say whether the connection may be used again."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = re.search(r"content-length: *(\d+)", head, re.IGNORECASE)
        body = await reader.readexactly(int(length.group(1))) if length else b""
        if head.startswith("GET"):
            models = {"object": "list", "data": [{"id": "scripted", "object": "model"}]}
            return await self._whole(writer, "200 OK", models)
        async with self._free:
            return await self._answer(json.loads(body), writer)

    async def _answer(self, request, writer):
        asked = QUESTION.search(request["messages"][-1]["content"])
        if not asked:
            return await self._stream(writer, ["ready"], 1, 0, None)
        first, second = int(asked.group(1)), int(asked.group(2))
        luck = random.Random(f"{self.seed}/{first}/{second}")
        failure = luck.choice(["error", "torn", "hang"]) if luck.random() < self.failing else None
        is_right = luck.random() < self.right
        tokens = max(2, round(luck.lognormvariate(math.log(self.mean_tokens), 0.6)))
        outcome = {"question": f"{first}+{second}", "failure": failure, "right": is_right, "tokens": tokens}
        self.begin()
        self.outcomes.append(outcome)
        await asyncio.sleep(luck.expovariate(1 / 0.03))
        if failure == "error":
            return await self._whole(writer, "500 Internal Server Error", {"error": {"message": "scripted failure"}})
        result = first + second + (0 if is_right else luck.randint(1, 9))
        words = ["so "] * (tokens - 1) + [f"\nAnswer: {result}"]
        return await self._stream(writer, words, luck.randint(20, 200), luck.uniform(0.5, 1.5), failure)

    async def _stream(self, writer, words, prompt_tokens, pace, failure):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
        stop = len(words) // 2 if failure else len(words)
        for word in words[:stop]:
            await asyncio.sleep(self.seconds_per_token * pace)
            self._event(writer, {"choices": [{"index": 0, "delta": {"content": word}}]})
            await writer.drain()
        if failure == "hang":
            await asyncio.sleep(30)
        if failure:
            writer.transport.abort()
            return False
        self._event(writer, {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
        usage = {"prompt_tokens": prompt_tokens, "completion_tokens": len(words),
                 "total_tokens": prompt_tokens + len(words)}
        self._event(writer, {"choices": [], "usage": usage})
        self._chunk(writer, b"data: [DONE]\n\n")
        writer.write(b"0\r\n\r\n")
        await writer.drain()
        return True

    def _event(self, writer, event):
        event = {"id": "x", "object": "chat.completion.chunk", "model": "scripted", **event}
        self._chunk(writer, b"data: " + json.dumps(event).encode() + b"\n\n")

    @staticmethod
    def _chunk(writer, data):
        writer.write(b"%x\r\n%s\r\n" % (len(data), data))

    @staticmethod
    async def _whole(writer, status, value):
        body = json.dumps(value).encode()
        head = f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        return True
