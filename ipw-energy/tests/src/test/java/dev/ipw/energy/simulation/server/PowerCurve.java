package dev.ipw.energy.simulation.server;

/** How the watts of a board grow with what its units do. */
enum PowerCurve {
    LINEAR(0.10, 1.4), CONCAVE(0.05, 1.6), SATURATING(0.08, 1.5), FLOORED(0.40, 1.2), CLOCKED(0.12, 2.8),
    PER_OPERATION(0, 2),
    BUSIEST_UNIT(0.10, 1.6);

    /** The share of the range that any running kernel draws, whatever it does. */
    final double kernelShare;
    final double clockExponent;

    PowerCurve(double kernelShare, double clockExponent) {
        this.kernelShare = kernelShare;
        this.clockExponent = clockExponent;
    }

    double watts(double computeWatts, double memoryWatts, double linkWatts, double rangeWatts) {
        double sumWatts = computeWatts + memoryWatts + linkWatts;
        return switch (this) {
            case LINEAR, CLOCKED, PER_OPERATION -> sumWatts;
            case FLOORED -> 0.6 * sumWatts;
            case CONCAVE -> rangeWatts * Math.pow(sumWatts / rangeWatts, 0.6);
            case SATURATING -> 1.1 * rangeWatts * (1 - Math.exp(-1.8 * sumWatts / rangeWatts));
            case BUSIEST_UNIT ->
                1.15 * Math.max(computeWatts, memoryWatts) + 0.3 * Math.min(computeWatts, memoryWatts) + linkWatts;
        };
    }
}
