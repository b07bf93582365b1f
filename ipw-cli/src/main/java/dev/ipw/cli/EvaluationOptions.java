package dev.ipw.cli;

import dev.ipw.error.ConfigurationException;
import dev.ipw.evaluation.EvaluationLimits;
import dev.ipw.internal.names.DurationText;
import dev.ipw.settings.EvaluationSettings;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Hold how answers are judged. */
final class EvaluationOptions {
    @Option(names = "--eval-concurrency", paramLabel = "N",
            description = "Evaluate N answers at once. Default: 4.")
    private Optional<Integer> concurrency = Optional.empty();

    @Option(names = "--eval-timeout", paramLabel = "TIME",
            description = "How long evaluating one answer may take, such as 90s or 2m; after that it has failed. Default: 5m.")
    private Optional<String> timeout = Optional.empty();

    /** Change how answers are judged as it was typed. */
    EvaluationSettings in(EvaluationSettings settings) {
        EvaluationLimits limits = limits();
        return settings.concurrency(limits.concurrency()).timeout(limits.timeout());
    }

    /**
     * Give the limits.
     *
     * @throws ConfigurationException if they cannot work
     */
    EvaluationLimits limits() {
        EvaluationLimits usual = EvaluationLimits.defaults();
        return new EvaluationLimits(concurrency.orElse(usual.concurrency()),
                timeout.map(text -> DurationText.parse(text).orElseThrow(() -> new ConfigurationException(
                        "--eval-timeout must be a time such as 90s or 2m, not '" + text + "'")))
                        .orElse(usual.timeout()));
    }
}
