package dev.ipw.benchmarks.analysis;

import dev.ipw.analysis.internal.RecordGatherer;
import dev.ipw.benchmarks.scoring.EpochReducer;
import dev.ipw.benchmarks.scoring.Repetitions;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.record.Dimension;
import dev.ipw.record.RecordedQuery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/** A gatherer of all answers to each question. */
final class RepeatedQuestions implements RecordGatherer {
    /**
     * The maximum number of questions that are gathered before one is repeated, so that a long run of distinct
     * questions needs no memory for them.
     */
    static final int MAX_ASKED_ONCE = 50_000;

    private final Map<String, Asked> questions = new LinkedHashMap<>();
    private final Set<EpochReducer> reducers = new LinkedHashSet<>();
    private boolean isRepeated;
    private boolean isGivenUp;

    @Override
    public void add(RecordedQuery record) {
        if (isGivenUp) {
            return;
        }
        if (record.question().metadata().get(EpochReducer.FIELD) instanceof List<?> names) {
            names.forEach(name -> EpochReducer.named(String.valueOf(name)).ifPresent(reducers::add));
        }
        Asked asked = questions.computeIfAbsent(record.questionId(), id -> new Asked());
        isRepeated |= !asked.evaluations.isEmpty();
        asked.joules.add(Dimension.ENERGY_JOULES.of(record));
        Evaluation failed = record.isCorrect().isPresent()
                ? Evaluation.incorrect("the request failed")
                : Evaluation.unscored("the request failed");
        asked.evaluations.add(record.hasFailed()
                ? failed
                : record.evaluation().orElseGet(() -> Evaluation.unscored("not judged")));
        if (!isRepeated && questions.size() > MAX_ASKED_ONCE) {
            isGivenUp = true;
            questions.clear();
        }
    }

    /** Returns whether gathering was stopped, because the maximum number of questions came before one was repeated. */
    boolean isGivenUp() {
        return isGivenUp;
    }

    /**
     * Returns the methods by which the dataset's authors reduce the answers to one question; empty if the authors state
     * none.
     */
    Set<EpochReducer> reducers() {
        return reducers;
    }

    int size() {
        return questions.size();
    }

    /** Returns the maximum number of answers to one question. */
    int most() {
        return questions.values().stream().mapToInt(one -> one.evaluations.size()).max().orElse(0);
    }

    /** Returns a figure of each question that has it. */
    double[] values(Function<Asked, OptionalDouble> figure) {
        return questions.values().stream().map(figure).filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble).toArray();
    }

    List<String> uneven(int most) {
        long fewer = questions.values().stream().filter(one -> one.counts().scored() < most).count();
        return fewer == 0
                ? List.of()
                : List.of(fewer + " of " + size() + " questions have fewer than " + most
                        + " answers with a verdict; a row leaves those out that have fewer than its k");
    }

    /** The answers to a question. */
    static final class Asked {
        private final List<Evaluation> evaluations = new ArrayList<>(1);
        private final List<OptionalDouble> joules = new ArrayList<>(1);

        Repetitions counts() {
            return Repetitions.of(evaluations);
        }

        OptionalDouble reduced(EpochReducer reducer) {
            return reducer.reduce(evaluations);
        }

        /** Scores the most frequent of the first answers. */
        OptionalDouble majority(int draws) {
            return evaluations.size() < draws
                    ? OptionalDouble.empty()
                    : Repetitions.majorityScore(evaluations.subList(0, draws));
        }

        OptionalDouble meanJoules() {
            return joules.stream().anyMatch(OptionalDouble::isEmpty)
                    ? OptionalDouble.empty()
                    : joules.stream().mapToDouble(OptionalDouble::getAsDouble).average();
        }
    }
}
