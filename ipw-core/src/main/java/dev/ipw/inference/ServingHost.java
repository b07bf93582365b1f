package dev.ipw.inference;

import java.util.Optional;

/** Where the model runs, as seen from this process: energy read here covers only this machine. */
public enum ServingHost {
    /** On this machine. */
    LOCAL,
    /** On another machine. */
    REMOTE;

    /**
     * Reads what a person typed.
     *
     * @param text {@code local} or {@code remote}
     * @return the host; empty for any other text
     */
    public static Optional<ServingHost> of(String text) {
        return switch (text.strip()) {
            case "local" -> Optional.of(LOCAL);
            case "remote" -> Optional.of(REMOTE);
            default -> Optional.empty();
        };
    }
}
