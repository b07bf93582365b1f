package dev.ipw.langchain4j;

import dev.ipw.inference.FailureKind;
import dev.ipw.inference.InferenceException;
import dev.ipw.internal.io.FailureText;
import dev.langchain4j.exception.HttpException;
import dev.langchain4j.exception.TimeoutException;
import dev.langchain4j.exception.UnresolvedModelServerException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The translation of LangChain4j's failures into inference exceptions. */
final class Failures {
    private static final int MAX_CAUSES = 20;

    private Failures() {}

    /** Returns the failure; throws if it is an interrupt, which LangChain4j wraps. */
    static InferenceException of(Throwable failure) throws InterruptedException {
        List<Throwable> causes = causes(failure);
        for (Throwable cause : causes) {
            if (cause instanceof InterruptedException) {
                Thread.interrupted();
                InterruptedException interrupted = new InterruptedException("interrupted while the model answered");
                interrupted.initCause(failure);
                throw interrupted;
            }
        }
        for (Throwable cause : causes) {
            if (cause instanceof HttpException answered) {
                InferenceException refused = InferenceException.ofStatus(answered.statusCode(),
                        "The server answered with status " + answered.statusCode() + ": " + FailureText.of(failure));
                refused.addSuppressed(failure);
                return refused;
            }
        }
        FailureKind kind = causes.stream().map(Failures::kindOf).filter(known -> known != FailureKind.CLIENT_ERROR)
                .findFirst().orElse(FailureKind.CLIENT_ERROR);
        return new InferenceException(kind, "LangChain4j could not get an answer: " + FailureText.of(failure), failure);
    }

    private static FailureKind kindOf(Throwable cause) {
        return switch (cause) {
            case HttpConnectTimeoutException late -> FailureKind.CONNECT_TIMEOUT;
            case HttpTimeoutException late -> FailureKind.TOTAL_TIMEOUT;
            case TimeoutException late -> FailureKind.TOTAL_TIMEOUT;
            case ConnectException unreachable -> FailureKind.UNREACHABLE;
            case UnresolvedAddressException unreachable -> FailureKind.UNREACHABLE;
            case UnresolvedModelServerException unreachable -> FailureKind.UNREACHABLE;
            default -> FailureKind.CLIENT_ERROR;
        };
    }

    private static List<Throwable> causes(Throwable failure) {
        List<Throwable> causes = new ArrayList<>();
        for (@Nullable
        Throwable cause = failure; cause != null && causes.size() < MAX_CAUSES; cause = cause.getCause()) {
            causes.add(cause);
        }
        return causes;
    }
}
