package dev.ipw.telemetry;

import dev.ipw.internal.thread.Slack;
import java.util.concurrent.locks.LockSupport;

/** The clock of a sampler. Tests drive a clock of their own. */
interface SamplerClock {
    /** The clock of this process. Waiting ends early when the thread is unparked. */
    SamplerClock SYSTEM = new SamplerClock() {
        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void park(long nanos) {
            LockSupport.parkNanos(nanos);
        }

        @Override
        public long slackNanos() {
            return Slack.nanos();
        }
    };

    long nanoTime();

    void park(long nanos);

    /** Returns the additional time, in nanoseconds, before an idle thread counts as hanging. */
    default long slackNanos() {
        return 0;
    }
}
