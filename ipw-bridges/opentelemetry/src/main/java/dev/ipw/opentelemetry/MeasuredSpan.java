package dev.ipw.opentelemetry;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.engine.spans.OpenSpan;
import dev.ipw.telemetry.RequestEnergy;
import io.opentelemetry.api.common.Attributes;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** Hold a GenAI span while its joules become known. For any number of threads. */
final class MeasuredSpan {
    /** Beyond both, a span was not measured over the time that it tells. A busy machine alone can make up some of the former. */
    private static final long MOST_DIFFERENCE_NANOS = Duration.ofMillis(100).toNanos();
    private static final double MOST_DIFFERENCE = 0.1;
    private static final double NANOS_PER_SECOND = 1e9;

    private final OpenSpan open;
    private volatile long toldNanos = -1;

    MeasuredSpan(OpenSpan open) {
        this.open = open;
    }

    OpenSpan open() {
        return open;
    }

    /** Note that it ended, and how long it lasted by its own timestamps. */
    void ended(long latencyNanos) {
        toldNanos = latencyNanos;
    }

    /**
     * Return its joules as attributes, or nothing if they may still change. Can wait up to a second.
     *
     * @param isLast whether to take what is known now
     */
    Optional<Attributes> attributes(boolean isLast) {
        if (toldNanos < 0) {
            return isLast
                    ? Optional.of(EnergyAttributes.unavailable(
                            "the span was exported before its energy was measured: add EnergyTracing.processor()"))
                    : Optional.empty();
        }
        RequestEnergy energy = open.span().energy();
        if (!isLast && energy.energy().flags().contains(EnergyFlag.PROVISIONAL)) {
            return Optional.empty();
        }
        return Optional.of(isOverAnotherTime(energy) ? anotherTime(energy) : EnergyAttributes.of(energy));
    }

    private boolean isOverAnotherTime(RequestEnergy energy) {
        long difference = Math.abs(toldNanos - energy.time().nanos());
        return difference > MOST_DIFFERENCE_NANOS && difference > MOST_DIFFERENCE * toldNanos;
    }

    private Attributes anotherTime(RequestEnergy energy) {
        return EnergyAttributes.unavailable(String.format(Locale.ROOT,
                "the span's timestamps say %.3f s, but it was open for %.3f s", toldNanos / NANOS_PER_SECOND,
                energy.time().nanos() / NANOS_PER_SECOND));
    }
}
