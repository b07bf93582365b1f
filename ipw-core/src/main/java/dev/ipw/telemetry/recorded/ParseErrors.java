package dev.ipw.telemetry.recorded;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Count what could not be used, and keep the first case to show. */
final class ParseErrors {
    private final AtomicLong count = new AtomicLong();
    private final AtomicReference<String> first = new AtomicReference<>("");

    void add(String what) {
        first.compareAndSet("", what);
        count.incrementAndGet();
    }

    /** Return the errors in one sentence; empty if there are none. */
    Optional<String> sentence(String recording) {
        long lines = count.get();
        return lines == 0
                ? Optional.empty()
                : Optional.of("The recording " + recording + " has " + lines + (lines == 1 ? " line" : " lines")
                        + " that cannot be used, and what they tell is missing from the joules; the first is "
                        + first.get());
    }
}
