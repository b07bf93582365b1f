package dev.ipw.telemetry.hardware.processor;

/**
 * Name a logical processor through which the counters of its package, or of its die, are read.
 *
 * @param processor     the logical processor's number
 * @param packageNumber the number of its package
 * @param device        the package's name, as powercap has it: {@code package-0}, or {@code package-0-die-1} where packages
 *                      have several dies
 */
public record PackageProcessor(int processor, int packageNumber, String device) {}
