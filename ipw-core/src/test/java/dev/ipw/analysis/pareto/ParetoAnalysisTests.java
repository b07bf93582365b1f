package dev.ipw.analysis.pareto;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.results.MadeRunFolder;
import dev.ipw.results.MadeRunFolder.Query;
import dev.ipw.results.RunReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

class ParetoAnalysisTests {
    private static final long MILLI = 1_000_000;

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
        return point.child("dominated_by").texts(resource);
    }

    @Test
    void saysWhoDominatesWhomInWhat() {
        AnalysisResult result = new ParetoAnalysis().analyzeTogether(List.of(run("good", 200, 0.9, 10, 50),
                run("wasteful", 200, 0.5, 20, 40), run("frugal", 200, 0.6, 5, 60)));

        List<TreeReader> points = points(result);
        assertThat(points).extracting(point -> point.text("name")).containsExactly("good", "wasteful", "frugal");
        assertThat(dominating(points.get(0), "joules")).isEmpty();
        assertThat(dominating(points.get(1), "joules")).containsExactly("good", "frugal");
        assertThat(dominating(points.get(1), "seconds")).isEmpty();
        assertThat(dominating(points.get(2), "seconds")).containsExactly("good");
        assertThat(points.get(1).child("certainly_dominated_by").texts("joules")).containsExactly("good");
        assertThat(result.summary()).containsEntry("front_by_joules", List.of("good", "frugal"))
                .containsEntry("front_by_seconds", List.of("good", "wasteful"))
                .containsEntry("front_by_usd", List.of());
        assertThat(points.get(0).real("accuracy")).isEqualTo(0.9);
        assertThat(points.get(0).real("joules_per_query")).isCloseTo(10, within(0.2));
        assertThat(points.get(0).real("joules_per_query_low")).isBetween(9.5, points.get(0).real("joules_per_query"));
        assertThat(points.get(0).optionalReal("usd_per_query")).isEmpty();
    }

    @Test
    void runsThatAreAlikeDoNotDominateEachOther() {
        AnalysisResult result = new ParetoAnalysis().analyzeTogether(List.of(alike("a"), alike("b")));

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
        AnalysisResult result = new ParetoAnalysis().analyzeTogether(List.of(unscored, alike("a")));

        assertThat(result.warnings()).anyMatch(one -> one.startsWith("No answer of unscored was scored"))
                .anyMatch(one -> one.startsWith("No query of unscored has its joules"));
        assertThat(points(result).getFirst().optionalReal("accuracy")).isEmpty();
        assertThat(result.summary()).containsEntry("front_by_joules", List.of("a"));
    }

    @Test
    void givesASingleQueryNoInterval() {
        RunReader one = MadeRunFolder.write(folder.resolve("one"), 1,
                number -> Query.of(10, 2, MILLI, 2 * MILLI).using(7));
        TreeReader point = points(new ParetoAnalysis().analyze(one)).getFirst();

        assertThat(point.real("joules_per_query")).isEqualTo(7);
        assertThat(point.optionalReal("joules_per_query_low")).isEmpty();
    }

    @Test
    void keepsTheResultWithTheFirstRun() {
        alike("a");
        alike("b");
        List<ProfileRun> runs = List.of(ProfileRun.open(folder.resolve("a")), ProfileRun.open(folder.resolve("b")));

        ProfileRun.analyzeTogether(new ParetoAnalysis(), runs);

        assertThat(folder.resolve("a").resolve("analysis").resolve("pareto.json")).content()
                .contains("\"analysis\" : \"pareto\"", "\"name\" : \"b\"");
        assertThat(folder.resolve("b").resolve("analysis")).doesNotExist();
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> ProfileRun.analyzeTogether(new ParetoAnalysis(), List.of()));
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> ProfileRun.analyzeTogether(new ParetoAnalysis(), List.of(runs.get(0), runs.get(0))))
                .withMessageContaining("given twice");
    }
}
