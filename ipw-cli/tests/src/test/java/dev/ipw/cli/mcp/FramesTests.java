package dev.ipw.cli.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.testing.Draws;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a server of tools answers to frames that no assistant should send. */
class FramesTests {
    private static final int PARSE_ERROR = -32_700;
    private static final int INVALID_REQUEST = -32_600;
    private static final String GREETED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    private static final String[] NO_MESSAGES = {"null", "true", "42", "1e999", "\"text\"", "{}", "[]", "[null]",
            "[[]]",
            "{\"jsonrpc\":\"2.0\"}", "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":[1],\"method\":\"ping\"}",
            "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"tools/list\"}", "{", "}", "{} {}", "nul", "\u0000", "[1,",
            "[".repeat(5_000), "{\"a\":".repeat(5_000)};
    private static final String[] SILENT = {"{\"jsonrpc\":\"2.0\",\"method\":\"no/such\"}", GREETED,
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}",
            "{\"jsonrpc\":\"2.0\",\"id\":\"none\",\"result\":{}}",
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":1,"
                    + "\"message\":\"x\"}}",
            "   "};

    private static String hello(String version) {
        return "{\"jsonrpc\":\"2.0\",\"id\":\"hello\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
                + version
                + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";
    }

    private static String ping(Object id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}";
    }

    private static String call(Object id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id
                + ",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\",\"arguments\":{\"text\":\"x\"}}}";
    }

    private static void serve(ServedTool.Work work, InputStream in, OutputStream out) throws InterruptedException {
        ServedTool echo = new ServedTool("echo", "Says it again.", "{\"type\":\"object\"}", true, work);
        AssistantServer.serve(List.of(echo), "1", "Be brief.", in, new PrintStream(out, true, StandardCharsets.UTF_8));
    }

    private static InputStream input(String... lines) {
        return new ByteArrayInputStream((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static List<JsonNode> answers(List<String> lines) throws InterruptedException, JsonSyntaxException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        serve(input -> TreeBuilder.object().put("said", input.require("text")),
                input(lines.toArray(String[]::new)), out);
        List<JsonNode> answers = new ArrayList<>();
        for (String line : out.toString(StandardCharsets.UTF_8).lines().toList()) {
            answers.add(Json.parse(line));
        }
        return answers;
    }

    private static List<JsonNode> greeted(String version, String... lines)
            throws InterruptedException, JsonSyntaxException {
        List<String> all = new ArrayList<>(List.of(hello(version), GREETED));
        all.addAll(List.of(lines));
        List<JsonNode> answers = answers(all);
        assertThat(answers.getFirst().path("result").path("protocolVersion").asText()).isEqualTo(version);
        return answers.subList(1, answers.size());
    }

    private static int code(JsonNode answer) {
        return answer.path("error").path("code").asInt();
    }

    @Test
    void refusesEachFrameThatIsNoMessageAndGoesOn() throws Exception {
        for (String frame : NO_MESSAGES) {
            List<JsonNode> answers = greeted("2025-06-18", frame, ping(1));

            assertThat(answers).as(frame).hasSize(2);
            assertThat(code(answers.getFirst())).as(frame).isIn(PARSE_ERROR, INVALID_REQUEST);
            assertThat(answers.getFirst().path("id").isNull()).as(frame).isTrue();
            assertThat(answers.getLast().path("result").isObject()).as(frame).isTrue();
        }
    }

    @Test
    void answersNeitherNotificationsNorAnswers() throws Exception {
        for (String frame : SILENT) {
            assertThat(greeted("2025-11-25", frame, ping(1))).as(frame).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-11-05", "2025-03-26"})
    void answersABatchTogetherInAVersionThatHasThem(String version) throws Exception {
        List<JsonNode> answers = greeted(version, "[" + ping(1) + "," + SILENT[0] + "," + call(2) + ",5]",
                "[" + SILENT[0] + "]", ping(3));

        assertThat(answers).hasSize(2);
        JsonNode batch = answers.stream().filter(JsonNode::isArray).findFirst().orElseThrow();
        assertThat(batch.findValuesAsText("id")).containsExactlyInAnyOrder("1", "2", "null");
        assertThat(answers).filteredOn(JsonNode::isObject).extracting(answer -> answer.path("id").asInt())
                .containsExactly(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-06-18", "2025-11-25"})
    void refusesABatchInAVersionThatHasNone(String version) throws Exception {
        List<JsonNode> answers = greeted(version, "[" + ping(1) + "]");

        assertThat(answers).hasSize(1);
        assertThat(code(answers.getFirst())).isEqualTo(INVALID_REQUEST);
        assertThat(answers.getFirst().path("error").path("message").asText()).contains("no batches");
    }

    @Test
    void refusesWhatComesBeforeTheGreetingAndASecondOne() throws Exception {
        List<JsonNode> answers = answers(List.of(ping(1), call(2), GREETED, hello("2025-06-18"), call(3), GREETED,
                hello("2025-06-18").replace("hello", "again"), call(4)));

        assertThat(answers).extracting(answer -> answer.path("id").asText()).containsExactly("1", "2", "hello", "3",
                "again", "4");
        assertThat(answers).extracting(FramesTests::code).containsExactly(0, INVALID_REQUEST, 0, INVALID_REQUEST,
                INVALID_REQUEST, 0);
    }

    @Test
    void answersAllThatIsQueuedWhenTheInputEnds() throws Exception {
        String[] calls = IntStream.range(0, 400).mapToObj(FramesTests::call).toArray(String[]::new);

        assertThat(greeted("2025-06-18", calls)).hasSize(400).noneMatch(answer -> answer.has("error"));
    }

    @Test
    void endsWhatWorksWhenNobodyTakesTheAnswers() throws Exception {
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        OutputStream closing = new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("the reader has gone");
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                if (!new String(bytes, from, length, StandardCharsets.UTF_8).contains("protocolVersion")) {
                    throw new IOException("the reader has gone");
                }
            }
        };
        CountDownLatch ended = new CountDownLatch(1);
        InputStream onceItWorks = new FilterInputStream(input(ping(2))) {
            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                try {
                    working.await();
                } catch (InterruptedException unwanted) {
                    throw new InterruptedIOException();
                }
                return super.read(bytes, from, length);
            }
        };
        serve(input -> {
            working.countDown();
            try {
                never.await();
            } finally {
                ended.countDown();
            }
            return TreeBuilder.object();
        }, new SequenceInputStream(input(hello("2025-06-18"), GREETED, call(1)), onceItWorks), closing);

        ended.await();
        assertThat(never.getCount()).isEqualTo(1);
    }

    @Test
    @Tag("fuzz")
    void answersEachRequestOnceAmongDrawnFrames() throws Exception {
        SplittableRandom random = new SplittableRandom(20_261_128);
        for (int draw = 0; draw < Draws.of(6, 200); draw++) {
            String version = List.of("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25").get(random.nextInt(4));
            List<String> frames = new ArrayList<>();
            Set<String> asked = new HashSet<>();
            int refused = 0;
            for (int number = 0; number < 60; number++) {
                switch (random.nextInt(5)) {
                    case 0 -> {
                        frames.add(ping(number));
                        asked.add(String.valueOf(number));
                    }
                    case 1 -> {
                        frames.add(call("\"c" + number + "\""));
                        asked.add("c" + number);
                    }
                    case 2 -> {
                        frames.add(NO_MESSAGES[random.nextInt(NO_MESSAGES.length)]);
                        refused++;
                    }
                    case 3 -> frames.add(SILENT[random.nextInt(SILENT.length)]);
                    default -> frames.add(damaged(random, call("\"d" + number + "\"")));
                }
            }
            List<JsonNode> answers = new ArrayList<>();
            for (JsonNode answer : greeted(version, frames.toArray(String[]::new))) {
                if (answer.isArray()) {
                    answer.forEach(answers::add);
                } else {
                    answers.add(answer);
                }
            }

            assertThat(answers).as(version + " " + frames)
                    .filteredOn(answer -> asked.contains(answer.path("id").asText()))
                    .hasSize(asked.size()).extracting(answer -> answer.path("id").asText())
                    .containsExactlyInAnyOrderElementsOf(asked);
            assertThat(answers).as(version + " " + frames).filteredOn(answer -> answer.path("id").isNull())
                    .hasSizeGreaterThanOrEqualTo(refused);
        }
    }

    /** Changes a character, so that it may be a message or none. */
    private static String damaged(SplittableRandom random, String frame) {
        int at = random.nextInt(frame.length());
        String other = "\"{}[]:,0az\\ \u00e9".substring(random.nextInt(12)).substring(0, 1);
        return frame.substring(0, at) + other + frame.substring(at + 1);
    }
}
