/** The telemetry of a machine: sensors, the session that samples them, and the windows of it. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.telemetry;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
