package dev.ipw.cli.options;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.names.DurationText;
import dev.ipw.settings.EvaluationSettings;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of evaluation. */
public final class EvaluationOptions {
    @Option(names = "--eval-concurrency", paramLabel = "N",
            description = "Evaluate N answers at once. Default: 4.")
    private Optional<Integer> concurrency = Optional.empty();

    @Option(names = "--eval-timeout", paramLabel = "TIME",
            description = "How long evaluating one answer may take, such as 90s or 2m; after that it has failed. Default: 5m.")
    private Optional<String> timeout = Optional.empty();

    /**
     * Applies the options to settings.
     *
     * @throws ConfigurationException if it cannot work
     */
    public EvaluationSettings in(EvaluationSettings settings) {
        return settings.concurrency(concurrency.orElse(settings.concurrency()))
                .timeout(timeout.map(text -> DurationText.parse(text).orElseThrow(() -> new ConfigurationException(
                        "--eval-timeout must be a time such as 90s or 2m, not '" + text + "'")))
                        .orElse(settings.timeout()));
    }
}
