package dev.ipw.telemetry;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.ServerUnreachableException;
import java.util.ArrayList;
import java.util.List;
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
    private static final Logger LOGGER = LoggerFactory.getLogger(OpenedCollectors.class);

    /**
     * Open the collectors.
     *
     * @param sources holds the sources given by hand; takes each that is opened, so that they can be closed if this throws
     */
    static OpenedCollectors open(CollectorSelection selection, TelemetryEnvironment environment,
            List<TelemetrySource> sources) {
        OpenedCollectors opened = new OpenedCollectors(sources, new ArrayList<>(), new ArrayList<>());
        for (TelemetrySource source : sources) {
            source.sensors().forEach(sensor -> opened.statuses
                    .add(SensorStatus.available(source.id(), sensor.source(), "given by hand")));
        }
        selection.choices().forEach(choice -> opened.add(choice, choice.in(environment)));
        return opened;
    }

    private void add(CollectorSelection.Choice choice, TelemetryEnvironment environment) {
        TelemetryProvider collector = choice.collector();
        List<SensorStatus> found;
        List<TelemetrySource> readable;
        try {
            found = collector.probe(environment);
            readable = choice.named() ? collector.open(environment) : unread(collector.open(environment));
            sources.addAll(readable);
            environment.parameters().rejectUnknown();
        } catch (ConfigurationException | InputException | ServerUnreachableException wrongUse) {
            throw wrongUse;
        } catch (RuntimeException | LinkageError broken) {
            LOGGER.warn("The collector {} failed to open and is left out", collector.id(), broken);
            found = List.of(SensorStatus.unavailable(collector.id(), collector.id(), "it failed to open: " + broken,
                    "see the log"));
            readable = List.of();
            problems.add("The collector '" + collector.id() + "' failed to open and is left out: " + broken);
        }
        statuses.addAll(found);
        if (choice.named() && readable.isEmpty()) {
            throw new ConfigurationException("The collector '" + collector.id() + "' cannot read anything here: "
                    + found.stream().map(OpenedCollectors::sentence).collect(Collectors.joining("; "))
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

    private static String sentence(SensorStatus status) {
        return status.detail() + status.nextStep().map(step -> " (" + step + ")").orElse("");
    }
}
