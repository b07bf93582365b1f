package dev.ipw.importing.spans;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The GenAI spans over which joules can be divided, and the reasons that the others have none. */
final class ChargeableSpans {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final List<LoggedSpan> spans;
    private final TimeSpan sampled;
    private final boolean[] charged;
    private final Counted withoutEnd = new Counted();
    private final Counted backwards = new Counted();
    private final Counted outside = new Counted();
    private long genAi;

    ChargeableSpans(List<LoggedSpan> spans, Collection<DeviceSeries> series) {
        this.spans = spans;
        sampled = new TimeSpan(series.stream().mapToLong(one -> one.firstNanos().orElseThrow()).min().orElseThrow(),
                series.stream().mapToLong(one -> one.lastNanos().orElseThrow()).max().orElseThrow());
        charged = new boolean[spans.size()];
        for (int i = 0; i < charged.length; i++) {
            LoggedSpan span = spans.get(i);
            if (span.kind() != SpanKind.STRUCTURE) {
                genAi++;
                charged[i] = whyNot(i).isEmpty();
                count(span);
            }
        }
    }

    private void count(LoggedSpan span) {
        String name = span.name() + " (" + span.key().spanId() + ")";
        if (span.endNanos().isEmpty()) {
            withoutEnd.add(name);
        } else if (!span.hasTime()) {
            backwards.add(name);
        } else if (isOutside(span)) {
            outside.add(name);
        }
    }

    private boolean isOutside(LoggedSpan span) {
        return span.endNanos().orElseThrow() < sampled.startNanos() || span.startNanos() > sampled.endNanos();
    }

    /** Returns the reason that a GenAI span is not charged; empty if it is. */
    Optional<String> whyNot(int place) {
        LoggedSpan span = spans.get(place);
        if (span.endNanos().isEmpty()) {
            return Optional.of("the span has no end");
        }
        if (!span.hasTime()) {
            return Optional.of("the span ends before it starts");
        }
        return isOutside(span)
                ? Optional.of(span.endNanos().orElseThrow() < sampled.startNanos()
                        ? "the span ended before the first sample"
                        : "the span started after the last sample")
                : Optional.empty();
    }

    /** Returns for each span whether joules can be divided over it. */
    boolean[] charged() {
        return charged.clone();
    }

    /** Returns the places of those that joules can be divided over. */
    int[] places() {
        return IntStream.range(0, charged.length).filter(i -> charged[i]).toArray();
    }

    /** Returns the time span of all samples. */
    TimeSpan sampled() {
        return sampled;
    }

    List<LoggedSpan> spans() {
        return spans;
    }

    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (genAi == 0) {
            warnings.add("No span has an attribute gen_ai.*, so that all joules are idle.");
        }
        withoutEnd.sentence("GenAI spans have no end and are not charged").ifPresent(warnings::add);
        backwards.sentence("GenAI spans end before they start and are not charged").ifPresent(warnings::add);
        outside.sentence("GenAI spans lie before the first sample, at " + moment(sampled.startNanos())
                + ", or after the last, at " + moment(sampled.endNanos())
                + ", and are not charged. The samples must be on the clock of the spans: t_ns is nanoseconds since 1970")
                .ifPresent(warnings::add);
        return warnings;
    }

    private static String moment(long nanos) {
        return nanos + " ns (" + Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS_PER_SECOND),
                Math.floorMod(nanos, NANOS_PER_SECOND)) + ")";
    }
}
