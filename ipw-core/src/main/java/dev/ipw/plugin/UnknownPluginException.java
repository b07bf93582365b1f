package dev.ipw.plugin;

import dev.ipw.error.ConfigurationException;
import java.io.Serial;

/** Report an unknown plugin id. The message names the nearest ids and all that exist. */
public final class UnknownPluginException extends ConfigurationException {
    @Serial
    private static final long serialVersionUID = 1L;

    UnknownPluginException(String message) {
        super(message);
    }
}
