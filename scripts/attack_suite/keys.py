"""Servers that repeat the user's key: whole, split, torn, in every field that a run keeps."""

import json
import re

from .command import QUIET, shown
from .server import Server

QUESTION = '{"id": "a", "problem": "Which number?", "answer": "4", "evaluator": "exact"}\n'


def split(key, *places):
    """The key in pieces."""
    edges = [0, *places, len(key)]
    return [key[begin:end] for begin, end in zip(edges, edges[1:])]


def call(name, arguments):
    return {"role": "assistant", "tool_calls": [{"index": 0, "id": "c1", "type": "function", "function": {"name": name, "arguments": arguments}}]}


def error(connection, status, text, headers=()):
    return connection.reply(status, {"error": {"message": text, "type": "invalid_request_error"}}, headers)


# What the server does with the key that it was sent: a name, and its answer to a completion.
ECHOES = {
    "whole, in the answer": lambda c, r, k: c.chat(r, [{"content": f"Your key is {k}, and 4."}]),
    "split over two chunks": lambda c, r, k: c.chat(r, [{"content": part} for part in split(k, 19)]),
    "split over two chunks, 12 and 26": lambda c, r, k: c.chat(r, [{"content": part} for part in split(k, 12)]),
    "a character in each chunk": lambda c, r, k: c.chat(r, [{"content": part} for part in k]),
    "split by an empty chunk and words around": lambda c, r, k: c.chat(r, [{"content": "key: " + k[:20]}, {"content": ""}, {"content": k[20:] + "."}]),
    "in the reasoning": lambda c, r, k: c.chat(r, [{"reasoning_content": f"The key is {k}."}, {"content": "4"}]),
    "half in the reasoning, half in the answer": lambda c, r, k: c.chat(r, [{"reasoning_content": k[:19]}, {"content": k[19:]}]),
    "as the model's name": lambda c, r, k: c.chat(r, [{"content": "4"}], model=k),
    "as the reason of the end": lambda c, r, k: c.chat(r, [{"content": "4"}], finish=k),
    "as the name of a tool that is called": lambda c, r, k: c.chat(r, [call(k, "{}")], finish="tool_calls"),
    "in a tool's arguments": lambda c, r, k: c.chat(r, [call("a", json.dumps({"a": k}))], finish="tool_calls"),
    "in an error of 400": lambda c, r, k: error(c, "400 Bad Request", f"bad key {k}"),
    "in an error of 500": lambda c, r, k: error(c, "500 Internal Server Error", f"Authorization: Bearer {k}"),
    "in an error that is a page": lambda c, r, k: c.reply("502 Bad Gateway", f"<html><body>{k}</body></html>", content_type="text/html"),
    "a fragment of 20 in an error": lambda c, r, k: error(c, "401 Unauthorized", f"Incorrect key provided: {k[:20]}"),
    "a fragment of 20 of its end in an error": lambda c, r, k: error(c, "401 Unauthorized", f"Incorrect key provided: ...{k[-20:]}"),
    "a torn error body with 20 of 38": lambda c, r, k: c.torn("401 Unauthorized", '{"error": {"message": "bad key ' + k[:20], 100),
    "a torn answer with 20 of 38": lambda c, r, k: c.chat(r, [{"content": "Your key is " + k[:20]}], tear=True),
    "in an error within a stream": lambda c, r, k: c.stream([{"error": {"message": f"bad key {k}", "code": 500}}]),
    "in a line that is no event": lambda c, r, k: c.stream([f"bad key {k}".encode()]),
    "in a head of the response": lambda c, r, k: error(c, "429 Too Many Requests", "slow down", [f"Retry-After: {k}", f"WWW-Authenticate: {k}"]),
    "in the status line": lambda c, r, k: c.reply(f"418 {k}", {"error": {"message": "no"}}),
    "where a redirect leads": lambda c, r, k: c.reply("302 Found", "", [f"Location: http://127.0.0.1:1/{k}"]),
    "escaped as JSON may": lambda c, r, k: c.stream([('{"choices": [{"index": 0, "delta": {"content": "' + "".join(
        f"\\u{ord(letter):04x}" for letter in k) + '"}}]}').encode(), b"[DONE]"]),
}


