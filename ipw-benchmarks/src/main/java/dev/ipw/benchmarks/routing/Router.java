package dev.ipw.benchmarks.routing;

import dev.ipw.internal.number.SignificantDigits;

/**
 * A router with its expected results. A right decision sends a question to the first model that answers it, or to the
 * large model if none does. Each decision is right with the same probability, for all questions.
 *
 * @param precision the share of right decisions, from 0 to 1
 * @param mistake   the destination of a question after a wrong decision
 */
record Router(double precision, Mistake mistake) {
    /** The router whose decisions are all right. */
    static final Router PERFECT = new Router(1, Mistake.LARGE);

    private static final double PERCENT = 100;

    /** Checks the share. */
    Router {
        if (!(precision >= 0 && precision <= 1)) {
            throw new IllegalArgumentException("The share of right decisions is from 0 to 1, not " + precision);
        }
    }

    /** Returns the probability that a question is answered rightly. */
    double accuracy(RoutedQuestion question) {
        return precision * right(question, question.firstRight())
                + (1 - precision) * right(question, mistake.place(question));
    }

    /** Returns the expected cost of a question; its cost must be known. */
    double cost(RoutedQuestion question, RoutingResource resource) {
        return precision * cost(question, question.firstRight(), resource)
                + (1 - precision) * cost(question, mistake.place(question), resource);
    }

    /** Returns the probability that a question goes to a smaller model. */
    double smallShare(RoutedQuestion question) {
        return precision * (question.firstRight() < question.large() ? 1 : 0)
                + (1 - precision) * (mistake.place(question) < question.large() ? 1 : 0);
    }

    /** Returns the name of the router for a person. */
    String words() {
        return precision == 1
                ? "perfect"
                : SignificantDigits.four(PERCENT * precision) + " % right, " + mistake.words();
    }

    static double cost(RoutedQuestion question, int place, RoutingResource resource) {
        return question.answers().get(place).cost(resource).orElseThrow();
    }

    static double right(RoutedQuestion question, int place) {
        return question.answers().get(place).isRight() ? 1 : 0;
    }
}
