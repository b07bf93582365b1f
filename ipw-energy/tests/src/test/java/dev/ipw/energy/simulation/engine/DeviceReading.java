package dev.ipw.energy.simulation.engine;

import java.util.OptionalDouble;

/**
 * One poll of the board's meter.
 *
 * @param timeNanos         when the poll returned
 * @param counterMillijoules the energy counter; empty where the board has none
 * @param powerMilliwatts    the power reading; empty where the board has none
 */
public record DeviceReading(long timeNanos, OptionalDouble counterMillijoules, OptionalDouble powerMilliwatts) {}
