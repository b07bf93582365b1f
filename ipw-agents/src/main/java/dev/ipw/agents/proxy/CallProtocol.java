package dev.ipw.agents.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.exchange.AnswerReader;
import dev.ipw.inference.exchange.SignedReasoning;
import dev.ipw.inference.exchange.anthropic.MessagesAnswer;
import dev.ipw.inference.exchange.gemini.GenerateAnswer;
import dev.ipw.inference.exchange.openai.ChatAnswer;
import dev.ipw.inference.exchange.openai.ResponsesAnswer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The protocols of model calls that the proxy records. */
enum CallProtocol {
    /** OpenAI's chat completions. */
    CHAT("/chat/completions", true, ChatAnswer::new, ChatMessages::of),
    /** OpenAI's older completions. */
    COMPLETIONS("/completions", true, ChatAnswer::new, ChatMessages::ofPrompt),
    /** OpenAI's responses. */
    RESPONSES("/responses", false, ResponsesAnswer::new, ResponsesMessages::of),
    /** Anthropic's messages. */
    MESSAGES("/messages", false, sink -> new MessagesAnswer(sink, new SignedReasoning()), AnthropicMessages::of),
    /** Google's generateContent, which names the model in the path. */
    GENERATE_CONTENT(":generateContent", false, sink -> new GenerateAnswer(sink, new SignedReasoning()),
            GenerateContentMessages::of),
    /** The same as a stream of events. */
    STREAM_GENERATE_CONTENT(":streamGenerateContent", false, sink -> new GenerateAnswer(sink, new SignedReasoning()),
            GenerateContentMessages::of);

    private static final Set<String> COUNTING = Set.of("/messages/count_tokens", "/responses/input_tokens",
            "/tokenize");

    private final String path;
    private final boolean countsOnDemand;
    private final Function<ResponseSink, AnswerReader> answers;
    private final Function<JsonNode, List<Message>> messages;

    CallProtocol(String path, boolean countsOnDemand, Function<ResponseSink, AnswerReader> answers,
            Function<JsonNode, List<Message>> messages) {
        this.path = path;
        this.countsOnDemand = countsOnDemand;
        this.answers = answers;
        this.messages = messages;
    }

    /** Returns the protocol of a request; empty if it does not call a model. */
    static Optional<CallProtocol> of(ProgramRequest request) {
        String asked = request.path();
        return request.method().equals("POST")
                ? Arrays.stream(values()).filter(protocol -> protocol.isAskedAt(asked)).findFirst()
                : Optional.empty();
    }

    /** Returns whether a request only counts the tokens of a text, without a model. */
    static boolean countsTokens(ProgramRequest request) {
        return COUNTING.contains(request.path()) || request.path().endsWith(":countTokens");
    }

    private boolean isAskedAt(String asked) {
        return path.startsWith(":") ? asked.endsWith(path) : asked.equals(path);
    }

    /** Returns whether the answer to a request is a stream of events. */
    boolean isStream(ProgramRequest request, JsonNode body) {
        return this == STREAM_GENERATE_CONTENT
                ? request.query().filter(query -> query.contains("alt=sse")).isPresent()
                : body.path("stream").asBoolean(false);
    }

    /** Returns whether a server counts the tokens of a stream only on request. */
    boolean countsOnDemand() {
        return countsOnDemand;
    }

    /** Returns the reader that assembles an answer. */
    AnswerReader answer(ResponseSink sink) {
        return answers.apply(sink);
    }

    /** Reads all messages to the model; messages in unknown forms are omitted. */
    List<Message> messages(JsonNode body) {
        return messages.apply(body);
    }
}
