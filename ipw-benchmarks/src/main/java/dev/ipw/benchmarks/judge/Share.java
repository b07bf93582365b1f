package dev.ipw.benchmarks.judge;

import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;

/** A reader of a share from a parameter. */
final class Share {
    private Share() {}

    static double of(Parameters parameters, String key, double usual) {
        double value = parameters.number(key).orElse(usual);
        if (!(value >= 0 && value <= 1)) {
            throw new ConfigurationException("The parameter " + key + " must be from 0 to 1, not " + value);
        }
        return value;
    }
}
