package dev.ipw.energy.simulation.server;

import dev.ipw.energy.simulation.engine.EngineRequest;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** Writes requests down as their clients saw them, behind a network that delays, jitters and coalesces. */
record ClientLog(SplittableRandom random, long baseNanos, double delaySeconds, double streamShare, double bufferedShare,
        double countedShare, boolean logsCached) {

    static ClientLog drawn(SplittableRandom random, long baseNanos, boolean streams) {
        double streamShare = !streams ? 0 : random.nextBoolean() ? 1 : random.nextDouble(0.5, 1);
        return new ClientLog(random, baseNanos, random.nextDouble(0.0005, 0.03), streamShare,
                random.nextInt(3) > 0 ? 0 : random.nextDouble(0.1, 1), random.nextInt(3) > 0 ? 1 : random.nextDouble(),
                random.nextInt(4) > 0);
    }

    EngineRequest request(Sequence sequence) {
        boolean cancelled = sequence.generated >= sequence.cancelTokens;
        boolean streams = cancelled || random.nextDouble() < streamShare;
        boolean logsPieces = streams && random.nextDouble() < 0.95;
        double flushSeconds = random.nextDouble() < bufferedShare ? random.nextDouble(0.02, 0.25) : 0;
        double pathSeconds = delaySeconds * random.nextDouble(0.8, 1.5);
        int leftTokens = cancelled ? sequence.cancelTokens : sequence.generated;
        int outputTokens = leftTokens;
        double[] stamps = new double[sequence.emissions.size()];
        int[] counts = new int[stamps.length];
        int pieces = 0;
        for (Sequence.Emission emission : sequence.emissions) {
            double lateSeconds = random.nextDouble() < 0.001 ? random.nextDouble(0.2, 0.8) : 0;
            double stamp = emission.seconds() + pathSeconds - Math.log(1 - random.nextDouble()) * 0.15 * delaySeconds
                    + lateSeconds;
            stamp = flushSeconds > 0 ? Math.ceil(stamp / flushSeconds) * flushSeconds : stamp;
            int tokens = Math.min(emission.tokens(), leftTokens);
            if (tokens > 0 && (pieces == 0 || stamp > stamps[pieces - 1] + 1e-4)) {
                stamps[pieces++] = stamp;
            }
            // what comes behind a late piece comes together with it
            counts[pieces - 1] += tokens;
            leftTokens -= tokens;
        }
        double endSeconds = streams
                ? stamps[pieces - 1] + random.nextDouble(0.002)
                : sequence.finishedSeconds + pathSeconds;
        long[] tokenNanos = logsPieces
                ? Arrays.stream(stamps, 0, pieces).mapToLong(this::nanos).toArray()
                : new long[0];
        OptionalLong firstNanos = streams ? OptionalLong.of(nanos(stamps[0])) : OptionalLong.empty();
        return new EngineRequest(sequence.id, nanos(sequence.sentSeconds), firstNanos, nanos(endSeconds),
                sequence.inputTokens,
                outputTokens, logsCached ? OptionalInt.of(sequence.cachedTokens) : OptionalInt.empty(), tokenNanos,
                logsPieces && random.nextDouble() < countedShare ? Arrays.copyOf(counts, pieces) : new int[0]);
    }

    private long nanos(double seconds) {
        return baseNanos + Math.round(seconds * 1e9);
    }
}
