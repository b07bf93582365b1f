package dev.ipw.telemetry.hardware.processor;

import dev.ipw.energy.Scope;

/** Name what the registers of a package count, and say in words how that relates to the package. */
public final class PackageDevices {
    private PackageDevices() {}

    /**
     * Returns why a counter is not added to the packages.
     *
     * @param scope what it counts
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
     * Names what a package's register counts, as powercap names its zones, so that what several collectors read counts once.
     *
     * @param place  the package
     * @param scope  what is counted
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
