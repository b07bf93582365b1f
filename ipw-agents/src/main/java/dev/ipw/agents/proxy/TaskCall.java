package dev.ipw.agents.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TimelineRecorder;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.relay.CallOutcome;
import dev.ipw.inference.relay.CallReceiver;
import dev.ipw.internal.wire.WireResponse;
import dev.ipw.query.RequestFailure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** The recording of one call of a task. */
final class TaskCall implements CallReceiver {
    private final ProxyTask task;
    private final byte[] body;
    private final Function<JsonNode, List<Message>> messages;
    private final long startNanos = System.nanoTime();
    private final TimelineRecorder recorder;

    TaskCall(ProxyTask task, byte[] body, Function<JsonNode, List<Message>> messages) {
        this.task = task;
        this.body = body;
        this.messages = messages;
        recorder = new TimelineRecorder(startNanos, startNanos, task.replicaHeader());
        task.began(startNanos);
    }

    @Override
    public ResponseSink sink() {
        return recorder;
    }

    @Override
    public void responded(WireResponse response) {
        recorder.head(response.headers());
    }

    @Override
    public void ended(CallOutcome outcome) {
        Optional<RequestFailure> failure = outcome.answer().isPresent()
                ? tooLong()
                : outcome.failure().map(one -> new RequestFailure(one.kind(), one.message()));
        report(outcome.answer(), failure);
    }

    @Override
    public void abandoned() {
        report(Optional.empty(), Optional.of(
                new RequestFailure(FailureKind.CLIENT_ERROR, "The answer was passed on, but could not be recorded")));
    }

    private void report(Optional<InferenceResponse> answer, Optional<RequestFailure> failure) {
        ResponseTimeline recorded = recorder.finish(System.nanoTime());
        task.observed(new ObservedCall(messages.apply(CallMessages.body(body)), answer.orElseGet(this::partial),
                recorded.isOrdered() ? recorded : new TimelineRecorder(startNanos).finish(System.nanoTime()),
                failure));
    }

    private Optional<RequestFailure> tooLong() {
        return recorder.isOverfull()
                ? Optional.of(new RequestFailure(FailureKind.TOO_LARGE, "The answer is longer than "
                        + InferenceResponse.MAX_CHARACTERS
                        + " characters, or came in more chunks than are kept; what is kept of it is cut"))
                : Optional.empty();
    }

    private InferenceResponse partial() {
        return new InferenceResponse(recorder.answer(),
                Optional.of(recorder.reasoning()).filter(text -> !text.isEmpty()), TokenUsage.absent(),
                Optional.empty(), ServerTimings.UNKNOWN, OptionalDouble.empty(), Optional.empty(), List.of());
    }
}
