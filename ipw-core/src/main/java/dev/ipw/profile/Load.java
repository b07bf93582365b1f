package dev.ipw.profile;

import dev.ipw.error.ConfigurationException;

/**
 * Say how requests are put on the model.
 *
 * <pre>{@code
 * Profiler.builder().load(Load.concurrency(8));
 * }</pre>
 */
public sealed interface Load {
    /**
     * Tell how many requests can be in flight at once.
     *
     * @return the most there can be
     */
    int mostInFlight();

    /**
     * Send one request at a time.
     *
     * @return the load
     */
    static Load sequential() {
        return concurrency(1);
    }

    /**
     * Keep a fixed number of requests in flight; each answer makes room for the next request.
     *
     * @param requests how many, at least 1
     * @return the load
     */
    static Load concurrency(int requests) {
        return new FixedConcurrency(requests);
    }

    /**
     * Keep a fixed number of requests in flight.
     *
     * @param requests how many, from 1 to 65536
     */
    record FixedConcurrency(int requests) implements Load {
        private static final int MOST = 65_536;

        /** Check the number. */
        public FixedConcurrency {
            if (requests < 1 || requests > MOST) {
                throw new ConfigurationException("Concurrency must be from 1 to " + MOST + ", not " + requests);
            }
        }

        @Override
        public int mostInFlight() {
            return requests;
        }
    }
}
