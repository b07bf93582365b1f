package dev.ipw.benchmarks.routing;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The answers of all models to one question.
 *
 * @param question the name of the question, the same for each of its repetitions
 * @param answers  one of each model, at least two: the smaller models in the order in which a router tries them, then
 *                 the large one
 */
record RoutedQuestion(String question, List<ModelAnswer> answers) {
    /** Copies the list and rejects one without a choice. */
    RoutedQuestion {
        answers = List.copyOf(answers);
        if (answers.size() < 2) {
            throw new IllegalArgumentException("A router needs at least two models, not " + answers.size());
        }
    }

    /** Returns the place of the large model. */
    int large() {
        return answers.size() - 1;
    }

    /** Returns the place of the first model that is right, or of the large one if none is. */
    int firstRight() {
        return IntStream.range(0, large()).filter(place -> answers.get(place).isRight()).findFirst().orElse(large());
    }

    /** Returns whether any of the smaller models is right. */
    boolean isRightSmall() {
        return firstRight() < large();
    }

    /** Returns whether any model is right. */
    boolean isRightAtAll() {
        return answers.stream().anyMatch(ModelAnswer::isRight);
    }

    /** Returns whether every model's cost is known. */
    boolean hasCost(RoutingResource resource) {
        return answers.stream().allMatch(answer -> answer.cost(resource).isPresent());
    }
}
