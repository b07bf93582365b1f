package dev.ipw.telemetry.hardware.hwmon;

import java.util.List;
import java.util.OptionalLong;

/**
 * A chip that measures rails.
 *
 * @param rails         the rails
 * @param intervalNanos the period of its measurements; empty if it is not reported
 */
record PowerMonitor(List<PowerRail> rails, OptionalLong intervalNanos) {
    PowerMonitor {
        rails = List.copyOf(rails);
    }
}
