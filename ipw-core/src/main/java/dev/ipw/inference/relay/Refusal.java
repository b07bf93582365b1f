package dev.ipw.inference.relay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.internal.json.Json;
import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;

/** An error response to a client, in the form of its protocol. */
public final class Refusal extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;
    private static final Map<Integer, String> GOOGLE_STATUS = Map.of(401, "UNAUTHENTICATED", 403, "PERMISSION_DENIED",
            404, "NOT_FOUND", 408, "DEADLINE_EXCEEDED", 429, "RESOURCE_EXHAUSTED", 502, "UNAVAILABLE", 503,
            "UNAVAILABLE");

    private final int status;
    private final String type;
    private final int retryAfterSeconds;

    private Refusal(int status, String type, String message, int retryAfterSeconds) {
        super(message);
        this.status = status;
        this.type = type;
        this.retryAfterSeconds = retryAfterSeconds;
    }

    /**
     * Creates a refusal.
     *
     * @param status  the HTTP status
     * @param type    the kind of error in the words of OpenAI and Anthropic, such as {@code permission_error}
     * @param message the error and the remedy
     * @return the refusal
     */
    public static Refusal of(int status, String type, String message) {
        return new Refusal(status, type, message, 0);
    }

    /**
     * Creates the refusal of a client that has asked for too much.
     *
     * @param message           the limit
     * @param retryAfterSeconds when it may ask again; 0 if that is not known
     * @return the refusal
     */
    public static Refusal tooMany(String message, int retryAfterSeconds) {
        return new Refusal(429, "rate_limit_error", message, retryAfterSeconds);
    }

    static Refusal malformed(String what) {
        return of(400, "invalid_request_error", "The request cannot be read: " + what);
    }

    static Refusal tooLarge(String what) {
        return of(413, "request_too_large", what);
    }

    static Refusal tooSlow() {
        return of(408, "timeout_error", "The request did not come in time; send it whole, without pauses");
    }

    static Refusal busy(String what) {
        return new Refusal(503, "overloaded_error", what, 1);
    }

    static Refusal ofServer(String message) {
        return of(502, "api_error", message);
    }

    int status() {
        return status;
    }

    Map<String, String> headers(int length) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("content-type", "application/json");
        headers.put("content-length", String.valueOf(length));
        if (retryAfterSeconds > 0) {
            headers.put("retry-after", String.valueOf(retryAfterSeconds));
        }
        return headers;
    }

    /** Formats the error in the form of Anthropic, Google, Ollama or OpenAI, depending on the client. */
    byte[] body(ClientRequest request) {
        String message = String.valueOf(getMessage());
        ObjectNode body = Json.object();
        if (request.isGoogle()) {
            body.putObject("error").put("code", status).put("message", message).put("status",
                    GOOGLE_STATUS.getOrDefault(status, "INVALID_ARGUMENT"));
        } else if (request.isAnthropic()) {
            body.put("type", "error").putObject("error").put("type", type).put("message", message);
        } else if (request.isOllama()) {
            body.put("error", message);
        } else {
            body.putObject("error").put("message", message).put("type", type).putNull("param")
                    .put("code", status == 401 ? "invalid_api_key" : type);
        }
        return Json.writeBytes(body);
    }
}
