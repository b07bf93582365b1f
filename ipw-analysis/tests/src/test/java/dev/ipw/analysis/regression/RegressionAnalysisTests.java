package dev.ipw.analysis.regression;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.plugin.Parameters;
import dev.ipw.results.RunReader;
import dev.ipw.testing.Draws;
import dev.ipw.testing.MadeRunFolder;
import dev.ipw.testing.MadeRunFolder.Query;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

class RegressionAnalysisTests {
    private static final long MICRO = 1_000;

    @TempDir
    Path folder;

    private RunReader run(int queries, IntFunction<Query> query) {
        return MadeRunFolder.write(folder.resolve("run"), queries, query);
    }

    private AnalysisResult analyzed(int queries, IntFunction<Query> query) {
        return new RegressionAnalysis(Optional.empty(), false).analyze(run(queries, query));
    }

    private static TreeReader data(AnalysisResult result) {
        return TreeReader.of("regression", result.data());
    }

    private static TreeReader joint(AnalysisResult result, String figure) {
        return data(result).child("joint").child(figure);
    }

    private static TreeReader term(AnalysisResult result, String figure, String name) {
        return joint(result, figure).children("terms").stream().filter(term -> term.text("name").equals(name))
                .findFirst().orElseThrow();
    }

    /** First token after 1 ms and 2 µs for each token of the prompt, 30 µs for each of the answer. */
    private static Query timed(long input, long output) {
        long first = 1000 * MICRO + 2 * MICRO * input;
        return Query.of(input, output, first, first + 30 * MICRO * output);
    }

    private static long input(int number) {
        return 100 + 37L * number % 300;
    }

    private static long output(int number) {
        return 5 + 53L * number % 90;
    }

    @Test
    void findsWhatEachTokenCostsInTimeToTheLastDigit() {
        AnalysisResult result = analyzed(40, number -> timed(input(number), output(number)));

        assertThat(term(result, "time_to_first_token", "intercept").real("value")).isCloseTo(1e-3, within(1e-13));
        assertThat(term(result, "time_to_first_token", "input_tokens").real("value")).isCloseTo(2e-6, within(1e-15));
        assertThat(term(result, "time_to_first_token", "output_tokens").real("value")).isZero();
        assertThat(term(result, "total_time", "output_tokens").real("value")).isCloseTo(30e-6, within(1e-15));
        assertThat(term(result, "total_time", "output_tokens").text("unit")).isEqualTo("s/token");
        assertThat(joint(result, "total_time").real("r2")).isCloseTo(1, within(1e-12));
        assertThat(joint(result, "total_time").text("reason")).contains("exact");
        assertThat(result.summary()).containsEntry("total_samples", 40L)
                .hasEntrySatisfying("total_time_per_output_token",
                        value -> assertThat((Double) value).isCloseTo(30e-6, within(1e-15)));
        TreeReader line = data(result).child("input_tokens_vs_ttft");
        assertThat(line.whole("count")).isEqualTo(40);
        assertThat(line.real("slope")).isCloseTo(2e-6, within(1e-15));
        assertThat(line.asMap()).containsOnlyKeys("count", "slope", "intercept", "r2", "avg_y");
    }

    @Test
    void tellsJoulesOfPromptAndAnswerApartWithIntervals() {
        SplittableRandom random = new SplittableRandom(3);
        AnalysisResult result = analyzed(400, number -> timed(input(number), output(number))
                .using(3 + 0.01 * input(number) + 0.4 * output(number) + 0.5 * random.nextGaussian()));

        TreeReader output = term(result, "energy", "output_tokens");
        assertThat(output.real("low")).isLessThan(0.4);
        assertThat(output.real("high")).isGreaterThan(0.4);
        assertThat(output.real("high") - output.real("low")).isLessThan(0.01);
        assertThat(output.real("ordinary_standard_error")).isCloseTo(output.real("standard_error"),
                within(0.001));
        TreeReader energy = joint(result, "energy");
        assertThat(energy.text("unit")).isEqualTo("J");
        assertThat(energy.real("residual_standard_deviation")).isCloseTo(0.5, within(0.06));
        assertThat(energy.child("residual_checks").child("normality").text("test")).isEqualTo("Jarque-Bera");
        assertThat(energy.child("residual_checks").child("heteroscedasticity").real("p_value")).isGreaterThan(0.001);
        assertThat(energy.child("residual_checks").real("durbin_watson")).isCloseTo(2, within(0.4));
        assertThat(energy.child("robust").children("terms").get(2).real("value")).isCloseTo(0.4, within(0.01));
        assertThat(result.summary()).containsEntry("energy_basis", "package");
    }

