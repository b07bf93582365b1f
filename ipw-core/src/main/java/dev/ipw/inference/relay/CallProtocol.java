package dev.ipw.inference.relay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.exchange.AnswerReader;
import dev.ipw.inference.exchange.EventExchange;
import dev.ipw.inference.exchange.LineExchange;
import dev.ipw.inference.exchange.ModelServer;
import dev.ipw.inference.exchange.SignedReasoning;
import dev.ipw.inference.exchange.anthropic.MessagesAnswer;
import dev.ipw.inference.exchange.gemini.GenerateAnswer;
import dev.ipw.inference.exchange.ollama.OllamaAnswer;
import dev.ipw.inference.exchange.openai.ChatAnswer;
import dev.ipw.inference.exchange.openai.ResponsesAnswer;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The protocols of model calls that a relay reads. */
public enum CallProtocol {
    /** OpenAI's chat completions. */
    CHAT("/chat/completions", ChatAnswer::new),
    /** OpenAI's older completions. */
    COMPLETIONS("/completions", ChatAnswer::new),
    /** OpenAI's responses. */
    RESPONSES("/responses", ResponsesAnswer::new),
    /** OpenAI's embeddings. */
    EMBEDDINGS("/embeddings"),
    /** Anthropic's messages. */
    MESSAGES("/messages", sink -> new MessagesAnswer(sink, new SignedReasoning())),
    /** Google's generateContent, which names the model in the path. */
    GENERATE_CONTENT(":generateContent", sink -> new GenerateAnswer(sink, new SignedReasoning())),
    /** The same as a stream of events. */
    STREAM_GENERATE_CONTENT(":streamGenerateContent", sink -> new GenerateAnswer(sink, new SignedReasoning())),
    /** Google's embeddings. */
    EMBED_CONTENT(":embedContent"),
    /** Several of Google's embeddings. */
    BATCH_EMBED_CONTENTS(":batchEmbedContents"),
    /** Ollama's chat. */
    OLLAMA_CHAT("/api/chat", sink -> new OllamaAnswer(OllamaAnswer.Form.CHAT, sink)),
    /** Ollama's continuation of a prompt. */
    OLLAMA_GENERATE("/api/generate", sink -> new OllamaAnswer(OllamaAnswer.Form.GENERATE, sink)),
    /** Ollama's embeddings. */
    OLLAMA_EMBED("/api/embed"),
    /** Ollama's older embeddings. */
    OLLAMA_EMBEDDINGS("/api/embeddings");

    private static final Set<String> COUNTING = Set.of("/messages/count_tokens", "/responses/input_tokens",
            "/tokenize");
    private static final String MODELS = "/models/";
    private final String path;
    private final Optional<Function<ResponseSink, AnswerReader>> answers;

    /** A protocol whose answers have no text. */
    CallProtocol(String path) {
        this.path = path;
        answers = Optional.empty();
    }

    CallProtocol(String path, Function<ResponseSink, AnswerReader> answers) {
        this.path = path;
        this.answers = Optional.of(answers);
    }

    /** Returns the protocol of a request; empty if it does not call a model. */
    static Optional<CallProtocol> of(ClientRequest request) {
        String asked = request.path();
        return request.method().equals("POST")
                ? Arrays.stream(values()).filter(protocol -> protocol.isAskedAt(asked)).findFirst()
                : Optional.empty();
    }

    /**
     * Finds the protocol of the calls at a path.
     *
     * @param path the path, for example {@code /v1/chat/completions}
     * @return the protocol; empty if no model is called there
     */
    public static Optional<CallProtocol> at(String path) {
        return Arrays.stream(values()).filter(protocol -> path.endsWith(protocol.path)).findFirst();
    }

    /**
     * Returns whether a request only counts the tokens of a text, without a model.
     *
     * @param request the request
     * @return true if its path is one for counting
     */
    public static boolean countsTokens(ClientRequest request) {
        return COUNTING.contains(request.path()) || request.path().endsWith(":countTokens");
    }

    private boolean isAskedAt(String asked) {
        return path.startsWith(":") ? asked.endsWith(path) : asked.equals(path);
    }

    /** Returns whether the answer to a request is a stream of events or lines. */
    boolean isStream(ClientRequest request, Optional<Boolean> stream) {
        return switch (this) {
            case STREAM_GENERATE_CONTENT -> request.query().filter(query -> query.contains("alt=sse")).isPresent();
            case OLLAMA_CHAT, OLLAMA_GENERATE -> stream.orElse(true);
            default -> answers.isPresent() && stream.orElse(false);
        };
    }

    /** Returns whether a server counts the tokens of a stream only on request. */
    boolean countsOnDemand() {
        return this == CHAT || this == COMPLETIONS;
    }

    /** Returns the model that a path names; empty if the body does. */
    Optional<String> model(ClientRequest request) {
        int start = request.path().indexOf(MODELS);
        return path.startsWith(":") && start >= 0
                ? Optional.of(request.path().substring(start + MODELS.length(),
                        request.path().length() - path.length()))
                : Optional.empty();
    }

    /**
     * Returns whether calls have an answer of tokens.
     *
     * @return false for embeddings
     */
    public boolean isAnswered() {
        return answers.isPresent();
    }

    /**
     * Reads the token counts in one message of an answer.
     *
     * @param message the whole answer, or an event or line of a stream
     * @param isPiece whether it is of a stream
     * @return the counts; absent ones are not in it, or cannot be read
     */
    public TokenUsage counts(JsonNode message, boolean isPiece) {
        if (answers.isEmpty()) {
            return TokenUsage.absent();
        }
        AnswerReader answer = answers.get().apply(ResponseSink.NONE);
        try {
            if (isPiece) {
                boolean unused = answer.piece(message, System.nanoTime());
            } else {
                answer.whole(message, System.nanoTime());
            }
        } catch (InferenceException unreadable) {
            return TokenUsage.absent();
        }
        return answer.usage();
    }

    /**
     * Creates the reading of one answer.
     *
     * @param server    the server, for messages
     * @param isStream  whether the answer was requested as a stream
     * @param sink      receives its pieces
     * @param keepsText whether the answer has its text and tool calls, or only its counts
     * @return the reading
     */
    public AnswerReading reading(ModelServer server, boolean isStream, ResponseSink sink, boolean keepsText) {
        if (answers.isEmpty()) {
            return new CountsReading(sink);
        }
        AnswerReader answer = answers.get().apply(sink);
        if (!keepsText) {
            answer.leaveOutText();
        }
        boolean isOfLines = this == OLLAMA_CHAT || this == OLLAMA_GENERATE;
        return new AnswerReading.OfText(
                isOfLines
                        ? new LineExchange(server, isStream, sink, answer)
                        : new EventExchange(server, isStream, sink, answer),
                answer);
    }
}
