package dev.ipw.importing;

import dev.ipw.ProfileRun;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.ProfilingRecord;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Reads reports of guidellm of several versions and sizes. */
class GuidellmImportTests {
    private static final String SECRET = "sk-4f1c9e77";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {
            "{\"headers\": {\"Authorization\": \"Bearer SECRET\"}, \"body\": {\"messages\": [{\"role\": \"user\", "
                    + "\"content\": \"What is it?\"}]}}",
            "{'method': 'POST', 'stream': True, 'headers': {'Authorization': 'Bearer SECRET'}, 'params': None, "
                    + "'body': {'model': 'm', 'messages': [{'role': 'user', 'content': 'What is it?'}], 'max_tokens': 64}}"})
    void keepsQuestionOfArgumentsAndNoHeader(String arguments) throws IOException {
        ProfileRun run = withArguments(arguments.replace("SECRET", SECRET));
        assertThat(RunImportTests.records(run)).extracting(one -> one.question().problem())
                .containsExactly("What is it?");
        assertNothingHoldsSecret(run);
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "{\"headers\": {\"Authorization\": \"Bearer SECRET\"}}",
            "{\"headers\": {\"Authorization\": \"Bearer SECRET\"}, \"body\": \"Bearer SECRET\"}",
            "{'headers': {'Authorization': 'Bearer SECRET'}, 'body': None}",
            "{'headers': {'Authorization': 'Bearer SECRET'}, 'files': <object at 0x7f>}",
            "{'headers': {'Authorization': 'Bearer SECRET'}, 'body': {'a': 1",
            "GenerationRequestArguments(headers={'Authorization': 'Bearer SECRET'})"})
    void keepsNoQuestionWhereArgumentsAreNotUnderstood(String arguments) throws IOException {
        ProfileRun run = withArguments(arguments.replace("SECRET", SECRET));
        assertThat(RunImportTests.records(run)).extracting(one -> one.question().problem()).containsExactly("");
        assertThat(run.summary().warnings())
                .anyMatch(warning -> warning.startsWith("1 requests have request_args without a readable body"));
        assertNothingHoldsSecret(run);
    }

    @Test
    void keepsNoSecretOfABodyThatIsKeptWhole() throws IOException {
        ProfileRun run = withArguments(("{'body': {'extra_headers': {'X-Api-Key': 'SECRET'}, 'api_key': 'SECRET', "
                + "'texts': ['one', 'two']}}").replace("SECRET", SECRET));
        assertThat(RunImportTests.records(run).getFirst().question().problem()).contains("two", "[redacted]");
        assertNothingHoldsSecret(run);
    }

    @Test
    void pairsTheSameQuestionInBothForms() throws IOException {
        List<ProfilingRecord> json = RunImportTests
                .records(withArguments("{\"body\": {\"prompt\": \"It's \\\"so\\\", \\u00fc\"}}"));
        List<ProfilingRecord> python = RunImportTests
                .records(withArguments("{'body': {'prompt': 'It\\'s \"so\", \\xfc'}}"));
        assertThat(python.getFirst().question().id()).isEqualTo(json.getFirst().question().id());
    }

    @Test
    void leavesOutWhatWasGoingOnAtTheEnd() throws IOException {
        ProfileRun run = imported(report("{\"successful\":[" + request("null", 1) + "],\"incomplete\":["
                + request("null", 2) + "," + request("null", 3) + "],\"errored\":[" + request("null", 4) + "]}"));
        List<ProfilingRecord> records = RunImportTests.records(run);
        assertThat(records).extracting(one -> one.question().id()).containsExactly("r1", "r4");
        assertThat(run.summary().totals().failed()).isEqualTo(1);
        assertThat(run.summary().warnings())
                .anyMatch(warning -> warning.startsWith("2 requests were in flight when the benchmark ended"));
    }

    @Test
    void readsBenchmarkWithoutGoingThroughThoseBeforeIt() throws IOException {
        Path file = folder.resolve("many.json");
        String benchmarks = IntStream.range(0, 400)
                .mapToObj(number -> benchmark("{\"successful\":[" + request("null", number) + "]}"))
                .collect(Collectors.joining(",\n "));
        Files.writeString(file, "{\"metadata\":{\"note\":\"ü\"},\"benchmarks\":[" + benchmarks + "],\"args\":{}}");
        List<ImportableRun> runs = GuidellmRun.runs(file);
        assertThat(runs).hasSize(400);
        long lastStart = file.toFile().length() - benchmark("{\"successful\":[" + request("null", 399) + "]}").length()
                - "],\"args\":{}}".length();
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.write("?".repeat((int) lastStart).getBytes(StandardCharsets.US_ASCII));
        }
        try (ImportedRun last = runs.getLast().open()) {
            assertThat(last.next()).hasValueSatisfying(
                    request -> assertThat(request.question().id()).isEqualTo("r399"));
            assertThat(last.next()).isEmpty();
        }
    }

    @Test
    void namesByteWhereABenchmarkIsDamaged() throws IOException {
        Path file = folder.resolve("g.json");
        String sound = report("{\"successful\":[" + request("null", 1) + "]}");
        Files.writeString(file, sound);
        ImportableRun found = GuidellmRun.runs(file).getFirst();
        int place = sound.indexOf("\"successful\"");
        Files.writeString(file, sound.substring(0, place) + "?" + sound.substring(place + 1));
        assertThatThrownBy(() -> {
            try (ImportedRun run = found.open()) {
                run.next();
            }
        }).isInstanceOf(InputException.class).hasMessageContaining("g.json, byte " + place);
    }

    @Test
    void refusesBenchmarksThatAreNoObjects() throws IOException {
        Path file = Files.writeString(folder.resolve("g.json"), "{\"benchmarks\":[{},7]}");
        assertThatThrownBy(() -> RunImport.of("guidellm").read(file)).isInstanceOf(InputException.class)
                .hasMessageContaining("benchmarks must be a list of at most 10000 objects").hasMessageContaining("[1]");
    }

    private ProfileRun withArguments(String arguments) throws IOException {
        String quoted = TreeBuilder.object().put("request_args", arguments).json();
        return imported(report("{\"successful\":["
                + request(quoted.substring(quoted.indexOf(':') + 1, quoted.length() - 1), 1) + "]}"));
    }

    private ProfileRun imported(String report) throws IOException {
        Path file = Files.writeString(folder.resolve("g.json"), report);
        return RunImport.of("guidellm").read(file).runName("g").overwrite(true).write(folder.resolve("runs"))
                .getFirst();
    }

    private static String report(String requests) {
        return "{\"benchmarks\":[" + benchmark(requests) + "]}";
    }

    private static String benchmark(String requests) {
        return "{\"config\":{\"strategy\":{\"type_\":\"synchronous\"}},\"requests\":" + requests + "}";
    }

    private static String request(String arguments, int number) {
        return "{\"request_id\":\"r" + number + "\",\"request_args\":" + arguments + ",\"start_time\":"
                + (1000 + number)
                + ",\"end_time\":" + (1001 + number) + ",\"output\":\"yes\"}";
    }

    private static void assertNothingHoldsSecret(ProfileRun run) throws IOException {
        try (Stream<Path> files = Files.walk(run.path())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)).as("%s", file)
                        .doesNotContain(SECRET);
            }
        }
    }
}
