package dev.ipw.energy.simulation.server;

import dev.ipw.energy.simulation.engine.DeviceReading;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/** The meter of the boards and the poller that reads it; a counter where averagingSeconds is zero. */
record Meter(double gain, double lagSeconds, double pollSeconds, double renewSeconds, double averagingSeconds) {

    static Meter drawn(SplittableRandom random) {
        double gain = 1 + random.nextDouble(-0.05, 0.05);
        double pollSeconds = random.nextDouble(0.02, 0.1);
        double renewSeconds = random.nextDouble(0.02, 0.1);
        return switch (random.nextInt(6)) {
            case 0, 1, 2 -> new Meter(gain, random.nextDouble(0.03), pollSeconds, renewSeconds, 0);
            case 3 -> new Meter(gain, random.nextDouble(0.1), 1, random.nextBoolean() ? 1 : renewSeconds, 0);
            // some boards look at only a part of the time between renewals
            case 4 -> new Meter(gain, random.nextDouble(0.05), pollSeconds, renewSeconds,
                    renewSeconds * random.nextDouble(0.25, 1));
            default -> new Meter(gain, random.nextDouble(0.05), random.nextDouble(0.05, 0.2), 0.1, 1);
        };
    }

    List<DeviceReading> read(List<Timeline> boards, long baseNanos, SplittableRandom random) {
        double[] phaseSeconds = random.doubles(boards.size(), 0, renewSeconds).toArray();
        double offsetMillijoules = random.nextLong(1_000_000_000_000L);
        List<DeviceReading> readings = new ArrayList<>();
        double seconds = 1.2 + random.nextDouble(pollSeconds);
        while (seconds < boards.getFirst().seconds()) {
            double sum = 0;
            for (int i = 0; i < phaseSeconds.length; i++) {
                double renewed = Math.floor((seconds - phaseSeconds[i]) / renewSeconds) * renewSeconds + phaseSeconds[i]
                        - lagSeconds;
                double joules = boards.get(i).joulesUntil(renewed);
                double watts = (joules - boards.get(i).joulesUntil(renewed - averagingSeconds)) / averagingSeconds;
                sum += Math.rint(
                        1000 * gain * (averagingSeconds > 0 ? watts * (1 + random.nextDouble(-0.005, 0.005)) : joules));
            }
            long timeNanos = baseNanos + Math.round((seconds + random.nextDouble(0.001)) * 1e9);
            readings.add(averagingSeconds > 0
                    ? new DeviceReading(timeNanos, OptionalDouble.empty(), OptionalDouble.of(sum))
                    : new DeviceReading(timeNanos, OptionalDouble.of(offsetMillijoules + sum), OptionalDouble.empty()));
            seconds += pollSeconds * random.nextDouble(0.97, 1.1)
                    + (random.nextInt(1000) == 0 ? random.nextDouble(0.1, 1.5) : 0);
        }
        return readings;
    }
}
