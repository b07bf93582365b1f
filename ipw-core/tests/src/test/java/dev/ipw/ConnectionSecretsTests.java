package dev.ipw;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.inference.testing.ScriptedServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Keeps the secrets of a connection out of the folder of a run, and what was done about refused options in it. */
@Tag("real-time")
class ConnectionSecretsTests {
    @TempDir
    Path runs;

    @Test
    void keepsNoValueOfAHeaderAndWarnsOfWhatWasLeftOut() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            if (request.body().contains("\"temperature\"")) {
                reply.send(400, "text/plain", "'temperature' is not supported; you sent " + request.headers());
            } else {
                reply.send(500, "text/plain", "I break on " + request.headers());
            }
        });
                Profiler profiler = Profiler.builder().client(it -> it.baseUrl(server.baseUrl()).model("m").parameters(
                        Map.of("header.X-Tenant", "tenant-S3cret", "header.Authorization", "Bearer t0ken-S3cret",
                                "check_model", "false", "retries", "0")))
                        .dataset(new FakeDataset(List.of(DatasetRecord.of("id-1", "q", "right"))))
                        .measurement(how -> how.warmupQueries(0).idleSeconds(0).calibration(false).telemetry("none"))
                        .evaluator((question, outcome) -> Evaluation.correct()).output(runs).build()) {
            ProfileRun run = profiler.run();

            assertThat(server.requests()).anySatisfy(request -> assertThat(request.headers())
                    .containsEntry("x-tenant", "tenant-S3cret").containsEntry("authorization", "Bearer t0ken-S3cret"));
            assertThat(run.summary().warnings()).anySatisfy(warning -> assertThat(warning).contains("no temperature"));
            try (Stream<Path> files = Files.walk(run.path())) {
                assertThat(files.filter(Files::isRegularFile)).isNotEmpty()
                        .allSatisfy(file -> assertThat(text(file)).doesNotContain("S3cret"));
            }
            assertThat(run.summary().configuration().settings().client().parameters())
                    .containsEntry("header.X-Tenant", "[redacted]");
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }
}
