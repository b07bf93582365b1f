package dev.ipw.meter;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.CounterRecorder;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;

/**
 * A board whose power is drawn for each tenth of a second and repeats after 2,000 s, with a counter of millijoules that
 * outlives its readers.
 */
public final class SimulatedBoard {
    public static final String NAME = "gpu0";
    public static final double MAX_WATTS = 400;
    static final long READ_NANOS = 20_000_000;

    private static final int TENTH_NANOS = 100_000_000;
    private static final int TENTHS = 20_000;

    private final long originNanos;
    private final double[] joules = new double[TENTHS + 1];
    private final long resetNanos;
    private CounterRecorder recorder = newRecorder();
    private long nextNanos;

    /** Makes a board whose counter never restarts. */
    public SimulatedBoard(long seed, long originNanos) {
        this(seed, originNanos, Long.MAX_VALUE);
    }

    /** Makes a board whose counter starts at zero again at a moment. */
    public SimulatedBoard(long seed, long originNanos, long resetNanos) {
        this.originNanos = originNanos;
        this.resetNanos = resetNanos;
        nextNanos = originNanos;
        Random random = new Random(seed);
        for (int i = 0; i < TENTHS; i++) {
            joules[i + 1] = joules[i] + 0.1 * (70 + random.nextInt((int) MAX_WATTS - 70));
        }
    }

    private static CounterRecorder newRecorder() {
        return new CounterRecorder(
                new MeteredDevice(NAME, Scope.GPU, Provenance.MEASURED, "simulated " + NAME, READ_NANOS), 1e-3,
                OptionalLong.empty(), OptionalDouble.of(MAX_WATTS));
    }

    /** Returns the true joules up to a moment. */
    public double joules(long nanos) {
        long since = nanos - originNanos;
        int tenth = (int) (since / TENTH_NANOS % TENTHS);
        double share = (double) (since % TENTH_NANOS) / TENTH_NANOS;
        long periods = since / TENTH_NANOS / TENTHS;
        return periods * joules[TENTHS] + joules[tenth] + share * (joules[tenth + 1] - joules[tenth]);
    }

    /** Starts to read from a moment, as a new process does. */
    CounterRecorder readFrom(long nanos) {
        recorder = newRecorder();
        nextNanos = nanos;
        return recorder;
    }

    /** Reads up to a moment. */
    void readTo(long nanos) {
        for (; nextNanos <= nanos; nextNanos += READ_NANOS) {
            double shown = joules(nextNanos) - (nextNanos >= resetNanos ? joules(resetNanos) : 0);
            recorder.record(nextNanos - 20_000, nextNanos + 20_000, 1_000_000_000L + (long) (shown * 1000));
        }
    }
}
