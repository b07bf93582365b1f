package dev.ipw.quality.internal;

import java.util.function.LongSupplier;

/** The two clocks of the machine: that of all times, and the wall clock. */
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
