package dev.ipw;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.ServiceLevels;
import dev.ipw.analysis.internal.AccuracyAnalysis;
import dev.ipw.analysis.internal.AccuracyAnalysisProvider;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.Scope;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Verdict;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.plugin.Parameters;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.run.LoadSettings;
import dev.ipw.statistics.internal.Proportion;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

@Tag("statistical")
class AccuracyAnalysisTests {
    @TempDir
    private Path runs;

    /** Ask one question after the other, a second each, of two subjects in turn. */
    private FabricatedRun sequential(int queries) {
        FabricatedRun run = new FabricatedRun(runs.resolve("made"), LoadSettings.ofConcurrency(1));
        for (int number = 0; number < queries; number++) {
            boolean sums = number % 2 == 0;
            run.with(new FabricatedRun.Query(sums ? "sums" : "prose", number, number + (sums ? 0.1 : 0.4), number + 1,
                    10, sums || number % 4 == 1 ? Verdict.CORRECT : Verdict.INCORRECT));
        }
        return run;
    }

    private static double real(Map<String, @Nullable Object> summary, String key) {
        return (double) Objects.requireNonNull(summary.get(key));
    }

    private static TreeReader data(AnalysisResult result) {
        return TreeReader.ofJson("accuracy", result.toJson()).child("data");
    }

    @Test
    void tellsEachSubjectWithItsIntervals() throws IOException {
        ProfileRun run = sequential(40).with("gpu-0", new FabricatedRun.Device(Scope.GPU, 50, 150)).finish();

        List<TreeReader> subjects = data(run.analyze(new AccuracyAnalysis())).children("per_subject");

        assertThat(subjects).extracting(one -> one.text("subject")).containsExactly("sums", "prose");
        TreeReader sums = subjects.getFirst();
        assertThat(sums.whole("correct")).isEqualTo(20);
        assertThat(sums.real("accuracy")).isEqualTo(1);
        assertThat(sums.real("energy_joules")).isCloseTo(150, within(0.1));
        assertThat(sums.real("energy_time_share")).isEqualTo(1);
        assertThat(sums.real("intelligence_per_share_joule")).isCloseTo(1 / 150.0, within(1e-5));
        assertThat(sums.real("intelligence_per_share_joule_low"))
                .isCloseTo(new Proportion(20, 20).wilson(0.95).low() / 150, within(1e-5));
        TreeReader prose = subjects.getLast();
        assertThat(prose.whole("scored")).isEqualTo(20);
        assertThat(prose.real("accuracy")).isEqualTo(0.5);
        assertThat(prose.real("accuracy_low")).isCloseTo(new Proportion(10, 20).wilson(0.95).low(), within(1e-12));
        assertThat(prose.real("intelligence_per_share_joule")).isBetween(
                prose.real("intelligence_per_share_joule_low"), prose.real("intelligence_per_share_joule_high"));
    }

    @Test
    void joulesThatContradictEachOtherHaveNoIntelligenceAnywhere() throws IOException {
        ProfileRun run = sequential(40).with("gpu-0", new FabricatedRun.Device(Scope.GPU, 50, 150))
                .with("package-0", new FabricatedRun.Device(Scope.PACKAGE, 50, 20)).finish();
        assertThat(run.summary().totals().deviceEnergy().flags()).contains(EnergyFlag.INCONSISTENT);

        AnalysisResult result = run.analyze(new AccuracyAnalysis().within(ServiceLevels.parse("ttft=100s")));

        TreeReader data = data(result);
        for (TreeReader group : data.children("per_subject")) {
            assertThat(group.real("energy_joules")).isCloseTo(170, within(0.2));
            assertThat(group.asMap().get("intelligence_per_share_joule")).isNull();
            assertThat(group.text("intelligence_per_share_joule_reason")).contains("INCONSISTENT");
        }
        for (TreeReader scope : data.children("per_scope")) {
            boolean isRight = scope.text("scope").equals("gpu");
            assertThat(scope.real("joules_per_query")).isPositive();
            for (String figure : List.of("intelligence_per_joule", "device_intelligence_per_watt")) {
                assertThat(scope.asMap().get(figure) != null).as(scope.text("scope")).isEqualTo(isRight);
                assertThat(scope.optionalText(figure + "_reason").isPresent()).isNotEqualTo(isRight);
            }
        }
        TreeReader both = data.child("gross_and_net");
        assertThat(both.child("gross").asMap().get("intelligence_per_joule")).isNull();
        assertThat(both.child("net").asMap().get("net_intelligence_per_joule")).isNull();
        assertThat(both.child("net").real("net_joules_per_query")).isCloseTo(70, within(0.2));
        assertThat(result.summary().get("accuracy_per_mean_query_watt")).isNull();
        assertThat(result.summary().get("correct_within_slo_per_kilojoule")).isNull();
        assertThat(result.warnings()).filteredOn(warning -> warning.contains("the joules are INCONSISTENT"))
                .singleElement().asString().startsWith("There is no intelligence per joule or watt: ");
    }

