/** The energy of Apple Silicon, as powermetrics estimates it. */
@NullMarked
package dev.ipw.telemetry.hardware.apple;

import org.jspecify.annotations.NullMarked;
