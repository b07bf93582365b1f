"""A server with OpenAI's API that answers 42, or wrongly 41, after a delay, and logs the number of each question."""

import json
import os
import re
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

log_path, port_path, delay_seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
log = open(log_path, "a", buffering=1)
lock = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.answer("application/json", json.dumps({"object": "list", "data": [{"id": "fake", "object": "model"}]}))

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        question = str(body["messages"][-1]["content"])
        number = int(re.search(r"Number (\d+)", question).group(1))
        with lock:
            log.write(f"{number}\n")
        time.sleep(delay_seconds)
        content, tokens = "42" if number % 3 else "41", 1 + number % 5
        usage = {"prompt_tokens": 8, "completion_tokens": tokens, "total_tokens": 8 + tokens}
        chunks = [{"delta": {"role": "assistant", "content": content}, "finish_reason": None, "index": 0}], \
            [{"delta": {}, "finish_reason": "stop", "index": 0}], []
        events = [{"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "fake", "choices": list(choices),
                   "usage": None if choices else usage} for choices in chunks]
        if body.get("stream"):
            self.answer("text/event-stream", "".join(f"data: {json.dumps(e)}\n\n" for e in events) + "data: [DONE]\n\n")
        else:
            message = {"role": "assistant", "content": content}
            self.answer("application/json", json.dumps({
                "id": "c", "object": "chat.completion", "created": 0, "model": "fake", "usage": usage,
                "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}))

    def answer(self, kind, text):
        data = text.encode()
        try:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, *ignored):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, address):
        """Stays silent: clients that are killed break their connections."""


server = Server(("127.0.0.1", 0), Handler)
with open(port_path + ".new", "w") as file:
    file.write(str(server.server_port))
os.rename(port_path + ".new", port_path)
server.serve_forever()
