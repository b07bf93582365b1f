package dev.ipw.inference.exchange.openai;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.ResponseSink.ChunkKind;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.exchange.AnswerReader;
import dev.ipw.inference.exchange.AnswerText;
import dev.ipw.inference.exchange.ReportedUsage;
import dev.ipw.inference.exchange.ReportedUsage.Count;
import dev.ipw.inference.exchange.ServerFigureReader;
import dev.ipw.internal.json.Json;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

import static dev.ipw.inference.exchange.AnswerFields.onlyText;
import static dev.ipw.inference.exchange.AnswerFields.text;

/**
 * An answer, assembled from the events of OpenAI's responses, or from one whole response. An event of an unknown type
 * has no token. A response that ends early, because of its limit of tokens or a filter, is an answer with that finish
 * reason.
 */
public final class ResponsesAnswer implements AnswerReader {
    /** Calls of tools that the caller did not offer. */
    private static final Set<String> SERVER_CALLS = Set.of("response.custom_tool_call_input.delta",
            "response.mcp_call_arguments.delta", "response.code_interpreter_call_code.delta");
    private static final Set<String> SERVER_CALL_ITEMS = Set.of("custom_tool_call", "mcp_call",
            "code_interpreter_call");

    private final AnswerText answer;
    private final FunctionCallItems calls;
    private final ServerFigureReader figures = new ServerFigureReader();
    private boolean started;
    private boolean anyTokens;
    private @Nullable JsonNode last;

    /**
     * Creates an empty answer.
     *
     * @param sink receives the chunks
     */
    public ResponsesAnswer(ResponseSink sink) {
        answer = new AnswerText(sink);
        calls = new FunctionCallItems(answer);
    }

    @Override
    public Optional<String> failure(JsonNode piece) {
        boolean failed = text(piece, "type").equals("response.failed") || text(piece, "status").equals("failed");
        if (failed) {
            JsonNode response = piece.path("response").isObject() ? piece.path("response") : piece;
            return Optional.of(Json.write(response.path("error")));
        }
        return text(piece, "type").equals("error") ? Optional.of(Json.write(piece)) : Optional.empty();
    }

    @Override
    public void leaveOutText() {
        answer.leaveOut();
    }

    @Override
    public boolean piece(JsonNode event, long nanos) throws InferenceException {
        String type = text(event, "type");
        boolean tokens = switch (type) {
            case "response.created" -> {
                answer.mark(ChunkKind.ROLE, nanos);
                yield true;
            }
            case "response.output_text.delta", "response.refusal.delta" -> answer.answer(words(event), nanos);
            case "response.reasoning_text.delta" -> answer.reasoning(words(event), nanos);
            case "response.reasoning_summary_text.delta" -> {
                answer.shortensReasoning();
                yield answer.reasoning(words(event), nanos);
            }
            case "response.output_item.added" -> began(event, nanos);
            case "response.function_call_arguments.delta" -> calls.piece(event, words(event), nanos);
            case "response.function_call_arguments.done" -> calls.done(event, nanos);
            case "response.output_item.done" ->
                FunctionCallItems.isCall(event.path("item")) && calls.itemDone(event, nanos);
            case "response.completed", "response.incomplete" -> {
                end(event.path("response"), nanos);
                yield true;
            }
            default -> SERVER_CALLS.contains(type) && serverCall(words(event), nanos);
        };
        started |= type.startsWith("response.");
        anyTokens |= tokens && !type.equals("response.created");
        if (!tokens) {
            answer.mark(ChunkKind.PING, nanos);
        }
        return last != null;
    }

    @Override
    public void whole(JsonNode response, long nanos) throws InferenceException {
        started = response.path("output").isArray();
        end(response, nanos);
    }

    /** Takes the end. Some servers send the text with the last event only. */
    private void end(JsonNode response, long nanos) throws InferenceException {
        last = response;
        answer.servedBy(text(response, "model"));
        for (JsonNode item : response.path("output")) {
            if (!anyTokens || (FunctionCallItems.isCall(item) && calls.none())) {
                item(item, nanos);
            } else if (FunctionCallItems.isCall(item)) {
                calls.settle(item);
            }
        }
        answer.mark(ChunkKind.USAGE, nanos);
    }

    private void item(JsonNode item, long nanos) throws InferenceException {
        for (JsonNode summary : item.path("summary")) {
            answer.shortensReasoning();
            answer.reasoning(text(summary, "text"), nanos);
        }
        for (JsonNode part : item.path("content")) {
            switch (text(part, "type")) {
                case "output_text" -> answer.answer(text(part, "text"), nanos);
                case "refusal" -> answer.answer(text(part, "refusal"), nanos);
                case "reasoning_text" -> answer.reasoning(text(part, "text"), nanos);
                default -> answer.mark(ChunkKind.PING, nanos);
            }
        }
        if (FunctionCallItems.isCall(item)) {
            FunctionCallItems.whole(item, answer, nanos);
        } else if (SERVER_CALL_ITEMS.contains(text(item, "type"))) {
            answer.toolCall(text(item, "arguments") + text(item, "input") + text(item, "code"), nanos);
        }
    }

    /** Takes the beginning of a call, whose name counts as tokens. */
    private boolean began(JsonNode event, long nanos) throws InferenceException {
        JsonNode item = event.path("item");
        if (FunctionCallItems.isCall(item)) {
            calls.begin(event, nanos);
            return true;
        }
        boolean serverCalls = SERVER_CALL_ITEMS.contains(text(item, "type"));
        if (serverCalls) {
            answer.toolCall("", nanos);
        }
        return serverCalls;
    }

    private boolean serverCall(String arguments, long nanos) throws InferenceException {
        if (!arguments.isEmpty()) {
            answer.toolCall(arguments, nanos);
        }
        return !arguments.isEmpty();
    }

    private static String words(JsonNode event) throws InferenceException {
        return onlyText(event, "delta", text(event, "type"));
    }

    @Override
    public boolean started() {
        return started;
    }

    @Override
    public boolean finished() {
        return last != null;
    }

    @Override
    public InferenceResponse response() {
        JsonNode response = last == null ? Json.object() : last;
        String reason = text(response.path("incomplete_details"), "reason");
        String status = text(response, "status");
        return answer.response(usage(),
                Optional.of(reason.isEmpty() ? status : reason).filter(text -> !text.isEmpty()),
                ServerTimings.UNKNOWN);
    }

    @Override
    public TokenUsage usage() {
        JsonNode reported = last == null ? Json.object() : last.path("usage");
        ReportedUsage usage = new ReportedUsage(figures);
        JsonNode ofInput = reported.path("input_tokens_details");
        usage.report(Count.INPUT, figures.count(reported.path("input_tokens")));
        usage.report(Count.OUTPUT, figures.count(reported.path("output_tokens")));
        usage.report(Count.TOTAL, figures.count(reported.path("total_tokens")));
        usage.report(Count.CACHED_INPUT, figures.count(ofInput.path("cached_tokens")));
        usage.report(Count.CACHE_WRITTEN, figures.count(ofInput.path("cache_write_tokens")));
        usage.report(Count.REASONING,
                figures.count(reported.path("output_tokens_details").path("reasoning_tokens")));
        return usage.usage();
    }

    @Override
    public String endMark() {
        return "response.completed";
    }

    @Override
    public String lackOfStream() {
        return "no event was one of a response";
    }

    @Override
    public String lackOfWhole() {
        return "no list of output";
    }
}
