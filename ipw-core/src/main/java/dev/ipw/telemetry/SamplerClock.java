package dev.ipw.telemetry;

import java.util.concurrent.locks.LockSupport;

/** The clock of a sampler. Tests drive one of their own. */
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
    };

    long nanoTime();

    void park(long nanos);
}
