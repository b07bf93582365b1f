/** Put joules on the GenAI spans of OpenTelemetry, and show joules and watts as its metrics. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.opentelemetry;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