def key_of(request):
    return request.headers.get("authorization", "").removeprefix("Bearer ").strip()


def profile(attacked, url, questions, name, *further, env=None, timeout=180):
    return attacked.run(["profile", "--client", "openai", "--client-base-url", url + "/v1", "--model", "m", "--dataset", questions, *QUIET,
                         "--output-dir", attacked.runs, "--run-name", name, *further], env, timeout)


def attack(suite):
    for further in ((), ("--client-param", "stream=false")):
        how = ", not streamed" if further else ""
        if together(suite, how, further):
            continue
        for number in range(len(ECHOES)):
            one(suite, number, how, further)
    models(suite)
    line_end(suite)
    as_parameter(suite)
    of_the_judge(suite)
    by_an_agent(suite)


def together(suite, how, further):
    """All echoes in one run: if nothing of the key is kept, all of them held. Else each is tried by itself, to tell which did not."""
    leaks, ended, reached = echoed(suite, list(range(len(ECHOES))), further)
    if leaks or not reached or ended.crashed():
        return False
    for name in ECHOES:
        suite.held("keys", f"echoed {name}{how}", True, f"exit {ended.code}, {shown(leaks)}")
    return True


def echoed(suite, numbers, further):
    folder = suite.fresh("key", suite.user)
    key = suite.secret()
    (folder / "q.jsonl").write_text("".join(QUESTION.replace('"a"', f'"{"a" if len(numbers) == 1 else number}"')
                                            .replace("Which", f"Echo {number}. Which") for number in numbers))
    reached = []
    echoes = list(ECHOES.values())

    def answer(request, connection):
        reached.append(key_of(request))
        if request.method == "GET":
            return connection.models("m")
        asked = re.search(r"Echo (\d+)\.", request.all_text())
        return echoes[int(asked.group(1)) if asked else 0](connection, request, key_of(request))

    with Server(answer) as server:
        attacked = suite.command(folder)
        ended = profile(attacked, server.url, folder / "q.jsonl", "a", *further, env={"OPENAI_API_KEY": key})
        everything(attacked, "a", len(numbers) > 1)
    return attacked.leaks(key), ended, key in reached


def everything(attacked, name, further=True):
    """Let the command write rows, and traces and a report too, of a run; they are looked through afterwards."""
    run = attacked.runs / name
    if not run.is_dir():
        return
    out = attacked.folder
    attacked.run(["export", run, "--jsonl", "--columns", "record_id,problem,answer,reasoning,failure_message,finish_reason,model,verdict_reason",
                  "--output", out / "rows.jsonl"])
    if not further:
        return
    attacked.run(["report", run, "--output", out / "report.html"])
    attacked.run(["export", run, "--format", "traces", "--output", out / "traces.jsonl"])


def one(suite, number, how, further):
    name = list(ECHOES)[number]
    leaks, ended, reached = echoed(suite, [number], further)
    if reached:
        suite.held("keys", f"echoed {name}{how}", not leaks and not ended.crashed(), f"exit {ended.code}, {shown(leaks)}")
    else:
        suite.skipped("keys", f"echoed {name}{how}", f"the server did not get the key: exit {ended.code}, {ended.error()}")


def models(suite):
    """The list of models repeats the key, and lacks the model, so that a message names those that there are."""
    folder = suite.fresh("key", suite.user)
    key = suite.secret()
    (folder / "q.jsonl").write_text(QUESTION)

    def answer(request, connection):
        if request.method == "GET":
            return connection.models(key_of(request), "x" + key_of(request)[5:])
        return connection.chat(request, [{"content": "4"}])

    with Server(answer) as server:
        attacked = suite.command(folder)
        ended = profile(attacked, server.url, folder / "q.jsonl", "a", env={"OPENAI_API_KEY": key})
        profile(attacked, server.url, folder / "q.jsonl", "b", "--client-param", "check_model=false", env={"OPENAI_API_KEY": key})
    leaks = attacked.leaks(key)
    suite.held("keys", "echoed as a model of the list", not leaks, f"exit {ended.code}, {shown(leaks)}")


