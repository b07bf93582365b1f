package dev.ipw.cli.monitor;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Hold the totals of a device since the beginning.
 *
 * @param latest     what it shows now
 * @param energy     what it has used, as far as it was read; empty if unknown
 * @param leastWatts the least it drew; empty if unknown
 * @param mostWatts  the most it drew; empty if unknown
 */
public record DeviceTotal(DeviceReading latest, Optional<EnergyTotal> energy, OptionalDouble leastWatts,
        OptionalDouble mostWatts) {}
