package dev.ipw.langchain4j;

import dev.ipw.engine.spans.EnergyDelivery;
import dev.ipw.engine.spans.OpenSpan;
import dev.ipw.engine.spans.SpanTree;
import dev.ipw.telemetry.RequestEnergy;
import dev.ipw.telemetry.TelemetrySession;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.listener.ChatModelErrorContext;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.listener.ChatModelRequestContext;
import dev.langchain4j.model.chat.listener.ChatModelResponseContext;
import dev.langchain4j.observability.api.listener.AiServiceListener;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Charge each call of a chat model its share of the joules, by the rules of {@link TelemetrySession#request}. Use one for all models
 * and AI services of an application. It waits for nothing on the threads of the application, and throws nothing there.
 *
 * <pre>{@code
 * ChatModel model = OpenAiChatModel.builder().listeners(List.of(EnergyChatModelListener.ofMachine())).build();
 * }</pre>
 *
 * <p>Calls with token counts share by their work; where one without overlaps them, all share by time.
 */
public final class EnergyChatModelListener implements ChatModelListener {
    private final SpanTree tree;
    private final EnergyDelivery delivery;
    private final CallSpans calls;
    private final ServiceSpans services;
    private final CallKey key;

    private EnergyChatModelListener(TelemetrySession session, Consumer<? super RequestEnergy> consumer) {
        delivery = new EnergyDelivery(consumer);
        tree = new SpanTree(session, delivery::deliver, System::nanoTime);
        calls = new CallSpans(tree);
        services = new ServiceSpans(tree, calls);
        key = new CallKey(session);
    }

    /** Find the span of a call among its attributes: two listeners of one session open one span. */
    record CallKey(TelemetrySession session) {}

    /**
     * Measure by a session, and read the joules from {@link TelemetrySession#requests()}.
     *
     * @param session what to measure by; it stays the caller's, who closes it
     * @return the listener
     */
    public static EnergyChatModelListener of(TelemetrySession session) {
        return of(session, energy -> {});
    }

    /**
     * Measure by a session, and have the joules delivered: each span once, after its close, on a thread of this listener and never
     * on that of the call. A figure flagged PROVISIONAL is asked again each second, for half a minute at most. Spans within others
     * are delivered too; their joules are parts of the outer ones.
     *
     * @param session  what to measure by; it stays the caller's, who closes it
     * @param consumer takes the joules of a model call, an AI service, its tools, an agent; what it throws is logged
     * @return the listener
     */
    public static EnergyChatModelListener of(TelemetrySession session, Consumer<? super RequestEnergy> consumer) {
        return new EnergyChatModelListener(Objects.requireNonNull(session, "session"),
                Objects.requireNonNull(consumer, "consumer"));
    }

    /**
     * Measure by this machine's sensors, and log the joules of each span at the level INFO under {@code dev.ipw.langchain4j}, at
     * the latest when the process ends; sensors that do not measure are logged as warnings. The
     * first call opens the one session of the process, which takes up to four seconds and lasts as long as the process. The system
     * property {@code ipw.langchain4j} chooses the collectors, for example {@code auto,cpu-estimate}; if it names one that does not
     * exist or does not work here, a warning is logged and nothing is measured.
     *
     * @return the listener of the process, the same at each call
     */
    public static EnergyChatModelListener ofMachine() {
        return MachineListener.get();
    }

    /**
     * Return the session that measures.
     *
     * @return the session; its {@link TelemetrySession#requests()} gives the sums and the last requests
     */
    public TelemetrySession session() {
        return tree.session();
    }

    /**
     * Delivers the joules of all closed spans that were not delivered yet, on the calling thread and as far as they are known.
     * Call it before the session is closed. Waits, for at most a second or two, until the counters show what was used up to now.
     */
    public void flush() {
        delivery.flush();
    }

    /**
     * Return how many spans were not delivered to the consumer, because more than 16,384 were waiting.
     *
     * @return the number; their joules are in the sums all the same
     */
    public long left() {
        return delivery.left();
    }

    /**
     * Return listeners for {@code AiServices.registerListeners}: a span for each invocation, and in it one for each model call and
     * one for the tools that an answer asks for.
     *
     * @return listeners that throw nothing
     */
    public List<AiServiceListener<?>> aiServiceListeners() {
        return services.listeners();
    }

    /**
     * Wrap a streaming model: besides what this listener does, its first token is noted, and the span of a call that is cancelled
     * or not begun is closed.
     *
     * @param model the model; it may have this listener too
     * @return the same model, measured
     */
    public StreamingChatModel streaming(StreamingChatModel model) {
        return new EnergyStreamingChatModel(Objects.requireNonNull(model, "model"), calls, key);
    }

    @Override
    public void onRequest(ChatModelRequestContext context) {
        Contained.run(
                () -> context.attributes().computeIfAbsent(key, unused -> calls.begin(context.chatRequest(), null)));
    }

    @Override
    public void onResponse(ChatModelResponseContext context) {
        Contained.run(() -> {
            if (callOf(context.attributes()) instanceof OpenSpan call) {
                calls.end(call, context.chatResponse());
            }
        });
    }

    @Override
    public void onError(ChatModelErrorContext context) {
        Contained.run(() -> {
            if (callOf(context.attributes()) instanceof OpenSpan call) {
                calls.end(call);
            }
        });
    }

    private @Nullable Object callOf(Map<Object, Object> attributes) {
        return attributes.get(key);
    }

    /** Return the spans, for listeners of agents. */
    SpanTree tree() {
        return tree;
    }
}
