package dev.ipw.inference.exchange;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The text of one answer, collected up to a limit unless it is left out, and reported to the sink. */
public final class AnswerText {
    /** The maximum text of one answer, including reasoning and tool calls. */
    public static final int MAX_CHARACTERS = InferenceResponse.MAX_CHARACTERS;

    private final ResponseSink sink;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder();
    private final StreamedTokens streamed = new StreamedTokens();
    private final ToolCallAssembly toolCalls = new ToolCallAssembly();
    private Optional<String> servedModel = Optional.empty();
    private boolean shortened;
    private boolean isKept = true;
    private boolean anyReasoning;
    private int characters;

    /**
     * Creates an empty answer.
     *
     * @param sink receives the chunks
     */
    public AnswerText(ResponseSink sink) {
        this.sink = sink;
    }

    /** Keeps no text and no tool calls from now on: they only go to the sink. */
    public void leaveOut() {
        isKept = false;
    }

    /**
     * Returns whether text and tool calls are kept.
     *
     * @return false if they are left out
     */
    public boolean isKept() {
        return isKept;
    }

    /**
     * Takes a piece of the visible answer.
     *
     * @param piece its text; empty brings nothing
     * @param nanos its arrival
     * @return true if it has content
     * @throws InferenceException if the answer is too long
     */
    public boolean answer(String piece, long nanos) throws InferenceException {
        return !piece.isEmpty() && piece(ChunkKind.ANSWER, text, piece, nanos);
    }

    /**
     * Takes a piece of the reasoning.
     *
     * @param piece its text; empty brings nothing
     * @param nanos its arrival
     * @return true if it has content
     * @throws InferenceException if the answer is too long
     */
    public boolean reasoning(String piece, long nanos) throws InferenceException {
        anyReasoning |= !piece.isEmpty();
        return !piece.isEmpty() && piece(ChunkKind.REASONING, reasoning, piece, nanos);
    }

    private boolean piece(ChunkKind kind, StringBuilder into, String piece, long nanos) throws InferenceException {
        if (isKept) {
            requireRoom(piece);
            into.append(piece);
        }
        sink.chunk(kind, piece, nanos);
        return true;
    }

    /**
     * Takes a piece of a tool call. It is no text of the answer, and its name alone, without arguments, counts as
     * tokens too.
     *
     * @param key       the identity of the call in its answer: its index, or the id of an item
     * @param id        the call's id; empty if the piece has none
     * @param name      the tool's name; empty if the piece has none
     * @param arguments a piece of its arguments; may be empty
     * @param nanos     its arrival
     * @throws InferenceException if the answer is too long, or has too many tool calls
     */
    public void toolCall(String key, String id, String name, String arguments, long nanos) throws InferenceException {
        if (isKept) {
            requireRoom(id);
            requireRoom(name);
            requireRoom(arguments);
            toolCalls.piece(key, id, name, arguments);
        }
        sink.chunk(ChunkKind.TOOL_CALL, arguments, nanos);
    }

    /**
     * Completes the arguments of a tool call that arrived in pieces: the server's final arguments are no new tokens,
     * and they replace the pieces.
     *
     * @param key       the key of its pieces
     * @param arguments all of its arguments
     * @throws InferenceException if the answer is too long
     */
    public void settleToolCall(String key, String arguments) throws InferenceException {
        if (isKept && toolCalls.settle(key, arguments)) {
            requireRoom(arguments);
        }
    }

    /**
     * Takes a complete tool call, from a server that does not divide calls.
     *
     * @param id        the call's id; empty if the server gives none, so that one is generated
     * @param name      the tool's name
     * @param arguments its arguments as JSON text
     * @param nanos     its arrival
     * @throws InferenceException if the answer is too long, or has too many tool calls
     */
    public void wholeToolCall(String id, String name, String arguments, long nanos) throws InferenceException {
        if (isKept) {
            requireRoom(id);
            requireRoom(name);
            requireRoom(arguments);
            toolCalls.whole(id, name, arguments);
        }
        sink.chunk(ChunkKind.TOOL_CALL, arguments, nanos);
    }

    /**
     * Takes a piece of a call of a tool that the server runs itself. It counts as tokens, and the caller has nothing to
     * run.
     *
     * @param arguments its arguments; may be empty
     * @param nanos     its arrival
     * @throws InferenceException if the answer is too long
     */
    public void toolCall(String arguments, long nanos) throws InferenceException {
        if (isKept) {
            requireRoom(arguments);
        }
        sink.chunk(ChunkKind.TOOL_CALL, arguments, nanos);
    }

    private void requireRoom(String piece) throws InferenceException {
        characters += piece.length();
        if (characters > MAX_CHARACTERS) {
            throw new InferenceException(FailureKind.TOO_LARGE, "The answer is longer than " + MAX_CHARACTERS
                    + " characters, the most that is kept; set max_tokens so that the model ends sooner");
        }
    }

    /**
     * Records the number of tokens generated up to the last chunk with tokens, if the server reports it with each.
     *
     * @param tokensSoFar the server's count; empty if it reports none
     */
    public void counted(OptionalLong tokensSoFar) {
        streamed.chunk(tokensSoFar);
    }

    /**
     * Records the model that answers.
     *
     * @param model its name from the server; empty without one
     */
    public void servedBy(String model) {
        if (servedModel.isEmpty() && !model.isBlank()) {
            servedModel = Optional.of(model);
        }
    }

    /** Records that the reasoning that arrives is, or may be, incomplete. */
    public void shortensReasoning() {
        shortened = true;
    }

    /**
     * Reports a chunk without text to the sink.
     *
     * @param kind  its kind
     * @param nanos its arrival
     */
    public void mark(ChunkKind kind, long nanos) {
        sink.chunk(kind, "", nanos);
    }

    /**
     * Returns the answer so far.
     *
     * @param usage        token counts
     * @param finishReason why generation ended, in the server's word
     * @param timings      the server's report about its own time
     * @return the answer
     */
    public InferenceResponse response(TokenUsage usage, Optional<String> finishReason, ServerTimings timings) {
        return new InferenceResponse(text.toString(),
                reasoning.isEmpty() ? Optional.empty() : Optional.of(reasoning.toString()),
                streamed.complete(usage, reasoning()), finishReason, timings, OptionalDouble.empty(),
                servedModel, toolCalls.calls());
    }

    private StreamedTokens.Reasoning reasoning() {
        if (shortened) {
            return StreamedTokens.Reasoning.SHORTENED;
        }
        return anyReasoning ? StreamedTokens.Reasoning.WHOLE : StreamedTokens.Reasoning.NONE;
    }
}
