/** What a machine draws while something runs: sensors, the session that samples them, and windows cut from it. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.telemetry;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
