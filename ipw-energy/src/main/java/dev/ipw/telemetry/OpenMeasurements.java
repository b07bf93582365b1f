package dev.ipw.telemetry;

import java.util.HashSet;
import java.util.Set;

/** The tasks that are being measured, so that each can learn whether another one ran at the same time. */
final class OpenMeasurements {
    private final Set<Measurement> open = new HashSet<>();

    /** Begins a measurement. It overlaps every open one. */
    synchronized Measurement begin() {
        Measurement begun = new Measurement();
        begun.overlapped = !open.isEmpty();
        open.forEach(other -> other.overlapped = true);
        open.add(begun);
        return begun;
    }

    /** The measurement of one task from its start to its end. */
    final class Measurement {
        private boolean overlapped;

        private Measurement() {}

        /** Returns whether another task was measured at some time since this one began. */
        boolean isOverlapped() {
            synchronized (OpenMeasurements.this) {
                return overlapped;
            }
        }

        /** Ends it; later measurements do not overlap it. */
        void end() {
            synchronized (OpenMeasurements.this) {
                open.remove(this);
            }
        }
    }
}
