package dev.ipw.engine.energy;

import dev.ipw.energy.SensorState;
import java.util.Optional;

/**
 * The state of a sensor with its reason.
 *
 * @param state  what it is doing
 * @param reason why, without a full stop; empty while it is MEASURING
 */
record SensorCondition(SensorState state, Optional<String> reason) {
    static final SensorCondition MEASURING = new SensorCondition(SensorState.MEASURING, Optional.empty());

    static SensorCondition of(SensorState state, String reason) {
        return new SensorCondition(state, Optional.of(reason));
    }
}
