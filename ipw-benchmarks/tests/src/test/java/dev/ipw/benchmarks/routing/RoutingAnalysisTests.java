package dev.ipw.benchmarks.routing;

import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.benchmarks.MadeQuery;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.Provenance;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Verdict;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Routes between made runs: a small model is right on 6 of 10 questions for 1 J each, a large one on all for 10 J. */
class RoutingAnalysisTests {
    private static final int QUESTIONS = 10;
    private static final double EXACT = 1e-9;

    @Test
    void saysWhatAPerfectRouterSaves() {
        AnalysisResult result = analyze(small(), large());
        assertThat(result.title()).contains("answers 60 % of the queries", "save 54 % of the joules",
                "54 % of the usd", "0 % of the seconds");
        assertThat(result.figure("perfect_joules_saved").number().orElseThrow()).isCloseTo(0.54, within(EXACT));
        assertThat(result.figure("perfect_joules_saved").provenance()).contains(Provenance.MEASURED);
        assertThat(result.figure("perfect_joules_saved").interval()).isPresent();
        assertThat(result.figure("right_in_both").count()).hasValue(6);
        assertThat(result.figure("right_only_large").count()).hasValue(4);
        assertThat(result.figure("queries").count()).hasValue(QUESTIONS);
        assertThat(result.warnings()).isEmpty();
    }

    @Test
    void listsRoutersAndModels() {
        AnalysisResult result = analyze(small(), large());
        AnalysisTable routers = result.table("routers").orElseThrow();
        assertThat(routers.rows()).hasSize(3);
        assertThat(routers.rows()).extracting(row -> routers.value(row, "joules_saved").number().orElseThrow())
                .satisfiesExactly(saved -> assertThat(saved).isCloseTo(0.54, within(EXACT)),
                        saved -> assertThat(saved).isCloseTo(0.432, within(EXACT)),
                        saved -> assertThat(saved).isCloseTo(0.504, within(EXACT)));
        assertThat(routers.rows()).extracting(row -> routers.value(row, "accuracy").number().orElseThrow())
                .satisfiesExactly(right -> assertThat(right).isCloseTo(1, within(EXACT)),
                        right -> assertThat(right).isCloseTo(1, within(EXACT)),
                        right -> assertThat(right).isCloseTo(0.92, within(EXACT)));
        AnalysisTable models = result.table("models").orElseThrow();
        assertThat(models.rows()).extracting(row -> models.value(row, "routed").count().orElseThrow())
                .containsExactly(6L, 4L);
    }

    @Test
    void tellsWhatTheBestOfTheSmallerModelsGains() {
        RoutedRun other = run("other", number -> MadeQuery.of("q" + number, number >= 7, 2));
        AnalysisResult result = analyze(small(), other, large());
        assertThat(result.figure("best_of_smaller_gain").number().orElseThrow()).isCloseTo(0.3, within(EXACT));
        assertThat(result.figure("answered_by_smaller").number().orElseThrow()).isCloseTo(0.9, within(EXACT));
        assertThat(analyze(small(), large()).figure("best_of_smaller_gain").reason())
                .contains("there is one smaller model");
    }

    @Test
    void savesNoJoulesThatARunDoesNotKnow() {
        RoutedRun unmetered = changed("cloud", query -> query.from(Provenance.UNAVAILABLE));
        AnalysisResult result = analyze(small(), unmetered);
        assertThat(result.figure("perfect_joules_saved").number()).isEmpty();
        assertThat(result.figure("perfect_joules_saved").reason()).contains("not known of cloud: no sensor");
        assertThat(result.figure("perfect_usd_saved").number()).isPresent();
        assertThat(result.title()).doesNotContain("joules");
    }

    @Test
    void warnsOfEstimatedJoules() {
        AnalysisResult result = analyze(small(), changed("large", query -> query.from(Provenance.ESTIMATED)));
        assertThat(result.figure("perfect_joules_saved").provenance()).contains(Provenance.ESTIMATED);
        assertThat(result.warnings()).singleElement().asString().contains("Joules of large are ESTIMATED");
    }

