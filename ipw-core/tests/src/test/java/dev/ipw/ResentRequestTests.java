package dev.ipw;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.inference.testing.ScriptedServer;
import dev.ipw.load.Load;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.internal.format.TimeParts;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Profiles a server that closes each kept connection once it has the next request. */
class ResentRequestTests {
    private static final String ANSWER = "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}";
    private static final String FINISH = "{\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}";
    private static final int QUESTIONS = 4;

    @TempDir
    Path runs;

    @Test
    void aRequestThatTheServerGotTwiceCountsAsRetriedInItsOwnTime() throws Exception {
        try (ScriptedServer server = ScriptedServer.start((request, reply) -> {
            if (reply.before() > 0) {
                reply.close();
            } else {
                reply.stream(ANSWER, FINISH, "[DONE]");
            }
        });
                OpenAiClient client = OpenAiClient.builder(server.baseUrl()).model("m")
                        .build();
                Profiler profiler = Profiler.builder().client(client)
                        .dataset(new FakeDataset(IntStream.range(0, QUESTIONS)
                                .mapToObj(number -> DatasetRecord.of("q" + number, "question " + number, "a"))
                                .toList()))
                        .measurement(how -> how.telemetry("none").warmupQueries(0).idleSeconds(0)).output(runs)
                        .load(Load.sequential()).build()) {
            ProfileRun run = profiler.run();

            List<ProfilingRecord> records;
            try (Stream<ProfilingRecord> all = run.records()) {
                records = all.toList();
            }
            long sent = server.requests().stream().filter(request -> request.method().equals("POST")).count();
            assertThat(sent).isGreaterThan(QUESTIONS);
            assertThat(records).hasSize(QUESTIONS).allMatch(record -> record.outcome().failure().isEmpty());
            assertThat(records.stream().mapToLong(record -> record.timeline().dispatch().retries()).sum())
                    .isEqualTo(sent - QUESTIONS);
            // The joules of both attempts are those of the query, whose time begins before the first.
            assertThat(records).filteredOn(record -> record.timeline().dispatch().retries() > 0)
                    .allMatch(record -> TimeParts.of(record.timeline()).retryingNanos().orElseThrow() > 0);
        }
    }
}
