package dev.ipw.inference.gemini;

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
import dev.ipw.inference.exchange.RequestBody;
import dev.ipw.inference.exchange.SignedReasoning;
import dev.ipw.internal.json.Json;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The body of a request to Gemini. Instructions are separate from the conversation, in which the model's role is
 * {@code model} and the results of tools are part of the user's messages; the model's name and whether to stream are in
 * the address. The options are in the configuration.
 */
final class GenerateBody extends RequestBody {
    /** The fields that a user may add to the body. */
    static final BodyFields FIELDS = new BodyFields("body field",
            Set.of("model", "contents", "systemInstruction", "generationConfig"));
    /** The fields that a user may add to the configuration. */
    static final BodyFields CONFIG = new BodyFields("config field", Set.of());

    private static final ProtocolFeatures FEATURES = new ProtocolFeatures("Requests to Gemini",
            EnumSet.allOf(ProtocolFeatures.Feature.class), "leave it out");
    private static final OptionNames OPTIONS = new OptionNames("temperature", "topP", "maxOutputTokens",
            Optional.of("seed"), Optional.of("stopSequences"));

    private final Map<String, String> ownConfig;
    private final SignedReasoning signatures;
    private final ObjectNode config = Json.object();

    GenerateBody(Map<String, String> ownConfig, SignedReasoning signatures) {
        super(FEATURES, OPTIONS, FIELDS);
        this.ownConfig = ownConfig;
        this.signatures = signatures;
    }

    @Override
    protected void ask(InferenceRequest request) throws InferenceException {
        conversation(request.messages());
        if (!request.tools().isEmpty()) {
            tools(request.tools());
            toolChoice(request.toolChoice());
        }
        if (request.responseFormat().isPresent()) {
            config.put("responseMimeType", "application/json").set("responseJsonSchema",
                    schema(request.responseFormat().get()));
        }
    }

    @Override
    protected ObjectNode options() {
        return config;
    }

    @Override
    protected void optionsEnd() {
        CONFIG.put(ownConfig, config);
        if (!config.isEmpty()) {
            body().set("generationConfig", config);
        }
    }

    private void conversation(List<Message> messages) throws InferenceException {
        ArrayNode contents = body().putArray("contents");
        withResultsTogether(messages).stream().filter(message -> message.role() != Message.Role.SYSTEM)
                .forEach(message -> add(message, contents));
        if (contents.isEmpty()) {
            throw new InferenceException(FailureKind.CLIENT_ERROR,
                    "Gemini takes no instructions alone; ask something too");
        }
        String instructions = instructions(messages);
        if (!instructions.isEmpty()) {
            body().putObject("systemInstruction").putArray("parts").addObject().put("text", instructions);
        }
    }

    private void add(Message message, ArrayNode contents) {
        ArrayNode parts = contents.addObject()
                .put("role", message.role() == Message.Role.ASSISTANT ? "model" : "user").putArray("parts");
        message.parts().forEach(part -> add(part, parts));
        message.toolCalls().forEach(call -> add(call, parts));
    }

    private static void add(ContentPart part, ArrayNode parts) {
        switch (part) {
            case ContentPart.Text text -> parts.addObject().put("text", text.text());
            case ContentPart.Image image -> parts.addObject().putObject("inlineData")
                    .put("mimeType", image.mediaType()).put("data", base64(image));
            case ContentPart.ToolResult result -> parts.addObject().putObject("functionResponse")
                    .put("id", result.callId()).put("name", result.name()).putObject("response")
                    .put(result.isError() ? "error" : "output", result.content());
        }
    }

    private void add(ToolCall call, ArrayNode parts) {
        ObjectNode part = parts.addObject();
        part.putObject("functionCall").put("id", call.id()).put("name", call.name()).set("args", arguments(call));
        // Models that think refuse the result of a call whose signature is not sent back.
        signatures.of(call.id()).ifPresent(signature -> part.set("thoughtSignature", signature));
    }

    private void tools(List<ToolDefinition> tools) throws InferenceException {
        ArrayNode list = body().putArray("tools").addObject().putArray("functionDeclarations");
        for (ToolDefinition tool : tools) {
            list.addObject().put("name", tool.name()).put("description", tool.description())
                    .set("parametersJsonSchema", schema(tool));
        }
    }

    private void toolChoice(ToolChoice choice) {
        if (choice.mode() == ToolChoice.Mode.AUTO) {
            return;
        }
        ObjectNode calling = body().putObject("toolConfig").putObject("functionCallingConfig").put("mode",
                choice.mode() == ToolChoice.Mode.NONE ? "NONE" : "ANY");
        choice.tool().ifPresent(name -> calling.putArray("allowedFunctionNames").add(name));
    }
}
