package dev.ipw.engine.quality;

import java.util.function.LongSupplier;

/** Read the two clocks of the machine: the one that all times are taken from, and the one on the wall. */
record Clocks(LongSupplier nanos, LongSupplier wall) {
    static Clocks system() {
        return new Clocks(System::nanoTime, System::currentTimeMillis);
    }

    long nanoTime() {
        return nanos.getAsLong();
    }

    long wallMillis() {
        return wall.getAsLong();
    }
}
