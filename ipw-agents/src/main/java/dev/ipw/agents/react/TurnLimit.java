package dev.ipw.agents.react;

import dev.ipw.error.Setting;
import dev.ipw.inference.FailureKind;
import dev.ipw.query.RequestFailure;

/** The turn limit of a task, described for the model and for people. */
final class TurnLimit {
    private TurnLimit() {}

    static String budget(int mostTurns) {
        return "You have at most " + turns(mostTurns) + "; each reply is one.";
    }

    static String left(int turns) {
        return "You have " + turns(turns) + " left.";
    }

    static RequestFailure failure(int mostTurns) {
        return new RequestFailure(FailureKind.LIMIT_REACHED, "There was no answer after " + turns(mostTurns)
                + ", which is the limit " + Setting.MAX_TURNS);
    }

    private static String turns(int count) {
        return count + (count == 1 ? " turn" : " turns");
    }
}
