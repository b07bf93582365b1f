package dev.ipw.agents.servers;

import java.util.List;

/** The readiness of a server. */
sealed interface Readiness {
    /** It has answered a request with a token, with the right model. */
    record Ready() implements Readiness {}

    /**
     * It is not ready yet.
     *
     * @param reason the missing part, in words
     */
    record Loading(String reason) implements Readiness {}

    /**
     * It has another model.
     *
     * @param models its models
     */
    record OtherModel(List<String> models) implements Readiness {}

    /**
     * It will never answer.
     *
     * @param reason its message
     */
    record Refused(String reason) implements Readiness {}
}
