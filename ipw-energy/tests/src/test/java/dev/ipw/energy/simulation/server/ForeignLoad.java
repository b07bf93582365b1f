package dev.ipw.energy.simulation.server;

import java.util.SplittableRandom;

/** Another process on the board that comes and goes from slot to slot of time, and takes turns with the server's kernels. */
record ForeignLoad(double watts, double slotSeconds, long salt) {

    /** Its seconds on the board for each second that the server has. */
    double duty(double seconds) {
        SplittableRandom random = new SplittableRandom(salt + (long) (seconds / slotSeconds));
        return watts > 0 && random.nextBoolean() ? random.nextDouble(0.1, 0.9) : 0;
    }
}
