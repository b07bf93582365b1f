package dev.ipw.results.internal.finishing;

import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.record.GpuInfo;
import dev.ipw.record.ModelMetrics.HardwareUtilization;
import dev.ipw.record.SystemInfo;
import dev.ipw.results.internal.journal.JournalDigest;
import dev.ipw.statistics.Statistics;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleStore;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The readings of the machines that worked for the queries of one journal.
 *
 * @param samples their samples; empty if nothing was sampled
 * @param devices the names of the devices that served the queries; empty if all did
 * @param gpu     the graphics processor; empty if none was sampled
 * @param system  the machine that asked the queries
 */
record ShardReadings(Optional<SampleStore> samples, Set<String> devices, Optional<GpuInfo> gpu, SystemInfo system) {
    private static final double GIBIBYTE = 1 << 30;

    /**
     * Returns the readings for each journal of a run.
     *
     * @param devices the devices that served the queries of each journal; empty if all served all
     */
    static List<ShardReadings> of(JournalDigest digest, Optional<SampleStore> samples, List<Set<String>> devices) {
        return IntStream.range(0, digest.journalCount()).mapToObj(journal -> {
            Set<String> own = devices.isEmpty() ? Set.of() : devices.get(journal);
            Optional<SampleStore> store = devices.isEmpty()
                    ? samples
                    : samples.map(all -> all.of(own::contains));
            return new ShardReadings(store, own, GpuInfo.of(store.map(SampleStore::devices).orElse(List.of()).stream()
                    .sorted(RunWriter.IN_ORDER).toList()), digest.configuration(journal).system());
        }).toList();
    }

    HardwareUtilization utilization(TimeSpan span) {
        return new HardwareUtilization(mean(Quantity.UTILIZATION_PERCENT, Scope.GPU, span),
                mean(Quantity.UTILIZATION_PERCENT, Scope.MEMORY, span), OptionalDouble.empty(),
                gibibytes(Quantity.MEMORY_USED_BYTES, span), gibibytes(Quantity.MEMORY_TOTAL_BYTES, span));
    }

    private OptionalDouble mean(Quantity quantity, Scope scope, TimeSpan span) {
        return statistics(quantity, scope, span).map(known -> OptionalDouble.of(known.average()))
                .orElse(OptionalDouble.empty());
    }

    private OptionalDouble gibibytes(Quantity quantity, TimeSpan span) {
        return statistics(quantity, Scope.GPU, span).map(known -> OptionalDouble.of(known.maximum() / GIBIBYTE))
                .orElse(OptionalDouble.empty());
    }

    Optional<Statistics> statistics(Quantity quantity, Scope scope, TimeSpan span) {
        return samples.flatMap(store -> store.statistics(quantity, scope, span));
    }
}
