package dev.ipw.energy.internal;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.SensorState;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/** The readings that a series had at one moment; later readings do not change the answers. */
final class EnergySnapshot {
    private static final String NO_POWER = "its power has been 0 W since it was first read";
    private static final String NO_MOVEMENT = "the counter has not moved since the window began; measure for longer than "
            + "it takes from one movement to the next";

    // This number shows the pace of a counter, and the age of readings of one that moves more often than it is read.
    private static final int MOVEMENTS_BESIDE = 100;
    private static final int MAX_READINGS_BESIDE = 2000;
    private static final int PERIODS_AT_PACE = 3;
    private static final int MOVEMENTS_TO_PLACE = 16;
    private static final long BRIEF_NANOS = 2_000_000_000L;
    private static final int BRIEF_MOVEMENTS = 20;
    private static final int BRIEF_READINGS = 400;
    private static final long QUICKEST_TENTH_NANOS = 80_000_000L;
    private static final long SLOWEST_TENTH_NANOS = 150_000_000L;

    private final DeviceSeries series;
    private final SeriesReadings readings;
    private final SampleColumns samples;
    private final int count;
    private final boolean counted;
    // A counter whose readings have bounds of their own: its joules between two looks at it are divided by power.
    private final boolean shaped;
    private final StepCurve curve;
    private final StuckCounterDetector stuck;

    EnergySnapshot(DeviceSeries series, SeriesReadings readings) {
        this.series = series;
        this.readings = readings;
        samples = readings.samples();
        count = samples.size();
        // An idle neural engine is switched off: a counter that rests does not announce a step.
        counted = series.device().provenance() == Provenance.MEASURED && series.device().scope() != Scope.ANE;
        shaped = counted && readings.isBounded();
        curve = new StepCurve(samples, readings.unknown(), count, counted);
        stuck = new StuckCounterDetector(samples, readings.unknown(), curve, count, series.device());
    }

    /** Returns E(t) with the even spread of joules over the steps; empty before there is a reading. */
    OptionalDouble joulesUpTo(long nanos) {
        if (count == 0) {
            return OptionalDouble.empty();
        }
        int index = samples.atOrBefore(nanos, count);
        return OptionalDouble.of(index < 0 ? samples.value(0) : curve.joulesAt(nanos, index));
    }

    EnergyReading window(long startNanos, long endNanos) {
        return window(startNanos, endNanos, Optional.empty());
    }

    EnergyReading window(long startNanos, long endNanos, EnergyShape shape) {
        return window(startNanos, endNanos, Optional.of(shape));
    }

    private EnergyReading window(long startNanos, long endNanos, Optional<EnergyShape> shape) {
        if (endNanos < startNanos) {
            throw new IllegalArgumentException(
                    "A window cannot end " + (startNanos - endNanos) + " ns before it starts");
        }
        Optional<EnergyReading> unavailable = unusable().or(() -> outside(startNanos, endNanos));
        if (unavailable.isPresent()) {
            return unavailable.get();
        }
        WindowReadings window = readingsAround(startNanos, endNanos);
        return unmeasured(window).orElseGet(() -> measured(window, shape));
    }

    /** Returns a reading without joules if the series has none at all. */
    private Optional<EnergyReading> unusable() {
        Optional<String> doubt = series.doubt();
        if (doubt.isPresent()) {
            return unavailable(doubt.get());
        }
        if (count < 2) {
            return unavailableOrLost("there are not yet two readings to take a difference of");
        }
        return showsNoPower() ? unavailable(NO_POWER) : Optional.empty();
    }

    /** Returns a reading without joules if all readings lie before a window, or all after it. */
    private Optional<EnergyReading> outside(long startNanos, long endNanos) {
        long first = samples.midpoint(0);
        long last = samples.midpoint(count - 1);
        boolean overlaps = Math.clamp(startNanos, first, last) < Math.clamp(endNanos, first, last);
        if (startNanos <= last && endNanos >= first && (overlaps || startNanos == endNanos)) {
            return Optional.empty();
        }
        return startNanos >= last
                ? unavailableOrLost("its last reading is older than the window")
                : unavailable("its first reading is younger than the window");
    }

