package dev.ipw.energy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * Compare an energy counter with the power that the same device reports, over ten seconds and longer. One of them is wrong
 * where they differ by more than a quarter; which one nobody can tell from here, so both figures are given and none is
 * chosen.
 */
public final class ConsistencyWatch {
    static final double SMALLEST_RATIO = 0.8;
    static final double LARGEST_RATIO = 1.25;
    private static final long SHORTEST_NANOS = 10_000_000_000L;
    // Power swings between requests; so many readings tell its mean to some percent.
    private static final int FEWEST_READINGS = 40;
    private static final int AGES = 10;
    private static final int SHIFTS = 10;
    private static final double NANOS_PER_SECOND = 1e9;

    private final EnergySeries counter;
    private final GaugeSeries power;
    private final long ageNanos;
    private final List<Stretch> stretches = new ArrayList<>();

    private ConsistencyWatch(EnergySeries counter, GaugeSeries power, long ageNanos) {
        this.counter = counter;
        this.power = power;
        this.ageNanos = ageNanos;
    }

    /**
     * Compare. A reading of power that is a mean over a time, or old, tells of joules from before it: its integral over a
     * stretch is a mean of what the device used in stretches that begin up to so much earlier.
     *
     * @param counter  what the counter of a device says
     * @param power    what its power sensor says, in watts
     * @param ageNanos over how long before it a reading of power may be a mean, in nanoseconds
     * @param span     where to look
     * @return the stretches in which they disagree, those that follow one another taken together; flagged INCONSISTENT
     */
    public static List<EnergyFinding> compare(EnergySeries counter, GaugeSeries power, long ageNanos, TimeSpan span) {
        OptionalLong first = counter.firstNanos();
        if (first.isEmpty() || span.nanos() < SHORTEST_NANOS) {
            return List.of();
        }
        long from = Math.max(span.startNanos(), first.getAsLong() + ageNanos);
        long to = Math.min(span.endNanos(), counter.lastNanos().orElseThrow());
        ConsistencyWatch watch = new ConsistencyWatch(counter, power, ageNanos);
        if (from < to) {
            watch.integrate(power.momentsWithin(from, to));
        }
        return watch.findings(first.getAsLong());
    }

    private void integrate(long[] moments) {
        int begin = 0;
        double joules = 0;
        for (int i = 1; i < moments.length; i++) {
            if (power.valueAt(moments[i] - 1).isEmpty()) {
                addRest(moments[begin], moments[i - 1], joules);
                begin = i;
                joules = 0;
                continue;
            }
            joules += (watts(moments[i - 1]) + watts(moments[i])) / 2 * (moments[i] - moments[i - 1])
                    / NANOS_PER_SECOND;
            if (moments[i] - moments[begin] >= Math.max(SHORTEST_NANOS, AGES * ageNanos)
                    && i - begin >= FEWEST_READINGS) {
                stretches.add(new Stretch(new TimeSpan(moments[begin], moments[i]), joules));
                begin = i;
                joules = 0;
            }
        }
        if (moments.length > 0) {
            addRest(moments[begin], moments[moments.length - 1], joules);
        }
    }

    /** What is left over is too short to be compared alone. */
    private void addRest(long from, long to, double joules) {
        if (!stretches.isEmpty() && stretches.getLast().span.endNanos() == from) {
            Stretch last = stretches.removeLast();
            stretches.add(new Stretch(new TimeSpan(last.span.startNanos(), to), last.powerJoules + joules));
        }
    }

    private double watts(long nanos) {
        return power.valueAt(nanos).orElseThrow();
    }

    private List<EnergyFinding> findings(long firstNanos) {
        List<Disagreement> found = new ArrayList<>();
        for (Stretch stretch : stretches) {
            long start = stretch.span.startNanos();
            long end = stretch.span.endNanos();
            List<EnergyReading> shifted = LongStream.rangeClosed(0, ageNanos == 0 ? 0 : SHIFTS)
                    .map(shift -> shift * ageNanos / SHIFTS)
                    .mapToObj(shift -> counter.window(start - shift, end - shift)).toList();
            if (!shifted.stream().allMatch(EnergyReading::isComplete)) {
                continue;
            }
            boolean tooFew = shifted.stream()
                    .allMatch(one -> one.upper().orElseThrow() < SMALLEST_RATIO * stretch.powerJoules);
            boolean tooMany = shifted.stream()
                    .allMatch(one -> one.lower().orElseThrow() > LARGEST_RATIO * stretch.powerJoules);
            if (tooFew || tooMany) {
                add(found, new Disagreement(stretch.span, shifted.getFirst().joules().orElseThrow(),
                        stretch.powerJoules, tooMany));
            }
        }
        return found.stream().map(one -> one.finding(counter.device(), firstNanos)).toList();
    }

    private static void add(List<Disagreement> found, Disagreement next) {
        Disagreement last = found.isEmpty() ? next : found.getLast();
        if (last.tooMany == next.tooMany && last.span.endNanos() == next.span.startNanos()) {
            found.set(found.size() - 1, new Disagreement(
                    new TimeSpan(last.span.startNanos(), next.span.endNanos()), last.counted + next.counted,
                    last.powerJoules + next.powerJoules, last.tooMany));
        } else {
            found.add(next);
        }
    }

    private record Stretch(TimeSpan span, double powerJoules) {}

    private record Disagreement(TimeSpan span, double counted, double powerJoules, boolean tooMany) {
        EnergyFinding finding(MeteredDevice device, long firstNanos) {
            return new EnergyFinding(EnergyFlag.INCONSISTENT, span, String.format(Locale.ROOT,
                    "%s, from %.1f to %.1f s after its first reading: its energy counter rose by %.4g J, its power adds up"
                            + " to %.4g J. One of them is wrong; the figures are the counter's (%s).",
                    device.name(), (span.startNanos() - firstNanos) / NANOS_PER_SECOND,
                    (span.endNanos() - firstNanos) / NANOS_PER_SECOND, counted, powerJoules, device.source()));
        }
    }
}
