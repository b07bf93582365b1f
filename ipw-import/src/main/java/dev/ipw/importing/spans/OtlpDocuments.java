package dev.ipw.importing.spans;

import dev.ipw.error.InputException;
import dev.ipw.importing.lines.LogLines;
import dev.ipw.internal.tree.TreeReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A reader of files of OTLP/JSON: one export request, or one a line, in the form of the Collector and the exporters of
 * SDKs; packed by gzip or not.
 */
final class OtlpDocuments {
    private static final int MAX_BYTES = 64 << 20;
    private static final List<String> SIGNALS = List.of("resourceMetrics", "resourceLogs", "resourceProfiles");

    private OtlpDocuments() {}

    /** Passes on each document; returns whether the last line was cut off and is skipped. */
    static boolean read(Path file, LogLines.Consumer documents) {
        Optional<TreeReader> indented = LogLines.indented(file, MAX_BYTES);
        if (indented.isPresent()) {
            documents.accept(1, indented.get());
            return false;
        }
        return LogLines.read(file, MAX_BYTES, documents);
    }

    /** Lists the spans of a document; empty if it is of another signal. */
    static List<TreeReader> spans(TreeReader document) {
        List<TreeReader> resources = new ArrayList<>();
        if (document.has("resourceSpans")) {
            resources.addAll(document.children("resourceSpans"));
        } else if (document.has("scopeSpans")) {
            resources.add(document);
        } else if (SIGNALS.stream().noneMatch(document::has) && !document.asMap().isEmpty()) {
            throw new InputException(document.place("resourceSpans") + " is missing: this is no OTLP/JSON of spans. "
                    + "Give the file that the Collector's file exporter, or an OTLP/JSON exporter of an SDK, wrote");
        }
        List<TreeReader> spans = new ArrayList<>();
        for (TreeReader resource : resources) {
            List<TreeReader> scopes = new ArrayList<>(resource.children("scopeSpans"));
            scopes.addAll(resource.children("instrumentationLibrarySpans"));
            scopes.forEach(scope -> spans.addAll(scope.children("spans")));
        }
        return spans;
    }

    static SpanKey key(TreeReader span) {
        return new SpanKey(id(span, "traceId"), id(span, "spanId"));
    }

    private static String id(TreeReader span, String key) {
        String id = span.text(key);
        if (isNone(id)) {
            throw new InputException(span.place(key) + " must be an id, not '" + id + "'");
        }
        return id;
    }

    static Optional<String> parentId(TreeReader span) {
        return span.optionalText("parentSpanId").filter(id -> !isNone(id));
    }

    private static boolean isNone(String id) {
        return id.chars().allMatch(character -> character == '0');
    }

    /** Reads a time, which is a text, or a number from some writers; empty if it is missing or zero. */
    static OptionalLong nanos(TreeReader span, String key) {
        OptionalLong nanos;
        try {
            nanos = span.isText(key)
                    ? OptionalLong.of(Long.parseLong(span.text(key)))
                    : span.optionalWhole(key);
        } catch (NumberFormatException noNumber) {
            throw wrong(span, key, "'" + TreeReader.shown(span.text(key)) + "'");
        }
        if (nanos.orElse(0) < 0 || nanos.orElse(0) >= 1L << 62) {
            throw wrong(span, key, Long.toString(nanos.orElseThrow()));
        }
        return nanos.orElse(0) == 0 ? OptionalLong.empty() : nanos;
    }

    private static InputException wrong(TreeReader span, String key, String value) {
        return new InputException(
                span.place(key) + " must be a time in nanoseconds since 1970, less than 2^62, not " + value);
    }
}
