package dev.ipw.spring;

import dev.ipw.telemetry.internal.spans.Contained;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The handler of an application, looked up at the first observation: its dependencies may need the registry itself. */
final class HandlerAtFirstUse implements ObservationHandler<Observation.Context> {
    private static final Logger LOGGER = LoggerFactory.getLogger(HandlerAtFirstUse.class);

    private final Supplier<EnergyObservationHandler> lookup;

    HandlerAtFirstUse(Supplier<EnergyObservationHandler> lookup) {
        this.lookup = lookup;
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return ObservedWork.isSupported(context);
    }

    @Override
    public void onStart(Observation.Context context) {
        Contained.run(LOGGER, () -> lookup.get().onStart(context));
    }

    @Override
    public void onStop(Observation.Context context) {
        Contained.run(LOGGER, () -> lookup.get().onStop(context));
    }
}
