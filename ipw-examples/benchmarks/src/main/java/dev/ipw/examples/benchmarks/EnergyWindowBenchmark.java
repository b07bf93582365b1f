package dev.ipw.examples.benchmarks;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.DeviceSeries;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark that cuts windows from a device's energy. Both edges are anywhere in the series, which is the hardest
 * case for the caches; the samples come every 10 ms with a deviation of up to 20 %, like those of a real sampler.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(value = 2, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class EnergyWindowBenchmark {
    private static final long PERIOD_NANOS = 10_000_000;
    private static final long READ_NANOS = 20_000;
    private static final int WINDOWS = 1 << 16;
    private static final long SEED = 11;
    private static final MeteredDevice DEVICE = new MeteredDevice("package-0", dev.ipw.energy.Scope.PACKAGE,
            Provenance.MEASURED, "powercap package-0", PERIOD_NANOS);

    /** The number of samples of the series. */
    @Param({"10000", "100000", "1000000", "10000000"})
    public int samples;

    private final long[] starts = new long[WINDOWS];
    private final long[] ends = new long[WINDOWS];
    private DeviceSeries series = new CounterRecorder(DEVICE, 1e-6, OptionalLong.empty(), OptionalDouble.empty())
            .series();
    private LinearScan scan = new LinearScan(0);
    private int next;

    /** Records the samples and draws the windows. */
    @Setup
    public void record() {
        Random random = new Random(SEED);
        CounterRecorder recorder = new CounterRecorder(DEVICE, 1e-6, OptionalLong.empty(), OptionalDouble.empty());
        scan = new LinearScan(samples);
        long nanos = 0;
        long microjoules = 0;
        for (int sample = 0; sample < samples; sample++) {
            nanos += PERIOD_NANOS * (80 + random.nextInt(41)) / 100;
            microjoules += 100_000 + random.nextInt(200_000);
            recorder.record(nanos - READ_NANOS / 2, nanos + READ_NANOS / 2, microjoules);
            scan.add(nanos, microjoules * 1e-6);
        }
        series = recorder.series();
        for (int window = 0; window < WINDOWS; window++) {
            long one = random.nextLong(nanos);
            long other = random.nextLong(nanos);
            starts[window] = Math.min(one, other);
            ends[window] = Math.max(one, other);
        }
    }

    /** Cuts the next window from the series: joules, bounds, flags. */
    @Benchmark
    public EnergyReading series() {
        next = (next + 1) & (WINDOWS - 1);
        return series.window(starts[next], ends[next]);
    }

    /** Finds the same edges by a scan of the samples from the first one: joules alone. */
    @Benchmark
    public double baselineLinearScan() {
        next = (next + 1) & (WINDOWS - 1);
        return scan.window(starts[next], ends[next]);
    }

    /** Returns the difference of both ways, relative to the joules of the window. */
    double difference() {
        double joules = series.window(starts[next], ends[next]).joules().orElseThrow();
        return Math.abs(joules - scan.window(starts[next], ends[next])) / joules;
    }

    /** A scan over times and joules in two columns. */
    private static final class LinearScan {
        private final long[] nanos;
        private final double[] joules;
        private int count;

        LinearScan(int capacity) {
            nanos = new long[capacity];
            joules = new double[capacity];
        }

        void add(long moment, double total) {
            nanos[count] = moment;
            joules[count++] = total;
        }

        double window(long start, long end) {
            return at(end) - at(start);
        }

        private double at(long moment) {
            int after = 0;
            while (after < count && nanos[after] <= moment) {
                after++;
            }
            if (after == 0 || after == count) {
                return joules[Math.min(after, count - 1)];
            }
            double share = (double) (moment - nanos[after - 1]) / (nanos[after] - nanos[after - 1]);
            return joules[after - 1] + share * (joules[after] - joules[after - 1]);
        }
    }
}
