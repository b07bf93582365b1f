package dev.ipw.inference;

import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * Whether the model may, must or must not call a tool.
 *
 * @param mode the mode of the choice
 * @param tool the tool that it must call; present only with {@link Mode#NAMED}
 */
@API(status = API.Status.EXPERIMENTAL)
public record ToolChoice(Mode mode, Optional<String> tool) {
    /** The model decides. */
    public static final ToolChoice AUTO = new ToolChoice(Mode.AUTO, Optional.empty());
    /** The model must answer without a tool. */
    public static final ToolChoice NONE = new ToolChoice(Mode.NONE, Optional.empty());
    /** The model must call at least one tool. */
    public static final ToolChoice REQUIRED = new ToolChoice(Mode.REQUIRED, Optional.empty());

    /** The modes of a choice. */
    public enum Mode {
        /** The model decides. */
        AUTO,
        /** The model must not call a tool. */
        NONE,
        /** The model must call some tool. */
        REQUIRED,
        /** The model must call the named tool. */
        NAMED
    }

    /** Rejects nulls, and a tool in a mode without one. */
    public ToolChoice {
        Objects.requireNonNull(mode, "mode");
        if (tool.isPresent() != (mode == Mode.NAMED)) {
            throw new IllegalArgumentException("A tool is named with the mode NAMED and no other, not " + mode);
        }
    }

    /**
     * Requires a call of one tool.
     *
     * @param tool its name
     * @return the choice
     */
    public static ToolChoice of(String tool) {
        return new ToolChoice(Mode.NAMED, Optional.of(tool));
    }
}
