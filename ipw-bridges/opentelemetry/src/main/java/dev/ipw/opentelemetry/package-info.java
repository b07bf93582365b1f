/** Joules as attributes of OpenTelemetry's GenAI spans, and joules and watts as its metrics. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.opentelemetry;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
