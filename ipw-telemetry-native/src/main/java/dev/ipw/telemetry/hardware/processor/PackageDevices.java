package dev.ipw.telemetry.hardware.processor;

import dev.ipw.energy.Scope;

/** The names of the counters of a package, and their relation to the package in words. */
public final class PackageDevices {
    private PackageDevices() {}

    /**
     * Returns why a counter is not added to the packages.
     *
     * @param scope the scope of the counter
     * @return the end of a sentence; blank if it is added
     */
    public static String remark(Scope scope) {
        return switch (scope) {
            case CORE, UNCORE -> "; part of its package and not added to it";
            case PSYS -> "; contains the packages and is not added to them";
            default -> "";
        };
    }

    /**
     * Returns the name of a package's counter, in the form of powercap's zones, so that the same counter of several
     * collectors counts once.
     *
     * @param place the package
     * @param scope the scope of the counter
     * @return for example {@code package-0-dram}
     */
    public static String device(PackageProcessor place, Scope scope) {
        return switch (scope) {
            case PSYS -> place.packageNumber() == 0 ? "psys" : "psys-" + place.packageNumber();
            case PACKAGE -> place.device();
            default -> place.device() + "-" + scope.label();
        };
    }
}