    @Test
    void tellsEachScopeAndWhatIsNet() throws IOException {
        ProfileRun run = sequential(40).with("gpu-0", new FabricatedRun.Device(Scope.GPU, 50, 150))
                .with("gpu-1", new FabricatedRun.Device(Scope.GPU, 50, 50))
                .with("package-0", new FabricatedRun.Device(Scope.PACKAGE, 20, 40))
                .with("dram-0", new FabricatedRun.Device(Scope.DRAM, 5, 10)).finish();

        TreeReader data = data(run.analyze(new AccuracyAnalysis()));

        List<TreeReader> scopes = data.children("per_scope");
        assertThat(scopes).extracting(one -> one.text("scope")).containsExactly("gpu", "package", "dram",
                "gpu+package+dram");
        double[] watts = {200, 40, 10, 250};
        for (int index = 0; index < watts.length; index++) {
            TreeReader scope = scopes.get(index);
            assertThat(scope.whole("queries")).isEqualTo(40);
            assertThat(scope.real("joules_per_query")).isCloseTo(watts[index], within(watts[index] * 1e-3));
            assertThat(scope.real("intelligence_per_joule")).isCloseTo(0.75 / watts[index],
                    within(1e-3 * 0.75 / watts[index]));
            assertThat(scope.real("device_intelligence_per_watt")).isCloseTo(0.75 / watts[index],
                    within(1e-3 * 0.75 / watts[index]));
        }
        TreeReader both = data.child("gross_and_net");
        assertThat(both.child("gross").real("joules_per_query")).isCloseTo(250, within(0.3));
        assertThat(both.child("net").real("net_joules_per_query")).isCloseTo(125, within(0.3));
        assertThat(both.child("net").real("net_device_watts")).isCloseTo(125, within(0.3));
        assertThat(both.child("net").real("net_intelligence_per_watt")).isCloseTo(0.75 / 125, within(1e-4));
        assertThat(both.child("net").whole("queries")).isEqualTo(40);
    }

    @Test
    void sharesOfAMeasuredProcessorAreNotTakenForAGuess() throws IOException {
        FabricatedRun made = new FabricatedRun(runs.resolve("made"), LoadSettings.ofConcurrency(2));
        for (int number = 0; number < 20; number++) {
            int second = number / 2;
            made.with(new FabricatedRun.Query("sums", second, second + 0.5, second + 1, 5, Verdict.CORRECT));
        }
        ProfileRun run = made.with("package-0", new FabricatedRun.Device(Scope.PACKAGE, 20, 40)).finish();

        AnalysisResult result = run.analyze(new AccuracyAnalysis());

        assertThat(result.summary()).containsEntry("energy_provenance", "MEASURED")
                .containsEntry("share_provenance", "ESTIMATED");
        // Two requests share the watts: the mean of their own would make twice as much of them.
        double perWatt = run.efficiency().intelligencePerWatt().orElseThrow();
        assertThat(result.summary()).containsEntry("intelligence_per_watt", perWatt)
                .containsEntry("device_intelligence_per_watt", perWatt);
        assertThat((Double) result.summary().get("accuracy_per_mean_query_watt")).isGreaterThan(1.5 * perWatt);
        assertThat(data(result).children("per_scope")).singleElement()
                .satisfies(scope -> assertThat(scope.text("scope")).isEqualTo("package"));
    }

