package dev.ipw.examples.benchmarks;

import dev.ipw.examples.benchmarks.ArrowWriterMemory.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.Blackhole;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

@Tag("real-time")
class BenchmarksTests {
    private static final String BLACKHOLE_PASSWORD = "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.";

    @Test
    void everyBenchmarkRuns() throws RunnerException {
        Options once = new OptionsBuilder().forks(0).warmupIterations(0).measurementIterations(1)
                .mode(Mode.SingleShotTime).param("samples", "10000").param("bytesPerRead", "300")
                .param("counter", "true")
                .verbosity(VerboseMode.SILENT).shouldFailOnError(true).build();

        Collection<RunResult> results = new Runner(once).run();

        assertThat(results).extracting(result -> result.getPrimaryResult().getLabel()).containsExactlyInAnyOrder(
                "reader", "readerAsText", "baselineReadLine", "series", "baselineLinearScan", "arrowTable",
                "baselineJsonLines", "span", "dividedSpan", "baselineTwoReadingsOfTheClock");
    }

    @Test
    void theReaderAndItsBaselineFindTheSameEvents() throws Exception {
        Blackhole sink = new Blackhole(BLACKHOLE_PASSWORD);
        SseReaderBenchmark benchmark = new SseReaderBenchmark();
        benchmark.bytesPerRead = 300;
        benchmark.makeStream();

        assertThat(benchmark.reader(sink)).isEqualTo(SseReaderBenchmark.EVENTS);
        assertThat(benchmark.readerAsText(sink)).isEqualTo(SseReaderBenchmark.EVENTS);
        assertThat(benchmark.baselineReadLine(sink)).isEqualTo(SseReaderBenchmark.EVENTS);
    }

    @Test
    void theWindowAndItsBaselineGiveTheSameJoules() {
        EnergyWindowBenchmark benchmark = new EnergyWindowBenchmark();
        benchmark.samples = 10_000;
        benchmark.record();

        for (int window = 0; window < 100; window++) {
            benchmark.series();
            assertThat(benchmark.difference()).isLessThan(1e-9);
        }
    }

    @Test
    void theTableOfMemoryCountsItsRows() throws Exception {
        Result result = ArrowWriterMemory.write(2000);

        assertThat(result.rows()).isEqualTo(2000);
        assertThat(result.files()).isGreaterThan(1);
        assertThat(result.heap()).isPositive();
    }

    @Test
    @Tag("process")
    void theCostOfSamplingGpusIsMeasured() throws Exception {
        assumeThat(Files.isExecutable(Path.of("/usr/bin/cc"))).as("there is a C compiler").isTrue();

        List<String> lines = GpuSamplerCost.measure(
                Path.of("..", "..", "ipw-telemetry-native", "tests", "src", "test", "native"),
                0.2);

        assertThat(lines).hasSize(7);
        assertThat(lines.get(1)).startsWith("each 10 ms");
    }

    @Test
    @Tag("process")
    void theOpeningOfASessionIsMeasured() throws Exception {
        assumeThat(Files.isExecutable(Path.of("/usr/bin/cc"))).as("there is a C compiler").isTrue();

        List<String> lines = SessionOpening.measure(
                Path.of("..", "..", "ipw-telemetry-native", "tests", "src", "test", "native"),
                2);

        assertThat(lines).hasSize(5);
        assertThat(lines.get(1)).startsWith("baseline").endsWith(" 1.0");
    }

    @Test
    void tellsWhatAScrapeOfLiveMetersAndTheirThreadCost() throws Exception {
        List<String> lines = LiveMetersCost.measure(0.01, 10);

        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).startsWith("empty registry: ");
        assertThat(lines.get(1)).startsWith("refreshing each 5 s: ");
        assertThat(lines.get(2)).endsWith(" ns per scrape");
    }

    @Test
    void runWatchCostTellsOfWatchingAndOfEachCalibration() throws InterruptedException {
        List<String> lines = RunWatchCost.measure(0.2, 1);
        assertThat(lines).hasSize(4);
        assertThat(lines.getFirst()).matches("watching: [\\d.]+ % of one processor, \\d+ bytes in .*");
        assertThat(lines.subList(1, 4)).allMatch(line -> line.contains(" ms, lag "));
    }
}
