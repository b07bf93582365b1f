package dev.ipw.telemetry;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import dev.ipw.telemetry.internal.division.DeviceAccount;
import dev.ipw.telemetry.internal.division.DeviceAccounts;
import dev.ipw.telemetry.internal.division.DevicePart;
import dev.ipw.telemetry.internal.division.SpanActivities;
import dev.ipw.telemetry.internal.division.SpanShare;
import dev.ipw.telemetry.internal.division.SpanShares;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The division of the devices' joules over spans. Joules are divided finally up to a moment before which all spans are
 * closed; the rest is divided again each time. Guarded by its accounts.
 */
final class SpanDivision {
    private static final int MAX_RECENT = 1000;
    // No model call that contains tools takes longer; an agent can, and the joules of its work must become final.
    private static final long LONGEST_WAIT_FOR_TOKENS_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final Readings readings;
    private final Supplier<List<Sensor>> sensors;
    private final List<RequestSpan> pending = new ArrayList<>();
    private final Deque<RequestSpan> recent = new ArrayDeque<>();
    private final DeviceAccounts accounts;
    private final List<DeviceAccount> devices;
    private List<DevicePart> provisional = List.of();
    private long beginNanos;
    private long finalUntilNanos;
    private long dividedUntilNanos;
    private boolean hasBegun;
    private long finished;

    /**
     * Creates a division without a span.
     *
     * @param readings the readings of the session
     * @param sensors  the sensors of the session
     */
    SpanDivision(Readings readings, Supplier<List<Sensor>> sensors) {
        this.readings = readings;
        this.sensors = sensors;
        accounts = new DeviceAccounts(readings::findings, this::limitWatts);
        devices = accounts.list();
    }

    /** Adds a span that was opened. */
    void add(RequestSpan span) {
        pending.add(span);
    }

    /**
     * Divides the joules up to a moment.
     *
     * @param untilNanos the end of the division
     * @param isKnown    returns whether the counters have shown, as far as they will, all joules up to a moment
     * @param isUrgent   whether to divide finally although spans are open, because too many wait for them
     * @return the number of spans that are now finally divided
     */
    int divide(long untilNanos, LongPredicate isKnown, boolean isUrgent) {
        begin(untilNanos);
        pending.forEach(span -> span.shares().forgetProvisional());
        provisional = List.of();
        int before = pending.size();
        long until = Math.max(untilNanos, finalUntilNanos);
        long border = isUrgent ? until : Math.min(until, oldestOpen(until));
        if (border > finalUntilNanos && isKnown.test(border)) {
            divideFinally(border);
        }
        dividedUntilNanos = Math.max(until, finalUntilNanos);
        if (dividedUntilNanos > finalUntilNanos) {
            provisional = parts(dividedUntilNanos, false);
        }
        return before - pending.size();
    }

    private void begin(long nanos) {
        accounts.choose(readings.headline(), nanos, finalUntilNanos, hasBegun);
        if (!hasBegun) {
            beginNanos = Math.min(devices.stream().mapToLong(DeviceAccount::beginNanos).min().orElse(nanos),
                    pending.stream().mapToLong(RequestSpan::startNanos).min().orElse(nanos));
            finalUntilNanos = beginNanos;
            dividedUntilNanos = beginNanos;
            hasBegun = true;
        }
    }

    private OptionalDouble limitWatts(String device) {
        return sensors.get().stream().filter(sensor -> sensor.device().equals(device))
                .filter(sensor -> sensor.limitWatts().isPresent())
                .mapToDouble(sensor -> sensor.limitWatts().getAsDouble()).max();
    }

    /** Returns the start of the oldest span that is open and may still get tokens. */
    private long oldestOpen(long nanos) {
        return pending.stream().filter(span -> span.isOpen() && mayReportTokens(span, nanos))
                .mapToLong(RequestSpan::startNanos).min().orElse(Long.MAX_VALUE);
    }

    private static boolean mayReportTokens(RequestSpan span, long nanos) {
        return !span.isParent()
                || (!span.hasOutputWithin() && nanos - span.startNanos() < LONGEST_WAIT_FOR_TOKENS_NANOS);
    }

    private void divideFinally(long border) {
        pending.stream().filter(span -> span.endNanos() <= border).forEach(RequestSpan::finishTokens);
        List<DevicePart> parts = parts(border, true);
        for (int device = 0; device < parts.size(); device++) {
            devices.get(device).keep(parts.get(device).divided(), border);
        }
        finalUntilNanos = border;
        pending.forEach(span -> remember(span, border));
        pending.removeIf(span -> {
            boolean isOver = span.endNanos() <= border;
            if (isOver) {
                finish(span);
            }
            return isOver;
        });
    }

