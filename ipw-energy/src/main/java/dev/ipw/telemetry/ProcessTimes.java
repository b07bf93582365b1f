package dev.ipw.telemetry;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Scope;
import dev.ipw.energy.internal.CountSeries;
import dev.ipw.error.Setting;
import dev.ipw.statistics.Statistics;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The processor times of a process and of the machine in a window, as far as both were read. */
final class ProcessTimes {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String NOT_SAMPLED = "the processor time of the process was not read; add the collector "
            + "'process', which auto includes";
    private static final String NOT_YET = "the processor time of the process was not read in this window; measure for "
            + "longer";

    private static final EnergyReading NO_PACKAGES = EnergyReading.unavailable(Scope.PACKAGE, "no package sensor",
            "no processor package of the process's machine is measured; " + Setting.PROBE + " says how it could be");

    private ProcessTimes() {}

    static ProcessShare share(Readings readings, String device, EnergyReading packages, long startNanos,
            long endNanos) {
        List<CountSeries> processes = series(readings, Quantity.PROCESS_CPU_TIME_NANOS,
                time -> time.sensor().device().equals(device));
        List<CountSeries> machines = series(readings, Quantity.SYSTEM_CPU_TIME_NANOS, time -> true);
        if (processes.isEmpty() || machines.isEmpty()) {
            return ProcessShare.none(NOT_SAMPLED);
        }
        // A reading of a process with its children is never below the reading of the process alone.
        Optional<CountSeries> process = processes.stream().filter(one -> covered(one, startNanos, endNanos) > 0)
                .max(Comparator.comparingDouble(one -> one.between(startNanos, endNanos)));
        Optional<CountSeries> machine = machines.stream()
                .max(Comparator.comparingLong(one -> covered(one, startNanos, endNanos)));
        if (process.isEmpty() || covered(machine.orElseThrow(), startNanos, endNanos) <= 0) {
            return ProcessShare.none(Stream.concat(processes.stream(), machines.stream())
                    .flatMap(one -> one.lossReason().stream()).findFirst().orElse(NOT_YET));
        }
        List<CountSeries> both = List.of(process.get(), machine.get());
        long from = both.stream().mapToLong(one -> from(one, startNanos)).max().orElseThrow();
        long to = both.stream().mapToLong(one -> to(one, endNanos)).min().orElseThrow();
        if (to <= from) {
            return ProcessShare.none(NOT_YET);
        }
        long slack = both.stream().mapToLong(CountSeries::slackNanos).max().orElseThrow();
        boolean partial = from - startNanos > slack || endNanos - to > slack;
        EnergyReading shared = readings.energy(Scope.PACKAGE).isEmpty() ? NO_PACKAGES : packages;
        return ProcessShare.of(shared, new ProcessShare.Times(seconds(process.get(), from, to),
                seconds(machine.get(), from, to), capacity(readings, from, to), partial));
    }

    /** Divides a window's joules among processes of a known processor time, of which no samples are kept. */
    static ProcessShare share(Readings readings, double processSeconds, EnergyReading packages, long startNanos,
            long endNanos) {
        List<CountSeries> machines = series(readings, Quantity.SYSTEM_CPU_TIME_NANOS, time -> true);
        Optional<CountSeries> machine = machines.stream()
                .max(Comparator.comparingLong(one -> covered(one, startNanos, endNanos)));
        if (machine.isEmpty() || covered(machine.get(), startNanos, endNanos) <= 0) {
            return ProcessShare.none(machines.stream().flatMap(one -> one.lossReason().stream()).findFirst()
                    .orElse(machine.isEmpty() ? NOT_SAMPLED : NOT_YET));
        }
        long from = from(machine.get(), startNanos);
        long to = to(machine.get(), endNanos);
        long slack = machine.get().slackNanos();
        boolean partial = from - startNanos > slack || endNanos - to > slack;
        EnergyReading shared = readings.energy(Scope.PACKAGE).isEmpty() ? NO_PACKAGES : packages;
        // A process that used this much time was busy itself, even if a coarser clock of the machine missed it.
        double busy = Math.max(seconds(machine.get(), from, to), processSeconds);
        return ProcessShare.of(shared, new ProcessShare.Times(processSeconds, busy, capacity(readings, from, to),
                partial));
    }

    private static List<CountSeries> series(Readings readings, Quantity quantity, Predicate<ProcessorTime> wanted) {
        return readings.times().stream().filter(time -> time.sensor().quantity() == quantity).filter(wanted)
                .map(ProcessorTime::series).toList();
    }

    /** Returns the part of a window between the first reading and the last; negative if there is none. */
    private static long covered(CountSeries series, long startNanos, long endNanos) {
        return series.firstNanos().isEmpty() ? -1 : to(series, endNanos) - from(series, startNanos);
    }

    private static long from(CountSeries series, long startNanos) {
        return Math.max(startNanos, series.firstNanos().orElseThrow());
    }

    private static long to(CountSeries series, long endNanos) {
        return Math.min(endNanos, series.lastNanos().orElseThrow());
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
