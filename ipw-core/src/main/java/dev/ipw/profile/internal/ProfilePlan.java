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
import dev.ipw.settings.QuestionSettings;
import dev.ipw.shard.ShardSpec;
import dev.ipw.telemetry.TelemetrySession;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The complete and checked plan of a run.
 *
 * @param questions     the questions, in order
 * @param asking        the way from a question to an answer
 * @param evaluation    the evaluators of the answers
 * @param variant       how requests are sent to the model, and the shard
 * @param settings      the settings of the run, including secrets
 * @param configuration the configuration and the machine of the run, in the form that is kept
 * @param place         the folder of the run
 * @param resumed       the kept part of the run, if it is resumed
 * @param telemetry     samples the machine; spools into the directory
 * @param listeners     follow the run
 */
public record ProfilePlan(List<PlannedQuestion> questions, Asking asking, AnswerEvaluation evaluation,
        RunVariant variant,
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

    /** Returns how requests are sent to the model, in the whole run. */
    Load load() {
        return variant.load();
    }

    /** Returns the shard; the only one of a whole run. */
    ShardSpec spec() {
        return spec(variant);
    }

    private static ShardSpec spec(RunVariant variant) {
        return variant.shard().map(running -> running.shard().spec()).orElse(ShardSpec.WHOLE);
    }

    /** Returns the number of concurrent streams for which a client should be prepared. */
    int streams() {
        return (int) Math.max(1, spec().partOf(load().shape().streams()));
    }

    /** Returns the common start of all shards, as a {@link System#nanoTime()}; empty for a whole run. */
    OptionalLong commonStartNanos() {
        return variant.shard().map(running -> OptionalLong.of(running.startNanos(configuration.clock())))
                .orElse(OptionalLong.empty());
    }

    /** Returns the part of a shard's timed load that is over before it begins at a moment; empty for a whole run. */
    Optional<MissedTime> missedTime(long beginNanos) {
        return load().shape() instanceof LoadShape.FixedConcurrency
                ? variant.shard().flatMap(running -> load().duration().map(whole -> new MissedTime(
                        beginNanos - running.startNanos(configuration.clock())
                                - resumed.map(ResumableRun::measuredNanos).orElse(0L),
                        whole.toNanos())))
                : Optional.empty();
    }

    /** Returns whether the time of a shard's load is over and no question of it was asked in an earlier part. */
    boolean isTooLate() {
        return variant.shard().filter(RunningShard::isOver).isPresent() && queriesLeft().orElse(1) > 0
                && !resumed.map(ResumableRun::hasAny).orElse(false);
    }

    /**
     * Returns the load for the remaining time of the run; without a time limit it is unchanged. That of a shard has an
     * end for all shards, however often it is resumed.
     */
    Load loadLeft() {
        Load load = load();
        return variant.shard().isPresent()
                ? load
                : load.duration()
                        .map(whole -> load
                                .lasting(whole.minusNanos(resumed.map(ResumableRun::measuredNanos).orElse(0L))))
                        .orElse(load);
    }

    /** Returns the number of remaining queries in all epochs; empty for an endless load. */
    OptionalInt queriesLeft() {
        return isEndless()
                ? OptionalInt.empty()
                : OptionalInt.of((int) asked(questions, settings.questions().rounds(), spec())
                        .filter(planned -> !isAnswered(planned)).count());
    }

    /** Returns the number of rounds, in each of which every question is asked once. */
    int rounds() {
        return isEndless() ? Integer.MAX_VALUE : settings.questions().rounds();
    }

    private static Stream<PlannedQuestion> asked(List<PlannedQuestion> questions, int rounds, ShardSpec shard) {
        int size = questions.size();
        return shard.numbers((long) size * rounds).mapToObj(
                number -> questions.get((int) (number % size)).asked((int) (number / size) + 1));
    }

    /** Returns whether a question has an outcome from before the run was resumed. */
    boolean isAnswered(PlannedQuestion planned) {
        return resumed.map(run -> run.has(planned.question().id())).orElse(false);
    }

    /**
     * Returns whether any question remains.
     *
     * @param questions the questions of the whole run
     * @param asking    how often each is asked
     * @param variant   the load and the shard
     * @param resumed   the kept part of the run
     * @return false if the run need only be evaluated and written, or not even that
     */
    static boolean isAnythingLeft(List<PlannedQuestion> questions, QuestionSettings asking, RunVariant variant,
            ResumableRun resumed) {
        Load load = variant.load();
        boolean outOfTime = variant.shard().map(RunningShard::isOver).orElseGet(() -> load.duration()
                .map(whole -> whole.toNanos() <= resumed.measuredNanos() || resumed.isWhole()).orElse(false));
        return !outOfTime && (isEndless(load, asking.maxQueries())
                || asked(questions, asking.rounds(), spec(variant))
                        .anyMatch(planned -> !resumed.has(planned.question().id())));
    }

    /** Returns whether any question remains. */
    boolean isAnythingLeft() {
        return resumed.isEmpty() || isAnythingLeft(questions, settings.questions(), variant, resumed.get());
    }

    /** Returns whether questions repeat until the time is over, because nothing else limits their number. */
    boolean isEndless() {
        return isEndless(load(), settings.questions().maxQueries());
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
