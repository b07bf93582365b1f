package dev.ipw.telemetry.internal.division;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** One device's joules of slices of time, summed up so that a span's share of any number of slices is a difference. */
final class SliceSums {
    /** Flags that describe the shortness of a slice rather than the span of which it is part. */
    private static final Set<EnergyFlag> OF_THE_SLICE = EnumSet.of(EnergyFlag.SHORT, EnergyFlag.LATE);

    /** One ledger for each weighing, in their order. */
    private final List<Ledger> ledgers = new ArrayList<>();
    private final Map<EnergyFlag, int[]> flagged = new EnumMap<>(EnergyFlag.class);
    private final DeviceSeries series;
    private final TimeSpan divided;
    private Optional<EnergyReading> missing = Optional.empty();

    /** The sums over all slices before each, for the slices with one kind of division. */
    private static final class Ledger {
        final double[] joulesPerClaim;
        final double[] idlePerMember;
        final double[] lower;
        final double[] upper;
        final int[] known;
        final int[] unknown;
        final int[] withoutIdle;
        final int[] shared;

        Ledger(int slices) {
            joulesPerClaim = new double[slices + 1];
            idlePerMember = new double[slices + 1];
            lower = new double[slices + 1];
            upper = new double[slices + 1];
            known = new int[slices + 1];
            unknown = new int[slices + 1];
            withoutIdle = new int[slices + 1];
            shared = new int[slices + 1];
        }

        void carry(int slice) {
            joulesPerClaim[slice + 1] = joulesPerClaim[slice];
            idlePerMember[slice + 1] = idlePerMember[slice];
            lower[slice + 1] = lower[slice];
            upper[slice + 1] = upper[slice];
            known[slice + 1] = known[slice];
            unknown[slice + 1] = unknown[slice];
            withoutIdle[slice + 1] = withoutIdle[slice];
            shared[slice + 1] = shared[slice];
        }

        void add(int slice, SharedMoments.Slice cut, SpanShare charged) {
            boolean isShared = cut.members() > 1;
            shared[slice + 1] += isShared ? 1 : 0;
            EnergyReading reading = charged.reading();
            if (!reading.isAvailable()) {
                unknown[slice + 1]++;
                return;
            }
            known[slice + 1]++;
            joulesPerClaim[slice + 1] += reading.joules().orElseThrow() / cut.claims();
            idlePerMember[slice + 1] += charged.idleJoules().orElse(0) / cut.members();
            withoutIdle[slice + 1] += charged.idleJoules().isPresent() ? 0 : 1;
            // It is unknown which of them used it: each may have used all of it, or nothing.
            lower[slice + 1] += isShared ? 0 : reading.lower().orElseThrow();
            upper[slice + 1] += reading.upper().orElseThrow();
        }
    }

    /**
     * Computes the sums.
     *
     * @param slices  the slices
     * @param charged the joules of the device in each slice
     * @param series  the device's readings
     * @param divided the time whose joules are divided
     */
    SliceSums(List<SharedMoments.Slice> slices, List<SpanShare> charged, DeviceSeries series, TimeSpan divided) {
        this.series = series;
        this.divided = divided;
        while (ledgers.size() < Weighing.values().length) {
            ledgers.add(new Ledger(slices.size()));
        }
        for (int slice = 0; slice < slices.size(); slice++) {
            for (Ledger ledger : ledgers) {
                ledger.carry(slice);
            }
            ledgers.get(slices.get(slice).weighing().ordinal()).add(slice, slices.get(slice), charged.get(slice));
            note(slice, slices.size(), charged.get(slice).reading());
        }
    }

    private void note(int slice, int slices, EnergyReading reading) {
        for (int[] counts : flagged.values()) {
            counts[slice + 1] = counts[slice];
        }
        for (EnergyFlag flag : reading.flags()) {
            if (!OF_THE_SLICE.contains(flag)) {
                flagged.computeIfAbsent(flag, first -> new int[slices + 1])[slice + 1]++;
            }
        }
        if (!reading.isAvailable()) {
            missing = Optional.of(reading);
        }
    }

    /** The joules charged to one span. */
    static final class Sum {
        private double joules;
        private double idle;
        private double lower;
        private double upper;
        private int known;
        private int unknown;
        private int withoutIdle;
        private boolean isShared;
        private final Set<EnergyFlag> flags = EnumSet.noneOf(EnergyFlag.class);

        /** Returns whether the span was open in any slice. */
        boolean isAny() {
            return known + unknown > 0;
        }
    }

    /** Adds to a span's sum its share of the slices with one kind of division. */
    void add(Sum sum, Weighing weighing, int from, int to, double claim) {
        Ledger ledger = ledgers.get(weighing.ordinal());
        sum.joules += claim * (ledger.joulesPerClaim[to] - ledger.joulesPerClaim[from]);
        sum.idle += ledger.idlePerMember[to] - ledger.idlePerMember[from];
        sum.lower += ledger.lower[to] - ledger.lower[from];
        sum.upper += ledger.upper[to] - ledger.upper[from];
        int known = ledger.known[to] - ledger.known[from];
        int unknown = ledger.unknown[to] - ledger.unknown[from];
        sum.known += known;
        sum.unknown += unknown;
        sum.withoutIdle += ledger.withoutIdle[to] - ledger.withoutIdle[from];
        sum.isShared |= ledger.shared[to] > ledger.shared[from];
        if (known + unknown > 0) {
            flagged.forEach((flag, counts) -> {
                if (counts[to] > counts[from]) {
                    sum.flags.add(flag);
                }
            });
        }
    }

    /** Returns the share of a sum, for a span that was open from one moment to another. */
    SpanShare share(Sum sum, TimeSpan time) {
        if (sum.known == 0) {
            return new SpanShare(missing.orElseThrow(), OptionalDouble.empty());
        }
        EnergyReading window = series.window(Math.clamp(time.startNanos(), divided.startNanos(), divided.endNanos()),
                Math.clamp(time.endNanos(), divided.startNanos(), divided.endNanos()));
        sum.flags.addAll(window.flags());
        if (sum.isShared) {
            sum.flags.add(EnergyFlag.ATTRIBUTED);
        }
        if (sum.unknown > 0) {
            sum.flags.add(EnergyFlag.PARTIAL);
        }
        double joules = Math.max(0, sum.joules);
        EnergyReading reading = EnergyReading.of(joules, Math.clamp(sum.lower, 0, joules),
                Math.max(joules, Math.min(sum.upper, window.upper().orElse(sum.upper))),
                sum.isShared
                        ? Provenance.ESTIMATED
                        : window.isAvailable() ? window.provenance() : series.device().provenance(),
                series.device().scope(),
                series.device().source(), sum.flags);
        return new SpanShare(reading, sum.withoutIdle + sum.unknown > 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.max(0, sum.idle)));
    }
}
