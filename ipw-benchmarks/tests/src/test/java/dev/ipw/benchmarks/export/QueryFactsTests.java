package dev.ipw.benchmarks.export;

import dev.ipw.benchmarks.MadeQuery;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.Provenance;
import dev.ipw.evaluation.Verdict;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Takes what formats tell out of a run's query. */
class QueryFactsTests {
    @Test
    void takesWhatTheQueryKnows() {
        QueryFacts facts = QueryFacts.of(MadeQuery.of("q", true, 4).profiled());
        assertThat(facts.judgement().isRight()).contains(true);
        assertThat(facts.judgement().extracted()).contains("42");
        assertThat(facts.use().joules()).hasValue(4);
        assertThat(facts.use().seconds()).hasValue(0.5);
        assertThat(facts.use().firstTokenSeconds()).hasValue(0.125);
        assertThat(facts.use().deviceWatts()).hasValue(500);
        assertThat(facts.use().floatingPointOperations()).hasValue(4e9);
        assertThat(facts.category()).isEmpty();
    }

    @Test
    void doesNotInventJoules() {
        QueryFacts facts = QueryFacts.of(MadeQuery.of("q", true, 4).from(Provenance.UNAVAILABLE).profiled());
        assertThat(facts.use().joules()).isEqualTo(OptionalDouble.empty());
        assertThat(facts.use().energy().reason()).contains("no sensor");
    }

    @Test
    void distinguishesNoAnswerFromAWrongOne() {
        QueryFacts none = QueryFacts.of(MadeQuery.of("q", true, 4).judged(Verdict.NOT_ATTEMPTED).profiled());
        QueryFacts unscored = QueryFacts.of(MadeQuery.of("q", true, 4).judged(Verdict.UNSCORED).profiled());
        assertThat(none.judgement().isRight()).contains(false);
        assertThat(none.judgement().isAttempted()).isFalse();
        assertThat(unscored.judgement().isRight()).isEmpty();
    }

    @Test
    void readsTheCategoryOfTheQuestion() {
        DatasetRecord question = DatasetRecord.builder("q", "Why?").metadata(Map.of(QueryFacts.CATEGORY,
                "Legal services")).build();
        assertThat(QueryFacts.of(MadeQuery.of("q", true, 4).asking(question).profiled()).category())
                .contains("Legal services");
        DatasetRecord number = DatasetRecord.builder("q", "Why?").metadata(Map.of(QueryFacts.CATEGORY, 7L)).build();
        assertThat(QueryFacts.of(MadeQuery.of("q", true, 4).asking(number).profiled()).category()).isEmpty();
    }
}
