package dev.ipw.benchmarks.code;

import dev.ipw.benchmarks.sandbox.SandboxChoice;
import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.EvaluatorContext;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.plugin.Parameters;
import java.time.Duration;
import java.util.List;

/**
 * The provider of an evaluator that runs programs. Parameters: {@code timeout} of one test, {@code memory_mb},
 * {@code sandbox} ({@code auto}, {@code bubblewrap}, {@code podman} or {@code docker}), {@code image} of a container,
 * {@code python}, and {@code unsafe_local_execution=true}.
 *
 * @param id          the evaluator's id
 * @param description the evaluator, in a line
 * @param timeout     the usual time limit of one test
 * @param tests       the tests of an answer
 */
record CodeProvider(String id, String description, Duration timeout, CodeTests tests) implements EvaluatorProvider {
    private static final List<String> SANDBOXES = List.of("auto", "bubblewrap", "podman", "docker");

    @Override
    public Evaluator create(EvaluatorContext context, Parameters parameters) {
        String wanted = parameters.text("sandbox").orElse("auto");
        if (!SANDBOXES.contains(wanted)) {
            throw new ConfigurationException("The parameter sandbox must be one of " + String.join(", ", SANDBOXES)
                    + ", not '" + wanted + "'");
        }
        boolean isUnsafe = parameters.flag("unsafe_local_execution").orElse(false);
        SandboxChoice choice = SandboxChoice.of(context.variable("PATH").orElse("/usr/bin:/bin"),
                isUnsafe ? "none" : wanted,
                parameters.text("python"), parameters.text("image").orElse("python:3.12-slim"));
        if (choice.sandbox().isEmpty()) {
            context.progress("Programs of answers are not run, and stay unscored: " + choice.reason());
        }
        return new CodeEvaluator(tests, CodeSettings.of(parameters, timeout), choice);
    }
}
