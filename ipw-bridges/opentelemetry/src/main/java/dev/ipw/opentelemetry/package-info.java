/** Joules as attributes of OpenTelemetry's GenAI spans, and joules and watts as its metrics. */
@NullMarked
package dev.ipw.opentelemetry;

import org.jspecify.annotations.NullMarked;
