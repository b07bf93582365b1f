package dev.ipw.compute.internal;

import dev.ipw.compute.ComputeMetrics;
import dev.ipw.compute.ComputeTotals;
import dev.ipw.compute.ModelCard;
import dev.ipw.compute.ModelCard.AttentionShape;
import dev.ipw.compute.Precision;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.TokenUsage;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

class ComputeModelTests {
    private static final String H100 = "NVIDIA H100 80GB HBM3";
    private static final ModelCard LLAMA = ModelCard.shipped("meta-llama/Llama-3.1-8B").orElseThrow();

    @Test
    void sumsAttentionOverEveryTokenBefore() {
        SplittableRandom random = new SplittableRandom(3);
        for (int round = 0; round < 500; round++) {
            long before = random.nextInt(50);
            long last = before + random.nextInt(50);
            OptionalLong window = random.nextBoolean() ? OptionalLong.of(random.nextInt(1, 60)) : OptionalLong.empty();
            double sum = 0;
            for (long context = before + 1; context <= last; context++) {
                sum += Math.min(context, window.orElse(Long.MAX_VALUE));
            }
            assertThat(new AttentionShape(1, 1, 1, 1, window, false).looks(before, last))
                    .as("%d to %d, %s", before, last, window).isEqualTo(sum);
        }
    }

    @Test
    void countsPromptAnswerHeadAndAttention() {
        double flops = new ForwardPass(LLAMA, 3, 0, 2).floatingPointOperations();

        double blocks = 2.0 * 4 * (8_030_261_248L - 2L * 128_256 * 4096);
        double head = 2.0 * 2 * 128_256 * 4096;
        double attention = 4.0 * 32 * 4096 * (1 + 2 + 3 + 4);
        assertThat(flops).isEqualTo(blocks + head + attention);
    }

    @Test
    void leavesOutThePassesOfACachedPrefixButLooksAtIt() {
        double whole = new ForwardPass(LLAMA, 100, 0, 1).floatingPointOperations();
        double cached = new ForwardPass(LLAMA, 100, 60, 1).floatingPointOperations();
        double prefix = 2.0 * 60 * LLAMA.parameters().activeBlock() + 4.0 * 32 * 4096 * (60 * 61 / 2);

        assertThat(whole - cached).isCloseTo(prefix, within(1e3));
        assertThat(new ForwardPass(LLAMA, 100, 100, 1).floatingPointOperations())
                .as("one token is worked through whatever a cache has")
                .isEqualTo(new ForwardPass(LLAMA, 100, 99, 1).floatingPointOperations());
    }

    @Test
    void looksWithinChunksOnly() {
        AttentionShape chunks = new AttentionShape(1, 1, 1, 1, OptionalLong.of(4), true);
        double sum = 0;
        for (long token = 1; token <= 11; token++) {
            sum += (token - 1) % 4 + 1;
            assertThat(chunks.looks(0, token)).isEqualTo(sum);
        }
        assertThat(chunks.looks(3, 11)).isEqualTo(sum - 6);
    }

    /** A window in a part of the layers saves there, and only there. */
    @Test
    void countsEachKindOfLayerByItsOwnWindow() {
        ModelCard gptOss = ModelCard.shipped("openai/gpt-oss-20b").orElseThrow();
        double last = 10_000;
        double all = last * (last + 1) / 2;
        double windowed = 128 * 129 / 2.0 + (last - 128) * 128;

        double flops = new ForwardPass(gptOss, 10_000, 0, 1).floatingPointOperations();

        assertThat(flops).isCloseTo(2 * last * gptOss.parameters().activeBlock() + 2.0 * gptOss.parameters().head()
                + 2 * 12 * 2 * 4096 * (all + windowed), within(1e3));
    }

    @Test
    void addsUpOverAConversationWhatOneLongPassIs() {
        double one = new ForwardPass(LLAMA, 50, 0, 30).floatingPointOperations();
        double first = new ForwardPass(LLAMA, 50, 0, 10).floatingPointOperations();
        // The tenth token was never fed back, so that the next turn begins with it.
        double second = new ForwardPass(LLAMA, 60, 59, 20).floatingPointOperations();

        assertThat(first + second).isCloseTo(one, within(1e3));
    }

