package dev.ipw.agents.terminus;

import java.time.Duration;
import java.util.List;

/** A format of a model's replies. */
interface ReplyFormat {
    /** The wait after a command whose reply sets no other. */
    Duration DEFAULT_WAIT = Duration.ofSeconds(1);
    /** The maximum wait after a command. */
    Duration LONGEST_WAIT = Duration.ofMinutes(10);

    /** Nanoseconds of a second. */
    double NANOS_PER_SECOND = 1e9;

    /** Returns the instruction for the model on how to write a reply. */
    String description();

    /** Reads a reply. */
    ReadReply read(String text);

    /** Converts seconds to a wait; one above the maximum is cut, with a warning. */
    static Duration wait(double seconds, String which, List<String> errors, List<String> warnings) {
        if (!(seconds >= 0)) {
            errors.add("The duration of " + which + " must be 0 or more seconds");
            return DEFAULT_WAIT;
        }
        if (seconds > LONGEST_WAIT.toSeconds()) {
            warnings.add("The duration of " + which + " was cut to " + LONGEST_WAIT.toSeconds() + " seconds");
            return LONGEST_WAIT;
        }
        return Duration.ofNanos(Math.round(seconds * NANOS_PER_SECOND));
    }

    /** Adds a warning for commands that run into the next one. */
    static void warnOfOpenLines(List<ReadReply.Command> commands, List<String> warnings) {
        for (int at = 0; at < commands.size() - 1; at++) {
            String typed = commands.get(at).keystrokes();
            if (!typed.isEmpty() && !typed.endsWith("\n") && !typed.endsWith("\r") && !Keystrokes.areNames(typed)) {
                warnings.add("Command " + (at + 1)
                        + " ends without a line feed, so that the next one was typed on the same line");
            }
        }
    }
}
