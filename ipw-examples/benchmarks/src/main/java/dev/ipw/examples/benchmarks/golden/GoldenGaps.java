package dev.ipw.examples.benchmarks.golden;

import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/**
 * A program that prints the difference between the gaps between events that each client reports and the gaps with which
 * {@link StampedAnswers}, in another process, sent them. A client that miscounts tokens or events ends it with an
 * error.
 */
public final class GoldenGaps {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final long PERIOD_MILLIS = 20;

    private final String address;
    private final int events;

    GoldenGaps(String address, int events) {
        this.address = address;
        this.events = events;
    }

    /**
     * Prints the table.
     *
     * @param arguments the server's address, and the number of events of one answer: a multiple of sixteen
     */
    public static void main(String[] arguments) throws Exception {
        GoldenGaps gaps = new GoldenGaps(arguments[0], Integer.parseInt(arguments[1]));
        gaps.table(1, 16, 64).forEach(System.out::println);
    }

    /** Measures every API and chunking at each number of streams. */
    List<String> table(int... streams) throws Exception {
        List<String> lines = new ArrayList<>();
        lines.add("| client | chunking | streams | gaps | p50 ms | p99 ms | p99.9 ms | most ms | within 1 ms |");
        lines.add("|---|---|---|---|---|---|---|---|---|");
        for (Api api : Api.values()) {
            for (Chunking chunking : Chunking.values()) {
                // Figures before the warm-up are not figures of the client.
                errors(api, chunking, 4);
                for (int number : streams) {
                    lines.add(line(api, chunking, number, errors(api, chunking, number)));
                }
            }
        }
        return lines;
    }

    private static String line(Api api, Chunking chunking, int streams, long[] errors) {
        long within = Arrays.stream(errors).filter(error -> error <= NANOS_PER_MILLI).count();
        return String.format(Locale.ROOT, "| %s | %s | %d | %d | %.3f | %.3f | %.3f | %.3f | %.2f %% |",
                api.name().toLowerCase(Locale.ROOT), chunking.label(), streams, errors.length, millis(errors, 0.5),
                millis(errors, 0.99), millis(errors, 0.999), millis(errors, 1), 100.0 * within / errors.length);
    }

    private static double millis(long[] sorted, double quantile) {
        return sorted[(int) Math.round(quantile * (sorted.length - 1))] / NANOS_PER_MILLI;
    }

    private long[] errors(Api api, Chunking chunking, int streams) throws Exception {
        String model = chunking.label() + "-" + events + "-" + PERIOD_MILLIS;
        try (InferenceClient client = api.client(address, model);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<long[]> stream = () -> stream(client, chunking);
            List<long[]> all = new ArrayList<>();
            for (Future<long[]> one : threads.invokeAll(Collections.nCopies(streams, stream))) {
                all.add(one.get());
            }
            return all.stream().flatMapToLong(LongStream::of).sorted().toArray();
        }
    }

    private long[] stream(InferenceClient client, Chunking chunking) throws InferenceException, InterruptedException {
        Stamps stamps = new Stamps(events);
        InferenceResponse response = client.infer(InferenceRequest.ofPrompt("?", GenerationOptions.defaults()), stamps);
        long counted = response.usage().output().orElseThrow();
        if (stamps.count != events || counted != (long) events * chunking.tokensAnEvent()) {
            throw new IllegalStateException(stamps.count + " events of " + events + ", " + counted + " tokens");
        }
        return stamps.errors();
    }

    /** A sink that keeps the time at which each event was sent and the time at which it came. */
    private static final class Stamps implements ResponseSink {
        private final long[] sent;
        private final long[] came;
        private int count;

        Stamps(int events) {
            sent = new long[events];
            came = new long[events];
        }

        @Override
        public void sent(long nanos) {}

        @Override
        public void firstByte(long nanos) {}

        @Override
        public void chunk(ChunkKind kind, String text, long nanos) {
            if (kind.carriesTokens()) {
                sent[count] = Long.parseLong(text.substring(0, text.indexOf(' ')));
                came[count++] = nanos;
            }
        }

        long[] errors() {
            long[] errors = new long[count - 1];
            for (int i = 0; i < errors.length; i++) {
                errors[i] = Math.abs(came[i + 1] - came[i] - (sent[i + 1] - sent[i]));
            }
            return errors;
        }
    }
}
