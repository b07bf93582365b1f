package dev.ipw.benchmarks.routing;

import dev.ipw.benchmarks.routing.RoutedRun.Asked;
import dev.ipw.error.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The queries that all runs asked and scored.
 *
 * @param questions one for each such query, in the order of the first run
 * @param notInAll  the number of queries that some run did not ask
 * @param different the number of queries of the same id whose question or right answer differs
 * @param unscored  the number of queries that all runs asked and some run did not score
 */
record QuestionPairing(List<RoutedQuestion> questions, long notInAll, long different, long unscored) {
    /** Copies the list. */
    QuestionPairing {
        questions = List.copyOf(questions);
    }

    /** Pairs the runs, at least two, the large model last; rejects runs without common queries. */
    static QuestionPairing of(List<RoutedRun> runs) {
        List<RoutedQuestion> questions = new ArrayList<>();
        long shared = 0;
        long different = 0;
        long unscored = 0;
        for (Map.Entry<String, Asked> first : runs.getFirst().asked().entrySet()) {
            List<Asked> all = runs.stream().map(run -> run.asked().get(first.getKey())).filter(Objects::nonNull)
                    .toList();
            if (all.size() < runs.size()) {
                continue;
            }
            shared++;
            List<ModelAnswer> answers = all.stream().map(Asked::answer).flatMap(Optional::stream).toList();
            if (all.stream().mapToLong(Asked::content).distinct().count() > 1) {
                different++;
            } else if (answers.size() < all.size()) {
                unscored++;
            } else {
                questions.add(new RoutedQuestion(first.getValue().question(), answers));
            }
        }
        long known = runs.stream().flatMap(run -> run.asked().keySet().stream()).distinct().count();
        QuestionPairing pairing = new QuestionPairing(questions, known - shared, different, unscored);
        if (questions.isEmpty()) {
            throw pairing.nothingInCommon(runs);
        }
        return pairing;
    }

    private InputException nothingInCommon(List<RoutedRun> runs) {
        String names = runs.stream().map(RoutedRun::name).collect(Collectors.joining(", "));
        return new InputException("There is no question that " + names + " all asked and scored; queries "
                + String.join(", ", left()) + ". Give runs of the same dataset with the same evaluator");
    }

    /** Returns sentences on the excluded queries. */
    List<String> left() {
        List<String> left = new ArrayList<>();
        if (notInAll > 0) {
            left.add("not asked in every run: " + notInAll);
        }
        if (different > 0) {
            left.add("of the same id but another question or right answer: " + different);
        }
        if (unscored > 0) {
            left.add("not scored in every run: " + unscored);
        }
        return left;
    }
}
