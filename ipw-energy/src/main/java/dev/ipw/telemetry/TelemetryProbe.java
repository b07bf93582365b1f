package dev.ipw.telemetry;

import dev.ipw.internal.io.FailureText;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apiguardian.api.API;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The findings of collectors on this machine, without sampling. No collector can keep the caller waiting. */
@API(status = API.Status.EXPERIMENTAL)
public final class TelemetryProbe {
    private static final Logger LOGGER = LoggerFactory.getLogger(TelemetryProbe.class);

    private final Collection<? extends TelemetryProvider> collectors;
    private final TelemetryEnvironment environment;
    private final CollectorPatience patience;

    /**
     * Prepares a probe.
     *
     * @param collectors  the collectors to ask
     * @param environment the place where they look
     */
    public TelemetryProbe(Collection<? extends TelemetryProvider> collectors, TelemetryEnvironment environment) {
        this(collectors, environment, CollectorPatience.silent());
    }

    TelemetryProbe(Collection<? extends TelemetryProvider> collectors, TelemetryEnvironment environment,
            CollectorPatience patience) {
        this.collectors = List.copyOf(collectors);
        this.environment = environment;
        this.patience = patience;
    }

    /**
     * Sets the receiver of the reason for waiting, if that takes longer than a second.
     *
     * @param notice receives one sentence, on the thread that asks
     * @return a probe with that receiver
     */
    public TelemetryProbe telling(Consumer<String> notice) {
        return new TelemetryProbe(collectors, environment, patience.withNotice(notice));
    }

    /**
     * Lists the readable sensors, and for every other one the reason and the remedy. Waits for at most 4 seconds, or 8
     * on a busy machine; a collector that has failed or not answered by then has one status with that reason.
     *
     * @return the statuses of each collector, in their order
     * @throws dev.ipw.error.IpwException if the thread is interrupted; its interrupt flag is set again
     */
    public Map<TelemetryProvider, List<SensorStatus>> statuses() {
        List<CollectorCall<List<SensorStatus>>> calls = collectors.stream().<CollectorCall<List<SensorStatus>>>map(
                collector -> CollectorCall.start(collector, environment, () -> collector.probe(environment),
                        late -> {}, patience.schedules(), false))
                .toList();
        patience.await(calls);
        Map<TelemetryProvider, List<SensorStatus>> statuses = new LinkedHashMap<>();
        calls.forEach(call -> statuses.put(call.collector(), answer(call)));
        return statuses;
    }

    private List<SensorStatus> answer(CollectorCall<List<SensorStatus>> call) {
        TelemetryProvider collector = call.collector();
        try {
            return call.take().orElseGet(() -> List.of(call.unanswered()));
        } catch (RuntimeException | LinkageError broken) {
            LOGGER.warn("Collector {} could not look at this machine", collector.id(), broken);
            return List.of(SensorStatus.failed(collector.id(), "all of it",
                    "the collector failed while looking: " + FailureText.of(broken), "see the log"));
        }
    }
}
