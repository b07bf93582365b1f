package dev.ipw.analysis.regression;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.internal.Attribution;
import dev.ipw.energy.attribution.internal.DeviceAttribution;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.curve.PowerLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;

/** A server that answers requests together, step by step, and whose costs of a step and a token are known. */
final class SteppedServer {
    static final double JOULES_PER_STEP = 2;
    static final double JOULES_PER_ANSWER_TOKEN = 0.3;
    static final double JOULES_PER_PROMPT_TOKEN = 0.004;
    private static final long STEP_NANOS = 25_000_000L;
    private static final long READING_NANOS = 20_000_000L;
    private static final long MOVEMENT_NANOS = 100_000_000L;
    private static final double IDLE_WATTS = 60;
    private static final double NOISE = 0.1;

    private final SplittableRandom random = new SplittableRandom(31);
    private final List<Served> served = new ArrayList<>();
    private final List<Double> joulesOfSteps = new ArrayList<>();

    /** A request: its tokens and the steps in which it was served, its prompt in the first of them. */
    record Served(int input, int output, int firstStep, List<Long> tokens) {
        long startNanos() {
            return firstStep * STEP_NANOS;
        }

        long firstNanos() {
            return tokens.getFirst();
        }

        long endNanos() {
            return tokens.getLast();
        }
    }

    /** Serve requests that come by chance, or always as many at a time. */
    SteppedServer(int requests, boolean byChance) {
        List<Served> open = new ArrayList<>();
        int begun = 0;
        for (int step = 0; begun < requests || !open.isEmpty(); step++) {
            double joules = 0;
            boolean comes = byChance ? random.nextInt(12) == 0 : open.size() < 6;
            while (begun < requests && comes) {
                Served next = new Served(50 + random.nextInt(800), 10 + random.nextInt(120), step, new ArrayList<>());
                open.add(next);
                served.add(next);
                joules += next.input() * JOULES_PER_PROMPT_TOKEN;
                begun++;
                comes = !byChance && open.size() < 6;
            }
            for (Served one : open) {
                one.tokens().add((step + 1) * STEP_NANOS);
                joules += JOULES_PER_ANSWER_TOKEN;
            }
            joulesOfSteps.add(open.isEmpty() ? 0 : (joules + JOULES_PER_STEP) * (1 + NOISE * random.nextGaussian()));
            open.removeIf(one -> one.tokens().size() == one.output());
        }
    }

    List<Served> served() {
        return served;
    }

    DeviceAttribution attributed() {
        List<RequestActivity> requests = new ArrayList<>();
        for (Served one : served) {
            requests.add(new RequestActivity("q" + requests.size(), one.startNanos(), OptionalLong.empty(),
                    OptionalLong.of(one.firstNanos()), one.endNanos(), one.input(), 0,
                    one.output(),
                    TokenTimes.of(one.tokens().stream().mapToLong(Long::longValue).toArray()), Set.of()));
        }
        return Attribution.of(series(), requests, AttributionRule.AUTO,
                new PowerLimits(OptionalDouble.of(IDLE_WATTS), OptionalDouble.of(700)));
    }

    private DeviceSeries series() {
        CounterRecorder counter = new CounterRecorder(
                new MeteredDevice("gpu-0", Scope.GPU, Provenance.MEASURED, "made counter", READING_NANOS), 1e-3,
                OptionalLong.empty(), OptionalDouble.empty());
        long end = (joulesOfSteps.size() + 40) * STEP_NANOS;
        for (long now = 0; now <= end; now += READING_NANOS) {
            counter.record(now, now, Math.round(1e3 * joulesUntil(now / MOVEMENT_NANOS * MOVEMENT_NANOS)));
        }
        return counter.series();
    }

    private double joulesUntil(long nanos) {
        double joules = IDLE_WATTS * nanos / 1e9;
        long whole = nanos / STEP_NANOS;
        for (int step = 0; step < Math.min(whole, joulesOfSteps.size()); step++) {
            joules += joulesOfSteps.get(step);
        }
        return joules;
    }
}
