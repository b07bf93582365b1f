package dev.ipw.attribution;

import dev.ipw.energy.CounterRecorder;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.GaugeSeries;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.PowerRecorder;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Hold what a log says of one device. Its readings are asked for once they are {@linkplain #sort sorted}. */
final class LoggedDevice {
    private static final double COUNTS_PER_MILLIJOULE = 1000;
    private static final double JOULES_PER_COUNT = 1e-6;
    // Any meter may have logged, of a building too; a counter that starts anew is known by its fall.
    private static final OptionalDouble ANY_METER_WATTS = OptionalDouble.of(1e9);
    private static final double WATTS_PER_MILLIWATT = 1e-3;
    private static final int LATE_PERIODS = 10;
    private static final double NANOS_PER_MILLISECOND = 1e6;
    // That of graphics boards is a mean over a second at most.
    private static final long ASSUMED_AVERAGING_NANOS = 1_000_000_000L;
    private static final double LEAST_RANGE = 0.1;
    private static final double STEEP_PART_OF_RANGE = 0.5;
    private static final int STEEP_PART_OF_AVERAGING = 5;

    OptionalDouble idleWatts = OptionalDouble.empty();
    OptionalDouble limitWatts = OptionalDouble.empty();
    OptionalDouble averagingMillis = OptionalDouble.empty();
    private final LoggedColumn millijoules = new LoggedColumn();
    private final LoggedColumn milliwatts = new LoggedColumn();
    private boolean looksAveraged;

    void add(long time, OptionalDouble energy, OptionalDouble power) {
        energy.ifPresent(reading -> millijoules.add(time, reading));
        power.ifPresent(reading -> milliwatts.add(time, reading));
    }

    /** Put the readings in order, after the last was added. */
    void sort() {
        millijoules.sort();
        milliwatts.sort();
        looksAveraged = !hasCounter() && looksAveraged(milliwatts);
    }

    private boolean hasCounter() {
        return millijoules.count() > 1;
    }

    private boolean hasBoth() {
        return hasCounter() && milliwatts.count() > 1;
    }

    private LoggedColumn main() {
        return hasCounter() ? millijoules : milliwatts;
    }

    /** Tell when the counter was read last, if power was read for long after that. */
    OptionalLong counterEndNanos() {
        boolean isShort = hasBoth() && milliwatts.lastNanos() - millijoules.lastNanos() > LATE_PERIODS
                * millijoules.periodNanos();
        return isShort ? OptionalLong.of(millijoules.lastNanos()) : OptionalLong.empty();
    }

    /** Give the longest time between two samples. */
    long longestPauseNanos() {
        return main().longestPauseNanos();
    }

    Optional<GaugeSeries> powerBesideCounter() {
        if (!hasBoth()) {
            return Optional.empty();
        }
        GaugeSeries power = new GaugeSeries(milliwatts.periodNanos());
        for (int reading = 0; reading < milliwatts.count(); reading++) {
            power.record(milliwatts.nanos(reading), milliwatts.nanos(reading),
                    milliwatts.value(reading) * WATTS_PER_MILLIWATT);
        }
        return Optional.of(power);
    }

    Optional<EnergySeries> series(String device) {
        return main().count() < 2 ? Optional.empty() : Optional.of(hasCounter() ? counter(device) : power(device));
    }

    boolean assumesAveraging() {
        return averagingMillis.isEmpty() && looksAveraged;
    }

    /**
     * Say whether power follows itself as a mean over a second does, which moves by a fifth of its range in a fifth of that
     * time where power itself jumps over all of it. Power that hardly changes, or is read too seldom, does not tell.
     */
    private static boolean looksAveraged(LoggedColumn power) {
        double range = power.most() - power.least();
        boolean told = false;
        int from = 0;
        for (int to = 1; to < power.count(); to++) {
            while (power.nanos(to) - power.nanos(from) > ASSUMED_AVERAGING_NANOS / STEEP_PART_OF_AVERAGING) {
                from++;
            }
            told |= from < to;
            double jump = Math.abs(power.value(to) - power.value(from));
            if (from < to && jump > STEEP_PART_OF_RANGE * range) {
                return false;
            }
        }
        return told && range > LEAST_RANGE * power.most();
    }

    private EnergySeries counter(String device) {
        CounterRecorder recorder = new CounterRecorder(
                new MeteredDevice(device, Scope.GPU, Provenance.MEASURED, "logged counter", millijoules.periodNanos()),
                JOULES_PER_COUNT, OptionalLong.empty(), ANY_METER_WATTS);
        // Counted from the least reading, since a large one in small counts would not fit.
        double least = millijoules.least();
        for (int reading = 0; reading < millijoules.count(); reading++) {
            recorder.record(millijoules.nanos(reading), millijoules.nanos(reading),
                    Math.round((millijoules.value(reading) - least) * COUNTS_PER_MILLIJOULE));
        }
        return recorder.series();
    }

    private EnergySeries power(String device) {
        PowerRecorder recorder = new PowerRecorder(new MeteredDevice(device, Scope.GPU, Provenance.INTEGRATED,
                "logged power", milliwatts.periodNanos(), 0, averagingNanos()));
        for (int reading = 0; reading < milliwatts.count(); reading++) {
            recorder.record(milliwatts.nanos(reading), milliwatts.nanos(reading),
                    milliwatts.value(reading) * WATTS_PER_MILLIWATT);
        }
        return recorder.series();
    }

    private long averagingNanos() {
        return averagingMillis.isPresent()
                ? Math.round(averagingMillis.getAsDouble() * NANOS_PER_MILLISECOND)
                : looksAveraged ? ASSUMED_AVERAGING_NANOS : 0;
    }
}
