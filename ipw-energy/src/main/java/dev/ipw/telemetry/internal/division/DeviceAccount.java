package dev.ipw.telemetry.internal.division;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.internal.Attribution;
import dev.ipw.energy.attribution.internal.DeviceAttribution;
import dev.ipw.energy.attribution.internal.WorkHistory;
import dev.ipw.energy.attribution.internal.activity.IdlePower;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.curve.PowerLimits;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The division of one device's joules, one part of time after the other. A part begins with the joules at which the
 * part before it ended, so that all parts add up to the growth of the counter.
 */
public final class DeviceAccount {
    private static final long LOOK_BACK_FOR_REST_NANOS = TimeUnit.MINUTES.toNanos(2);
    private static final double MAX_FACTOR = 2;
    private static final int PERIODS_OF_A_LOSS = 3;

    private DeviceSeries series;
    private final BiFunction<DeviceSeries, TimeSpan, List<EnergyFinding>> findings;
    private final OptionalDouble limitWatts;
    private final long beginNanos;
    private final boolean isLate;
    private OptionalDouble idleWatts = OptionalDouble.empty();
    private DevicePart.@Nullable Totals totals;
    private long dividedNanos;
    private long countedSinceNanos;
    private OptionalLong countedUntilNanos = OptionalLong.empty();
    private OptionalDouble dividedJoules = OptionalDouble.empty();
    private OptionalDouble unreadFromJoules = OptionalDouble.empty();

    /**
     * Creates a division that begins at a moment.
     *
     * @param findings   finds the doubts about a series in a time
     * @param limitWatts the maximum power of the device; empty if it is not known
     * @param beginNanos the moment to begin at
     * @param isLate     whether other devices were divided before
     */
    public DeviceAccount(DeviceSeries series, BiFunction<DeviceSeries, TimeSpan, List<EnergyFinding>> findings,
            OptionalDouble limitWatts, long beginNanos, boolean isLate) {
        this.series = series;
        this.findings = findings;
        this.limitWatts = limitWatts;
        this.beginNanos = beginNanos;
        this.isLate = isLate;
        dividedNanos = beginNanos;
        countedSinceNanos = isLate ? beginNanos : Long.MIN_VALUE;
    }

    /** Leaves out the joules before a moment. */
    public void skipTo(long nanos) {
        dividedNanos = Math.max(dividedNanos, nanos);
    }

    public boolean isOf(MeteredDevice device) {
        return series.isOf(device);
    }

    /** Continues with the device's currently best sensor. */
    public void follow(DeviceSeries best) {
        if (!isCounted()) {
            countedSinceNanos = dividedNanos;
            countedUntilNanos = OptionalLong.empty();
        }
        if (series.origin() != best.origin()) {
            dividedJoules = OptionalDouble.empty();
            unreadFromJoules = OptionalDouble.empty();
        }
        series = best;
    }

    /**
     * Charges nothing more of the device. Those that were open before lack its joules since the last kept part.
     *
     * @param nanos the moment at which it was found to be left out
     */
    public void endAt(long nanos) {
        countedUntilNanos = OptionalLong.of(nanos);
        dividedJoules = OptionalDouble.empty();
        unreadFromJoules = OptionalDouble.empty();
    }

    public boolean isCounted() {
        return countedUntilNanos.isEmpty();
    }

    /** Returns whether the device is divided for all of the time for which the first devices are. */
    public boolean isWhole() {
        return !isLate && isCounted();
    }

    /** Returns whether the device was divided from a moment onward, or from the beginning. */
    public boolean isDividedFrom(long nanos) {
        return !isLate || beginNanos <= nanos;
    }

    /** Returns whether any joules of the device are charged to spans that begin at a moment. */
    public boolean isCountedFrom(long startNanos) {
        return startNanos < countedUntilNanos.orElse(Long.MAX_VALUE);
    }

    /**
     * Returns whether a request lacks joules of the device since a block, because the device is left out, or was not
     * counted when the request began and is since this block.
     *
     * @param startNanos the start of the request
     * @param block      the block
     */
    public boolean isMissed(long startNanos, TimeSpan block) {
        return isCounted()
                ? countedSinceNanos >= block.startNanos() && startNanos < countedSinceNanos
                : isCountedFrom(startNanos);
    }

    public DeviceSeries series() {
        return series;
    }

    public long beginNanos() {
        return beginNanos;
    }

    /** Returns the sums over everything that is finally divided. */
    public Optional<DevicePart.Totals> totals() {
        return Optional.ofNullable(totals);
    }

    /**
     * Keeps a part as final.
     *
     * @param borderNanos the planned end of the part; later readings of a sensor that was lost before it are not
     *                    divided
     */
    public void keep(DividedPart part, long borderNanos) {
        if (!isCounted()) {
            dividedNanos = borderNanos;
            return;
        }
        boolean isWhole = borderNanos - part.span().endNanos() <= PERIODS_OF_A_LOSS * series.device().periodNanos();
        dividedNanos = isWhole ? part.span().endNanos() : borderNanos;
        dividedJoules = isWhole ? part.endJoules() : OptionalDouble.empty();
        unreadFromJoules = part.beginJoules().isEmpty() && unreadFromJoules.isPresent()
                ? unreadFromJoules
                : isWhole ? OptionalDouble.empty() : part.endJoules();
        idleWatts = part.idleWatts();
        DevicePart.Totals before = totals;
        totals = before == null ? part.totals() : before.plus(part.totals());
    }

