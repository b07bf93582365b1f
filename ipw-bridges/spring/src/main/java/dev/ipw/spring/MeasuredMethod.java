package dev.ipw.spring;

import io.micrometer.observation.Observation;

/** The context of the observation of one call of a method with {@link MeasureEnergy}. */
final class MeasuredMethod extends Observation.Context {
    private final String name;

    MeasuredMethod(String name) {
        this.name = name;
    }

    /** Returns the name of the span. */
    String name() {
        return name;
    }
}
