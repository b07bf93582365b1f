package dev.ipw.profile;

import dev.ipw.evaluation.Evaluator;
import dev.ipw.inference.InferenceClient;
import dev.ipw.results.KeptRun;
import dev.ipw.results.RunConfiguration;
import dev.ipw.results.RunDirectory;
import dev.ipw.results.RunReservation;
import dev.ipw.telemetry.TelemetrySession;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Hold everything a run needs, looked up and checked.
 *
 * @param client        asks the model
 * @param questions     what is asked, in order
 * @param evaluators    judges by id; holds each id that a question names
 * @param load          how requests are put on the model
 * @param configuration what was asked of the run
 * @param place         holds where the run is kept
 * @param kept          what is kept of the run, if it is resumed
 * @param telemetry     samples the machine; spools into the directory
 * @param calibration   true to find out beforehand how late clients stamp on this machine
 * @param listeners     follow the run
 */
public record ProfilePlan(InferenceClient client, List<PlannedQuestion> questions, Map<String, Evaluator> evaluators,
        Load load, RunConfiguration configuration, RunReservation place, Optional<KeptRun> kept,
        TelemetrySession telemetry, boolean calibration, List<ProfilerListener> listeners) {

    /** Copy the collections. */
    public ProfilePlan {
        questions = List.copyOf(questions);
        evaluators = Map.copyOf(evaluators);
        listeners = List.copyOf(listeners);
    }

    /** Give where the run is kept. */
    RunDirectory directory() {
        return place.directory();
    }

    /** Give the load for what is left of the run's time; without a time it stays as it is. */
    Load loadLeft() {
        return load.duration().map(whole -> load.lasting(whole.minusNanos(kept.map(KeptRun::measuredNanos).orElse(0L))))
                .orElse(load);
    }

    /** List what is left to ask; of an endless load all questions, as they come again. */
    List<PlannedQuestion> questionsLeft() {
        return kept.isEmpty() || isEndless()
                ? questions
                : questions.stream().filter(planned -> !isKept(planned)).toList();
    }

    /** Say whether the outcome of a question stands since before the run was resumed. */
    boolean isKept(PlannedQuestion planned) {
        return kept.map(run -> run.has(planned.question().id())).orElse(false);
    }

    /** Give the answer of a conversation's turn from before the run was resumed; empty if it failed. */
    Optional<String> keptAnswer(PlannedQuestion planned) {
        return kept.flatMap(run -> run.answerOfTurn(planned.question().id()));
    }

    /**
     * Say whether there is anything left to ask.
     *
     * @param questions what is asked
     * @param load      for how long
     * @param maxQueries how many questions were asked for at most
     * @param kept      what is kept
     * @return false if the run need only be judged and written, or not even that
     */
    public static boolean isAnythingLeft(List<PlannedQuestion> questions, Load load, OptionalInt maxQueries,
            KeptRun kept) {
        boolean outOfTime = load.duration().map(whole -> whole.toNanos() <= kept.measuredNanos() || kept.isWhole())
                .orElse(false);
        boolean endless = isEndless(load, maxQueries);
        return !outOfTime
                && (endless || questions.stream().anyMatch(planned -> !kept.has(planned.question().id())));
    }

    /** Say whether there is anything left to ask. */
    boolean isAnythingLeft() {
        return kept.isEmpty() || isAnythingLeft(questions, load, configuration.maxQueries(), kept.get());
    }

    /** Say whether questions come again until the time is over, as nothing else limits their number. */
    boolean isEndless() {
        return isEndless(load, configuration.maxQueries());
    }

    private static boolean isEndless(Load load, OptionalInt maxQueries) {
        return load.duration().isPresent() && maxQueries.isEmpty() && !(load.shape() instanceof LoadShape.Replay);
    }

    /** Write nothing of the questions' text. */
    @Override
    public String toString() {
        return questions.size() + " questions for " + configuration.client().model() + " into " + directory().path();
    }
}
