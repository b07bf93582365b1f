/**
 * The joules of every request of a running model server, live. {@link EnergyMeter} is the entry point for gateways
 * written in Java.
 */
@NullMarked
package dev.ipw.meter;

import org.jspecify.annotations.NullMarked;
