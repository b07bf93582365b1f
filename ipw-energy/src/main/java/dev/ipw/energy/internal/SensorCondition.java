package dev.ipw.energy.internal;

import dev.ipw.energy.SensorState;
import java.util.Optional;

/**
 * The state of a sensor with its reason.
 *
 * @param state     its state
 * @param reason    the reason, without a full stop; empty while it is MEASURING
 * @param isOverdue whether it has been UNPROVEN for so long that figures rest on another sensor, if there is one
 */
record SensorCondition(SensorState state, Optional<String> reason, boolean isOverdue) {
    static final SensorCondition MEASURING = new SensorCondition(SensorState.MEASURING, Optional.empty(), false);

    static SensorCondition of(SensorState state, String reason) {
        return new SensorCondition(state, Optional.of(reason), false);
    }

    static SensorCondition overdue(String reason) {
        return new SensorCondition(SensorState.UNPROVEN, Optional.of(reason), true);
    }
}
