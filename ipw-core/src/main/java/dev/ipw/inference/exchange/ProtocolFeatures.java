package dev.ipw.inference.exchange;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.ContentPart;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.Message;
import dev.ipw.inference.ResponseFormat;
import dev.ipw.inference.ToolChoice;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.HashSet;
import java.util.Set;

/**
 * The features that requests of one API can have beside text.
 *
 * @param api      the API's name in the plural, as the beginning of a sentence, for example
 *                 {@code OpenAI's completions}
 * @param features the features
 * @param advice   advice for other features, for example {@code use api=chat}
 */
public record ProtocolFeatures(String api, Set<Feature> features, String advice) {
    /** The features that requests of some APIs have and those of others do not. */
    public enum Feature {
        /** Images in the user's messages. */
        IMAGES("images"),
        /** Definitions of tools, calls of them and their results. */
        TOOLS("tools"),
        /**
         * The requirement that the model calls a tool. Without it the model may still decide, or be offered no tool.
         */
        TOOL_CHOICE("tool choice that demands a tool"),
        /** The JSON schema of the answer. */
        JSON_SCHEMA("JSON schema of the answer");

        private final String words;

        Feature(String words) {
            this.words = words;
        }
    }

    /** Copies the features. */
    public ProtocolFeatures {
        features = Set.copyOf(features);
    }

    /**
     * Throws if the API cannot carry a request, or the request contradicts itself.
     *
     * @param request the request
     * @throws InferenceException if it needs a feature that the API lacks, if an image is not the user's, if two tools
     *                            share a name, if a required tool is not offered, or if a schema is no JSON object
     */
    public void require(InferenceRequest request) throws InferenceException {
        for (Message message : request.messages()) {
            require(message);
        }
        if (!request.tools().isEmpty()) {
            require(Feature.TOOLS);
        }
        requireTools(request);
        if (request.responseFormat().isPresent()) {
            require(Feature.JSON_SCHEMA);
            ResponseFormat format = request.responseFormat().get();
            schema(format.schema(), "response format '" + format.name() + "'");
        }
    }

    private void require(Message message) throws InferenceException {
        if (!message.toolCalls().isEmpty() || message.role() == Message.Role.TOOL) {
            require(Feature.TOOLS);
        }
        if (message.parts().stream().anyMatch(ContentPart.Image.class::isInstance)) {
            require(Feature.IMAGES);
            if (message.role() != Message.Role.USER) {
                throw refusal("A message of the " + message.role().label()
                        + " holds an image; only those of the user can: put it into one of them");
            }
        }
    }

    private void requireTools(InferenceRequest request) throws InferenceException {
        Set<String> names = new HashSet<>();
        for (ToolDefinition tool : request.tools()) {
            schema(tool.parameters(), "tool '" + tool.name() + "'");
            if (!names.add(tool.name())) {
                throw refusal("Two tools are named '" + tool.name() + "'; give each a name of its own");
            }
        }
        ToolChoice choice = request.toolChoice();
        boolean demanded = choice.mode() == ToolChoice.Mode.REQUIRED || choice.mode() == ToolChoice.Mode.NAMED;
        if (demanded) {
            require(Feature.TOOL_CHOICE);
            if (names.isEmpty() || !choice.tool().map(names::contains).orElse(true)) {
                throw refusal("The tool choice demands " + choice.tool().map(name -> "'" + name + "'").orElse("a tool")
                        + ", but the request offers " + (names.isEmpty() ? "none" : String.join(", ", names))
                        + "; offer it, or leave the choice to the model");
            }
        }
    }

    private void require(Feature feature) throws InferenceException {
        if (!features.contains(feature)) {
            throw refusal(api + " carry no " + feature.words + "; " + advice);
        }
    }

    /**
     * Reads a JSON schema.
     *
     * @param json the schema
     * @param of   the owner of the schema, for messages
     * @return the schema
     * @throws InferenceException if it is no JSON object
     */
    static JsonNode schema(String json, String of) throws InferenceException {
        try {
            JsonNode schema = Json.parse(json);
            if (schema.isObject()) {
                return schema;
            }
        } catch (JsonSyntaxException notJson) {
            throw new InferenceException(FailureKind.CLIENT_ERROR,
                    "The JSON schema of the " + of + " is " + notJson.getMessage(), notJson);
        }
        throw refusal("The JSON schema of the " + of + " is no JSON object; give one such as {\"type\":\"object\"}");
    }

    private static InferenceException refusal(String message) {
        return new InferenceException(FailureKind.CLIENT_ERROR, message);
    }
}
