package dev.ipw.agents.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.internal.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/**
 * A server of MCP as a program, which misbehaves where it is told to: by its first argument at the start, by its tools later. It writes
 * down which calls were cancelled in the file that its second argument names.
 */
public final class ScriptedServer {
    private static final int HUGE = 20 << 20;

    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private final List<String> cancelled = new ArrayList<>();

    private final Optional<Path> notes;

    private ScriptedServer(Optional<Path> notes) {
        this.notes = notes;
    }

    /** Speak over standard input and output until the input ends. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        new ScriptedServer(arguments.length < 2 ? Optional.empty() : Optional.of(Path.of(arguments[1])))
                .run(arguments.length == 0 ? "" : arguments[0]);
    }

    private void run(String manner) throws IOException, InterruptedException {
        switch (manner) {
            case "banner" -> out.println("Scripted server, version 1\n{not json");
            case "leaves" -> {
                System.err.println("Error: the key " + System.getenv("SERVER_API_KEY") + " is no good");
                System.exit(7);
            }
            case "hangs" -> new CountDownLatch(1).await();
            default -> {
            }
        }
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            JsonNode message = ScriptedProtocol.parse(line);
            if (message.path("method").asText().equals("notifications/cancelled")) {
                cancelled.add(message.path("params").path("reason").asText());
                if (notes.isPresent()) {
                    Files.writeString(notes.get(), cancelled.toString());
                }
            }
            if (manner.equals("endless") && message.path("method").asText().equals("tools/list")) {
                ObjectNode page = Json.object().put("nextCursor", "again");
                page.putArray("tools");
                out.println(ScriptedProtocol.result(message, page));
                continue;
            }
            ScriptedProtocol.answer(message).ifPresentOrElse(out::println, () -> play(message));
        }
        if (manner.equals("stays")) {
            new CountDownLatch(1).await();
        }
    }

    private void play(JsonNode message) {
        switch (message.path("params").path("name").asText()) {
            case "refuse" -> out.println(ScriptedProtocol.error(message, "no such thing"));
            case "environment" -> out.println(ScriptedProtocol.result(message,
                    ScriptedProtocol.text(new TreeMap<>(System.getenv()).toString())));
            case "child" -> out.println(ScriptedProtocol.result(message, ScriptedProtocol.text(child())));
            case "garbage" -> out.println("Traceback (most recent call last): token=abcdefgh12345678");
            case "leave" -> {
                System.err.println("out of luck");
                System.exit(3);
            }
            case "huge" -> {
                out.print("{\"jsonrpc\":\"2.0\",\"id\":" + message.get("id")
                        + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"");
                String part = "x".repeat(1 << 16);
                for (int count = 0; count < HUGE; count += part.length()) {
                    out.print(part);
                }
                out.println("\"}]}}");
            }
            case "flood" -> {
                while (!out.checkError()) {
                    out.println("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\","
                            + "\"params\":{\"level\":\"info\",\"data\":\"more\"}}");
                }
            }
            case "cancelled" ->
                out.println(ScriptedProtocol.result(message, ScriptedProtocol.text(cancelled.toString())));
            default -> {
            }
        }
    }

    private static String child() {
        try {
            return String.valueOf(new ProcessBuilder("sleep", "1000").start().pid());
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
