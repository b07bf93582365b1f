package dev.ipw.query;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.TokenUsage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Function;

/** Answers by a rule of the test, at once; empty for a call that fails. */
final class ScriptedSession implements QuerySession {
    final List<InferenceRequest> requests = new ArrayList<>();
    final List<Duration> pauses = new ArrayList<>();
    private final Function<String, Optional<String>> rule;
    private final List<ModelCall> calls = new ArrayList<>();
    private int pausesLeft = Integer.MAX_VALUE;

    ScriptedSession(Function<String, Optional<String>> rule) {
        this.rule = rule;
    }

    ScriptedSession endingAfterPauses(int count) {
        pausesLeft = count;
        return this;
    }

    @Override
    public GenerationOptions options(DatasetRecord question) {
        return question.lengths().output().isPresent()
                ? GenerationOptions.defaults().withMaxTokens(question.lengths().output().getAsInt())
                : GenerationOptions.defaults();
    }

    @Override
    public ModelCall call(InferenceRequest request, ModelCall.Purpose purpose) {
        requests.add(request);
        Message asked = request.messages().getLast();
        ResponseTimeline timeline = new ResponseTimeline(calls.size(), OptionalLong.empty(),
                OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), calls.size(),
                new long[0]);
        Optional<String> answer = rule.apply(asked.text());
        ModelCall call = answer
                .map(text -> ModelCall.answered(calls.size() + 1, List.of(asked),
                        InferenceResponse.of(text, TokenUsage.absent()), timeline))
                .orElseGet(() -> ModelCall.failed(calls.size() + 1, List.of(asked), "half", "",
                        new RequestFailure(FailureKind.SERVER_ERROR, "broken"), timeline));
        calls.add(call);
        return call;
    }

    @Override
    public ModelCall observed(List<Message> messages, InferenceResponse response, ResponseTimeline timeline,
            Optional<RequestFailure> failure) {
        throw new UnsupportedOperationException();
    }

    @Override
    public <T> T measuredTool(String name, Optional<String> callId, MeasuredWork<T> work) throws Exception {
        return work.run(used -> {});
    }

    @Override
    public void observedTool(ToolSpan tool) {
        throw new AssertionError("no program runs");
    }

    @Override
    public void observedPhase(QueryPhase phase) {
        throw new AssertionError("no program runs");
    }

    @Override
    public <T> T phase(QueryPhase.Kind kind, Callable<T> work) throws Exception {
        return work.call();
    }

    @Override
    public void pause(Duration pause) throws InterruptedException {
        if (pausesLeft-- == 0) {
            throw new InterruptedException("the run ends");
        }
        pauses.add(pause);
    }

    @Override
    public QueryOutcome finish() {
        return QueryOutcome.of("q", calls);
    }

    @Override
    public List<Message> opening(DatasetRecord question) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path workspace() {
        throw new UnsupportedOperationException();
    }

    @Override
    public QueryOutcome finish(String answer) {
        throw new UnsupportedOperationException();
    }

    @Override
    public QueryOutcome fail(RequestFailure failure) {
        throw new UnsupportedOperationException();
    }
}
