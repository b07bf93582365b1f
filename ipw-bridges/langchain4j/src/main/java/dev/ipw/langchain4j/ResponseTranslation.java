package dev.ipw.langchain4j;

import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.TokenUsage.Source;
import dev.ipw.inference.ToolCall;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The translation of LangChain4j's answers to inference responses. */
final class ResponseTranslation {
    private ResponseTranslation() {}

    static InferenceResponse of(ChatResponse response) {
        AiMessage message = response.aiMessage();
        List<ToolCall> calls = message.toolExecutionRequests().stream()
                .map(call -> new ToolCall(orEmpty(call.id()), call.name(), orEmpty(call.arguments()))).toList();
        return new InferenceResponse(orEmpty(message.text()),
                Optional.ofNullable(message.thinking()).filter(thought -> !thought.isEmpty()),
                usage(response.tokenUsage()),
                Optional.ofNullable(response.finishReason()).map(reason -> reason.name().toLowerCase(Locale.ROOT)),
                ServerTimings.UNKNOWN, OptionalDouble.empty(), Optional.ofNullable(response.modelName()), calls);
    }

    static TokenUsage usage(dev.langchain4j.model.output.@Nullable TokenUsage usage) {
        if (usage == null) {
            return TokenUsage.absent();
        }
        OptionalLong input = count(usage.inputTokenCount());
        OptionalLong output = count(usage.outputTokenCount());
        if (input.isEmpty() && output.isEmpty()) {
            return TokenUsage.absent();
        }
        return new TokenUsage(input, output, count(usage.totalTokenCount()), OptionalLong.empty(),
                OptionalLong.empty(), Source.SERVER);
    }

    private static OptionalLong count(@Nullable Integer tokens) {
        return tokens == null ? OptionalLong.empty() : OptionalLong.of(tokens);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
