package dev.ipw.importing.spans;

/**
 * The key of a span: its id is unique within its trace only.
 *
 * @param traceId the trace
 * @param spanId  the span
 */
public record SpanKey(String traceId, String spanId) {}
