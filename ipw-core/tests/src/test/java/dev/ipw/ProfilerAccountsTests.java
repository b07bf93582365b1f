package dev.ipw;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.internal.ComparedRun;
import dev.ipw.analysis.comparison.internal.Comparison;
import dev.ipw.analysis.cost.CostAnalysisProvider;
import dev.ipw.compute.ComputeTotals;
import dev.ipw.compute.ModelCard;
import dev.ipw.compute.Precision;
import dev.ipw.cost.CostFactors;
import dev.ipw.cost.CostTotals;
import dev.ipw.cost.PriceList;
import dev.ipw.cost.QueryCost;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.Scope;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.load.Load;
import dev.ipw.plugin.Parameters;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.Quantity;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

@Tag("real-time")
class ProfilerAccountsTests {
    private static final ModelCard LLAMA = ModelCard.shipped("meta-llama/Llama-3.2-1B").orElseThrow();

    @TempDir
    Path runs;

    @Test
    void fillsCostComputeAndUtilizationOfEveryQuery() throws InterruptedException, IOException {
        ProfileRun run = run(builder("a", ServingHost.LOCAL)
                .cost(what -> what.prices(prices("2", "8")).modelCard(LLAMA).precision(Precision.BF16))
                .plugins(known -> known.telemetrySource(new BusyGpu())));

        for (ProfilingRecord record : records(run)) {
            QueryCost cost = record.metrics().cost();
            long input = record.metrics().tokens().input().orElseThrow();
            assertThat(cost.inputUsd()).contains(BigDecimal.valueOf(2 * input, 6).stripTrailingZeros());
            assertThat(cost.outputUsd()).contains(new BigDecimal("0.000008"));
            assertThat(cost.totalUsd()).contains(BigDecimal.valueOf(2 * input + 8, 6).stripTrailingZeros());
            assertThat(cost.source()).isEqualTo("any: fake:1b, valid from 2025-01-01 (a test)");
            assertThat(record.metrics().compute().floatingPointOperations().orElseThrow())
                    .isCloseTo(2.0 * input * LLAMA.parameters().activeBlock(), within(0.3 * 2 * input * 1e9));
            assertThat(record.metrics().compute().source()).contains(LLAMA.source());
            assertThat(record.outcome().floatingPointOperations()).isEmpty();
            assertThat(record.metrics().utilization().computePercent()).hasValue(75);
            assertThat(record.metrics().utilization().memoryBandwidthPercent()).hasValue(30);
            assertThat(record.metrics().utilization().memoryUsedGibibytes()).hasValue(20);
            assertThat(record.metrics().utilization().memoryTotalGibibytes()).hasValue(80);
            assertThat(record.metrics().utilization().tensorCorePercent()).isEmpty();
        }
    }

