"""Serve the small decoder over OpenAI's chat completions on 127.0.0.1, streamed and not; one request at a time.

Prints its port on the first line.
"""
import argparse
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import model

NAME = "random-decoder"
MOST_BODY_BYTES = 1 << 20


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    decoder = None
    turn = threading.Lock()

    def log_message(self, format, *arguments):
        pass

    def do_GET(self):
        if self.path == "/v1/models":
            self.answer(200, {"object": "list", "data": [{"id": NAME, "object": "model"}]})
        else:
            self.answer(404, {"error": {"message": "there is no " + self.path}})

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        if length > MOST_BODY_BYTES:
            self.close_connection = True
            self.answer(413, {"error": {"message": "the body is too large"}})
            return
        body = json.loads(self.rfile.read(length))
        if self.path != "/v1/chat/completions":
            self.answer(404, {"error": {"message": "there is no " + self.path}})
            return
        prompt = "\n".join(str(message["content"]) for message in body["messages"]).encode()
        limit = int(body.get("max_tokens") or body.get("max_completion_tokens") or 64)
        with self.turn:
            pieces = (piece.decode() for piece in model.generate(self.decoder, prompt, 1, limit))
            if body.get("stream"):
                self.stream(pieces, len(prompt), bool((body.get("stream_options") or {}).get("include_usage")))
            else:
                text = "".join(pieces)
                self.answer(200, self.completion("chat.completion", len(prompt), len(text),
                                                 [{"index": 0, "message": {"role": "assistant", "content": text},
                                                   "finish_reason": "length"}]))

    def completion(self, kind, prompt, written, choices):
        return {"id": "chatcmpl-1", "object": kind, "created": int(time.time()), "model": NAME, "choices": choices,
                "usage": {"prompt_tokens": prompt, "completion_tokens": written, "total_tokens": prompt + written}}

    def stream(self, pieces, prompt, with_usage):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        written = 0
        self.event(self.chunk({"role": "assistant", "content": ""}, None))
        for piece in pieces:
            written += 1
            self.event(self.chunk({"content": piece}, None))
        self.event(self.chunk({}, "length"))
        if with_usage:
            self.event(self.completion("chat.completion.chunk", prompt, written, []))
        self.send(b"data: [DONE]\n\n")
        self.send(b"")

    def chunk(self, delta, reason):
        return {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": int(time.time()), "model": NAME,
                "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}

    def event(self, data):
        self.send(b"data: " + json.dumps(data).encode() + b"\n\n")

    def send(self, part):
        self.wfile.write(b"%x\r\n%s\r\n" % (len(part), part))
        self.wfile.flush()

    def answer(self, status, data):
        body = json.dumps(data).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--width", type=int, required=True)
    chosen = options.parse_args()
    Handler.decoder = model.make(chosen.width)
    # The first generation loads kernels; nobody should wait for that.
    for _ in model.generate(Handler.decoder, b"warm up", 1, 8):
        pass
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
