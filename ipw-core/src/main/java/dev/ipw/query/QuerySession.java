package dev.ipw.query;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.environment.UsedProcessorTime;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseTimeline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apiguardian.api.API;

/**
 * The model calls and tool spans of one query. Each call is kept as soon as it is finished. One thread uses a session,
 * except for {@link #call}, {@link #observed} and {@link #tool}, which threads of the query may share.
 */
@API(status = API.Status.EXPERIMENTAL)
public interface QuerySession {
    /**
     * Returns the default options of the generation.
     *
     * @param question the question, which may require an answer of a certain length
     * @return the run's options for it
     */
    GenerationOptions options(DatasetRecord question);

    /**
     * Returns the first messages for the model, by the prompt template of the run.
     *
     * @param question the question
     * @return the messages, the last of them the question
     */
    List<Message> opening(DatasetRecord question);

    /**
     * Returns a folder for this query alone, for files that tools read and write. It is created at the first call, in
     * the run's own folder, and kept with the run.
     *
     * @return an existing folder, its real path
     * @throws dev.ipw.error.InputException if it cannot be created
     */
    Path workspace();

    /**
     * Returns the environment of the task, if its dataset has one. It exists before the query runs, and is verified and
     * removed after it.
     *
     * @return the environment; empty for a question that needs none
     */
    default Optional<TaskEnvironment> environment() {
        return Optional.empty();
    }

    /**
     * Calls the model with the whole conversation so far and waits for its answer. The first call counts as started
     * when the load wanted the query to start, each other one now, or at the end of the pause before it.
     *
     * @param request the request with all messages, those of earlier calls too
     * @return the call; a failed one holds its failure
     * @throws InterruptedException if the query is cancelled
     */
    default ModelCall call(InferenceRequest request) throws InterruptedException {
        return call(request, ModelCall.Purpose.TURN);
    }

    /**
     * Calls the model for a purpose.
     *
     * @param request the request with all messages, those of earlier calls too
     * @param purpose the purpose of the call; it is kept with the call and changes nothing else
     * @return the call; a failed one holds its failure
     * @throws InterruptedException  if the query is cancelled
     * @throws IllegalStateException if a phase is in progress, which is not the query's own
     */
    ModelCall call(InferenceRequest request, ModelCall.Purpose purpose) throws InterruptedException;

    /**
     * Returns the response header that names which of several replicas of the server answered, for the timelines of
     * observed calls.
     *
     * @return its name in lower case; empty for a single server
     */
    default Optional<String> replicaHeader() {
        return Optional.empty();
    }

    /**
     * Keeps a call that a program of the query made itself, and that was observed on its way to the server.
     *
     * @param messages all messages to the model
     * @param response the answer; for a failed call the part that had arrived
     * @param timeline the call's moments, by {@link System#nanoTime()}
     * @param failure  the failure; empty if there was none
     * @return the call as it is kept
     * @throws InterruptedException  if the query is cancelled
     * @throws IllegalStateException if a phase is in progress, which is not the query's own
     */
    ModelCall observed(List<Message> messages, InferenceResponse response, ResponseTimeline timeline,
            Optional<RequestFailure> failure) throws InterruptedException;

    /**
     * Keeps the span of a tool that a program of the query used itself.
     *
     * @param tool the tool, its moments by {@link System#nanoTime()}
     * @throws IllegalStateException if a phase is in progress, which is not the query's own
     */
    void observedTool(ToolSpan tool);

    /**
     * Keeps a phase before the query's first call or tool that was recognised only after its end, such as the start of
     * a program that then makes the calls.
     *
     * @param phase the phase, its moments by {@link System#nanoTime()}
     * @throws IllegalStateException if a phase is in progress, or the query has had a call or tool
     */
    void observedPhase(QueryPhase phase);

    /**
     * Runs a tool and records its span. An exception is kept as the tool's error and rethrown.
     *
     * @param <T>    the type of the tool's result
     * @param name   the tool's name
     * @param callId the id of the tool call that requests it; empty if none does
     * @param work   the tool
     * @return its result
     * @throws Exception the exception of the tool
     */
    default <T> T tool(String name, Optional<String> callId, Callable<T> work) throws Exception {
        return measuredTool(name, callId, used -> work.call());
    }

    /**
     * Runs a tool that starts processes and reports their processor time, and records its span.
     *
     * @param <T>    the type of the tool's result
     * @param name   the tool's name
     * @param callId the id of the tool call that requests it; empty if none does
     * @param work   the tool
     * @return its result
     * @throws Exception             the exception of the tool
     * @throws IllegalStateException if a phase is in progress, which is not the query's own
     */
    <T> T measuredTool(String name, Optional<String> callId, MeasuredWork<T> work) throws Exception;

    /**
     * Runs a phase around the query that is not the query's own, such as the creation of a task's environment, or the
     * tests of its result. Its time and its joules are reported beside the query's. The query starts when the phases
     * before its first call or tool are over, and a phase after one of these ends it: no call and no tool comes after
     * it.
     *
     * @param <T>  the type of its result
     * @param kind the kind of phase
     * @param work the work; makes no call and uses no tool of this session
     * @return its result
     * @throws Exception             the exception of the work; it is kept as the phase's error too
     * @throws IllegalStateException if another phase is in progress
     */
    <T> T phase(QueryPhase.Kind kind, Callable<T> work) throws Exception;

    /**
     * Pauses, as a person thinks before the next question.
     *
     * @param pause the duration of the pause
     * @throws InterruptedException if the query is cancelled, or the run ends before the pause is over
     */
    void pause(Duration pause) throws InterruptedException;

    /**
     * Computes the cost of the tokens of the calls so far, at the prices of the run.
     *
     * @return US dollars, without the costs of machine and electricity; empty if a price or a count is not known
     */
    default OptionalDouble dollars() {
        return OptionalDouble.empty();
    }

    /**
     * Finishes with the calls and tools so far; the last call gives the answer or the failure.
     *
     * @return the outcome
     */
    QueryOutcome finish();

    /**
     * Finishes with an answer that is not the text of the last call.
     *
     * @param answer the final answer
     * @return the outcome
     */
    QueryOutcome finish(String answer);

    /**
     * Finishes with a failure although the last call succeeded.
     *
     * @param failure the failure
     * @return the outcome
     */
    QueryOutcome fail(RequestFailure failure);

    /**
     * Work that reports the processor time of its processes.
     *
     * @param <T> the type of its result
     */
    @FunctionalInterface
    interface MeasuredWork<T> {
        /**
         * Runs the work.
         *
         * @param used receives the processor time of each process that was started, with its children
         * @return its result
         * @throws Exception if it fails
         */
        T run(Consumer<UsedProcessorTime> used) throws Exception;
    }
}