    private WindowReadings readingsAround(long startNanos, long endNanos) {
        long from = Math.max(startNanos, samples.midpoint(0));
        long to = Math.min(endNanos, samples.midpoint(count - 1));
        int firstStep = firstStep(from);
        int lastStep = lastStep(to);
        return new WindowReadings(startNanos, endNanos, from, to, firstStep - 1, samples.atOrBefore(to, count),
                firstStep, lastStep, readings.unknown().countWithin(firstStep, lastStep));
    }

    /** Returns a reading without joules if the readings around a window show none. */
    private Optional<EnergyReading> unmeasured(WindowReadings window) {
        if (window.isUnknown()) {
            return unavailable("its counter was reset, or too many readings are missing, throughout the window");
        }
        if (counted && stuck.holds(window.fromIndex, window.lastStep)) {
            return unavailable("the counter does not move (a virtual machine may hide it)");
        }
        return counted && window.fromNanos < window.toNanos && !movesAfter(window.fromIndex)
                ? unavailableOrLost(NO_MOVEMENT)
                : Optional.empty();
    }

    private EnergyReading measured(WindowReadings window, Optional<EnergyShape> shape) {
        MeteredDevice device = series.device();
        double joules = Math.max(0, joulesAt(window.toNanos, window.toIndex, shape)
                - joulesAt(window.fromNanos, window.fromIndex, shape));
        return EnergyReading.of(joules, Math.min(least(window), joules), Math.max(most(window), joules),
                device.provenance(), device.scope(), device.source(), flags(window));
    }

    /** Returns the joules between the readings that were surely taken inside a window. */
    private double least(WindowReadings window) {
        int first = firstSurelyFrom(window.startNanos + series.device().averagingNanos(), window.fromIndex);
        if (shaped) {
            int last = lastSurelyBy(window.endNanos, window.toIndex);
            return first < last ? Math.max(0, readings.lowest().value(last) - readings.highest().value(first)) : 0;
        }
        return between(readings.lowest(), next(first), lastSurelyBy(window.endNanos, window.toIndex));
    }

    /**
     * Returns the joules between the readings that were surely taken outside a window; where averages are not known to
     * their end, they are assumed to continue unchanged.
     */
    private double most(WindowReadings window) {
        long averaging = series.device().averagingNanos();
        int first = Math.max(0, lastSurelyBy(window.startNanos, window.fromIndex));
        int last = next(firstSurelyFrom(window.endNanos + averaging, window.toIndex));
        if (shaped) {
            return readings.highest().value(Math.min(last, count - 1)) - readings.lowest().value(first);
        }
        int known = lastKnown(window.toIndex);
        double joules = between(readings.highest(), first, Math.min(last, count - 1));
        return averaging > 0 && last > known && known > 0
                ? joules + AveragedPower.extended(0, between(readings.highest(), known - 1, known),
                        samples.midpoint(known) - samples.midpoint(known - 1), averaging)
                : joules;
    }

    private Set<EnergyFlag> flags(WindowReadings window) {
        int first = window.firstStep;
        int last = window.lastStep;
        Set<EnergyFlag> flags = EnumSet.noneOf(EnergyFlag.class);
        addIf(readings.resets().anyWithin(first, last), flags, EnergyFlag.RESET);
        addIf(readings.wraps().anyWithin(first, last), flags, EnergyFlag.WRAP);
        addIf(readings.gaps().anyWithin(first, last), flags, EnergyFlag.GAP);
        addIf(series.isDuplicate(), flags, EnergyFlag.MIRRORED);
        addIf(series.isContradicted(), flags, EnergyFlag.INCONSISTENT);
        addIf(readings.throttled().anyWithin(first, last), flags, EnergyFlag.THROTTLED);
        boolean endsLater = window.toNanos < window.endNanos;
        addIf(window.fromNanos > window.startNanos || endsLater || window.unknownSteps > 0, flags,
                EnergyFlag.PARTIAL);
        addIf(endsLater && series.lossReason().isPresent(), flags, EnergyFlag.LOST);
        addIf(!endsLater && !isSettledAt(window.endNanos, window.toIndex), flags, EnergyFlag.PROVISIONAL);
        addIf(isLate(window.fromIndex, Math.min(first, count - 1)) || isLate(window.toIndex, last), flags,
                EnergyFlag.LATE);
        addIf(!holdsTwoSteps(firstSurelyFrom(window.startNanos, window.fromIndex),
                lastSurelyBy(window.endNanos, window.toIndex)), flags, EnergyFlag.SHORT);
        return flags;
    }