    /** Joules vary with the square of the answer's length, and an ordinary interval does not know where they do. */
    @Test
    @Tag("statistical")
    void holdsTheTruthWhereJoulesOfLongAnswersVaryMore() {
        int draws = Draws.of(40, 400);
        int held = 0;
        int ordinary = 0;
        for (int draw = 0; draw < draws; draw++) {
            SplittableRandom random = new SplittableRandom(draw);
            int[] lengths = IntStream.range(0, 60).map(any -> (int) Math.round(20 * Math.exp(random.nextGaussian())))
                    .toArray();
            AnalysisResult result = new RegressionAnalysis(Optional.empty(), false)
                    .analyze(MadeRunFolder.write(folder.resolve("draw" + draw), 60, number -> {
                        double length = lengths[number];
                        double noise = 0.002 * length * length * random.nextGaussian();
                        return timed(input(number), lengths[number]).using(Math.max(0.01, 20 + 0.4 * length + noise));
                    }));
            TreeReader term = term(result, "energy", "output_tokens");
            held += term.real("low") <= 0.4 && 0.4 <= term.real("high") ? 1 : 0;
            ordinary += term.real("ordinary_low") <= 0.4 && 0.4 <= term.real("ordinary_high") ? 1 : 0;
        }
        assertThat(held).isGreaterThanOrEqualTo(Draws.minHits(draws, 0.9)).isGreaterThan(ordinary);
    }

    @Test
    void showsNoRoundingAsACoefficient() {
        AnalysisResult result = analyzed(40,
                number -> timed(input(number), output(number)).using(50 * (1 + 1e-15 * (number % 3))));

        assertThat(term(result, "energy", "input_tokens").real("value")).isZero();
        assertThat(term(result, "energy", "output_tokens").real("value")).isZero();
        assertThat(joint(result, "energy").text("reason")).contains("the same in all queries");
        assertThat(data(result).child("total_tokens_vs_energy").real("slope")).isZero();
    }

    @Test
    void showsNoRoundingBesideACostThatIsExact() {
        for (double scale : new double[]{1e-6, 1, 1e6}) {
            AnalysisResult result = analyzed(200,
                    number -> timed(input(number), output(number)).using(scale * 0.4 * output(number)));

            assertThat(term(result, "energy", "output_tokens").real("value")).isCloseTo(scale * 0.4,
                    within(scale * 1e-9));
            assertThat(term(result, "energy", "input_tokens").real("value")).isZero();
            assertThat(term(result, "energy", "intercept").real("value")).isZero();
        }
    }

