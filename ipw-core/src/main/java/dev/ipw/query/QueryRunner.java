package dev.ipw.query;

import dev.ipw.dataset.DatasetRecord;
import java.util.List;
import java.util.Map;

/**
 * Run one query on a model: a plain question, a conversation or an agent. Implementations are safe to call
 * from many threads at once and block the calling thread, which may be a virtual one.
 */
@FunctionalInterface
public interface QueryRunner {
    /**
     * Asks a question. A call that fails is no exception but a value; the runner decides whether it goes on.
     *
     * @param question what is asked
     * @param session  makes the calls and times the tools
     * @return what came of it, as {@link QuerySession#finish()} puts it together
     * @throws InterruptedException if the query is cancelled
     */
    QueryOutcome run(DatasetRecord question, QuerySession session) throws InterruptedException;

    /**
     * Returns whether the runner asks the model. For one that does not, the model is not warmed up, and it may make no call.
     *
     * @return true, as by default; false of a runner that never makes a call
     */
    default boolean asksModel() {
        return true;
    }

    /**
     * Returns how the runner is set, to be kept with the run.
     *
     * @return what it is called, its parameters, tools and limits by names of its choice, without secrets
     */
    default Map<String, String> settings() {
        return Map.of("agent", "own");
    }

    /**
     * Returns what a reader of the run should know of the queries since this was last called, which a run does at its end.
     *
     * @return sentences without secrets; none by default
     */
    default List<String> warnings() {
        return List.of();
    }
}
