/** The machine that measures. For our own modules. */
@NullMarked
package dev.ipw.telemetry.internal.host;

import org.jspecify.annotations.NullMarked;
