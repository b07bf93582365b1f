package dev.ipw.cli.bench;

import java.util.Arrays;
import java.util.Locale;

/** The progress of a cell. */
enum CellState {
    /** Not started. */
    PENDING,
    /** Running, or interrupted because the process was killed. */
    RUNNING,
    /** All questions were asked. */
    FINISHED,
    /** Stopped, or its server was lost; the answers so far are kept. */
    ENDED_EARLY,
    /** It could not be measured. */
    FAILED;

    /** Returns its name in files. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns its name on the screen. */
    String words() {
        return label().replace('_', ' ');
    }

    static CellState of(String label) {
        return Arrays.stream(values()).filter(state -> state.label().equals(label)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no state of a cell is called '" + label + "'"));
    }
}
