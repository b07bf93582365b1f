package dev.ipw.agents.terminus;

import dev.ipw.inference.GenerationOptions;
import java.util.OptionalDouble;

/**
 * The settings of an agent at a terminal.
 *
 * @param format      the format of replies
 * @param mostTurns   the maximum number of calls per task, including those of summaries
 * @param window      the model's context window
 * @param temperature the sampling's temperature; empty leaves it to the run
 */
record TerminusSettings(ReplyFormat format, int mostTurns, ContextWindow window, OptionalDouble temperature) {
    /** Returns the run's options with these settings. */
    GenerationOptions options(GenerationOptions ofRun) {
        return temperature.isPresent() ? ofRun.withTemperature(temperature.getAsDouble()) : ofRun;
    }
}
