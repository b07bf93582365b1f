package dev.ipw.meter.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.inference.FailureKind;
import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.TokenUsage;
import dev.ipw.inference.relay.BodyEditor;
import dev.ipw.inference.relay.CallOutcome;
import dev.ipw.inference.relay.CallProtocol;
import dev.ipw.inference.relay.CallReceiver;
import dev.ipw.internal.wire.WireResponse;
import dev.ipw.meter.MeteredRequest;
import dev.ipw.meter.RequestTokens;
import dev.ipw.settings.ReplicaMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/** The metering of one call: its events are those of a request of the meter. */
final class MeteredCall implements CallReceiver, ResponseSink {
    /** The header field with the name of a request. */
    static final String ID_HEADER = "x-ipw-request-id";
    private static final int FIRST_ERROR = 400;
    private static final int BAD_GATEWAY = 502;
    /** The status that servers log for a client that left before they answered. */
    private static final int CLIENT_LEFT = 499;

    /** The failures before anything is sent. */
    private static final Set<FailureKind> UNSENT = EnumSet.of(FailureKind.UNREACHABLE, FailureKind.CONNECT_TIMEOUT);

    private final MeteredRequest request;
    private final CallProtocol protocol;
    private final boolean isInBand;
    private final ReplicaMap replicas;
    private final Function<Boolean, String> tenant;
    private final CallMetering.LostCalls lost;
    private OptionalLong endNanos = OptionalLong.empty();
    private boolean isSent;

    /**
     * Creates the metering of a call.
     *
     * @param tenant returns the name of its tenant, by whether the server accepted the call; called once
     */
    MeteredCall(MeteredRequest request, CallProtocol protocol, boolean isInBand, ReplicaMap replicas,
            Function<Boolean, String> tenant, CallMetering.LostCalls lost) {
        this.tenant = tenant;
        this.replicas = replicas;
        this.request = request;
        this.protocol = protocol;
        this.isInBand = isInBand;
        this.lost = lost;
    }

    @Override
    public ResponseSink sink() {
        return this;
    }

    @Override
    public boolean keepsText() {
        return false;
    }

    @Override
    public void sent(long nanos) {
        isSent = true;
    }

    @Override
    public void responded(WireResponse response) {
        replicas.ofResponse(response::header).ifPresent(request::servedBy);
    }

    @Override
    public void firstByte(long nanos) {
        // The first token is what counts.
    }

    @Override
    public void chunk(ChunkKind kind, String text, long nanos) {
        if (kind.carriesTokens()) {
            request.text(text, nanos);
        }
    }

    @Override
    public void ended(long nanos) {
        endNanos = OptionalLong.of(nanos);
    }

    @Override
    public Map<String, String> addedHeaders() {
        return Map.of(ID_HEADER, request.id());
    }

    @Override
    public Optional<BodyEditor> editor(WireResponse response) {
        String type = response.header("content-type").orElse("").toLowerCase(Locale.ROOT);
        boolean isEvents = type.contains("event-stream");
        boolean isLines = type.contains("ndjson");
        boolean hasCounts = response.status() == 200 && (isEvents || isLines || type.contains("json"));
        return isInBand && hasCounts
                ? Optional.of(new EnergyInsertion(protocol, isEvents, isLines,
                        message -> request.tokens(counts(message, isEvents || isLines).ofPrompt()),
                        message -> request.tokens(counts(message, isEvents || isLines)),
                        request::figures))
                : Optional.empty();
    }

    private RequestTokens counts(JsonNode message, boolean isPiece) {
        return RequestTokens.of(protocol.counts(message, isPiece));
    }

    @Override
    public void counted(TokenUsage usage) {
        usage.input().ifPresent(input -> {
            request.promptTokens(input, usage.cachedInput().orElse(0));
            request.tokens(RequestTokens.of(usage).ofPrompt());
        });
    }

    @Override
    public void ended(CallOutcome outcome) {
        int answered = outcome.status().orElse(FIRST_ERROR);
        request.countFor(tenant.apply(answered < FIRST_ERROR));
        if (outcome.failure().filter(one -> !isSent && UNSENT.contains(one.kind())).isPresent()) {
            request.failUnsent(BAD_GATEWAY, reason(outcome.failure().get(), outcome));
            return;
        }
        boolean isCancelled = outcome.failure().filter(one -> one.kind() == FailureKind.CANCELLED).isPresent();
        request.finish(outcome.status().orElse(isCancelled ? CLIENT_LEFT : BAD_GATEWAY),
                RequestTokens.of(outcome.usage()),
                outcome.failure().map(failure -> reason(failure, outcome)), endNanos.orElseGet(System::nanoTime));
    }

    @Override
    public void abandoned() {
        request.countFor(tenant.apply(false));
        lost.add(request.id());
        request.finish(BAD_GATEWAY, RequestTokens.UNKNOWN,
                Optional.of("its events could not be recorded, so its figures are incomplete"));
    }

    /** Describes a failure without the server's words, which may repeat prompts. */
    private static String reason(CallOutcome.Failure failure, CallOutcome outcome) {
        return switch (failure.kind()) {
            case CANCELLED -> failure.message();
            case HTTP_STATUS -> "the server answered HTTP " + outcome.status().orElse(BAD_GATEWAY);
            case UNREACHABLE -> "the server could not be reached";
            case CONNECT_TIMEOUT -> "the server did not accept a connection in time";
            case FIRST_BYTE_TIMEOUT -> "the server did not respond in time";
            case IDLE_TIMEOUT -> "the server paused for too long in its answer";
            case TOTAL_TIMEOUT -> "the answer took too long";
            case SERVER_ERROR -> "the server reported an error in its answer";
            case MALFORMED -> "the answer does not have the format of its API";
            case TRUNCATED -> "the answer broke off";
            case TOO_LARGE -> "the answer is too large to be read; it was passed on";
            case CLIENT_ERROR -> "the request or its answer could not be read";
            case LIMIT_REACHED -> "an agent reached a limit";
        };
    }
}
