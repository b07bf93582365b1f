package dev.ipw.cli.serve;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.internal.json.Json;

/** The format of an error in a protocol. */
enum ErrorForm {
    /** An object with the invalid field in {@code param}. */
    OPENAI {
        @Override
        ObjectNode body(BadRequest refused) {
            boolean isUnknownModel = refused.status() == NOT_FOUND && refused.field().isPresent();
            ObjectNode json = Json.object();
            json.putObject("error").put("message", refused.text())
                    .put("type", refused.status() < FAILED ? "invalid_request_error" : "server_error")
                    .put("param", refused.field().orElse(null)).put("code", isUnknownModel ? "model_not_found" : null);
            return json;
        }
    },
    /** An object of the type {@code error}; the message names the field. */
    ANTHROPIC {
        @Override
        ObjectNode body(BadRequest refused) {
            ObjectNode json = Json.object().put("type", "error");
            json.putObject("error").put("type", type(refused.status())).put("message", refused.text());
            return json;
        }

        private static String type(int status) {
            return switch (status) {
                case NOT_FOUND -> "not_found_error";
                case TOO_LARGE -> "request_too_large";
                default -> status < FAILED ? "invalid_request_error" : "api_error";
            };
        }
    },
    /** A text; it names the field. */
    OLLAMA {
        @Override
        ObjectNode body(BadRequest refused) {
            return Json.object().put("error", refused.text());
        }
    };

    private static final int NOT_FOUND = 404;
    private static final int TOO_LARGE = 413;
    private static final int FAILED = 500;

    /** Returns an error's body. */
    abstract ObjectNode body(BadRequest refused);
}