    /**
     * Divides the joules used since the last kept part.
     *
     * @param untilNanos the end of the part; the part ends sooner if nothing was read up to then
     * @param spans      the spans that were open in the part
     */
    public DevicePart divide(long untilNanos, SpanActivities spans) {
        DividedPart divided = divide(untilNanos, series, spans.activities(), (part, limits) -> Attribution.part(part,
                series, spans.activities(), AttributionRule.AUTO, limits, OptionalDouble.empty()));
        return new DevicePart(divided, divided.attribution().isPresent()
                ? spans.bySpan(divided.shares(), series, divided.span())
                : Collections.nCopies(spans.spans().size(),
                        new SpanShare(divided.totals().device(), OptionalDouble.empty())));
    }

    /**
     * Divides the joules of a block of a stream, used since the last kept part. Joules that the counter counted while
     * it was not read, in blocks before, belong to nobody.
     *
     * @param untilNanos the end of the block; it ends sooner if nothing was read up to then
     * @param seen       the readings of the device's series that count
     * @param requests   the requests of the block and of some time around it
     * @param history    the earlier blocks; this one is added
     */
    public DividedPart divide(long untilNanos, DeviceSeries seen, List<RequestActivity> requests,
            WorkHistory history) {
        return divide(untilNanos, seen, requests,
                (part, limits) -> Attribution.block(part, seen, requests, limits, history)).withOther(unreadFromJoules);
    }

    private DividedPart divide(long untilNanos, DeviceSeries seen, List<RequestActivity> requests,
            BiFunction<TimeSpan, PowerLimits, Attribution.Part> rule) {
        TimeSpan part = new TimeSpan(dividedNanos,
                Math.max(dividedNanos, Math.min(untilNanos, seen.lastNanos().orElse(dividedNanos))));
        OptionalDouble idle = idleWatts(part, seen, requests);
        if (part.nanos() == 0 || !isCounted()) {
            return unread(part, idle);
        }
        Attribution.Part divided = rule.apply(part, limits(idle));
        DeviceAttribution device = divided.device().flagged(findings.apply(series, part), requests);
        if (!device.total().isAvailable()) {
            return new DividedPart(part, Optional.empty(), 1, OptionalDouble.empty(),
                    new DevicePart.Totals(device.total(), 0, 0, 0),
                    OptionalDouble.empty(), idle);
        }
        double plain = device.total().joules().orElseThrow();
        double begin = dividedJoules.orElse(divided.startJoules().orElseThrow());
        double end = Math.max(begin, divided.endJoules().orElseThrow());
        double joules = end - begin;
        // In a part shorter than a step of the counter, its start matters more than the work done in it.
        double factor = plain > 0 && joules <= MAX_FACTOR * plain ? joules / plain : 1;
        double unclaimed = Math.max(0, joules - factor * plain);
        double charged = DividedPart.shares(device, factor).stream()
                .mapToDouble(one -> one.reading().joules().orElse(0)).sum();
        return new DividedPart(part, Optional.of(device), factor, OptionalDouble.of(begin),
                new DevicePart.Totals(total(device.total(), joules), charged, factor * device.idleJoules(),
                        factor * device.otherJoules() + unclaimed),
                OptionalDouble.of(end), idle);
    }

    /**
     * Returns the joules used since the last kept part, which could not be divided, as other.
     *
     * @param untilNanos the end of the part; it ends sooner if nothing was read up to then
     */
    public DividedPart undivided(long untilNanos) {
        TimeSpan part = new TimeSpan(dividedNanos,
                Math.max(dividedNanos, Math.min(untilNanos, series.lastNanos().orElse(dividedNanos))));
        EnergyReading window = series.window(part.startNanos(), part.endNanos());
        if (part.nanos() == 0 || !window.isAvailable()) {
            return unread(part, idleWatts);
        }
        double begin = dividedJoules.orElseGet(() -> series.joulesUpTo(part.startNanos()).orElseThrow());
        double end = Math.max(begin, series.joulesUpTo(part.endNanos()).orElseThrow());
        return new DividedPart(part, Optional.empty(), 1, OptionalDouble.of(begin),
                new DevicePart.Totals(total(window, end - begin), 0, 0, end - begin), OptionalDouble.of(end), idleWatts)
                .withOther(unreadFromJoules);
    }

    private PowerLimits limits(OptionalDouble idle) {
        // A limit that even the idle device exceeds limits nothing.
        return new PowerLimits(idle, limitWatts.orElse(0) > idle.orElse(0) ? limitWatts : OptionalDouble.empty());
    }

    static EnergyReading total(EnergyReading reading, double joules) {
        double change = joules - reading.joules().orElseThrow();
        return new EnergyReading(OptionalDouble.of(joules),
                OptionalDouble.of(Math.clamp(reading.lower().orElseThrow() + change, 0, joules)),
                OptionalDouble.of(Math.max(joules, reading.upper().orElseThrow() + change)), reading.provenance(),
                reading.scopes(), reading.source(), reading.flags(), reading.reason());
    }

    private DividedPart unread(TimeSpan part, OptionalDouble idle) {
        EnergyReading none = EnergyReading.unavailable(series.device().scope(), series.device().source(),
                series.lossReason().orElse("nothing was read since the part before"));
        return new DividedPart(part, Optional.empty(), 1, OptionalDouble.empty(), new DevicePart.Totals(none, 0, 0, 0),
                dividedJoules, idle);
    }

    private OptionalDouble idleWatts(TimeSpan part, DeviceSeries seen, List<RequestActivity> requests) {
        TimeSpan late = new TimeSpan(Math.max(part.startNanos(), part.endNanos() - LOOK_BACK_FOR_REST_NANOS),
                part.endNanos());
        return IdlePower.over(seen, IdlePower.quietPieces(late, requests))
                .map(idle -> OptionalDouble.of(idle.watts())).orElse(idleWatts);
    }
}
