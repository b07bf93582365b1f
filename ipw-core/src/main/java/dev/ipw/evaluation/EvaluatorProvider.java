package dev.ipw.evaluation;

import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginProvider;
import org.apiguardian.api.API;

/** A provider of an evaluator under an id. */
@API(status = API.Status.EXPERIMENTAL)
public interface EvaluatorProvider extends PluginProvider {
    /**
     * Returns whether the evaluator asks models. Only such an evaluator gets the parameters whose names begin with
     * {@code judge_}, so that a run with several evaluators can name its judge once.
     *
     * @return false by default
     */
    default boolean asksModel() {
        return false;
    }

    /**
     * Creates the evaluator.
     *
     * @param context    provides clients of models, the environment and a folder
     * @param parameters the evaluator's parameters; they are kept with the run, except for secrets, which belong in
     *                   environment variables
     * @return the evaluator
     * @throws dev.ipw.error.ConfigurationException if a parameter is wrong
     */
    Evaluator create(EvaluatorContext context, Parameters parameters);
}
