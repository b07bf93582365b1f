package dev.ipw.telemetry.hardware.processor;

/**
 * A logical processor through which the counters of its package, or of its die, are read.
 *
 * @param processor     the logical processor's number
 * @param packageNumber the number of its package
 * @param device        the package's name, as in powercap: {@code package-0}, or {@code package-0-die-1} if packages
 *                      have several dies
 */
public record PackageProcessor(int processor, int packageNumber, String device) {}
