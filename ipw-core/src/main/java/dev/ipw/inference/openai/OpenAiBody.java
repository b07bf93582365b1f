package dev.ipw.inference.openai;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.ResponseFormat;
import dev.ipw.inference.ToolChoice;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.inference.exchange.BodyFields;
import dev.ipw.inference.exchange.OptionNames;
import dev.ipw.inference.exchange.ProtocolFeatures;
import dev.ipw.inference.exchange.RequestBody;
import dev.ipw.inference.openai.OpenAiClient.Api;
import dev.ipw.internal.json.Json;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The base of the bodies of OpenAI's APIs. */
abstract class OpenAiBody extends RequestBody {
    /** The fields that a user may add. */
    static final BodyFields FIELDS = new BodyFields("body field",
            Set.of("model", "messages", "prompt", "input", "stream"));
    /** The names of the options in chat completions and completions. */
    static final OptionNames COMPLETION_OPTIONS = new OptionNames("temperature", "top_p", "max_tokens",
            Optional.of("seed"), Optional.of("stop"));

    private final String model;
    private final boolean stream;

    OpenAiBody(ProtocolFeatures features, OptionNames names, String model, boolean stream) {
        super(features, names, FIELDS);
        this.model = model;
        this.stream = stream;
    }

    /** Creates the body of a request of one of the APIs. */
    static OpenAiBody of(Api api, String model, boolean stream, boolean continuousUsage) {
        return switch (api) {
            case CHAT -> new ChatBody(model, stream, continuousUsage);
            case COMPLETIONS -> new CompletionsBody(model, stream, continuousUsage);
            case RESPONSES -> new ResponsesBody(model, stream);
        };
    }

    @Override
    protected final void ask(InferenceRequest request) throws InferenceException {
        body().put("model", model);
        question(request);
        body().put("stream", stream);
    }

    /** Writes the conversation, and its further parts. */
    abstract void question(InferenceRequest request) throws InferenceException;

    /** Requests the counts at the end of a stream, and with each chunk if configured. */
    final void countTokens(boolean continuousUsage) {
        if (stream) {
            ObjectNode streaming = body().putObject("stream_options").put("include_usage", true);
            if (continuousUsage) {
                streaming.put("continuous_usage_stats", true);
            }
        }
    }

    /** Describes a tool. */
    static void function(ToolDefinition tool, ObjectNode into) throws InferenceException {
        into.put("name", tool.name()).put("description", tool.description()).set("parameters", schema(tool));
    }

    /** Describes the required form of an answer. */
    static void jsonSchema(ResponseFormat format, ObjectNode into) throws InferenceException {
        into.put("name", format.name()).put("strict", format.strict()).set("schema", schema(format));
    }

    /** Writes whether the model must call a tool; writes nothing if the model decides. */
    final void toolChoice(ToolChoice choice) {
        switch (choice.mode()) {
            case AUTO -> {
                // The default of a server.
            }
            case NONE, REQUIRED -> body().put("tool_choice", choice.mode().name().toLowerCase(Locale.ROOT));
            case NAMED -> body().set("tool_choice", named(choice.tool().orElseThrow()));
        }
    }

    /** Returns the requirement of one tool. */
    ObjectNode named(String tool) {
        return Json.object().put("type", "function").put("name", tool);
    }

    /** Returns an image as a data URL. */
    static String dataUrl(ContentPart.Image image) {
        return "data:" + image.mediaType() + ";base64," + base64(image);
    }
}
