package dev.ipw.telemetry;

import dev.ipw.energy.CountSeries;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Scope;
import dev.ipw.statistics.Statistics;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Find the processor time of a process and of the machine in a window, as far as both were read. */
final class ProcessTimes {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String NOT_SAMPLED = "nobody read the processor time of the process; let the collector 'process' "
            + "take part, as auto does";
    private static final String NOT_YET = "the processor time of the process was not read in this window; measure for "
            + "longer";

    private ProcessTimes() {}

    static ProcessShare share(Readings readings, String device, EnergyReading packages, long startNanos,
            long endNanos) {
        // Who reads a process with all it started reads no less than who reads it alone.
        Optional<CountSeries> process = series(readings, Quantity.PROCESS_CPU_TIME_NANOS)
                .filter(time -> time.sensor().device().equals(device)).map(ProcessorTime::series)
                .max(Comparator.comparingDouble(series -> series.between(startNanos, endNanos)));
        Optional<CountSeries> machine = series(readings, Quantity.SYSTEM_CPU_TIME_NANOS).map(ProcessorTime::series)
                .findFirst();
        if (process.isEmpty() || machine.isEmpty()) {
            return ProcessShare.none(NOT_SAMPLED);
        }
        List<CountSeries> both = List.of(process.get(), machine.get());
        long from = Math.max(startNanos,
                both.stream().mapToLong(one -> one.firstNanos().orElse(Long.MAX_VALUE)).max().orElseThrow());
        long to = Math.min(endNanos,
                both.stream().mapToLong(one -> one.lastNanos().orElse(Long.MIN_VALUE)).min().orElseThrow());
        if (to <= from) {
            return ProcessShare.none(
                    both.stream().flatMap(one -> one.lossReason().stream()).findFirst().orElse(NOT_YET));
        }
        long slack = both.stream().mapToLong(CountSeries::slackNanos).max().orElseThrow();
        boolean partial = from - startNanos > slack || endNanos - to > slack;
        return ProcessShare.of(packages, new ProcessShare.Times(seconds(process.get(), from, to),
                seconds(machine.get(), from, to), capacity(readings, from, to), partial));
    }

    private static Stream<ProcessorTime> series(Readings readings, Quantity quantity) {
        return readings.times().stream().filter(time -> time.sensor().quantity() == quantity);
    }

    private static double seconds(CountSeries series, long fromNanos, long toNanos) {
        return series.between(fromNanos, toNanos) / NANOS_PER_SECOND;
    }

    private static OptionalDouble capacity(Readings readings, long fromNanos, long toNanos) {
        Optional<Statistics> processors = readings.statistics(Quantity.LOGICAL_PROCESSORS, Scope.PACKAGE, fromNanos,
                toNanos);
        return processors.isPresent()
                ? OptionalDouble.of(processors.get().average() * ((toNanos - fromNanos) / NANOS_PER_SECOND))
                : OptionalDouble.empty();
    }
}
