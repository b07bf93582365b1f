package dev.ipw.opentelemetry;

import dev.ipw.internal.io.FailureText;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An exporter that holds GenAI spans back until their joules are final, at most half a minute, and exports them with
 * these. All others are exported at once. An exporter must not be called while an earlier call is running, so one
 * thread makes all its calls and waits for each.
 */
final class EnergySpanExporter implements SpanExporter {
    private static final Logger LOGGER = LoggerFactory.getLogger(EnergySpanExporter.class);
    private static final int MAX_HELD = 16_384;
    private static final int MAX_AT_ONCE = 512;
    private static final int MAX_TRIES = 30;
    private static final long BETWEEN_TRIES_SECONDS = 1;
    private static final long LONGEST_EXPORT_SECONDS = 30;

    /**
     * A span whose joules may still change.
     *
     * @param span     the span to export
     * @param measured gives its joules
     * @param tries    the number of times they were requested
     */
    private record Held(SpanData span, MeasuredSpan measured, int tries) {}

    /**
     * Spans that were handed over and are exported next.
     *
     * @param now     the spans that need not wait
     * @param flushed the spans whose joules are taken as they are
     * @param done    completed when they are exported
     */
    private record Handed(List<SpanData> now, List<Held> flushed, CompletableResultCode done) {
        int size() {
            return now.size() + flushed.size();
        }
    }

    private final SpanExporter exporter;
    private final EnergySpanProcessor processor;
    private final Runnable shutDown;
    private final AtomicBoolean hasWarned = new AtomicBoolean();
    private final AtomicBoolean isShutDown = new AtomicBoolean();
    private final Deque<Held> waiting = new ArrayDeque<>();
    private final List<Handed> handed = new ArrayList<>();
    private int handedSpans;
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
        List<Held> flushed = new ArrayList<>();
        for (SpanData span : spans) {
            Optional<MeasuredSpan> measured = processor.measured(span.getSpanId());
            if (measured.isEmpty()) {
                now.add(processor.measures(span.getName(), span.getAttributes()) ? notMeasured(span) : span);
            } else if (processor.isFlushed(measured.get())) {
                flushed.add(new Held(span, measured.get(), MAX_TRIES));
            } else if (!hold(new Held(span, measured.get(), 1))) {
                now.add(new EnergySpanData(span,
                        EnergyAttributes.unavailable("too many spans waited for their joules")));
            }
        }
        if (now.isEmpty() && flushed.isEmpty()) {
            return CompletableResultCode.ofSuccess();
        }
        return handOver(new Handed(now, flushed, new CompletableResultCode()));
    }

    /** Queues spans for export, together with others that wait for a slow exporter. */
    private CompletableResultCode handOver(Handed spans) {
        boolean isFirst;
        synchronized (handed) {
            if (handedSpans + spans.size() > MAX_HELD) {
                return CompletableResultCode.ofFailure();
            }
            isFirst = handed.isEmpty();
            handed.add(spans);
            handedSpans += spans.size();
        }
        if (isFirst) {
            try {
                thread.execute(this::exportHanded);
            } catch (RejectedExecutionException shutDownBefore) {
                takeHanded().forEach(one -> finish(one, false));
            }
        }
        return spans.done();
    }

    private void exportHanded() {
        List<Handed> next = takeHanded();
        boolean isExported = false;
        try {
            List<SpanData> spans = new ArrayList<>();
            for (Handed one : next) {
                spans.addAll(one.now());
                spans.addAll(known(one.flushed(), true));
            }
            isExported = exported(spans);
        } finally {
            for (Handed one : next) {
                finish(one, isExported);
            }
        }
    }

    private List<Handed> takeHanded() {
        synchronized (handed) {
            List<Handed> taken = List.copyOf(handed);
            handed.clear();
            handedSpans = 0;
            return taken;
        }
    }

    private static void finish(Handed spans, boolean isExported) {
        var unused = isExported ? spans.done().succeed() : spans.done().fail();
    }

    private SpanData notMeasured(SpanData span) {
        String reason = processor.whyNotMeasured();
        if (hasWarned.compareAndSet(false, true)) {
            LOGGER.warn("The span '{}' and maybe others have no joules: {}", span.getName(), reason);
        }
        return new EnergySpanData(span, EnergyAttributes.unavailable(reason));
    }

    private boolean hold(Held held) {
        synchronized (waiting) {
            return !thread.isShutdown() && waiting.size() < MAX_HELD && waiting.add(held);
        }
    }

    /** Exports the spans whose joules are known, or all of them; returns false if that failed. */
    private boolean exportHeld(boolean isLast) {
        List<Held> asked = new ArrayList<>();
        synchronized (waiting) {
            asked.addAll(waiting);
            waiting.clear();
        }
        return exported(known(asked, isLast));
    }

    /** Adds the joules to the spans for which they are known, or to all; the others keep waiting. */
    private List<SpanData> known(List<Held> asked, boolean isLast) {
        List<SpanData> known = new ArrayList<>();
        List<Held> again = new ArrayList<>();
        for (Held held : asked) {
            attributes(held, isLast).ifPresentOrElse(energy -> known.add(new EnergySpanData(held.span(), energy)),
                    () -> again.add(new Held(held.span(), held.measured(), held.tries() + 1)));
        }
        synchronized (waiting) {
            again.reversed().forEach(waiting::addFirst);
        }
        return known;
    }

    private static Optional<Attributes> attributes(Held held, boolean isLast) {
        try {
            return held.measured().attributes(isLast || held.tries() >= MAX_TRIES);
        } catch (Throwable failed) { // An error must not lose the spans after it.
            LOGGER.warn("The joules of the span {} could not be told", held.span().getName(), failed);
            return Optional.of(EnergyAttributes.unavailable("its joules could not be told: " + FailureText.of(failed)));
        }
    }

    /** Exports spans in parts as large as a batch processor's; returns false if one failed. */
    private boolean exported(List<SpanData> spans) {
        boolean isExported = true;
        for (int from = 0; from < spans.size(); from += MAX_AT_ONCE) {
            List<SpanData> part = spans.subList(from, Math.min(spans.size(), from + MAX_AT_ONCE));
            isExported &= called(() -> exporter.export(part));
        }
        return isExported;
    }

    /** Calls the exporter and waits until it is done; returns false if that failed. */
    private static boolean called(Supplier<CompletableResultCode> step) {
        try {
            return step.get().join(LONGEST_EXPORT_SECONDS, TimeUnit.SECONDS).isSuccess();
        } catch (Throwable failed) { // A rethrown error would end the schedule.
            LOGGER.warn("Spans could not be exported", failed);
            return false;
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
        return isShutDown.compareAndSet(false, true) ? done.whenComplete(shutDown) : done;
    }

    private CompletableResultCode exportAllThen(Supplier<CompletableResultCode> last) {
        return onThread(() -> {
            boolean isExported = exportHeld(true);
            return called(last) && isExported;
        }, CompletableResultCode.ofSuccess());
    }

    private CompletableResultCode onThread(BooleanSupplier step, CompletableResultCode afterShutdown) {
        CompletableResultCode done = new CompletableResultCode();
        try {
            thread.execute(() -> {
                boolean isDone = false;
                try {
                    isDone = step.getAsBoolean();
                } finally {
                    var unused = isDone ? done.succeed() : done.fail();
                }
            });
        } catch (RejectedExecutionException shutDownBefore) {
            return afterShutdown;
        }
        return done;
    }
}
