package dev.ipw.telemetry.recorded;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** The number of unusable lines, and the first of them as an example. */
final class ParseErrors {
    private final AtomicLong count = new AtomicLong();
    private final AtomicReference<String> first = new AtomicReference<>("");

    void add(String problem) {
        first.compareAndSet("", problem);
        count.incrementAndGet();
    }

    /** Returns the errors in one sentence; empty if there are none. */
    Optional<String> sentence(String recording) {
        long lines = count.get();
        return lines == 0
                ? Optional.empty()
                : Optional.of("The recording " + recording + " has " + lines + (lines == 1 ? " line" : " lines")
                        + " that cannot be used, and what they tell is missing from the joules; the first is "
                        + first.get());
    }
}