    @Test
    void reckonsTheShareOfThePeakOfAllDevices() {
        ComputeModel single = model(Precision.BF16, H100);
        ComputeModel four = model(Precision.BF16, H100, H100, H100, H100);

        ComputeMetrics one = single.of(TokenUsage.server(1000, 100), OptionalDouble.empty(), 1, false);
        ComputeMetrics quarter = four.of(TokenUsage.server(1000, 100), OptionalDouble.empty(), 1, false);

        double flops = one.floatingPointOperations().orElseThrow();
        assertThat(one.flopsUtilization().orElseThrow()).isCloseTo(flops / 989.4e12, within(1e-12));
        assertThat(quarter.flopsUtilization().orElseThrow()).isCloseTo(flops / (4 * 989.4e12), within(1e-12));
        assertThat(one.source()).contains("shipped list, meta-llama/Llama-3.1-8B (llama)");
        double bytes = flops / one.arithmeticIntensity().orElseThrow();
        assertThat(bytes / 2 / 7.5e9).as("weights read once for the prompt and for each further token")
                .isBetween(99.0, 103.0);
        assertThat(one.bandwidthUtilization().orElseThrow()).isCloseTo(bytes / 3.35e12, within(1e-12));
    }

    @Test
    void saysNothingOfMemoryTrafficWhereRequestsSharePasses() {
        ComputeMetrics shared = model(Precision.BF16, H100).of(TokenUsage.server(1000, 100), OptionalDouble.empty(),
                1, true);

        assertThat(shared.flopsUtilization()).isPresent();
        assertThat(shared.bandwidthUtilization()).isEmpty();
        assertThat(shared.arithmeticIntensity()).isEmpty();
    }

    @Test
    void believesTheClientFirst() {
        ComputeMetrics metrics = model(Precision.BF16, H100).of(TokenUsage.server(10, 10), OptionalDouble.of(5e12), 1,
                false);

        assertThat(metrics.floatingPointOperations()).hasValue(5e12);
        assertThat(metrics.source()).contains("client");
    }

    @Test
    void givesNoShareOfAnUnknownPeakAndSaysWhy() {
        assertWhyNot(model(Precision.BF16, "NVIDIA H100"), "the peak of NVIDIA H100 is not known");
        assertWhyNot(model(Precision.BF16, H100, "Radeon"), "the peak of Radeon is not known");
        assertWhyNot(model(Precision.BF16), "no graphics processor was read");
        assertWhyNot(model(Precision.FP4, H100), "in fp4");
        assertWhyNot(new ComputeModel(Optional.of(LLAMA), Optional.empty(), Accelerators.of(List.of(H100))),
                "precision(...)");
        assertWhyNot(new ComputeModel(Optional.empty(), Optional.of(Precision.BF16),
                Accelerators.of(List.of(H100))), "modelCard(...)");
    }

    @Test
    void givesNoShareAboveOne() {
        ComputeMetrics metrics = model(Precision.BF16, H100).of(TokenUsage.server(100_000, 1),
                OptionalDouble.empty(), 1e-6, false);

        assertThat(metrics.flopsUtilization()).isEmpty();
    }

    @Test
    void givesNoWorkOfARunOfWhichOneAnswerIsUncounted() {
        ComputeModel model = model(Precision.BF16, H100);
        ComputeTally tally = new ComputeTally(model);
        for (TokenUsage usage : List.of(TokenUsage.server(10, 10), TokenUsage.absent())) {
            tally.add(usage, model.of(usage, OptionalDouble.empty(), 1, false));
        }

        ComputeTotals totals = tally.finish(2);

        assertThat(totals.floatingPointOperations()).isEmpty();
        assertThat(totals.reason()).contains("there are no token counts for 1 of 2 answers");
    }

    @Test
    void reckonsARunOverItsWholeTime() {
        ComputeModel model = model(Precision.BF16, H100);
        ComputeTally tally = new ComputeTally(model);
        TokenUsage usage = TokenUsage.server(1000, 100);
        ComputeMetrics metrics = model.of(usage, OptionalDouble.empty(), 1, false);
        tally.add(usage, metrics);
        tally.add(usage, metrics);

        ComputeTotals totals = tally.finish(4);

        assertThat(totals.utilization().flops().orElseThrow())
                .isCloseTo(metrics.flopsUtilization().orElseThrow() / 2, within(1e-12));
        assertThat(totals.utilization().bandwidth().orElseThrow())
                .isCloseTo(metrics.bandwidthUtilization().orElseThrow() / 2, within(1e-12));
        assertThat(totals.peaks().devices()).containsExactly(H100);
        assertThat(totals.reason()).isEmpty();
    }

