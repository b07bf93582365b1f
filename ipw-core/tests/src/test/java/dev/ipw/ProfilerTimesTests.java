package dev.ipw;

import dev.ipw.analysis.latency.LatencyAnalysis;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ResponseSink.ConnectionTimes;
import dev.ipw.inference.TokenUsage;
import dev.ipw.load.Load;
import dev.ipw.record.LatencyMetrics.TokenBasis;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.internal.format.TimeParts;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** What a client tells of its times and tokens, from the sink to the dataset and the analysis. */
@Tag("real-time")
class ProfilerTimesTests {
    private static final double SETUP_SECONDS = 105e-9;

    @TempDir
    Path runs;

    @Test
    void keepsWhatAClientTellsOfItsTimesAndTokens() throws Exception {
        List<DatasetRecord> questions = List.of(DatasetRecord.of("counted", "counted", "ab"),
                DatasetRecord.of("guessed", "guessed", "ab"));
        ProfileRun run;
        try (Profiler profiler = Profiler.builder().client(new ReportingClient()).dataset(new FakeDataset(questions))
                .measurement(how -> how.telemetry("none").warmupQueries(0).idleSeconds(0)).output(runs)
                .load(Load.sequential()).build()) {
            run = profiler.run();
        }
        List<ProfilingRecord> records = records(ProfileRun.open(run.path()));

        assertThat(records).allSatisfy(ProfilerTimesTests::requirePartsOfTheWhole);
        assertThat(records).extracting(record -> record.outcome().timeline().dispatch().retries())
                .containsExactly(1, 0);
        assertThat(records).extracting(record -> record.metrics().latency().timePerOutputTokenBasis())
                .containsExactly(Optional.of(TokenBasis.COUNTED), Optional.of(TokenBasis.UNCERTAIN));
        assertThat(records.getFirst().metrics().tokens()).isEqualTo(counted());
        assertThat(run.dimension("connection_setup")).containsExactly(SETUP_SECONDS);
        var latency = run.analyze(new LatencyAnalysis());
        assertThat(latency.data()).containsEntry("time_per_output_token_basis",
                Map.of("counted", 1L, "uncertain", 1L));
        assertThat(latency.warnings()).anyMatch(warning -> warning.contains("1 answers")
                && !warning.contains("continuous_usage"));
    }

    private static void requirePartsOfTheWhole(ProfilingRecord record) {
        var timeline = record.outcome().timeline();
        TimeParts parts = TimeParts.of(timeline);

        assertThat(parts.totalNanos()).isEqualTo(timeline.endNanos() - timeline.intendedStartNanos());
        assertThat(parts.retryingNanos().isPresent()).isEqualTo(timeline.dispatch().retries() > 0);
        assertThat(parts.connectingNanos().isPresent()).isEqualTo(timeline.dispatch().connection().isPresent());
        assertThat(timeline.dispatch().takenUpNanos()).isGreaterThanOrEqualTo(timeline.intendedStartNanos());
    }

    private static TokenUsage counted() {
        return TokenUsage.server(1, 9).withStreamed(8, 6);
    }

    private static List<ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            // Questions are asked in an order drawn from the seed.
            return records.sorted(Comparator.comparing(record -> record.question().id())).toList();
        }
    }

    /** Reports a retry, a connection and exact counts for one question, and nothing for the other. */
    private static final class ReportingClient implements InferenceClient {
        @Override
        public ClientInfo describe() {
            return ClientInfo.inProcess("telling", "telling:1b");
        }

        @Override
        public InferenceResponse infer(InferenceRequest request, ResponseSink sink) {
            boolean tells = request.messages().getLast().text().contains("counted");
            if (tells) {
                sink.sent(System.nanoTime());
                sink.retried(System.nanoTime());
                sink.connected(new ConnectionTimes(5, 20, OptionalLong.of(80)));
            }
            sink.sent(System.nanoTime());
            sink.firstByte(System.nanoTime());
            sink.chunk(ChunkKind.ANSWER, "a", System.nanoTime());
            sink.chunk(ChunkKind.ANSWER, "b", System.nanoTime());
            sink.ended(System.nanoTime());
            return InferenceResponse.of("ab", tells ? counted() : TokenUsage.server(1, 3));
        }
    }
}
