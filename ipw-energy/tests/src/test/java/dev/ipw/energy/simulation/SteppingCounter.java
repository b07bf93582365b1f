package dev.ipw.energy.simulation;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.DeviceSeries;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;

/**
 * A counter that integrates the true power exactly, shows its integral in whole millijoules, and moves once a period, each
 * movement off by a normal jitter. It is polled with a dither of a tenth of the polling period, as the sampler does.
 *
 * @param periodSeconds        between two movements
 * @param periodJitterSeconds  standard deviation of a movement's time
 * @param pollSeconds          between two readings
 */
public record SteppingCounter(double periodSeconds, double periodJitterSeconds, double pollSeconds) {
    private static final double DITHER = 0.1;
    private static final double READING_SECONDS = 20e-6;

    /** Read the counter over a whole trace. */
    public DeviceSeries poll(PowerTrace trace, Random random) {
        return series(polls(trace, random));
    }

    /** Hold readings as a recorder does. */
    public DeviceSeries series(CounterPolls polls) {
        CounterRecorder recorder = new CounterRecorder(
                new MeteredDevice("gpu0", Scope.GPU, Provenance.MEASURED, "simulated counter", nanos(pollSeconds)),
                CounterPolls.JOULES_PER_COUNT, OptionalLong.empty(), OptionalDouble.empty());
        for (int i = 0; i < polls.count(); i++) {
            recorder.record(nanos(polls.seconds()[i] - READING_SECONDS), nanos(polls.seconds()[i] + READING_SECONDS),
                    polls.counts()[i]);
        }
        return recorder.series();
    }

    /** Read the counter over a whole trace, and keep what was read. */
    public CounterPolls polls(PowerTrace trace, Random random) {
        double[] movements = movements(trace, random);
        double[] seconds = new double[(int) (trace.seconds() / pollSeconds / (1 - DITHER)) + 2];
        long[] counts = new long[seconds.length];
        int count = 0;
        double now = random.nextDouble() * pollSeconds;
        while (now < trace.seconds()) {
            int moved = Arrays.binarySearch(movements, now);
            int last = moved >= 0 ? moved : -moved - 2;
            seconds[count] = now;
            counts[count++] = last < 0 ? 0 : (long) (trace.joulesAt(movements[last]) / CounterPolls.JOULES_PER_COUNT);
            now += pollSeconds * (1 + DITHER * (2 * random.nextDouble() - 1));
        }
        return new CounterPolls(Arrays.copyOf(seconds, count), Arrays.copyOf(counts, count));
    }

    private double[] movements(PowerTrace trace, Random random) {
        double phase = random.nextDouble() * periodSeconds;
        double[] movements = new double[(int) ((trace.seconds() - phase) / periodSeconds) + 1];
        for (int i = 0; i < movements.length; i++) {
            movements[i] = phase + i * periodSeconds + periodJitterSeconds * random.nextGaussian();
        }
        Arrays.sort(movements);
        return movements;
    }

    /** Return a moment on the clock of the readings. */
    public static long nanos(double seconds) {
        return Math.round(seconds * 1e9);
    }
}
