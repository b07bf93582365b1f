package dev.ipw.query;

import dev.ipw.dataset.DatasetRecord;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

/**
 * The execution of one query on a model: a plain question, a conversation or an agent. Implementations are safe to call
 * from many threads at once and block the calling thread, which may be a virtual one.
 */
@API(status = API.Status.EXPERIMENTAL)
@FunctionalInterface
public interface QueryRunner {
    /**
     * Runs a question. A failed call is a value and not an exception; the runner decides whether to continue.
     *
     * @param question the question
     * @param session  makes the calls and measures the tools
     * @return the outcome, as {@link QuerySession#finish()} returns it
     * @throws InterruptedException if the query is cancelled
     */
    QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException;

    /**
     * Returns whether the runner asks the model. If it does not, the model is not warmed up, and the runner may make no
     * call.
     *
     * @return true by default; false for a runner that never makes a call
     */
    default boolean asksModel() {
        return true;
    }

    /**
     * Returns the settings of the runner, to be kept with the run.
     *
     * @return its name, parameters, tools and limits under keys of its choice, without secrets
     */
    default Map<String, String> settings() {
        return Map.of("agent", "own");
    }

    /**
     * Returns warnings about the queries since the last call of this method, for a reader of the run. A run calls it at
     * its end.
     *
     * @return sentences without secrets; empty by default
     */
    default List<String> warnings() {
        return List.of();
    }
}
