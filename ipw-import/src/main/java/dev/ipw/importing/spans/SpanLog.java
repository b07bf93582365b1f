package dev.ipw.importing.spans;

import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A reader of the spans of a file of OTLP/JSON. A span that was exported several times counts once: its last copy, with
 * an end if any copy has one.
 */
public final class SpanLog {
    /** The maximum number of spans, whose facts fit in the memory of a small machine. */
    private static final int MAX_SPANS = 2_000_000;

    private final Map<SpanKey, LoggedSpan> spans = new LinkedHashMap<>();
    private final Counted contradicted = new Counted();
    private final Counted faults = new Counted();
    private final boolean cutOff;
    private long copies;

    private SpanLog(Path file) {
        cutOff = OtlpDocuments.read(file, (line, document) -> OtlpDocuments.spans(document).forEach(this::take));
        if (spans.isEmpty()) {
            throw new InputException(file + " holds no spans" + (cutOff ? " but a line that was cut off" : "")
                    + ". Give a file of OTLP/JSON with resourceSpans");
        }
    }

    /**
     * Reads a file.
     *
     * @param file OTLP/JSON: one export request, or one a line
     * @return its spans
     * @throws InputException if it cannot be read or is not such a file; the message names the place
     */
    public static SpanLog read(Path file) {
        return new SpanLog(file);
    }

    /**
     * Lists the spans.
     *
     * @return each once, in the order of the file
     */
    public List<LoggedSpan> spans() {
        return List.copyOf(spans.values());
    }

    /**
     * Returns warnings for a reader of the file.
     *
     * @return sentences
     */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (cutOff) {
            warnings.add("The last line of the spans was cut off and is left out.");
        }
        if (copies > 0) {
            warnings.add(copies + " spans stand in the file again, and count once.");
        }
        contradicted.sentence("spans stand in the file with other times or tokens, of which the last with an end count")
                .ifPresent(warnings::add);
        faults.sentence("attributes are left out").ifPresent(warnings::add);
        return warnings;
    }

    private void take(TreeReader object) {
        LoggedSpan span = span(object);
        LoggedSpan before = spans.get(span.key());
        if (before == null) {
            if (spans.size() >= MAX_SPANS) {
                throw new InputException(object.place("spanId") + ": the file holds more than " + MAX_SPANS
                        + " spans. Split it by time, and its samples with it");
            }
            spans.put(span.key(), span);
            return;
        }
        copies++;
        if (!span.equals(before)) {
            contradicted.add(span.name() + " (" + span.key().spanId() + ")");
        }
        if (span.endNanos().isPresent() || before.endNanos().isEmpty()) {
            spans.put(span.key(), span);
        }
    }

    private LoggedSpan span(TreeReader object) {
        SpanKey key = OtlpDocuments.key(object);
        String name = object.optionalText("name").filter(text -> !text.isBlank()).orElse(key.spanId());
        OptionalLong start = OtlpDocuments.nanos(object, "startTimeUnixNano");
        if (start.isEmpty()) {
            throw new InputException(object.place("startTimeUnixNano") + " is missing");
        }
        OptionalLong end = OtlpDocuments.nanos(object, "endTimeUnixNano");
        SpanAttributes attributes = new SpanAttributes(object, fault -> faults.add(name + ": " + fault));
        OptionalLong input = attributes.inputTokens();
        long cached = attributes.cachedTokens().orElse(0);
        // Where cached tokens are counted separately, all input tokens were processed.
        return new LoggedSpan(key, OtlpDocuments.parentId(object), name, GenAiOperation.of(attributes),
                start.getAsLong(), end, firstToken(start.getAsLong(), end, attributes), input,
                cached > input.orElse(0) ? 0 : cached, attributes.outputTokens());
    }

    private static OptionalLong firstToken(long start, OptionalLong end, SpanAttributes attributes) {
        double seconds = attributes.firstTokenSeconds().orElse(Double.NaN);
        // The sum is of whole numbers: a double holds nanoseconds since 1970 only to some hundreds.
        long nanos = Math.round(seconds * 1e9);
        return seconds >= 0 && end.isPresent() && nanos <= end.getAsLong() - start
                ? OptionalLong.of(start + nanos)
                : OptionalLong.empty();
    }
}
