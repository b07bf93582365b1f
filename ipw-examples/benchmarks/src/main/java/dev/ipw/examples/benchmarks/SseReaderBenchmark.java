package dev.ipw.examples.benchmarks;

import dev.ipw.internal.wire.SseReader;
import dev.ipw.internal.wire.WireException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * A benchmark that reads the events of a streamed chat completion from memory. One operation is one event; an answer
 * has 1000.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SseReaderBenchmark {
    static final int EVENTS = 1000;
    private static final int TOKENS = EVENTS - ChatStream.events(0);
    private static final byte[] DONE = "[DONE]".getBytes(StandardCharsets.US_ASCII);

    /**
     * The bytes of one read: about one event, as from a live server, or a full buffer, as from a server that is faster
     * than the reader.
     */
    @Param({"300", "8192"})
    public int bytesPerRead;

    private byte[] stream = new byte[0];

    /** Makes the stream. */
    @Setup
    public void makeStream() {
        stream = ChatStream.ofTokens(TOKENS);
    }

    /** Reads with the reader of the clients: by the standard's rules, bounded, with the time of every event. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public int reader(Blackhole sink) throws WireException {
        SseReader reader = new SseReader(new MemorySource(stream, bytesPerRead), SseReader.MAX_LINE_BYTES,
                SseReader.MAX_EVENT_BYTES);
        int events = 0;
        while (reader.next() == SseReader.Item.EVENT) {
            events++;
            sink.consume(reader.nanos());
            sink.consume(reader.data());
            if (reader.dataIs(DONE)) {
                break;
            }
        }
        return events;
    }

    /** Reads the same with that reader, and takes each event's data as a text, like the baseline. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public int readerAsText(Blackhole sink) throws WireException {
        SseReader reader = new SseReader(new MemorySource(stream, bytesPerRead), SseReader.MAX_LINE_BYTES,
                SseReader.MAX_EVENT_BYTES);
        int events = 0;
        while (reader.next() == SseReader.Item.EVENT) {
            events++;
            sink.consume(reader.nanos());
            sink.consume(reader.dataText());
        }
        return events;
    }

    /** Reads lines and cuts off {@code data:}, like short programs: one line is one event, nothing is bounded. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public int baselineReadLine(Blackhole sink) throws IOException {
        BufferedReader lines = new BufferedReader(
                new InputStreamReader(new MemoryStream(new MemorySource(stream, bytesPerRead)),
                        StandardCharsets.UTF_8));
        int events = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("data: ")) {
                events++;
                sink.consume(System.nanoTime());
                sink.consume(line.substring("data: ".length()));
            }
        }
        return events;
    }

    private static final class MemoryStream extends InputStream {
        private final MemorySource source;

        MemoryStream(MemorySource source) {
            this.source = source;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return source.read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) {
            return source.read(buffer, offset, length);
        }
    }
}
