package dev.ipw.record;

import dev.ipw.compute.ComputeMetrics;
import dev.ipw.cost.QueryCost;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.DatasetRecord.TokenLengths;
import dev.ipw.energy.EnergyReading;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.query.QueryOutcome;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.apiguardian.api.API;

/**
 * One query of a run, of which only the parts that are asked for are read. A query that a run's reader passes is valid
 * during that call; {@link #record()} reads all of it, to be kept.
 *
 * <pre>{@code
 * double[] seconds = {0};
 * reader.forEachQuery(query -> seconds[0] += query.totalSeconds());
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public interface RecordedQuery {
    /**
     * Reads all parts.
     *
     * @return the whole query
     */
    ProfilingRecord record();

    /**
     * Returns the question, with the right answer.
     *
     * @return the question
     */
    default DatasetRecord question() {
        return record().question();
    }

    /**
     * Returns the id of the query.
     *
     * @return its id, unique in its run
     */
    default String id() {
        return question().id();
    }

    /**
     * Returns the question's id in its dataset, which is the same in every epoch.
     *
     * @return the id without the epoch
     */
    default String questionId() {
        return question().questionId();
    }

    /**
     * Returns the model.
     *
     * @return its name
     */
    default String model() {
        return record().model();
    }

    /**
     * Returns the lengths that the question asks for.
     *
     * @return the lengths; none of them for most questions
     */
    default TokenLengths lengths() {
        return question().lengths();
    }

    /**
     * Returns the finish reason of the last call.
     *
     * @return the reason in the server's own text, if it gave one
     */
    default Optional<String> finishReason() {
        return outcome().finishReason();
    }

    /**
     * Returns the question's subject.
     *
     * @return the subject, if it has one
     */
    default Optional<String> subject() {
        return question().subject();
    }

    /**
     * Returns the outcome with its calls and texts.
     *
     * @return the outcome
     */
    default QueryOutcome outcome() {
        return record().outcome();
    }

    /**
     * Returns whether the model was called.
     *
     * @return false if the query made no call
     */
    default boolean hasCalls() {
        return !outcome().calls().isEmpty();
    }

    /**
     * Returns whether the query is a plain question: one call, no tool, and no phase around it.
     *
     * @return false if it took several calls, any tool or any phase
     */
    default boolean isPlain() {
        return outcome().isPlain();
    }

    /**
     * Returns the moments of the query.
     *
     * @return its timeline
     */
    default ResponseTimeline timeline() {
        return outcome().timeline();
    }

    /**
     * Returns the start of the work on the query.
     *
     * @return nanoseconds since the run's anchor, as {@link QueryOutcome#startNanos()}
     */
    default long startNanos() {
        return outcome().startNanos();
    }

    /**
     * Returns the end of the query.
     *
     * @return nanoseconds since the run's anchor, as {@link QueryOutcome#endNanos()}
     */
    default long endNanos() {
        return outcome().endNanos();
    }

    /**
     * Returns the server's own timings.
     *
     * @return the sums over the calls
     */
    default ServerTimings serverTimings() {
        return outcome().serverTimings();
    }

    /**
     * Returns the times of the query.
     *
     * @return its times
     */
    default LatencyMetrics latency() {
        return record().metrics().latency();
    }

    /**
     * Returns the time of the query, which takes fewer columns than all its times.
     *
     * @return seconds, as {@link LatencyMetrics#totalSeconds()}
     */
    default double totalSeconds() {
        return latency().totalSeconds();
    }

    /**
     * Returns the latency of the query, which takes fewer columns than all its times.
     *
     * @return seconds, as {@link LatencyMetrics#fromIntendedStartSeconds()}
     */
    default double fromIntendedStartSeconds() {
        return latency().fromIntendedStartSeconds();
    }

    /**
     * Returns the number of tokens of the answer, which takes fewer columns than all counts.
     *
     * @return the sum over the calls, as {@link TokenUsage#output()}
     */
    default OptionalLong outputTokens() {
        return tokens().output();
    }

    /**
     * Returns the token counts.
     *
     * @return the sums over the calls
     */
    default TokenUsage tokens() {
        return record().metrics().tokens();
    }

    /**
     * Returns the joules with their parts.
     *
     * @return the joules
     */
    default EnergyMetrics energy() {
        return record().metrics().energy();
    }

    /**
     * Returns the joules over the headline's scopes.
     *
     * @return the joules, or the reason why there are none
     */
    default EnergyReading headline() {
        return energy().headline();
    }

    /**
     * Returns the watts of the devices while the query ran.
     *
     * @return the watts
     */
    default PowerMetrics power() {
        return record().metrics().power();
    }

    /**
     * Returns the cost in US dollars.
     *
     * @return the cost
     */
    default QueryCost cost() {
        return record().metrics().cost();
    }

    /**
     * Returns the work of the query.
     *
     * @return its operations, and their share of the devices' peak
     */
    default ComputeMetrics compute() {
        return record().metrics().compute();
    }

    /**
     * Returns the evaluator of the answer.
     *
     * @return its id
     */
    default String evaluator() {
        return record().evaluator();
    }

    /**
     * Returns the evaluation.
     *
     * @return the evaluation; empty if the request failed or has not been evaluated yet
     */
    default Optional<Evaluation> evaluation() {
        return record().evaluation();
    }

    /**
     * Returns the number of evaluations of the answer.
     *
     * @return the number; 0 without a verdict
     */
    default int evaluationAttempts() {
        return record().evaluationAttempts();
    }

    /**
     * Returns whether the request failed.
     *
     * @return true if there is no complete answer
     */
    default boolean hasFailed() {
        return record().hasFailed();
    }

    /**
     * Returns whether the query counts as right.
     *
     * @return true or false, as {@link ProfilingRecord#isCorrect()}
     */
    default Optional<Boolean> isCorrect() {
        return record().isCorrect();
    }

    /**
     * Returns the query's joules over its seconds.
     *
     * @return watts; a share if requests overlapped; empty if its joules are not completely known
     */
    default OptionalDouble requestShareWatts() {
        return ModelMetrics.shareWatts(headline(), totalSeconds());
    }
}
