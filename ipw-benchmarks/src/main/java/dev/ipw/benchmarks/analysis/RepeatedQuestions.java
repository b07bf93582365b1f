package dev.ipw.benchmarks.analysis;

import dev.ipw.benchmarks.scoring.EpochReducer;
import dev.ipw.benchmarks.scoring.Repetitions;
import dev.ipw.engine.analysis.RecordGatherer;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/** Gather all answers to each question. */
final class RepeatedQuestions implements RecordGatherer {
    /** So many are gathered until one comes again, so that a long run of other questions needs no memory for them. */
    static final int MOST_ASKED_ONCE = 50_000;

    private final Map<String, Asked> questions = new LinkedHashMap<>();
    private final Set<EpochReducer> reducers = new LinkedHashSet<>();
    private boolean isRepeated;
    private boolean isGivenUp;

    @Override
    public void add(ProfilingRecord record) {
        if (isGivenUp) {
            return;
        }
        if (record.question().metadata().get(EpochReducer.FIELD) instanceof List<?> names) {
            names.forEach(name -> EpochReducer.named(String.valueOf(name)).ifPresent(reducers::add));
        }
        Asked asked = questions.computeIfAbsent(record.question().questionId(), id -> new Asked());
        isRepeated |= !asked.evaluations.isEmpty();
        asked.joules.add(Dimension.ENERGY_JOULES.of(record));
        Evaluation failed = record.isCorrect().isPresent()
                ? Evaluation.incorrect("the request failed")
                : Evaluation.unscored("the request failed");
        asked.evaluations.add(record.hasFailed()
                ? failed
                : record.evaluation().orElseGet(() -> Evaluation.unscored("not judged")));
        if (!isRepeated && questions.size() > MOST_ASKED_ONCE) {
            isGivenUp = true;
            questions.clear();
        }
    }

    /** Return whether so many questions came before one came again that no more are gathered. */
    boolean isGivenUp() {
        return isGivenUp;
    }

    /** Return by what the dataset's authors reduce the answers to one question; empty if they do not say. */
    Set<EpochReducer> reducers() {
        return reducers;
    }

    int size() {
        return questions.size();
    }

    /** Return how often the question was asked that was asked most. */
    int most() {
        return questions.values().stream().mapToInt(one -> one.evaluations.size()).max().orElse(0);
    }

    /** Return a figure of each question that has it. */
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

    /** Holds the answers to a question. */
    static final class Asked {
        private final List<Evaluation> evaluations = new ArrayList<>(1);
        private final List<OptionalDouble> joules = new ArrayList<>(1);

        Repetitions counts() {
            return Repetitions.of(evaluations);
        }

        OptionalDouble reduced(EpochReducer reducer) {
            return reducer.reduce(evaluations);
        }

        /** Score the most frequent of the first answers. */
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
