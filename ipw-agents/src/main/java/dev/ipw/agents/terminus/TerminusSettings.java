package dev.ipw.agents.terminus;

import dev.ipw.inference.GenerationOptions;
import java.util.OptionalDouble;

/**
 * How an agent at a terminal works.
 *
 * @param format      the form of replies
 * @param mostTurns   how many calls a task may take, those of summaries included
 * @param window      how much the model takes
 * @param temperature the sampling's temperature; empty leaves it to the run
 */
record TerminusSettings(ReplyFormat format, int mostTurns, ContextWindow window, OptionalDouble temperature) {
    /** Changes the options of the run. */
    GenerationOptions options(GenerationOptions ofRun) {
        return temperature.isPresent() ? ofRun.withTemperature(temperature.getAsDouble()) : ofRun;
    }
}