    private static void addIf(boolean holds, Set<EnergyFlag> flags, EnergyFlag flag) {
        if (holds) {
            flags.add(flag);
        }
    }

    private double joulesAt(long nanos, int index, Optional<EnergyShape> shape) {
        OptionalDouble shaped = counted && shape.isPresent()
                ? shape.get().joulesAt(stepsAround(index), nanos)
                : OptionalDouble.empty();
        return shaped.isPresent() ? shaped.getAsDouble() : averagedJoulesAt(nanos, index);
    }

    private double averagedJoulesAt(long nanos, int index) {
        int known = lastKnown(index);
        // The joules after the last reading before missing ones are unknown.
        return AveragedPower.joulesAt(moment -> integral(moment, known), series.device().averagingNanos(),
                Math.min(nanos, samples.midpoint(known)));
    }

    private double integral(long nanos, int known) {
        long past = nanos - samples.midpoint(known);
        return past > 0 && known > 0
                ? AveragedPower.extended(samples.value(known), samples.value(known) - samples.value(known - 1),
                        samples.midpoint(known) - samples.midpoint(known - 1), past)
                : curve.joulesAt(nanos, Math.max(0, samples.atOrBefore(nanos, count)));
    }

    /** Returns the last reading up to which joules are known after a given one; a counter is not extended past it. */
    private int lastKnown(int index) {
        return series.device().averagingNanos() == 0
                ? count - 1
                : Math.min(count, readings.unknown().firstFrom(index + 1)) - 1;
    }

    /** Returns the steps near a reading, as far as readings follow each other at the pace of the device. */
    private EnergySteps stepsAround(int index) {
        int from = index;
        int movements = 0;
        while (from > 0 && index - from < MAX_READINGS_BESIDE && movements < MOVEMENTS_BESIDE && isAtPace(from)) {
            movements += samples.value(from) > samples.value(from - 1) ? 1 : 0;
            from--;
        }
        int to = index;
        movements = 0;
        while (to + 1 < count && to - index < MAX_READINGS_BESIDE && movements < MOVEMENTS_BESIDE
                && isAtPace(to + 1)) {
            to++;
            movements += samples.value(to) > samples.value(to - 1) ? 1 : 0;
        }
        return EnergySteps.of(series.device(), readings, from, to + 1, true);
    }

    private boolean isAtPace(int reading) {
        return samples.midpoint(reading) - samples.midpoint(reading - 1) <= PERIODS_AT_PACE
                * series.device().periodNanos();
    }

    /**
     * Returns the reading that shows all joules up to another one: for a counter the one after its next movement, since
     * it may lag behind; for other joules, and where power divides a counter's, that reading itself. The count if there
     * is none.
     */
    private int next(int index) {
        return counted && !shaped && index < count ? curve.nextMovement(index) : index;
    }

    private boolean holdsTwoSteps(int firstReading, int lastReading) {
        if (!counted || shaped || firstReading >= count) {
            return lastReading - firstReading >= 2;
        }
        int first = curve.nextMovement(firstReading);
        return first < lastReading && curve.nextMovement(first) <= lastReading;
    }

    private static double between(SampleColumns joules, int firstReading, int lastReading) {
        return firstReading < lastReading ? joules.value(lastReading) - joules.value(firstReading) : 0;
    }

    private boolean isLate(int firstReading, int lastReading) {
        return readings.late().anyWithin(firstReading, lastReading);
    }

    /** Returns whether a reading after a moment shows all joules up to it, or no better one is to be expected. */
    boolean isSettledAt(long nanos) {
        return count > 0 && (isSettledAt(nanos, Math.max(0, samples.atOrBefore(nanos, count)))
                || (counted && earliest(count - 1) >= nanos && stuck.holds(count - 1, count - 1)));
    }

    /** Returns the latest moment up to which all joules are shown; empty if there is none. */
    OptionalLong settledUntil() {
        int last = count - 1;
        while (counted && last > 0 && samples.value(last) <= samples.value(last - 1)) {
            last--;
        }
        int shown = counted ? last - 1 : last;
        return shown < 0 ? OptionalLong.empty() : OptionalLong.of(earliest(shown));
    }

