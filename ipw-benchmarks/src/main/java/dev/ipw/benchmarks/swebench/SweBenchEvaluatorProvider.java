package dev.ipw.benchmarks.swebench;

import dev.ipw.benchmarks.patch.PatchTestsEvaluator;
import dev.ipw.benchmarks.patch.Testbeds;
import dev.ipw.benchmarks.verification.VerifierEvaluator;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;
import java.time.Duration;

/**
 * The provider of the evaluator {@code swebench}: the tests of the repository, in the task's own image. Parameters:
 * {@code environment}, {@code network} and {@code test_time} (such as 30m) for patches in answers; an agent's patch was
 * tested when it ended.
 */
public final class SweBenchEvaluatorProvider implements EvaluatorProvider {
    /** The evaluator's id. */
    public static final String ID = "swebench";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "the tests of the repository in the task's image; without a container engine what can be told of the patch";
    }

    @Override
    public Evaluator create(EvaluatorContext context, Parameters parameters) {
        String path = context.variable("PATH").orElse("/usr/bin:/bin");
        Duration longest = longest(parameters);
        return new PatchTestsEvaluator(record -> new SweBenchTests(record, longest), Testbeds.of(parameters, path),
                VerifierEvaluator.USUAL, path);
    }

    /**
     * Reads the parameter {@code test_time}.
     *
     * @param parameters the parameters
     * @return the maximum time of an evaluation script
     * @throws ConfigurationException if it is not a time
     */
    public static Duration longest(Parameters parameters) {
        return parameters.duration("test_time").orElse(SweBenchTests.LONGEST);
    }
}
