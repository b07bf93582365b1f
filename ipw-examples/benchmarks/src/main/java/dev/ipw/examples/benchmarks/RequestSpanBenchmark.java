package dev.ipw.examples.benchmarks;

import dev.ipw.telemetry.RequestReport;
import dev.ipw.telemetry.RequestSpan;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.TelemetrySessionBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark that opens and closes spans beside others: each of 16 threads has a thousand open at once. A thread of
 * the session divides the joules over them at the same time, as always; dividing while a caller waits for it is a
 * benchmark of its own.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 2, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 40)
@Measurement(iterations = 40)
public class RequestSpanBenchmark {
    private static final int OPEN_AT_ONCE = 1000;
    private static final int THREADS = 16;

    /** Whether a counter is read, so that a thread of the session divides at the same time. */
    @Param({"false", "true"})
    public boolean counter;

    private TelemetrySession session = TelemetrySession.builder().discovery(false).open();

    /** Opens a session with a counter of one watt. */
    @Setup(Level.Iteration)
    public void open() {
        TelemetrySessionBuilder builder = TelemetrySession.builder().discovery(false);
        session = (counter ? builder.source(new OneWatt()) : builder).open();
    }

    /** Stops sampling. */
    @TearDown(Level.Iteration)
    public void close() {
        session.close();
    }

    /** Opens a thousand spans, then closes them. */
    @Benchmark
    @Threads(THREADS)
    @OperationsPerInvocation(OPEN_AT_ONCE)
    public List<RequestSpan> span() {
        List<RequestSpan> spans = new ArrayList<>(OPEN_AT_ONCE);
        for (int i = 0; i < OPEN_AT_ONCE; i++) {
            spans.add(session.request("request"));
        }
        for (RequestSpan span : spans) {
            span.close();
        }
        return spans;
    }

    /** Reads the clock twice, and makes an object of both readings. */
    @Benchmark
    @Threads(THREADS)
    @OperationsPerInvocation(OPEN_AT_ONCE)
    public List<long[]> baselineTwoReadingsOfTheClock() {
        List<long[]> times = new ArrayList<>(OPEN_AT_ONCE);
        for (int i = 0; i < OPEN_AT_ONCE; i++) {
            times.add(new long[]{System.nanoTime(), 0});
        }
        times.forEach(time -> time[1] = System.nanoTime());
        return times;
    }

    /**
     * Opens and closes 16,000 overlapping spans, and divides the joules over them, including the wait for the counter.
     */
    @Benchmark
    @OperationsPerInvocation(THREADS * OPEN_AT_ONCE)
    public RequestReport dividedSpan() {
        List<RequestSpan> spans = new ArrayList<>(THREADS * OPEN_AT_ONCE);
        for (int i = 0; i < THREADS * OPEN_AT_ONCE; i++) {
            spans.add(session.request("request"));
        }
        for (RequestSpan span : spans) {
            span.close();
        }
        return session.requests();
    }
}
