package dev.ipw.opentelemetry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** An index from open and recently ended spans to the GenAI span that each one is or lies in. */
final class EnclosingSpans {
    private static final int MAX_OPEN = 65_536;
    private static final int MAX_ENDED = 8192;

    private final Map<String, MeasuredSpan> open = latest(MAX_OPEN);
    /** Ended spans: work continues in their context, for example in streams and callbacks. */
    private final Map<String, MeasuredSpan> ended = latest(MAX_ENDED);

    private static Map<String, MeasuredSpan> latest(int most) {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, MeasuredSpan> eldest) {
                return size() > most;
            }
        };
    }

    synchronized void started(String spanId, MeasuredSpan in) {
        open.put(spanId, in);
    }

    /** Records the end of a span; returns the GenAI span that it is or lies in. */
    synchronized Optional<MeasuredSpan> ended(String spanId) {
        Optional<MeasuredSpan> in = Optional.ofNullable(open.remove(spanId));
        in.ifPresent(genAi -> ended.put(spanId, genAi));
        return in;
    }

    /** Returns the GenAI span that a span is, or lies in. */
    synchronized Optional<MeasuredSpan> find(String spanId) {
        return Optional.ofNullable(open.get(spanId)).or(() -> Optional.ofNullable(ended.get(spanId)));
    }
}
