"""A server on 127.0.0.1 that answers as the attack wants, down to torn bodies and forged heads."""

import json
import socket
import socketserver
import threading

LARGEST_HEAD = 1 << 16
LARGEST_BODY = 1 << 24


class Request:
    """A request as it came."""

    def __init__(self, method, target, headers, body):
        self.method, self.target, self.headers, self.body = method, target, headers, body

    @property
    def json(self):
        return json.loads(self.body) if self.body else {}

    def all_text(self):
        return "\n".join(message["content"] if isinstance(message.get("content"), str) else json.dumps(message.get("content"))
                         for message in self.json.get("messages") or [])


class Server(socketserver.ThreadingTCPServer):
    """Calls answer(request, connection) for each request, and keeps all requests. Port 0: the system chooses."""

    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 256

    def __init__(self, answer):
        super().__init__(("127.0.0.1", 0), _Connection)
        self.answer = answer
        self.requests = []
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.2}, daemon=True).start()

    @property
    def port(self):
        return self.server_address[1]

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def handle_error(self, request, client_address):
        """Clients that hang up are a part of the attacks."""

    def __exit__(self, *thrown):
        self.shutdown()
        self.server_close()


class _Connection(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True
    timeout = 300

    def handle(self):
        while True:
            request = self._read()
            if request is None:
                return
            self.server.requests.append(request)
            if self.server.answer(request, self) is False:
                return

    def _read(self):
        try:
            line = self.rfile.readline(LARGEST_HEAD).decode("latin-1").rstrip("\r\n")
        except OSError:
            return None
        if not line:
            return None
        method, _, rest = line.partition(" ")
        headers = {}
        while True:
            field = self.rfile.readline(LARGEST_HEAD).decode("latin-1").rstrip("\r\n")
            if not field:
                break
            name, _, value = field.partition(":")
            headers[name.strip().lower()] = value.strip()
        if headers.get("transfer-encoding", "").lower() == "chunked":
            body = b""
            while (size := int(self.rfile.readline().split(b";")[0], 16)) > 0 and len(body) < LARGEST_BODY:
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        else:
            body = self.rfile.read(min(int(headers.get("content-length", "0")), LARGEST_BODY))
        return Request(method, rest.rsplit(" ", 1)[0], headers, body)

    def send(self, data):
        """Send bytes as they are."""
        self.wfile.write(data)
        self.wfile.flush()

    def reply(self, status, body, headers=(), content_type="application/json"):
        """A whole response."""
        data = body if isinstance(body, bytes) else (body if isinstance(body, str) else json.dumps(body)).encode()
        head = [f"HTTP/1.1 {status}", f"Content-Type: {content_type}", f"Content-Length: {len(data)}", *headers]
        self.send(("\r\n".join(head) + "\r\n\r\n").encode("latin-1") + data)

    def torn(self, status, body, missing, headers=()):
        """A response that promises more bytes than it has, and ends."""
        data = body.encode()
        head = [f"HTTP/1.1 {status}", "Content-Type: application/json", f"Content-Length: {len(data) + missing}", *headers]
        self.send(("\r\n".join(head) + "\r\n\r\n").encode("latin-1") + data)
        self.connection.shutdown(socket.SHUT_RDWR)
        return False

    def stream(self, events, tear=False):
        """Server-sent events, a chunk each."""
        self.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n")
        for event in events:
            data = b"data: " + (event if isinstance(event, bytes) else json.dumps(event).encode()) + b"\n\n"
            self.send(b"%x\r\n%s\r\n" % (len(data), data))
        if tear:
            self.connection.shutdown(socket.SHUT_RDWR)
            return False
        self.send(b"0\r\n\r\n")
        return True

    def chat(self, request, deltas, model="m", finish="stop", tear=False):
        """A chat completion of these deltas, streamed if the request wants it."""
        usage = {"prompt_tokens": 10, "completion_tokens": max(1, len(deltas)), "total_tokens": 10 + max(1, len(deltas))}
        if not request.json.get("stream"):
            message = {"role": "assistant", "content": ""}
            for delta in deltas:
                for name, value in delta.items():
                    message[name] = message.get(name, "") + value if isinstance(value, str) else value
            return self.reply("200 OK", {"id": "x", "object": "chat.completion", "model": model, "usage": usage,
                                         "choices": [{"index": 0, "message": message, "finish_reason": finish}]})
        head = {"id": "x", "object": "chat.completion.chunk", "model": model}
        events = [{**head, "choices": [{"index": 0, "delta": delta}]} for delta in deltas]
        if not tear:
            events += [{**head, "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]},
                       {**head, "choices": [], "usage": usage}, b"[DONE]"]
        return self.stream(events, tear)

    def models(self, *names):
        return self.reply("200 OK", {"object": "list", "data": [{"id": name, "object": "model"} for name in names]})


def says(text):
    """A server of one model, m, that says one text."""
    def answer(request, connection):
        if request.method == "GET":
            return connection.models("m")
        return connection.chat(request, [{"content": text}])
    return Server(answer)


def scripted(turn):
    """A server of one model, m. turn(results) gives the next reply: text, or a list of calls (tool, arguments); results are those of all calls so far."""
    def answer(request, connection):
        if request.method == "GET":
            return connection.models("m")
        results = [str(message.get("content")) for message in request.json["messages"] if message.get("role") == "tool"]
        reply = turn(results)
        if isinstance(reply, str):
            return connection.chat(request, [{"content": reply}])
        calls = [{"index": index, "id": f"c{len(results)}-{index}", "type": "function",
                  "function": {"name": tool, "arguments": json.dumps(arguments)}} for index, (tool, arguments) in enumerate(reply)]
        return connection.chat(request, [{"role": "assistant", "tool_calls": calls}], finish="tool_calls")
    return Server(answer)
