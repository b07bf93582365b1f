/**
 * The division of a session's joules over requests that come and go without end, one block of time after the other. For
 * our own modules.
 */
@NullMarked
package dev.ipw.telemetry.internal.stream;

import org.jspecify.annotations.NullMarked;
