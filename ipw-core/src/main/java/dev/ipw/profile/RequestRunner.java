package dev.ipw.profile;

import dev.ipw.dataset.AskedLengths;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceClient;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.record.RequestFailure;
import dev.ipw.record.RequestOutcome;
import dev.ipw.telemetry.RunClock;
import java.util.List;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Send one request and turn whatever comes of it into an outcome.
 *
 * @param client     asks the model
 * @param generation how the model should generate
 * @param clock      the run's clock
 */
record RequestRunner(InferenceClient client, GenerationOptions generation, RunClock clock) {
    private static final int MOST_NAME_CHARACTERS = 200;
    private static final Logger LOGGER = LoggerFactory.getLogger(RequestRunner.class);
    /** A message is read by people and kept with each failed request. */
    private static final int MOST_MESSAGE_CHARACTERS = 4096;

    /** Send a question with what was said before it, which was to start at a moment, now or before. */
    RequestOutcome run(DatasetRecord question, List<Message> messages, long start) {
        OptionalInt length = AskedLengths.of(question).output();
        GenerationOptions options = length.isPresent()
                ? generation.withMaxTokens(length.getAsInt()).withBody(client.fixedLengthFields())
                : generation;
        return run(question.id(), new InferenceRequest(messages, options), start);
    }

    /** Keep a turn that was never sent, since one before it failed. */
    static RequestOutcome notAsked(DatasetRecord question, String failedTurn, RunClock clock) {
        TimelineRecorder recorder = new TimelineRecorder(System.nanoTime());
        return RequestOutcome.failed(question.id(), "", "",
                new RequestFailure(FailureKind.NOT_ASKED, "the turn " + failedTurn
                        + " of the conversation failed, so that this one was not asked"),
                recorder.finish(System.nanoTime()).countedFrom(clock.monotonicAnchorNanos()));
    }

    private RequestOutcome run(String recordId, InferenceRequest request, long start) {
        TimelineRecorder recorder = new TimelineRecorder(start, System.nanoTime());
        try {
            InferenceResponse response = client.infer(request, recorder);
            ResponseTimeline timeline = recorder.finish(System.nanoTime());
            if (!timeline.isOrdered()) {
                throw new IllegalStateException("the client reported moments that are not in order");
            }
            if (recorder.isOverfull() || isTooLong(response)) {
                return failed(recordId, start, recorder, FailureKind.TOO_LARGE, "The answer is longer than "
                        + InferenceResponse.MOST_CHARACTERS
                        + " characters, or came in more chunks than are kept; what is "
                        + "kept of it is cut. Set max_tokens so that the model ends sooner");
            }
            return RequestOutcome.answered(recordId, bounded(response),
                    timeline.countedFrom(clock.monotonicAnchorNanos()));
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            return failed(recordId, start, recorder, FailureKind.CANCELLED, "the request was interrupted");
        } catch (InferenceException failure) {
            return failed(recordId, start, recorder, failure.kind(), String.valueOf(failure.getMessage()));
        } catch (RuntimeException | Error brokenClient) {
            LOGGER.warn("Client {} failed on record {}", client.getClass().getName(), recordId, brokenClient);
            return failed(recordId, start, recorder, FailureKind.CLIENT_ERROR, brokenClient.toString());
        }
    }

    private static boolean isTooLong(InferenceResponse response) {
        return response.text().length()
                + (long) response.reasoning().orElse("").length() > InferenceResponse.MOST_CHARACTERS;
    }

    /** Names that a server gives may be of any length. */
    private static InferenceResponse bounded(InferenceResponse response) {
        return new InferenceResponse(response.text(), response.reasoning(), response.usage(),
                response.finishReason().map(RequestRunner::name), response.serverTimings(),
                response.floatingPointOperations(), response.servedModel().map(RequestRunner::name));
    }

    private static String name(String told) {
        // What is cut off here lies far behind what is shown, so that no half of a secret is left.
        String start = told.substring(0, Math.min(told.length(), 10 * MOST_NAME_CHARACTERS));
        return Excerpt.of(Redaction.text(start), MOST_NAME_CHARACTERS);
    }

    private RequestOutcome failed(String recordId, long start, TimelineRecorder recorder, FailureKind kind,
            String message) {
        ResponseTimeline recorded = recorder.finish(System.nanoTime());
        ResponseTimeline timeline = recorded.isOrdered()
                ? recorded
                : new TimelineRecorder(start).finish(System.nanoTime());
        return RequestOutcome.failed(recordId, recorder.answer(), recorder.reasoning(),
                new RequestFailure(kind, Redaction.excerpt(message, MOST_MESSAGE_CHARACTERS)),
                timeline.countedFrom(clock.monotonicAnchorNanos()));
    }
}
