package dev.ipw.telemetry.recorded;

import dev.ipw.telemetry.Quantity;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The units in which other programs write a quantity; a small m is always a thousandth. */
final class Unit {
    private static final Map<String, Double> JOULES = Map.ofEntries(Map.entry("j", 1.0), Map.entry("joule", 1.0),
            Map.entry("joules", 1.0), Map.entry("mj", 1e-3), Map.entry("uj", 1e-6), Map.entry("kj", 1e3),
            Map.entry("wh", 3600.0), Map.entry("kwh", 3.6e6));
    private static final Map<String, Double> WATTS = Map.of("w", 1.0, "watt", 1.0, "watts", 1.0, "mw", 1e-3, "uw",
            1e-6, "kw", 1e3);
    private static final Map<String, Double> PERCENT = Map.of("%", 1.0, "percent", 1.0, "pct", 1.0);
    private static final Map<String, Double> BYTES = Map.of("b", 1.0, "bytes", 1.0, "kib", 0x1p10, "mib", 0x1p20,
            "gib", 0x1p30);
    private static final Map<String, Double> CELSIUS = Map.of("c", 1.0, "celsius", 1.0, "\u00b0c", 1.0);
    private static final Map<String, Double> MEGAHERTZ = Map.of("mhz", 1.0, "megahertz", 1.0, "hz", 1e-6, "ghz", 1e3);
    private static final Map<String, Double> NANOS = Map.of("ns", 1.0, "nanos", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9,
            "sec", 1e9, "seconds", 1e9);

    private Unit() {}

    /** Returns the size of a unit in the quantity's own unit (joules for energy); empty if it is not such a unit. */
    static OptionalDouble factor(Quantity quantity, String unit) {
        Map<String, Double> units = switch (quantity) {
            case ENERGY_COUNTER -> JOULES;
            case POWER_WATTS -> WATTS;
            case UTILIZATION_PERCENT -> PERCENT;
            case MEMORY_USED_BYTES, MEMORY_TOTAL_BYTES -> BYTES;
            case TEMPERATURE_CELSIUS -> CELSIUS;
            case CLOCK_MEGAHERTZ -> MEGAHERTZ;
            default -> Map.of();
        };
        return known(units, unit);
    }

    /** Returns the nanoseconds of a unit of time; empty if it is not one. */
    static OptionalDouble nanos(String unit) {
        return known(NANOS, unit);
    }

    private static OptionalDouble known(Map<String, Double> units, String unit) {
        return Optional.ofNullable(units.get(unit.toLowerCase(Locale.ROOT))).map(OptionalDouble::of)
                .orElseGet(OptionalDouble::empty);
    }
}
