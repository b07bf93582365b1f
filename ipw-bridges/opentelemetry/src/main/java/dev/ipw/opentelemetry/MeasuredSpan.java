package dev.ipw.opentelemetry;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.telemetry.RequestEnergy;
import dev.ipw.telemetry.internal.spans.OpenSpan;
import dev.ipw.telemetry.internal.spans.SpanTree;
import io.opentelemetry.api.common.Attributes;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A GenAI span while its joules become known. Thread-safe. */
final class MeasuredSpan {
    /**
     * The maximum difference in nanoseconds between the measured duration and that of the timestamps, of two limits.
     * Beyond both, the measurement did not cover the span's time. A busy machine alone can cause some of this one.
     */
    private static final long MAX_DIFFERENCE_NANOS = Duration.ofMillis(100).toNanos();
    private static final double MAX_DIFFERENCE = 0.1;
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * The end of a span.
     *
     * @param nanos    the time of the end, on the clock of {@link System#nanoTime()}
     * @param ownNanos the duration by its own timestamps
     */
    private record End(long nanos, long ownNanos) {}

    private final OpenSpan open;
    private final long startNanos;
    private volatile @Nullable End end;

    /**
     * Creates the measurement of a span.
     *
     * @param startNanos the time of the start event, on the clock of {@link System#nanoTime()}
     * @param open       the measured span
     */
    MeasuredSpan(long startNanos, OpenSpan open) {
        this.startNanos = startNanos;
        this.open = open;
    }

    OpenSpan open() {
        return open;
    }

    /** Records the end, and the duration by the span's own timestamps. */
    void ended(long latencyNanos) {
        end = new End(System.nanoTime(), latencyNanos);
    }

    /** Returns whether it ended before a moment. */
    boolean isEndedBefore(long nanos) {
        End known = end;
        return known != null && known.nanos() - nanos < 0;
    }

    /**
     * Returns its joules as attributes, or empty if they may still change. May wait up to a second.
     *
     * @param isLast whether to take the current values in any case
     */
    Optional<Attributes> attributes(boolean isLast) {
        End known = end;
        if (known == null) {
            return last(isLast, "the span was exported before its energy was measured");
        }
        if (isOverAnotherTime(known)) {
            return Optional.of(EnergyAttributes.unavailable(String.format(Locale.ROOT,
                    "the span's timestamps say %.3f s, but it was open for %.3f s",
                    known.ownNanos() / NANOS_PER_SECOND, (known.nanos() - startNanos) / NANOS_PER_SECOND)));
        }
        if (open.isCut()) {
            return Optional.of(EnergyAttributes
                    .unavailable("only a part of it was measured: it, or a GenAI span around it, was open"
                            + " for more than an hour or beside " + SpanTree.MAX_OPEN + " others"));
        }
        if (open.isMeasuring()) {
            return last(isLast, "a GenAI span within it was still open");
        }
        RequestEnergy energy = open.span().share();
        return isLast || !energy.energy().flags().contains(EnergyFlag.PROVISIONAL)
                ? Optional.of(EnergyAttributes.of(energy))
                : Optional.empty();
    }

    private static Optional<Attributes> last(boolean isLast, String reason) {
        return isLast ? Optional.of(EnergyAttributes.unavailable(reason)) : Optional.empty();
    }

    private boolean isOverAnotherTime(End known) {
        long difference = Math.abs(known.ownNanos() - (known.nanos() - startNanos));
        return difference > MAX_DIFFERENCE_NANOS && difference > MAX_DIFFERENCE * known.ownNanos();
    }
}
