package dev.ipw.langchain4j;

import dev.ipw.telemetry.RequestEnergy;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.internal.spans.EnergyDelivery;
import dev.ipw.telemetry.internal.spans.OpenSpan;
import dev.ipw.telemetry.internal.spans.SpanTree;
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
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/**
 * A listener that charges each call of a chat model its share of the joules, by the rules of
 * {@link TelemetrySession#request}. Use one for all models and AI services of an application. It never blocks the
 * threads of the application, and throws nothing there.
 *
 * <pre>{@code
 * ChatModel model = OpenAiChatModel.builder().listeners(List.of(EnergyChatModelListener.ofMachine())).build();
 * }</pre>
 *
 * <p>Calls with token counts share by their work; where one without overlaps them, all share by time.
 */
@API(status = API.Status.EXPERIMENTAL)
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

    /** The key of a call's span among its attributes: two listeners of one session open one span. */
    record CallKey(TelemetrySession session) {}

    /**
     * Creates a listener that measures by a session; {@link TelemetrySession#requests()} returns the joules.
     *
     * @param session the measuring session; the caller owns and closes it
     * @return the listener
     */
    public static EnergyChatModelListener of(TelemetrySession session) {
        return of(session, energy -> {});
    }

    /**
     * Creates a listener that measures by a session and delivers the joules: each span once, after its close, on a
     * thread of this listener and never on that of the call. A figure flagged PROVISIONAL is read again every second,
     * for at most half a minute. Spans within others are delivered too; their joules are parts of the outer ones.
     *
     * @param session  the measuring session; the caller owns and closes it
     * @param consumer receives the joules of a model call, an AI service, its tools, an agent; its exceptions are
     *                 logged
     * @return the listener
     */
    public static EnergyChatModelListener of(TelemetrySession session, Consumer<? super RequestEnergy> consumer) {
        return new EnergyChatModelListener(Objects.requireNonNull(session, "session"),
                Objects.requireNonNull(consumer, "consumer"));
    }

    /**
     * Returns the listener that measures by this machine's sensors and logs the joules of each span at the level INFO
     * under {@code dev.ipw.langchain4j}, at the latest when the process ends; sensors that do not measure are logged
     * as warnings. The first call opens the one session of the process, which takes up to four seconds and lasts as
     * long as the process. The system property {@code ipw.langchain4j} chooses the collectors, for example
     * {@code auto,estimate}; if it names one that does not exist or does not work here, a warning is logged and
     * there is no measurement.
     *
     * @return the listener of the process, the same at each call
     */
    public static EnergyChatModelListener ofMachine() {
        return MachineListener.get();
    }

    /**
     * Returns the measuring session.
     *
     * @return the session; its {@link TelemetrySession#requests()} contains the sums and the last requests
     */
    public TelemetrySession session() {
        return tree.session();
    }

    /**
     * Delivers the joules of all closed spans that were not delivered yet, on the calling thread and as far as they
     * are known. Call it before the session is closed. Waits until the counters include all energy up to now, at most
     * a second or two.
     */
    public void flush() {
        delivery.flush();
    }

    /**
     * Returns the number of spans that were not delivered to the consumer, because more than 16,384 were waiting.
     *
     * @return the number; the sums include their joules nevertheless
     */
    public long left() {
        return delivery.left();
    }

    /**
     * Returns listeners for {@code AiServices.registerListeners}: a span for each invocation, and in it one for each
     * model call and one for the tools that an answer calls.
     *
     * @return listeners that throw nothing
     */
    public List<AiServiceListener<?>> aiServiceListeners() {
        return services.listeners();
    }

    /**
     * Wraps a streaming model. In addition to this listener's functions, the time of the first token is recorded, and
     * the span of a call that is cancelled or never started is closed.
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

    /** Returns the spans, for listeners of agents. */
    SpanTree tree() {
        return tree;
    }
}
