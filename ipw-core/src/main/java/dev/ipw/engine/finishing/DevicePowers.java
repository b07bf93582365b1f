package dev.ipw.engine.finishing;

import dev.ipw.energy.TimeSpan;
import dev.ipw.engine.attribution.IdlePower;
import dev.ipw.engine.curve.PowerLimits;
import dev.ipw.engine.energy.DeviceSeries;
import dev.ipw.engine.energy.HeadlineDevices;
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

/** Hold the idle power and the power limit of each device. */
final class DevicePowers {
    private static final int SPREADS_OF_A_DRIFT = 3;
    private static final double PART_OF_A_DRIFT = 0.05;

    private final Map<DeviceSeries, Known> known = new HashMap<>();

    private DevicePowers() {}

    /** Know nothing. */
    static DevicePowers none() {
        return new DevicePowers();
    }

    static DevicePowers of(SampleStore samples, RunClock clock, QuietTimes quiet) {
        DevicePowers powers = new DevicePowers();
        for (DeviceSeries device : HeadlineDevices.distinct(DeviceSeries.of(samples.energy()))) {
            Optional<IdlePower> before = IdlePower.over(device, quiet.before());
            Optional<IdlePower> after = IdlePower.over(device, quiet.after());
            Optional<IdleBaseline> baseline = IdlePower.over(device, quiet.all()).map(idle -> new IdleBaseline(
                    idle.watts(), idle.spreadWatts(), idle.pieces(), watts(before), watts(after),
                    clock.instant(clock.monotonicAnchorNanos() + idle.nanos()), temperature(samples, device, quiet),
                    otherProcesses(samples, device, quiet)));
            powers.known.put(device, new Known(baseline, before, after, samples.limitWatts(device.device())));
        }
        return powers;
    }

    private static OptionalDouble watts(Optional<IdlePower> power) {
        return power.isPresent() ? OptionalDouble.of(power.get().watts()) : OptionalDouble.empty();
    }

    private static OptionalDouble temperature(SampleStore samples, DeviceSeries device, QuietTimes quiet) {
        return statistics(Quantity.TEMPERATURE_CELSIUS, samples, device, quiet)
                .map(celsius -> OptionalDouble.of(celsius.median())).orElse(OptionalDouble.empty());
    }

    private static OptionalLong otherProcesses(SampleStore samples, DeviceSeries device, QuietTimes quiet) {
        return statistics(Quantity.PROCESSES, samples, device, quiet)
                .map(count -> OptionalLong.of(Math.max(0, Math.round(count.maximum()) - 1)))
                .orElse(OptionalLong.empty());
    }

    private static Optional<Statistics> statistics(Quantity quantity, SampleStore samples, DeviceSeries device,
            QuietTimes quiet) {
        Function<TimeSpan, DoubleStream> values = piece -> DoubleStream
                .of(samples.values(quantity, device.device(), piece));
        return Statistics.of(quiet.all().stream().flatMapToDouble(values).toArray());
    }

    Optional<IdleBaseline> baseline(DeviceSeries device) {
        return Optional.ofNullable(known.get(device)).flatMap(Known::baseline);
    }

    PowerLimits limits(DeviceSeries device) {
        Optional<IdleBaseline> baseline = baseline(device);
        OptionalDouble idle = baseline.isPresent()
                ? OptionalDouble.of(baseline.get().watts())
                : OptionalDouble.empty();
        OptionalDouble limit = Optional.ofNullable(known.get(device)).map(Known::limitWatts)
                .orElse(OptionalDouble.empty());
        // A limit that even the idle device exceeds holds nothing.
        return new PowerLimits(idle,
                limit.orElse(Double.POSITIVE_INFINITY) > idle.orElse(0) ? limit : OptionalDouble.empty());
    }

    /** Return which of some devices drew more or less after the run than before it. */
    List<String> drifts(List<DeviceSeries> devices) {
        return devices.stream().flatMap(device -> Optional.ofNullable(known.get(device))
                .flatMap(powers -> powers.drift(device.device().name())).stream()).toList();
    }

    private record Known(Optional<IdleBaseline> baseline, Optional<IdlePower> before, Optional<IdlePower> after,
            OptionalDouble limitWatts) {
        Optional<String> drift(String device) {
            return before.flatMap(first -> after.filter(last -> isDrift(first, last))
                    .map(last -> String.format(Locale.ROOT,
                            "%s drew %.1f W when idle before the run and %.1f W after it. "
                                    + "What the run used beyond idle is less certain than it looks; see that nothing else uses the "
                                    + "device, and warm up for longer.",
                            device, first.watts(), last.watts())));
        }

        private static boolean isDrift(IdlePower first, IdlePower last) {
            double spread = Math.max(first.spreadWatts(), last.spreadWatts());
            return Math.abs(last.watts() - first.watts()) > Math.max(SPREADS_OF_A_DRIFT * spread,
                    PART_OF_A_DRIFT * first.watts());
        }
    }
}
