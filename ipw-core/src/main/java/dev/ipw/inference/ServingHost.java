package dev.ipw.inference;

import java.util.Optional;
import org.apiguardian.api.API;

/** The machine of the model, as seen from this process: energy read here covers only this machine. */
@API(status = API.Status.EXPERIMENTAL)
public enum ServingHost {
    /** On this machine. */
    LOCAL,
    /** On another machine. */
    REMOTE;

    /**
     * Parses a user's input.
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
