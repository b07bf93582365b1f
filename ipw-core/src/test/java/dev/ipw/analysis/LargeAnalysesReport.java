package dev.ipw.analysis;

import dev.ipw.analysis.definition.DefinitionsAnalysis;
import dev.ipw.analysis.pareto.ParetoAnalysis;
import dev.ipw.analysis.regression.RegressionAnalysis;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.MadeRunFolder;
import dev.ipw.results.MadeRunFolder.Query;
import dev.ipw.results.RunReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Measures how long runs of a million queries take to analyse and writes docs/measurements/regression.md; no test of the build. */
class LargeAnalysesReport {
    private static final int QUERIES = 1_000_000;
    private static final int CHUNKS = 16;

    @TempDir
    Path folder;

    @Test
    void analysesAMillionQueries() throws IOException {
        StringBuilder report = new StringBuilder(
                """
                        # How long regression, pareto and definitions take

                        Made by one command in the repository's root; it writes this file anew:

                            mvn -B -pl ipw-core -Dtest=LargeAnalysesReport -Dsurefire.failIfNoSpecifiedTests=false \\
                                -Dtest.argLine=-Xmx512m test

                        A run of 1,000,000 made-up queries of 16 chunks each, read from its directory, in a heap of 512 MB. The first
                        line is what it takes to read the records and do nothing with them; it is in every other line too. The machine
                        has two cores, and other work went on beside it: the processor's seconds, of all threads and the garbage
                        collector, say more than those that passed. Heap is what was in use after the analysis, garbage included,
                        of what it may take at most.

                        | what | seconds | processor seconds | heap in use after it |
                        |---|---|---|---|
                        """);
        RunReader run = MadeRunFolder.write(folder.resolve("run"), QUERIES, LargeAnalysesReport::query);
        report.append(row("reading alone", () -> {
            try (Stream<ProfilingRecord> records = run.records()) {
                assertThat(records.filter(ProfilingRecord::hasFailed).count()).isZero();
            }
        }));
        report.append(row("regression", () -> assertThat(new RegressionAnalysis().analyze(run).summary())
                .hasEntrySatisfying("energy_per_output_token",
                        value -> assertThat((Double) value).isBetween(0.39, 0.41))));
        report.append(row("definitions", () -> assertThat(new DefinitionsAnalysis().analyze(run).summary())
                .containsEntry("answers", (long) QUERIES)));
        report.append(row("pareto", () -> assertThat(new ParetoAnalysis().analyze(run).summary())
                .containsKey("front_by_joules")));
        Files.writeString(Path.of("..", "docs", "measurements", "regression.md"), report);
    }

    private static String row(String what, Runnable analysis) {
        long start = System.nanoTime();
        double processor = processorSeconds();
        analysis.run();
        double seconds = (System.nanoTime() - start) / 1e9;
        Runtime machine = Runtime.getRuntime();
        return String.format(Locale.ROOT, "| %s | %.0f | %.0f | %d of %d MB |%n", what, seconds,
                processorSeconds() - processor, (machine.totalMemory() - machine.freeMemory()) >> 20,
                machine.maxMemory() >> 20);
    }

    private static double processorSeconds() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
    }

    private static Query query(int number) {
        SplittableRandom random = new SplittableRandom(number);
        int input = 1 + random.nextInt(4000);
        int output = CHUNKS + random.nextInt(500);
        long first = 20_000_000L + 20_000L * input + random.nextInt(5_000_000);
        long step = 1_000_000L + random.nextInt(9_000_000);
        long[] moments = LongStream.concat(IntStream.range(0, CHUNKS).mapToLong(chunk -> first + step * chunk),
                LongStream.of(first + step * CHUNKS)).toArray();
        return Query.of(input, output, 0, 0).at(moments)
                .using(30 + 0.01 * input + 0.4 * output + 5 * random.nextGaussian()).rightIf(random.nextInt(10) < 7);
    }
}
