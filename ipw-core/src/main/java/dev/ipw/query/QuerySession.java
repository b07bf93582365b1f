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

/**
 * Make the model calls and record the tool spans of one query. Each call is kept as soon as it is finished. A session
 * is of one thread, but for {@link #call}, {@link #observed} and {@link #tool}, which threads of the query may share.
 */
public interface QuerySession {
    /**
     * Returns the default options of the generation.
     *
     * @param question what is asked; it may ask for an answer of a length
     * @return the run's options for it
     */
    GenerationOptions options(DatasetRecord question);

    /**
     * Writes what the model is asked first, by the prompt template of the run.
     *
     * @param question what is asked
     * @return the messages, the last of them the question
     */
    List<Message> opening(DatasetRecord question);

    /**
     * Returns a folder of this query alone, for files that tools read and writes. It is made at the first call, in the run's
     * own folder, and kept with the run.
     *
     * @return an existing folder, its real path
     * @throws dev.ipw.error.InputException if it cannot be made
     */
    Path workspace();

    /**
     * Returns the place in which the task is to be done, where its dataset has one. It is there before the query is run, and verified
     * and taken away after it.
     *
     * @return the environment; empty for a question that needs none
     */
    default Optional<TaskEnvironment> environment() {
        return Optional.empty();
    }

    /**
     * Calls the model with the whole conversation so far and wait for its answer. The first call counts as started when the
     * load wanted the query to start, each other one now, or at the end of the pause before it.
     *
     * @param request what to ask: all messages, those of earlier calls too
     * @return the call; a failed one holds its failure
     * @throws InterruptedException if the query is cancelled
     */
    default ModelCall call(InferenceRequest request) throws InterruptedException {
        return call(request, ModelCall.Purpose.TURN);
    }

    /**
     * Calls the model, and say why.
     *
     * @param request what to ask: all messages, those of earlier calls too
     * @param purpose why the call is made; it is kept with the call and changes nothing else
     * @return the call; a failed one holds its failure
     * @throws InterruptedException if the query is cancelled
     * @throws IllegalStateException if a phase is going on, which is not the query's own
     */
    ModelCall call(InferenceRequest request, ModelCall.Purpose purpose) throws InterruptedException;

    /**
     * Keeps a call that a program of the query made by itself, and that was watched on its way to the server.
     *
     * @param messages all that was said to the model
     * @param response the answer; of a failed call what had come of it
     * @param timeline the call's moments, by {@link System#nanoTime()}
     * @param failure  how it failed; empty if it did not
     * @return the call as it is kept
     * @throws InterruptedException  if the query is cancelled
     * @throws IllegalStateException if a phase is going on, which is not the query's own
     */
    ModelCall observed(List<Message> messages, InferenceResponse response, ResponseTimeline timeline,
            Optional<RequestFailure> failure) throws InterruptedException;

    /**
     * Keeps the span of a tool that a program of the query used by itself.
     *
     * @param tool the tool, its moments by {@link System#nanoTime()}
     * @throws IllegalStateException if a phase is going on, which is not the query's own
     */
    void observedTool(ToolSpan tool);

    /**
     * Keeps a phase before the query's first call or tool which was seen to be one when it was over, such as the start of a program
     * that then makes the calls.
     *
     * @param phase what was done, its moments by {@link System#nanoTime()}
     * @throws IllegalStateException if a phase is going on, or the query has had a call or tool
     */
    void observedPhase(QueryPhase phase);

    /**
     * Runs a tool and record its span. An exception is kept as the tool's error and thrown on.
     *
     * @param <T>    what the tool gives back
     * @param name   the tool's name
     * @param callId the id of the tool call that asks for it; empty if none does
     * @param work   the tool
     * @return what it gives back
     * @throws Exception what the tool throws
     */
    default <T> T tool(String name, Optional<String> callId, Callable<T> work) throws Exception {
        return measuredTool(name, callId, used -> work.call());
    }

    /**
     * Runs a tool that starts processes and tells their processor time, and record its span.
     *
     * @param <T>    what the tool gives back
     * @param name   the tool's name
     * @param callId the id of the tool call that asks for it; empty if none does
     * @param work   the tool
     * @return what it gives back
     * @throws Exception what the tool throws
     * @throws IllegalStateException if a phase is going on, which is not the query's own
     */
    <T> T measuredTool(String name, Optional<String> callId, MeasuredWork<T> work) throws Exception;

    /**
     * Does something around the query that is not the query's own, such as making the environment of a task, or testing what was
     * done. Its time and its joules stand beside the query's. The query starts when the phases before its first call or tool are over,
     * and a phase after one of these ends it: no call and no tool comes after it.
     *
     * @param <T>  what it gives back
     * @param kind what is done
     * @param work does it; makes no call and uses no tool of this session
     * @return what it gives back
     * @throws Exception what it throws; it is kept as the phase's error too
     * @throws IllegalStateException if a phase is going on
     */
    <T> T phase(QueryPhase.Kind kind, Callable<T> work) throws Exception;

    /**
     * Pauses, as a person thinks before the next question.
     *
     * @param pause how long
     * @throws InterruptedException if the query is cancelled, or the run ends before the pause is over
     */
    void pause(Duration pause) throws InterruptedException;

    /**
     * Reckons what the tokens of the calls so far cost, at the prices of the run.
     *
     * @return US dollars; empty if a price or a count is not known. What the machine and electricity cost is not in it
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
     * @param failure how it failed
     * @return the outcome
     */
    QueryOutcome fail(RequestFailure failure);

    /**
     * Work that tells what its processes used.
     *
     * @param <T> what it gives back
     */
    @FunctionalInterface
    interface MeasuredWork<T> {
        /**
         * Does it.
         *
         * @param used is told the processor time of each process that was started, with all that it started
         * @return what it gives back
         * @throws Exception if it fails
         */
        T run(Consumer<UsedProcessorTime> used) throws Exception;
    }
}
