package dev.ipw.cli.options;

import dev.ipw.inference.GenerationOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of generation. */
public final class GeneratingOptions {
    @Option(names = "--max-tokens", paramLabel = "N",
            description = "The most tokens of an answer. Default: " + GenerationOptions.DEFAULT_MAX_TOKENS + ".")
    private Optional<Integer> maxTokens = Optional.empty();

    @Option(names = "--temperature", paramLabel = "T",
            description = "Sampling temperature, 0 or more. Default: 0, so that answers are repeatable.")
    private Optional<Double> temperature = Optional.empty();

    @Option(names = "--top-p", paramLabel = "P",
            description = "Nucleus sampling (top-p), above 0 and at most 1. Default: the server's.")
    private Optional<Double> topP = Optional.empty();

    @Option(names = "--stop", paramLabel = "TEXT",
            description = "A text at which an answer ends; may be given several times.")
    private List<String> stop = new ArrayList<>();

    @Option(names = "--sampling-seed", paramLabel = "N",
            description = "Seed of the model's sampling; --seed draws the questions. Default: the server's.")
    private Optional<Long> seed = Optional.empty();

    /** Applies the typed options. */
    public GenerationOptions in(GenerationOptions options) {
        GenerationOptions changed = stop.isEmpty() ? options : options.withStop(stop);
        changed = maxTokens.isPresent() ? changed.withMaxTokens(maxTokens.get()) : changed;
        changed = temperature.isPresent() ? changed.withTemperature(temperature.get()) : changed;
        changed = topP.isPresent() ? changed.withTopP(topP.get()) : changed;
        return seed.isPresent() ? changed.withSeed(seed.get()) : changed;
    }
}
