package dev.ipw.benchmarks.dataset;

import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import java.util.List;

/** A reader of a parameter with several allowed texts. */
final class Choice {
    private Choice() {}

    /** Returns the text of a parameter; the first of the allowed texts if it is not set. */
    static String of(Parameters parameters, String key, String... allowed) {
        String given = parameters.text(key).orElse(allowed[0]);
        if (!List.of(allowed).contains(given)) {
            throw new ConfigurationException("The dataset parameter '" + key + "' must be one of "
                    + String.join(", ", allowed) + ", not '" + given + "'");
        }
        return given;
    }
}
