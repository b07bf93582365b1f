package dev.ipw.benchmarks.code;

import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import java.time.Duration;

/**
 * The limits of a program.
 *
 * @param timeout     of one test
 * @param memoryBytes of all processes
 */
record CodeSettings(Duration timeout, long memoryBytes) {
    private static final int MAX_MEGABYTES = 65_536;

    static CodeSettings of(Parameters parameters, Duration usual) {
        Duration timeout = parameters.duration("timeout").orElse(usual);
        int megabytes = parameters.integer("memory_mb").orElse(1024);
        if (timeout.isNegative() || timeout.isZero() || megabytes < 64 || megabytes > MAX_MEGABYTES) {
            throw new ConfigurationException(
                    "The parameter timeout must be a time such as 6s, and memory_mb from 64 to "
                            + MAX_MEGABYTES);
        }
        return new CodeSettings(timeout, (long) megabytes << 20);
    }
}
