package dev.ipw.langchain4j;

import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.TokenUsage;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The translation of a session's answers to LangChain4j. */
final class SessionAnswer {
    private SessionAnswer() {}

    static ChatResponse of(InferenceResponse response) {
        AiMessage.Builder message = AiMessage.builder();
        if (!response.text().isEmpty() || response.toolCalls().isEmpty()) {
            message.text(response.text());
        }
        response.reasoning().ifPresent(message::thinking);
        message.toolExecutionRequests(response.toolCalls().stream().map(call -> ToolExecutionRequest.builder()
                .id(call.id()).name(call.name()).arguments(call.arguments()).build()).toList());
        ChatResponse.Builder answer = ChatResponse.builder().aiMessage(message.build())
                .tokenUsage(usage(response.usage())).finishReason(reason(response));
        response.servedModel().ifPresent(answer::modelName);
        return answer.build();
    }

    private static dev.langchain4j.model.output.@Nullable TokenUsage usage(TokenUsage usage) {
        return usage.input().isEmpty() && usage.output().isEmpty()
                ? null
                : new dev.langchain4j.model.output.TokenUsage(count(usage.input()), count(usage.output()),
                        count(usage.total()));
    }

    private static @Nullable Integer count(OptionalLong tokens) {
        return tokens.isPresent() ? Math.toIntExact(tokens.getAsLong()) : null;
    }

    private static @Nullable FinishReason reason(InferenceResponse response) {
        if (!response.toolCalls().isEmpty()) {
            return FinishReason.TOOL_EXECUTION;
        }
        return response.finishReason().map(reason -> switch (reason.toLowerCase(Locale.ROOT)) {
            case "stop", "end_turn", "stop_sequence" -> FinishReason.STOP;
            case "length", "max_tokens" -> FinishReason.LENGTH;
            case "content_filter", "refusal", "safety" -> FinishReason.CONTENT_FILTER;
            default -> FinishReason.OTHER;
        }).orElse(null);
    }
}