    @Test
    void doesNotTakeAnOwnMachineForFree() {
        RoutedRun free = new RoutedRun("small", "model", false);
        IntStream.range(0, QUESTIONS).forEach(number -> free.add(MadeQuery.of("q" + number, true, 1).profiled()));
        assertThat(analyze(free, large()).figure("perfect_usd_saved").reason().orElseThrow())
                .contains("the cost of an hour");
    }

    @Test
    void leavesOutWhatCannotBeCompared() {
        RoutedRun odd = new RoutedRun("odd", "model", true);
        IntStream.range(0, QUESTIONS - 1).mapToObj(number -> MadeQuery.of("q" + number, true, 1))
                .map(query -> switch (query.question().id()) {
                    case "q0" -> query.asking(DatasetRecord.of("q0", "Another question", "42"));
                    case "q1" -> query.judged(Verdict.UNSCORED);
                    default -> query;
                }).map(MadeQuery::profiled).forEach(odd::add);
        AnalysisResult result = analyze(odd, large());
        assertThat(result.figure("queries").count()).hasValue(QUESTIONS - 3);
        assertThat(result.warnings()).containsExactly("Queries left out, not asked in every run: 1",
                "Queries left out, of the same id but another question or right answer: 1",
                "Queries left out, not scored in every run: 1");
    }

    @Test
    void countsQuestionsOnceHoweverOftenTheyWereAsked() {
        RoutedRun small = new RoutedRun("small", "model", true);
        RoutedRun large = new RoutedRun("large", "model", true);
        Stream.of("a", "b").forEach(id -> IntStream.rangeClosed(1, 3).forEach(epoch -> {
            DatasetRecord question = DatasetRecord.of(id, "Question " + id, "42").inEpoch(epoch);
            small.add(MadeQuery.of(id, epoch == 1, 1).asking(question).profiled());
            large.add(MadeQuery.of(id, true, 10).asking(question).profiled());
        }));
        AnalysisResult result = analyze(small, large);
        assertThat(result.figure("questions").count()).hasValue(2);
        assertThat(result.figure("queries").count()).hasValue(6);
    }

    @Test
    void refusesRunsWithNothingInCommon() {
        RoutedRun other = run("other", number -> MadeQuery.of("x" + number, true, 1));
        assertThatThrownBy(() -> analyze(small(), other)).isInstanceOf(InputException.class)
                .hasMessageContaining("small, other").hasMessageContaining("queries not asked in every run: 20");
    }

    @Test
    void takesSeveralSharesOnce() {
        RoutingAnalysisProvider provider = new RoutingAnalysisProvider();
        assertThat(provider.create(Parameters.of("analysis", Map.of("precision", "0.8, 0.9,0.8"))))
                .isInstanceOfSatisfying(RoutingAnalysis.class, analysis -> assertThat(analysis
                        .analyze(List.of(small(), large())).table("routers").orElseThrow().rows()).hasSize(5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"80", "-0.1", "NaN", "", "0.8,", "most"})
    void refusesSharesThatAreNone(String text) {
        Parameters parameters = Parameters.of("analysis", Map.of("precision", text));
        assertThatThrownBy(() -> new RoutingAnalysisProvider().create(parameters))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("from 0 to 1");
    }

    private static AnalysisResult analyze(RoutedRun... runs) {
        return new RoutingAnalysis(List.of(0.8)).analyze(List.of(runs));
    }

    private static RoutedRun small() {
        return run("small", number -> MadeQuery.of("q" + number, number < 6, 1));
    }

    private static RoutedRun large() {
        return changed("large", query -> query);
    }

    private static RoutedRun changed(String name, UnaryOperator<MadeQuery> change) {
        return run(name, number -> change.apply(MadeQuery.of("q" + number, true, 10)));
    }

    private static RoutedRun run(String name, IntFunction<MadeQuery> query) {
        RoutedRun run = new RoutedRun(name, "model", true);
        IntStream.range(0, QUESTIONS).mapToObj(query).map(MadeQuery::profiled).forEach(run::add);
        return run;
    }
}
