package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import dev.ipw.energy.internal.CounterRecorder;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.PowerRecorder;
import dev.ipw.energy.internal.curve.PowerLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;

/**
 * Draw a short series with whatever can befall one, and requests as awkward as they come: the counter may move in steps or
 * stand still, start anew or pass its range, readings may be missing, and requests may take no time, be the same, overlap,
 * lie partly or wholly outside, come without tokens, with stamps that coincide, or be served by another device.
 */
final class RandomSchedule {
    private static final long MILLI = 1_000_000L;
    private static final long RANGE = 100_000;

    private final Random random;
    private final DeviceSeries series;
    private final List<RequestActivity> requests = new ArrayList<>();
    private final PowerLimits limits;
    private final long endNanos;

    RandomSchedule(long seed) {
        random = new Random(seed);
        long pollNanos = MILLI * random.nextInt(5, 120);
        int readings = random.nextInt(2, 90);
        endNanos = pollNanos * readings;
        series = random.nextInt(4) == 0 ? power(pollNanos, readings) : counter(pollNanos, readings);
        int count = random.nextInt(13);
        for (int i = 0; i < count; i++) {
            requests.add(random.nextInt(6) == 0 && i > 0 ? copy(i, requests.get(random.nextInt(i))) : request(i));
        }
        limits = new PowerLimits(
                random.nextBoolean() ? OptionalDouble.of(random.nextDouble(120)) : OptionalDouble.empty(),
                random.nextBoolean() ? OptionalDouble.of(300 + random.nextDouble(900)) : OptionalDouble.empty());
    }

    DeviceSeries series() {
        return series;
    }

    List<RequestActivity> requests() {
        return requests;
    }

    PowerLimits limits() {
        return limits;
    }

    private static MeteredDevice device(Provenance provenance, long pollNanos) {
        return new MeteredDevice("gpu0", Scope.GPU, provenance, "test gpu0", pollNanos);
    }

    private DeviceSeries counter(long pollNanos, int readings) {
        boolean wraps = random.nextInt(4) == 0;
        CounterRecorder recorder = new CounterRecorder(device(Provenance.MEASURED, pollNanos), 1e-3,
                wraps ? OptionalLong.of(RANGE) : OptionalLong.empty(), OptionalDouble.empty());
        int readingsOfAStep = random.nextInt(1, 8);
        long used = random.nextInt(50_000);
        long shown = used;
        double watts = 60;
        long now = 0;
        for (int i = 0; i < readings; i++) {
            watts = random.nextInt(6) == 0 ? random.nextDouble(700) : watts;
            watts = random.nextInt(20) == 0 ? 0 : watts;
            long step = nextStep(pollNanos);
            now += step;
            used += (long) (watts * step / 1e6);
            used = random.nextInt(40) == 0 ? random.nextInt(1000) : used;
            shown = i % readingsOfAStep == 0 ? used : shown;
            recorder.record(now, now + random.nextInt(100_000), wraps ? shown % RANGE : shown);
        }
        return recorder.series();
    }

    private DeviceSeries power(long pollNanos, int readings) {
        PowerRecorder recorder = new PowerRecorder(device(Provenance.INTEGRATED, pollNanos));
        long now = 0;
        for (int i = 0; i < readings; i++) {
            now += nextStep(pollNanos);
            recorder.record(now, now + random.nextInt(100_000), random.nextDouble(700));
        }
        return recorder.series();
    }

    /** Mostly about a period; at times several, and at times longer than any bridge. */
    private long nextStep(long pollNanos) {
        return switch (random.nextInt(30)) {
            case 0 -> pollNanos * random.nextInt(2, 40);
            case 1 -> random.nextInt(8) == 0 ? 12_000 * MILLI : 1;
            default -> pollNanos - pollNanos / 10 + random.nextLong(pollNanos / 5);
        };
    }

    private RequestActivity copy(int index, RequestActivity of) {
        return new RequestActivity("r" + index, of.startNanos(), of.prefillStartNanos(), of.firstTokenNanos(),
                of.endNanos(), of.inputTokens(), of.cachedInputTokens(), of.outputTokens(), of.tokens(), of.devices());
    }

    private RequestActivity request(int index) {
        long start = moment();
        long end = random.nextInt(8) == 0 ? start : start + random.nextLong(endNanos + 1);
        OptionalLong first = random.nextInt(4) == 0
                ? OptionalLong.empty()
                : OptionalLong.of(start + random.nextLong(end - start + 1));
        OptionalLong prefill = random.nextInt(3) == 0
                ? OptionalLong.of(start + random.nextLong(first.orElse(end) - start + 1))
                : OptionalLong.empty();
        int output = random.nextInt(40);
        TokenTimes tokens = first.isPresent() && random.nextInt(3) > 0
                ? tokens(first.getAsLong(), end, random.nextInt(1, 40))
                : TokenTimes.NONE;
        Set<String> devices = switch (random.nextInt(12)) {
            case 0 -> Set.of("gpu1");
            case 1 -> Set.of("gpu0", "gpu1");
            default -> Set.of();
        };
        return new RequestActivity("r" + index, start, prefill, first, end, random.nextInt(2000),
                random.nextInt(3) == 0 ? random.nextInt(2500) : 0, output, tokens, devices);
    }

    /** Anywhere in the run or a little outside, often where another request begins or ends or a reading was taken. */
    private long moment() {
        if (!requests.isEmpty() && random.nextInt(3) == 0) {
            RequestActivity other = requests.get(random.nextInt(requests.size()));
            return random.nextBoolean() ? other.startNanos() : other.endNanos();
        }
        return random.nextInt(10) == 0
                ? series.firstNanos().orElse(0)
                : random.nextLong(-endNanos / 4, endNanos + endNanos / 4);
    }

    private TokenTimes tokens(long first, long end, int count) {
        long[] nanos = new long[count];
        nanos[0] = first;
        for (int i = 1; i < count; i++) {
            nanos[i] = random.nextInt(4) == 0 ? first : first + random.nextLong(end - first + 1);
        }
        Arrays.sort(nanos);
        if (random.nextInt(3) > 0) {
            return TokenTimes.of(nanos);
        }
        return TokenTimes.of(nanos, random.ints(count, 0, 5).toArray());
    }
}
