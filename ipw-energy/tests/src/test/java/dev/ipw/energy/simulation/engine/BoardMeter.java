package dev.ipw.energy.simulation.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/** Poll the board as a sampler does: a counter and a power reading that the board renews at its own pace. */
final class BoardMeter {
    private final EngineSettings settings;
    private final BoardPower board;
    private final SplittableRandom random;
    private final double offsetMillijoules;

    BoardMeter(EngineSettings settings, BoardPower board, SplittableRandom random) {
        this.settings = settings;
        this.board = board;
        this.random = random;
        offsetMillijoules = Math.floor(random.nextDouble(0, 1e9));
    }

    List<DeviceReading> readings() {
        List<DeviceReading> readings = new ArrayList<>();
        double poll = settings.pollSeconds * 1e9;
        double renewal = board.startNanos();
        double next = renewal + settings.counterPeriodSeconds * 1e9 * random.nextDouble();
        long now = board.startNanos();
        for (long i = 0; now < board.endNanos(); i++) {
            while (next <= now) {
                renewal = next;
                next += settings.counterPeriodSeconds * 1e9 * Math.max(0.5, 1 + 0.02 * random.nextGaussian());
            }
            readings.add(new DeviceReading(now, counter((long) renewal), power((long) renewal)));
            long due = board.startNanos() + Math.round((i + 1) * poll)
                    + Workload.nanos(settings.pollJitterSeconds * random.nextExponential());
            now = Math.max(now + 1, due);
        }
        return readings;
    }

    private OptionalDouble counter(long nanos) {
        if (!settings.hasCounter) {
            return OptionalDouble.empty();
        }
        double counts = Math
                .floor((offsetMillijoules + 1_000 * board.joulesUntil(nanos)) / settings.counterMillijoules);
        return OptionalDouble.of(counts * settings.counterMillijoules);
    }

    private OptionalDouble power(long nanos) {
        if (!settings.hasPower) {
            return OptionalDouble.empty();
        }
        double seconds = Math.max(0.001, settings.averagingSeconds);
        long from = Math.max(board.startNanos(), nanos - Workload.nanos(seconds));
        double watts = nanos == from
                ? settings.idleWatts
                : (board.joulesUntil(nanos) - board.joulesUntil(from)) / ((nanos - from) * 1e-9);
        return OptionalDouble.of(Math.rint(1_000 * watts));
    }
}
