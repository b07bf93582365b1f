package dev.ipw.telemetry;

import java.util.HashSet;
import java.util.Set;

/** Know which tasks are being measured, so that each learns whether another one was under way meanwhile. */
final class OpenMeasurements {
    private final Set<Measurement> open = new HashSet<>();

    /** Begin one. It and all that are open overlap. */
    synchronized Measurement begin() {
        Measurement begun = new Measurement();
        begun.overlapped = !open.isEmpty();
        open.forEach(other -> other.overlapped = true);
        open.add(begun);
        return begun;
    }

    /** Stand for one task from its begin to its end. */
    final class Measurement {
        private boolean overlapped;

        private Measurement() {}

        /** Return whether another task was measured at some time since this one began. */
        boolean isOverlapped() {
            synchronized (OpenMeasurements.this) {
                return overlapped;
            }
        }

        /** End it; what begins from now on does not overlap it. */
        void end() {
            synchronized (OpenMeasurements.this) {
                open.remove(this);
            }
        }
    }
}
