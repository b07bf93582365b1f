package dev.ipw.hosted;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The shipped table against the joules that ML.ENERGY 3.0 measured of open models on NVIDIA H100 with vLLM 0.11.1
 * (github.com/ml-energy/leaderboard, 27 February 2026): chat and GPQA, all of its configurations on that GPU.
 */
class MeasuredModelsTests {
    private static final List<Measured> ALL = measured();
    private static final HostedTokens ONE = new HostedTokens(0, 0, 1);

    @Test
    void holdsEveryMeasurementWithTheBatchesOfHostedModels() {
        List<Measured> usual = of(one -> one.maxRequests >= 32 && one.maxRequests <= 256);

        assertThat(usual).hasSize(153).allSatisfy(one -> assertThat(one.atItsBatch().holds(one.joules))
                .as(one + ": " + one.atItsBatch()).isTrue());
    }

    @Test
    void holdsEveryMeasurementOfTheAssumedBatchesWithoutKnowingThem() {
        assertThat(of(one -> one.maxRequests >= 32 && one.maxRequests <= 512)).allSatisfy(
                one -> assertThat(one.atAnyBatch().holds(one.joules)).as(one + ": " + one.atAnyBatch()).isTrue());
    }

    @Test
    void isMostlyWithinAFactorOfThreeInTheMiddle() {
        List<Measured> usual = of(one -> one.maxRequests >= 32 && one.maxRequests <= 256);

        assertThat(usual.stream().filter(one -> one.factor() <= 3).count()).isGreaterThan(usual.size() * 9L / 10);
        assertThat(usual).allSatisfy(one -> assertThat(one.factor()).as(one.toString()).isLessThan(5.5));
    }

    /** Known of the method, and the reason for its bounds: it hardly knows how much a batch saves. */
    @Test
    void failsForSmallBatchesOfLargeModels() {
        assertThat(of(one -> one.maxRequests == 8).stream().filter(one -> !one.atItsBatch().holds(one.joules)))
                .isNotEmpty();
    }

    @Test
    void holdsTheDenseModelThatWasMeasuredFromEightToFiveHundredRequests() {
        HostedModel model = HostedTable.shipped().find("Qwen/Qwen3-8B", Optional.empty()).orElseThrow();
        double[][] known = {{8, 0.444}, {32, 0.163}, {128, 0.0966}, {512, 0.0721}};

        for (double[] one : known) {
            Range estimate = model.withBatch(Range.exactly(one[0])).gpuJoules(ONE);
            assertThat(estimate.holds(one[1])).as(one[0] + ": " + estimate).isTrue();
            assertThat(Math.max(one[1] / estimate.likely(), estimate.likely() / one[1])).isLessThan(2.6);
        }
    }

    private static List<Measured> of(Predicate<Measured> wanted) {
        List<Measured> found = ALL.stream().filter(wanted).toList();
        assertThat(found).isNotEmpty();
        return found;
    }

    private static List<Measured> measured() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(MeasuredModelsTests.class.getResourceAsStream("measured.csv")),
                StandardCharsets.UTF_8))) {
            return lines.lines().skip(1).map(line -> line.split(","))
                    .map(cells -> new Measured(cells[0], Integer.parseInt(cells[4]), Double.parseDouble(cells[5]),
                            Double.parseDouble(cells[6])))
                    .toList();
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    /**
     * A measurement.
     *
     * @param model       the model's id
     * @param maxRequests most requests in its batch
     * @param requests    requests in its batch, on average
     * @param joules      joules of all GPUs for an output token
     */
    private record Measured(String model, int maxRequests, double requests, double joules) {
        private HostedModel known() {
            return HostedTable.shipped().find(model, Optional.empty()).orElseThrow();
        }

        Range atItsBatch() {
            return known().withBatch(Range.exactly(requests)).gpuJoules(ONE);
        }

        Range atAnyBatch() {
            return known().gpuJoules(ONE);
        }

        double factor() {
            double likely = atItsBatch().likely();
            return Math.max(likely / joules, joules / likely);
        }
    }
}
