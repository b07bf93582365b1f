package dev.ipw.analysis.pareto;

import dev.ipw.analysis.Analysis;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.cost.RunPricing;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.plugin.Parameters;
import dev.ipw.profile.internal.AnalysisRunner;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.results.RunReader;
import dev.ipw.testing.MadeRunFolder;
import dev.ipw.testing.MadeRunFolder.Query;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

class ParetoAnalysisTests {
    private static final long MILLI = 1_000_000;
    private static final ClientInfo REMOTE = new ClientInfo("fake", "made:1b", Optional.empty(), ServingHost.REMOTE,
            Map.of());

    @TempDir
    Path folder;

    private RunReader run(String name, int queries, double right, double joules, long millis) {
        SplittableRandom random = new SplittableRandom(name.hashCode());
        return MadeRunFolder.write(folder.resolve(name), queries,
                number -> Query
                        .of(10, 2, millis * MILLI / 2, Math.round(millis * MILLI * (0.9 + 0.2 * random.nextDouble())))
                        .using(joules * (0.9 + 0.2 * random.nextDouble())).rightIf(number < right * queries));
    }

    private static List<TreeReader> points(AnalysisResult result) {
        return TreeReader.of("pareto", result.data()).children("points");
    }

    private static List<String> dominating(TreeReader point, String resource) {
        return point.texts("dominated_by_" + resource);
    }

    @Test
    void saysWhoDominatesWhomInWhat() {
        AnalysisResult result = new ParetoAnalysis(RunPricing.OF_THE_RUN)
                .analyzeTogether(List.of(run("good", 200, 0.9, 10, 50),
                        run("wasteful", 200, 0.5, 20, 40), run("frugal", 200, 0.6, 5, 60)));

        List<TreeReader> points = points(result);
        assertThat(points).extracting(point -> point.text("name")).containsExactly("good", "wasteful", "frugal");
        assertThat(dominating(points.get(0), "joules")).isEmpty();
        assertThat(dominating(points.get(1), "joules")).containsExactly("good", "frugal");
        assertThat(dominating(points.get(1), "seconds")).isEmpty();
        assertThat(dominating(points.get(2), "seconds")).containsExactly("good");
        assertThat(points.get(1).texts("certainly_dominated_by_joules")).containsExactly("good");
        assertThat(result.summary()).containsEntry("front_by_joules", List.of("good", "frugal"))
                .containsEntry("front_by_seconds", List.of("good", "wasteful"))
                .containsEntry("front_by_usd", List.of());
        assertThat(points.get(0).real("accuracy")).isEqualTo(0.9);
        assertThat(points.get(0).real("joules_per_query")).isCloseTo(10, within(0.2));
        assertThat(points.get(0).real("joules_per_query_low")).isBetween(9.5, points.get(0).real("joules_per_query"));
        assertThat(points.get(0).optionalReal("usd_per_query")).as("a local server is not free").isEmpty();
    }

    /** Return the runs that dominate a run in joules, dollars and seconds; null where unknown. */
    private static List<@Nullable Object> dominators(AnalysisResult result, int run, String certainly) {
        AnalysisTable points = result.table("points").orElseThrow();
        List<@Nullable Object> found = new ArrayList<>();
        for (String resource : List.of("joules", "usd", "seconds")) {
            found.add(points.value(points.rows().get(run), certainly + "dominated_by_" + resource).value()
                    .orElse(null));
        }
        return found;
    }

    @Test
    void runsThatAreAlikeDoNotDominateEachOther() {
        AnalysisResult result = new ParetoAnalysis(RunPricing.OF_THE_RUN)
                .analyzeTogether(List.of(alike("a"), alike("b")));

        assertThat(points(result)).allSatisfy(point -> assertThat(dominating(point, "joules")).isEmpty());
        assertThat(result.summary()).containsEntry("front_by_joules", List.of("a", "b"));
    }

    private RunReader alike(String name) {
        return MadeRunFolder.write(folder.resolve(name), 10,
                number -> Query.of(10, 2, MILLI, 2 * MILLI).using(1.0 + number));
    }

    @Test
    void saysWhatKeepsARunOutOfTheComparison() {
        RunReader unscored = MadeRunFolder.write(folder.resolve("unscored"), 5, number -> new Query(
                Query.of(10, 2, MILLI, 2 * MILLI).usage(), new long[]{MILLI, 2 * MILLI, 2 * MILLI}, Double.NaN,
                Double.NaN,
                Double.NaN, Optional.empty(), false, Optional.empty()));
        AnalysisResult result = new ParetoAnalysis(RunPricing.OF_THE_RUN)
                .analyzeTogether(List.of(unscored, alike("a")));

        assertThat(result.warnings()).anyMatch(one -> one.startsWith("No answer of unscored was scored"))
                .anyMatch(one -> one.startsWith("There are no joules of unscored: nobody looked"));
        assertThat(points(result).getFirst().optionalReal("accuracy")).isEmpty();
        assertThat(dominators(result, 0, "")).containsExactly(null, null, null);
        assertThat(dominators(result, 0, "certainly_")).containsExactly(null, null, null);
        assertThat(dominators(result, 1, "")).containsExactly(List.of(), null, List.of());
        assertThat(result.summary()).containsEntry("front_by_joules", List.of("a"));
    }

