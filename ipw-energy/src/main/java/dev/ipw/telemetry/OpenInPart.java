package dev.ipw.telemetry;

import dev.ipw.energy.TimeSpan;
import dev.ipw.telemetry.internal.division.DividedSpan;
import dev.ipw.telemetry.internal.division.ReportedTokens;
import dev.ipw.telemetry.internal.division.SpanActivities;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The spans that were open in a part of time, in their current state: tokens may still arrive. */
final class OpenInPart {
    private final TimeSpan part;
    private final List<RequestSpan> spans = new ArrayList<>();
    private final List<TimeSpan> times = new ArrayList<>();
    private final IdentityHashMap<RequestSpan, List<TimeSpan>> withChildren = new IdentityHashMap<>();

    /** Selects these spans among all; a span that is still open counts up to the end of the part. */
    OpenInPart(List<RequestSpan> all, TimeSpan part) {
        this.part = part;
        for (RequestSpan span : all) {
            long end = Math.min(span.endNanos(), Math.max(part.endNanos(), span.startNanos()));
            if (span.startNanos() < part.endNanos() && end >= part.startNanos()) {
                TimeSpan time = new TimeSpan(span.startNanos(), end);
                spans.add(span);
                times.add(time);
                RequestSpan parent = span.parent();
                if (parent != null) {
                    withChildren.computeIfAbsent(parent, first -> new ArrayList<>(first.dividedChildren())).add(time);
                }
            }
        }
    }

    /**
     * Returns the outermost spans that were the only open ones in the part: all joules of that time are theirs, however
     * they divide over the spans within them.
     */
    Set<RequestSpan> alone() {
        List<Integer> roots = IntStream.range(0, spans.size()).filter(i -> spans.get(i).isOutermost()).boxed()
                .sorted(Comparator.comparingLong(i -> times.get(i).startNanos())).toList();
        Set<RequestSpan> alone = Collections.newSetFromMap(new IdentityHashMap<>());
        long latestEnd = Long.MIN_VALUE;
        for (int i = 0; i < roots.size(); i++) {
            TimeSpan time = times.get(roots.get(i));
            boolean isLast = i == roots.size() - 1;
            if (latestEnd <= time.startNanos()
                    && (isLast || time.endNanos() <= times.get(roots.get(i + 1)).startNanos())) {
                alone.add(spans.get(roots.get(i)));
            }
            latestEnd = Math.max(latestEnd, time.endNanos());
        }
        return alone;
    }

    /** Lists the spans. */
    List<RequestSpan> spans() {
        return spans;
    }

    /** Describes these spans for the splitter. */
    SpanActivities activities() {
        List<DividedSpan> divided = new ArrayList<>();
        for (int i = 0; i < spans.size(); i++) {
            RequestSpan span = spans.get(i);
            ReportedTokens tokens = span.tokens();
            divided.add(new DividedSpan(times.get(i),
                    withChildren.getOrDefault(span, span.dividedChildren()), span.weighing(tokens),
                    span.firstTokenNanos(),
                    tokens.input(), 0, tokens.output()));
        }
        return new SpanActivities(divided, part);
    }
}
