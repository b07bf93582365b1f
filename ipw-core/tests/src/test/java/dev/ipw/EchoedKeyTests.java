package dev.ipw;

import dev.ipw.analysis.internal.AccuracyAnalysis;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.inference.testing.ScriptedServer.Reply;
import dev.ipw.inference.testing.ScriptedServer.Request;
import dev.ipw.internal.json.Json;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryRunner;
import dev.ipw.query.QuerySession;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.testing.Canary;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Servers that repeat the key they were sent, in answers and in errors: no file and no judge gets to see it. */
@Tag("real-time")
class EchoedKeyTests {
    private static final String MARK = "[redacted]";
    private static final int FRAGMENT = 20;
    private static final long LARGE_BYTES = 2L << 30;

    @TempDir
    Path runs;

    private ProfilerBuilder builder(ScriptedServer server, List<String> questions) {
        return Profiler.builder()
                .client(it -> it.baseUrl(server.baseUrl()).model("m")
                        .parameters(Map.of("api_key", Canary.KEY, "check_model", "false", "retries", "0")))
                .dataset(new FakeDataset(questions.stream().map(text -> DatasetRecord.of(text, text, "42")).toList()))
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).calibration(false).telemetry("none"))
                .evaluator((question, outcome) -> Evaluation.incorrect("It says " + outcome.answer())
                        .withMetadata(Map.of("read", outcome.answer())))
                .output(runs);
    }

    private static String answer(List<ProfilingRecord> records, String id) {
        return record(records, id).outcome().answer();
    }

    private static ProfilingRecord record(List<ProfilingRecord> records, String id) {
        return records.stream().filter(record -> record.question().id().equals(id)).findFirst().orElseThrow();
    }

    @Test
    void takesTheKeyOutOfWhatItKeeps() throws Exception {
        List<String> splits = IntStream.range(1, Canary.KEY.length()).mapToObj(at -> "split-" + at + ";").toList();
        List<String> questions = Stream.concat(Stream.of("whole", "small", "broken", "fragment", "reasoning", "refused",
                "torn", "reset"), splits.stream()).toList();
        try (ScriptedServer server = ScriptedServer.start(EchoedKeyTests::answer);
                Profiler profiler = builder(server, questions).build()) {
            ProfileRun run = profiler.run();
            run.analyze(new AccuracyAnalysis());
            List<ProfilingRecord> records;
            try (Stream<ProfilingRecord> all = run.records()) {
                records = all.toList();
            }

            assertThat(answer(records, "whole")).isEqualTo("The key is " + MARK + ", is it?");
            assertThat(answer(records, "small")).isEqualTo("The key is " + MARK + ", is it?");
            assertThat(answer(records, "broken")).isEqualTo("The key is " + MARK + "\n" + MARK + ", is it?");
            assertThat(answer(records, "fragment")).isEqualTo("The key is " + MARK + ", is it?");
            assertThat(record(records, "reasoning").outcome().calls().getFirst().response().reasoning())
                    .contains("It was " + MARK);
            assertThat(splits).allSatisfy(split -> assertThat(answer(records, split))
                    .isEqualTo("The key is " + MARK + ", is it?"));
            assertThat(List.of("refused", "torn", "reset")).allSatisfy(failed -> assertThat(
                    record(records, failed).outcome().failure()).as(failed).isPresent());
            assertThat(record(records, "refused").outcome().failure().orElseThrow().message()).contains(MARK);
            assertThat(record(records, "whole").evaluation().orElseThrow().reason())
                    .isEqualTo("It says The key is " + MARK + ", is it?");
            assertThat(Canary.filesIn(runs)).isEmpty();
            assertThat(run.path().resolve("analysis/accuracy.json")).content().contains(MARK);
        }
    }

    private static void answer(Request request, Reply reply) throws IOException {
        String key = request.headers().getOrDefault("authorization", "").replace("Bearer ", "");
        String asked = request.body();
        if (asked.contains("refused")) {
            reply.send(401, "application/json", "{\"error\":{\"message\":\"no: " + key.substring(0, 15) + "\\n"
                    + key.substring(15) + "\"}}");
        } else if (asked.contains("torn")) {
            reply.raw("HTTP/1.1 500 Broken\r\nContent-Type: text/plain\r\nContent-Length: 9999\r\n\r\nno: "
                    + key.substring(0, FRAGMENT));
            reply.close();
        } else if (asked.contains("reset")) {
            reply.beginStream();
            reply.event(delta("content", "The key is " + key));
            reply.close();
        } else if (asked.contains("reasoning")) {
            stream(reply, delta("reasoning_content", "It was " + key), delta("content", "42"));
        } else if (asked.contains("split-")) {
            int at = Integer.parseInt(asked.replaceAll("(?s).*split-(\\d+);.*", "$1"));
            stream(reply, delta("content", "The key is " + key.substring(0, at)),
                    delta("content", key.substring(at) + ", is it?"));
        } else {
            String said = asked.contains("small")
                    ? key.toLowerCase(Locale.ROOT)
                    : asked.contains("broken")
                            ? key.substring(0, 18) + "\n" + key.substring(18)
                            : asked.contains("fragment") ? key.substring(5, 5 + FRAGMENT) : key;
            stream(reply, delta("content", "The key is " + said + ", is it?"));
        }
    }

    private static String delta(String field, String text) {
        return "{\"choices\":[{\"index\":0,\"delta\":{\"" + field + "\":" + Json.write(Json.fromPlain(text)) + "}}]}";
    }

    private static void stream(Reply reply, String... deltas) throws IOException {
        reply.stream(Stream.concat(Stream.of(deltas), Stream.of(
                "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}",
                "{\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":2,\"total_tokens\":9}}",
                "[DONE]")).toArray(String[]::new));
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no such links and permissions")
    void takesTheKeyOutOfTheFilesThatAnAgentLeft() throws Exception {
        Path outside = Files.writeString(runs.resolveSibling(runs.getFileName() + "-token"), Canary.KEY);
        try (ScriptedServer server = ScriptedServer.start(EchoedKeyTests::answer);
                Profiler profiler = builder(server, List.of("agent")).queryRunner(new Careless(outside)).build()) {
            ProfileRun run = profiler.run();
            Path workspace = run.path().resolve("artifacts/agent/workspace");

            assertThat(workspace.resolve("note.txt")).hasContent("key=" + MARK + "\n");
            assertThat(workspace.resolve("start.sh")).isExecutable()
                    .hasContent("curl -H 'Authorization: " + MARK + "'\n");
            assertThat(workspace.resolve("image.bin")).hasBinaryContent(new byte[]{(byte) 0xff, 0, (byte) 0xfe});
            assertThat(workspace.resolve("link")).isSymbolicLink();
            assertThat(outside).hasContent(Canary.KEY);
            assertThat(Canary.filesIn(runs)).isEmpty();
            assertThat(workspace.resolve("large.bin")).as("what is larger than all that is read").hasSize(LARGE_BYTES);
            assertThat(workspace.resolve("named-" + MARK + "/" + MARK)).hasContent("key=" + MARK);
            assertThat(workspace.resolve("leads")).doesNotExist();
            assertThat(
                    PosixFilePermissions.toString(Files.getPosixFilePermissions(run.path().resolve("artifacts/agent"))))
                    .as("a program that an agent left with setuid is out of reach").isEqualTo("rwx------");
        } finally {
            Files.deleteIfExists(outside);
        }
    }

    /** Keeps the key that it was told in files of its own, and links to a file that holds it. */
    private record Careless(Path outside) implements QueryRunner {
        @Override
        public QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException {
            ModelCall call = session
                    .call(InferenceRequest.ofPrompt(question.problem(), session.options(question)));
            Path folder = session.workspace();
            try {
                Files.writeString(folder.resolve("note.txt"), "key=" + Canary.KEY + "\n");
                Path program = Files.writeString(folder.resolve("start.sh"),
                        "curl -H 'Authorization: " + Canary.KEY + "'\n");
                assertThat(program.toFile().setExecutable(true)).isTrue();
                Files.write(folder.resolve("image.bin"), new byte[]{(byte) 0xff, 0, (byte) 0xfe});
                Files.createSymbolicLink(folder.resolve("link"), outside);
                Files.createSymbolicLink(folder.resolve("leads"), Path.of("x", Canary.KEY));
                try (RandomAccessFile sparse = new RandomAccessFile(folder.resolve("large.bin").toFile(), "rw")) {
                    sparse.setLength(LARGE_BYTES);
                }
                Path shut = Files.createDirectory(folder.resolve("named-" + Canary.KEY));
                Files.writeString(shut.resolve(Canary.KEY), "key=" + Canary.KEY);
                Files.setPosixFilePermissions(shut, Set.of());
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
            return session.finish(call.response().text());
        }
    }
}