    /** Returns the reading that shows all joules up to a moment; the count if there is none. */
    int settlingReading(long nanos) {
        return count == 0 ? 0 : next(firstSurelyFrom(nanos, Math.max(0, samples.atOrBefore(nanos, count))));
    }

    private boolean isSettledAt(long nanos, int fromIndex) {
        return next(firstSurelyFrom(nanos, fromIndex)) < count;
    }

    /** Returns the sensor's condition at the last reading. */
    SensorCondition condition() {
        return condition(count - 1);
    }

    /** Returns the sensor's condition at a moment. */
    SensorCondition conditionAt(long nanos) {
        return condition(samples.atOrBefore(nanos, count));
    }

    private SensorCondition condition(int last) {
        if (last < 1) {
            return SensorCondition.of(SensorState.UNPROVEN, "it has not been read twice yet");
        }
        boolean hasMoved = samples.value(last) > samples.value(0);
        // Its behaviour after the reading does not describe its condition at the reading.
        boolean stoodBefore = samples.midpoint(last)
                - samples.midpoint(curve.runStart(last)) >= StuckCounterDetector.SHORTEST_NANOS;
        if (counted && stoodBefore && stuck.holds(last, last)) {
            return SensorCondition.of(SensorState.STANDING_STILL, hasMoved
                    ? "its counter moved before and does not any more"
                    : "its counter has not moved since it was first read; a virtual machine may hide it");
        }
        if (counted && stoodBefore && stuck.isOverdue(last)) {
            return SensorCondition.overdue(String.format(Locale.ROOT,
                    "its counter has not moved for %.0f s; an exporter or a board may show it anew only each minute",
                    (samples.midpoint(last) - samples.midpoint(curve.runStart(last))) / 1e9));
        }
        if (counted && !hasMoved) {
            return SensorCondition.of(SensorState.UNPROVEN, "its counter has not moved yet");
        }
        return showsNoPower() ? SensorCondition.of(SensorState.STANDING_STILL, NO_POWER) : SensorCondition.MEASURING;
    }

    /**
     * Returns whether power was read for a second and was always zero: no device that is switched on draws no power.
     */
    private boolean showsNoPower() {
        int last = count - 1;
        Scope scope = series.device().scope();
        return series.device().provenance() == Provenance.INTEGRATED && last > 0
        // An idle neural engine is switched off, and a rail can be.
                && scope != Scope.ANE && scope != Scope.RAIL
                && samples.value(last) == samples.value(0)
                && samples.midpoint(last) - samples.midpoint(0) >= StuckCounterDetector.SHORTEST_NANOS;
    }

    /** Returns whether the counter rose after a reading: joules that it has not shown yet may exist nevertheless. */
    private boolean movesAfter(int index) {
        return samples.value(index) < samples.value(count - 1);
    }

    /**
     * Returns whether a window is brief for a counter that moves about ten times a second: shorter than 20 of its
     * movements, or than 2 s. The joules that such a counter shows late are a visible part of the window. Where power
     * divides the joules of a counter, a window is brief if it is shorter than 2 s.
     */
    boolean isBrief(long startNanos, long endNanos) {
        long seen = series.device().periodNanos();
        if (!counted || count < 2 || endNanos - startNanos >= BRIEF_MOVEMENTS * SLOWEST_TENTH_NANOS) {
            return false;
        }
        if (shaped) {
            return endNanos - startNanos < BRIEF_NANOS;
        }
        int index = Math.max(0, samples.atOrBefore(startNanos, count));
        long usual = usualMovementNanos(index);
        return usual >= Math.max(QUICKEST_TENTH_NANOS, 2 * seen) && usual <= SLOWEST_TENTH_NANOS
                && endNanos - startNanos < Math.max(BRIEF_NANOS, BRIEF_MOVEMENTS * usual);
    }

    /**
     * Returns the usual time between movements before a reading and, if there are too few, after it; 0 where there are
     * none.
     */
    private long usualMovementNanos(int index) {
        int from = Math.max(0, index - BRIEF_READINGS);
        int first = curve.nextMovement(from);
        long firstNanos = first < count ? samples.midpoint(first) : 0;
        int movements = 0;
        int last = first;
        for (int next = first; next < count && (next <= index || movements < BRIEF_MOVEMENTS);) {
            last = next;
            next = curve.nextMovement(next);
            movements++;
        }
        return movements < 2 ? 0 : (samples.midpoint(last) - firstNanos) / (movements - 1);
    }

