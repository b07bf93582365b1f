package dev.ipw.inference.relay;

import dev.ipw.inference.ResponseSink;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.wire.WireResponse;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A receiver whose failures do not reach the exchange. After the first one it receives nothing more. */
final class GuardedReceiver implements ResponseSink {
    private static final Logger LOGGER = LoggerFactory.getLogger(GuardedReceiver.class);

    private final CallReceiver receiver;
    private final AtomicLong failures;
    private final Supplier<TokenUsage> usage;
    private volatile boolean hasFailed;

    /**
     * Creates the guard of one call.
     *
     * @param failures counts the calls whose receivers failed
     * @param usage    gives the token counts that the server reported so far
     */
    GuardedReceiver(CallReceiver receiver, AtomicLong failures, Supplier<TokenUsage> usage) {
        this.receiver = receiver;
        this.failures = failures;
        this.usage = usage;
    }

    @Override
    public void retried(long nanos) {
        run(() -> receiver.sink().retried(nanos));
    }

    @Override
    public void connected(ConnectionTimes times) {
        run(() -> receiver.sink().connected(times));
    }

    @Override
    public void sent(long nanos) {
        run(() -> receiver.sink().sent(nanos));
    }

    @Override
    public void firstByte(long nanos) {
        run(() -> receiver.sink().firstByte(nanos));
    }

    @Override
    public void chunk(ChunkKind kind, String text, long nanos) {
        run(() -> {
            if (kind == ChunkKind.ROLE) {
                receiver.counted(usage.get());
            }
            receiver.sink().chunk(kind, text, nanos);
        });
    }

    @Override
    public void ended(long nanos) {
        run(() -> receiver.sink().ended(nanos));
    }

    boolean keepsText() {
        return get(receiver::keepsText, false);
    }

    void responded(WireResponse response) {
        run(() -> receiver.responded(response));
    }

    Map<String, String> addedHeaders() {
        return get(receiver::addedHeaders, Map.of());
    }

    Optional<BodyFilter> filter(WireResponse response) {
        return get(() -> receiver.editor(response)
                .map(editor -> new EditingFilter(editor.isOfLines(), part -> edited(editor, part))), Optional.empty());
    }

    void ended(CallOutcome outcome) {
        run(() -> receiver.ended(outcome));
    }

    /** Records that the answer could not be read because of a defect of its reader. */
    void failed(Throwable failure) {
        if (hasFailed) {
            return;
        }
        hasFailed = true;
        if (failures.getAndIncrement() == 0) {
            LOGGER.warn("The events of a call could not be recorded; the client gets its answer nevertheless."
                    + " Later failures like it are only counted", failure);
        }
        try {
            receiver.abandoned();
        } catch (Throwable again) { // Nothing may stop the bytes.
            LOGGER.debug("A receiver could not be abandoned", again);
        }
    }

    private void run(Runnable event) {
        boolean unused = get(() -> {
            event.run();
            return true;
        }, false);
    }

    private <T> T get(Supplier<T> event, T otherwise) {
        if (!hasFailed) {
            try {
                return event.get();
            } catch (Throwable failure) { // Nothing may stop the bytes.
                failed(failure);
            }
        }
        return otherwise;
    }

    private byte[] edited(BodyEditor editor, byte[] part) {
        return get(() -> editor.edit(part), part);
    }
}
