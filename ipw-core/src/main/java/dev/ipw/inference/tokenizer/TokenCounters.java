package dev.ipw.inference.tokenizer;

import dev.ipw.error.ConfigurationException;
import dev.ipw.inference.TokenCounter;
import dev.ipw.inference.TokenCounterProvider;
import dev.ipw.plugin.Plugins;
import java.util.Optional;
import java.util.stream.Collectors;

/** The tokenizers by name. */
public final class TokenCounters {
    private TokenCounters() {}

    /**
     * Finds a tokenizer.
     *
     * @param name an encoding such as {@code o200k_base}, or a model that uses one
     * @return the tokenizer, ready to count
     * @throws ConfigurationException if there is none of that name, or it lacks a library; the message gives advice
     */
    public static TokenCounter named(String name) {
        Plugins<TokenCounterProvider> all = Plugins.builder("tokenizer", TokenCounterProvider.class).build();
        return all.all().stream().map(provider -> provider.find(name.strip())).flatMap(Optional::stream).findFirst()
                .orElseThrow(() -> new ConfigurationException("There is no tokenizer '" + name.strip()
                        + "'; give an encoding or a model such as " + all.all().stream()
                                .map(TokenCounterProvider::examples).collect(Collectors.joining(", "))));
    }
}
