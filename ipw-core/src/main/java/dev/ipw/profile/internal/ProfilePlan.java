package dev.ipw.profile.internal;

import dev.ipw.dataset.PromptTemplate;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.evaluation.internal.Evaluators;
import dev.ipw.inference.InferenceClient;
import dev.ipw.load.Load;
import dev.ipw.load.LoadShape;
import dev.ipw.progress.ProfilerListener;
import dev.ipw.query.QueryRunner;
import dev.ipw.results.internal.journal.ResumableRun;
import dev.ipw.results.internal.journal.RunReservation;
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
 * The complete and checked plan of a run.
 *
 * @param questions     the questions, in order
 * @param asking        the way from a question to an answer
 * @param evaluation    the evaluators of the answers
 * @param load          how requests are sent to the model
 * @param settings      the settings of the run, including secrets
 * @param configuration the configuration and the machine of the run, in the form that is kept
 * @param place         the folder of the run
 * @param resumed       the kept part of the run, if it is resumed
 * @param telemetry     samples the machine; spools into the directory
 * @param listeners     follow the run
 */
public record ProfilePlan(List<PlannedQuestion> questions, Asking asking, AnswerEvaluation evaluation, Load load,
        RunSettings settings, RunConfiguration configuration, RunReservation place, Optional<ResumableRun> resumed,
        TelemetrySession telemetry, List<ProfilerListener> listeners) {
    /** Copies the collections. */
    public ProfilePlan {
        questions = List.copyOf(questions);
        listeners = List.copyOf(listeners);
    }

    /**
     * The way from a question to an answer.
     *
     * @param client   the client of the model
     * @param runner   takes each question through the model
     * @param template writes the prompt of a question
     * @param setUp    provides the files and the environment of a task before an agent begins
     */
    public record Asking(InferenceClient client, QueryRunner runner, PromptTemplate template, TaskSetUp setUp) {}

    /**
     * The evaluators of a run's answers.
     *
     * @param byId       evaluators by id; holds each id that a question names
     * @param evaluators the evaluators with their parallelism, their time limit and their events
     */
    public record AnswerEvaluation(Map<String, Evaluator> byId, Evaluators evaluators) {
        /** Copies the map. */
        public AnswerEvaluation {
            byId = Map.copyOf(byId);
        }
    }

    /** Returns the run's directory. */
    RunDirectory directory() {
        return place.directory();
    }

    /** Returns the load for the remaining time of the run; without a time limit it is unchanged. */
    Load loadLeft() {
        return load.duration()
                .map(whole -> load.lasting(whole.minusNanos(resumed.map(ResumableRun::measuredNanos).orElse(0L))))
                .orElse(load);
    }

    /** Returns the number of remaining queries in all epochs; empty for an endless load. */
    OptionalInt queriesLeft() {
        return isEndless()
                ? OptionalInt.empty()
                : OptionalInt.of((int) asked(questions, settings.questions().rounds())
                        .filter(planned -> !isAnswered(planned)).count());
    }

    /** Returns the number of rounds, in each of which every question is asked once. */
    int rounds() {
        return isEndless() ? Integer.MAX_VALUE : settings.questions().rounds();
    }

    private static Stream<PlannedQuestion> asked(List<PlannedQuestion> questions, int epochs) {
        return IntStream.rangeClosed(1, epochs).boxed()
                .flatMap(epoch -> questions.stream().map(planned -> planned.asked(epoch)));
    }

    /** Returns whether a question has an outcome from before the run was resumed. */
    boolean isAnswered(PlannedQuestion planned) {
        return resumed.map(run -> run.has(planned.question().id())).orElse(false);
    }

    /**
     * Returns whether any question remains.
     *
     * @param questions  the questions
     * @param epochs     the number of times each is asked
     * @param load       the load
     * @param maxQueries the maximum number of questions
     * @param resumed    the kept part of the run
     * @return false if the run need only be evaluated and written, or not even that
     */
    public static boolean isAnythingLeft(List<PlannedQuestion> questions, int epochs, Load load,
            OptionalInt maxQueries, ResumableRun resumed) {
        boolean outOfTime = load.duration()
                .map(whole -> whole.toNanos() <= resumed.measuredNanos() || resumed.isWhole())
                .orElse(false);
        boolean endless = isEndless(load, maxQueries);
        return !outOfTime
                && (endless || asked(questions, epochs).anyMatch(planned -> !resumed.has(planned.question().id())));
    }

    /** Returns whether any question remains. */
    boolean isAnythingLeft() {
        return resumed.isEmpty() || isAnythingLeft(questions, settings.questions().rounds(), load,
                settings.questions().maxQueries(), resumed.get());
    }

    /** Returns whether questions repeat until the time is over, because nothing else limits their number. */
    boolean isEndless() {
        return isEndless(load, settings.questions().maxQueries());
    }

    private static boolean isEndless(Load load, OptionalInt maxQueries) {
        return load.duration().isPresent() && maxQueries.isEmpty() && !(load.shape() instanceof LoadShape.Replay);
    }

    /** Returns a text without the questions. */
    @Override
    public String toString() {
        return questions.size() + " questions for " + configuration.client().model() + " into " + directory().path();
    }
}
