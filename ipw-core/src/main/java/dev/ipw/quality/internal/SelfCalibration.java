package dev.ipw.quality.internal;

import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.openai.OpenAiClient;
import dev.ipw.internal.thread.ThreadEnd;
import dev.ipw.quality.RunValidity.Calibration;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A measurement of the lag of this library's timestamps on this machine: a server in this process writes the time into
 * each event of a streamed answer, to all streams at one instant as a server that batches does, and an ordinary client
 * reads them. That also loads and warms the client's code, so that the first request does not pay for it.
 */
public final class SelfCalibration {
    /** The maximum number of streams: more would take longer than the run may wait. */
    private static final int MAX_STREAMS = 256;
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);
    private static final double NANOS = 1e9;
    private static final Logger LOGGER = LoggerFactory.getLogger(SelfCalibration.class);

    private SelfCalibration() {}

    /**
     * Calibrates, in half a second or, on a slow machine, at most two.
     *
     * @param streams the number of simultaneous streams; more than 256 count as 256
     * @return the calibration; empty if this process cannot connect to itself
     * @throws InterruptedException if the calling thread is interrupted; everything is closed then
     */
    public static Optional<Calibration> run(int streams) throws InterruptedException {
        return run(streams, LONGEST_NANOS);
    }

    /** Calibrates within a time. */
    static Optional<Calibration> run(int streams, long longestNanos) throws InterruptedException {
        int chosen = Math.clamp(streams, 1, MAX_STREAMS);
        long start = System.nanoTime();
        DurationHistogram lags = new DurationHistogram();
        List<Thread> readers = new ArrayList<>();
        try (StampServer server = StampServer.open(chosen)) {
            OpenAiClient client = OpenAiClient.builder(server.address()).model("calibration").build();
            for (int stream = 0; stream < chosen; stream++) {
                readers.add(Thread.ofVirtual().name("ipw-calibration-" + stream).start(() -> read(client, lags)));
            }
            server.serve(start + longestNanos);
        } catch (IOException noLoopback) {
            LOGGER.debug("No calibration: {}", noLoopback.toString());
        } finally {
            readers.forEach(reader -> end(reader, start + longestNanos));
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return lags.count() == 0
                ? Optional.empty()
                : Optional.of(new Calibration(chosen, lags.delays(), (System.nanoTime() - start) / NANOS));
    }

    /** Ends a reader. Its socket is closed at the other end, so it ends by itself unless something is wrong. */
    private static void end(Thread reader, long untilNanos) {
        if (!ThreadEnd.comesBy(reader, untilNanos)) {
            reader.interrupt();
        }
    }

    private static void read(OpenAiClient client, DurationHistogram lags) {
        try {
            client.infer(InferenceRequest.ofPrompt("calibration", GenerationOptions.defaults()), new LagSink(lags));
        } catch (InterruptedException | InferenceException cut) {
            LOGGER.debug("A stream of the calibration ended early: {}", cut.toString());
        }
    }

    /** A sink that records the difference between the time in an event and its timestamp. */
    private record LagSink(DurationHistogram lags) implements ResponseSink {
        @Override
        public void sent(long nanos) {}

        @Override
        public void firstByte(long nanos) {}

        @Override
        public void chunk(ChunkKind kind, String text, long nanos) {
            if (kind == ChunkKind.ANSWER && !text.equals(StampServer.WARM_UP)) {
                lags.add(nanos - Long.parseLong(text));
            }
        }
    }
}
