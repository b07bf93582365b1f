package dev.ipw.profile.internal;

import dev.ipw.cost.internal.CostModel;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.internal.CallId;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.io.FailureText;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.secret.SecretRedactor;
import dev.ipw.query.ModelCall;
import dev.ipw.query.RequestFailure;
import dev.ipw.telemetry.RunClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runner of a call of the model, which returns every outcome as a value.
 *
 * @param client     the client of the model
 * @param generation the options of the generation
 * @param system     instructions at the beginning of every question
 * @param template   writes the prompt of a question
 * @param artifacts  holds the folders in which agents work
 * @param setUp      provides the files and the environment of a task before an agent begins
 * @param prices     the prices of tokens
 * @param clock      the run's clock
 * @param waiting    counts the calls without a token yet
 * @param replicaHeader the response header that names the replica of the server; empty for a single server
 */
record CallRunner(InferenceClient client, GenerationOptions generation, Optional<String> system,
        PromptTemplate template, Path artifacts, TaskSetUp setUp, CostModel prices, RunClock clock,
        WaitingCalls waiting, Optional<String> replicaHeader) {
    private static final int MAX_NAME_CHARACTERS = 200;
    private static final Logger LOGGER = LoggerFactory.getLogger(CallRunner.class);
    /** Messages are read by people and kept with each failed request. */
    private static final int MAX_MESSAGE_CHARACTERS = 4096;

    /** Returns the options of the generation for a question, which may require a length. */
    GenerationOptions options(DatasetRecord question) {
        OptionalInt length = question.lengths().output();
        return length.isPresent()
                ? generation.withMaxTokens(length.getAsInt()).withBody(client.fixedLengthFields())
                : generation;
    }

    /** Adds the run's instructions to a request. */
    InferenceRequest instructed(InferenceRequest request) {
        return system.isEmpty()
                ? request
                : new InferenceRequest(SystemPrompt.above(request.messages(), system.get()), request.options(),
                        request.tools(), request.toolChoice(), request.responseFormat());
    }

    /**
     * Makes a call.
     *
     * @param id      the call's id
     * @param request the request
     * @param added   the messages that are new in it
     * @param start   its intended start, now or earlier
     */
    ModelCall run(CallId id, InferenceRequest request, List<Message> added, long start) {
        TimelineRecorder recorder = new TimelineRecorder(start, System.nanoTime(), replicaHeader);
        try (WaitingCalls.Call sink = waiting.begin(recorder)) {
            InferenceResponse response = client.infer(request, sink);
            ResponseTimeline timeline = recorder.finish(System.nanoTime());
            if (!timeline.isOrdered()) {
                throw new IllegalStateException("the client reported moments that are not in order");
            }
            if (recorder.isOverfull() || isTooLong(response)) {
                return failed(id, added, start, recorder, FailureKind.TOO_LARGE, "The answer is longer than "
                        + InferenceResponse.MAX_CHARACTERS
                        + " characters, or came in more chunks than are kept; what is "
                        + "kept of it is cut. Set max_tokens so that the model ends sooner");
            }
            return ModelCall.answered(id.number(), added, redact(response),
                    timeline.countedFrom(clock.monotonicAnchorNanos()));
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            return failed(id, added, start, recorder, FailureKind.CANCELLED, "the request was interrupted");
        } catch (InferenceException failure) {
            return failed(id, added, start, recorder, failure.kind(), String.valueOf(failure.getMessage()));
        } catch (RuntimeException | Error brokenClient) {
            LOGGER.warn("Client {} failed on {}", client.getClass().getName(), id, brokenClient);
            return failed(id, added, start, recorder, FailureKind.CLIENT_ERROR, FailureText.of(brokenClient));
        }
    }

    /**
     * Returns a call that another program made.
     *
     * @param id       the call's id
     * @param added    the messages that are new in it
     * @param response the answer
     * @param timeline its moments on this machine's clock
     * @param failure  its failure; empty if it succeeded
     */
    ModelCall observed(CallId id, List<Message> added, InferenceResponse response, ResponseTimeline timeline,
            Optional<RequestFailure> failure) {
        return new ModelCall(id.number(), added, redact(response),
                timeline.countedFrom(clock.monotonicAnchorNanos()), failure.map(CallRunner::shown));
    }

    private static RequestFailure shown(RequestFailure failure) {
        return new RequestFailure(failure.kind(), Redaction.excerpt(failure.message(), MAX_MESSAGE_CHARACTERS));
    }

    private static boolean isTooLong(InferenceResponse response) {
        long arguments = response.toolCalls().stream().mapToLong(call -> call.arguments().length()).sum();
        return response.text().length() + response.reasoning().orElse("").length()
                + arguments > InferenceResponse.MAX_CHARACTERS;
    }

    /**
     * Returns the response in the form in which it is kept. A server may repeat our key, which must reach neither a
     * tool nor a judge, so its pieces are joined to one text here. Its names may be of any length.
     */
    private static InferenceResponse redact(InferenceResponse response) {
        return new InferenceResponse(SecretRedactor.clean(response.text()),
                response.reasoning().map(SecretRedactor::clean), response.usage(),
                response.finishReason().map(CallRunner::name), response.serverTimings(),
                response.floatingPointOperations(), response.servedModel().map(CallRunner::name),
                response.toolCalls().stream()
                        .map(call -> new ToolCall(SecretRedactor.clean(call.id()), SecretRedactor.clean(call.name()),
                                SecretRedactor.clean(call.arguments())))
                        .toList());
    }

    private static String name(String text) {
        // The cut here is far behind the part that is shown, so that no half of a secret remains.
        String start = text.substring(0, Math.min(text.length(), 10 * MAX_NAME_CHARACTERS));
        return Excerpt.of(Redaction.text(start), MAX_NAME_CHARACTERS);
    }

    private ModelCall failed(CallId id, List<Message> added, long start, TimelineRecorder recorder, FailureKind kind,
            String message) {
        ResponseTimeline recorded = recorder.finish(System.nanoTime());
        ResponseTimeline timeline = recorded.isOrdered()
                ? recorded
                : new TimelineRecorder(start).finish(System.nanoTime());
        return ModelCall.failed(id.number(), added, SecretRedactor.clean(recorder.answer()),
                SecretRedactor.clean(recorder.reasoning()),
                shown(new RequestFailure(kind, message)),
                timeline.countedFrom(clock.monotonicAnchorNanos()));
    }

    /** The run's instructions at the beginning of a conversation. */
    private static final class SystemPrompt {
        private static final String BETWEEN = "\n\n";

        /**
         * Puts them in front; instructions at the beginning of the conversation follow in the same message, because many
         * models take only one.
         */
        static List<Message> above(List<Message> messages, String system) {
            List<Message> all = new ArrayList<>(messages);
            boolean hasOwn = !all.isEmpty() && all.getFirst().role() == Message.Role.SYSTEM;
            String own = hasOwn ? BETWEEN + all.removeFirst().text() : "";
            all.addFirst(Message.system(system + own));
            return List.copyOf(all);
        }
    }
}
