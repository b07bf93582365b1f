package dev.ipw.benchmarks.swefficiency;

import dev.ipw.benchmarks.patch.PatchTestsEvaluator;
import dev.ipw.benchmarks.patch.Testbeds;
import dev.ipw.benchmarks.verification.VerifierEvaluator;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * The provider of the evaluator {@code swefficiency}: a patch's speed-up over the expert's. The parameter
 * {@code threshold} is the minimum ratio of a solved task, 1 by default; {@code environment}, {@code network},
 * {@code repeats} and {@code test_time} are for patches in answers.
 */
public final class SwefficiencyEvaluatorProvider implements EvaluatorProvider {
    /** The evaluator's id. */
    public static final String ID = "swefficiency";
    private static final int REPEATS = 3;
    private static final int MAX_REPEATS = 1_000;
    private static final Duration LONGEST = Duration.ofMinutes(30);

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "a patch's speed-up of the workload over the expert's, with the covering tests, in the task's image";
    }

    @Override
    public Evaluator create(EvaluatorContext context, Parameters parameters) {
        double threshold = parameters.number("threshold").orElse(1);
        if (!(threshold > 0 && Double.isFinite(threshold))) {
            throw new ConfigurationException(
                    "The parameter threshold of the evaluator swefficiency must be above 0, not " + threshold);
        }
        String path = context.variable("PATH").orElse("/usr/bin:/bin");
        return new PatchTestsEvaluator(tests(parameters)::apply, Testbeds.of(parameters, path),
                new VerifierEvaluator(Optional.empty(), threshold), path);
    }

    /**
     * Reads the parameters {@code repeats} and {@code test_time}.
     *
     * @param parameters the parameters
     * @return the function that makes the tests of a task
     * @throws ConfigurationException if one is wrong
     */
    public static Function<DatasetRecord, SwefficiencyTests> tests(Parameters parameters) {
        int repeats = parameters.integer("repeats").orElse(REPEATS);
        if (repeats < 1 || repeats > MAX_REPEATS) {
            throw new ConfigurationException("The parameter repeats must be from 1 to " + MAX_REPEATS + ", not "
                    + repeats);
        }
        Duration longest = parameters.duration("test_time").orElse(LONGEST);
        return record -> new SwefficiencyTests(record, repeats, longest);
    }
}
