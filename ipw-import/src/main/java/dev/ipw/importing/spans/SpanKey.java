package dev.ipw.importing.spans;

/**
 * Name a span: its id is its own within its trace only.
 *
 * @param traceId the trace
 * @param spanId  the span
 */
public record SpanKey(String traceId, String spanId) {}