    @Test
    void countsWhatItLeavesOutAndWhy() {
        AnalysisResult result = analyzed(50, number -> switch (number) {
            case 0, 1 -> timed(200, 20).failing();
            case 2 -> timed(200, 20).counted(new TokenUsage(OptionalLong.empty(), OptionalLong.of(20),
                    OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), TokenUsage.Source.SERVER));
            case 3 -> timed(200, 20).counted(new TokenUsage(OptionalLong.of(200), OptionalLong.empty(),
                    OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), TokenUsage.Source.SERVER));
            case 4 -> Query.of(200, 20, 0, 0).at(5_000 * MICRO);
            default -> timed(input(number), output(number)).using(number % 2 == 0 ? 1.0 + number : Double.NaN);
        });

        assertThat(joint(result, "time_to_first_token").child("left_out").asMap()).isEqualTo(
                Map.of("failed", 2L, "no_input_tokens", 1L, "no_output_tokens", 1L, "no_time_to_first_token", 1L));
        assertThat(joint(result, "energy").child("left_out").asMap()).containsEntry("no_joules", 23L + 1L);
        assertThat(joint(result, "time_to_first_token").whole("count")).isEqualTo(45);
        assertThat(data(result).child("total_tokens_vs_latency").whole("count")).isEqualTo(46);
        assertThat(data(result).child("output_tokens_vs_latency").whole("count")).isEqualTo(47);
    }

    @Test
    void namesATermThatCannotBeTold() {
        AnalysisResult constant = analyzed(30, number -> timed(128, output(number)));
        TreeReader out = joint(constant, "total_time").children("terms_left_out").getFirst();
        assertThat(out.text("name")).isEqualTo("input_tokens");
        assertThat(out.text("reason")).isEqualTo("it is the same in all queries");
        assertThat(joint(constant, "total_time").children("terms")).hasSize(2);
        assertThat(data(constant).child("input_tokens_vs_ttft").optionalReal("slope")).isEmpty();
        assertThat(data(constant).child("input_tokens_vs_ttft").text("reason")).contains("same number of tokens");
        assertThat(constant.warnings()).anyMatch(one -> one.startsWith("total_time: input_tokens is left out"));
        assertThat(constant.toJson()).doesNotContain("NaN");
    }

    @Test
    void namesTheSecondOfTwoThatGoTogether() {
        AnalysisResult result = analyzed(30, number -> timed(2 * output(number), output(number)));

        assertThat(joint(result, "total_time").children("terms_left_out").getFirst().text("reason"))
                .startsWith("it follows from input_tokens");
        assertThat(joint(result, "total_time").children("terms_left_out").getFirst().text("name"))
                .isEqualTo("output_tokens");
    }

    @Test
    void answersForHardlyAnyQuery() {
        for (int queries : new int[]{0, 1, 2, 3}) {
            AnalysisResult result = new RegressionAnalysis(Optional.empty(), false)
                    .analyze(MadeRunFolder.write(folder.resolve("r" + queries),
                            queries, number -> timed(input(number), output(number)).using(2.0 + number)));

            assertThat(joint(result, "energy").whole("count")).isEqualTo(queries);
            assertThat(joint(result, "energy").optionalText("reason")).isPresent();
            assertThat(result.toJson()).doesNotContain("NaN").doesNotContain("Infinity");
        }
    }

    @Test
    void readsTheGpuWhereThereIsOneAsTheReferenceDoes() {
        AnalysisResult result = analyzed(20, number -> timed(input(number), output(number)).using(100)
                .onGpu(2.0 * (input(number) + output(number)), number == 0 ? 0 : 50 + 0.1 * input(number)));

        assertThat(result.summary()).containsEntry("energy_basis", "gpu").containsEntry("power_basis", "gpu")
                .containsEntry("joint_basis", "package");
        assertThat(data(result).child("total_tokens_vs_energy").real("slope")).isCloseTo(2, within(1e-12));
        assertThat(data(result).child("input_tokens_vs_power").real("slope")).isCloseTo(0.1, within(1e-12));
        assertThat(data(result).child("total_tokens_vs_power").whole("count")).isEqualTo(19);
        assertThat(result.warnings())
                .anyMatch(one -> one.startsWith("1 of 20 queries have zero power; they are left out"));
    }

    @Test
    void callsAnOutcomeThatDoesNotVaryExplainedAsTheReferenceDoes() {
        AnalysisResult result = analyzed(20, number -> timed(input(number), output(number)).using(5));

        assertThat(data(result).child("total_tokens_vs_energy").real("r2")).isEqualTo(1);
        assertThat(joint(result, "energy").optionalReal("r2")).isEmpty();
        assertThat(joint(result, "energy").text("reason")).contains("the same in all queries");
    }

    @Test
    void saysWhyThereIsNoRobustFitAndNoConsistentError() {
        AnalysisResult most = new RegressionAnalysis(Optional.empty(), false).analyze(MadeRunFolder.write(
                folder.resolve("most"), 20,
                number -> timed(input(number), output(number)).using(number == 7 ? 500 : 2.0 * output(number))));
        AnalysisResult alone = new RegressionAnalysis(Optional.empty(), false)
                .analyze(MadeRunFolder.write(folder.resolve("alone"), 20,
                        number -> timed(number == 3 ? 900 : 100, output(number)).using(3.0 + number % 7)));

        assertThat(joint(most, "energy").text("robust_reason")).startsWith("more than half");
        assertThat(joint(most, "energy").optionalChild("robust")).isEmpty();
        assertThat(joint(alone, "energy").text("interval_reason")).startsWith("one query alone decides a term");
        assertThat(term(alone, "energy", "input_tokens").optionalReal("low")).isEmpty();
        assertThat(term(alone, "energy", "input_tokens").optionalReal("ordinary_low")).isPresent();
        assertThat(alone.toJson()).doesNotContain("NaN").doesNotContain("Infinity");
    }

    @Test
    void leavesZerosOutWhenAsked() {
        RunReader run = run(20, number -> timed(input(number), output(number)).using(number));

        assertThat(joint(new RegressionAnalysis(Optional.empty(), false).analyze(run), "energy").whole("count"))
                .isEqualTo(20);
        AnalysisResult skipping = new RegressionAnalysisProvider()
                .create(Parameters.of("analysis regression", Map.of("skip_zeroes", "true", "model", "made:1b")))
                .analyze(run);
        assertThat(joint(skipping, "energy").child("left_out").asMap()).isEqualTo(Map.of("zero", 1L));
        assertThat(data(skipping).child("input_tokens_vs_ttft").whole("count")).isEqualTo(20);
        assertThat(data(skipping).child("input_tokens_vs_energy").whole("count")).isEqualTo(19);
    }

    @Test
    void refusesARunOfAnotherModel() {
        RunReader run = run(5, number -> timed(input(number), output(number)));
        RegressionAnalysisProvider provider = new RegressionAnalysisProvider();
        var other = provider.create(Parameters.of("analysis regression", Map.of("model", "other")));

        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> other.analyze(run))
                .withMessageContaining("made:1b").withMessageContaining("other");
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(
                () -> provider.create(Parameters.of("analysis regression", Map.of("skip_zeroes", "yes"))));
    }
}
