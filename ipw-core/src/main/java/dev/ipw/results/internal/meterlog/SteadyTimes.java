package dev.ipw.results.internal.meterlog;

/** A codec of times that follow each other at a steady pace: each step by its difference from the mean step so far. */
final class SteadyTimes {
    private static final int STEPS_IN_MEAN = 8;

    private boolean begun;
    private boolean isPaced;
    private long last;
    private long meanStep;

    void write(long time, PackedOutput out) {
        out.signed(time - last - meanStep);
        advance(time);
    }

    long read(PackedInput in) {
        long time = last + meanStep + in.signed();
        advance(time);
        return time;
    }

    private void advance(long time) {
        if (begun) {
            long step = time - last;
            meanStep += isPaced ? (step - meanStep) / STEPS_IN_MEAN : step - meanStep;
            isPaced = true;
        }
        begun = true;
        last = time;
    }
}