    @Test
    void countsRightAnswersInTimeForAKilojoule() throws IOException {
        ProfileRun run = sequential(40).with("gpu-0", new FabricatedRun.Device(Scope.GPU, 50, 150)).finish();

        Map<String, @Nullable Object> summary = run
                .analyze(new AccuracyAnalysis().within(ServiceLevels.parse("ttft=200ms"))).summary();

        // The 20 sums are right and quick; the prose that is right came too late.
        assertThat(summary).containsEntry("correct_within_slo", 20L);
        assertThat(real(summary, "correct_within_slo_share")).isEqualTo(0.5);
        assertThat(real(summary, "correct_within_slo_per_kilojoule")).isCloseTo(20 / 6.0, within(0.01));
        assertThat(real(summary, "correct_within_slo_per_kilojoule_low"))
                .isCloseTo(new Proportion(20, 40).wilson(0.95).low() * 40 / 6, within(0.01));
    }

    @Test
    void withoutJoulesSaysNothingOfThem() throws IOException {
        TreeReader data = data(sequential(4).finish().analyze(new AccuracyAnalysis()));

        assertThat(data.children("per_scope")).isEmpty();
        assertThat(data.child("gross_and_net").optionalChild("gross")).isEmpty();
        assertThat(data.children("per_subject").getFirst().optionalReal("energy_joules")).isEmpty();
        assertThat(data.children("per_subject").getFirst().real("accuracy")).isEqualTo(1);
    }

    private static LongStream seeds() {
        return LongStream.rangeClosed(1, Draws.of(2, 5));
    }

    /** What the subjects come to together is what the run comes to, whatever the queries are. */
    @ParameterizedTest
    @MethodSource("seeds")
    void subjectsAndScopesAddUpToTheRun(long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        FabricatedRun made = new FabricatedRun(runs.resolve("made"), LoadSettings.ofConcurrency(1));
        double now = 0;
        int queries = 20 + random.nextInt(60);
        for (int number = 0; number < queries; number++) {
            double end = now + 0.2 + random.nextDouble();
            made.with(new FabricatedRun.Query("subject " + random.nextInt(5), now, now + 0.1, end,
                    1 + random.nextInt(9), Verdict.values()[random.nextInt(Verdict.values().length)]));
            now = end;
        }
        ProfileRun run = made.with("gpu-0", new FabricatedRun.Device(Scope.GPU, 50, 60 + random.nextInt(300)))
                .with("package-0", new FabricatedRun.Device(Scope.PACKAGE, 20, 30)).finish();

        AnalysisResult result = run.analyze(new AccuracyAnalysis());
        TreeReader data = data(result);

        List<TreeReader> subjects = data.children("per_subject");
        assertThat(subjects.stream().mapToLong(one -> one.whole("scored")).sum())
                .isEqualTo(result.summary().get("total_scored"));
        assertThat(subjects.stream().mapToLong(one -> one.whole("correct")).sum())
                .isEqualTo(result.summary().get("correct"));
        double joules = subjects.stream()
                .mapToDouble(one -> one.real("energy_joules") * one.whole("queries_with_energy")).sum();
        List<TreeReader> scopes = data.children("per_scope");
        double all = run.summary().totals().deviceEnergy().joules().orElseThrow();
        assertThat(scopes.getLast().real("joules_per_query") * queries).isCloseTo(all, within(all * 1e-9));
        assertThat(scopes.get(0).real("joules_per_query") + scopes.get(1).real("joules_per_query"))
                .isCloseTo(scopes.getLast().real("joules_per_query"), within(1e-6));
        try (Stream<ProfilingRecord> records = run.records()) {
            double scored = records.filter(one -> one.isCorrect().isPresent())
                    .mapToDouble(one -> one.metrics().energy().headline().joules().orElseThrow()).sum();
            assertThat(joules).isCloseTo(scored, within(scored * 1e-9));
        }
    }

