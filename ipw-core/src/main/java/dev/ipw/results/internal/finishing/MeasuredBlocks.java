package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.TimeSpan;
import dev.ipw.run.RunTotals.EnergyBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The measured time of a run cut into pieces of the same length. */
final class MeasuredBlocks {
    /**
     * The minimum number of steps of a device that makes the pieces' joules more than an interpolation between two
     * readings.
     */
    static final int MIN_STEPS = 16;

    private static final int BLOCKS = 32;

    private MeasuredBlocks() {}

    /**
     * Returns the joules of each piece.
     *
     * @param measured the measurement windows, in order
     * @param energy   returns the joules of a span
     * @return the pieces in order; empty if the joules of one are unknown
     */
    static List<EnergyBlock> of(List<TimeSpan> measured, Function<TimeSpan, EnergyReading> energy) {
        long nanos = measured.stream().mapToLong(span -> span.endNanos() - span.startNanos()).sum();
        List<EnergyBlock> blocks = new ArrayList<>();
        for (int block = 0; block < BLOCKS; block++) {
            List<TimeSpan> pieces = pieces(measured, share(nanos, block), share(nanos, block + 1));
            Optional<EnergyReading> known = pieces.stream().map(energy).reduce(EnergyReading::plus)
                    .filter(EnergyReading::isAvailable);
            // Without length a block has no pieces.
            if (known.isEmpty()) {
                return List.of();
            }
            blocks.add(new EnergyBlock(pieces.getFirst().startNanos(), pieces.getLast().endNanos(),
                    known.get().joules().orElseThrow()));
        }
        return blocks;
    }

    private static long share(long nanos, int blocks) {
        return Math.round((double) nanos * blocks / BLOCKS);
    }

    /** Returns the spans of some of the measured time, in which pauses are not counted. */
    private static List<TimeSpan> pieces(List<TimeSpan> measured, long from, long to) {
        List<TimeSpan> pieces = new ArrayList<>();
        long before = 0;
        for (TimeSpan span : measured) {
            long length = span.endNanos() - span.startNanos();
            long first = Math.max(0, from - before);
            long last = Math.min(length, to - before);
            if (first < last) {
                pieces.add(new TimeSpan(span.startNanos() + first, span.startNanos() + last));
            }
            before += length;
        }
        return pieces;
    }
}