    /** Records the facts that a later division cannot see any more of a span that continues after the border. */
    private static void remember(RequestSpan span, long border) {
        if (span.isParent() && !span.isWork() && span.startNanos() < border && border < span.endNanos()) {
            span.dividedWithoutTokens();
        }
        RequestSpan parent = span.parent();
        if (parent != null && span.endNanos() <= border && border < parent.endNanos() && parent.isWork()) {
            parent.dividedChild(new TimeSpan(span.startNanos(), span.endNanos()));
        }
    }

    private void finish(RequestSpan span) {
        span.finishTokens();
        span.shares().finish();
        if (span.isOutermost()) {
            finished++;
            recent.add(span);
            if (recent.size() > MAX_RECENT) {
                recent.remove();
            }
        }
    }

    private List<DevicePart> parts(long until, boolean forGood) {
        OpenInPart open = new OpenInPart(pending, new TimeSpan(finalUntilNanos, until));
        SpanActivities activities = open.activities();
        IdentityHashMap<RequestSpan, List<SpanShare>> trees = new IdentityHashMap<>();
        List<DevicePart> parts = devices.stream().map(device -> device.divide(until, activities)).toList();
        for (int i = 0; i < open.spans().size() && !parts.isEmpty(); i++) {
            SpanShare[] charges = new SpanShare[parts.size()];
            for (int device = 0; device < charges.length; device++) {
                charges[device] = parts.get(device).shares().get(i);
            }
            List<SpanShare> charged = List.of(charges);
            RequestSpan span = open.spans().get(i);
            span.shares().addOwn(charged, forGood);
            for (@Nullable
            RequestSpan one = span; one != null; one = one.parent()) {
                trees.merge(one, charged, SpanShares::sum);
            }
        }
        Set<RequestSpan> alone = open.alone();
        trees.forEach((span, charged) -> span.shares()
                .addAll(alone.contains(span) ? undivided(span, charged, parts) : charged, forGood));
        return parts;
    }

    /** Bounds the share of a span whose inner spans had the devices to themselves by the devices' joules. */
    private List<SpanShare> undivided(RequestSpan span, List<SpanShare> charged, List<DevicePart> parts) {
        List<SpanShare> shares = new ArrayList<>();
        for (int device = 0; device < charged.size(); device++) {
            TimeSpan part = parts.get(device).span();
            long start = Math.clamp(span.startNanos(), part.startNanos(), part.endNanos());
            long end = Math.clamp(span.endNanos(), start, part.endNanos());
            shares.add(charged.get(device).undivided(devices.get(device).series().window(start, end)));
        }
        return shares;
    }

    /** Counts the closed spans that wait for their final division. */
    long closedCount() {
        return pending.stream().filter(span -> !span.isOpen()).count();
    }

    /** Returns the end of the last division. */
    long dividedUntilNanos() {
        return dividedUntilNanos;
    }

    /** Returns the end of the closed span that ended last. */
    long lastEndNanos() {
        return pending.stream().mapToLong(RequestSpan::endNanos).filter(nanos -> nanos < Long.MAX_VALUE).max()
                .orElse(Long.MIN_VALUE);
    }

    /** Lists the devices that are, or were, divided. */
    List<DeviceAccount> devices() {
        return devices;
    }

    /** Returns the time for which joules are divided. */
    TimeSpan span() {
        return new TimeSpan(beginNanos, dividedUntilNanos);
    }

    /** Counts the outermost spans that are closed. */
    long finished() {
        return finished + pending.stream().filter(span -> span.isOutermost() && !span.isOpen()).count();
    }

    /** Lists the outermost spans that were closed last, in order. */
    List<RequestSpan> recent() {
        List<RequestSpan> closed = new ArrayList<>(recent);
        pending.stream().filter(span -> span.isOutermost() && !span.isOpen()).forEach(closed::add);
        return List.copyOf(closed.subList(Math.max(0, closed.size() - MAX_RECENT), closed.size()));
    }

    /** Returns the joules of each device and their division; empty if there is no device. */
    List<DevicePart.Totals> totals() {
        List<DevicePart.Totals> totals = new ArrayList<>();
        for (int i = 0; i < devices.size(); i++) {
            DevicePart.Totals finalTotals = devices.get(i).totals().orElse(null);
            if (finalTotals == null && !devices.get(i).isCounted()) {
                continue;
            }
            DevicePart.Totals late = provisional.size() <= i || !devices.get(i).isCounted()
                    ? null
                    : provisional.get(i).totals();
            DevicePart.Totals sum = finalTotals == null
                    ? late == null ? unread(devices.get(i)) : late
                    : late == null ? finalTotals : finalTotals.plus(late);
            totals.add(devices.get(i).isWhole() ? sum : sum.partial());
        }
        return totals;
    }

    private static DevicePart.Totals unread(DeviceAccount device) {
        return new DevicePart.Totals(EnergyReading.unavailable(device.series().device().scope(),
                device.series().device().source(), "nothing was read yet"), 0, 0, 0);
    }
}
