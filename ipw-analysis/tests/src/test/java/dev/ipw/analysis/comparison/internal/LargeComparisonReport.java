package dev.ipw.analysis.comparison.internal;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.DimensionComparison.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Measures how long runs of a million queries take to compare and writes docs/measurements/compare.md; no test of the build. */
class LargeComparisonReport {
    private static final int QUERIES = 1_000_000;

    @Test
    void comparesAMillionQueriesWithAMillion() throws IOException {
        StringBuilder report = new StringBuilder(
                """
                        # How long a comparison takes

                        Made by one command in the repository's root; it writes this file anew:

                            mvn -B -Pthorough -pl ipw-core/tests -am -Dtest=LargeComparisonReport -Dtest.argLine=-Xmx512m test

                        Two runs of 1,000,000 made-up queries each, in the usual dimensions, in a heap of 512 MB. The queries are
                        made while they are read, so the time holds the making of two million records, but no reading of files. The
                        machine has two cores, and other work went on beside it: the processor's seconds, of all threads and the
                        garbage collector, say more than those that passed.

                        | queries | seconds | processor seconds | heap |
                        |---|---|---|---|
                        """);
        report.append(row("paired", "q"));
        report.append(row("not paired", "r"));
        Files.writeString(Path.of("..", "..", "docs", "measurements", "compare.md"), report);
    }

    private static String row(String what, String prefix) {
        long start = System.nanoTime();
        double processor = processorSeconds();
        Comparison comparison = Comparison.of(List.of(run("a", 1, 1.0, "q"), run("b", 2, 1.01, prefix)),
                ComparedDimension.usual());
        double seconds = (System.nanoTime() - start) / 1e9;
        assertThat(comparison.runs().getFirst().dimensions()).hasSameSizeAs(ComparedDimension.usual());
        assertThat(comparison.runs().getFirst().of(ComparedDimension.named("ttft")).orElseThrow().outcome())
                .isEqualTo(Outcome.HIGHER);
        return String.format(Locale.ROOT, "| %s | %.0f | %.0f | %d MB at most |%n", what, seconds,
                processorSeconds() - processor, Runtime.getRuntime().maxMemory() >> 20);
    }

    private static double processorSeconds() {
        return ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() / 1e3;
    }

    private static MadeRun run(String name, long seed, double scale, String prefix) {
        return MadeRun.of(name, QUERIES, number -> {
            SplittableRandom random = new SplittableRandom(seed * QUERIES + number);
            double seconds = scale * Math.exp(0.5 * random.nextGaussian());
            return new MadeRun.Query(prefix + number, "What is " + number + "?", seconds,
                    seconds * (5 + random.nextDouble()), random.nextInt(10) < 7);
        });
    }
}
