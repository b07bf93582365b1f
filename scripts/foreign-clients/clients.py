"""Asks a server with the SDKs of OpenAI and Anthropic for Python, and writes each HTTP exchange to the file $RECORD."""
import json
import os
import sys
from importlib.metadata import version

import anthropic
import openai

try:
    import httpx2 as httpx
except ImportError:  # Older SDKs.
    import httpx

URL = sys.argv[1]
exchanges = []


class Recording(httpx.SyncByteStream):
    """A body whose bytes are kept as they pass."""

    def __init__(self, stream, exchange):
        self.stream = stream
        self.exchange = exchange

    def __iter__(self):
        for chunk in self.stream:
            self.exchange["body"] += chunk.decode("latin1")
            yield chunk

    def close(self):
        self.stream.close()


class RecordingTransport(httpx.HTTPTransport):
    def handle_request(self, request):
        response = super().handle_request(request)
        exchange = {"method": request.method, "path": request.url.raw_path.decode(), "asked": request.content.decode(),
                    "status": response.status_code, "headers": dict(response.headers), "body": ""}
        exchanges.append(exchange)
        response.stream = Recording(response.stream, exchange)
        return response


http = {"http_client": httpx.Client(transport=RecordingTransport()), "api_key": "none", "max_retries": 0}
chat = openai.OpenAI(base_url=URL + "/v1", **http)
claude = anthropic.Anthropic(base_url=URL, **http)
failed = False


def check(name, run, expected):
    global failed
    try:
        actual = run()
    except Exception as failure:  # Of any kind: it is shown.
        actual = repr(failure)
    failed |= actual != expected
    print(f"  {'ok   ' if actual == expected else 'FAIL '} {name}: {actual}", flush=True)


def refused(name, run, status):
    def of():
        try:
            return run()
        except (openai.APIStatusError, anthropic.APIStatusError) as failure:
            return failure.status_code
    check(name, of, status)


def ask(**more):
    return chat.chat.completions.create(**{
        "model": "large", "messages": [{"role": "user", "content": "What is 417+58?"}], "temperature": 0, **more})


def respond(**more):
    return chat.responses.create(**{"model": "large", "input": "What is 417+58?", **more})


def message(**more):
    return claude.messages.create(**{"model": "large", "max_tokens": 20, "messages": [
        {"role": "user", "content": "What is 417+58?"}], **more})


print(f"openai {version('openai')}, anthropic {version('anthropic')} (Python)")
check("models", lambda: "large" in [model.id for model in chat.models.list()], True)
check("chat", lambda: ask().choices[0].message.content, "475")
check("chat, streamed", lambda: "".join(chunk.choices[0].delta.content or "" for chunk in ask(
    stream=True, stream_options={"include_usage": True}) if chunk.choices), "475")
check("chat, n, a seed", lambda: len(ask(n=3, temperature=8, seed=7).choices), 3)
refused("chat, tools", lambda: ask(tools=[{"type": "function", "function": {"name": "add"}}]), 400)
refused("chat, unknown model", lambda: ask(model="huge"), 404)
check("responses", lambda: respond().output_text, "475")
check("responses, streamed", lambda: "".join(event.delta for event in respond(stream=True)
                                             if event.type == "response.output_text.delta"), "475")
check("messages", lambda: message().content[0].text, "475")
check("messages, streamed", lambda: "".join(event.delta.text for event in message(stream=True)
                                            if event.type == "content_block_delta"), "475")
refused("messages, tools", lambda: message(tools=[{"name": "add", "input_schema": {"type": "object"}}]), 400)
if "RECORD" in os.environ:
    with open(os.environ["RECORD"], "w", encoding="utf-8") as file:
        file.writelines(json.dumps(exchange) + "\n" for exchange in exchanges)
sys.exit(failed)
