package dev.ipw.telemetry.hardware.hwmon;

import java.util.List;
import java.util.OptionalLong;

/**
 * Describe a chip that measures rails.
 *
 * @param rails         what it measures
 * @param intervalNanos how often it measures anew; empty if it does not say
 */
record PowerMonitor(List<PowerRail> rails, OptionalLong intervalNanos) {
    PowerMonitor {
        rails = List.copyOf(rails);
    }
}