    @Test
    void addsTheRunUpWithItsFactorsAndSources() throws InterruptedException, IOException {
        ProfileRun run = run(builder("a", unhurried())
                .cost(what -> what.prices(prices("2", "8")).modelCard(LLAMA).precision(Precision.BF16)
                        .factors(factors("3.6", "0.25", 400, 1.5)))
                .plugins(known -> known.telemetrySource(new BusyGpu())));

        CostTotals cost = run.summary().accounts().cost();
        ComputeTotals compute = run.summary().accounts().compute();
        double seconds = run.summary().totals().measuredSeconds();
        double joules = run.summary().totals().deviceEnergy().joules().orElseThrow();
        double tokens = records(run).stream().mapToDouble(record -> record.metrics().cost().inputUsd().orElseThrow()
                .add(record.metrics().cost().outputUsd().orElseThrow()).doubleValue()).sum();
        assertThat(cost.tokensUsd().orElseThrow().doubleValue()).isCloseTo(tokens, within(1e-12));
        assertThat(cost.machineUsd().orElseThrow().doubleValue()).isCloseTo(seconds / 1000, within(1e-9));
        assertThat(cost.kilowattHours().orElseThrow()).isCloseTo(joules / 3.6e6 * 1.5, within(1e-12));
        assertThat(cost.electricityUsd().orElseThrow().doubleValue())
                .isCloseTo(joules / 3.6e6 * 1.5 * 0.25, within(1e-12));
        assertThat(cost.carbonGrams().orElseThrow()).isCloseTo(joules / 3.6e6 * 1.5 * 400, within(1e-9));
        assertThat(cost.totalUsd().orElseThrow()).isEqualByComparingTo(
                cost.tokensUsd().orElseThrow().add(cost.machineUsd().orElseThrow())
                        .add(cost.electricityUsd().orElseThrow()));
        double work = records(run).stream()
                .mapToDouble(record -> record.metrics().compute().floatingPointOperations().orElseThrow()).sum();
        assertThat(compute.floatingPointOperations().orElseThrow()).isCloseTo(work, within(1.0));
        assertThat(compute.utilization().flops().orElseThrow()).isCloseTo(work / (seconds * 989.4e12), within(1e-12));
        TreeReader written = TreeReader.ofJson("summary", Files.readString(run.path().resolve("summary.json")));
        assertThat(written.child("cost").child("factors").real("usd_per_kilowatt_hour")).isEqualTo(0.25);
        assertThat(written.child("cost").text("energy_scope")).isEqualTo("gpu");
        assertThat(written.child("compute").texts("devices")).containsExactly("NVIDIA H100 80GB HBM3");
        assertThat(written.child("compute").text("precision")).isEqualTo("bf16");
        assertThat(written.child("compute").child("model").whole("total_parameters")).isEqualTo(1_235_814_400L);
    }

    @Test
    void sharesTheMachinesTimeSoThatItAddsUp() throws InterruptedException, IOException {
        ProfileRun run = run(builder("a", ServingHost.LOCAL).load(Load.concurrency(4))
                .cost(what -> what.factors(factors("360000", "", Double.NaN, Double.NaN))));

        double shares = records(run).stream()
                .mapToDouble(record -> record.metrics().cost().machineUsd().orElseThrow().doubleValue()).sum();

        assertThat(shares).isCloseTo(run.summary().accounts().cost().machineUsd().orElseThrow().doubleValue(),
                within(shares * 1e-9));
    }

    @Test
    void givesAFinishedRunBackAsItWasWritten() throws InterruptedException, IOException {
        ProfileRun run = run(builder("a", ServingHost.LOCAL)
                .cost(what -> what.prices(prices("2", "8")).modelCard(LLAMA).precision(Precision.FP8)
                        .factors(factors("1", "0.3", 100, 1.1)))
                .plugins(known -> known.telemetrySource(new BusyGpu())));
        ProfileRun opened = ProfileRun.open(run.path());
        Files.delete(run.path().resolve("summary.json"));
        ProfileRun again = ProfileRun.recover(run.path());

        assertThat(opened.summary().accounts()).isEqualTo(run.summary().accounts());
        assertThat(again.summary().accounts()).isEqualTo(run.summary().accounts());
        assertThat(again.summary().configuration().accounting()).isEqualTo(
                run.summary().configuration().accounting());
    }

    @Test
    void reckonsNothingThatIsNotKnownAndSaysWhy() throws InterruptedException, IOException {
        ProfileRun run = run(builder("a", ServingHost.REMOTE));

        CostTotals cost = run.summary().accounts().cost();
        assertThat(cost.totalUsd()).isEmpty();
        assertThat(cost.reason()).hasValueSatisfying(
                text -> assertThat(text).contains("4 of 4 queries", "no price of 'fake:1b'",
                        "Give a price list"));
        assertThat(cost.tokensUsd()).isEmpty();
        assertThat(TreeReader.ofJson("summary", Files.readString(run.path().resolve("summary.json"))).child("cost")
                .optionalReal("tokens_usd")).isEmpty();
        assertThat(ProfileRun.open(run.path()).summary().accounts()).isEqualTo(run.summary().accounts());
        assertThat(run.summary().accounts().compute().reason()).hasValueSatisfying(
                text -> assertThat(text).contains("modelCard(...)"));
        assertThat(records(run)).allSatisfy(record -> {
            assertThat(record.metrics().cost().totalUsd()).isEmpty();
            assertThat(record.metrics().compute().floatingPointOperations()).isEmpty();
        });
    }

