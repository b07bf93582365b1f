package dev.ipw.inference;

import java.util.Objects;
import java.util.Optional;

/**
 * Whether the model may, must or must not call a tool.
 *
 * @param mode what is asked of the model
 * @param tool the tool that it must ask for; present with {@link Mode#NAMED} only
 */
public record ToolChoice(Mode mode, Optional<String> tool) {
    /** Let the model decide. */
    public static final ToolChoice AUTO = new ToolChoice(Mode.AUTO, Optional.empty());
    /** Let the model answer without a tool. */
    public static final ToolChoice NONE = new ToolChoice(Mode.NONE, Optional.empty());
    /** Require at least one tool call. */
    public static final ToolChoice REQUIRED = new ToolChoice(Mode.REQUIRED, Optional.empty());

    /** What is asked of the model. */
    public enum Mode {
        /** It decides. */
        AUTO,
        /** It asks for no tool. */
        NONE,
        /** It asks for some tool. */
        REQUIRED,
        /** It asks for the tool that is named. */
        NAMED
    }

    /** Rejects nulls, and a tool where none is to be named. */
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
