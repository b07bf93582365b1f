package dev.ipw.energy.simulation.engine;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/** What the client sees of a request: when its pieces came, as well or badly as its log tells. */
final class ClientLog {
    private final EngineSettings settings;
    private final EngineSimulation engine;
    private final SplittableRandom random;
    private final boolean oneChunkAStep;
    private final boolean firstTokenAlone;

    ClientLog(EngineSettings settings, EngineSimulation engine, SplittableRandom random) {
        this.settings = settings;
        this.engine = engine;
        this.random = random;
        oneChunkAStep = random.nextBoolean();
        firstTokenAlone = random.nextBoolean();
    }

    /** Log a request and note on it when the client had the first token and the end. */
    EngineRequest log(SimulatedRequest request) {
        int tokens = request.outputTokens;
        long[] stamps = new long[tokens];
        int[] counts = new int[tokens];
        int pieces = 0;
        long latest = request.startNanos + 1_000;
        for (int token = 0; token < tokens;) {
            int last = pieceEnd(request, token);
            latest = Math.max(latest, stamp(request.stepOfToken(last)));
            stamps[pieces] = latest;
            counts[pieces++] = last + 1 - token;
            token = last + 1;
        }
        request.clientFirstNanos = stamps[0];
        request.clientEndNanos = latest + Workload.nanos(random.nextDouble(0, 0.0003));
        boolean absent = settings.stamps == EngineSettings.Stamps.ABSENT;
        boolean counted = !absent && pieces < tokens && settings.countsLogged;
        return new EngineRequest("r" + request.number, request.startNanos,
                settings.firstTokenLogged ? OptionalLong.of(stamps[0]) : OptionalLong.empty(), request.clientEndNanos,
                request.inputTokens, tokens,
                settings.cacheLogged ? OptionalInt.of(request.cachedTokens) : OptionalInt.empty(),
                absent ? new long[0] : Arrays.copyOf(stamps, pieces),
                counted ? Arrays.copyOf(counts, pieces) : new int[0]);
    }

    /** Return the last token of the piece that begins with {@code token}. */
    private int pieceEnd(SimulatedRequest request, int token) {
        int last = request.outputTokens - 1;
        if (settings.stamps == EngineSettings.Stamps.COALESCED) {
            return token == 0 && firstTokenAlone ? 0 : Math.min(last, token + settings.coalescedTokens - 1);
        }
        int end = token;
        while (oneChunkAStep && end < last && request.stepOfToken(end + 1) == request.stepOfToken(token)) {
            end++;
        }
        return end;
    }

    private long stamp(int step) {
        boolean late = settings.stamps == EngineSettings.Stamps.LATE_BY_A_STEP;
        double seconds = settings.networkSeconds + 0.0001 * random.nextExponential();
        if (settings.stamps == EngineSettings.Stamps.JITTERED) {
            seconds += 0.001 * random.nextGaussian();
        } else if (settings.stamps == EngineSettings.Stamps.LATE) {
            seconds += 0.005;
        }
        return engine.sentNanos(step, settings.deliverySteps + (late ? 1 : 0)) + Workload.nanos(seconds);
    }
}
