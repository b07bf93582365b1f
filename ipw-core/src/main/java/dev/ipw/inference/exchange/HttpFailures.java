package dev.ipw.inference.exchange;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.error.ServerUnreachableException;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.inference.InferenceRequest;
import dev.ipw.inference.http.HttpSettings.ServerAddress;
import dev.ipw.internal.wire.WireException;
import java.util.Set;
import java.util.regex.Pattern;

/** The translation of failures of the transport into inference failures. */
public final class HttpFailures {
    private static final Set<Integer> TOOL_REFUSALS = Set.of(400, 404, 422, 500, 501);
    private static final Pattern TOOL_WORDS = Pattern.compile("(?i)\\btools?\\b|function.call");

    private HttpFailures() {}

    /**
     * Converts a broken exchange into a failed request.
     *
     * @param broken the broken exchange
     * @return the same failure with its kind
     */
    public static InferenceException failed(WireException broken) {
        FailureKind kind = switch (broken.fault()) {
            case UNREACHABLE -> FailureKind.UNREACHABLE;
            case CONNECT_TIMEOUT -> FailureKind.CONNECT_TIMEOUT;
            case FIRST_BYTE_TIMEOUT -> FailureKind.FIRST_BYTE_TIMEOUT;
            case IDLE_TIMEOUT -> FailureKind.IDLE_TIMEOUT;
            case TOTAL_TIMEOUT -> FailureKind.TOTAL_TIMEOUT;
            case MALFORMED -> FailureKind.MALFORMED;
            case TRUNCATED -> FailureKind.TRUNCATED;
            case TOO_LARGE -> FailureKind.TOO_LARGE;
        };
        return new InferenceException(kind, String.valueOf(broken.getMessage()), broken);
    }

    /**
     * Adds advice to the failure of a request that a server refuses because of its tools.
     *
     * @param refused the failure
     * @param request the request
     * @return a failure with advice; the same one if its cause is not the tools
     */
    static InferenceException ofTools(InferenceException refused, InferenceRequest request) {
        String message = String.valueOf(refused.getMessage());
        boolean refuses = TOOL_REFUSALS.contains(refused.httpStatus().orElse(0)) && TOOL_WORDS.matcher(message).find();
        if (request.tools().isEmpty() || !refuses) {
            return refused;
        }
        return new InferenceException(refused.kind(), message + ". The request offers " + request.tools().size()
                + (request.tools().size() == 1 ? " tool" : " tools")
                + "; if the model or the server takes none, choose "
                + "another model, start the server with tool calling (vLLM: --enable-auto-tool-choice and "
                + "--tool-call-parser, llama.cpp: --jinja), or ask without tools", refused);
    }

    /**
     * Converts a broken exchange before a run into the error that prevents the run: a server that cannot be reached, or
     * one whose reply cannot be read.
     *
     * @param address the server
     * @param broken  the broken exchange
     * @return the error to show
     */
    static IpwException unasked(ServerAddress address, WireException broken) {
        boolean answers = switch (broken.fault()) {
            case MALFORMED, TRUNCATED, TOO_LARGE -> true;
            default -> false;
        };
        if (answers) {
            return new ConfigurationException("Something answers at " + address + ", but its reply cannot be read: "
                    + broken.getMessage() + ". Check the port and the path of the base URL, or the server's log",
                    broken);
        }
        return new ServerUnreachableException("No model server answers at " + address + ": " + broken.getMessage()
                + ". Start the server, or give its address as the client's base URL", broken);
    }
}
