package dev.ipw.record;

import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.TokenUsage;
import dev.ipw.record.LatencyMetrics.TokenBasis;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class LatencyMetricsTests {
    private static final long MILLI = 1_000_000L;

    @Test
    void countsServiceTimeFromTheSendAndLatencyFromTheIntendedStart() {
        LatencyMetrics latency = LatencyMetrics.of(timeline(50, 250, 100, 150, 200), TokenUsage.server(5, 3));

        assertThat(latency.totalSeconds()).isCloseTo(0.200, within(1e-12));
        assertThat(latency.fromIntendedStartSeconds()).isCloseTo(0.250, within(1e-12));
        assertThat(latency.timeToFirstTokenSeconds()).hasValue(0.050);
        assertThat(latency.outputTokensPerSecond().orElseThrow()).isCloseTo(15, within(1e-9));
    }

    @Test
    void timePerOutputTokenLeavesOutTheFirstToken() {
        LatencyMetrics latency = LatencyMetrics.of(timeline(0, 300, 100, 150, 200), TokenUsage.server(5, 3));

        assertThat(latency.timePerOutputTokenSeconds().orElseThrow()).isCloseTo(0.050, within(1e-12));
        assertThat(latency.chunkBundling()).contains(false);
    }

    @Test
    void flagsBundledChunksAndSpreadsTheirTokens() {
        LatencyMetrics latency = LatencyMetrics.of(timeline(0, 300, 100, 200), TokenUsage.server(5, 12));

        assertThat(latency.chunkBundling()).contains(true);
        assertThat(latency.timePerOutputTokenBasis()).contains(TokenBasis.SPREAD);
        assertThat(latency.timePerOutputTokenSeconds().orElseThrow()).isCloseTo(0.100 / 6, within(1e-12));
    }

    @Test
    void takesTheTokensOfTheFirstChunkFromTheServer() {
        LatencyMetrics latency = LatencyMetrics.of(timeline(0, 300, 100, 150, 200), counted(16, 16, 6));

        assertThat(latency.timePerOutputTokenSeconds().orElseThrow()).isCloseTo(0.100 / 10, within(1e-12));
        assertThat(latency.timePerOutputTokenBasis()).contains(TokenBasis.COUNTED);
        assertThat(latency.chunkBundling()).contains(true);
    }

    @Test
    void countsFromTheEndsWhereNoChunkIsKnown() {
        ResponseTimeline ends = new ResponseTimeline(0, OptionalLong.of(0), OptionalLong.empty(),
                OptionalLong.of(100_000_000L), OptionalLong.empty(), OptionalLong.of(300_000_000L), 300_000_000L,
                new long[0]);
        LatencyMetrics latency = LatencyMetrics.of(ends, TokenUsage.server(5, 11));

        assertThat(latency.timePerOutputTokenSeconds().orElseThrow()).isCloseTo(0.020, within(1e-12));
        assertThat(latency.timePerOutputTokenBasis()).contains(TokenBasis.ENDS_ONLY);
        assertThat(latency.interTokenLatency()).isEmpty();
        assertThat(latency.chunkBundling()).isEmpty();
        assertThat(LatencyMetrics.of(ends, TokenUsage.server(5, 1)).timePerOutputTokenSeconds()).isEmpty();
        assertThat(LatencyMetrics.of(ends, TokenUsage.absent()).timePerOutputTokenBasis()).isEmpty();
    }

    @Test
    void doesNotCountTokensThatNeverCame() {
        LatencyMetrics hidden = LatencyMetrics.of(timeline(0, 300, 100, 150, 200),
                TokenUsage.server(5, 67).withStreamed(3));
        LatencyMetrics endMark = LatencyMetrics.of(timeline(0, 300, 100, 150, 200), counted(4, 3, 1));

        assertThat(hidden.timePerOutputTokenSeconds().orElseThrow()).isCloseTo(0.050, within(1e-12));
        assertThat(hidden.timePerOutputTokenBasis()).contains(TokenBasis.ONE_A_CHUNK);
        assertThat(hidden.outputTokensPerSecond().orElseThrow()).isCloseTo(67 / 0.3, within(1e-9));
        assertThat(endMark.timePerOutputTokenSeconds().orElseThrow()).isCloseTo(0.050, within(1e-12));
        assertThat(endMark.timePerOutputTokenBasis()).contains(TokenBasis.COUNTED);
        assertThat(endMark.chunkBundling()).contains(false);
    }

    @Test
    void flagsATimeWhoseTokensCannotBeToldApart() {
        LatencyMetrics oneMore = LatencyMetrics.of(timeline(0, 300, 100, 150, 200), TokenUsage.server(5, 4));
        LatencyMetrics summary = LatencyMetrics.of(timeline(0, 300, 100, 200),
                TokenUsage.server(5, 12).withoutStreamed());
        LatencyMetrics pieces = LatencyMetrics.of(timeline(0, 300, 100, 150, 200), TokenUsage.server(5, 2));

        assertThat(oneMore.timePerOutputTokenSeconds().orElseThrow()).isCloseTo(0.050, within(1e-12));
        assertThat(List.of(oneMore, summary, pieces)).extracting(LatencyMetrics::timePerOutputTokenBasis)
                .containsOnly(Optional.of(TokenBasis.UNCERTAIN));
        assertThat(oneMore.chunkBundling()).isEmpty();
        assertThat(summary.chunkBundling()).isEmpty();
        assertThat(pieces.chunkBundling()).contains(true);
    }

    private static TokenUsage counted(long output, long streamed, long firstChunk) {
        return TokenUsage.server(5, output).withStreamed(streamed, firstChunk);
    }

    @Test
    void oneChunkHasNoTimePerTokenAndNoGaps() {
        LatencyMetrics latency = LatencyMetrics.of(timeline(0, 300, 100), TokenUsage.server(5, 12));

        assertThat(latency.timePerOutputTokenSeconds()).isEmpty();
        assertThat(latency.interTokenLatency()).isEmpty();
    }

    @Test
    void chunksOfOneMomentHaveNoTimePerTokenAndNoGaps() {
        LatencyMetrics whole = LatencyMetrics.of(timeline(0, 300, 100, 100), TokenUsage.server(5, 12));
        LatencyMetrics buffered = LatencyMetrics.of(timeline(0, 300, 100, 100, 100, 100), counted(4, 4, 1));

        assertThat(List.of(whole, buffered)).allSatisfy(latency -> {
            assertThat(latency.timePerOutputTokenSeconds()).isEmpty();
            assertThat(latency.timePerOutputTokenBasis()).isEmpty();
            assertThat(latency.interTokenLatency()).isEmpty();
            assertThat(latency.timeToFirstTokenSeconds()).hasValue(0.100);
        });
    }

    @Test
    void withoutTokenCountsThereIsNothingPerToken() {
        LatencyMetrics latency = LatencyMetrics.of(timeline(0, 300, 100, 200), TokenUsage.absent());

        assertThat(latency.timePerOutputTokenSeconds()).isEmpty();
        assertThat(latency.perTokenSeconds()).isEmpty();
        assertThat(latency.chunkBundling()).isEmpty();
    }

    @Test
    void reasoningCountsForTheFirstTokenButNotForTheFirstVisibleOne() {
        TimelineRecorder recorder = new TimelineRecorder(0);
        recorder.sent(0);
        recorder.chunk(ChunkKind.ROLE, "", 5 * MILLI);
        recorder.chunk(ChunkKind.REASONING, "hm", 10 * MILLI);
        recorder.chunk(ChunkKind.ANSWER, "yes", 40 * MILLI);
        LatencyMetrics latency = LatencyMetrics.of(recorder.finish(50 * MILLI), TokenUsage.server(1, 2));

        assertThat(latency.timeToFirstTokenSeconds()).hasValue(0.010);
        assertThat(latency.timeToFirstVisibleTokenSeconds()).hasValue(0.040);
        assertThat(recorder.answer()).isEqualTo("yes");
        assertThat(recorder.reasoning()).isEqualTo("hm");
    }

    private static ResponseTimeline timeline(long sentMillis, long endMillis, long... chunkMillis) {
        TimelineRecorder recorder = new TimelineRecorder(0);
        recorder.sent(sentMillis * MILLI);
        for (long chunk : chunkMillis) {
            recorder.chunk(ChunkKind.ANSWER, "x", chunk * MILLI);
        }
        return recorder.finish(endMillis * MILLI);
    }
}
