package dev.ipw.agents.servers;

import java.util.List;

/** Say whether a server answers as it should. */
sealed interface Readiness {
    /** It has answered a request with a token, with the right model. */
    record Ready() implements Readiness {}

    /**
     * It is not that far.
     *
     * @param reason what it lacks, in words
     */
    record Loading(String reason) implements Readiness {}

    /**
     * It has another model.
     *
     * @param models what it has
     */
    record OtherModel(List<String> models) implements Readiness {}

    /**
     * It will not answer, however long one waits.
     *
     * @param reason what it says
     */
    record Refused(String reason) implements Readiness {}
}
