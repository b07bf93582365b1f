package dev.ipw.telemetry.remote;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.telemetry.SensorStatus;
import dev.ipw.telemetry.TelemetryEnvironment;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.TelemetrySource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The provider of the joules that TensorRT-LLM's server shows of its GPUs: {@code trtllm:http://gpu-host:8000}, several
 * addresses separated by blanks, and {@code interval=} between two readings.
 */
public final class TrtllmProvider implements TelemetryProvider {
    static final String ID = "trtllm";
    private static final String EXAMPLE = ID + ":http://gpu-host:8000";
    private static final String NAME = "GPUs of a TensorRT-LLM server";
    private static final Duration INTERVAL = Duration.ofMillis(250);
    private static final Duration SHORTEST = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofHours(1);

    /** Creates the provider, as a service loader does. */
    public TrtllmProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "all GPUs of a TensorRT-LLM server that runs with enable_energy_metrics; for example " + EXAMPLE;
    }

    @Override
    public boolean automatic() {
        return false;
    }

    @Override
    public boolean takesArgument() {
        return true;
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        if (environment.argument().isEmpty()) {
            return List.of(SensorStatus.unavailable(ID, NAME, "it reads a server that is named",
                    "where TensorRT-LLM serves the model, add the collector " + EXAMPLE));
        }
        List<SensorStatus> found = new ArrayList<>();
        for (ExporterAddress address : addresses(environment)) {
            try (TrtllmSource source = open(address, interval(environment))) {
                found.add(SensorStatus.available(ID, source.sensors().getFirst().source(),
                        "energy counter of all GPUs, read each " + source.period().toMillis() + " ms"));
            } catch (ScrapeException unreadable) {
                found.add(SensorStatus.unavailable(ID, ID + " " + address.name(), unreadable.reason(),
                        "give an address such as " + EXAMPLE));
            }
        }
        return found;
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        List<TelemetrySource> sources = new ArrayList<>();
        for (ExporterAddress address : addresses(environment)) {
            try {
                sources.add(open(address, interval(environment)));
            } catch (ScrapeException unreadable) {
                throw unreadable.refusal("The collector " + ID + " cannot read its server");
            }
        }
        return sources;
    }

    @Override
    public SensorStatus unanswered(TelemetryEnvironment environment) {
        return SensorStatus.failed(ID, ID + " " + environment.argument().orElse(""), "the server does not answer",
                "start the server, or check address and firewall");
    }

    private static List<ExporterAddress> addresses(TelemetryEnvironment environment) {
        return ExporterAddress.parseAll(environment.argument().orElse(""), EXAMPLE, TrtllmSource.PATH);
    }

    private static Duration interval(TelemetryEnvironment environment) {
        Optional<Duration> given = environment.parameters().duration("interval");
        if (given.filter(time -> time.compareTo(SHORTEST) < 0 || time.compareTo(LONGEST) > 0).isPresent()) {
            throw new ConfigurationException("The interval of the collector " + ID + " must lie between "
                    + SHORTEST.toMillis() + "ms and 1h, and is " + given.get().toMillis() + "ms");
        }
        return given.orElse(INTERVAL);
    }

    private static TrtllmSource open(ExporterAddress address, Duration interval) throws ScrapeException {
        try {
            return TrtllmSource.open(address, interval);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IpwException("Interrupted while " + address + " was read", ended);
        }
    }
}
