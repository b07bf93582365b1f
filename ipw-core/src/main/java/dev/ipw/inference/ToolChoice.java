package dev.ipw.inference;

import java.util.Objects;
import java.util.Optional;

/**
 * Say whether the model may, must or must not ask for a tool.
 *
 * @param mode what is asked of the model
 * @param tool the tool that it must ask for; present with {@link Mode#NAMED} only
 */
public record ToolChoice(Mode mode, Optional<String> tool) {
    /** Leave it to the model. */
    public static final ToolChoice AUTO = new ToolChoice(Mode.AUTO, Optional.empty());
    /** Let the model answer without a tool. */
    public static final ToolChoice NONE = new ToolChoice(Mode.NONE, Optional.empty());
    /** Make the model ask for at least one tool. */
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

    /** Refuse nulls, and a tool where none is to be named. */
    public ToolChoice {
        Objects.requireNonNull(mode, "mode");
        if (tool.isPresent() != (mode == Mode.NAMED)) {
            throw new IllegalArgumentException("A tool is named with the mode NAMED and no other, not " + mode);
        }
    }

    /**
     * Make the model ask for one tool.
     *
     * @param tool its name
     * @return the choice
     */
    public static ToolChoice of(String tool) {
        return new ToolChoice(Mode.NAMED, Optional.of(tool));
    }
}