    @Test
    void listsEachDeviceOnceWithBelievablePeaks() {
        Set<String> names = new HashSet<>();
        for (DevicePeak device : DevicePeaks.all()) {
            device.names().forEach(name -> assertThat(names.add(name)).as(name).isTrue());
            assertThat(device.bytesPerSecond()).as(device.source()).isBetween(1e11, 1e13);
            assertThat(device.flopsPerSecond()).as(device.source()).isNotEmpty();
            device.flopsPerSecond().values().forEach(peak -> assertThat(peak).isBetween(4e13, 2e16));
        }
        assertThat(names).contains(H100, "NVIDIA B300 SXM6 AC", "NVIDIA GB200", "AMD Instinct MI355X",
                "AMD Instinct MI250X", "NVIDIA GeForce RTX 5090", "NVIDIA GB10", "Jetson AGX Orin 64GB",
                "NVIDIA Thor");
        assertThat(DevicePeaks.find("NVIDIA H100 80GB HBM3 MIG 1g.10gb")).isEmpty();
    }

    @Test
    void saysWhereEachAchievableRateComesFromAndKeepsItBelowThePeak() {
        for (DevicePeak device : DevicePeaks.all()) {
            assertThat(device.confidence()).as(device.source()).isNotBlank();
            assertThat(device.achievableSource().isPresent()).as(device.source())
                    .isEqualTo(!device.achievableFlopsPerSecond().isEmpty());
            device.achievableFlopsPerSecond().forEach((precision, rate) -> assertThat(rate).as(device.source())
                    .isBetween(0.4 * device.flopsPerSecond(precision).orElseThrow(),
                            0.95 * device.flopsPerSecond(precision).orElseThrow()));
        }
    }

    @Test
    void reckonsTheShareOfWhatTheBestKnownMatmulReachedToo() {
        ComputeTotals known = totals(Precision.BF16, H100, H100);
        ComputeTotals unmeasured = totals(Precision.FP16, H100, H100);

        assertThat(known.peaks().achievableFlopsPerSecond()).hasValue(2 * 794.5e12);
        assertThat(known.utilization().achievable().orElseThrow())
                .isCloseTo(known.utilization().flops().orElseThrow() * 989.4 / 794.5, within(1e-12));
        assertThat(known.peaks().sources()).singleElement().asString().contains("datasheet", "checked", "achievable: ");
        assertThat(unmeasured.utilization().flops()).isPresent();
        assertThat(unmeasured.utilization().achievable()).isEmpty();
    }

    @Test
    void knowsNoPeakByANameThatSeveralDevicesBear() {
        assertWhyNot(model(Precision.FP16, "Orin (nvgpu)"),
                "the driver gives several devices that name, Jetson AGX Orin 64GB among them");
    }

    private static ComputeTotals totals(Precision precision, String... devices) {
        ComputeModel model = model(precision, devices);
        ComputeTally tally = new ComputeTally(model);
        TokenUsage usage = TokenUsage.server(1000, 100);
        tally.add(usage, model.of(usage, OptionalDouble.empty(), 1, false));
        return tally.finish(1);
    }

    @Test
    void refusesAnUnknownPrecision() {
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> Precision.named("q4"))
                .withMessageContaining("bf16");
    }

    private static void assertWhyNot(ComputeModel model, String reason) {
        ComputeTally tally = new ComputeTally(model);
        TokenUsage usage = TokenUsage.server(10, 10);
        ComputeMetrics metrics = model.of(usage, OptionalDouble.empty(), 1, false);
        tally.add(usage, metrics);
        assertThat(metrics.flopsUtilization()).isEmpty();
        assertThat(tally.finish(1).reason()).hasValueSatisfying(text -> assertThat(text).contains(reason));
    }

    private static ComputeModel model(Precision precision, String... devices) {
        return new ComputeModel(Optional.of(LLAMA), Optional.of(precision), Accelerators.of(List.of(devices)));
    }
}
