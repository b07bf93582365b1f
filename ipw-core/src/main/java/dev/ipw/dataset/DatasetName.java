package dev.ipw.dataset;

import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The parts of a name with parameters: {@code id:address}, {@code id@revision} or both.
 *
 * @param id         the provider's id
 * @param parameters the parameters in the name
 */
record DatasetName(String id, Map<String, String> parameters) {
    private static final String ADDRESS = "address";
    private static final String REVISION = "revision";

    /** Splits a name; empty if it is a plain id, or a path. */
    static Optional<DatasetName> of(String argument, Plugins<DatasetProvider> providers) {
        int colon = argument.indexOf(':');
        int at = argument.lastIndexOf('@');
        // One letter before a colon is a drive of Windows.
        if (colon > 1 && providers.find(argument.substring(0, colon)).isPresent()) {
            return Optional.of(at > colon + 1
                    ? new DatasetName(argument.substring(0, colon),
                            Map.of(ADDRESS, argument.substring(colon + 1, at), REVISION, argument.substring(at + 1)))
                    : new DatasetName(argument.substring(0, colon), Map.of(ADDRESS, argument.substring(colon + 1))));
        }
        return at > 0 && at < argument.length() - 1 && providers.find(argument).isEmpty()
                && providers.find(argument.substring(0, at)).isPresent()
                        ? Optional.of(new DatasetName(argument.substring(0, at),
                                Map.of(REVISION, argument.substring(at + 1))))
                        : Optional.empty();
    }

    /** Adds the parameters of the name to the given ones. */
    Parameters added(Parameters given) {
        Map<String, String> all = new HashMap<>(given.asMap());
        parameters.forEach((key, value) -> {
            String other = all.putIfAbsent(key, value);
            if (other != null && !other.equals(value)) {
                throw new ConfigurationException("The name of the dataset " + id + " says " + key + " '" + value
                        + "', the parameter '" + other + "'; give one of them");
            }
        });
        return Parameters.of("dataset " + id, all);
    }
}
