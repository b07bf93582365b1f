package dev.ipw.cli.monitor;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The totals of a device since the start.
 *
 * @param latest     its current readings
 * @param energy     its energy, as far as it was read; empty if unknown
 * @param leastWatts its minimum power; empty if unknown
 * @param mostWatts  its maximum power; empty if unknown
 */
public record DeviceTotal(DeviceReading latest, Optional<EnergyTotal> energy, OptionalDouble leastWatts,
        OptionalDouble mostWatts) {}
