package dev.ipw.energy.simulation.accelerator;

import dev.ipw.energy.simulation.engine.DeviceReading;
import dev.ipw.energy.simulation.engine.EngineRequest;
import dev.ipw.energy.simulation.engine.TwoTruthTrace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;

/**
 * The log and the readings of an engine of the second family, and the two truths.
 *
 * @param requests         logged requests
 * @param readings         of the boards, all together
 * @param idleWatts        power of the boards at rest, as the meter shows it
 * @param limitWatts       their power limit
 * @param averagingSeconds time over which a power reading is a mean; empty where there is a counter
 * @param truth            of each request by its id: compute joules by operations, memory joules by bytes, all else in equal parts
 */
public record AcceleratorTrace(List<EngineRequest> requests, List<DeviceReading> readings, double idleWatts,
        double limitWatts, OptionalDouble averagingSeconds, Map<String, Truth> truth) implements TwoTruthTrace {
    private static final double ORIGIN_SECONDS = 1_000;

    static AcceleratorTrace generate(Settings settings, SplittableRandom random) {
        List<Replica> replicas = new ArrayList<>();
        for (int i = 0; i < settings.replicas; i++) {
            Replica replica = new Replica(settings, random.split());
            replica.run();
            replicas.add(replica);
        }
        double gain = random.nextDouble(0.95, 1.05);
        double delay = random.nextDouble(0.0003, 0.0015);
        List<EngineRequest> requests = new ArrayList<>();
        Map<String, Truth> truth = new LinkedHashMap<>();
        for (Replica replica : replicas) {
            for (Replica.Job job : replica.jobs()) {
                String id = "r" + requests.size();
                requests.add(logged(id, job, settings, delay, random));
                truth.put(id, new Truth(gain * job.ownedJoules, gain * job.ownedPromptJoules,
                        gain * job.shapleyJoules));
            }
        }
        List<EnergyLine> lines = replicas.stream().map(Replica::energy).toList();
        return new AcceleratorTrace(requests, readings(settings, lines, gain, random), gain * settings.restWatts(),
                settings.limitWatts(), switch (settings.meter) {
                    case COUNTER -> OptionalDouble.empty();
                    case POWER_25_MS -> OptionalDouble.of(0.025);
                    case POWER_1_S -> OptionalDouble.of(1);
                }, truth);
    }

    private static EngineRequest logged(String id, Replica.Job job, Settings settings, double delay,
            SplittableRandom random) {
        long[] nanos = new long[job.stamps.size()];
        int[] counts = new int[nanos.length];
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = Math.max(nanos(job.stamps.get(i)[0] + delay + 0.0001 * random.nextExponential()),
                    i == 0 ? 0 : nanos[i - 1] + 1);
            counts[i] = (int) job.stamps.get(i)[1];
        }
        return new EngineRequest(id, nanos(job.startSeconds - delay), OptionalLong.of(nanos[0]),
                nanos[nanos.length - 1], job.prompt, job.output,
                settings.cacheSaid ? OptionalInt.of(job.cached) : OptionalInt.empty(), nanos, counts);
    }

    private static long nanos(double seconds) {
        return Math.round(1e9 * (ORIGIN_SECONDS + seconds));
    }

    private static List<DeviceReading> readings(Settings settings, List<EnergyLine> lines, double gain,
            SplittableRandom random) {
        List<DeviceReading> readings = new ArrayList<>();
        double end = lines.stream().mapToDouble(EnergyLine::endSeconds).max().orElseThrow();
        double pause = settings.meter == Settings.Meter.COUNTER
                ? 0.02
                : settings.meter == Settings.Meter.POWER_25_MS
                        ? 0.025
                        : 0.1;
        double renewal = random.nextDouble(0.1);
        for (double now = 0.001; now < end; now += pause + 0.0005 * random.nextDouble()) {
            // A reading is stamped some time after the value was taken.
            double taken = Math.max(0, now - random.nextDouble(0.003, 0.007));
            if (settings.meter == Settings.Meter.COUNTER) {
                double renewed = Math.max(0, renewal + 0.1 * Math.floor((taken - renewal) / 0.1));
                readings.add(new DeviceReading(nanos(now),
                        OptionalDouble.of(Math.floor(1e3 * gain * joules(lines, renewed))), OptionalDouble.empty()));
            } else {
                double mean = settings.meter == Settings.Meter.POWER_25_MS ? 0.025 : 1;
                double watts = taken < mean
                        ? settings.restWatts()
                        : (joules(lines, taken) - joules(lines, taken - mean)) / mean;
                readings.add(new DeviceReading(nanos(now), OptionalDouble.empty(),
                        OptionalDouble.of(Math.rint(1e3 * gain * watts))));
            }
        }
        return readings;
    }

    private static double joules(List<EnergyLine> lines, double seconds) {
        double sum = 0;
        for (EnergyLine line : lines) {
            sum += line.joulesUntil(seconds);
        }
        return sum;
    }
}
