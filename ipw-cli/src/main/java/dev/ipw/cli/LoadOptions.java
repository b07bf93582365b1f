package dev.ipw.cli;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.names.DurationText;
import dev.ipw.profile.Load;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Hold what is typed about how requests are put on a model. */
final class LoadOptions {
    @Option(names = "--concurrency", paramLabel = "N",
            description = "Requests at the same time; each answer makes room for the next. Default: 1.")
    private Optional<Integer> concurrency = Optional.empty();

    @Option(names = "--rate", paramLabel = "R",
            description = "Start R requests a second, whatever the answers take; latency counts from when each was to start.")
    private Optional<Double> rate = Optional.empty();

    @Option(names = "--arrival", paramLabel = "constant|poisson|gamma",
            description = "How the requests of --rate are spread. Default: poisson; gamma with --burstiness.")
    private Optional<String> arrival = Optional.empty();

    @Option(names = "--burstiness", paramLabel = "B",
            description = "The shape of --arrival gamma: 1 is Poisson, below it requests come in bursts, above it more evenly.")
    private Optional<Double> burstiness = Optional.empty();

    @Option(names = "--ramp", paramLabel = "TIME",
            description = "Let the load grow evenly from nothing for this time, such as 30 (seconds), 500ms or 2m.")
    private Optional<String> ramp = Optional.empty();

    @Option(names = "--duration", paramLabel = "TIME",
            description = "Start requests for this time. Without --max-queries, questions come again as often as there is time.")
    private Optional<String> duration = Optional.empty();

    /** Say whether time ends the load. */
    boolean isTimed() {
        return duration.isPresent();
    }

    /**
     * Give the load.
     *
     * @throws ConfigurationException if options contradict each other, or cannot work
     */
    Load load() {
        Load load = shape();
        load = ramp.isPresent() ? load.rampedOver(time("--ramp", ramp.get())) : load;
        return duration.isPresent() ? load.lasting(time("--duration", duration.get())) : load;
    }

    private Load shape() {
        refuse(concurrency.orElse(1) < 1, "--concurrency must be at least 1, not " + concurrency.orElse(1));
        if (rate.isEmpty()) {
            refuse(arrival.isPresent(), "--arrival says how requests of a rate are spread: add --rate R");
            refuse(burstiness.isPresent(), "--burstiness says how requests of a rate are spread: add --rate R");
            return Load.concurrency(concurrency.orElse(1));
        }
        refuse(concurrency.isPresent(),
                "--rate never waits for an answer, so --concurrency cannot limit it: give one of the two");
        String spread = arrival.orElse(burstiness.isPresent() ? "gamma" : "poisson").toLowerCase(Locale.ROOT);
        refuse(burstiness.isPresent() && !spread.equals("gamma"), "--burstiness belongs to --arrival gamma");
        return switch (spread) {
            case "constant" -> Load.constant(rate.get());
            case "poisson" -> Load.poisson(rate.get());
            case "gamma" -> Load.gamma(rate.get(), burstiness.orElseThrow(() -> new ConfigurationException(
                    "--arrival gamma needs its shape: add --burstiness B, where 1 is Poisson")));
            default -> throw new ConfigurationException(
                    "--arrival must be constant, poisson or gamma, not '" + arrival.orElse("") + "'");
        };
    }

    private static void refuse(boolean wrong, String message) {
        if (wrong) {
            throw new ConfigurationException(message);
        }
    }

    private static Duration time(String option, String text) {
        return DurationText.parse(text).orElseThrow(() -> new ConfigurationException(
                option + " must be a time such as 30 (seconds), 500ms, 2m or 1h, not '" + text + "'"));
    }
}
