package dev.ipw.spring;

import io.micrometer.observation.Observation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.embedding.EmbeddingOptions;
import org.springframework.ai.embedding.EmbeddingRequest;
import org.springframework.ai.embedding.EmbeddingResponse;
import org.springframework.ai.model.observation.ModelObservationContext;
import org.springframework.ai.tool.observation.ToolCallingObservationContext;

/** The properties of the work that Spring AI observes. Loaded only where Spring AI is. */
final class SpringAiWork {
    /** The class of the chat client's context, by name because an application need not have its library. */
    private static final String CHAT_CLIENT = "org.springframework.ai.chat.client.observation.ChatClientObservationContext";

    private SpringAiWork() {}

    static boolean isSupported(Observation.Context context) {
        return context instanceof ModelObservationContext<?, ?> || context instanceof ToolCallingObservationContext
                || isChatClient(context);
    }

    private static boolean isChatClient(Observation.Context context) {
        return context.getClass().getName().equals(CHAT_CLIENT);
    }

    /** Returns the name of the work: its kind and its model or tool, which have few values. */
    static String nameOf(Observation.Context context) {
        return switch (context) {
            case ModelObservationContext<?, ?> call -> {
                String operation = call.getOperationMetadata().operationType();
                String model = modelOf(call.getRequest());
                yield model == null ? operation : operation + " " + model;
            }
            case ToolCallingObservationContext tool -> "tool " + tool.getToolDefinition().name();
            default -> "chat client";
        };
    }

    private static @Nullable String modelOf(Object request) {
        return switch (request) {
            case Prompt prompt -> {
                ChatOptions options = prompt.getOptions();
                yield options == null ? null : options.getModel();
            }
            case EmbeddingRequest embedding -> {
                EmbeddingOptions options = embedding.getOptions();
                yield options == null ? null : options.getModel();
            }
            default -> null;
        };
    }

    /** Returns the token counts of a call's server, if it answered with any. */
    static Optional<Usage> usageOf(Observation.Context context) {
        return context instanceof ModelObservationContext<?, ?> call
                ? Optional.ofNullable(findUsage(call.getResponse()))
                : Optional.empty();
    }

    private static @Nullable Usage findUsage(@Nullable Object response) {
        return switch (response) {
            case ChatResponse answer -> answer.getMetadata().getUsage();
            case EmbeddingResponse embedding -> embedding.getMetadata().getUsage();
            case null, default -> null;
        };
    }
}
