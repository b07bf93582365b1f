package dev.ipw.spring;

import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.internal.spans.Contained;
import dev.ipw.telemetry.internal.spans.EnergyDelivery;
import dev.ipw.telemetry.internal.spans.OpenSpan;
import dev.ipw.telemetry.internal.spans.SpanTree;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationView;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A handler that charges methods with {@link MeasureEnergy} and Spring AI's observations (calls of models, of the chat
 * client and of tools) their shares of the joules, by the rules of {@link TelemetrySession#request}. It never blocks the threads of the application, and
 * throws nothing there.
 *
 * <p>A call within another of these observations is charged within that one's span, which stays open until the
 * call ends. Calls with token counts share by their work; where one without overlaps them, all share by time.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class EnergyObservationHandler implements ObservationHandler<Observation.Context>, AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(EnergyObservationHandler.class);

    private final SpanTree tree;
    private final EnergyDelivery delivery;

    /**
     * Creates a handler that measures by a session.
     *
     * @param session   the measuring session; the caller owns and closes it
     * @param listeners receive the joules of each span
     */
    public EnergyObservationHandler(TelemetrySession session, List<RequestEnergyListener> listeners) {
        this(session, new ListenersAtFirstUse(List.copyOf(listeners)::stream));
    }

    /** Creates a handler whose listeners are looked up at the first delivery. */
    EnergyObservationHandler(TelemetrySession session, ListenersAtFirstUse listeners) {
        delivery = new EnergyDelivery(
                energy -> listeners.get().forEach(listener -> contained(() -> listener.measured(energy))));
        tree = new SpanTree(session, delivery::deliver, System::nanoTime);
    }

    /**
     * Returns the number of spans that were not delivered to the listeners, because more than 16,384 were waiting.
     *
     * @return the number; the sums include their joules nevertheless
     */
    public long left() {
        return delivery.left();
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return ObservedWork.isSupported(context);
    }

    @Override
    public void onStart(Observation.Context context) {
        contained(() -> context.put(OpenSpan.class, tree.open(ObservedWork.nameOf(context), this, parentOf(context))));
    }

    @Override
    public void onStop(Observation.Context context) {
        contained(() -> {
            OpenSpan span = context.get(OpenSpan.class);
            if (span != null) {
                ObservedWork.reportTokens(context, span);
                tree.end(span);
            }
        });
    }

    /** Finds the span of the nearest enclosing observation. */
    private static Optional<OpenSpan> parentOf(Observation.Context context) {
        @Nullable
        ObservationView outer = context.getParentObservation();
        while (outer != null) {
            OpenSpan span = outer.getContextView().get(OpenSpan.class);
            if (span != null) {
                return Optional.of(span);
            }
            outer = outer.getContextView().getParentObservation();
        }
        return Optional.empty();
    }

    /** Delivers the spans that were not delivered yet, as far as their joules are known. The session remains open. */
    @Override
    public void close() {
        delivery.flush();
    }

    private static void contained(Runnable step) {
        Contained.run(LOGGER, step);
    }
}