    EnergySteps steps() {
        return EnergySteps.of(series.device(), readings, 0, count, counted);
    }

    /** Returns the steps of an interval, with enough steps around it to place its edges. */
    EnergySteps steps(long startNanos, long endNanos) {
        if (count == 0) {
            return steps();
        }
        int from = Math.max(0, samples.atOrBefore(startNanos, count));
        int to = Math.max(0, samples.atOrBefore(endNanos, count));
        int least = Math.max(0, from - MAX_READINGS_BESIDE);
        for (int movements = 0; from > least && movements < MOVEMENTS_TO_PLACE; from--) {
            movements += samples.value(from) > samples.value(from - 1) ? 1 : 0;
        }
        int most = Math.min(count - 1, to + MAX_READINGS_BESIDE);
        for (int movements = 0; to < most && movements < MOVEMENTS_TO_PLACE; to++) {
            movements += samples.value(to + 1) > samples.value(to) ? 1 : 0;
        }
        return EnergySteps.of(series.device(), readings, from, to + 1, counted);
    }

    /** Returns the time inside a window in which the joules are known. */
    long coveredNanos(long startNanos, long endNanos) {
        long covered = overlap(startNanos, endNanos, 0, count - 1);
        if (covered == 0) {
            return 0;
        }
        int[] unknown = readings.unknown().within(firstStep(Math.max(startNanos, samples.midpoint(0))),
                lastStep(Math.min(endNanos, samples.midpoint(count - 1))));
        for (int step : unknown) {
            covered -= overlap(startNanos, endNanos, step - 1, step);
        }
        return covered;
    }

    private long overlap(long startNanos, long endNanos, int firstReading, int lastReading) {
        return lastReading <= firstReading
                ? 0
                : Math.max(0, Math.min(endNanos, samples.midpoint(lastReading))
                        - Math.max(startNanos, samples.midpoint(firstReading)));
    }

    /** Returns E(t): flat before the first reading and after the last. */
    double joulesAt(long nanos) {
        int index = samples.atOrBefore(nanos, count);
        if (index < 0) {
            return count == 0 ? 0 : samples.value(0);
        }
        return averagedJoulesAt(Math.min(nanos, samples.midpoint(count - 1)), index);
    }

    private int firstStep(long nanos) {
        return samples.atOrBefore(nanos, count) + 1;
    }

    private int lastStep(long nanos) {
        int index = samples.atOrBefore(nanos, count);
        return samples.midpoint(index) == nanos ? index : index + 1;
    }

    /** Returns the first moment at which the content of a reading may have been true. */
    private long earliest(int index) {
        return samples.earliest(index) - series.device().resolutionNanos();
    }

    /** Returns the first sample that surely shows nothing from before a moment; the count if there is none. */
    private int firstSurelyFrom(long nanos, int fromIndex) {
        int index = fromIndex;
        while (index < count && earliest(index) < nanos) {
            index++;
        }
        return index;
    }

    /** Returns the last sample that was surely not taken after a moment; -1 if there is none. */
    private int lastSurelyBy(long nanos, int fromIndex) {
        int index = fromIndex;
        while (index >= 0 && samples.latest(index) > nanos) {
            index--;
        }
        return index;
    }

    private Optional<EnergyReading> unavailableOrLost(String reason) {
        return unavailable(series.lossReason().map(lost -> "the sensor was lost: " + lost).orElse(reason));
    }

    private Optional<EnergyReading> unavailable(String reason) {
        return Optional.of(EnergyReading.unavailable(series.device().scope(), series.device().source(), reason));
    }

    /**
     * The readings around the edges of a window.
     *
     * @param fromNanos    the start, or the first reading if that is later
     * @param toNanos      the end, or the last reading if that is earlier
     * @param fromIndex    the last reading at or before the start
     * @param toIndex      the last reading at or before the end
     * @param firstStep    the reading at which the first step in the window ends
     * @param lastStep     the reading at which its last step ends
     * @param unknownSteps the number of steps of which the joules are unknown
     */
    private record WindowReadings(long startNanos, long endNanos, long fromNanos, long toNanos, int fromIndex,
            int toIndex, int firstStep, int lastStep, int unknownSteps) {
        boolean isUnknown() {
            return unknownSteps > 0 && unknownSteps == lastStep - firstStep + 1;
        }
    }
}
