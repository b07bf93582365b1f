package dev.ipw.examples.benchmarks;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A program that measures the time and memory of an analysis of a run, as a row of a table: {@code FOLDER ID}. With
 * only the folder it lists the analyses that take no other file. Each is a process of its own, so that none profits
 * from another.
 */
public final class AnalysisTimes {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MEBIBYTE = 1 << 20;

    private AnalysisTimes() {}

    /** Takes {@code FOLDER} or {@code FOLDER ID}. */
    public static void main(String[] arguments) throws IOException {
        Plugins<AnalysisProvider> analyses = Plugins.builder("analysis", AnalysisProvider.class).build();
        if (arguments.length == 1) {
            analyses.all().forEach(one -> System.out.println(one.id()));
        } else {
            System.out.println(row(ProfileRun.open(Path.of(arguments[0])), analyses.require(arguments[1])));
        }
    }

    private static String row(ProfileRun run, AnalysisProvider provider) throws IOException {
        Analysis analysis = provider.create(Parameters.none("analysis " + provider.id()));
        long start = System.nanoTime();
        run.analyze(analysis);
        double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
        double processor = ProcessHandle.current().info().totalCpuDuration()
                .map(time -> time.toNanos() / NANOS_PER_SECOND)
                .orElse(Double.NaN);
        return String.format(Locale.ROOT, "| %s | %,d | %.0f | %.0f | %.0f | %s |", provider.id(),
                run.summary().totals().queries(), seconds, processor, mostHeap() / MEBIBYTE, LongRun.mostResident());
    }

    /** Returns the sum of the peaks of all parts of the heap, including garbage. */
    private static double mostHeap() {
        return ManagementFactory.getMemoryPoolMXBeans().stream().filter(pool -> pool.getType() == MemoryType.HEAP)
                .map(MemoryPoolMXBean::getPeakUsage).mapToDouble(usage -> usage.getUsed()).sum();
    }
}
