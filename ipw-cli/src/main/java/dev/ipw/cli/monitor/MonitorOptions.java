package dev.ipw.cli.monitor;

import dev.ipw.cli.text.Figures;
import dev.ipw.error.ConfigurationException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of {@code ipw monitor}. */
final class MonitorOptions {
    private static final double DEFAULT_INTERVAL_SECONDS = 1;
    private static final double SHORTEST_INTERVAL_SECONDS = 0.1;
    // Some 30 years; nanoseconds of more would not fit their type.
    private static final double LONGEST_SECONDS = 1e9;
    private static final double NANOS_PER_SECOND = 1e9;

    @Option(names = "--interval", paramLabel = "SECONDS",
            description = "How often to show the sensors, at least 0.1. Default: 1.")
    private Optional<Double> intervalSeconds = Optional.empty();

    @Option(names = "--duration", paramLabel = "SECONDS", description = "When to end. Default: when interrupted.")
    private Optional<Double> durationSeconds = Optional.empty();

    @Option(names = "--telemetry", paramLabel = "CHOICE",
            description = "auto, or ids of 'ipw list collectors' separated by commas."
                    + " Default: auto; if no energy sensor can be read, auto,estimate.")
    Optional<String> telemetry = Optional.empty();

    @Option(names = "--serve", paramLabel = "HOST:PORT",
            description = "Show nothing; serve the sensors to Prometheus, or to an ipw elsewhere, at /metrics."
                    + " A port alone is one of 127.0.0.1; port 0 takes a free one.")
    private Optional<String> serve = Optional.empty();

    @Option(names = "--allow-host", paramLabel = "NAME", split = ",",
            description = "With --serve: a further name by which clients may call this machine. Its addresses, localhost"
                    + " and its own name are allowed anyway.")
    private List<String> allowedHosts = new ArrayList<>();

    Duration interval() {
        return duration(intervalSeconds.orElse(DEFAULT_INTERVAL_SECONDS));
    }

    /** Returns the duration; empty to continue until interrupted. */
    Optional<Duration> duration() {
        return durationSeconds.map(MonitorOptions::duration);
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(seconds * NANOS_PER_SECOND));
    }

    /** Returns the address to serve on; empty to show the sensors instead. */
    Optional<InetSocketAddress> serveAddress() {
        return serve.map(typed -> ServeAddress.of("--serve", typed));
    }

    /** Returns the names by which clients may call the server. */
    List<String> allowedHosts() {
        return List.copyOf(allowedHosts);
    }

    /**
     * Checks the numbers, and options that exclude each other.
     *
     * @throws ConfigurationException if something cannot work
     */
    void check() {
        requireSeconds("--interval", SHORTEST_INTERVAL_SECONDS, intervalSeconds);
        requireSeconds("--duration", SHORTEST_INTERVAL_SECONDS, durationSeconds);
        if (serve.isPresent() && intervalSeconds.isPresent()) {
            throw new ConfigurationException(
                    "--serve reads the sensors whenever it is asked, so --interval has no meaning with it: leave one out");
        }
        if (serve.isEmpty() && !allowedHosts.isEmpty()) {
            throw new ConfigurationException(
                    "--allow-host has a meaning with --serve only: leave it out, or give both");
        }
        if (telemetry.filter(choice -> choice.strip().equals("none")).isPresent()) {
            throw new ConfigurationException(
                    "--telemetry none leaves nothing to monitor: leave it out for all sensors");
        }
    }

    private static void requireSeconds(String option, double least, Optional<Double> typed) {
        double seconds = typed.orElse(least);
        if (!(seconds >= least)) {
            throw new ConfigurationException(
                    option + " must be at least " + Figures.of(least) + " seconds, not " + seconds);
        }
        if (seconds > LONGEST_SECONDS) {
            throw new ConfigurationException(option + " must be at most " + Math.round(LONGEST_SECONDS)
                    + " seconds, some 30 years, not " + seconds);
        }
    }
}
