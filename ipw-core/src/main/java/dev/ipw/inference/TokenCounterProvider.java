package dev.ipw.inference;

import dev.ipw.plugin.PluginProvider;
import java.util.Optional;
import org.apiguardian.api.API;

/** A provider of tokenizers by name. */
@API(status = API.Status.EXPERIMENTAL)
public interface TokenCounterProvider extends PluginProvider {
    /**
     * Finds a tokenizer.
     *
     * @param name an encoding such as {@code o200k_base}, or a model that uses one
     * @return the tokenizer, ready to count; empty if this provider has none of that name
     * @throws dev.ipw.error.ConfigurationException if it has the tokenizer but lacks a library for it
     */
    Optional<TokenCounter> find(String name);

    /**
     * Returns examples of names, for a message on an unknown one.
     *
     * @return a few names, joined by commas
     */
    String examples();
}