    @Test
    void chargesNothingOfALocalModelAndSaysLocal() throws InterruptedException, IOException {
        ProfileRun run = run(builder("a", ServingHost.LOCAL));

        assertThat(run.summary().accounts().cost().totalUsd()).contains(BigDecimal.ZERO);
        assertThat(records(run)).allSatisfy(record -> {
            assertThat(record.metrics().cost().totalUsd()).contains(BigDecimal.ZERO);
            assertThat(record.metrics().cost().source()).startsWith("local");
        });
    }

    @Test
    void knowsNoTotalOfARunWithAFailedRequestThatMayBeChargedButWhatItCostAtLeast()
            throws InterruptedException, IOException {
        ProfileRun run = run(failingOnce(FailureKind.TRUNCATED).cost(what -> what.prices(prices("2", "8"))));

        CostTotals cost = run.summary().accounts().cost();
        AnalysisResult analysis = run.analyze(new CostAnalysisProvider().create(Parameters.none("analysis cost")));

        assertThat(cost.totalUsd()).isEmpty();
        assertThat(cost.queries()).isEqualTo(3);
        assertThat(cost.queriesUnpriced()).isEqualTo(1);
        assertThat(cost.tokensUsd().orElseThrow()).isPositive();
        assertThat(cost.atLeastUsd()).isEqualTo(cost.tokensUsd());
        assertThat(real(analysis, "at_least_usd")).isEqualTo(cost.atLeastUsd().orElseThrow().doubleValue());
        assertThat(analysis.warnings()).anySatisfy(
                warning -> assertThat(warning).contains("comes to at least " + cost.atLeastUsd().orElseThrow()));
    }

    @Test
    void chargesNothingForARequestThatTheServerRefused() throws InterruptedException, IOException {
        ProfileRun run = run(failingOnce(FailureKind.HTTP_STATUS).cost(what -> what.prices(prices("2", "8"))));

        CostTotals cost = run.summary().accounts().cost();

        assertThat(cost.queries()).isEqualTo(4);
        assertThat(cost.atLeastUsd()).isEmpty();
        assertThat(cost.totalUsd().orElseThrow().doubleValue()).isCloseTo(
                (2 * run.summary().totals().tokens().input().orElseThrow() + 8 * 3) / 1e6, within(1e-12));
        assertThat(real(run.analyze(new CostAnalysisProvider().create(Parameters.none("analysis cost"))), "total_usd"))
                .isEqualTo(cost.totalUsd().orElseThrow().doubleValue());
    }

    private ProfilerBuilder failingOnce(FailureKind kind) {
        AtomicInteger asked = new AtomicInteger();
        return builder("a", new FakeClient(prompt -> {
            if (asked.incrementAndGet() == 3) {
                throw new InferenceException(kind, "made to fail");
            }
            return "1";
        }, ServingHost.REMOTE));
    }

