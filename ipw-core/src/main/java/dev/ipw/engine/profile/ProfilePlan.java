package dev.ipw.engine.profile;

import dev.ipw.dataset.PromptTemplate;
import dev.ipw.engine.evaluation.Evaluators;
import dev.ipw.engine.journal.ResumableRun;
import dev.ipw.engine.journal.RunReservation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.inference.InferenceClient;
import dev.ipw.load.Load;
import dev.ipw.load.LoadShape;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.query.QueryRunner;
import dev.ipw.run.RunConfiguration;
import dev.ipw.run.RunDirectory;
import dev.ipw.run.RunSettings;
import dev.ipw.telemetry.TelemetrySession;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Hold everything a run needs, looked up and checked.
 *
 * @param client         asks the model
 * @param runner         takes each question through the model
 * @param template       writes what a question says
 * @param questions      what is asked, in order
 * @param setUp          gives what a task needs before an agent begins
 * @param evaluatorsById evaluators by id; holds each id that a question names
 * @param evaluators     says how many judge at once and for how long, and what they tell meanwhile
 * @param load           how requests are sent to the model
 * @param settings       what was asked of the run, secrets among it
 * @param configuration  what was asked of the run and on which machine, as it is kept
 * @param place          holds where the run is kept
 * @param kept           what is kept of the run, if it is resumed
 * @param telemetry      samples the machine; spools into the directory
 * @param listeners      follow the run
 */
public record ProfilePlan(InferenceClient client, QueryRunner runner, PromptTemplate template,
        List<PlannedQuestion> questions, TaskSetUp setUp,
        Map<String, Evaluator> evaluatorsById, Evaluators evaluators, Load load, RunSettings settings,
        RunConfiguration configuration, RunReservation place, Optional<ResumableRun> kept, TelemetrySession telemetry,
        List<ProfilerListener> listeners) {

    /** Copies the collections. */
    public ProfilePlan {
        questions = List.copyOf(questions);
        evaluatorsById = Map.copyOf(evaluatorsById);
        listeners = List.copyOf(listeners);
    }

    /** Returns where the run is kept. */
    RunDirectory directory() {
        return place.directory();
    }

    /** Returns the load for what is left of the run's time; without a time it stays as it is. */
    Load loadLeft() {
        return load.duration()
                .map(whole -> load.lasting(whole.minusNanos(kept.map(ResumableRun::measuredNanos).orElse(0L))))
                .orElse(load);
    }

    /** Counts what is left to ask in all epochs; empty of an endless load. */
    OptionalInt queriesLeft() {
        return isEndless()
                ? OptionalInt.empty()
                : OptionalInt.of((int) asked(questions, settings.questions().rounds())
                        .filter(planned -> !isKept(planned)).count());
    }

    /** Returns how often each question is asked, one round after the other. */
    int rounds() {
        return isEndless() ? Integer.MAX_VALUE : settings.questions().rounds();
    }

    private static Stream<PlannedQuestion> asked(List<PlannedQuestion> questions, int epochs) {
        return IntStream.rangeClosed(1, epochs).boxed()
                .flatMap(epoch -> questions.stream().map(planned -> planned.asked(epoch)));
    }

    /** Returns whether the outcome of a question stands since before the run was resumed. */
    boolean isKept(PlannedQuestion planned) {
        return kept.map(run -> run.has(planned.question().id())).orElse(false);
    }

    /**
     * Returns whether any question is left.
     *
     * @param questions  what is asked
     * @param epochs     how often each is asked
     * @param load       for how long
     * @param maxQueries how many questions were asked for at most
     * @param kept       what is kept
     * @return false if the run need only be judged and written, or not even that
     */
    public static boolean isAnythingLeft(List<PlannedQuestion> questions, int epochs, Load load,
            OptionalInt maxQueries, ResumableRun kept) {
        boolean outOfTime = load.duration().map(whole -> whole.toNanos() <= kept.measuredNanos() || kept.isWhole())
                .orElse(false);
        boolean endless = isEndless(load, maxQueries);
        return !outOfTime
                && (endless || asked(questions, epochs).anyMatch(planned -> !kept.has(planned.question().id())));
    }

    /** Returns whether any question is left. */
    boolean isAnythingLeft() {
        return kept.isEmpty() || isAnythingLeft(questions, settings.questions().rounds(), load,
                settings.questions().maxQueries(), kept.get());
    }

    /** Returns whether questions come again until the time is over, as nothing else limits their number. */
    boolean isEndless() {
        return isEndless(load, settings.questions().maxQueries());
    }

    private static boolean isEndless(Load load, OptionalInt maxQueries) {
        return load.duration().isPresent() && maxQueries.isEmpty() && !(load.shape() instanceof LoadShape.Replay);
    }

    /** Shows nothing of the questions' text. */
    @Override
    public String toString() {
        return questions.size() + " questions for " + configuration.client().model() + " into " + directory().path();
    }
}
