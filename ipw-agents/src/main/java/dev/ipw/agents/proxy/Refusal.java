package dev.ipw.agents.proxy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.internal.json.Json;
import java.io.Serial;

/** Say no to a program in the form in which its protocol tells errors. */
final class Refusal extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

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

    static Refusal ofMethod(String method) {
        return new Refusal(405, "invalid_request_error", "The method " + method + " is not passed on");
    }

    static Refusal ofServer(String message) {
        return new Refusal(502, "api_error", message);
    }

    int status() {
        return status;
    }

    /** Write it as Anthropic does, or as OpenAI does. */
    byte[] body(boolean isAnthropic) {
        String message = String.valueOf(getMessage());
        ObjectNode told = Json.object();
        if (isAnthropic) {
            told.put("type", "error").putObject("error").put("type", type).put("message", message);
        } else {
            told.putObject("error").put("message", message).put("type", type).putNull("param")
                    .put("code", status == 401 ? "invalid_api_key" : type);
        }
        return Json.writeBytes(told);
    }
}
