package dev.ipw.telemetry;

import dev.ipw.energy.SensorState;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.ServerUnreachableException;
import dev.ipw.internal.io.FailureText;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sources that chosen collectors opened, and the collectors' findings on this machine.
 *
 * @param sources  the readable sources; those given by the caller come first
 * @param statuses the status of each collector's sensors, and of each source given by the caller
 * @param problems one sentence for each collector that failed, or that cannot read a sensor of this machine
 * @param late     the collectors that have not answered yet
 * @param incomplete the findings of collectors that can be tried again
 * @param isWanted whether a source of a collector is read at all
 */
record OpenedCollectors(List<TelemetrySource> sources, List<SensorStatus> statuses, List<String> problems,
        List<CollectorCall<CollectorFindings>> late, List<CollectorFindings> incomplete,
        Predicate<TelemetrySource> isWanted) {
    private static final Logger LOGGER = LoggerFactory.getLogger(OpenedCollectors.class);

    /**
     * Opens the collectors, all at once. A collector that does not answer in time is left behind.
     *
     * @param patience the waiting time for all of them together
     * @param isWanted whether a source of a collector is read at all
     * @param sources  the sources given by the caller; receives each opened source, so that it can be closed if this
     *                 throws
     */
    static OpenedCollectors open(SelectedCollectors selection, TelemetryEnvironment environment,
            CollectorPatience patience, Predicate<TelemetrySource> isWanted, List<TelemetrySource> sources) {
        OpenedCollectors opened = new OpenedCollectors(sources, new ArrayList<>(), new ArrayList<>(),
                new CopyOnWriteArrayList<>(), new ArrayList<>(), isWanted);
        for (TelemetrySource source : sources) {
            source.sensors().forEach(sensor -> opened.statuses
                    .add(SensorStatus.available(source.id(), sensor.source(), "given by hand")));
        }
        Deque<Opening> openings = new ArrayDeque<>();
        List<TelemetrySource> superfluous = new ArrayList<>();
        try {
            selection.choices()
                    .forEach(choice -> openings.add(Opening.start(choice, choice.in(environment), patience)));
            patience.await(openings.stream().map(Opening::call).toList());
            while (!openings.isEmpty()) {
                opened.add(openings.remove(), superfluous, patience.lateToo());
            }
        } catch (RuntimeException | Error failed) {
            opened.leaveLate();
            throw failed;
        } finally {
            openings.forEach(Opening::leave);
            SourceClosing.closeAll(superfluous);
        }
        return opened;
    }

    private void add(Opening opening, List<TelemetrySource> superfluous, boolean isPatient) {
        TelemetryProvider collector = opening.choice.collector();
        CollectorFindings found;
        try {
            Optional<CollectorFindings> answer = opening.call.take();
            answer.ifPresent(in -> in.sources().forEach(
                    source -> (isWanted.test(source) && (opening.choice.named() || readsMore(source))
                            ? sources
                            : superfluous).add(source)));
            opening.environment.parameters().rejectUnknown();
            if (answer.isEmpty()) {
                late.add(opening.call);
            }
            found = answer.orElseGet(() -> nothing(opening.call.unanswered()));
        } catch (ConfigurationException | InputException | ServerUnreachableException wrongUse) {
            throw wrongUse;
        } catch (RuntimeException | LinkageError broken) {
            found = nothing(broken(collector, broken));
        }
        statuses.addAll(found.statuses());
        problems.addAll(failures(collector.id(), found.statuses()));
        if (found.again().isPresent()) {
            incomplete.add(found);
        }
        boolean mayComeLater = isPatient && late.contains(opening.call);
        if (opening.choice.named() && found.sources().isEmpty() && !mayComeLater) {
            throw new ConfigurationException("The collector '" + collector.id() + "' cannot read anything here: "
                    + found.statuses().stream().map(OpenedCollectors::sentence).collect(Collectors.joining("; "))
                    + ". Choose another, or auto for whatever works");
        }
    }

    /**
     * Passes the late findings of a collector, with the new sources among its sources, to a consumer. The other sources
     * are closed. The collector is awaited until the consumer returns.
     */
    void whenAnswered(Consumer<CollectorFindings> taker) {
        late.forEach(call -> call.whenAnswered(found -> {
            List<TelemetrySource> wanted = wanted(found.sources());
            SourceClosing.closeAll(found.sources().stream().filter(source -> !wanted.contains(source)).toList());
            answered(call, new CollectorFindings(found.statuses(), wanted, found.again()), taker);
        }, failure -> answered(call, nothing(broken(call.collector(), failure)), taker)));
    }

    private void answered(CollectorCall<CollectorFindings> call, CollectorFindings found,
            Consumer<CollectorFindings> taker) {
        try {
            taker.accept(found);
        } finally {
            late.remove(call);
        }
    }

    /** Chooses the sources to read: two late collectors may lead to the same registers too. */
    List<TelemetrySource> wanted(List<TelemetrySource> found) {
        synchronized (sources) {
            List<TelemetrySource> wanted = found.stream().filter(isWanted).filter(this::readsMore)
                    .toList();
            sources.addAll(wanted);
            return wanted;
        }
    }

    private static SensorStatus broken(TelemetryProvider collector, Throwable failure) {
        LOGGER.warn("The collector {} failed to open and is left out", collector.id(), failure);
        return SensorStatus.failed(collector.id(), collector.id(), "it failed to open: " + FailureText.of(failure),
                "see the log");
    }

    /** Lists the collectors that have not answered yet. */
    List<String> awaited() {
        return late.stream().map(call -> call.collector().id()).toList();
    }

    /** Undoes late answers. */
    void leaveLate() {
        late.forEach(CollectorCall::leave);
    }

    private static CollectorFindings nothing(SensorStatus why) {
        return new CollectorFindings(List.of(why), List.of());
    }

    /** Returns false for a source whose sensors are all read already: two interfaces may lead to the same registers. */
    private boolean readsMore(TelemetrySource source) {
        boolean more = !source.sensors().stream().allMatch(this::isRead);
        if (!more) {
            LOGGER.debug("Other sources read everything that the source {} reads; it is left out", source.id());
        }
        return more;
    }

    private boolean isRead(Sensor sensor) {
        return sources.stream().flatMap(source -> source.sensors().stream())
                .anyMatch(other -> other.device().equals(sensor.device()) && other.scope() == sensor.scope()
                        && other.quantity() == sensor.quantity());
    }

    /** Returns a sentence for each remedy, with the names of the failed sensors that it would help. */
    static List<String> failures(String collector, List<SensorStatus> statuses) {
        Map<Optional<String>, List<SensorStatus>> byStep = statuses.stream()
                .filter(status -> status.state() == SensorState.UNREADABLE)
                .collect(Collectors.groupingBy(SensorStatus::nextStep, LinkedHashMap::new, Collectors.toList()));
        return byStep.entrySet().stream().map(same -> problemOf(collector) + " does not read "
                + joined(same.getValue().stream().map(SensorStatus::name).toList(), ", ") + ": "
                + joined(same.getValue().stream().map(SensorStatus::detail).toList(), "; ")
                + same.getKey().map(step -> ". What helps: " + step).orElse("")).toList();
    }

    /** Returns the beginning of a sentence on the problems of a collector. */
    static String problemOf(String collector) {
        return "The collector '" + collector + "'";
    }

    private static String joined(List<String> texts, String separator) {
        return texts.stream().distinct().collect(Collectors.joining(separator));
    }

    private static String sentence(SensorStatus status) {
        return status.detail() + status.nextStep().map(step -> " (" + step + ")").orElse("");
    }

    private record Opening(SelectedCollectors.Choice choice, TelemetryEnvironment environment,
            CollectorCall<CollectorFindings> call) {
        static Opening start(SelectedCollectors.Choice choice, TelemetryEnvironment environment,
                CollectorPatience patience) {
            TelemetryProvider collector = choice.collector();
            return new Opening(choice, environment, CollectorCall.start(collector, environment,
                    () -> collector.find(environment), late -> SourceClosing.closeAll(late.sources()),
                    patience.schedules(), patience.lateToo()));
        }

        void leave() {
            call.leave();
        }
    }
}
