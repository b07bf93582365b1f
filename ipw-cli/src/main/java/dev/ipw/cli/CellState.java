package dev.ipw.cli;

import java.util.Arrays;
import java.util.Locale;

/** Name how far a cell is. */
enum CellState {
    /** It was not begun. */
    PENDING,
    /** It is being measured, or was when the process was killed. */
    RUNNING,
    /** All its questions were asked. */
    FINISHED,
    /** It was stopped, or lost its server; what was answered is kept. */
    ENDED_EARLY,
    /** It could not be measured. */
    FAILED;

    /** Return its name in files. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Return its name on the screen. */
    String words() {
        return label().replace('_', ' ');
    }

    static CellState of(String label) {
        return Arrays.stream(values()).filter(state -> state.label().equals(label)).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no state of a cell is called '" + label + "'"));
    }
}
