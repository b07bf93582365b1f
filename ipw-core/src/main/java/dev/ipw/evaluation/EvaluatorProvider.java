package dev.ipw.evaluation;

import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginProvider;

/** Provide an evaluator under an id. */
public interface EvaluatorProvider extends PluginProvider {
    /**
     * Make the evaluator.
     *
     * @param parameters the evaluator's parameters
     * @return the evaluator
     * @throws dev.ipw.error.ConfigurationException if a parameter is wrong
     */
    Evaluator create(Parameters parameters);
}
