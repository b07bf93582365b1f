package dev.ipw.inference.ollama;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolChoice;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.inference.exchange.BodyFields;
import dev.ipw.inference.exchange.OptionNames;
import dev.ipw.inference.exchange.ProtocolFeatures;
import dev.ipw.inference.exchange.ProtocolFeatures.Feature;
import dev.ipw.inference.exchange.RequestBody;
import dev.ipw.inference.ollama.OllamaClient.Api;
import dev.ipw.internal.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The body of a request to Ollama, whose options of the generation are in {@code options} under Ollama's names. */
final class OllamaBody extends RequestBody {
    /** The fields that a user may add to the body. */
    static final BodyFields FIELDS = new BodyFields("body field",
            Set.of("model", "messages", "prompt", "system", "stream", "options"));
    /** The fields that a user may add to the options. */
    static final BodyFields OPTIONS = new BodyFields("option", Set.of());

    private static final ProtocolFeatures CHAT = new ProtocolFeatures("Requests of Ollama's chat",
            Set.of(Feature.IMAGES, Feature.TOOLS, Feature.JSON_SCHEMA),
            "leave it out, or ask Ollama over its OpenAI-compatible API");
    private static final ProtocolFeatures GENERATE = new ProtocolFeatures("Requests of Ollama's generate",
            Set.of(Feature.IMAGES, Feature.JSON_SCHEMA), "use api=chat");
    private static final OptionNames NAMES = new OptionNames("temperature", "top_p", "num_predict",
            Optional.of("seed"), Optional.of("stop"));

    private final Api api;
    private final String model;
    private final boolean stream;
    private final Map<String, String> ownOptions;
    private final ObjectNode options = Json.object();

    OllamaBody(Api api, String model, boolean stream, Map<String, String> ownOptions) {
        super(api == Api.CHAT ? CHAT : GENERATE, NAMES, FIELDS);
        this.api = api;
        this.model = model;
        this.stream = stream;
        this.ownOptions = ownOptions;
    }

    @Override
    protected void ask(InferenceRequest request) throws InferenceException {
        body().put("model", model);
        if (api == Api.CHAT) {
            ArrayNode messages = body().putArray("messages");
            request.messages().forEach(message -> add(message, messages));
            tools(request);
        } else {
            prompt(request.messages());
        }
        if (request.responseFormat().isPresent()) {
            body().set("format", schema(request.responseFormat().get()));
        }
        body().put("stream", stream);
    }

    @Override
    protected ObjectNode options() {
        return options;
    }

    @Override
    protected void optionsEnd() {
        OPTIONS.put(ownOptions, options);
        if (!options.isEmpty()) {
            body().set("options", options);
        }
    }

    private static void add(Message message, ArrayNode messages) {
        if (message.role() == Message.Role.TOOL) {
            for (ContentPart part : message.parts()) {
                if (part instanceof ContentPart.ToolResult result) {
                    messages.addObject().put("role", "tool").put("tool_name", result.name()).put("content",
                            result.content());
                }
            }
            return;
        }
        ObjectNode entry = messages.addObject().put("role", message.role().label()).put("content", message.text());
        images(message, entry);
        if (!message.toolCalls().isEmpty()) {
            ArrayNode calls = entry.putArray("tool_calls");
            for (ToolCall call : message.toolCalls()) {
                calls.addObject().putObject("function").put("name", call.name()).set("arguments", arguments(call));
            }
        }
    }

    private static void images(Message message, ObjectNode into) {
        List<String> images = message.parts().stream().filter(ContentPart.Image.class::isInstance)
                .map(image -> base64((ContentPart.Image) image)).toList();
        if (!images.isEmpty()) {
            into.set("images", Json.fromPlain(images));
        }
    }

    /** Writes the tools. Ollama has no tool choice: a model that must not call a tool is offered none. */
    private void tools(InferenceRequest request) throws InferenceException {
        if (request.tools().isEmpty() || request.toolChoice().mode() == ToolChoice.Mode.NONE) {
            return;
        }
        ArrayNode tools = body().putArray("tools");
        for (ToolDefinition tool : request.tools()) {
            tools.addObject().put("type", "function").putObject("function").put("name", tool.name())
                    .put("description", tool.description()).set("parameters", schema(tool));
        }
    }

    private void prompt(List<Message> messages) throws InferenceException {
        List<Message> questions = messages.stream().filter(message -> message.role() == Message.Role.USER).toList();
        if (questions.size() != 1 || messages.stream().anyMatch(message -> message.role() == Message.Role.ASSISTANT)) {
            throw new InferenceException(FailureKind.CLIENT_ERROR,
                    "Ollama's generate takes one question and no conversation; use api=chat");
        }
        body().put("prompt", questions.getFirst().text());
        images(questions.getFirst(), body());
        String instructions = instructions(messages);
        if (!instructions.isEmpty()) {
            body().put("system", instructions);
        }
    }
}