def line_end(suite):
    for name, end in (("a line feed", "\n"), ("both line ends", "\r\n"), ("blanks", "  "), ("a line end within", None)):
        folder = suite.fresh("key", suite.user)
        key = suite.secret()
        given = key[:20] + "\n" + key[20:] if end is None else key + end
        (folder / "q.jsonl").write_text(QUESTION)

        def answer(request, connection):
            if request.method == "GET":
                return connection.models("m")
            return connection.chat(request, [{"content": f"Your key is {key}, {key_of(request)}, {key[:20]}, {key[20:]}."}])

        with Server(answer) as server:
            attacked = suite.command(folder)
            ended = profile(attacked, server.url, folder / "q.jsonl", "a", env={"OPENAI_API_KEY": given})
            everything(attacked, "a")
            forged = [request for request in server.requests if any(key[20:].lower() in header for header in request.headers)]
        leaks = attacked.leaks(key)
        suite.held("keys", f"a key with {name} behind it" if end else "a key with a line end within", not leaks and not forged
                   and not ended.crashed(), f"exit {ended.code}, {shown(leaks)}: {ended.error()}")


def as_parameter(suite):
    """Keys that are typed: as a parameter, as a header of a gateway."""
    for name, option, header in (("--client-param api_key", lambda key: ["--client-param", f"api_key={key}"], "authorization"),
                                 ("--header", lambda key: ["--header", f"X-Gate: {key}"], "x-gate")):
        folder = suite.fresh("key", suite.user)
        key = suite.secret()
        (folder / "q.jsonl").write_text(QUESTION)

        def answer(request, connection):
            if request.method == "GET":
                return connection.models("m")
            sent = request.headers.get(header, "").removeprefix("Bearer ")
            return connection.chat(request, [{"content": part} for part in split("I got " + sent, 20, 30)])

        with Server(answer) as server:
            attacked = suite.command(folder)
            ended = profile(attacked, server.url, folder / "q.jsonl", "a", *option(key))
            everything(attacked, "a")
        leaks = attacked.leaks(key)
        suite.held("keys", f"given by {name}, echoed in three chunks", not leaks, f"exit {ended.code}, {shown(leaks)}")


def of_the_judge(suite):
    folder = suite.fresh("key", suite.user)
    key = suite.secret()
    (folder / "q.jsonl").write_text(QUESTION.replace("exact", "simpleqa"))

    def answer(request, connection):
        if request.method == "GET":
            return connection.models("m", "j")
        if request.json.get("model") == "j":
            return connection.chat(request, [{"content": f"The key is {key_of(request)}. I cannot tell."}])
        return connection.chat(request, [{"content": "4"}])

    with Server(answer) as server:
        attacked = suite.command(folder)
        ended = profile(attacked, server.url, folder / "q.jsonl", "a", "--judge-base-url", server.url + "/v1", "--judge-model", "j",
                        env={"IPW_EVAL_API_KEY": key})
        everything(attacked, "a")
        asked = any(key_of(request) == key for request in server.requests)
    leaks = attacked.leaks(key)
    if asked:
        suite.held("keys", "echoed by a judge", not leaks, f"exit {ended.code}, {shown(leaks)}")
    else:
        suite.skipped("keys", "echoed by a judge", f"the judge did not get the key: exit {ended.code}, {ended.error()}")


def by_an_agent(suite):
    """An agent with tools whose server puts the key into what it says and what it asks tools to write."""
    folder = suite.fresh("key", suite.user)
    key = suite.secret()
    (folder / "q.jsonl").write_text(QUESTION)

    def answer(request, connection):
        if request.method == "GET":
            return connection.models("m")
        if any(message.get("role") == "tool" for message in request.json["messages"]):
            return connection.chat(request, [{"content": part} for part in split(f"Done with {key_of(request)}: 4", 20)])
        return connection.chat(request, [call("file_write", json.dumps({"path": "key.txt", "content": key_of(request)}))], finish="tool_calls")

    with Server(answer) as server:
        attacked = suite.command(folder)
        ended = attacked.agent(folder / "q.jsonl", "--client", "openai", "--client-base-url", server.url + "/v1", "--model", "m",
                               "--tools", "file_write,file_read", agent="react", env={"OPENAI_API_KEY": key})
        everything(attacked, "a")
    leaks = attacked.leaks(key)
    suite.held("keys", "echoed by the model of an agent, into a tool's file", not leaks, f"exit {ended.code}, {shown(leaks)}")
