package dev.ipw.opentelemetry;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.engine.spans.OpenSpan;
import dev.ipw.engine.spans.SpanTree;
import dev.ipw.telemetry.RequestEnergy;
import io.opentelemetry.api.common.Attributes;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Hold a GenAI span while its joules become known. For any number of threads. */
final class MeasuredSpan {
    /** Beyond both, a span was not measured over the time that it tells. A busy machine alone can make up some of the former. */
    private static final long MOST_DIFFERENCE_NANOS = Duration.ofMillis(100).toNanos();
    private static final double MOST_DIFFERENCE = 0.1;
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * The end of a span.
     *
     * @param nanos     when it ended, on the clock of {@link System#nanoTime()}
     * @param toldNanos how long it lasted by its own timestamps
     */
    private record End(long nanos, long toldNanos) {}

    private final OpenSpan open;
    private final long startNanos;
    private volatile @Nullable End end;

    /**
     * Follow a span.
     *
     * @param startNanos when it was told that the span started, on the clock of {@link System#nanoTime()}
     * @param open       what is measured of it
     */
    MeasuredSpan(long startNanos, OpenSpan open) {
        this.startNanos = startNanos;
        this.open = open;
    }

    OpenSpan open() {
        return open;
    }

    /** Note that it ended, and how long it lasted by its own timestamps. */
    void ended(long latencyNanos) {
        end = new End(System.nanoTime(), latencyNanos);
    }

    /** Return whether it ended before a moment. */
    boolean isEndedBefore(long nanos) {
        End known = end;
        return known != null && known.nanos() - nanos < 0;
    }

    /**
     * Return its joules as attributes, or nothing if they may still change. Can wait up to a second.
     *
     * @param isLast whether to take what is known now
     */
    Optional<Attributes> attributes(boolean isLast) {
        End known = end;
        if (known == null) {
            return last(isLast, "the span was exported before its energy was measured");
        }
        if (isOverAnotherTime(known)) {
            return Optional.of(EnergyAttributes.unavailable(String.format(Locale.ROOT,
                    "the span's timestamps say %.3f s, but it was open for %.3f s",
                    known.toldNanos() / NANOS_PER_SECOND, (known.nanos() - startNanos) / NANOS_PER_SECOND)));
        }
        if (open.isCut()) {
            return Optional.of(EnergyAttributes
                    .unavailable("only a part of it was measured: it, or a GenAI span around it, was open"
                            + " for more than an hour or beside " + SpanTree.MOST_OPEN + " others"));
        }
        if (open.isMeasuring()) {
            return last(isLast, "a GenAI span within it was still open");
        }
        RequestEnergy energy = open.span().energy();
        return isLast || !energy.energy().flags().contains(EnergyFlag.PROVISIONAL)
                ? Optional.of(EnergyAttributes.of(energy))
                : Optional.empty();
    }

    private static Optional<Attributes> last(boolean isLast, String reason) {
        return isLast ? Optional.of(EnergyAttributes.unavailable(reason)) : Optional.empty();
    }

    private boolean isOverAnotherTime(End known) {
        long difference = Math.abs(known.toldNanos() - (known.nanos() - startNanos));
        return difference > MOST_DIFFERENCE_NANOS && difference > MOST_DIFFERENCE * known.toldNanos();
    }
}
