package dev.ipw.inference.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.GenerationOptions;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseFormat;
import dev.ipw.inference.ToolCall;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;

/**
 * The body of one request. The client's own settings override the request, and a body field takes precedence over the
 * option of the same name; a field of {@code null} is omitted.
 */
public abstract class RequestBody {
    private final ProtocolFeatures features;
    private final OptionNames names;
    private final BodyFields ownFields;
    private final ObjectNode body = Json.object();

    /**
     * Creates an empty body.
     *
     * @param features  the features of the API
     * @param names     its names of the options
     * @param ownFields the fields that a user may add to the body
     */
    protected RequestBody(ProtocolFeatures features, OptionNames names, BodyFields ownFields) {
        this.features = features;
        this.names = names;
        this.ownFields = ownFields;
    }

    /**
     * Writes a request. A body is written once.
     *
     * @param request   the request
     * @param overrides options that override those of the request
     * @param refused   options that the model does not take
     * @return JSON
     * @throws InferenceException if the API cannot carry it
     */
    final byte[] write(InferenceRequest request, GenerationOptions overrides, Set<RefusedOption> refused)
            throws InferenceException {
        features.require(request);
        ask(request);
        names.put(request.options(), options());
        names.put(overrides, options());
        optionsEnd();
        ownFields.put(request.options().body(), body);
        ownFields.put(overrides.body(), body);
        fieldsEnd(overrides);
        refused.forEach(option -> option.replace(options(), names));
        return Json.writeBytes(body);
    }

    /**
     * Returns the body so far.
     *
     * @return the body
     */
    protected final ObjectNode body() {
        return body;
    }

    /**
     * Writes everything but the options: the model, the conversation, tools, the form of the answer.
     *
     * @param request the request; the API can carry it
     * @throws InferenceException if the API does not accept such a conversation
     */
    protected abstract void ask(InferenceRequest request) throws InferenceException;

    /**
     * Returns the object for the options: the body, unless the API has a separate one.
     *
     * @return where they are put
     */
    protected ObjectNode options() {
        return body;
    }

    /** Completes the body after the options and before the user's own fields. Does nothing by default. */
    protected void optionsEnd() {}

    /**
     * Completes the body after the user's own fields. Does nothing by default.
     *
     * @param overrides options that override those of the request
     */
    protected void fieldsEnd(GenerationOptions overrides) {}

    /**
     * Joins the instructions of a conversation, for APIs with a separate field for them.
     *
     * @param messages the conversation
     * @return the texts with an empty line between them; an empty text without one
     */
    protected static String instructions(List<Message> messages) {
        return String.join("\n\n", messages.stream().filter(message -> message.role() == Message.Role.SYSTEM)
                .map(Message::text).toList());
    }

    /**
     * Joins results of tools from several messages, for APIs that require those of one answer in one message.
     *
     * @param messages the conversation
     * @return the same, with one message of tools where several follow each other
     */
    protected static List<Message> withResultsTogether(List<Message> messages) {
        List<Message> joined = new ArrayList<>();
        for (Message message : messages) {
            if (message.role() == Message.Role.TOOL && !joined.isEmpty()
                    && joined.getLast().role() == Message.Role.TOOL) {
                List<ContentPart> results = new ArrayList<>(joined.removeLast().parts());
                results.addAll(message.parts());
                joined.add(new Message(Message.Role.TOOL, results, List.of()));
            } else {
                joined.add(message);
            }
        }
        return joined;
    }

    /**
     * Reads the parameters of a tool.
     *
     * @param tool the tool
     * @return its JSON schema
     * @throws InferenceException if they are no JSON object
     */
    protected static JsonNode schema(ToolDefinition tool) throws InferenceException {
        return ProtocolFeatures.schema(tool.parameters(), "tool '" + tool.name() + "'");
    }

    /**
     * Reads the schema that an answer must follow.
     *
     * @param format the form of the answer
     * @return its JSON schema
     * @throws InferenceException if it is no JSON object
     */
    protected static JsonNode schema(ResponseFormat format) throws InferenceException {
        return ProtocolFeatures.schema(format.schema(), "response format '" + format.name() + "'");
    }

    /**
     * Reads the arguments of a call for APIs that take them as an object and not as text.
     *
     * @param call the call
     * @return the object; if the model wrote none, an object whose field {@code arguments} is the model's text
     */
    protected static ObjectNode arguments(ToolCall call) {
        try {
            if (Json.parse(call.arguments()) instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonSyntaxException broken) {
            // The model must see its own text.
        }
        return Json.object().put("arguments", call.arguments());
    }

    /**
     * Writes an image's bytes as text.
     *
     * @param image the image
     * @return base 64
     */
    protected static String base64(ContentPart.Image image) {
        return Base64.getEncoder().encodeToString(image.bytes());
    }
}
