package dev.ipw.energy.simulation;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.CounterPace;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.ShapedCounterRecorder;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;

/**
 * A stepping counter that is looked at from time to time, beside a power that is read in each tick: of the instant, or, as
 * some boards give it, the mean of a part of each update, shown until the next one.
 *
 * @param counter       the counter; its poll is the tick
 * @param lookSeconds   between two looks at it
 * @param updateSeconds between two updates of power; zero for power of the instant
 * @param meanSeconds   the part of an update, at its end, that its power is the mean of
 * @param noise         standard deviation of a reading of power, as a share of it
 */
public record SlowCounter(SteppingCounter counter, double lookSeconds, double updateSeconds, double meanSeconds,
        double noise) {
    private static final double READING_SECONDS = 10e-6;
    private static final double SLOW_READING_SECONDS = 1.6e-3;

    /** Hold what was recorded, and how often the counter was read for it. */
    public record Recorded(DeviceSeries series, int ticks, int counterReadings) {}

    /** Read over a whole trace. */
    public Recorded record(PowerTrace trace, Random random) {
        CounterPolls polls = counter.polls(trace, random);
        ShapedCounterRecorder recorder = new ShapedCounterRecorder(
                new MeteredDevice("gpu0", Scope.GPU, Provenance.MEASURED, "simulated counter",
                        SteppingCounter.nanos(counter.pollSeconds())),
                CounterPolls.JOULES_PER_COUNT, OptionalLong.empty(), OptionalDouble.empty());
        CounterPace pace = new CounterPace(SteppingCounter.nanos(lookSeconds));
        int readings = 0;
        for (int i = 0; i < polls.count(); i++) {
            double at = polls.seconds()[i];
            long nanos = SteppingCounter.nanos(at);
            boolean looks = pace.isDue(nanos);
            long half = SteppingCounter.nanos(looks ? SLOW_READING_SECONDS : READING_SECONDS);
            recorder.recordPower(nanos - half, nanos + half, SteppingCounter.nanos(counter.pollSeconds()), false,
                    watts(trace, at) * noise(updateSeconds > 0 ? (long) (at / updateSeconds) : i));
            if (looks) {
                readings++;
                pace.note(nanos, polls.counts()[i]);
                recorder.recordCounter(nanos - half, nanos + half, polls.counts()[i]);
            } else {
                recorder.skip();
            }
        }
        return new Recorded(recorder.series(), polls.count(), readings);
    }

    /** What is shown until the next update has one error. */
    private double noise(long update) {
        return 1 + noise * new Random(update * 2_654_435_761L).nextGaussian();
    }

    private double watts(PowerTrace trace, double at) {
        double end = updateSeconds > 0 ? Math.floor(at / updateSeconds) * updateSeconds : at;
        double mean = updateSeconds > 0 ? meanSeconds : PowerTrace.SLICE_SECONDS;
        return end <= mean ? 0 : (trace.joulesAt(end) - trace.joulesAt(end - mean)) / mean;
    }
}
