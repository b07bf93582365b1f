package dev.ipw.telemetry.hardware.emi;

import dev.ipw.energy.Scope;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One channel of an energy meter.
 *
 * @param index its place among the device's channels
 * @param name  its name in Windows
 * @param unit  the number of its unit
 */
record MeterChannel(int index, String name, int unit) {
    private static final int PICOWATT_HOURS = 0;
    private static final Pattern RAPL = Pattern.compile("RAPL_Package(\\d{1,4})_(PKG|PP0|PP1|DRAM)",
            Pattern.CASE_INSENSITIVE);

    /** Returns the part of the machine that it counts; empty if that, or its unit, is not known here. */
    Optional<Place> place() {
        Matcher rapl = RAPL.matcher(name);
        if (unit != PICOWATT_HOURS || !rapl.matches()) {
            return Optional.empty();
        }
        Scope scope = switch (rapl.group(2).toUpperCase(Locale.ROOT)) {
            case "PKG" -> Scope.PACKAGE;
            case "PP0" -> Scope.CORE;
            case "PP1" -> Scope.UNCORE;
            default -> Scope.DRAM;
        };
        String processor = "package-" + Integer.parseInt(rapl.group(1));
        return Optional.of(new Place(scope == Scope.PACKAGE ? processor : processor + "-" + scope.label(), scope));
    }

    /** Returns its name for a reader, with its unit if that is the reason why it is not read. */
    String described() {
        return unit == PICOWATT_HOURS ? name : name + " (unit " + unit + ")";
    }

    /**
     * The part of the machine that a channel counts.
     *
     * @param device its name, as other collectors give it
     * @param scope  the part of the machine
     */
    record Place(String device, Scope scope) {}
}
