package dev.ipw.telemetry;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.ServerUnreachableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hold the sources that chosen collectors opened, and what they said of this machine.
 *
 * @param sources  what can be read, those given by hand first
 * @param statuses what was found of each collector, and of each source given by hand
 * @param problems one sentence for each collector that failed
 */
record OpenedCollectors(List<TelemetrySource> sources, List<SensorStatus> statuses, List<String> problems) {
    /** The time that all collectors together have to look at the machine and to open their sources. */
    static final Duration LONGEST_OPENING = Duration.ofSeconds(15);
    private static final Logger LOGGER = LoggerFactory.getLogger(OpenedCollectors.class);

    /**
     * Open the collectors, all at once. One that does not answer in time is left behind.
     *
     * @param longest how long to wait for all of them together
     * @param sources holds the sources given by hand; takes each that is opened, so that they can be closed if this throws
     */
    static OpenedCollectors open(CollectorSelection selection, TelemetryEnvironment environment, Duration longest,
            List<TelemetrySource> sources) {
        OpenedCollectors opened = new OpenedCollectors(sources, new ArrayList<>(), new ArrayList<>());
        for (TelemetrySource source : sources) {
            source.sensors().forEach(sensor -> opened.statuses
                    .add(SensorStatus.available(source.id(), sensor.source(), "given by hand")));
        }
        long until = System.nanoTime() + longest.toNanos();
        Deque<Opening> openings = new ArrayDeque<>();
        selection.choices().forEach(choice -> openings.add(Opening.start(choice, choice.in(environment))));
        try {
            while (!openings.isEmpty()) {
                opened.add(openings.remove(), until);
            }
        } finally {
            openings.forEach(Opening::leave);
        }
        return opened;
    }

    private void add(Opening opening, long untilNanos) {
        TelemetryProvider collector = opening.choice.collector();
        Found found;
        try {
            Optional<Found> answer = opening.call.await(untilNanos);
            answer.ifPresent(in -> sources.addAll(opening.choice.named() ? in.sources : unread(in.sources)));
            opening.environment.parameters().rejectUnknown();
            found = answer.orElseGet(() -> failed(collector, "it does not answer; left behind",
                    "look whether its driver hangs"));
        } catch (ConfigurationException | InputException | ServerUnreachableException wrongUse) {
            throw wrongUse;
        } catch (RuntimeException | LinkageError broken) {
            LOGGER.warn("The collector {} failed to open and is left out", collector.id(), broken);
            found = failed(collector, "it failed to open: " + broken, "see the log");
        }
        statuses.addAll(found.statuses);
        if (opening.choice.named() && found.sources.isEmpty()) {
            throw new ConfigurationException("The collector '" + collector.id() + "' cannot read anything here: "
                    + found.statuses.stream().map(OpenedCollectors::sentence).collect(Collectors.joining("; "))
                    + ". Choose another, or auto for whatever works");
        }
    }

    /** Close what reads nothing that is not read already: two interfaces may lead to the same registers. */
    private List<TelemetrySource> unread(List<TelemetrySource> opened) {
        List<TelemetrySource> kept = new ArrayList<>();
        for (TelemetrySource source : opened) {
            if (source.sensors().stream().allMatch(this::isRead)) {
                LOGGER.debug("All that the source {} reads is read already; it is left out", source.id());
                source.close();
            } else {
                kept.add(source);
            }
        }
        return kept;
    }

    private boolean isRead(Sensor sensor) {
        return sources.stream().flatMap(source -> source.sensors().stream())
                .anyMatch(other -> other.device().equals(sensor.device()) && other.scope() == sensor.scope()
                        && other.quantity() == sensor.quantity());
    }

    private Found failed(TelemetryProvider collector, String why, String nextStep) {
        problems.add("The collector '" + collector.id() + "' is left out: " + why);
        return new Found(List.of(SensorStatus.unavailable(collector.id(), collector.id(), why, nextStep)), List.of());
    }

    private static String sentence(SensorStatus status) {
        return status.detail() + status.nextStep().map(step -> " (" + step + ")").orElse("");
    }

    private record Found(List<SensorStatus> statuses, List<TelemetrySource> sources) {}

    private record Opening(CollectorSelection.Choice choice, TelemetryEnvironment environment,
            CollectorCall<Found> call) {
        static Opening start(CollectorSelection.Choice choice, TelemetryEnvironment environment) {
            TelemetryProvider collector = choice.collector();
            return new Opening(choice, environment, CollectorCall.start(collector,
                    () -> new Found(collector.probe(environment), collector.open(environment)),
                    late -> late.sources.forEach(TelemetrySource::close)));
        }

        void leave() {
            call.leave();
        }
    }
}
