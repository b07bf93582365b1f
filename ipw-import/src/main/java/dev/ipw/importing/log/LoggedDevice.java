package dev.ipw.importing.log;

import dev.ipw.engine.energy.DeviceSeries;
import dev.ipw.engine.energy.GaugeSeries;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Hold what a log says of one device. Its readings are asked for once the log is read {@linkplain #finish to its end}. */
final class LoggedDevice {
    private static final int LATE_PERIODS = 10;
    private static final int FEWEST_WRONG = 3;
    private static final int MOST_WRONG_PART = 20;

    OptionalDouble idleWatts = OptionalDouble.empty();
    OptionalDouble limitWatts = OptionalDouble.empty();
    OptionalDouble averagingMillis = OptionalDouble.empty();
    private final LoggedColumn millijoules = new LoggedColumn();
    private final LoggedColumn milliwatts = new LoggedColumn();
    private @Nullable LoggedCounter counter;
    private @Nullable LoggedPower power;

    void add(long line, long time, OptionalDouble energy, OptionalDouble watts) {
        energy.ifPresent(reading -> millijoules.add(line, time, reading));
        watts.ifPresent(reading -> milliwatts.add(line, time, reading));
    }

    /** Put the readings in order and record them, after the last was added. */
    void finish(String name) {
        millijoules.sort();
        milliwatts.sort();
        power = milliwatts.count() > 1 ? new LoggedPower(milliwatts, limitWatts) : null;
        counter = millijoules.count() > 1 ? new LoggedCounter(name, millijoules, limitWatts) : null;
    }

    private LoggedColumn main() {
        return counter == null ? milliwatts : millijoules;
    }

    /** Return when the counter was read last, if power was read for long after that. */
    OptionalLong counterEndNanos() {
        boolean isShort = counter != null && power != null && milliwatts.lastNanos()
                - millijoules.lastNanos() > LATE_PERIODS * millijoules.periodNanos();
        return isShort ? OptionalLong.of(millijoules.lastNanos()) : OptionalLong.empty();
    }

    /** Return the longest time between two samples. */
    long longestPauseNanos() {
        return main().longestPauseNanos();
    }

    Optional<GaugeSeries> powerBesideCounter() {
        return counter == null ? Optional.empty() : Optional.ofNullable(power).map(LoggedPower::gauge);
    }

    Optional<DeviceSeries> series(String device) {
        return counter != null
                ? Optional.of(counter.series())
                : Optional.ofNullable(power).filter(readings -> readings.count() > 1)
                        .map(readings -> readings.series(device, averagingMillis));
    }

    boolean assumesAveraging() {
        return averagingMillis.isEmpty() && counter == null && power != null && power.looksAveraged();
    }

    /** Return whether a reading at an end of the log may be wrong. */
    boolean isUnconfirmed() {
        return counter != null && counter.unconfirmed().length > 0;
    }

    /** Return whether so many readings of the device's joules are wrong that the others are in doubt. */
    boolean isDoubtful() {
        int wrong = counter != null
                ? counter.leftOut().length + counter.anew().length
                : power == null ? 0 : power.leftOut().length;
        return wrong >= FEWEST_WRONG && wrong > main().count() / MOST_WRONG_PART;
    }

    /** Return the lines that are not believed, or repeat a moment. */
    LogFaults faults(String device) {
        LogFaults faults = new LogFaults(device);
        if (counter != null) {
            faults.misread("energy_mj", millijoules, counter.leftOut());
            faults.anew(millijoules, counter.anew());
            faults.unconfirmed(millijoules, counter.unconfirmed());
        }
        if (power != null) {
            faults.impossible(milliwatts, power.leftOut(), limitWatts);
        }
        faults.order("energy_mj", millijoules);
        faults.order("power_mw", milliwatts);
        if (main().count() > 1) {
            faults.pace(main());
        }
        return faults;
    }
}
