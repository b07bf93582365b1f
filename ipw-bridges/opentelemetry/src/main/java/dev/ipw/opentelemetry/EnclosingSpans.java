package dev.ipw.opentelemetry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Know of spans which GenAI span they are, or lie in: of those that are open, and of those that ended lately. */
final class EnclosingSpans {
    private static final int MOST_OPEN = 65_536;
    private static final int MOST_ENDED = 8192;

    private final Map<String, MeasuredSpan> open = latest(MOST_OPEN);
    /** Work goes on in the context of spans that ended: streams and callbacks do. */
    private final Map<String, MeasuredSpan> ended = latest(MOST_ENDED);

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

    /** Note the end of a span; return the GenAI span that it is, or lies in. */
    synchronized Optional<MeasuredSpan> ended(String spanId) {
        Optional<MeasuredSpan> in = Optional.ofNullable(open.remove(spanId));
        in.ifPresent(genAi -> ended.put(spanId, genAi));
        return in;
    }

    /** Return the GenAI span that a span is, or lies in. */
    synchronized Optional<MeasuredSpan> find(String spanId) {
        return Optional.ofNullable(open.get(spanId)).or(() -> Optional.ofNullable(ended.get(spanId)));
    }
}