    @Test
    void knowsNotWhoDominatesWhereARunLacksTheResource() {
        RunReader withoutJoules = MadeRunFolder.write(folder.resolve("blind"), 5,
                number -> Query.of(10, 2, MILLI, 20 * MILLI));

        AnalysisResult result = new ParetoAnalysis(RunPricing.OF_THE_RUN)
                .analyzeTogether(List.of(withoutJoules, alike("a")));

        assertThat(dominators(result, 0, "")).containsExactly(null, null, List.of("a"));
    }

    /** 10 tokens of the prompt at 2 and 2 of the answer at 8 USD a million; 10 s of a machine at 3.6 USD an hour. */
    @Test
    void reckonsDollarsByPricesThatAreGivenAfterwards() throws IOException {
        Path prices = Files.writeString(folder.resolve("prices.json"), "{\"format\":1,\"version\":\"1\","
                + "\"as_of\":\"1970-01-01\",\"prices\":[{\"model\":\"made:1b\",\"valid_from\":\"1970-01-01\","
                + "\"source\":\"a test\",\"input_usd_per_million\":2,\"output_usd_per_million\":8}]}");
        RunReader run = MadeRunFolder.write(folder.resolve("remote"), 10, number -> Query.of(10, 2, MILLI,
                (number + 1) * 2L * MILLI).using(3600), REMOTE, List.of());

        TreeReader byToken = points(analysis(Map.of("prices", prices.toString())).analyze(run)).getFirst();
        TreeReader byAll = points(analysis(Map.of("prices", prices.toString(), "cost_per_hour", "3.6",
                "electricity_price", "0.5")).analyze(run)).getFirst();

        double tokens = (10 * 2 + 2 * 8) / 1e6;
        assertThat(byToken.real("usd_per_query")).isCloseTo(tokens, within(1e-12));
        assertThat(byAll.real("usd_per_query")).isCloseTo(tokens + 10 * 0.001 / 10 + 0.001 * 0.5, within(1e-12));
        assertThat(byAll.real("usd_per_query_high") - byAll.real("usd_per_query_low")).isPositive();
    }

    @Test
    void asksForThePriceOfAMachineThatServesLocally() {
        AnalysisResult unpriced = analysis(Map.of()).analyze(alike("a"));
        AnalysisResult priced = analysis(Map.of("cost_per_hour", "3.6")).analyze(RunReader.open(folder.resolve("a")));

        assertThat(points(unpriced).getFirst().optionalReal("usd_per_query")).isEmpty();
        assertThat(unpriced.warnings()).anySatisfy(warning -> assertThat(warning)
                .startsWith("10 of 10 queries of a have no dollars").contains("the analysis option cost_per_hour=USD"));
        assertThat(points(priced).getFirst().real("usd_per_query")).isPositive();
        assertThat(priced.warnings()).noneMatch(warning -> warning.contains("no dollars"));
    }

    @Test
    void saysWhyARunHasNoDollars() {
        RunReader run = MadeRunFolder.write(folder.resolve("remote"), 2,
                number -> Query.of(10, 2, MILLI, 2 * MILLI), REMOTE, List.of());

        AnalysisResult result = analysis(Map.of()).analyze(run);

        assertThat(points(result).getFirst().optionalReal("usd_per_query")).isEmpty();
        assertThat(result.warnings())
                .anySatisfy(warning -> assertThat(warning).startsWith("2 of 2 queries of remote have"
                        + " no dollars").contains("no price of 'made:1b'", "Give a price list"));
    }

    @Test
    void refusesWhatIsNoPrice() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> analysis(Map.of("cost_per_hour", "cheap")))
                .withMessageContaining("cost_per_hour of the analysis pareto must be a number of US dollars");
    }

    private static Analysis analysis(Map<String, String> options) {
        return new ParetoAnalysisProvider().create(Parameters.of("analysis pareto", options));
    }

    @Test
    void givesASingleQueryNoInterval() {
        RunReader one = MadeRunFolder.write(folder.resolve("one"), 1,
                number -> Query.of(10, 2, MILLI, 2 * MILLI).using(7));
        TreeReader point = points(new ParetoAnalysis(RunPricing.OF_THE_RUN).analyze(one)).getFirst();

        assertThat(point.real("joules_per_query")).isEqualTo(7);
        assertThat(point.optionalReal("joules_per_query_low")).isEmpty();
    }

    @Test
    void keepsTheResultWithTheFirstRun() {
        alike("a");
        alike("b");
        List<RunReader> runs = List.of(RunReader.open(folder.resolve("a")), RunReader.open(folder.resolve("b")));
        AnalysisRunner runner = new AnalysisRunner(Evaluators.discovered(), new ProfilerListener() {
        }, failure -> {
            throw failure;
        });

        runner.analyzeTogether(runs, new ParetoAnalysis(RunPricing.OF_THE_RUN));

        assertThat(folder.resolve("a").resolve("analysis").resolve("pareto.json")).content()
                .contains("\"analysis\" : \"pareto\"", "\"name\" : \"b\"");
        assertThat(folder.resolve("b").resolve("analysis")).doesNotExist();
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> runner.analyzeTogether(List.of(), new ParetoAnalysis(RunPricing.OF_THE_RUN)));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> runner.analyzeTogether(List.of(runs.get(0), runs.get(0)),
                        new ParetoAnalysis(RunPricing.OF_THE_RUN)))
                .withMessageContaining("given twice");
    }
}
