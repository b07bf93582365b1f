/** The spans of calls that frameworks report, opened and closed for them. For our own modules. */
@NullMarked
package dev.ipw.telemetry.internal.spans;

import org.jspecify.annotations.NullMarked;
