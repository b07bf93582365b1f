package dev.ipw.evaluation;

import dev.ipw.dataset.Dataset;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.util.Map;

/** Make evaluators by id. */
public final class Evaluators {
    /** The id of the evaluator that judges nothing. */
    public static final String NONE = Dataset.NOT_JUDGED;

    private Evaluators() {}

    /**
     * Make an evaluator.
     *
     * @param id         the evaluator's id
     * @param parameters its parameters; every one must be understood
     * @param providers  the evaluators that have ids
     * @return the evaluator
     * @throws dev.ipw.error.ConfigurationException if no provider answers to the id, or a parameter is wrong
     */
    public static Evaluator create(String id, Map<String, String> parameters, Plugins<EvaluatorProvider> providers) {
        Parameters given = Parameters.of("evaluator " + id, parameters);
        Evaluator evaluator = providers.require(id).create(given);
        given.rejectUnknown();
        return evaluator;
    }
}
