package dev.ipw.agents.proxy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.json.Json;
import java.io.Serial;
import java.util.Map;

/** An error response to a program, in the form of its protocol. */
final class Refusal extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;
    private static final int MAX_SHOWN = 200;
    private static final Map<Integer, String> GOOGLE_STATUS = Map.of(401, "UNAUTHENTICATED", 403, "PERMISSION_DENIED",
            408, "DEADLINE_EXCEEDED", 502, "UNAVAILABLE");

    private final int status;
    private final String type;

    private Refusal(int status, String type, String message) {
        super(message);
        this.status = status;
        this.type = type;
    }

    static Refusal ofKey() {
        return new Refusal(401, "authentication_error",
                "The key is not one of a running task; send the key that the task gave the program as its API key");
    }

    static Refusal malformed(String what) {
        return new Refusal(400, "invalid_request_error", "The request cannot be read: " + what);
    }

    static Refusal tooLarge(String what) {
        return new Refusal(413, "request_too_large", what);
    }

    static Refusal tooSlow() {
        return new Refusal(408, "timeout_error", "The request did not come in time; send it whole, without pauses");
    }

    static Refusal ofRequest(ProgramRequest request) {
        return new Refusal(403, "permission_error", "'" + Excerpt.of(request.toString(), MAX_SHOWN)
                + "' is not passed on to the model server. Programs may ask models, count tokens, make embeddings and list"
                + " models");
    }

    static Refusal ofServer(String message) {
        return new Refusal(502, "api_error", message);
    }

    int status() {
        return status;
    }

    /** Formats the error in the form of Anthropic, Google or OpenAI, depending on the program's client. */
    byte[] body(ProgramRequest request) {
        String message = String.valueOf(getMessage());
        ObjectNode body = Json.object();
        if (request.isGoogle()) {
            body.putObject("error").put("code", status).put("message", message).put("status",
                    GOOGLE_STATUS.getOrDefault(status, "INVALID_ARGUMENT"));
        } else if (request.isAnthropic()) {
            body.put("type", "error").putObject("error").put("type", type).put("message", message);
        } else {
            body.putObject("error").put("message", message).put("type", type).putNull("param")
                    .put("code", status == 401 ? "invalid_api_key" : type);
        }
        return Json.writeBytes(body);
    }
}
