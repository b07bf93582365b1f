package dev.ipw.opentelemetry;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hold GenAI spans back until their joules are final, half a minute at most, and export them with these. All others are exported at
 * once.
 */
final class EnergySpanExporter implements SpanExporter {
    private static final Logger LOGGER = LoggerFactory.getLogger(EnergySpanExporter.class);
    private static final int MOST_HELD = 16_384;
    private static final int MOST_TRIES = 30;
    private static final long BETWEEN_TRIES_SECONDS = 1;

    /**
     * A span whose joules may still change.
     *
     * @param span     what to export
     * @param measured what knows its joules
     * @param tries    how often they were asked for
     */
    private record Held(SpanData span, MeasuredSpan measured, int tries) {}

    private final SpanExporter exporter;
    private final EnergySpanProcessor processor;
    private final Runnable shutDown;
    private final Deque<Held> waiting = new ArrayDeque<>();
    private final ScheduledThreadPoolExecutor thread;

    EnergySpanExporter(SpanExporter exporter, EnergySpanProcessor processor, Runnable shutDown) {
        this.exporter = exporter;
        this.processor = processor;
        this.shutDown = shutDown;
        thread = new ScheduledThreadPoolExecutor(1,
                Thread.ofPlatform().daemon().name("ipw-opentelemetry").factory());
        var unused = thread.scheduleWithFixedDelay(() -> exportHeld(false), BETWEEN_TRIES_SECONDS,
                BETWEEN_TRIES_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        List<SpanData> now = new ArrayList<>();
        for (SpanData span : spans) {
            Optional<MeasuredSpan> measured = processor.measured(span.getSpanId());
            if (measured.isEmpty()) {
                now.add(span);
            } else if (!hold(new Held(span, measured.get(), 1))) {
                now.add(new EnergySpanData(span,
                        EnergyAttributes.unavailable("too many spans waited for their joules")));
            }
        }
        return now.isEmpty() ? CompletableResultCode.ofSuccess() : exporter.export(now);
    }

    private boolean hold(Held held) {
        synchronized (waiting) {
            return !thread.isShutdown() && waiting.size() < MOST_HELD && waiting.add(held);
        }
    }

    /** Export those whose joules are known, or all of them. */
    private CompletableResultCode exportHeld(boolean isLast) {
        List<Held> asked = new ArrayList<>();
        synchronized (waiting) {
            asked.addAll(waiting);
            waiting.clear();
        }
        List<SpanData> ready = new ArrayList<>();
        List<Held> again = new ArrayList<>();
        for (Held held : asked) {
            attributes(held, isLast).ifPresentOrElse(energy -> ready.add(new EnergySpanData(held.span(), energy)),
                    () -> again.add(new Held(held.span(), held.measured(), held.tries() + 1)));
        }
        synchronized (waiting) {
            again.reversed().forEach(waiting::addFirst);
        }
        return ready.isEmpty() ? CompletableResultCode.ofSuccess() : contained(() -> exporter.export(ready));
    }

    private static Optional<Attributes> attributes(Held held, boolean isLast) {
        try {
            return held.measured().attributes(isLast || held.tries() >= MOST_TRIES);
        } catch (RuntimeException failed) {
            LOGGER.warn("The joules of the span {} could not be told", held.span().getName(), failed);
            return Optional.of(EnergyAttributes.unavailable("its joules could not be told: " + failed.getMessage()));
        }
    }

    private static CompletableResultCode contained(Supplier<CompletableResultCode> step) {
        try {
            return step.get();
        } catch (RuntimeException failed) {
            LOGGER.warn("Spans with joules could not be exported", failed);
            return CompletableResultCode.ofFailure();
        }
    }

    @Override
    public CompletableResultCode flush() {
        return exportAllThen(exporter::flush);
    }

    @Override
    public CompletableResultCode shutdown() {
        CompletableResultCode done = exportAllThen(exporter::shutdown);
        synchronized (waiting) {
            thread.shutdown();
        }
        return done.whenComplete(shutDown);
    }

    private CompletableResultCode exportAllThen(Supplier<CompletableResultCode> last) {
        CompletableResultCode done = new CompletableResultCode();
        try {
            thread.execute(() -> exportHeld(true).whenComplete(() -> {
                CompletableResultCode ended = contained(last);
                ended.whenComplete(() -> {
                    if (ended.isSuccess()) {
                        done.succeed();
                    } else {
                        done.fail();
                    }
                });
            }));
        } catch (RejectedExecutionException shutDownBefore) {
            return contained(last);
        }
        return done;
    }
}
