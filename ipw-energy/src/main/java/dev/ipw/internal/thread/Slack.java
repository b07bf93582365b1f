package dev.ipw.internal.thread;

import java.util.concurrent.TimeUnit;

/**
 * The time that a busy machine may keep a thread waiting for a processor, beyond which it counts as hanging. It is zero
 * unless {@code -Dipw.slackMillis} sets it; tests set a large value, so that they pass on every machine.
 */
public final class Slack {
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(Long.getLong("ipw.slackMillis", 0));

    private Slack() {}

    /**
     * Returns the slack.
     *
     * @return nanoseconds to add to a time that is long enough on an idle machine
     */
    public static long nanos() {
        return NANOS;
    }
}
