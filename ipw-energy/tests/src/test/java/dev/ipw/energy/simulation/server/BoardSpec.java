package dev.ipw.energy.simulation.server;

import java.util.SplittableRandom;

/** The numbers of a board, or of several alike that work as one. */
record BoardSpec(double flopsPerSecond, double bytesPerSecond, double linkBytesPerSecond, double restWatts,
        double awakeWatts,
        double limitWatts, PowerCurve curve, double rangeWatts, double kernelWatts, double computeWatts,
        double memoryWatts,
        double linkWatts) {

    /** Teraflops, gigabytes per second of memory and of link, watts at rest, awake and at most. */
    private static final double[][] MARKET = {
            {990, 3350, 300, 70, 115, 700},
            {312, 2040, 200, 52, 82, 400},
            {362, 864, 24, 34, 78, 350},
            {990, 4800, 300, 76, 122, 700},
            {1300, 5300, 320, 135, 185, 750}};

    static BoardSpec drawn(PowerCurve curve, int boards, double limitShare, SplittableRandom random) {
        double[] board = MARKET[random.nextInt(MARKET.length)];
        double rangeWatts = boards * (board[5] - board[4]);
        return new BoardSpec(boards * board[0] * 1e12 * random.nextDouble(0.45, 0.7),
                boards * board[1] * 1e9 * random.nextDouble(0.7, 0.9),
                board[2] * 1e9 * random.nextDouble(0.5, 0.9), boards * board[3], boards * board[4],
                boards * board[5] * limitShare, curve,
                rangeWatts, rangeWatts * curve.kernelShare * random.nextDouble(0.8, 1.2),
                rangeWatts * random.nextDouble(0.55, 0.85),
                rangeWatts * random.nextDouble(0.35, 0.6), rangeWatts * random.nextDouble(0.1, 0.25));
    }

    StepCost cost(Work work, Condition condition) {
        double computeSeconds = work.flops() / (flopsPerSecond * condition.clock());
        // slow cores do not ask fast enough to fill the memory's lanes
        double memoryPace = Math.min(1, 0.4 + 0.65 * condition.clock());
        double memorySeconds = work.bytes() / (bytesPerSecond * memoryPace);
        double linkSeconds = work.linkBytes() / linkBytesPerSecond;
        double computeSquare = computeSeconds * computeSeconds;
        double memorySquare = memorySeconds * memorySeconds;
        // the two overlap well but never wholly
        double busySeconds = Math.sqrt(Math.sqrt(computeSquare * computeSquare + memorySquare * memorySquare));
        double seconds = (busySeconds * work.stretch() + linkSeconds + work.launchSeconds()) * condition.slowness();
        double compute = computeWatts * condition.clockPower() * computeSeconds / seconds;
        double memory = memoryWatts * memoryPace * memorySeconds / seconds;
        double link = linkWatts * linkSeconds / seconds;
        double scale = curve.watts(compute, memory, link, rangeWatts) * condition.dataFactor() * seconds
                / (compute + memory + link);
        double constantWatts = awakeWatts + condition.leakWatts() + kernelWatts * condition.clock();
        return new StepCost(seconds, constantWatts * seconds, compute * scale, memory * scale, link * scale);
    }
}
