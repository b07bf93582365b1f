package dev.ipw.energy.simulation.accelerator;

/**
 * The time and the power of a step of the engine on its boards.
 *
 * @param flopsPerSecond             compute rate at full clock
 * @param bytesPerSecond             memory rate
 * @param weightBytes                bytes of weights that each step reads once
 * @param overheadSeconds            time of each step in which neither is busy
 * @param overheadSecondsPerSequence the same for each sequence in the step
 * @param idleWatts                  power of boards at rest
 * @param constantWatts              power beyond that whenever a step runs
 * @param computeWatts               power of compute units that are busy at full clock
 * @param memoryWatts                power of memory that is busy
 */
record StepPhysics(double flopsPerSecond, double bytesPerSecond, double weightBytes, double overheadSeconds,
        double overheadSecondsPerSequence, double idleWatts, double constantWatts, double computeWatts,
        double memoryWatts) {
    private static final double OVERLAP = 0.15;
    private static final double COMPUTE_EXPONENT = 0.9;
    private static final double MEMORY_EXPONENT = 0.8;
    private static final double CLOCK_EXPONENT = 2.4;

    /** A step's work: operations, bytes of keys and values, and sequences. */
    record Load(double flops, double bytes, int sequences) {
        static final Load NONE = new Load(0, 0, 0);

        Load plus(Load other) {
            return new Load(flops + other.flops, bytes + other.bytes, sequences + other.sequences);
        }
    }

    /** A step's time, and its joules by what drew them. */
    record Cost(double seconds, double restJoules, double computeJoules, double memoryJoules) {
        double joules() {
            return restJoules + computeJoules + memoryJoules;
        }
    }

    /** Returns the cost at a clock that is a part of the full one. */
    Cost cost(Load load, double clock) {
        if (load.sequences() == 0) {
            return new Cost(0, 0, 0, 0);
        }
        double compute = load.flops() / (flopsPerSecond * clock);
        double memory = (weightBytes + load.bytes()) / bytesPerSecond;
        double seconds = Math.max(compute, memory) + OVERLAP * Math.min(compute, memory) + overheadSeconds
                + overheadSecondsPerSequence * load.sequences();
        return new Cost(seconds, (idleWatts + constantWatts) * seconds,
                computeWatts * Math.pow(compute / seconds, COMPUTE_EXPONENT) * Math.pow(clock, CLOCK_EXPONENT)
                        * seconds,
                memoryWatts * Math.pow(memory / seconds, MEMORY_EXPONENT) * seconds);
    }

    /** Returns the highest clock, up to a given one, at which a step stays below a power. */
    double clockBelow(double watts, Load load, double highest) {
        double low = 0.4;
        double high = highest;
        for (int i = 0; i < 20; i++) {
            Cost cost = cost(load, high);
            if (cost.joules() <= watts * cost.seconds()) {
                return high;
            }
            double middle = (low + high) / 2;
            Cost at = cost(load, middle);
            if (at.joules() <= watts * at.seconds()) {
                low = middle;
                if (high - low < 0.002) {
                    return low;
                }
            } else {
                high = middle;
            }
        }
        return low;
    }
}
