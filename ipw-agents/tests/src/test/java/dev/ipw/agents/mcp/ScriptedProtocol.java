package dev.ipw.agents.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import java.util.Base64;
import java.util.Optional;

/** Answers as a server of MCP does, from the protocol's text and without its library: two pages of tools that do what their names say. */
final class ScriptedProtocol {
    private static final String DRAFT_7 = """
            {"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "required": ["text"],
             "properties": {"text": {"type": "string"}, "note": {"type": ["string", "null"]}}}
            """;
    /** Neither the reference nor the pattern can be understood by whoever does not know the server. */
    private static final String STRANGE = """
            {"type": "object", "properties": {"text": {"$ref": "https://example.invalid/nowhere.json#/x"},
             "other": {"type": "string", "pattern": "(?<unclosed"}}}
            """;

    private ScriptedProtocol() {}

    static JsonNode parse(String line) {
        try {
            return Json.parse(line);
        } catch (JsonSyntaxException broken) {
            throw new IllegalArgumentException(broken);
        }
    }

    /** Answer a request; empty for a notification, and for a tool that the caller has to play. */
    static Optional<ObjectNode> answer(JsonNode message) {
        JsonNode parameters = message.path("params");
        return switch (message.path("method").asText()) {
            case "initialize" -> Optional.of(result(message, initialized(parameters)));
            case "ping" -> Optional.of(result(message, Json.object()));
            case "tools/list" -> Optional.of(result(message, tools(parameters.path("cursor").asText())));
            case "tools/call" -> call(parameters).map(content -> result(message, content));
            default -> Optional.empty();
        };
    }

    private static ObjectNode initialized(JsonNode parameters) {
        ObjectNode result = Json.object().put("protocolVersion", parameters.path("protocolVersion").asText());
        result.putObject("capabilities").putObject("tools");
        result.putObject("serverInfo").put("name", "scripted").put("version", "1");
        return result;
    }

    private static ObjectNode tools(String cursor) {
        ObjectNode page = Json.object();
        ArrayNode tools = page.putArray("tools");
        if (cursor.isEmpty()) {
            add(tools, "echo", DRAFT_7).putObject("annotations").put("readOnlyHint", true);
            add(tools, "files.list", "{\"type\": \"object\"}");
            add(tools, "files_list", "{\"type\": \"object\"}");
            page.put("nextCursor", "second");
        } else {
            add(tools, "strange", STRANGE);
            for (String name : new String[]{"media", "fail", "refuse", "structured", "environment", "child", "silent",
                    "garbage",
                    "leave", "huge", "flood", "cancelled"}) {
                add(tools, name, "{\"type\": \"object\"}");
            }
        }
        return page;
    }

    private static ObjectNode add(ArrayNode tools, String name, String schema) {
        ObjectNode tool = tools.addObject().put("name", name).put("description", "does " + name);
        tool.set("inputSchema", parse(schema));
        return tool;
    }

    private static Optional<ObjectNode> call(JsonNode parameters) {
        JsonNode arguments = parameters.path("arguments");
        return switch (parameters.path("name").asText()) {
            case "echo", "strange", "bomb" -> Optional.of(text(arguments.toString()));
            case "files.list" -> Optional.of(text("dotted"));
            case "files_list" -> Optional.of(text("underlined"));
            case "fail" -> Optional.of(text("the disk is full").put("isError", true));
            case "media" -> Optional.of(media());
            case "structured" -> {
                ObjectNode result = Json.object();
                result.putArray("content");
                result.putObject("structuredContent").put("watts", 12.5);
                yield Optional.of(result);
            }
            default -> Optional.empty();
        };
    }

    private static ObjectNode media() {
        String data = Base64.getEncoder().encodeToString(new byte[300]);
        ObjectNode result = text("first");
        ArrayNode content = (ArrayNode) result.get("content");
        content.addObject().put("type", "image").put("mimeType", "image/png").put("data", data);
        content.addObject().put("type", "audio").put("mimeType", "audio/wav").put("data", data);
        content.addObject().put("type", "resource").putObject("resource").put("uri", "demo://text").put("text",
                "inside");
        content.addObject().put("type", "resource").putObject("resource").put("uri", "demo://blob").put("blob", data)
                .put("mimeType", "application/pdf");
        content.addObject().put("type", "resource_link").put("name", "linked").put("uri", "demo://linked");
        return result;
    }

    static ObjectNode text(String text) {
        ObjectNode result = Json.object();
        result.putArray("content").addObject().put("type", "text").put("text", text);
        return result;
    }

    static ObjectNode result(JsonNode request, JsonNode result) {
        ObjectNode answer = Json.object().put("jsonrpc", "2.0");
        answer.set("id", request.get("id"));
        answer.set("result", result);
        return answer;
    }

    static ObjectNode error(JsonNode request, String message) {
        ObjectNode answer = Json.object().put("jsonrpc", "2.0");
        answer.set("id", request.get("id"));
        answer.putObject("error").put("code", -32_602).put("message", message);
        return answer;
    }
}
