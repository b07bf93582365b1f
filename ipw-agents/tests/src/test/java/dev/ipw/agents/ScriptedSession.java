package dev.ipw.agents;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.environment.TaskEnvironment;
import dev.ipw.environment.UsedProcessorTime;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.ToolCall;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.query.QueryPhase;
import dev.ipw.query.QuerySession;
import dev.ipw.query.RequestFailure;
import dev.ipw.query.ToolSpan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Replies by a rule of the test, at once, and keeps what was asked. */
public final class ScriptedSession implements QuerySession {
    private final Path folder;
    private final Function<InferenceRequest, InferenceResponse> model;
    private final List<InferenceRequest> requests = new ArrayList<>();
    private final List<ModelCall> calls = new ArrayList<>();
    private OptionalDouble dollars = OptionalDouble.empty();
    private Optional<TaskEnvironment> environment = Optional.empty();
    private final List<QueryPhase> phases = new ArrayList<>();
    private final List<ToolSpan> tools = Collections.synchronizedList(new ArrayList<>());

    /** Play a model that throws a {@link Refusal} where its server refuses. */
    public ScriptedSession(Path folder, Function<InferenceRequest, InferenceResponse> model) {
        this.folder = folder;
        this.model = model;
    }

    /** Let each call cost so much. */
    public ScriptedSession costing(double dollarsOfACall) {
        dollars = OptionalDouble.of(dollarsOfACall);
        return this;
    }

    @Override
    public OptionalDouble dollars() {
        return dollars.isPresent() ? OptionalDouble.of(dollars.getAsDouble() * calls.size()) : dollars;
    }

    /** Says something. */
    public static InferenceResponse says(String text) {
        return response(text, List.of());
    }

    /** Asks for tools. */
    public static InferenceResponse asks(ToolCall... calls) {
        return response("", List.of(calls));
    }

    /** Return a reply that says something and asks for tools. */
    public static InferenceResponse asks(String text, ToolCall... calls) {
        return response(text, List.of(calls));
    }

    private static InferenceResponse response(String text, List<ToolCall> calls) {
        return new InferenceResponse(text, Optional.empty(), TokenUsage.absent(), Optional.empty(),
                ServerTimings.UNKNOWN,
                OptionalDouble.empty(), Optional.empty(), calls);
    }

    public List<InferenceRequest> requests() {
        return requests;
    }

    public List<ToolSpan> tools() {
        return tools;
    }

    @Override
    public GenerationOptions options(DatasetRecord question) {
        return GenerationOptions.defaults();
    }

    @Override
    public List<Message> opening(DatasetRecord question) {
        return List.of(Message.user(question.problem()));
    }

    @Override
    public Path workspace() {
        return folder;
    }

    @Override
    public ModelCall call(InferenceRequest request, ModelCall.Purpose purpose) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        requests.add(request);
        int number = requests.size();
        ResponseTimeline timeline = new ResponseTimeline(number, OptionalLong.of(number), OptionalLong.empty(),
                OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), number, new long[0]);
        ModelCall call;
        try {
            call = ModelCall.answered(number, List.of(request.messages().getLast()), model.apply(request), timeline);
        } catch (Refusal refused) {
            call = ModelCall.failed(number, List.of(request.messages().getLast()), "", "",
                    new RequestFailure(FailureKind.HTTP_STATUS, String.valueOf(refused.getMessage())), timeline);
        }
        call = call.withPurpose(purpose);
        calls.add(call);
        return call;
    }

    @Override
    public synchronized ModelCall observed(List<Message> messages, InferenceResponse response,
            ResponseTimeline timeline, Optional<RequestFailure> failure) {
        ModelCall call = new ModelCall(calls.size() + 1, messages, response, timeline, failure);
        calls.add(call);
        return call;
    }

    @Override
    public Optional<TaskEnvironment> environment() {
        return environment;
    }

    /** Let the task be done in an environment. */
    public ScriptedSession in(TaskEnvironment place) {
        environment = Optional.of(place);
        return this;
    }

    @Override
    public <T> T measuredTool(String name, Optional<String> callId, MeasuredWork<T> work) throws Exception {
        AtomicReference<Optional<UsedProcessorTime>> processors = new AtomicReference<>(Optional.empty());
        Optional<String> error = Optional.empty();
        try {
            return work.run(used -> processors.set(Optional.of(used)));
        } catch (Exception failed) {
            error = Optional.of(failed.toString());
            throw failed;
        } finally {
            tools.add(new ToolSpan(name, callId, 0, 1, error, processors.get()));
        }
    }

    @Override
    public <T> T phase(QueryPhase.Kind kind, Callable<T> work) throws Exception {
        T result = work.call();
        phases.add(new QueryPhase(kind, 0, 1, Optional.empty()));
        return result;
    }

    @Override
    public void observedTool(ToolSpan tool) {
        tools.add(tool);
    }

    @Override
    public void observedPhase(QueryPhase phase) {
        phases.add(phase);
    }

    public List<ModelCall> calls() {
        return calls;
    }

    @Override
    public void pause(Duration pause) {}

    @Override
    public QueryOutcome finish() {
        return outcome(Optional.empty(), calls.getLast().failure());
    }

    @Override
    public QueryOutcome finish(String answer) {
        return outcome(Optional.of(answer), Optional.empty());
    }

    @Override
    public QueryOutcome fail(RequestFailure failure) {
        return outcome(Optional.empty(), Optional.of(failure));
    }

    private QueryOutcome outcome(Optional<String> answer, Optional<RequestFailure> failure) {
        return new QueryOutcome("t", 0, 1_000, calls, tools, answer, failure, Optional.empty(), phases);
    }

    /** A server's refusal. */
    public static final class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1;

        public Refusal(String message) {
            super(message);
        }
    }
}
