package dev.ipw.analysis.internal;

import dev.ipw.analysis.Efficiency;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.plugin.Plugins;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import dev.ipw.testing.MadeRecords;
import dev.ipw.testing.MadeRunFolder;
import dev.ipw.testing.MadeRunFolder.Query;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Answers that are listed, and those that count neither way. */
class AnswerRowsTests {
    private static final Plugins<EvaluatorProvider> NOBODY = Plugins.builder("evaluator", EvaluatorProvider.class)
            .discovery(false).build();

    @TempDir
    private Path folder;

    private ProfilingRecord answer;
    private ProfilingRecord failure;

    @BeforeEach
    void make() {
        RunReader run = MadeRunFolder.write(folder.resolve("run"), 2, number -> {
            Query query = Query.of(1, 1, 1000, 2000);
            return number == 0 ? query : query.failing();
        });
        try (Stream<ProfilingRecord> records = run.records()) {
            List<ProfilingRecord> both = records.toList();
            answer = both.getFirst();
            failure = both.getLast();
        }
    }

    private static ProfilingRecord with(ProfilingRecord record, String evaluator, Optional<Evaluation> evaluation) {
        return MadeRecords.record(record.question(), record.model(), record.outcome(), record.metrics(), evaluator,
                evaluation);
    }

    private ProfilingRecord reasoned(String reason) {
        return with(answer, "exact", Optional.of(Evaluation.unscored(reason)));
    }

    private static long characters(AnswerRows rows) {
        return rows.rows().stream().mapToLong(row -> String.valueOf(row).length()).sum();
    }

    @Test
    void keepTextsWholeWhileTheyFit() {
        AnswerRows rows = new AnswerRows(10_000);
        for (int number = 0; number < 100; number++) {
            rows.add(reasoned("x".repeat(90_000)));
        }

        assertThat(rows.mostCharactersOfAText()).isEmpty();
        assertThat(characters(rows)).isGreaterThan(9_000_000);
    }

    @Test
    void cutLongTextsOfManyLongPrompts() {
        AnswerRows rows = new AnswerRows(10_000);
        for (int number = 0; number < 10_000; number++) {
            rows.add(reasoned(number + " begins " + "x".repeat(90_000) + " ends " + number));
        }

        assertThat(rows.rows()).hasSize(10_000);
        assertThat(rows.mostCharactersOfAText()).hasValue(1024);
        assertThat(characters(rows)).isLessThan(2 * AnswerRows.MAX_CHARACTERS);
        assertThat(String.valueOf(rows.rows().getFirst())).contains("0 begins xxx", " characters left out ...] ",
                "xxx ends 0");
        assertThat(String.valueOf(rows.rows().getLast())).contains("9999 begins xxx", "xxx ends 9999");
    }

    @Test
    void excerptsCountWhatTheyLeaveOutAndCutNoCharacterInTwo() {
        String text = "\uD83D\uDE00".repeat(1000);

        Excerpt once = Excerpt.of(text).within(401).within(102);

        assertThat(once.begin()).isEqualTo("\uD83D\uDE00".repeat(25));
        assertThat(once.end()).isEqualTo("\uD83D\uDE00".repeat(25));
        assertThat(once.leftOut()).isEqualTo(1900);
        assertThat(Excerpt.of("short").within(5).text()).isEqualTo("short");
    }

    @Test
    void sayHowFailuresCountWithAndWithoutAnEvaluator() {
        UncountedAnswers judged = new UncountedAnswers();
        judged.add(failure);
        judged.add(reasoned("nobody answers"));
        assertThat(judged.warnings(false, NOBODY)).containsExactly("1 request failed and counts as wrong",
                "1 answer could not be evaluated and counts neither way (nobody answers)");
        judged.add(reasoned("x".repeat(90_000)));
        assertThat(judged.warnings(false, NOBODY).getLast())
                .isEqualTo("2 answers could not be evaluated and count neither way (the first: nobody answers)");

        UncountedAnswers without = new UncountedAnswers();
        EfficiencyGatherer efficiency = new EfficiencyGatherer();
        for (ProfilingRecord record : List.of(failure, failure, answer, answer)) {
            ProfilingRecord unjudged = with(record, Evaluators.NONE, Optional.empty());
            without.add(unjudged);
            efficiency.add(unjudged);
        }
        assertThat(without.warnings(true, NOBODY)).containsExactly(
                "2 requests failed and were not to be evaluated; they count neither way",
                "2 answers were not to be evaluated and count neither way");
        Efficiency counts = efficiency.finish(RunReader.open(folder.resolve("run")).summary().totals());
        assertThat(counts.unscored()).isEqualTo(2);
        assertThat(counts.failed()).isEqualTo(2);
        assertThat(counts.scored()).isZero();
    }
}
