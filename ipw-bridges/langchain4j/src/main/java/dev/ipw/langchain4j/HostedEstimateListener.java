package dev.ipw.langchain4j;

import dev.ipw.hosted.HostedEstimate;
import dev.ipw.hosted.HostedModel;
import dev.ipw.hosted.HostedTable;
import dev.ipw.hosted.HostedTokens;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.listener.ChatModelResponseContext;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listener that estimates the joules of calls to models that others host, from their tokens. Give it to such models
 * only; it measures nothing and reads no sensor. Its estimates are in no figure of {@link EnergyChatModelListener}. It
 * needs {@code ipw-core}, a dependency of the application.
 *
 * <pre>{@code
 * HostedEstimateListener estimates = HostedEstimateListener.of(HostedTable.shipped(), System.out::println);
 * ChatModel model = OpenAiChatModel.builder().modelName("gpt-4o").listeners(List.of(estimates)).build();
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public final class HostedEstimateListener implements ChatModelListener {
    private static final Logger LOGGER = LoggerFactory.getLogger(HostedEstimateListener.class);

    private final HostedTable table;
    private final Consumer<? super HostedEstimate> consumer;
    private final AtomicReference<@Nullable HostedEstimate> total = new AtomicReference<>();
    private final AtomicLong notEstimated = new AtomicLong();
    private final AtomicBoolean hasWarned = new AtomicBoolean();

    private HostedEstimateListener(HostedTable table, Consumer<? super HostedEstimate> consumer) {
        this.table = Objects.requireNonNull(table, "table");
        this.consumer = Objects.requireNonNull(consumer, "consumer");
    }

    /**
     * Creates a listener.
     *
     * @param table    the table; {@link HostedTable#shipped} or a file of one's own
     * @param consumer receives the estimate of each call, on the thread of the call; its exceptions are logged
     * @return the listener
     */
    public static HostedEstimateListener of(HostedTable table, Consumer<? super HostedEstimate> consumer) {
        return new HostedEstimateListener(table, consumer);
    }

    @Override
    public void onResponse(ChatModelResponseContext context) {
        Contained.run(() -> {
            Optional<HostedEstimate> estimate = estimate(context);
            if (estimate.isEmpty()) {
                notEstimated.incrementAndGet();
            } else {
                total.accumulateAndGet(estimate.get(), (sum, call) -> sum == null ? call : sum.plus(call));
                consumer.accept(estimate.get());
            }
        });
    }

    private Optional<HostedEstimate> estimate(ChatModelResponseContext context) {
        ChatResponse response = context.chatResponse();
        Optional<HostedTokens> tokens = HostedTokens.of(ResponseTranslation.usage(response.tokenUsage()));
        Optional<HostedModel> model = Stream
                .of(Optional.ofNullable(response.modelName()),
                        Optional.ofNullable(context.chatRequest().modelName()))
                .flatMap(Optional::stream).flatMap(name -> table.find(name, Optional.empty()).stream()).findFirst();
        if (model.isEmpty() && hasWarned.compareAndSet(false, true)) {
            LOGGER.warn("Calls of '{}' and maybe others have no estimate: the {} table of hosted models of {} does not"
                    + " have the model", response.modelName(), table.name(), table.asOf());
        }
        return model.flatMap(known -> tokens.map(billed -> HostedEstimate.of(known, billed)));
    }

    /**
     * Returns the sum of all estimates.
     *
     * @return the sum; empty before the first
     */
    public Optional<HostedEstimate> total() {
        return Optional.ofNullable(total.get());
    }

    /**
     * Returns the number of answered calls without an estimate, because the table lacks the model or nobody counted the
     * tokens.
     *
     * @return the number of calls that are missing in the sum
     */
    public long notEstimated() {
        return notEstimated.get();
    }
}
