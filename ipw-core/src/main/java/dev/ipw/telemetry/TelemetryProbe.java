package dev.ipw.telemetry;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ask collectors what they find on this machine, without sampling anything. None of them can keep the caller waiting. */
public final class TelemetryProbe {
    private static final Logger LOGGER = LoggerFactory.getLogger(TelemetryProbe.class);

    private final Collection<? extends TelemetryProvider> collectors;
    private final TelemetryEnvironment environment;
    private final Duration longest;

    /**
     * Prepare to ask.
     *
     * @param collectors  whom to ask
     * @param environment where they look
     */
    public TelemetryProbe(Collection<? extends TelemetryProvider> collectors, TelemetryEnvironment environment) {
        this(collectors, environment, OpenedCollectors.LONGEST_OPENING);
    }

    TelemetryProbe(Collection<? extends TelemetryProvider> collectors, TelemetryEnvironment environment,
            Duration longest) {
        this.collectors = List.copyOf(collectors);
        this.environment = environment;
        this.longest = longest;
    }

    /**
     * Ask what can be read, and for each thing that cannot, why and what to do. Waits for 15 seconds at most; a collector
     * that has failed or not answered by then has one status that says so.
     *
     * @return the statuses of each collector, in their order
     */
    public Map<TelemetryProvider, List<SensorStatus>> statuses() {
        Map<TelemetryProvider, List<SensorStatus>> statuses = new LinkedHashMap<>();
        answers(collector -> collector.probe(environment)).forEach((collector, answer) -> statuses.put(collector,
                answer.found.orElseGet(() -> List.of(SensorStatus.unavailable(collector.id(), "all of it",
                        answer.why, "look whether its driver hangs, and see the log")))));
        return statuses;
    }

    /**
     * Ask whether any of the collectors that are used without being asked for reads joules or watts here. Opens them and
     * closes them again.
     *
     * @return true if one does
     */
    public boolean readsEnergy() {
        return answers(collector -> collector.automatic() && readsEnergy(collector)).values().stream()
                .anyMatch(answer -> answer.found.orElse(false));
    }

    private boolean readsEnergy(TelemetryProvider collector) {
        List<TelemetrySource> sources = collector.open(environment);
        try {
            return sources.stream().flatMap(source -> source.sensors().stream())
                    .anyMatch(sensor -> sensor.quantity() == Quantity.ENERGY_COUNTER
                            || sensor.quantity() == Quantity.POWER_WATTS);
        } finally {
            sources.forEach(TelemetrySource::close);
        }
    }

    private <T> Map<TelemetryProvider, Answer<T>> answers(Function<TelemetryProvider, T> question) {
        long until = System.nanoTime() + longest.toNanos();
        List<CollectorCall<T>> calls = collectors.stream().<CollectorCall<T>>map(
                collector -> CollectorCall.start(collector, () -> question.apply(collector), late -> {})).toList();
        Map<TelemetryProvider, Answer<T>> answers = new LinkedHashMap<>();
        calls.forEach(call -> answers.put(call.collector(), answer(call, until)));
        return answers;
    }

    private static <T> Answer<T> answer(CollectorCall<T> call, long untilNanos) {
        try {
            return new Answer<>(call.await(untilNanos), "the collector does not answer; left behind");
        } catch (RuntimeException | LinkageError broken) {
            LOGGER.warn("Collector {} could not look at this machine", call.collector().id(), broken);
            return new Answer<>(Optional.empty(), "the collector failed while looking: " + broken);
        }
    }

    private record Answer<T>(Optional<T> found, String why) {}
}
