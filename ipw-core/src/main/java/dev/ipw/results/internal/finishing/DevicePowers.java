package dev.ipw.results.internal.finishing;

import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.activity.IdlePower;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.energy.internal.DeviceWarnings;
import dev.ipw.energy.internal.HeadlineDevices;
import dev.ipw.energy.internal.curve.PowerLimits;
import dev.ipw.run.DeviceTotals.IdleBaseline;
import dev.ipw.statistics.Statistics;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.SampleStore;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The idle power and the power limit of each device. */
final class DevicePowers {
    private static final int SPREADS_OF_A_DRIFT = 3;
    private static final double PART_OF_A_DRIFT = 0.05;
    private static final double PART_OF_OTHER_WORK = 0.1;
    private static final double MIN_OTHER_WORK_WATTS = 0.5;

    private final Map<DeviceSeries, Known> known = new HashMap<>();

    private DevicePowers() {}

    /** Returns powers of which nothing is known. */
    static DevicePowers none() {
        return new DevicePowers();
    }

    static DevicePowers of(SampleStore samples, RunClock clock, QuietTimes quiet) {
        DevicePowers powers = new DevicePowers();
        for (DeviceSeries device : HeadlineDevices.distinct(DeviceSeries.of(samples.energy()))) {
            Optional<IdlePower> before = IdlePower.over(device, quiet.before());
            Optional<IdlePower> after = IdlePower.over(device, quiet.after());
            Optional<IdlePower> rests = IdlePower.over(device, quiet.rests());
            Optional<IdlePower> within = IdlePower.over(device, quiet.within());
            boolean isContradicted = rests.isPresent() && within.isPresent()
                    && contradict(rests.get(), within.get());
            List<TimeSpan> idlePieces = isContradicted ? quiet.rests() : quiet.all();
            Optional<IdleBaseline> baseline = IdlePower.over(device, idlePieces).map(idle -> new IdleBaseline(
                    idle.watts(), idle.spreadWatts(), idle.pieces(), watts(before), watts(after),
                    clock.instant(clock.monotonicAnchorNanos() + idle.nanos()),
                    temperature(samples, device, idlePieces), otherProcesses(samples, device, idlePieces)));
            OptionalDouble least = Stream.of(before, after, within).flatMap(Optional::stream)
                    .mapToDouble(IdlePower::leastWatts).min();
            powers.known.put(device, new Known(baseline, before, after, within.filter(any -> isContradicted), least,
                    samples.limitWatts(device.device())));
        }
        return powers;
    }

    private static OptionalDouble watts(Optional<IdlePower> power) {
        return power.isPresent() ? OptionalDouble.of(power.get().watts()) : OptionalDouble.empty();
    }

    private static OptionalDouble temperature(SampleStore samples, DeviceSeries device,
            List<TimeSpan> pieces) {
        return statistics(Quantity.TEMPERATURE_CELSIUS, samples, device, pieces)
                .map(celsius -> OptionalDouble.of(celsius.median())).orElse(OptionalDouble.empty());
    }

    private static OptionalLong otherProcesses(SampleStore samples, DeviceSeries device,
            List<TimeSpan> pieces) {
        return statistics(Quantity.PROCESSES, samples, device, pieces)
                .map(count -> OptionalLong.of(Math.max(0, Math.round(count.maximum()) - 1)))
                .orElse(OptionalLong.empty());
    }

    private static Optional<Statistics> statistics(Quantity quantity, SampleStore samples, DeviceSeries device,
            List<TimeSpan> pieces) {
        Function<TimeSpan, DoubleStream> values = piece -> DoubleStream
                .of(samples.values(quantity, device.device(), piece));
        return Statistics.of(pieces.stream().flatMapToDouble(values).toArray());
    }

    Optional<IdleBaseline> baseline(DeviceSeries device) {
        return Optional.ofNullable(known.get(device)).flatMap(Known::baseline);
    }

    /** Returns the idle power and the limit of a device. */
    PowerLimits limits(DeviceSeries device) {
        return limits(device, baseline(device).stream().mapToDouble(IdleBaseline::watts).min());
    }

    /**
     * Returns the range of plausible powers of a reading: a power that a device drew in any quiet time is plausible at
     * any other.
     */
    PowerLimits plausible(DeviceSeries device) {
        return limits(device,
                Optional.ofNullable(known.get(device)).map(Known::leastWatts).orElse(OptionalDouble.empty()));
    }

    private PowerLimits limits(DeviceSeries device, OptionalDouble idleWatts) {
        OptionalDouble limit = Optional.ofNullable(known.get(device)).map(Known::limitWatts)
                .orElse(OptionalDouble.empty());
        // A limit that even the idle device exceeds is not reliable.
        return new PowerLimits(idleWatts,
                limit.orElse(Double.POSITIVE_INFINITY) > idleWatts.orElse(0) ? limit : OptionalDouble.empty());
    }

    /**
     * Returns whether the idle powers contradict each other. A machine at rest is never quite still: a difference of a
     * few watts does not mean that other work ran.
     */
    private static boolean contradict(IdlePower rests, IdlePower within) {
        return isApart(rests.watts(), within.watts(), rests.spreadWatts())
                && Math.abs(within.watts() - rests.watts()) > Math.max(MIN_OTHER_WORK_WATTS,
                        PART_OF_OTHER_WORK * rests.watts());
    }

    private static boolean isApart(double firstWatts, double otherWatts, double spreadWatts) {
        return Math.abs(otherWatts - firstWatts) > Math.max(SPREADS_OF_A_DRIFT * spreadWatts,
                PART_OF_A_DRIFT * firstWatts);
    }

    /** Returns warnings about the idle power of some devices. */
    List<String> warnings(List<DeviceSeries> devices) {
        DeviceWarnings warnings = new DeviceWarnings();
        for (DeviceSeries device : devices) {
            String name = device.device().name();
            Optional<Known> powers = Optional.ofNullable(known.get(device));
            warnings.add(name, List.of(), powers.flatMap(one -> one.drift(name)).stream().toList());
            warnings.add(name, List.of(), powers.flatMap(one -> one.contradiction(name)).stream().toList());
        }
        return warnings.sentences();
    }

    /**
     * The known powers of a device; its idle power within the run only where the rests beside the run contradict it.
     */
    private record Known(Optional<IdleBaseline> baseline, Optional<IdlePower> before, Optional<IdlePower> after,
            Optional<IdlePower> contradicted, OptionalDouble leastWatts, OptionalDouble limitWatts) {
        Optional<String> drift(String device) {
            return before.flatMap(first -> after
                    .filter(last -> isApart(first.watts(), last.watts(),
                            Math.max(first.spreadWatts(), last.spreadWatts())))
                    .map(last -> String.format(Locale.ROOT,
                            "%s drew %.1f W when idle before the run and %.1f W after it. "
                                    + "What the run used beyond idle is less certain than it looks; see that nothing else uses the "
                                    + "device, and warm up for longer.",
                            device, first.watts(), last.watts())));
        }

        Optional<String> contradiction(String device) {
            String when = before.isEmpty() ? "after" : after.isEmpty() ? "before" : "before and after";
            return contradicted.flatMap(within -> baseline.map(rests -> String.format(Locale.ROOT,
                    "%s drew %.1f W between the requests of the run, where nothing of it worked, and %.1f W in the rest %s it; its idle "
                            + "power is taken from the rest.",
                    device, within.watts(), rests.watts(), when)));
        }
    }
}
