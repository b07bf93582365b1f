package dev.ipw.importing.log;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.CounterAgreement;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.GaugeSeries;
import dev.ipw.energy.internal.HeadlineDevices;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The log of one device. Its readings are available after the log is read {@linkplain #finish to its end}. */
final class LoggedDevice {
    private static final int LATE_PERIODS = 10;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int MIN_WRONG = 3;
    private static final int WRONG_DIVISOR = 20;
    private static final int[] PARTS = {4, 16, 64, 256};
    private static final double UNLIKE = 1.25;

    OptionalDouble idleWatts = OptionalDouble.empty();
    OptionalDouble limitWatts = OptionalDouble.empty();
    OptionalDouble averagingMillis = OptionalDouble.empty();
    private final LoggedColumn millijoules = new LoggedColumn();
    private final LoggedColumn milliwatts = new LoggedColumn();
    private @Nullable LoggedCounter counter;
    private @Nullable LoggedPower power;
    private List<DeviceSeries> read = List.of();
    private Optional<DeviceSeries> chosen = Optional.empty();

    void add(long line, long time, OptionalDouble energy, OptionalDouble watts) {
        energy.ifPresent(reading -> millijoules.add(line, time, reading));
        watts.ifPresent(reading -> milliwatts.add(line, time, reading));
    }

    /** Sorts the readings and records them, after the last was added. */
    void finish(String name) {
        millijoules.sort();
        milliwatts.sort();
        power = milliwatts.count() > 1 ? new LoggedPower(milliwatts, limitWatts) : null;
        counter = millijoules.count() > 1 ? new LoggedCounter(name, millijoules, limitWatts) : null;
    }

    private LoggedColumn main() {
        return counter == null ? milliwatts : millijoules;
    }

    /** Returns the time of the counter's last reading, if power was read for long after that. */
    OptionalLong counterEndNanos() {
        boolean isShort = counter != null && power != null && milliwatts.lastNanos()
                - millijoules.lastNanos() > LATE_PERIODS * millijoules.periodNanos();
        return isShort ? OptionalLong.of(millijoules.lastNanos()) : OptionalLong.empty();
    }

    /** Returns the longest time between two samples. */
    long longestPauseNanos() {
        return main().longestPauseNanos();
    }

    /** Returns the power for comparison with the counter; empty if one of them is known to be wrong. */
    Optional<GaugeSeries> powerBesideCounter() {
        boolean isCompared = counter != null && read.stream().noneMatch(DeviceSeries::isDoubted);
        return isCompared ? Optional.ofNullable(power).map(LoggedPower::gauge) : Optional.empty();
    }

    /** Returns the joules of the device by the better of its readings: by the counter, unless its power contradicts it. */
    Optional<DeviceSeries> series(String device) {
        Optional<DeviceSeries> byPower = Optional.ofNullable(power).filter(readings -> readings.count() > 1)
                .map(readings -> readings.series(device, averagingMillis, limitWatts));
        Optional<DeviceSeries> byCounter = Optional.ofNullable(counter).map(LoggedCounter::series);
        if (byCounter.isPresent() && byPower.isPresent()) {
            compare(byCounter.get(), byPower.get());
        }
        read = Stream.of(byCounter, byPower).flatMap(Optional::stream).toList();
        chosen = HeadlineDevices.distinct(read).stream().findFirst();
        return chosen;
    }

    /**
     * Returns whether joules are complete. The amount that the counter has not shown at its end is small compared with
     * the rest.
     */
    private static boolean isWhole(EnergyReading reading) {
        return reading.isAvailable() && Collections.disjoint(reading.flags(),
                Set.of(EnergyFlag.RESET, EnergyFlag.PARTIAL, EnergyFlag.LOST));
    }

    /** Returns the reason that a sensor of the device is not trusted, and the sensor that counts instead. */
    Optional<String> contradiction(String device) {
        return read.stream().filter(series -> !series.state().isUsable() || series.isOverdue()).findFirst()
                .map(series -> "The " + series.device().source() + " of " + device + " " + series.state().words() + ": "
                        + series.stateReason().orElse("it measures again") + ". "
                        + chosen.filter(other -> other != series)
                                .map(other -> "Its " + other.device().source() + " counts instead.")
                                .orElse("Nothing else in the log tells its joules."));
    }

    private void compare(DeviceSeries byCounter, DeviceSeries byPower) {
        long start = Math.max(byCounter.firstNanos().orElseThrow(), byPower.firstNanos().orElseThrow());
        long end = Math.min(byCounter.lastNanos().orElseThrow(), byPower.lastNanos().orElseThrow());
        if (end <= start) {
            return;
        }
        EnergyReading counted = byCounter.window(start, end);
        EnergyReading integrated = byPower.window(start, end);
        if (!isWhole(counted) || !isWhole(integrated)) {
            return;
        }
        double counterJoules = counted.joules().orElseThrow();
        double powerJoules = integrated.joules().orElseThrow();
        double seconds = (end - start) / NANOS_PER_SECOND;
        double ageSeconds = (byPower.device().averagingNanos() + byPower.device().periodNanos()) / NANOS_PER_SECOND;
        CounterAgreement found = CounterAgreement.of(byCounter.device(), LoggedPower.limitOf(limitWatts), counterJoules,
                powerJoules, seconds, ageSeconds);
        Optional<TimeSpan> stuck = Objects.requireNonNull(power).constantTimes(averagingMillis).stream()
                .filter(time -> varies(byCounter, time)).findFirst();
        if (stuck.isPresent()) {
            found.besideStuckPower().applyTo(byCounter, byPower, String.format(Locale.ROOT,
                    "it shows the same for %.0f s in which the counter shows that power changed",
                    stuck.get().nanos() / NANOS_PER_SECOND));
        } else {
            found.applyTo(byCounter, byPower, CounterAgreement.words(counterJoules, powerJoules, seconds));
        }
    }

    /** Returns whether a counter surely shows more power in one part of a time than in another, however coarse it is. */
    private static boolean varies(DeviceSeries counter, TimeSpan time) {
        return IntStream.of(PARTS).anyMatch(parts -> varies(counter, time, parts));
    }

    /** Compares parts of a time. One part alone may be that in which the counter stopped, or restarted. */
    private static boolean varies(DeviceSeries counter, TimeSpan time, int parts) {
        List<EnergyReading> readings = IntStream.range(0, parts)
                .mapToObj(part -> counter.window(time.startNanos() + time.nanos() * part / parts,
                        time.startNanos() + time.nanos() * (part + 1) / parts))
                .filter(LoggedDevice::isWhole).toList();
        double[] most = readings.stream().mapToDouble(reading -> reading.upper().orElseThrow()).sorted().toArray();
        double[] least = readings.stream().mapToDouble(reading -> reading.lower().orElseThrow()).sorted().toArray();
        return readings.size() > 2 && least[least.length - 2] > UNLIKE * most[1];
    }

    boolean assumesAveraging() {
        return averagingMillis.isEmpty() && counter == null && power != null && power.looksAveraged();
    }

    /** Returns whether a reading at an end of the log may be wrong. */
    boolean isUnconfirmed() {
        return counter != null && counter.unconfirmed().length > 0;
    }

    /** Returns whether the number of wrong readings of the device's joules makes the others doubtful. */
    boolean isDoubtful() {
        int wrong = counter != null
                ? counter.leftOut().length + counter.anew().length
                : power == null ? 0 : power.leftOut().length;
        return wrong >= MIN_WRONG && wrong > main().count() / WRONG_DIVISOR;
    }

    /** Returns the lines that are rejected, or repeat a moment. */
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
