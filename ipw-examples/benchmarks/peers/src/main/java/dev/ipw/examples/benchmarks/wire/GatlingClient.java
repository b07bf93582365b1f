package dev.ipw.examples.benchmarks.wire;

import io.gatling.http.action.sse.SseInboundMessage;
import io.gatling.javaapi.core.CoreDsl;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.http.HttpDsl;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A client that reads with Gatling's server-sent events, one user a stream, and takes Gatling's stamps. They are whole
 * milliseconds; the middle of each millisecond is recorded.
 */
public final class GatlingClient implements StreamClient {
    private static final String MARK = "sent";
    private static final int NANOS_PER_MILLI = 1_000_000;
    private static volatile @Nullable Turn turn;

    @Override
    public void read(URI uri, int streams, LagRecorder recorder) throws Exception {
        turn = new Turn(uri, streams, Integer.parseInt(uri.getPath().split("/")[3]), recorder);
        Path results = Files.createTempDirectory("gatling");
        try {
            int status = Gatling$.MODULE$.fromArgs(new String[]{"--simulation", Users.class.getName(), "--no-reports",
                    "--results-folder", results.toString()});
            if (status != 0) {
                throw new IllegalStateException("Gatling ended with status " + status);
            }
        } finally {
            try (Stream<Path> files = Files.walk(results)) {
                files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
            }
        }
    }

    @Override
    public String toString() {
        return "Gatling SSE";
    }

    /** The task of the simulation, which Gatling creates itself. */
    private record Turn(URI uri, int streams, int events, LagRecorder recorder) {}

    /** One user a stream. */
    public static final class Users extends Simulation {
        private static final String COUNT = "count";
        private static final Duration LOOK = Duration.ofMillis(50);

        private final Turn asked = Objects.requireNonNull(turn);
        private final long wallMinusNanoTime;

        /** Sets up the simulation that Gatling runs. */
        public Users() {
            Instant now = Instant.now();
            wallMinusNanoTime = now.getEpochSecond() * 1_000_000_000L + now.getNano() - System.nanoTime();
            setUp(CoreDsl.scenario("streams")
                    .exec(HttpDsl.sse("golden").get(asked.uri().toString()))
                    .asLongAs(session -> !session.contains(COUNT) || session.getInt(COUNT) < asked.events())
                    .on(CoreDsl.pause(LOOK).exec(HttpDsl.sse.processUnmatchedMessages(
                            (messages, session) -> session.set(COUNT,
                                    (session.contains(COUNT) ? session.getInt(COUNT) : 0) + take(messages)))))
                    .exec(HttpDsl.sse("close").close()).injectOpen(CoreDsl.atOnceUsers(asked.streams())))
                    .protocols(HttpDsl.http.disableWarmUp()
                            .sseUnmatchedInboundMessageBufferSize(asked.events() + 1));
        }

        private int take(List<SseInboundMessage> messages) {
            int stamps = 0;
            for (SseInboundMessage message : messages) {
                int at = message.message().indexOf(MARK);
                if (at >= 0) {
                    asked.recorder().add(message.timestamp() * NANOS_PER_MILLI + NANOS_PER_MILLI / 2 - wallMinusNanoTime
                            - digits(message.message(), at + MARK.length()));
                    stamps++;
                }
            }
            return stamps;
        }

        /** Reads the number behind a mark, with any quotes between. */
        private static long digits(String text, int from) {
            int start = from;
            while (!Character.isDigit(text.charAt(start))) {
                start++;
            }
            int end = start;
            while (Character.isDigit(text.charAt(end))) {
                end++;
            }
            return Long.parseLong(text, start, end, 10);
        }
    }
}
