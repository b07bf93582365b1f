package dev.ipw.telemetry;

import dev.ipw.energy.EnergyReading;
import java.util.OptionalDouble;

/**
 * Say what the machine draws now, for a progress line.
 *
 * @param watts  mean power of the headline's devices over about the last second; empty if it is not known
 * @param soFar  their joules since their first readings
 * @param scope  what they cover, for example {@code package+dram}, or {@code none}
 */
public record LiveReading(OptionalDouble watts, EnergyReading soFar, String scope) {}
