package dev.ipw.agents.terminus;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The readable content of a model's reply.
 *
 * @param reply    the reply; empty if there are errors
 * @param errors   the reasons why it is unusable
 * @param warnings the repaired or ignored parts
 */
record ReadReply(Optional<TerminalReply> reply, List<String> errors, List<String> warnings) {
    private static final int MAX_LISTED_ITEMS = 20;

    /** Copies the lists. */
    ReadReply {
        errors = List.copyOf(errors);
        warnings = List.copyOf(warnings);
    }

    /** Formats the errors and warnings for the model; otherwise empty text. */
    String problemText() {
        return list("Your last reply could not be used, and nothing was typed:\n", errors)
                + list("Warnings about your last reply:\n", warnings);
    }

    private static String list(String heading, List<String> problems) {
        if (problems.isEmpty()) {
            return "";
        }
        String listed = problems.stream().limit(MAX_LISTED_ITEMS).map(problem -> "- " + problem + "\n")
                .collect(Collectors.joining());
        return heading + listed
                + (problems.size() > MAX_LISTED_ITEMS
                        ? "- and " + (problems.size() - MAX_LISTED_ITEMS) + " more\n"
                        : "");
    }

    /**
     * The actions of a model.
     *
     * @param analysis   its analysis
     * @param commands   its commands, in order
     * @param isComplete whether it declares the task done
     */
    record TerminalReply(String analysis, List<Command> commands, boolean isComplete) {
        /** Copies the list. */
        TerminalReply {
            commands = List.copyOf(commands);
        }
    }

    /**
     * A text to type.
     *
     * @param keystrokes text or names of keys
     * @param duration   the wait afterwards
     */
    record Command(String keystrokes, Duration duration) {}
}
