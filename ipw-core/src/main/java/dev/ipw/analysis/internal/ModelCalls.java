package dev.ipw.analysis.internal;

import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import dev.ipw.run.RunConfiguration;
import java.util.Optional;
import java.util.stream.Stream;

/** A check for runs whose queries made no call of the model, as an agent may do: their results are not the model's. */
public final class ModelCalls {
    /** The reason why such a run has no figures of a model. */
    public static final String NONE = "no model call was made";

    private static final String AGENT = "agent";

    private ModelCalls() {}

    /**
     * Returns whether no query called the model. Reads up to the first query that did.
     *
     * @param run the run
     * @return true if the run has queries and none of them made a call
     * @throws dev.ipw.error.InputException if the run cannot be read
     */
    public static boolean areMissing(RunReader run) {
        if (run.summary().totals().queries() == 0) {
            return false;
        }
        try (Stream<ProfilingRecord> records = run.records()) {
            return records.allMatch(record -> record.outcome().calls().isEmpty());
        }
    }

    /**
     * Returns the subject of a run's figures.
     *
     * @param run the run
     * @return the model; the agent's name if no model was called and the agent has a name
     * @throws dev.ipw.error.InputException if the run cannot be read
     */
    public static String subject(RunReader run) {
        RunConfiguration configuration = run.summary().configuration();
        Optional<String> agent = Optional.ofNullable(configuration.settings().agent().get(AGENT));
        return agent.filter(any -> areMissing(run)).orElse(configuration.client().model());
    }
}
