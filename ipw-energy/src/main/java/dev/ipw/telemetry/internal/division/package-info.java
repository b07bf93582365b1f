/** The division of devices' joules over nested spans, one part of time after the other. */
@NullMarked
package dev.ipw.telemetry.internal.division;

import org.jspecify.annotations.NullMarked;
