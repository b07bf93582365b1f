package dev.ipw.telemetry.remote;

import dev.ipw.energy.Scope;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.internal.wire.WireException;
import dev.ipw.internal.wire.WireResponse;
import dev.ipw.telemetry.DeviceInfo;
import dev.ipw.telemetry.SampleSink;
import dev.ipw.telemetry.Sensor;
import dev.ipw.telemetry.TelemetrySource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The joules of all GPUs of a TensorRT-LLM server, which it adds up from NVML's counters when it is asked. The reading
 * is made between request and answer, so that the server's clock does not matter.
 */
final class TrtllmSource implements TelemetrySource {
    static final String PATH = "/energy_metrics";
    private static final String TOTAL = "total_energy_j";
    private static final String CLOCK = "query_time";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int UNAVAILABLE = 503;
    private static final int MAX_BODY_BYTES = 1 << 16;

    private final ExporterAddress address;
    private final PageClient client;
    private final Duration period;
    private final Sensor sensor;
    private double lastQuery;
    private volatile boolean closed;

    private TrtllmSource(ExporterAddress address, Duration period) throws ScrapeException, InterruptedException {
        this.address = address;
        this.period = period;
        client = new PageClient(address, "application/json", Credentials.NONE);
        sensor = Sensor.energyCounter("gpus@" + address.name(), Scope.GPU,
                TrtllmProvider.ID + " " + address.name() + " " + TOTAL, Measure.JOULES_PER_COUNT, OptionalLong.empty());
        lastQuery = client.fetch(this::read).query;
    }

    /**
     * Asks a server once, so that one that cannot answer is known before anything is measured.
     *
     * @throws ScrapeException      if it does not give its joules
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    static TrtllmSource open(ExporterAddress address, Duration period) throws ScrapeException, InterruptedException {
        return new TrtllmSource(address, period);
    }

    private Answer read(WireResponse response) throws WireException, ScrapeException {
        if (response.status() == NOT_FOUND) {
            throw ScrapeException.unusable(address + " does not exist; give the address of trtllm-serve, of a version"
                    + " that has " + PATH + " (from March 2026 on)");
        }
        if (response.status() == UNAVAILABLE) {
            throw ScrapeException.unusable(address + " gives no joules: " + complaint(response)
                    + "; start trtllm-serve with enable_energy_metrics: true in its config, where NVML can be read");
        }
        if (response.status() != OK) {
            throw ScrapeException.unusable(address + " answers with status " + response.status()
                    + "; give the address of trtllm-serve itself");
        }
        try {
            TreeReader tree = TreeReader.ofJson(PATH, body(response));
            Answer answer = new Answer(tree.real(TOTAL), tree.real(CLOCK));
            if (answer.joules < 0) {
                throw ScrapeException.unusable(address + " shows a negative energy; check the server and its GPUs");
            }
            return answer;
        } catch (InputException other) {
            throw ScrapeException.unusable(address + " does not answer as trtllm-serve does: " + other.getMessage()
                    + "; give the address of trtllm-serve");
        }
    }

    private static String complaint(WireResponse response) throws WireException {
        try {
            return TreeReader.ofJson(PATH, body(response)).optionalText("error").orElse("it does not say why");
        } catch (InputException notJson) {
            return "it is not available";
        }
    }

    private static String body(WireResponse response) throws WireException {
        return new String(response.readUpTo(MAX_BODY_BYTES), StandardCharsets.UTF_8);
    }

    @Override
    public String id() {
        return TrtllmProvider.ID;
    }

    @Override
    public List<Sensor> sensors() {
        return List.of(sensor);
    }

    @Override
    public List<DeviceInfo> devices() {
        return List.of(new DeviceInfo(sensor.device(), "GPUs of TensorRT-LLM", Optional.of("NVIDIA"),
                OptionalInt.empty(), Map.of()));
    }

    @Override
    public Duration period() {
        return period;
    }

    @Override
    public boolean readsServingMachine() {
        return true;
    }

    @Override
    public void sample(SampleSink sink) {
        if (closed) {
            return;
        }
        try {
            Answer answer = client.fetch(this::read);
            if (lastQuery == answer.query) {
                lose(sink, address + " repeats an old answer, as from a cache; ask trtllm-serve without a proxy that"
                        + " keeps answers");
            } else if (!closed) {
                lastQuery = answer.query;
                sink.counter(0, Math.round(answer.joules / Measure.JOULES_PER_COUNT));
            }
        } catch (ScrapeException unreadable) {
            lose(sink, unreadable.reason());
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void lose(SampleSink sink, String reason) {
        if (!closed) {
            sink.lost(0, reason);
        }
    }

    @Override
    public void close() {
        closed = true;
    }

    /**
     * An answer.
     *
     * @param joules joules of all GPUs since their drivers were loaded
     * @param query  the server's own clock when it read them, in seconds from an unknown moment
     */
    private record Answer(double joules, double query) {}
}
