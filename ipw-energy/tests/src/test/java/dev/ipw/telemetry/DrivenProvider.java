package dev.ipw.telemetry;

import java.util.ArrayList;
import java.util.List;

/** Provide the sources that a test wants. */
record DrivenProvider(String id, boolean automatic, List<TelemetrySource> sources,
        List<TelemetryEnvironment> openedWith) implements TelemetryProvider {
    DrivenProvider(String id, boolean automatic, TelemetrySource... sources) {
        this(id, automatic, List.of(sources), new ArrayList<>());
    }

    @Override
    public String description() {
        return "what a test wants";
    }

    @Override
    public boolean takesArgument() {
        return true;
    }

    @Override
    public List<SensorStatus> probe(TelemetryEnvironment environment) {
        return sources.isEmpty()
                ? List.of(SensorStatus.unavailable(id, id + " counter", "this machine has none", "buy one"))
                : List.of(SensorStatus.available(id, id + " counter", "one watt"));
    }

    @Override
    public List<TelemetrySource> open(TelemetryEnvironment environment) {
        openedWith.add(environment);
        return sources;
    }
}
