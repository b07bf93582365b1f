package dev.ipw.telemetry;

import dev.ipw.energy.TimeSpan;
import dev.ipw.engine.attribution.DividedSpan;
import dev.ipw.engine.attribution.SpanActivities;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** Hold those of the spans that were open in a part of time, as they are now: more may be told meanwhile. */
final class OpenInPart {
    private final TimeSpan part;
    private final List<RequestSpan> spans = new ArrayList<>();
    private final List<TimeSpan> times = new ArrayList<>();
    private final IdentityHashMap<RequestSpan, List<TimeSpan>> withChildren = new IdentityHashMap<>();

    /** Choose among all; one that is open still counts up to the end of the part. */
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

    /** List the spans. */
    List<RequestSpan> spans() {
        return spans;
    }

    /** Say of the same spans what the splitter is to be told. */
    SpanActivities activities() {
        List<DividedSpan> divided = new ArrayList<>();
        for (int i = 0; i < spans.size(); i++) {
            RequestSpan span = spans.get(i);
            ToldTokens tokens = span.tokens();
            divided.add(new DividedSpan(times.get(i),
                    withChildren.getOrDefault(span, span.dividedChildren()), span.weighing(tokens),
                    span.firstTokenNanos(),
                    tokens.input(), 0, tokens.output()));
        }
        return new SpanActivities(divided, part);
    }
}