    @Test
    void fillsInJoulesFromWattsOnlyIfAskedTo() throws IOException {
        ProfileRun run = sequential(40).with("gpu-0", new FabricatedRun.Device(Scope.GPU, 50, 150, 30.5)).finish();

        AnalysisResult plain = run.analyze(new AccuracyAnalysis());
        AnalysisResult filled = run.analyze(new AccuracyAnalysis().imputingFromPower());

        assertThat(plain.summary()).containsEntry("energy_sample_count", 30L).containsEntry("imputed_count", 0L)
                .containsEntry("energy_provenance", "MEASURED");
        assertThat(filled.summary()).containsEntry("energy_sample_count", 40L).containsEntry("imputed_count", 10L)
                .containsEntry("energy_missing_count", 0L).containsEntry("energy_provenance", "ESTIMATED");
        assertThat(real(filled.summary(), "intelligence_per_joule")).isCloseTo(0.75 / 150, within(1e-5));
        TreeReader energy = data(filled).child("efficiency").child("made").child("energy");
        assertThat(energy.whole("imputed_count")).isEqualTo(10);
        assertThat(energy.real("imputed_from_power")).isCloseTo(150, within(0.1));
        assertThat(filled.warnings()).anyMatch(warning -> warning.contains("joules of 10 queries are filled in"));
        assertThat(plain.warnings()).noneMatch(warning -> warning.contains("filled in"));
    }

    @Test
    void fillsInNothingWhereRequestsOverlap() throws IOException {
        FabricatedRun made = new FabricatedRun(runs.resolve("made"), LoadSettings.ofConcurrency(2));
        for (int number = 0; number < 20; number++) {
            int second = number / 2;
            made.with(new FabricatedRun.Query("sums", second, second + 0.5, second + 1, 5, Verdict.CORRECT));
        }
        ProfileRun run = made.with("gpu-0", new FabricatedRun.Device(Scope.GPU, 50, 150, 5.5)).finish();

        AnalysisResult result = run.analyze(new AccuracyAnalysis().imputingFromPower());

        assertThat(result.summary()).containsEntry("imputed_count", 0L);
        assertThat(result.warnings()).anyMatch(warning -> warning.contains("no joules are filled in"));
    }

    @ParameterizedTest
    @CsvSource({"max_evaluation_attempts,0,max_evaluation_attempts", "max_evaluation_attempts,11,from 1 to 10",
            "max_evaluation_attempts,often,max_evaluation_attempts", "impute,latency,impute", "slo,soon,service level",
            "imputed,power,imputed", "evaluator,exact,max_evaluation_attempts"})
    void refusesOptionsThatCannotWork(String key, String value, String told) {
        assertThatThrownBy(() -> new AccuracyAnalysisProvider().create(Parameters.of("accuracy", Map.of(key, value))))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining(told);
    }

    @Test
    void givesNoFigureOfAPartOfTheMachineWhoseJoulesAreNotAllKnown() throws IOException {
        // The cores are part of the package, so that the headline does without them.
        ProfileRun run = sequential(40).with("package-0", new FabricatedRun.Device(Scope.PACKAGE, 50, 150))
                .with("core-0", new FabricatedRun.Device(Scope.CORE, 10, 100, 30.5)).finish();

        AnalysisResult result = run.analyze(new AccuracyAnalysis());

        assertThat(data(result).children("per_scope")).extracting(one -> one.text("scope")).containsExactly("package");
        assertThat(result.warnings()).anyMatch(warning -> warning.startsWith("Not all joules of core are known"));
    }
}
