package dev.ipw.telemetry;

import java.util.Map;
import java.util.TreeMap;

/** A clock that stands still until somebody waits. */
final class DrivenClock implements SamplerClock {
    private final TreeMap<Long, Runnable> events = new TreeMap<>();
    long now;

    DrivenClock(long now) {
        this.now = now;
    }

    /** Do something while somebody waits, who then wakes. */
    void at(long nanos, Runnable event) {
        events.put(nanos, event);
    }

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public void park(long nanos) {
        Map.Entry<Long, Runnable> next = events.firstEntry();
        if (next == null || next.getKey() > now + nanos) {
            now += nanos;
            return;
        }
        events.pollFirstEntry();
        now = Math.max(now, next.getKey());
        next.getValue().run();
    }
}
