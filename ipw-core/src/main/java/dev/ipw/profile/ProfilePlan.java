package dev.ipw.profile;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.inference.InferenceClient;
import dev.ipw.results.RunConfiguration;
import dev.ipw.results.RunDirectory;
import dev.ipw.telemetry.TelemetrySession;
import java.util.List;
import java.util.Map;

/**
 * Hold everything a run needs, looked up and checked.
 *
 * @param client        asks the model
 * @param questions     what is asked, in order
 * @param evaluators    judges by id; holds each id that a question names
 * @param load          how requests are put on the model
 * @param configuration what was asked of the run
 * @param directory     where the run is kept
 * @param telemetry     samples the machine; spools into the directory
 * @param calibration   true to find out beforehand how late clients stamp on this machine
 * @param listeners     follow the run
 */
public record ProfilePlan(InferenceClient client, List<PlannedQuestion> questions, Map<String, Evaluator> evaluators,
        Load load, RunConfiguration configuration, RunDirectory directory, TelemetrySession telemetry,
        boolean calibration, List<ProfilerListener> listeners) {

    /** Copy the collections. */
    public ProfilePlan {
        questions = List.copyOf(questions);
        evaluators = Map.copyOf(evaluators);
        listeners = List.copyOf(listeners);
    }

    /** Say whether questions come again until the time is over, as nothing else limits their number. */
    boolean isEndless() {
        return load.duration().isPresent() && configuration.maxQueries().isEmpty();
    }

    /** Write nothing of the questions' text. */
    @Override
    public String toString() {
        return questions.size() + " questions for " + configuration.client().model() + " into " + directory.path();
    }
}