    @Test
    void refusesToGoOnByOtherPrices() throws InterruptedException, IOException {
        run(builder("a", ServingHost.LOCAL).cost(what -> what.prices(prices("2", "8"))));

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> run(builder("a", ServingHost.LOCAL).storage(where -> where.resume(true))
                        .cost(what -> what.prices(prices("2", "9")))))
                .withMessageContaining("output_usd_per_million: was 8.0, now 9.0");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> run(builder("a", ServingHost.LOCAL).storage(where -> where.resume(true))))
                .withMessageContaining("accounting.pricing");
        assertThat(run(builder("a", ServingHost.LOCAL).storage(where -> where.resume(true))
                .cost(what -> what.prices(prices("2", "8")))).summary().accounts()
                .cost().totalUsd()).isPresent();
    }

    @Test
    void reckonsAFinishedRunByOtherPrices() throws InterruptedException, IOException {
        ProfileRun run = run(builder("a", ServingHost.REMOTE));
        prices("2", "8");

        AnalysisResult result = run.analyze(new CostAnalysisProvider().create(Parameters.of("analysis cost",
                Map.of("prices", runs.resolve("prices.json").toString(), "cost_per_hour", "0.5"))));

        long input = run.summary().totals().tokens().input().orElseThrow();
        double machine = 0.5 / 3600 * run.summary().totals().measuredSeconds();
        double total = (2 * input + 8 * 4) / 1e6 + machine;
        assertThat(real(result, "total_usd")).isCloseTo(total, within(1e-12));
        assertThat(real(result, "usd_per_correct_answer")).isCloseTo(total / 4, within(1e-12));
        assertThat(real(result, "usd_per_correct_answer_low")).isLessThan(total / 4);
        assertThat(real(result, "usd_per_correct_answer_high")).isGreaterThan(total / 4);
        assertThat(real(result, "usd_per_million_output_tokens")).isCloseTo(total / 4 * 1e6, within(1e-6));
        assertThat(result.summary()).containsEntry("price_basis", "own_list").containsEntry("correct", 4L);
        assertThat(Files.exists(run.path().resolve("analysis/cost.json"))).isTrue();
    }

    @Test
    void analysesByTheRunsOwnPricesWithoutAnyOption() throws InterruptedException, IOException {
        ProfileRun run = run(builder("a", ServingHost.LOCAL)
                .cost(what -> what.prices(prices("2", "8")).factors(factors("1", "0.3", 100, 1.1)))
                .plugins(known -> known.telemetrySource(new BusyGpu())));

        AnalysisResult result = run.analyze(new CostAnalysisProvider().create(Parameters.none("analysis cost")));

        assertThat(real(result, "total_usd"))
                .isEqualTo(run.summary().accounts().cost().totalUsd().orElseThrow().doubleValue());
        assertThat(real(result, "co2e_grams")).isEqualTo(run.summary().accounts().cost().carbonGrams().orElseThrow());
    }

    @Test
    void saysWithoutAPriceThatThereIsNoTotal() throws InterruptedException, IOException {
        AnalysisResult result = run(builder("a", ServingHost.REMOTE))
                .analyze(new CostAnalysisProvider().create(Parameters.none("analysis cost")));

        assertThat(result.summary()).containsEntry("total_usd", null).containsEntry("usd_per_correct_answer", null)
                .containsEntry("tokens_usd", null).containsEntry("at_least_usd", null);
        assertThat(result.warnings()).anySatisfy(
                warning -> assertThat(warning).contains("There is no total", "no price of 'fake:1b'"));
    }

    @Test
    void comparesRunsByCost() throws InterruptedException, IOException {
        ProfileRun cheap = run(builder("a", ServingHost.LOCAL).cost(what -> what.prices(prices("2", "8"))));
        ProfileRun dear = run(builder("b", ServingHost.LOCAL).cost(what -> what.prices(prices("4", "16"))));

        Comparison comparison = Comparison.of(List.of(ComparedRun.of(cheap.reader()), ComparedRun.of(dear.reader())),
                List.of(ComparedDimension.named("cost"),
                        ComparedDimension.named("flops")));

        assertThat(comparison.runs().getFirst().dimensions().getFirst().dimension().label()).isEqualTo("cost_usd");
        assertThat(dear.dimension("cost")[0]).isCloseTo(2 * cheap.dimension("cost")[0], within(1e-15));
    }

    private static double real(AnalysisResult result, String key) {
        return ((Number) Optional.ofNullable(result.summary().get(key)).orElseThrow()).doubleValue();
    }

    /** Factors that are NaN or empty are not known. */
    private static CostFactors factors(String hour, String kilowattHour, double carbon, double effectiveness) {
        return new CostFactors(Optional.of(new BigDecimal(hour)),
                Optional.of(kilowattHour).filter(text -> !text.isEmpty()).map(BigDecimal::new),
                Double.isNaN(carbon) ? OptionalDouble.empty() : OptionalDouble.of(carbon),
                Double.isNaN(effectiveness) ? OptionalDouble.empty() : OptionalDouble.of(effectiveness));
    }

    private PriceList prices(String input, String output) {
        try {
            return PriceList.read(Files.writeString(runs.resolve("prices.json"),
                    "{\"format\":1,\"version\":\"1\",\"as_of\":\"2025-01-01\",\"prices\":[{\"model\":\"fake:1b\","
                            + "\"valid_from\":\"2025-01-01\",\"source\":\"a test\",\"input_usd_per_million\":" + input
                            + ",\"output_usd_per_million\":" + output + "}]}"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private ProfilerBuilder builder(String name, ServingHost host) {
        return builder(name, new FakeClient(prompt -> "1", host));
    }

    /** Take the time that a device needs at least to move the model's weights, so that it moves less than it can. */
    private static FakeClient unhurried() {
        return new FakeClient(prompt -> {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20);
            while (System.nanoTime() < end) {
                Thread.onSpinWait();
            }
            return "1";
        }, ServingHost.LOCAL);
    }

    private ProfilerBuilder builder(String name, FakeClient client) {
        List<DatasetRecord> questions = IntStream.range(0, 4)
                .mapToObj(number -> DatasetRecord.of("id-" + number, "question " + "?".repeat(number), "1")).toList();
        return Profiler.builder().client(client).dataset(new FakeDataset(questions))
                .evaluation(by -> by.evaluator("exact"))
                .measurement(how -> how.warmupQueries(0).idleSeconds(0).calibration(false).telemetry("none"))
                .output(runs).storage(where -> where.runName(name));
    }

    private static ProfileRun run(ProfilerBuilder builder) throws InterruptedException {
        try (Profiler profiler = builder.build()) {
            return profiler.run();
        }
    }

    private static List<ProfilingRecord> records(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.toList();
        }
    }

    /** A graphics processor whose every reading stays the same, but for its joules. */
    private static final class BusyGpu implements TelemetrySource {
        private static final double WATTS = 300;
        private static final long PERIOD_NANOS = 5_000_000;
        private final long startNanos = System.nanoTime();
        private long nextNanos = startNanos;

        @Override
        public String id() {
            return "busy";
        }

        @Override
        public List<Sensor> sensors() {
            return List.of(Sensor.energyCounter("gpu-0", Scope.GPU, "busy gpu-0", 1e-6, OptionalLong.empty()),
                    Sensor.of("gpu-0", Scope.GPU, Quantity.UTILIZATION_PERCENT, "busy share"),
                    Sensor.of("gpu-0", Scope.MEMORY, Quantity.UTILIZATION_PERCENT, "memory controller"),
                    Sensor.of("gpu-0", Scope.GPU, Quantity.MEMORY_USED_BYTES, "memory in use"),
                    Sensor.of("gpu-0", Scope.GPU, Quantity.MEMORY_TOTAL_BYTES, "memory"));
        }

        @Override
        public List<DeviceInfo> devices() {
            return List.of(new DeviceInfo("gpu-0", "NVIDIA H100 80GB HBM3", Optional.of("NVIDIA"), OptionalInt.of(0),
                    Map.of()));
        }

        @Override
        public Duration period() {
            return Duration.ofNanos(PERIOD_NANOS);
        }

        @Override
        public void sample(SampleSink sink) {
            for (long now = System.nanoTime(); nextNanos - now <= 0 && sink.hasRoom(); nextNanos += PERIOD_NANOS) {
                sink.at(nextNanos, nextNanos);
                sink.counter(0, Math.round((nextNanos - startNanos) / 1e9 * WATTS * 1e6));
                sink.gauge(1, 75);
                sink.gauge(2, 30);
                sink.gauge(3, 20.0 * (1L << 30));
                sink.gauge(4, 80.0 * (1L << 30));
            }
        }

        @Override
        public void close() {}
    }
}
